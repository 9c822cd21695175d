// Threat: racing changes of factors leave an account with too many factors, with one counted twice, or with a required
// factor it does not have.
// Each change is decided against the current account, and exactly one of any number of parallel callers makes it.
import { expect, test } from '@jest/globals';
import { adminSession, answerOf } from '../../support/api.ts';
import {
  addDevice,
  admin,
  completeSetUp,
  enrol,
  freshCode,
  nextStep,
  pendingLogin,
  reachable,
  sentCode,
  setUp,
  type Tokens,
  toggle,
  verify,
} from '../../support/factors.ts';
import type { Reply } from '../../support/http.ts';
import { codeTo } from '../../support/messages.ts';
import { outcomes, race } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, newPassword, prepared, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const WRONG = [400, 'MFA_CODE_INVALID'];
const service = useService();
const tenant = prepared(() => service.tenant());

const remove = (tokens: Tokens, deviceId: string) =>
  service.send('DELETE', `/auth/mfa/devices/${deviceId}`, { headers: bearer(tokens) });
const devices = async (tokens: Tokens): Promise<unknown[]> =>
  (await service.get('/auth/mfa/devices', { headers: bearer(tokens) })).body;
const rowsOf = async ({ id }: { id: string }) => (await everyRow()).filter(({ pk }) => pk.endsWith(`#U#${id}`));

/**
 * Expects what must hold after every race: a required factor exists, and flags match devices. Returns the device count.
 */
async function expectConsistent({ id }: { id: string }, maxDevices = 10): Promise<number> {
  const rows = await rowsOf({ id });
  const user = rows.find(({ type }) => type === 'user');
  const count = rows.filter(({ type }) => type === 'totp-device').length;
  expect(count).toBeLessThanOrEqual(maxDevices);
  expect(user?.isTotpEnrolled).toBe(count > 0);
  const reachableBy = user?.emailVerifiedAt !== null || user?.phoneVerifiedAt !== null;
  if (user?.isMfaEnabled) expect(count > 0 || reachableBy).toBe(true);
  return count;
}

const areExpected = (replies: Reply[]) => replies.every(({ status }) => [200, 400, 401, 403, 404].includes(status));

test('an authenticator set-up completed by twenty parallel callers adds one device', async () => {
  const user = await service.signup(tenant);
  const { secret, deviceId } = (await setUp(service, user.tokens)).body;
  const otp = freshCode(secret);
  const replies = await race(20, () => completeSetUp(service, user.tokens, { otp, deviceId }));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(areExpected(replies)).toBe(true);
  expect(await devices(user.tokens)).toHaveLength(1);
});

test('one of five parallel logins sets up the first authenticator, and the others’ secrets are refused', async () => {
  const user = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
  const logins = await race(5, () => pendingLogin(service, user));
  const setUps = await Promise.all(logins.map(async (tokens) => (await setUp(service, tokens)).body));
  nextStep();
  const replies = await race(5, (caller) => {
    const { secret, deviceId } = setUps[caller];
    return completeSetUp(service, logins[caller]!, { otp: totp(secret), deviceId });
  });
  expect(outcomes(replies)).toEqual({ 200: 1, '401 SESSION_NOT_FOUND': 4 });
  const winner = replies.findIndex(({ status }) => status === 200);
  nextStep();
  const after = await pendingLogin(service, user);
  for (const { secret } of setUps.filter((_, index) => index !== winner))
    expect(answerOf(await verify(service, after, totp(secret)))).toEqual(WRONG);
  expect((await verify(service, after, totp(setUps[winner].secret))).status).toBe(200);
});

test('one of twenty parallel callers removes the last authenticator, which turns MFA off', async () => {
  const person = await enrol(service, tenant);
  const replies = await race(20, () => remove(person.tokens, person.deviceId));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(areExpected(replies)).toBe(true);
  expect(await expectConsistent({ id: person.id })).toBe(0);
  expect((await service.login(person)).body.isRequiresMfa).toBe(false);
});

