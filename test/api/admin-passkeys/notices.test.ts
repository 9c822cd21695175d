// Tests the notices to admins about their passkeys and authenticators: one for each change, no matter who made it, and none without one.
import { beforeAll, expect, test } from '@jest/globals';
import { passkeyCallers } from '../../support/admin-passkeys.ts';
import { callers, nextStep } from '../../support/admins.ts';
import { adminSession, later, MINUTE } from '../../support/api.ts';
import { messagesTo } from '../../support/messages.ts';
import { authenticatorFor } from '../../support/passkeys.ts';
import { race, tally } from '../../support/race.ts';
import { newPassword, prepared, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';
import { until } from '../../support/until.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));
const keys = prepared(() => passkeyCallers(service));

/** The changes that the admin is told of, the newest first, once there are `count`. The bus may repeat an event. */
async function told(email: string, count: number): Promise<string[]> {
  const distinct = async () => {
    const details = await messagesTo(service, 'svc.admin_factor_changed', email, count);
    return [...new Map(details.map(({ id, change }) => [id, change])).values()];
  };
  await until(async () => (await distinct()).length >= count, `${count} notices`);
  return distinct();
}

test('an admin is told of a passkey that they add or remove, and not of another name or a refusal', async () => {
  const { cookie, email, passkey } = await keys.keyed();
  expect(await told(email, 1)).toEqual(['passkey_added']);
  const credential = authenticatorFor(service).create(await keys.optionsFor(cookie, '/options'));
  expect((await keys.rename(cookie, passkey.id, 'Laptop')).status).toBe(200);
  expect((await keys.sendNew(cookie, credential)).status).toBe(201);
  expect((await keys.sendNew(cookie, credential)).status).toBe(400);
  expect((await keys.remove(cookie, passkey.id)).status).toBe(200);
  expect((await keys.remove(cookie, passkey.id)).status).toBe(404);
  expect(await told(email, 3)).toEqual(['passkey_removed', 'passkey_added', 'passkey_added']);
});

test('an admin is told once that another admin removed all of their passkeys, also by twenty calls at once', async () => {
  const { id, cookie, email } = await keys.keyed();
  await keys.add(cookie, authenticatorFor(service));
  const replies = await race(20, () => keys.reset(id));
  expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 403: 19 });
  expect(await told(email, 3)).toEqual(['passkey_removed', 'passkey_added', 'passkey_added']);
});

test('an admin is told of an authenticator that they set up or remove, or that another admin removes', async () => {
  const { id, email, cookie } = await call.secured();
  expect(await told(email, 1)).toEqual(['authenticator_added']);
  expect((await call.verify(cookie, '000000')).status).toBe(400);
  expect((await call.removeOwnTotp(cookie)).status).toBe(200);
  const { secret } = (await call.setUp(cookie)).body;
  nextStep();
  expect((await call.verify(cookie, totp(secret))).status).toBe(201);
  expect((await call.removeTotp(id)).status).toBe(200);
  expect((await call.removeTotp(id)).status).toBe(403);
  const pair = ['authenticator_removed', 'authenticator_added'];
  expect(await told(email, 4)).toEqual([...pair, ...pair]);
});

test('the secret key tells the admin of what it removes, and a new password alone of nothing', async () => {
  const { email } = await keys.keyed();
  const reset = async (more: object) => {
    const body = { email, secretKey: service.secretKey, newPassword: newPassword(), ...more };
    expect((await service.post('/auth/admin/reset-password', body)).status).toBe(201);
  };
  await reset({});
  await reset({ removePasskeys: true, removeTotp: true });
  await reset({ removePasskeys: true });
  expect(await told(email, 2)).toEqual(['passkey_removed', 'passkey_added']);
});

test('an old login changes nothing, so the admin is told nothing', async () => {
  const { id, email } = await keys.keyed();
  const cookie = await adminSession(service);
  expect((await later(16 * MINUTE, () => keys.reset(id, cookie))).status).toBe(403);
  expect(await told(email, 1)).toEqual(['passkey_added']);
});
