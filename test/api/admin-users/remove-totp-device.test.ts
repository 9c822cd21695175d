// DELETE /auth/admin/api/users/{id}/totp-devices/{deviceId}
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type DeviceId, newDeviceId, type TenantId, type UserId } from '../../../lib/platform/ids.ts';
import { totpDeviceKey } from '../../../lib/store/factors.ts';
import { create, type Item } from '../../../lib/store/table.ts';
import { race, tally } from '../../attacks/support/race.ts';
import { type Service, startService, type Tenant } from '../../support/service.ts';
import { answerOf, auditedAction, later, MINUTE, published, refusal } from '../support.ts';
import { createUser, NOBODY, USERS } from './support.ts';

let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(() => service.stop());

const remove = (id: string, device: string) => service.admin('DELETE', `${USERS}/${id}/totp-devices/${device}`);
const detailsOf = async (id: string) => (await service.admin('GET', `${USERS}/${id}`)).body;

/** A user with MFA on and authenticators, as the operations that enrol them will leave him. */
async function enrolled(devices: number, own: Tenant = tenant) {
  const user = await createUser(service, own);
  const ids = Array.from({ length: devices }, newDeviceId);
  const plant = (id: DeviceId) => {
    const key = totpDeviceKey(own.id as TenantId, user.id as UserId, id);
    const item = {
      ...key,
      type: 'totp-device',
      id,
      name: 'Phone',
      secret: 'x',
      verifiedAt: 1,
      createdAt: 1,
      lastUsedAt: null,
    };
    return create(item as Item);
  };
  await Promise.all(ids.map(plant));
  await service.admin('PATCH', `${USERS}/${user.id}`, { isMfaEnabled: true });
  return { ...user, devices: ids as [DeviceId, ...DeviceId[]] };
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

  test('of twenty at once one removes it; the user is told, and it is auditedAction', async () => {
    const user = await enrolled(1, await service.tenant());
    const replies = await race(20, () => remove(user.id, user.devices[0]));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 404: 19 });
    const about = { userId: user.id, email: user.email, deviceId: user.devices[0], deviceName: 'Phone' };
    expect(await published(service, 'svc.mfa_device_removed', user.tenant.id)).toMatchObject([{ detail: about }]);
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
