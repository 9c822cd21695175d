// Threat: an admin gains a role or tenants that no owner gave them, or acts in a role that was taken away.
// Only an owner of the whole deployment makes and changes admins. The write itself checks that its author still is one.
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as accounts from '../../../lib/domain/admins/accounts.ts';
import { asSession, find } from '../../../lib/store/admins/admins.ts';
import { PATH } from '../../support/admins.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { outcomes, race } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { type ScopedAdmin, scopedAdmin } from '../../support/scoped-admins.ts';
import { newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const FORBIDDEN = refusal('FORBIDDEN');
const service = useService();
const tenant = prepared(() => service.tenant());

const newcomer = (more: object = {}) => ({ email: newEmail(), password: newPassword(), ...more });
const stored = async (id: string) =>
  (await service.admin('GET', PATH)).body.data.find((each: { id: string }) => each.id === id);

describe.each([
  ['operator', null],
  ['support', null],
  ['auditor', null],
  ['owner', 'a tenant'],
  ['operator', 'a tenant'],
] as const)('an admin with the role %s, limited to %s', (role, limit) => {
  let admin: ScopedAdmin;
  beforeAll(async () => {
    admin = await scopedAdmin(service, role, limit && [tenant.id]);
  });

  test('makes no admin, of any role', async () => {
    for (const more of [{}, { role }, { role: 'auditor', tenants: [tenant.id] }])
      expect(answerOf(await admin.send('POST', PATH, newcomer(more)))).toEqual(FORBIDDEN);
  });

  test('changes and deletes no other admin', async () => {
    const { id } = await scopedAdmin(service, 'auditor', [tenant.id]);
    expect(answerOf(await admin.send('PATCH', `${PATH}/${id}`, { password: newPassword() }))).toEqual(FORBIDDEN);
    expect(answerOf(await admin.send('DELETE', `${PATH}/${id}`))).toEqual(FORBIDDEN);
    expect(answerOf(await admin.send('DELETE', `${PATH}/${id}/totp`))).toEqual(FORBIDDEN);
    expect(await stored(id)).toMatchObject({ role: 'auditor', tenants: [tenant.id] });
  });

  test('gives themselves no role, no tenants and no metadata', async () => {
    const before = await stored(admin.id);
    for (const more of [{ role: 'owner' }, { role }, { tenants: null }, { metadata: { role: 'owner' } }])
      expect(answerOf(await admin.send('PATCH', `${PATH}/${admin.id}`, { name: 'Eve', ...more }))).toEqual(FORBIDDEN);
    expect(answerOf(await admin.send('DELETE', `${PATH}/${admin.id}`))).toEqual(FORBIDDEN);
    expect(await stored(admin.id)).toEqual(before);
  });

  test('sets their own name and password, and nothing that is not declared', async () => {
    const password = newPassword();
    const more = { duties: ['own'], epoch: 9, isOwner: true, version: 1, networks: [] };
    const body = { name: 'Ada', password, currentPassword: admin.password };
    for (const [field, each] of Object.entries(more))
      expect(answerOf(await admin.send('PATCH', `${PATH}/${admin.id}`, { ...body, [field]: each }))).toEqual(
        refusal('INVALID_INPUT'),
      );
    const { status, body: reply } = await admin.send('PATCH', `${PATH}/${admin.id}`, body);
    expect([status, reply.admin.name]).toEqual([200, 'Ada']);
    expect(reply.admin).toMatchObject({ role, tenants: limit && [tenant.id] });
    expect((await service.post('/auth/admin/login', { email: admin.email, password })).status).toBe(201);
  });
});

test('metadata, a name or an address in the form of a role gives none', async () => {
  const fields = { role: 'owner', tenants: null };
  const body = newcomer({ role: 'auditor', tenants: [tenant.id], metadata: fields, name: 'owner' });
  const { id } = (await service.admin('POST', PATH, body)).body.admin;
  expect(await stored(id)).toMatchObject({ role: 'auditor', tenants: [tenant.id], metadata: fields });
  await service.admin('PATCH', `${PATH}/${id}`, { metadata: { ...fields, more: 1 } });
  const row = (await everyRow()).find((each) => each.id === id);
  expect(row).toMatchObject({ role: 'auditor', tenants: [tenant.id] });
});

test('a reset with the secret key keeps role and tenants', async () => {
  const { email, id } = await scopedAdmin(service, 'support', [tenant.id]);
  const body = { email, secretKey: service.secretKey, newPassword: newPassword() };
  for (const more of [{ role: 'owner' }, { tenants: null }])
    expect((await service.post('/auth/admin/reset-password', { ...body, ...more })).status).toBe(400);
  expect((await service.post('/auth/admin/reset-password', body)).status).toBe(201);
  expect(await stored(id)).toMatchObject({ role: 'support', tenants: [tenant.id] });
});

describe('an owner who is demoted', () => {
  test.each([{ role: 'operator' }, { tenants: 'one' }])(
    'makes no admin with a request in flight: %j',
    async (change) => {
      const owner = await scopedAdmin(service, 'owner');
      const victim = await scopedAdmin(service, 'auditor');
      // The guard has let the requests pass, and they have not written yet.
      const admin = (await find(owner.id as never))!;
      const session = (await everyRow()).map(asSession).find((each) => each?.adminId === owner.id)!;
      const actor = { admin, session };
      const body = 'tenants' in change ? { tenants: [tenant.id] } : change;
      expect((await service.admin('PATCH', `${PATH}/${owner.id}`, body)).status).toBe(200);
      const code = { statusCode: 403, code: 'FORBIDDEN' };
      await expect(accounts.create(actor, newcomer())).rejects.toMatchObject({ body: code });
      await expect(accounts.update(actor, victim.id, { role: 'owner' })).rejects.toMatchObject({ body: code });
      await expect(accounts.remove(actor, victim.id)).rejects.toMatchObject({ body: code });
      expect(await stored(victim.id)).toMatchObject({ role: 'auditor' });
    },
  );

  test('is refused on the next request, and keeps the session', async () => {
    const owner = await scopedAdmin(service, 'owner');
    await service.admin('PATCH', `${PATH}/${owner.id}`, { role: 'auditor' });
    expect(answerOf(await owner.send('POST', PATH, newcomer()))).toEqual(FORBIDDEN);
    expect((await owner.get(PATH)).status).toBe(200);
  });
});

test('one owner remains when twenty demote, limit or delete each other at the same time', async () => {
  const first: ScopedAdmin = await scopedAdmin(service, 'owner');
  const all = [first, ...(await race(19, () => scopedAdmin(service, 'owner')))];
  // The owners of other tests would remain, too.
  for (const { id } of (await first.get(PATH)).body.data)
    if (!all.some((each) => each.id === id)) await first.send('DELETE', `${PATH}/${id}`);
  const attacks = [
    (by: ScopedAdmin, id: string) => by.send('PATCH', `${PATH}/${id}`, { role: 'operator' }),
    (by: ScopedAdmin, id: string) => by.send('PATCH', `${PATH}/${id}`, { tenants: [tenant.id] }),
    (by: ScopedAdmin, id: string) => by.send('DELETE', `${PATH}/${id}`),
  ];
  // Each demotes the next one in the ring, so that every owner loses the role unless a write refuses.
  const ring = await race(20, (at) => attacks[at % 3]!(all[at]!, all[(at + 1) % 20]!.id));
  expect(ring.filter(({ status }) => status >= 500)).toEqual([]);
  const pairs = all.flatMap((by) => all.filter((each) => each !== by).map((each) => [by, each.id] as const));
  const replies = await race(pairs.length, (at) => attacks[at % 3]!(...pairs[at]!));
  expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
  const views = await Promise.all(all.map((each) => each.get('/auth/admin/me')));
  const owners = views.filter(({ status, body }) => status === 200 && body.role === 'owner' && body.tenants === null);
  expect(owners).toHaveLength(1);
  const last = all.find(({ id }) => id === owners[0]?.body.id)!;
  const own = await Promise.all([
    last.send('PATCH', `${PATH}/${last.id}`, { role: 'operator' }),
    last.send('PATCH', `${PATH}/${last.id}`, { tenants: [tenant.id] }),
    last.send('DELETE', `${PATH}/${last.id}`),
  ]);
  expect(outcomes(own)).toEqual({ '409 ADMIN_LAST_REMAINING': 3 });
});
