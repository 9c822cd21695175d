// Tests GET /auth/mfa/devices.
import { expect, test } from '@jest/globals';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import { act, ask, complete, done, enrol, enrolled, pending } from '../../support/mfa.ts';
import { prepared, type User, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const devices = ({ tokens }: Pick<User, 'tokens'>) => ask(service, tokens, 'devices');
const idsOf = async (user: Pick<User, 'tokens'>) => (await devices(user)).body.map(({ id }: { id: string }) => id);

test('GET /auth/mfa/devices 200 lists each authenticator and set-up without its secret', async () => {
  const user = await service.signup(tenant);
  expect((await devices(user)).body).toEqual([]);
  const phone = await enrol(service, user, { deviceName: 'Phone' });
  const setup = done(await act(service, user.tokens, 'setup-totp', { deviceName: 'Tablet' }), 'setup').body;
  const { status, body, text } = await devices(user);
  const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(status).toBe(200);
  expect(body).toEqual([
    { id: phone.deviceId, deviceName: 'Phone', method: 'totp', verified: true, createdAt: date, lastUsedAt: date },
    { id: setup.deviceId, deviceName: 'Tablet', method: 'totp', verified: false, createdAt: date },
  ]);
  for (const { secret } of [phone, setup]) expect(text).not.toContain(secret);
});

test('GET /auth/mfa/devices 200 lists authenticators by last use, then set-ups newest first', async () => {
  const user = await enrolled(service, tenant);
  const second = await enrol(service, user);
  const setups = [(await act(service, user.tokens, 'setup-totp')).body.deviceId];
  setups.unshift((await act(service, user.tokens, 'setup-totp')).body.deviceId);
  expect(await idsOf(user)).toEqual([second.deviceId, user.deviceId, ...setups]);
  await complete(service, user);
  expect(await idsOf(user)).toEqual([user.deviceId, second.deviceId, ...setups]);
});

test('GET /auth/mfa/devices 200 drops a set-up after ten minutes and keeps authenticators', async () => {
  const user = await enrolled(service, tenant);
  const { deviceId } = (await act(service, user.tokens, 'setup-totp')).body;
  expect(await later(9 * MINUTE, () => idsOf(user))).toEqual([user.deviceId, deviceId]);
  expect(await later(10 * MINUTE, () => idsOf(user))).toEqual([user.deviceId]);
});

test("GET /auth/mfa/devices 200 lists only the user's own authenticators", async () => {
  const [user, other] = [await enrolled(service, tenant), await enrolled(service, tenant)];
  expect([await idsOf(user), await idsOf(other)]).toEqual([[user.deviceId], [other.deviceId]]);
});

test('GET /auth/mfa/devices 401 rejects a pending login', async () => {
  const tokens = await pending(service, await enrolled(service, tenant));
  expect(answerOf(await devices({ tokens }))).toEqual(refusal('MFA_REQUIRED'));
});

test('GET /auth/mfa/devices 403 rejects the call when the tenant has switched second factors off', async () => {
  const user = await service.signup(await service.tenant({ mfa: { policy: 'off' } }));
  expect(answerOf(await devices(user))).toEqual(refusal('MFA_NOT_ENABLED'));
});
