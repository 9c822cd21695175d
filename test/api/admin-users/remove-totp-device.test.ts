// DELETE /auth/admin/api/users/{id}/totp-devices/{deviceId}
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createUser, NOBODY, USERS } from '../../support/admin-users.ts';
import { answerOf, auditedAction, later, MINUTE, published, refusal } from '../../support/api.ts';
import { act, enrol, inboxOf } from '../../support/mfa.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, type Tenant, useService } from '../../support/service.ts';

const service = useService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await service.tenant();
});

const remove = (id: string, device: string) => service.admin('DELETE', `${USERS}/${id}/totp-devices/${device}`);
const detailsOf = async (id: string) => (await service.admin('GET', `${USERS}/${id}`)).body;

/** A user with authenticators, and the session that set them up. */
async function enrolled(devices: number, own: Tenant = tenant) {
  const user = await createUser(service, own);
  const { body: tokens } = await service.login(user);
  const ids: string[] = [];
  while (ids.length < devices) ids.push((await enrol(service, { tokens }, { deviceName: 'Phone' })).deviceId);
  return { ...user, tokens, devices: ids as [string, ...string[]] };
}

describe('200', () => {
  test('removes that one; with the last one MFA is off', async () => {
    const { id, devices } = await enrolled(2);
    expect((await remove(id, devices[0])).body).toEqual({ message: 'Device removed.' });
    expect(await detailsOf(id)).toMatchObject({
      user: { isMfaEnabled: true },
      mfa: { totpDevices: [{ id: devices[1] }] },
    });
    await remove(id, devices[1] as string);
    expect(await detailsOf(id)).toMatchObject({ user: { isMfaEnabled: false }, mfa: { totpDevices: [] } });
  });

  test('whoever is logged in is out, and the next login needs what is left', async () => {
    const [one, two] = [await enrolled(1), await enrolled(2)];
    for (const user of [one, two]) {
      await remove(user.id, user.devices[0]);
      const me = await service.get('/auth/me', { headers: bearer(user.tokens) });
      expect(answerOf(me)).toEqual(refusal('SESSION_NOT_FOUND'));
    }
    expect((await service.login(one)).body.isRequiresMfa).toBe(false);
    expect((await service.login(two)).body).toMatchObject({ isRequiresMfa: true, mfaMethods: ['totp'] });
  });

  test('a set-up under way can be called off, too; the authenticators stay', async () => {
    const { id, tokens, devices } = await enrolled(1);
    const { deviceId } = (await act(service, tokens, 'setup-totp')).body;
    expect((await remove(id, deviceId)).status).toBe(200);
    expect(await detailsOf(id)).toMatchObject({
      user: { isMfaEnabled: true },
      mfa: { totpDevices: [{ id: devices[0], verified: true }] },
    });
  });

  test('of twenty at once one removes it; the user is told, and it is auditedAction', async () => {
    const user = await enrolled(1, await service.tenant());
    const replies = await race(20, () => remove(user.id, user.devices[0]));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 404: 19 });
    const about = { userId: user.id, email: user.email, deviceId: user.devices[0], deviceName: 'Phone' };
    expect(await published(service, 'svc.mfa_device_removed', user.tenant.id)).toMatchObject([{ detail: about }]);
    expect(await inboxOf(service, user.email, 2)).toEqual(['svc.mfa_device_added', 'svc.mfa_device_removed']);
    const audit = await auditedAction(service, 'user.mfa_device_removed', user.tenant.id);
    expect(audit).toMatchObject([{ before: { isMfaEnabled: true }, after: { isMfaEnabled: false } }]);
  });
});

test('403 with a login longer ago than 15 minutes', async () => {
  const { id, devices } = await enrolled(1);
  const reply = await later(16 * MINUTE, () => remove(id, devices[0]));
  expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
});

describe('404', () => {
  test('a device that is unknown, malformed, or somebody else’s', async () => {
    const [user, other] = [await enrolled(1), await enrolled(1)];
    for (const device of [other.devices[0], `dev_${'0'.repeat(22)}`, 'x', '%2F', '__proto__'])
      expect(answerOf(await remove(user.id, device))).toEqual(refusal('MFA_DEVICE_NOT_FOUND'));
    expect((await detailsOf(other.id)).mfa.totpDevices).toHaveLength(1);
  });

  test.each(NOBODY)('%s', async (id) => {
    expect(answerOf(await remove(id, `dev_${'0'.repeat(22)}`))).toEqual(refusal('USER_NOT_FOUND'));
  });
});
