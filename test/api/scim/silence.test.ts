// Tests that a directory that went silent is told: once for each silence.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { isSilent, tellSilences } from '../../../lib/domain/scim/silence.ts';
import { iso, now } from '../../../lib/platform/clock.ts';
import type { ScimConnectionId, TenantId } from '../../../lib/platform/ids.ts';
import { beat } from '../../../lib/store/heartbeat.ts';
import { event, outboxWrite } from '../../../lib/store/outbox.ts';
import { find as findConnection, storeUse, tellSilence } from '../../../lib/store/scim/connections.ts';
import { find, type Tenant as StoredTenant } from '../../../lib/store/tenants/tenants.ts';
import { answerOf, auditedAction, DAY, feedAtRest, HOUR, later, published, refusal } from '../../support/api.ts';
import { manager, ORGANIZATION } from '../../support/organization.ts';
import { race } from '../../support/race.ts';
import { connectionsOf, type Directory, directoryOf } from '../../support/scim.ts';
import { prepared, type Tenant, useService } from '../../support/service.ts';

const service = useService({}, { changeFeed: true });
beforeAll(() => service.adminCookie());
const tenant = prepared(() => service.tenant());
const EVENT = 'svc.scim_connection_silent';

const stored = async ({ id }: Pick<Tenant, 'id'>) => (await find(id as TenantId)) as StoredTenant;
const shown = async ({ tenant: { id }, ...directory }: Directory) => {
  const { connections } = (await service.admin('GET', connectionsOf({ id }))).body;
  return connections.find((each: { id: string }) => each.id === directory.id);
};
const change = ({ tenant: of, id }: Directory, fields: object) =>
  service.admin('PATCH', `${connectionsOf(of)}/${id}`, fields);
/** Returns a directory of a tenant of its own that was last heard that many days ago. */
async function heard(days: number, more: Record<string, unknown> = {}): Promise<Directory> {
  const directory = await directoryOf(service, await service.tenant(), more);
  await storeUse((await findConnection(directory.id as ScimConnectionId))!, now() - days * DAY);
  return directory;
}
/** Runs the job of a day twenty times at once, some days from now. */
const tell = ({ tenant: of }: Directory, days = 0) =>
  race(20, async () => tellSilences(await stored(of), now() + days * DAY));
/** The uses after which silence was told, in order, once all that was done before is published. */
async function told({ tenant: { id } }: Directory): Promise<string[]> {
  await feedAtRest(service);
  const events = (service.local.events() as { detailType: string; detail: Record<string, string> }[]).filter(
    ({ detailType, detail }) => detailType === EVENT && detail.tenantId === id,
  );
  return events.map(({ detail }) => detail.lastUsedAt!).sort();
}

describe('the days of a connection', () => {
  test('are seven, 1 to 90, or none, and are in the audit log', async () => {
    const directory = await directoryOf(service, tenant);
    expect(await shown(directory)).toMatchObject({ silentAfterDays: 7, isSilent: false });
    for (const silentAfterDays of [1, 90, null]) {
      expect((await change(directory, { silentAfterDays })).body.connection).toMatchObject({ silentAfterDays });
    }
    await feedAtRest(service);
    const entries = await auditedAction(service, 'scim_connection.updated', tenant.id);
    expect(entries.map(({ after }) => after.silentAfterDays)).toEqual(expect.arrayContaining([1, 90, null]));
    await change(directory, { name: 'Okta' });
    expect((await shown(directory)).silentAfterDays).toBeNull();
    for (const silentAfterDays of [0, 91, 1.5, '7'])
      expect(answerOf(await change(directory, { silentAfterDays }))).toEqual(refusal('INVALID_INPUT'));
    const made = await directoryOf(service, tenant, { silentAfterDays: null });
    expect(await shown(made)).toMatchObject({ silentAfterDays: null });
  });

  test('are set by those who manage the tenant', async () => {
    const by = await manager(service, await service.tenant(), ['organization.sso']);
    const path = `${ORGANIZATION}/scim-connections`;
    const made = await by.ask('POST', path, { name: 'Okta', silentAfterDays: 30 });
    expect(made.body.connection).toMatchObject({ silentAfterDays: 30, isSilent: false });
    const changed = await by.ask('PATCH', `${path}/${made.body.connection.id}`, { silentAfterDays: null });
    expect(changed.body.connection).toMatchObject({ silentAfterDays: null });
  });

  test.each([
    ['was never used', {}, false],
    ['was used a week ago', { lastUsedAt: -7 }, false],
    ['was used more than a week ago', { lastUsedAt: -7.1 }, true],
    ['is paused', { lastUsedAt: -30, isPaused: true }, false],
    ['is never told', { lastUsedAt: -300, silentAfterDays: null }, false],
    ['has 30 days', { lastUsedAt: -29, silentAfterDays: 30 }, false],
    ['has 30 days, which are over', { lastUsedAt: -31, silentAfterDays: 30 }, true],
  ])('say whether a connection is silent that %s', (_, { lastUsedAt, ...more }: Record<string, unknown>, expected) => {
    const at = now();
    const use = lastUsedAt === undefined ? {} : { lastUsedAt: at + (lastUsedAt as number) * DAY };
    expect(isSilent({ isPaused: false, ...use, ...more }, at)).toBe(expected);
  });
});

