// Runs the programs of docs/guides/protect-an-api-in-python.md and -in-go.md as servers beside a running service.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { enrol, pendingLogin } from '../../support/factors.ts';
import { holder, newPermission } from '../../support/grants.ts';
import { beside, codeOf, listening, scratch } from '../../support/guide.ts';
import { bearer, type User, useService } from '../../support/service.ts';
import { claimsOf, forge, headerOf, signedByService, unsigned } from '../../support/tokens.ts';

const works = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;
const python = ['python3', '/usr/bin/python3'].find((each) => works(each, '-c', 'import jwt, cryptography'));
const hasGo = works('go', 'version');

const service = useService();
const folder = scratch();
let member: User;
let token = '';
let stranger: User;
beforeAll(async () => {
  await newPermission(service, { name: 'invoices.read' });
  member = (await holder(service, ['invoices.read'])).user;
  token = (await service.login(member)).body.accessToken;
  stranger = await service.signup(await service.tenant());
});
afterAll(() => folder.remove());

const get = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers });
  return [response.status, await response.json()] as [number, { code?: string; invoicesOf?: string }];
};

/** Status of the program for each token that it must refuse. */
async function refused(url: string): Promise<number[]> {
  const [header, claims] = [headerOf(token), claimsOf(token)];
  const pending = await pendingLogin(service, await enrol(service, stranger.tenant));
  const tokens = [
    '',
    'x',
    'a.b.c',
    pending.accessToken,
    member.tokens.refreshToken,
    `${token}x`,
    forge({ ...header, alg: 'none' }, claims, unsigned),
    await signedByService({ ...header, typ: 'JWT' }, claims),
    await signedByService(header, { ...claims, aud: 'https://other.example' }),
    await signedByService(header, { ...claims, iss: 'https://other.example' }),
    await signedByService(header, { ...claims, exp: Math.floor(Date.now() / 1000) - 60 }),
    await signedByService(header, { ...claims, tid: undefined }),
  ];
  const replies = await Promise.all(tokens.map((each) => get(url, bearer(each))));
  return [...new Set([...replies, await get(url)].map(([status]) => status))];
}

async function protects(url: string): Promise<void> {
  expect(await get(url, bearer(token))).toEqual([200, { invoicesOf: member.tenant.id }]);
  expect(await get(url, bearer(stranger.tokens))).toEqual([403, { code: 'MISSING_REQUIRED_PERMISSIONS' }]);
  expect(await refused(url)).toEqual([401]);
}

const describePython = python ? describe : describe.skip;
describePython(`the guide for Python${python ? '' : ' (skipped: no python3 with PyJWT and cryptography)'}`, () => {
  test('protects a server', async () => {
    const [code = ''] = codeOf('protect-an-api-in-python.md', 'python');
    const file = join(folder.path, 'app.py');
    writeFileSync(file, beside(service, code));
    const { url, stop } = await listening(python as string, [file]);
    await protects(url).finally(stop);
  });
});

const describeGo = hasGo ? describe : describe.skip;
describeGo(`the guide for Go${hasGo ? '' : ' (skipped: no go)'}`, () => {
  test('protects a server', async () => {
    const [code = ''] = codeOf('protect-an-api-in-go.md', 'go');
    const [file, binary] = [join(folder.path, 'main.go'), join(folder.path, 'main')];
    writeFileSync(file, beside(service, code));
    const env = { ...process.env, GOCACHE: join(folder.path, 'cache'), GOFLAGS: '-mod=mod', GO111MODULE: 'off' };
    const built = spawnSync('go', ['build', '-o', binary, file], { env, encoding: 'utf8' });
    expect(built.stderr).toBe('');
    const { url, stop } = await listening(binary, []);
    await protects(url).finally(stop);
  });
});
