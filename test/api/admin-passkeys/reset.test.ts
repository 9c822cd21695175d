// Tests the ways out for an admin who lost their passkeys: DELETE /auth/admin/admins/{id}/passkeys, and the secret key.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { passkeyCallers } from '../../support/admin-passkeys.ts';
import { callers, UNKNOWN_ADMIN_IDS } from '../../support/admins.ts';
import { adminSession, answerOf, audited, later, MINUTE, refusal } from '../../support/api.ts';
import { authenticatorFor } from '../../support/passkeys.ts';
import { race, tally } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
let first: string;
beforeAll(async () => {
  await service.adminCookie();
  first = (await service.admin('GET', '/auth/admin/me')).body.id;
});
const call = prepared(() => callers(service));
const keys = prepared(() => passkeyCallers(service));

const rowsOf = async (id: string) =>
  (await everyRow()).filter(
    ({ pk, type, adminId }) =>
      (type === 'admin-passkey' && pk.includes(id)) || (type === 'admin-passkey-claim' && adminId === id),
  );

describe('DELETE /auth/admin/admins/{id}/passkeys 200', () => {
  test("removes all of them, ends the admin's sessions, and accepts the password alone again", async () => {
    const { id, cookie, authenticator, passkey, ...who } = await keys.keyed();
    const second = await keys.add(cookie, authenticatorFor(service));
    expect(await rowsOf(id)).toHaveLength(4);
    const reply = await keys.reset(id);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Passkeys removed.' }]);
    expect(answerOf(await call.me(cookie))).toEqual(refusal('SESSION_INVALID'));
    expect(await rowsOf(id)).toEqual([]);
    expect(answerOf(await keys.loginBy(authenticator))).toEqual(refusal('PASSKEY_INVALID'));
    expect((await call.login(who)).body.admin).toMatchObject({ hasPasskey: false });
    const entries = await audited(service, id, (found) => found.length === 5);
    const removed = entries.filter(({ action }) => action === 'admin.passkey_removed');
    expect(removed.map(({ before }) => before.passkeyId).sort()).toEqual([passkey.id, second.id].sort());
    expect(removed.every(({ adminId }) => adminId === first)).toBe(true);
  });

  test('removes them once in twenty parallel calls', async () => {
    const { id } = await keys.keyed();
    const replies = await race(20, () => keys.reset(id));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 403: 19 });
  });
});

describe('DELETE /auth/admin/admins/{id}/passkeys', () => {
  test('403 rejects an admin without one, and a login of more than 15 minutes ago', async () => {
    expect(answerOf(await keys.reset((await call.account()).id))).toEqual(refusal('MFA_NOT_ENABLED'));
    const { id } = await keys.keyed();
    const cookie = await adminSession(service);
    expect(answerOf(await later(16 * MINUTE, () => keys.reset(id, cookie)))).toEqual(refusal('REAUTH_REQUIRED'));
  });

  test('403 rejects an admin who is no owner', async () => {
    const { id } = await keys.keyed();
    const operator = await keys.keyed({ role: 'operator' });
    expect(answerOf(await keys.reset(id, operator.cookie))).toEqual(refusal('FORBIDDEN'));
  });

  test('404 rejects an id that is unknown, malformed or of another kind', async () => {
    for (const id of UNKNOWN_ADMIN_IDS) expect(answerOf(await keys.reset(id))).toEqual(refusal('ADMIN_USER_NOT_FOUND'));
  });
});

describe('POST /auth/admin/reset-password', () => {
  const reset = (email: string, more: object) => {
    const password = newPassword();
    const body = { email, secretKey: service.secretKey, newPassword: password, ...more };
    return service.post('/auth/admin/reset-password', body).then((reply) => ({ reply, password }));
  };

  test('201 keeps the passkeys', async () => {
    const { authenticator, ...who } = await keys.keyed();
    const { reply, password } = await reset(who.email, {});
    expect(reply.status).toBe(201);
    expect(answerOf(await call.login({ ...who, password }))).toEqual(refusal('PASSKEY_REQUIRED'));
    expect((await keys.loginBy(authenticator)).status).toBe(201);
  });

  test('201 removes them if the deployer asks for it, for the last owner who lost them', async () => {
    const { id, authenticator, ...who } = await keys.keyed();
    const { reply, password } = await reset(who.email, { removePasskeys: true });
    expect(reply.status).toBe(201);
    expect((await call.login({ ...who, password })).status).toBe(201);
    expect(answerOf(await keys.loginBy(authenticator))).toEqual(refusal('PASSKEY_INVALID'));
    expect(await rowsOf(id)).toEqual([]);
    const [entry] = await audited(service, id, (found) => found[0]?.action === 'admin.passkey_removed');
    expect(entry).toMatchObject({ adminId: null });
  });
});

test('DELETE /auth/admin/admins/{id} 200 removes the passkeys of the admin', async () => {
  const { id, authenticator } = await keys.keyed();
  expect((await call.remove(id)).status).toBe(200);
  expect(await rowsOf(id)).toEqual([]);
  expect(answerOf(await keys.loginBy(authenticator))).toEqual(refusal('PASSKEY_INVALID'));
});