describe('a silent directory', () => {
  test('is shown to admins, to those who manage the tenant, and with the differences', async () => {
    const directory = await heard(8);
    const { lastUsedAt } = await shown(directory);
    expect(await shown(directory)).toMatchObject({ isSilent: true, lastUsedAt: expect.any(String) });
    const by = await manager(service, directory.tenant as Tenant, ['organization.sso', 'organization.members']);
    const { body } = await by.ask('GET', `${ORGANIZATION}/scim-connections`);
    expect(body.connections).toMatchObject([{ isSilent: true, lastUsedAt }]);
    const drift = await by.ask('GET', `${ORGANIZATION}/scim-connections/${directory.id}/drift`);
    expect(drift.body.lastUsedAt).toBe(lastUsedAt);
    expect((await directory.ask('GET', '/Users')).status).toBe(200);
    expect((await shown(directory)).isSilent).toBe(false);
  });

  test('is told once by twenty runs at once and on later days, and again after it was heard', async () => {
    const directory = await heard(8);
    const first = (await shown(directory)).lastUsedAt;
    await tell(directory);
    for (const days of [1, 10, 40]) await tell(directory, days);
    expect(await told(directory)).toEqual([first]);
    expect((await directory.ask('GET', '/Users')).status).toBe(200);
    const second = (await shown(directory)).lastUsedAt;
    await tell(directory, 6);
    for (const days of [7.1, 8, 20]) await tell(directory, days);
    expect(await told(directory)).toEqual([first, second]);
  });

  test('is not told while it is paused, without days, never used, or of a tenant that is off', async () => {
    const [paused, without, off] = [await heard(20), await heard(20, { silentAfterDays: null }), await heard(20)];
    const unused = await directoryOf(service, await service.tenant());
    await change(paused, { isPaused: true });
    await service.admin('PATCH', `/auth/admin/api/tenants/${off.tenant.id}`, { isActive: false });
    for (const each of [paused, without, off, unused]) await tell(each);
    for (const each of [paused, without, off, unused]) expect(await told(each)).toEqual([]);
    await change(paused, { isPaused: false });
    await tell(paused);
    expect(await told(paused)).toHaveLength(1);
  });

  test('is not told if it was heard after the job read it', async () => {
    const directory = await heard(8);
    const read = (await findConnection(directory.id as ScimConnectionId))!;
    await later(2 * HOUR, () => directory.ask('GET', '/Users'));
    const detail = { tenantId: directory.tenant.id, connectionId: read.id, name: read.name };
    const events = [event(EVENT, { ...detail, lastUsedAt: iso(read.lastUsedAt!), silentAfterDays: 7 })];
    expect(await tellSilence(read, outboxWrite(read.tenantId, events, now()))).toBe(false);
  });

  test('is told by the job of a day, with its name', async () => {
    const directory = await heard(8, { silentAfterDays: 1 });
    await beat(now() - DAY);
    await beat(now());
    const [told] = await published(service, EVENT, directory.tenant.id);
    expect(told?.detail).toMatchObject({
      tenantId: directory.tenant.id,
      connectionId: directory.id,
      name: directory.name,
      silentAfterDays: 1,
    });
  });
});
