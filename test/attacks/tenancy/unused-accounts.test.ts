// Threat: the job that ends unused accounts takes one from a person who uses it, or from one who had no time to sign in.
import { describe, expect, test } from '@jest/globals';
import { actOnDisuse, lettersOf } from '../../../lib/domain/users/inactivity.ts';
import { iso, now } from '../../../lib/platform/clock.ts';
import type { TenantId, UserId } from '../../../lib/platform/ids.ts';
import { asDisuse } from '../../../lib/store/people/disuse.ts';
import { everything, find as findUser } from '../../../lib/store/people/users.ts';
import { find as findTenant, type Tenant as StoredTenant } from '../../../lib/store/tenants/tenants.ts';
import { USERS } from '../../support/admin-users.ts';
import { claimsOf, DAY, later } from '../../support/api.ts';
import { recordedAbout } from '../../support/audit.ts';
import { admittingTenant, assertionFor, member, newAgent, showAs } from '../../support/id-jag.ts';
import { startIdentityProvider } from '../../support/identity-provider.ts';
import { importedLine, importLines } from '../../support/imports.ts';
import { newResource } from '../../support/protected-resources.ts';
import { running, type Tenant, useService } from '../../support/service.ts';

const service = useService({}, { changeFeed: true });
const idp = running(() => startIdentityProvider());

const POLICY = { days: 60, action: 'delete', noticeDays: 10 } as const;

/** Does to the account what the job of a day does. Returns whether it is there, and whether it has notice. */
async function night(tenant: Pick<Tenant, 'id'>, user: string) {
  const [owner, id] = [tenant.id as TenantId, user as UserId];
  const stored = (await findTenant(owner)) as StoredTenant;
  await actOnDisuse(stored, id, lettersOf(stored));
  const notice = (await everything(owner, id)).map(asDisuse).find(Boolean);
  return { exists: (await findUser(owner, id)) !== undefined, hasNotice: notice !== undefined };
}

const KEPT = { exists: true, hasNotice: false };
const WARNED = { exists: true, hasNotice: true };
const GONE = { exists: false, hasNotice: false };

describe('an account that was imported', () => {
  test('is as old as its import: the day it was made elsewhere says nothing of its use', async () => {
    const tenant = await service.tenant({ inactivity: POLICY });
    const line = importedLine({ createdAt: iso(now() - 2000 * DAY) });
    const [{ userId }] = await importLines(service, tenant, [line]);
    await recordedAbout(service, tenant, userId, 'user.created');
    await later(DAY, async () => {
      const listed = await service.admin('GET', `${USERS}?tenantId=${tenant.id}&inactiveDays=30`);
      expect(listed.body.data).toEqual([]);
      expect(await night(tenant, userId)).toEqual(KEPT);
    });
    await later(49 * DAY, async () => expect(await night(tenant, userId)).toEqual(KEPT));
    await later(51 * DAY, async () => expect(await night(tenant, userId)).toEqual(WARNED));
    await later(62 * DAY, async () => expect(await night(tenant, userId)).toEqual(GONE));
  });
});

describe('an account that a person uses by an agent alone', () => {
  test('is in use: their identity provider admits the agent in their name', async () => {
    const realm = idp.realm();
    const tenant = await admittingTenant(service, realm, { inactivity: POLICY });
    const { person, id } = await member(service, tenant, realm);
    const [agent, resource] = [await newAgent(tenant), await newResource()];
    await later(55 * DAY, async () => {
      expect(await night(tenant, id)).toEqual(WARNED);
      const shown = await showAs(service, agent, assertionFor({ service, realm, agent, person, resource }));
      expect(shown.status).toBe(200);
      await recordedAbout(service, tenant, id, 'application.admitted');
      expect(await night(tenant, id)).toEqual(KEPT);
    });
  });
});

describe('an account that could not be opened for a while', () => {
  type Switch = (tenant: Tenant, user: string, isActive: boolean) => ReturnType<typeof service.admin>;
  const SWITCHES: [string, Switch][] = [
    ['an admin enables it', (_, user, isActive) => service.admin('PATCH', `${USERS}/${user}`, { isActive })],
    [
      'its tenant is switched on',
      ({ id }, _, isActive) => service.admin('PATCH', `/auth/admin/api/tenants/${id}`, { isActive }),
    ],
  ];

  test.each(SWITCHES)('gets another notice once %s', async (_, turn) => {
    const tenant = await service.tenant({ inactivity: POLICY });
    const { sub } = claimsOf((await service.signup(tenant)).tokens.accessToken);
    await later(55 * DAY, async () => {
      expect(await night(tenant, sub)).toEqual(WARNED);
      expect((await turn(tenant, sub, false)).status).toBe(200);
    });
    await later(80 * DAY, async () => {
      expect((await turn(tenant, sub, true)).status).toBe(200);
      expect(await night(tenant, sub)).toEqual(KEPT);
    });
    await later(81 * DAY, async () => expect(await night(tenant, sub)).toEqual(WARNED));
    await later(90 * DAY, async () => expect(await night(tenant, sub)).toEqual(WARNED));
    await later(92 * DAY, async () => expect(await night(tenant, sub)).toEqual(GONE));
  });
});
