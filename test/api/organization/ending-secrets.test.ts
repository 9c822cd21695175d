// Tests the end of the client secret of an identity provider: who sets it, and that it is told before.
import { describe, expect, test } from '@jest/globals';
import { noticeOf, tellEndingSecrets } from '../../../lib/domain/tenants/ending-secrets.ts';
import { now } from '../../../lib/platform/clock.ts';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { beat } from '../../../lib/store/heartbeat.ts';
import { find, type Tenant as StoredTenant } from '../../../lib/store/tenants/tenants.ts';
import { DAY, published } from '../../support/api.ts';
import { type Manager, manager, ORGANIZATION } from '../../support/organization.ts';
import { race } from '../../support/race.ts';
import { type Tenant, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = useService({}, { changeFeed: true });
const PROVIDERS = `${ORGANIZATION}/providers`;
const EVENT = 'svc.provider_secret_expiring';
const inDays = (days: number): string => new Date(now() + days * DAY).toISOString();
const entra = (more: object = {}) => ({
  name: 'entra',
  issuer: 'https://login.example.com/v2.0',
  clientId: 'client',
  clientSecret: 'secret of the client',
  ...more,
});
const stored = async ({ id }: Tenant) => (await find(id as TenantId)) as StoredTenant;
async function connected(more: object): Promise<{ tenant: Tenant; by: Manager }> {
  const tenant = await service.tenant();
  const by = await manager(service, tenant, ['organization.sso']);
  const reply = await by.ask('POST', PROVIDERS, entra(more));
  if (reply.status !== 201) throw new Error(reply.text);
  return { tenant, by };
}
const endOf = async (by: Manager) => (await by.ask('GET', PROVIDERS)).body.providers[0].secretExpiresAt;
const told = async ({ id }: Tenant) => (await published(service, EVENT, id)).map(({ detail }) => detail.daysLeft);

describe('the end of a secret', () => {
  test('is shown, changed and removed, and ends with the secret that it is of', async () => {
    const [first, second] = [inDays(40), inDays(400)];
    const { by } = await connected({ secretExpiresAt: first });
    const change = (body: object) => by.ask('PATCH', `${PROVIDERS}/entra`, body);
    expect(await endOf(by)).toBe(first);
    await change({ enabled: false });
    expect(await endOf(by)).toBe(first);
    await change({ clientSecret: 'another secret' });
    expect(await endOf(by)).toBeNull();
    await change({ clientSecret: 'a third secret', secretExpiresAt: second });
    expect(await endOf(by)).toBe(second);
    await change({ secretExpiresAt: null });
    expect(await endOf(by)).toBeNull();
    await change({ secretExpiresAt: second });
    await change({ clientId: 'another client' });
    expect(await endOf(by)).toBeNull();
    expect((await change({ secretExpiresAt: 'tomorrow' })).status).toBe(400);
  });

  test('is a setting of the tenant for admins', async () => {
    const { tenant } = await connected({ secretExpiresAt: inDays(40) });
    const { settings } = await stored(tenant);
    const providers = settings.ssoProviders?.map(({ clientSecret: _, ...rest }) => ({
      ...rest,
      secretExpiresAt: inDays(50),
    }));
    const reply = await service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, {
      settings: { ssoProviders: providers },
    });
    expect(reply.body.tenant.settings.ssoProviders[0].secretExpiresAt).toBe(providers?.[0]?.secretExpiresAt);
  });
});

describe('the notice', () => {
  test.each([
    [31, undefined],
    [30, 30],
    [24.5, 30],
    [23, undefined],
    [7, 7],
    [1.5, 7],
    [1, 1],
    [0.1, 1],
    [0, undefined],
    [-3, undefined],
  ])('of a secret that ends in %d days is %p', (days, expected) => {
    const at = now();
    expect(noticeOf(at + days * DAY, at)).toBe(expected);
  });

  test('is published once at each of 30, 7 and 1 days, by twenty runs at once', async () => {
    const { tenant } = await connected({ secretExpiresAt: inDays(35) });
    const at = now();
    for (const day of [0, 5, 6, 20, 28, 30, 34, 36])
      await race(20, async () => tellEndingSecrets(await stored(tenant), at + day * DAY));
    await until(async () => ((await told(tenant)).length >= 3 ? true : undefined), 'the events');
    expect((await told(tenant)).sort()).toEqual([1, 30, 7]);
  });

  test('is published again for another end, and not for a provider that is off or a tenant that is', async () => {
    const [{ tenant, by }, off] = [
      await connected({ secretExpiresAt: inDays(6) }),
      await connected({ secretExpiresAt: inDays(6), enabled: false }),
    ];
    for (const each of [tenant, off.tenant]) await tellEndingSecrets(await stored(each), now());
    await by.ask('PATCH', `${PROVIDERS}/entra`, { secretExpiresAt: inDays(5) });
    await tellEndingSecrets(await stored(tenant), now());
    await tellEndingSecrets({ ...(await stored(tenant)), status: 'inactive' }, now() + 4.5 * DAY);
    await until(async () => ((await told(tenant)).length >= 2 ? true : undefined), 'the events');
    expect([await told(tenant), await told(off.tenant)]).toEqual([[7, 7], []]);
  });

  test('is published by the job of a day', async () => {
    const { tenant } = await connected({ secretExpiresAt: inDays(6) });
    await beat(now() - DAY);
    await beat(now());
    await until(async () => ((await told(tenant)).length ? true : undefined), 'the event');
    const [event] = await published(service, EVENT, tenant.id);
    expect(event?.detail).toMatchObject({ tenantId: tenant.id, provider: 'entra', daysLeft: 7 });
    expect(JSON.stringify(event)).not.toContain('secret of the client');
  });
});