test('a login after the owner and an admin remove two devices at once requires a factor only if one is left', async () => {
  for (let round = 0; round < 3; round++) {
    const person = await enrol(service, tenant);
    const other = await addDevice(service, person.tokens);
    const cookie = await adminSession(service);
    const path = (id: string) => `/auth/admin/api/users/${person.id}/totp-devices/${id}`;
    const replies = await race(20, (caller) =>
      caller % 2
        ? service.send('DELETE', path(other.deviceId), { headers: { cookie } })
        : remove(person.tokens, person.deviceId),
    );
    expect(areExpected(replies)).toBe(true);
    const remaining = await expectConsistent({ id: person.id });
    expect((await service.login(person)).body.isRequiresMfa).toBe(remaining > 0);
  }
});

test('the owner can log in after twenty parallel toggles of MFA', async () => {
  const user = await reachable(service, tenant, { on: false });
  const sessions = await race(4, () => service.login(user));
  const replies = await race(20, (caller) => toggle(service, sessions[caller % 4]?.body, caller % 3 > 0));
  expect(areExpected(replies)).toBe(true);
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  await expectConsistent({ id: user.id });
  const { body } = await service.login(user);
  if (body.isRequiresMfa) {
    const code = await sentCode(service, body, 'email', user.email);
    expect((await verify(service, body, code, 'email')).status).toBe(200);
  }
});

test('the owner can log in after a reset when their address was unverified while MFA was enabled', async () => {
  const user = await reachable(service, tenant, { on: false });
  await admin(service, 'PATCH', user.id, { phone: null });
  const { body: tokens } = await service.login(user);
  const cookie = await adminSession(service);
  const patch = { headers: { cookie }, body: { emailVerifiedAt: null } };
  const replies = await race(20, (caller) =>
    caller % 2 ? toggle(service, tokens, true) : service.send('PATCH', `/auth/admin/api/users/${user.id}`, patch),
  );
  expect(areExpected(replies)).toBe(true);
  const account = { tenantId: tenant.id, email: user.email };
  await service.post('/auth/forgot-password', account);
  const code = await codeTo(service, 'svc.password_reset_requested', user.email);
  const { resetToken } = (await service.post('/auth/verify-forgot-password-otp', { ...account, code })).body;
  const password = newPassword();
  await service.post('/auth/reset-password', { token: resetToken, newPassword: password });
  const { body } = await service.login({ ...user, password });
  if (body.isRequiresMfa) {
    const otp = await sentCode(service, body, 'email', user.email);
    expect((await verify(service, body, otp, 'email')).status).toBe(200);
  }
});

test('an account keeps at most ten authenticators when more are completed in parallel', async () => {
  const person = await enrol(service, tenant);
  for (let count = 1; count < 8; count++) await addDevice(service, person.tokens);
  const setUps = await Promise.all(Array.from({ length: 5 }, async () => (await setUp(service, person.tokens)).body));
  nextStep();
  for (const { secret, deviceId } of setUps)
    await race(4, () => completeSetUp(service, person.tokens, { otp: totp(secret), deviceId }));
  expect(await expectConsistent({ id: person.id })).toBe(10);
  expect(answerOf(await setUp(service, person.tokens))).toEqual([400, 'MFA_DEVICE_LIMIT_REACHED']);
});

test('recovery codes that are generated while the second factor is switched off do not outlive it', async () => {
  const person = await enrol(service, tenant);
  const generate = () => service.post('/auth/mfa/generate-recovery-code', {}, { headers: bearer(person.tokens) });
  const toggle = () => service.post('/auth/mfa/toggle', { enabled: false }, { headers: bearer(person.tokens) });
  const replies = await race(20, (caller) => (caller === 10 ? toggle() : generate()));
  expect(replies[10]?.status).toBe(200);
  expect((await rowsOf(person)).filter(({ type }) => type === 'recovery-codes')).toEqual([]);
});
