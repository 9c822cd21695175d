// Executes the code of docs/guides/machines.md against a running service.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';
import * as client from 'openid-client';
import { createAdminClient } from '../../../lib/packages/client/index.ts';
import * as server from '../../../lib/packages/server/index.ts';
import { executableBlocks } from '../../journeys/code-blocks.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { newServer, signedIn, tokensOf } from '../../support/oauth-browser.ts';
import { newResource, scopeOf } from '../../support/protected-resources.ts';
import { bearer, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';
import { refusal as refusalOf, verifierOf } from '../../support/verifier.ts';

const service = useService();
const GUIDE = join(import.meta.dirname, '../../../docs/guides/machines.md');
let blocks: { language: string; code: string }[];
let made: Record<'machine' | 'secret' | 'token' | 'acting' | 'admin' | 'acme' | 'invited', string>;
let user: string;

beforeAll(async () => {
  blocks = executableBlocks(await readFile(GUIDE, 'utf8'));
  const script = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code);
  const jar = await service.adminCookie();
  const tenant = await service.tenant();
  const orders = await newResource({ scopes: [scopeOf('invoices:read'), scopeOf('orders:read')] });
  const asked = { scope: 'invoices:read orders:read', resource: orders.uri };
  const browser = await signedIn(service, tenant);
  const { access_token: subject } = await tokensOf(service, browser.jar, await newServer(), asked);
  user = claimsOf(subject).sub;
  const given = { base: service.baseUrl, jar, tenant: tenant.id, subject };
  const names = ['machine', 'secret', 'token', 'acting', 'admin', 'acme', 'invited'];
  const print = `printf '{${names.map((name) => `"${name}":"%s"`).join()}}' ${names.map((name) => `"$${name}"`).join(' ')}`;
  const options = { env: { ...process.env, ...given } };
  const { stdout } = await promisify(execFile)('bash', ['-euc', [...script, print].join('\n')], options);
  made = JSON.parse(stdout);
});

/** Executes a block of TypeScript. Returns the value of `result`. */
async function run(at: number, result: string, given: object): Promise<unknown> {
  const code = blocks.filter(({ language }) => language === 'ts')[at]?.code.replace(/^import .*$/gm, '');
  const source = `async function run() { ${code}; return ${result}; }`;
  const { code: script } = transformSync(source, { loader: 'ts' });
  return new Function(...Object.keys(given), `${script}; return run();`)(...Object.values(given));
}

describe('the guide to machines', () => {
  test('sets a machine up and gets its token with curl', () => {
    expect(claimsOf(made.token)).toMatchObject({ sub: made.machine, permissions: ['reports.write'] });
  });

  test('gets a token with openid-client', async () => {
    const discovery = (url: URL, id: string, secret: string) =>
      client.discovery(url, id, secret, undefined, { execute: [client.allowInsecureRequests] });
    const given = { client: { ...client, discovery }, issuer: service.baseUrl, ...made };
    expect(claimsOf((await run(0, 'access_token', given)) as string).sub).toBe(made.machine);
  });

  test('accepts the token in an API that asks for it', async () => {
    const given = { ...server, issuer: service.baseUrl };
    const callerOf = (await run(1, 'callerOf', given)) as (headers: object) => Promise<string>;
    expect(await callerOf(bearer(made.token))).toBe(made.machine);
    const user = await service.signup(await service.tenant());
    expect(await refusalOf(callerOf(bearer(user.tokens)))).toBe('403 MISSING_REQUIRED_PERMISSIONS');
  });

  test('acts for a user, at an API that admits the machine', async () => {
    const given = { ...server, issuer: service.baseUrl, machine: made.machine };
    const callerOf = (await run(2, 'callerOf', given)) as (headers: object) => Promise<string>;
    expect(await callerOf({ authorization: `Bearer ${made.acting}` })).toBe(
      `${made.machine} for ${user}: invoices:read`,
    );
  });

  test('provisions a tenant and invites a person as a machine, with curl and with the client', async () => {
    expect(made.invited).toMatch(/^usr_/);
    const given = { createAdminClient, issuer: service.baseUrl, admin: made.admin };
    const tenants = (await run(3, 'data', given)) as { id: string; metadata: unknown }[];
    expect(tenants.find(({ id }) => id === made.acme)).toMatchObject({ name: 'Acme', metadata: { plan: 'team' } });
  });
});

test('the token of a machine is typed, and refused where a user is needed', async () => {
  const verifier = verifierOf(service);
  const { tid, jti, iat, exp } = claimsOf(made.token);
  expect(await verifier.verifyAny(made.token)).toEqual({
    kind: 'machine',
    clientId: made.machine,
    ownerId: null,
    tenantId: tid,
    tokenId: jti,
    roles: ['Reporter'],
    permissions: ['reports.write'],
    scopes: ['reports.write'],
    boundTo: null,
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date(exp * 1000),
  });
  expect(await refusalOf(verifier.verify(made.token))).toBe('401 INVALID_TOKEN');
  const reply = await service.get('/auth/me', { headers: bearer(made.token) });
  expect(answerOf(reply)).toEqual(refusal('INVALID_TOKEN'));
  expect(reply.body.message).toBe('This is the token of a machine. The operation needs the token of a user.');
});
