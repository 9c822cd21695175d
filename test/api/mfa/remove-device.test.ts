// Tests DELETE /auth/mfa/devices/{deviceId}.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, MINUTE, published, refusal } from '../../support/api.ts';
import {
  act,
  ask,
  done,
  enrol,
  enrolled,
  inboxOf,
  laterOn,
  pending,
  person,
  prove,
  removeDevice,
} from '../../support/mfa.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, prepared, type User, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

type Holder = Pick<User, 'tokens'>;
const remove = ({ tokens }: Holder, id: string) => removeDevice(service, tokens, id);
const me = async ({ tokens }: Holder) => answerOf(await service.get('/auth/me', { headers: bearer(tokens) }));
const idsOf = async ({ tokens }: Holder): Promise<string[]> =>
  (await ask(service, tokens, 'devices')).body.map(({ id }: { id: string }) => id);

describe('DELETE /auth/mfa/devices/{deviceId} 200', () => {
  test('removes one of two authenticators, whose codes then fail', async () => {
    const user = await enrolled(service, tenant);
    const second = await enrol(service, user);
    const reply = await remove(user, user.deviceId);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Device removed.' }]);
    expect(await idsOf(user)).toEqual([second.deviceId]);
    const waiting = await pending(service, user);
    expect(answerOf(await prove(service, waiting, user.secret))).toEqual(refusal('MFA_CODE_INVALID'));
    expect((await prove(service, waiting, second.secret)).status).toBe(200);
  });

  test('switches the second factor off with the last authenticator, even if an address is verified', async () => {
    const user = await person(service, tenant);
    const { deviceId } = await enrol(service, user);
    expect((await remove(user, deviceId)).status).toBe(200);
    expect((await ask(service, user.tokens, 'status')).body).toMatchObject({
      isEnabled: false,
      verifiedMethods: ['email'],
      totpDevices: [],
    });
    expect((await service.login(user)).body.isRequiresMfa).toBe(false);
  });

  test('cancels a set-up without ending sessions or sending a message', async () => {
    const user = await enrolled(service, tenant);
    const { body: other } = await prove(service, await pending(service, user), user.secret);
    const { deviceId, secret } = done(await act(service, user.tokens, 'setup-totp'), 'setup').body;
    expect((await remove(user, deviceId)).body).toEqual({ message: 'Set-up cancelled.' });
    expect(await idsOf(user)).toEqual([user.deviceId]);
    const late = await act(service, user.tokens, 'verify-totp-setup', { otp: '123456', secret });
    expect(answerOf(late)).toEqual(refusal('MFA_CODE_INVALID'));
    expect(await me({ tokens: other })).toEqual([200, undefined]);
    expect(await inboxOf(service, user.email, 1)).toEqual(['svc.mfa_device_added']);
  });

  test("ends every other session and keeps the caller's", async () => {
    const user = await enrolled(service, tenant);
    await enrol(service, user);
    const { body: other } = await prove(service, await pending(service, user), user.secret);
    await remove(user, user.deviceId);
    expect([await me(user), await me({ tokens: other })]).toEqual([[200, undefined], refusal('SESSION_NOT_FOUND')]);
  });

  test('publishes an event and sends one message for each removed authenticator', async () => {
    const own = await service.tenant();
    const user = await service.signup(own);
    const [phone, tablet] = [
      await enrol(service, user, { deviceName: 'Phone' }),
      await enrol(service, user, { deviceName: 'Tablet' }),
    ];
    const before = await inboxOf(service, user.email, 2);
    const about = { userId: claimsOf(user.tokens.accessToken).sub, email: user.email, phone: null };
    await remove(user, phone.deviceId);
    expect(await published(service, 'svc.mfa_device_removed', own.id)).toMatchObject([
      { detail: { ...about, deviceId: phone.deviceId, deviceName: 'Phone' } },
    ]);
    expect(await inboxOf(service, user.email, 3)).toEqual([...before, 'svc.mfa_device_removed']);
    await remove(user, tablet.deviceId);
    expect(await published(service, 'svc.two_factor_disabled', own.id)).toMatchObject([
      { detail: { ...about, deviceId: tablet.deviceId } },
    ]);
    const last = await inboxOf(service, user.email, 4);
    expect(last).toEqual([...before, 'svc.mfa_device_removed', 'svc.mfa_device_removed']);
  });

  test('removes the authenticator once in twenty parallel calls and keeps the session', async () => {
    const user = await enrolled(service, tenant);
    const replies = await race(20, () => remove(user, user.deviceId));
    expect(outcomes(replies)).toEqual({ 200: 1, '404 MFA_DEVICE_NOT_FOUND': 19 });
    expect(await me(user)).toEqual([200, undefined]);
  });

  test('removes two authenticators in parallel and switches the second factor off', async () => {
    const user = await enrolled(service, tenant);
    const ids = [user.deviceId, (await enrol(service, user)).deviceId];
    const replies = await race(2, (caller) => remove(user, ids[caller] as string));
    expect(outcomes(replies)).toEqual({ 200: 2 });
    expect((await ask(service, user.tokens, 'status')).body).toMatchObject({ isEnabled: false, totpDevices: [] });
  });
});

