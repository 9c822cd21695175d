// Threat: a file that an admin imports comes from strangers. A line must harm no other line, no other tenant and no account
// that is here.
import { describe, expect, test } from '@jest/globals';
import { hash as bcrypt } from 'bcryptjs';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { basicOf, newMachine, postForm } from '../../support/applications.ts';
import { IMPORT, importedLine, importLines, SOURCE } from '../../support/imports.ts';
import { race, tally } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { scopedAdmin } from '../../support/scoped-admins.ts';
import { bearer, newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const created = expect.objectContaining({ outcome: 'created' });
const refused = (code: string) => expect.objectContaining({ outcome: 'refused', code });
const bodyOf = (more: Record<string, unknown> = {}) => ({
  tenantId: tenant.id,
  source: SOURCE,
  lines: [importedLine()],
  ...more,
});

describe('a line', () => {
  test('with the address of another line is refused, in one call and in the next', async () => {
    const [email, good] = [newEmail(), importedLine()];
    const lines = [importedLine({ email }), importedLine({ email: email.toUpperCase() }), good];
    expect(await importLines(service, tenant, lines)).toEqual([created, refused('USER_ALREADY_EXISTS'), created]);
    for (const onExisting of ['skip', 'merge'])
      expect(
        await importLines(service, tenant, [importedLine({ email, isEmailVerified: true })], { onExisting }),
      ).toEqual([refused('USER_ALREADY_EXISTS')]);
  });

  test('with an address that twenty callers import at once becomes one user', async () => {
    const email = newEmail();
    const results = await race(20, () => importLines(service, tenant, [importedLine({ email })]));
    expect(tally(results.map(([result]) => result.code ?? result.outcome))).toEqual({
      created: 1,
      USER_ALREADY_EXISTS: 19,
    });
  });

  test('that twenty callers import at once becomes one user', async () => {
    const line = importedLine();
    const results = await race(20, () => importLines(service, tenant, [line]));
    expect(tally(results.map(([result]) => result.outcome))).toEqual({ created: 1, skipped: 19 });
    expect(new Set(results.map(([result]) => result.userId)).size).toBe(1);
  });

  test('gives no access to an account with the address of a person who has signed up here', async () => {
    const victim = await service.signup(tenant);
    const password = newPassword();
    const line = importedLine({ email: victim.email, isEmailVerified: true, passwordHash: await bcrypt(password, 4) });
    expect(await importLines(service, tenant, [line], { onExisting: 'merge' })).toEqual([refused('MERGE_NOT_PROVED')]);
    expect((await service.login({ tenant, email: victim.email, password })).status).toBe(401);
    expect((await service.login(victim)).status).toBe(200);
  });

  test('takes over no account by an address that the other service has not verified', async () => {
    const victim = await createUser(service, tenant, { emailVerifiedAt: '2026-01-01T00:00:00Z' });
    const line = importedLine({ email: victim.email, name: 'Eve' });
    expect(await importLines(service, tenant, [line], { onExisting: 'merge' })).toEqual([refused('MERGE_NOT_PROVED')]);
  });

  test.each([
    [
      'a key that changes prototypes',
      '{"sourceId":"p1","email":"a@b.example","metadata":{"__proto__":{"isAdmin":true}}}',
      'INVALID_INPUT',
    ],
    ['such a key itself', '{"sourceId":"p2","__proto__":{"email":"a@b.example"}}', 'INVALID_INPUT'],
    [
      'a deep value',
      `{"sourceId":"p3","email":"a@b.example","metadata":{"a":${'['.repeat(3000)}${']'.repeat(3000)}}}`,
      'INVALID_INPUT',
    ],
    [
      'a wide value',
      `{"sourceId":"p4","email":"a@b.example","metadata":{"a":[${Array(500).fill(1)}]}}`,
      'INVALID_INPUT',
    ],
    ['a number out of range', '{"sourceId":"p5","email":"a@b.example","metadata":{"a":1e999}}', 'INVALID_INPUT'],
    ['half a character', '{"sourceId":"p6","email":"a@b.example","name":"\\ud800"}', 'INVALID_INPUT'],
    ['no object', '"p7"', 'INVALID_INPUT'],
    ['nothing', 'null', 'INVALID_INPUT'],
    ['a list', '[[[]]]', 'INVALID_INPUT'],
    ['a long text', `{"sourceId":"p8","email":"a@b.example","name":"${'x'.repeat(40_000)}"}`, 'LINE_TOO_LARGE'],
  ])('with %s is refused, and its neighbour is imported', async (_, line, code) => {
    const raw = `{"tenantId":"${tenant.id}","source":"${SOURCE}","lines":[${line},${JSON.stringify(importedLine())}]}`;
    const headers = { cookie: await service.adminCookie(), 'content-type': 'application/json' };
    const { status, body } = await service.send('POST', IMPORT, { raw, headers });
    expect([status, body.results]).toEqual([201, [refused(code), created]]);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('of 10 MB is not read', async () => {
    const lines = [importedLine({ name: 'x'.repeat(10_000_000) })];
    const reply = await service.admin('POST', IMPORT, bodyOf({ lines }));
    expect(reply.status).toBe(413);
  });

  test.each([
    `$argon2id$v=19$m=2147483648,t=3,p=4$${'A'.repeat(22)}$${'A'.repeat(43)}`,
    `$argon2id$v=19$m=4294967295,t=4294967295,p=255$${'A'.repeat(22)}$${'A'.repeat(43)}`,
    `$scrypt$ln=31,r=8,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
    `$pbkdf2-sha256$i=2147483648$${'A'.repeat(22)}$${'A'.repeat(43)}`,
    `$2b$31$${'a'.repeat(53)}`,
  ])('with the costs of %s is refused before any work', async (passwordHash) => {
    const lines = Array.from({ length: 50 }, () => importedLine({ passwordHash }));
    const results = await importLines(service, tenant, lines);
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['refused']));
    expect(results[0].code).toMatch(/^PASSWORD_HASH_(TOO_COSTLY|MALFORMED)$/);
  });

  test('gets no role of all tenants, of another tenant or of another guard', async () => {
    const role = async (body: Record<string, unknown>) =>
      (await service.admin('POST', '/auth/admin/api/roles', { name: newEmail(), ...body })).body.role;
    const other = await service.tenant();
    const roles = [
      await role({}),
      await role({ tenantId: other.id }),
      await role({ tenantId: tenant.id, guard: 'staff' }),
    ];
    for (const { id, name } of roles)
      for (const each of [name, id])
        expect(await importLines(service, tenant, [importedLine({ roles: ['x'] })], { roles: { x: each } })).toEqual([
          refused('ROLE_NOT_FOUND'),
        ]);
  });

  test('names a role that only a prototype has', async () => {
    const lines = ['constructor', 'toString', '__proto__'].map((name) => importedLine({ roles: [name] }));
    expect(await importLines(service, tenant, lines, { roles: { x: 'y' } })).toEqual(
      lines.map(() => refused('ROLE_NOT_FOUND')),
    );
  });
});

describe('an admin', () => {
  test('who is limited to tenants imports there, and into no other tenant', async () => {
    const other = await service.tenant();
    const admin = await scopedAdmin(service, 'operator', [tenant.id]);
    expect((await admin.send('POST', IMPORT, bodyOf())).body.results).toEqual([created]);
    for (const tenantId of [other.id, `ten_${'0'.repeat(22)}`])
      expect(answerOf(await admin.send('POST', IMPORT, bodyOf({ tenantId })))).toEqual(refusal('TENANT_NOT_FOUND'));
    expect((await everyRow()).some(({ pk }) => pk.startsWith(`T#${other.id}#IMP#`))).toBe(false);
  });

  test.each(['support', 'auditor'])('of the role %s imports nothing', async (role) => {
    const admin = await scopedAdmin(service, role);
    expect(answerOf(await admin.send('POST', IMPORT, bodyOf()))).toEqual(refusal('FORBIDDEN'));
  });
});

test('the token of a user or of an application imports nothing', async () => {
  const user = await service.signup(tenant);
  const machine = basicOf(await newMachine(tenant));
  const grant = { grant_type: 'client_credentials' };
  const { body } = await postForm(service, '/oauth2/token', grant, { headers: machine });
  for (const headers of [bearer(user.tokens), bearer(body.access_token)])
    expect(answerOf(await service.post(IMPORT, bodyOf(), { headers }))).toEqual(refusal('INVALID_TOKEN'));
  for (const headers of [machine, {}])
    expect(answerOf(await service.post(IMPORT, bodyOf(), { headers }))).toEqual(refusal('NO_AUTH_PROVIDED'));
});

test('an import that was killed half way goes on when all is sent again: nothing is lost, nothing is there twice', async () => {
  const own = await service.tenant();
  const lines = Array.from({ length: 60 }, () => importedLine());
  const first = await importLines(service, own, lines.slice(0, 30));
  const all = await importLines(service, own, lines);
  expect(all.map(({ outcome }) => outcome)).toEqual([...Array(30).fill('skipped'), ...Array(30).fill('created')]);
  expect(all.slice(0, 30).map(({ userId }) => userId)).toEqual(first.map(({ userId }) => userId));
  expect(new Set(all.map(({ userId }) => userId)).size).toBe(60);
  const rows = (await everyRow()).filter(({ pk, sk }) => pk.startsWith(`T#${own.id}#U#`) && sk === 'USER');
  expect(rows).toHaveLength(60);
  for (const { userId } of all.slice(0, 2)) expect((await service.admin('GET', `${USERS}/${userId}`)).status).toBe(200);
});
