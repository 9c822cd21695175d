// Executes the code of docs/guides/api-keys.md against a running service.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';
import * as server from '../../../lib/packages/server/index.ts';
import { executableBlocks } from '../../journeys/code-blocks.ts';
import { giveRoles } from '../../support/api.ts';
import { grant, KEYS } from '../../support/api-keys.ts';
import { newMachine } from '../../support/applications.ts';
import { bearer, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
const GUIDE = join(import.meta.dirname, '../../../docs/guides/api-keys.md');
let blocks: { language: string; code: string }[];
let made: { key: string; token: string; next: string; robot: string };
let user: string;

beforeAll(async () => {
  blocks = executableBlocks(await readFile(GUIDE, 'utf8'));
  const script = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code);
  const tenant = await service.tenant();
  const person = await service.signup(tenant);
  user = claimsOf(person.tokens.accessToken).sub;
  const role = await grant(service, tenant, ['reports.write']);
  await giveRoles(person, [role]);
  const { application, secret } = await newMachine(tenant, { roleIds: [role as never] });
  const given = { base: service.baseUrl, jar: await service.adminCookie(), tenant: tenant.id, secret };
  const env = { ...process.env, ...given, access: person.tokens.accessToken, application: application.id };
  const print = 'printf \'{"key":"%s","token":"%s","next":"%s","robot":"%s"}\' "$key" "$token" "$next" "$robot"';
  const { stdout } = await promisify(execFile)('bash', ['-euc', [...script, print].join('\n')], { env });
  const [printed = '', last = ''] = stdout.split('\n');
  expect(printed).toBe('true');
  made = JSON.parse(last);
});

test('the guide to API keys makes keys that work, with curl', async () => {
  for (const key of [made.key, made.next, made.robot])
    expect((await service.post(`${KEYS}/token`, {}, { headers: bearer(key) })).status).toBe(200);
});

test('the guide to API keys accepts the token in an API that asks for it', async () => {
  const code = blocks.find(({ language }) => language === 'ts')?.code.replace(/^import .*$/gm, '');
  const { code: script } = transformSync(`async function run() { ${code}; return ownerOf; }`, { loader: 'ts' });
  const given = { ...server, issuer: service.baseUrl };
  const run = new Function(...Object.keys(given), `${script}; return run();`);
  const ownerOf = await run(...Object.values(given));
  expect(await ownerOf(bearer(made.token))).toBe(user);
});
