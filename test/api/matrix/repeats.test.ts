// Repeats the requests that create something, with an Idempotency-Key: one call of each operation that takes one.
import { beforeAll, describe, expect, test } from '@jest/globals';
import type * as table from '../../../lib/store/dynamo/table.ts';
import { adminSession, answerOf, DAY, giveRoles, HOUR, later, refusal } from '../../support/api.ts';
import { newPermission, newRole } from '../../support/grants.ts';
import type { Reply } from '../../support/http.ts';
import { operations } from '../../support/ledger.ts';
import { outcomes, race } from '../../support/race.ts';
import { project, type Worker, worker } from '../../support/resources.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, newEmail, newPassword, type Tenant, unique, useService } from '../../support/service.ts';

const service = useService();
let tenant: Tenant;
let reader: Worker;
let projectId: string;
let inviter: Record<string, string>;
beforeAll(async () => {
  reader = await worker(service);
  projectId = (await project(reader)).id;
  tenant = await service.tenant();
  await service.adminCookie();
  const user = await service.signup(tenant);
  await newPermission(service, { name: 'users.invite' });
  const role = await newRole(service, { tenantId: tenant.id, permissions: ['users.invite', 'organization.invite'] });
  await giveRoles(user, [role.id]);
  inviter = bearer((await service.login(user)).body);
});

type Call = (key: string | undefined, body: object) => Promise<Reply>;
const keyed = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { 'idempotency-key': key };
const asAdmin =
  (path: string): Call =>
  async (key, body) =>
    service.post(path, body, { headers: { cookie: await service.adminCookie(), ...keyed(key) } });

/** A call and a new body for each operation that takes a key. */
const CALLS: Readonly<Record<string, [Call, () => Record<string, unknown>]>> = {
  'POST /auth/admin/api/users': [
    asAdmin('/auth/admin/api/users'),
    () => ({ email: newEmail(), password: newPassword(), tenantId: tenant.id }),
  ],
  'POST /auth/admin/api/invitations': [
    asAdmin('/auth/admin/api/invitations'),
    () => ({ email: newEmail(), tenantId: tenant.id }),
  ],
  'POST /auth/invite': [
    (key, body) => service.post('/auth/invite', body, { headers: { ...inviter, ...keyed(key) } }),
    () => ({ email: newEmail() }),
  ],
  'POST /auth/organization/invitations': [
    (key, body) => service.post('/auth/organization/invitations', body, { headers: { ...inviter, ...keyed(key) } }),
    () => ({ email: newEmail() }),
  ],
  'POST /projects': [
    (key, body) => service.post('/projects', body, { headers: { ...bearer(reader.tokens), ...keyed(key) } }),
    () => ({ name: 'Apollo', slug: unique('p') }),
  ],
  'POST /tasks': [
    (key, body) => service.post('/tasks', body, { headers: { ...bearer(reader.tokens), ...keyed(key) } }),
    () => ({ title: unique('t'), projectId }),
  ],
};

test('every operation that takes a key is called here', () => {
  const declared = operations.flatMap(({ route, operation }) => (operation.input?.idempotent ? [route] : []));
  expect(Object.keys(CALLS).sort()).toEqual(declared.sort());
});

const created = async () => (await everyRow()).filter(({ type }) => ['user', 'row'].includes(type)).length;

describe.each(Object.entries(CALLS))('%s', (_, [call, newBody]) => {
  test('a repeated request gets the first reply, a day long, and creates nothing', async () => {
    const [key, body] = [unique('key'), newBody()];
    const first = await call(key, body);
    expect(first.status).toBe(201);
    const before = await created();
    const again = await call(`"${key}"`, body);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await created()).toBe(before);
  });

  test('another body with the key is refused, and the key still gives the first reply', async () => {
    const [key, body] = [unique('key'), newBody()];
    const first = await call(key, body);
    expect(answerOf(await call(key, newBody()))).toEqual(refusal('IDEMPOTENCY_KEY_REUSED'));
    expect((await call(key, body)).body).toEqual(first.body);
  });

  test('twenty requests at once create one thing and get one reply', async () => {
    const [key, body, before] = [unique('key'), newBody(), await created()];
    const replies = await race(20, () => call(key, body));
    expect(outcomes(replies)).toEqual({ 201: 20 });
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    expect(await created()).toBe(before + 1);
  });

  test('a refused request stores nothing, so that the key works for a corrected one', async () => {
    const key = unique('key');
    expect((await call(key, { ...newBody(), noSuchField: 1, email: 'x', slug: 7, title: 7 })).status).toBe(400);
    expect((await call(key, newBody())).status).toBe(201);
  });

  test.each([
    ['a space', 'a b'],
    ['256 characters', 'x'.repeat(256)],
    ['half of its quotes', '"a'],
    ['another letter than those of ASCII', 'ä'],
  ])('a key with %s is refused', async (_, key) => {
    expect(answerOf(await call(key, newBody()))).toEqual(refusal('INVALID_INPUT'));
  });

  test('nothing of the reply is stored in plain, and it expires', async () => {
    const [key, body] = [unique('key'), newBody()];
    await call(key, body);
    const stored = (await everyRow()).filter(({ type }) => type === 'stored-reply');
    expect(stored.length).toBeGreaterThan(0);
    for (const row of stored) {
      expect(Object.keys(row).sort()).toEqual(['pk', 'sealed', 'sk', 'ttl', 'type']);
      expect(JSON.stringify(row)).not.toContain(key);
      expect((row as table.Item & { ttl: number }).ttl).toBeGreaterThan(Date.now() / 1000 + 80_000);
    }
  });
});

test('the key of one caller is not that of another one', async () => {
  const key = unique('key');
  const other = await worker(service, undefined, reader.tenant);
  const send = (who: Worker) =>
    service.post('/projects', { name: 'A', slug: unique('p') }, { headers: { ...bearer(who.tokens), ...keyed(key) } });
  expect([(await send(reader)).status, (await send(other)).status]).toEqual([201, 201]);
});

test('a caller who has lost the right gets no earlier reply', async () => {
  const who = await worker(service);
  const [key, body] = [unique('key'), { name: 'A', slug: unique('p') }];
  const send = () => service.post('/projects', body, { headers: { ...bearer(who.tokens), ...keyed(key) } });
  expect((await send()).status).toBe(201);
  await giveRoles(who as never, []);
  expect(answerOf(await send())).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
});

test('a key that has expired is free again', async () => {
  const [key, path] = [unique('key'), '/auth/admin/api/invitations'];
  const send = async () => {
    const headers = { cookie: await adminSession(service), ...keyed(key) };
    return (await service.post(path, { email: newEmail(), tenantId: tenant.id }, { headers })).status;
  };
  expect(await send()).toBe(201);
  expect(await send()).toBe(422);
  expect(await later(DAY + HOUR, send)).toBe(201);
});