describe('DELETE /auth/mfa/devices/{deviceId} 400', () => {
  test('rejects removing the last authenticator when the tenant requires a second factor', async () => {
    const user = await enrolled(service, await service.tenant({ mfa: { policy: 'required' } }));
    const { body: tokens } = await prove(service, user.tokens, user.secret);
    expect(answerOf(await remove({ tokens }, user.deviceId))).toEqual(refusal('MFA_LAST_FACTOR'));
    const second = await enrol(service, { tokens });
    expect((await remove({ tokens }, user.deviceId)).status).toBe(200);
    expect(answerOf(await remove({ tokens }, second.deviceId))).toEqual(refusal('MFA_LAST_FACTOR'));
    expect(await idsOf({ tokens })).toEqual([second.deviceId]);
  });
});

test('DELETE /auth/mfa/devices/{deviceId} 401 rejects a pending login', async () => {
  const user = await enrolled(service, tenant);
  const tokens = await pending(service, user);
  expect(answerOf(await remove({ tokens }, user.deviceId))).toEqual(refusal('MFA_REQUIRED'));
  expect(await idsOf(user)).toEqual([user.deviceId]);
});

describe('DELETE /auth/mfa/devices/{deviceId} 403', () => {
  test('rejects a proof of more than 15 minutes ago', async () => {
    const user = await enrolled(service, tenant);
    const reply = await laterOn(service, user.tokens, 16 * MINUTE, (tokens) => remove({ tokens }, user.deviceId));
    expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
    expect(await idsOf(user)).toEqual([user.deviceId]);
  });

  test('rejects the call when the tenant has switched second factors off', async () => {
    const user = await enrolled(service, await service.tenant());
    const settings = { mfa: { policy: 'off' } };
    await service.admin('PATCH', `/auth/admin/api/tenants/${user.tenant.id}`, { settings });
    expect(answerOf(await remove(user, user.deviceId))).toEqual(refusal('MFA_NOT_ENABLED'));
  });
});

describe('DELETE /auth/mfa/devices/{deviceId} 404', () => {
  test("rejects an id that is unknown, malformed or another user's", async () => {
    const [user, other] = [await enrolled(service, tenant), await enrolled(service, tenant)];
    const setup = done(await act(service, other.tokens, 'setup-totp'), 'setup').body;
    for (const id of [
      other.deviceId,
      setup.deviceId,
      `dev_${'0'.repeat(22)}`,
      'dev_',
      'x',
      '%2F',
      '%00',
      '..%2Fdevices',
      '__proto__',
      'constructor',
      `${user.deviceId}%23`,
      `DEV%23${user.deviceId}`,
      'd'.repeat(3000),
    ])
      expect(answerOf(await remove(user, id))).toEqual(refusal('MFA_DEVICE_NOT_FOUND'));
    expect(await idsOf(user)).toEqual([user.deviceId]);
    expect(await idsOf(other)).toEqual([other.deviceId, setup.deviceId]);
  });

  test('rejects an authenticator that was already removed', async () => {
    const user = await enrolled(service, tenant);
    await enrol(service, user);
    await remove(user, user.deviceId);
    expect(answerOf(await remove(user, user.deviceId))).toEqual(refusal('MFA_DEVICE_NOT_FOUND'));
  });
});
