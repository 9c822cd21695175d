// Tests DELETE /auth/admin/api/users/{id}/totp-devices/{deviceId}.
import { describe, expect, test } from '@jest/globals';
import { createUser, UNKNOWN_USER_IDS, USERS } from '../../support/admin-users.ts';
import { adminSession, answerOf, auditedAction, later, MINUTE, published, refusal } from '../../support/api.ts';
import { act, enrol, inboxOf } from '../../support/mfa.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, prepared, type Tenant, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const remove = (id: string, device: string) => service.admin('DELETE', `${USERS}/${id}/totp-devices/${device}`);
const detailsOf = async (id: string) => (await service.admin('GET', `${USERS}/${id}`)).body;

/** Creates a user with authenticators and returns the session that enrolled them. */
async function createEnrolledUser(devices: number, own: Tenant = tenant) {
  const user = await createUser(service, own);
  const { body: tokens } = await service.login(user);
  const ids: string[] = [];
  while (ids.length < devices) ids.push((await enrol(service, { tokens }, { deviceName: 'Phone' })).deviceId);
  return { ...user, tokens, devices: ids as [string, ...string[]] };
}

describe('DELETE /auth/admin/api/users/{id}/totp-devices/{deviceId} 200', () => {
  test('removes the authenticator and switches MFA off with the last one', async () => {
    const { id, devices } = await createEnrolledUser(2);
    expect((await remove(id, devices[0])).body).toEqual({ message: 'Device removed.' });
    expect(await detailsOf(id)).toMatchObject({
      user: { isMfaEnabled: true },
      mfa: { totpDevices: [{ id: devices[1] }] },
    });
    await remove(id, devices[1] as string);
    expect(await detailsOf(id)).toMatchObject({ user: { isMfaEnabled: false }, mfa: { totpDevices: [] } });
  });

  test("ends the user's sessions and asks the next login for the remaining authenticators", async () => {
    const [one, two] = [await createEnrolledUser(1), await createEnrolledUser(2)];
    for (const user of [one, two]) {
      await remove(user.id, user.devices[0]);
      const me = await service.get('/auth/me', { headers: bearer(user.tokens) });
      expect(answerOf(me)).toEqual(refusal('SESSION_NOT_FOUND'));
    }
    expect((await service.login(one)).body.isRequiresMfa).toBe(false);
    expect((await service.login(two)).body).toMatchObject({ isRequiresMfa: true, mfaMethods: ['totp'] });
  });

  test('cancels a pending set-up and keeps the authenticators', async () => {
    const { id, tokens, devices } = await createEnrolledUser(1);
    const { deviceId } = (await act(service, tokens, 'setup-totp')).body;
    expect((await remove(id, deviceId)).status).toBe(200);
    expect(await detailsOf(id)).toMatchObject({
      user: { isMfaEnabled: true },
      mfa: { totpDevices: [{ id: devices[0], verified: true }] },
    });
  });

  test('removes the authenticator once in twenty parallel calls, notifies the user and is audited', async () => {
    const user = await createEnrolledUser(1, await service.tenant());
    const replies = await race(20, () => remove(user.id, user.devices[0]));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 404: 19 });
    const about = { userId: user.id, email: user.email, deviceId: user.devices[0], deviceName: 'Phone' };
    expect(await published(service, 'svc.mfa_device_removed', user.tenant.id)).toMatchObject([{ detail: about }]);
    expect(await inboxOf(service, user.email, 2)).toEqual(['svc.mfa_device_added', 'svc.mfa_device_removed']);
    const audit = await auditedAction(service, 'user.mfa_device_removed', user.tenant.id);
    expect(audit).toMatchObject([{ before: { isMfaEnabled: true }, after: { isMfaEnabled: false } }]);
  });
});

test('DELETE /auth/admin/api/users/{id}/totp-devices/{deviceId} 403 rejects a login of more than 15 minutes ago', async () => {
  const { id, devices } = await createEnrolledUser(1);
  const headers = { cookie: await adminSession(service) };
  const path = `${USERS}/${id}/totp-devices/${devices[0]}`;
  const reply = await later(16 * MINUTE, () => service.send('DELETE', path, { headers }));
  expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
});

describe('DELETE /auth/admin/api/users/{id}/totp-devices/{deviceId} 404', () => {
  test("rejects a device that is unknown, malformed or another user's", async () => {
    const [user, other] = [await createEnrolledUser(1), await createEnrolledUser(1)];
    for (const device of [other.devices[0], `dev_${'0'.repeat(22)}`, 'x', '%2F', '__proto__'])
      expect(answerOf(await remove(user.id, device))).toEqual(refusal('MFA_DEVICE_NOT_FOUND'));
    expect((await detailsOf(other.id)).mfa.totpDevices).toHaveLength(1);
  });

  test.each(UNKNOWN_USER_IDS)('rejects the unknown user id %s', async (id) => {
    expect(answerOf(await remove(id, `dev_${'0'.repeat(22)}`))).toEqual(refusal('USER_NOT_FOUND'));
  });
});
