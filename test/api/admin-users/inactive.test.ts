// Tests who counts as a user that did not sign in for long, and what a tenant may have done to them.
import { describe, expect, test } from '@jest/globals';
import { actOnDisuse, endUnused, lettersOf } from '../../../lib/domain/users/inactivity.ts';
import { now } from '../../../lib/platform/clock.ts';
import type { TenantId, UserId } from '../../../lib/platform/ids.ts';
import { update } from '../../../lib/store/dynamo/table.ts';
import { beat } from '../../../lib/store/heartbeat.ts';
import { asDisuse, type Disuse } from '../../../lib/store/people/disuse.ts';
import { everything, find as findUser, type User as StoredUser, userKey } from '../../../lib/store/people/users.ts';
import { find as findTenant, type Tenant as StoredTenant } from '../../../lib/store/tenants/tenants.ts';
import { idsOf, USERS } from '../../support/admin-users.ts';
import { answerOf, claimsOf, DAY, later, published, refusal } from '../../support/api.ts';
import { recordedAbout } from '../../support/audit.ts';
import { race } from '../../support/race.ts';
import { bearer, type Tenant, type User, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = useService({}, { changeFeed: true });

const POLICY = { days: 60, action: 'disable', noticeDays: 10 } as const;
const idOf = ({ tokens }: User) => claimsOf(tokens.accessToken).sub as UserId;
const tenantWith = (inactivity: object) => service.tenant({ inactivity });
const patch = (tenant: Tenant, settings: object) =>
  service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { settings });
const inactiveIn = async (tenant: Tenant, days: number, more = '') =>
  service.admin('GET', `${USERS}?tenantId=${tenant.id}&inactiveDays=${days}${more}`);

/** Signs in, and waits until the audit log knows. */
async function signIn(user: User): Promise<string> {
  const { body, status } = await service.login(user);
  expect(status).toBe(200);
  await until(
    async () =>
      (await entriesOf(user, 'session.started')).some(({ occurredAt }) => now() - Date.parse(occurredAt) < DAY),
    'the entry of a sign-in',
  );
  return body.accessToken;
}

const entriesOf = (user: User, action: string) => recordedAbout(service, user.tenant, idOf(user), action);

describe('GET /auth/admin/api/users with inactiveDays', () => {
  test('lists users who did not sign in since, also if no session of theirs is left', async () => {
    const tenant = await service.tenant();
    const [gone, back, left] = [
      await service.signup(tenant),
      await service.signup(tenant),
      await service.signup(tenant),
    ];
    const fresh = await later(35 * DAY, async () => {
      await signIn(back);
      const token = await signIn(left);
      expect((await service.post('/auth/logout', {}, { headers: bearer(token) })).status).toBe(200);
      return service.signup(tenant);
    });
    await later(36 * DAY, async () => {
      expect(idsOf(await inactiveIn(tenant, 30))).toEqual([idOf(gone)]);
      expect(idsOf(await inactiveIn(tenant, 40))).toEqual([]);
    });
    await later(70 * DAY, async () => {
      expect(idsOf(await inactiveIn(tenant, 30)).sort()).toEqual([gone, back, left, fresh].map(idOf).sort());
    });
  });

  test('goes on by cursor over pages without an inactive user', async () => {
    const tenant = await service.tenant();
    const gone = await service.signup(tenant);
    await later(40 * DAY, async () => {
      for (let each = 0; each < 3; each++) await service.signup(tenant);
      await until(async () => (await inactiveIn(tenant, 30)).body.meta.total === 4, 'four users in the list');
      const found: string[] = [];
      let pages = 0;
      for (let cursor = ''; ; pages++) {
        const page = await inactiveIn(tenant, 30, `&limit=1${cursor && `&cursor=${cursor}`}`);
        found.push(...idsOf(page));
        if (page.body.meta.nextCursor === null) break;
        cursor = page.body.meta.nextCursor;
      }
      expect([found, pages]).toEqual([[idOf(gone)], 3]);
    });
  });

  test.each(['0', '-1', '10000', 'x'])('400 rejects %s days', async (days) => {
    expect(answerOf(await service.admin('GET', `${USERS}?inactiveDays=${days}`))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('settings.inactivity', () => {
  test.each([
    [{ ...POLICY, noticeDays: 60 }, 'settings.inactivity.noticeDays: must be fewer than days'],
    [{ ...POLICY, days: 401 }, 'settings.inactivity.days: must be at most the days that the audit log keeps entries'],
  ])('400 rejects %j', async (inactivity, message) => {
    const reply = await patch(await service.tenant(), { inactivity });
    expect([...answerOf(reply), reply.body.message]).toEqual([...refusal('INVALID_INPUT'), message]);
  });

  test('400 rejects an audit log that would forget sign-ins before the policy does', async () => {
    const tenant = await tenantWith(POLICY);
    expect(answerOf(await patch(tenant, { audit: { retentionDays: 59 } }))).toEqual(refusal('INVALID_INPUT'));
    expect((await patch(tenant, { audit: { retentionDays: 59 }, inactivity: null })).status).toBe(200);
  });
});

const stored = (tenant: Tenant, user: User) => findUser(tenant.id as TenantId, idOf(user));
const act = async ({ id }: Tenant, user: User) => {
  const tenant = (await findTenant(id as TenantId)) as StoredTenant;
  return actOnDisuse(tenant, idOf(user), lettersOf(tenant));
};
const noticeOf = async (tenant: Tenant, user: User) =>
  (await everything(tenant.id as TenantId, idOf(user))).map(asDisuse).find(Boolean);

/** Begins a day: the first heartbeat of it starts its jobs. */
async function newDay(): Promise<void> {
  await beat(now() - DAY);
  await beat(now());
}

describe('the job of a day', () => {
  test('gives notice, then disables who did not sign in, and keeps who did', async () => {
    const [tenant, other] = [await tenantWith(POLICY), await service.tenant()];
    const [gone, back, foreign] = [
      await service.signup(tenant),
      await service.signup(tenant),
      await service.signup(other),
    ];
    await later(51 * DAY, async () => {
      await newDay();
      await until(async () => (await noticeOf(tenant, gone)) && (await noticeOf(tenant, back)), 'two notices');
      const told = await published(service, 'svc.user_inactive', tenant.id);
      expect(told.map(({ detail }) => [detail.userId, detail.action]).sort()).toEqual(
        [gone, back].map((user) => [idOf(user), 'disable']).sort(),
      );
      await signIn(back);
    });
    await later(62 * DAY, async () => {
      await newDay();
      await until(async () => !(await stored(tenant, gone))?.isActive, 'a disabled user');
      await until(async () => !(await noticeOf(tenant, back)), 'a notice that is taken back');
      expect(await Promise.all([stored(tenant, back), stored(other, foreign)])).toMatchObject([
        { isActive: true },
        { isActive: true },
      ]);
      expect((await service.login(gone)).status).toBe(401);
      expect((await entriesOf(gone, 'user_updated')).map(({ actor }) => actor.type)).toEqual(['system']);
      expect((await entriesOf(gone, 'user_inactive')).map(({ actor }) => actor.type)).toEqual(['system']);
    });
  });
});

describe('the message before the end of an account', () => {
  const notified = async (tenant: Tenant) =>
    (await published(service, 'svc.user_inactive', tenant.id)).map(({ detail }) => detail.isNotified);

  const verify = ({ id }: Tenant, user: User) =>
    update(userKey(id as TenantId, idOf(user)), { set: { emailVerifiedAt: now() } });

  test('goes to a verified address, unless the tenant does not want it', async () => {
    for (const [more, isVerified, isNotified] of [
      [{}, true, true],
      [{}, false, false],
      [{ notify: false }, true, false],
    ] as const) {
      const tenant = await tenantWith({ ...POLICY, ...more });
      const user = await service.signup(tenant);
      if (isVerified) await verify(tenant, user);
      await later(90 * DAY, () => act(tenant, user));
      await until(async () => (await notified(tenant)).length === 1, 'the notice');
      expect(await notified(tenant)).toEqual([isNotified]);
    }
  });

  test('waits with the notice for a later day where the tenant may send no more', async () => {
    const tenant = await tenantWith(POLICY);
    const users = [await service.signup(tenant), await service.signup(tenant), await service.signup(tenant)];
    for (const user of users) await verify(tenant, user);
    const notices = async () => (await Promise.all(users.map((user) => noticeOf(tenant, user)))).filter(Boolean).length;
    expect((await patch(tenant, { messages: { emailsPerDay: 2 } })).status).toBe(200);
    for (const [day, count] of [
      [90, 2],
      [91, 3],
    ] as const) {
      await later(day * DAY, async () => {
        await newDay();
        await until(async () => (await notices()) === count, `${count} notices`);
      });
    }
    await until(async () => (await notified(tenant)).length === 3, 'three events');
    expect(await notified(tenant)).toEqual([true, true, true]);
  });
});

describe('an account', () => {
  test('is deleted with its address if the tenant says so, after the notice', async () => {
    const tenant = await tenantWith({ ...POLICY, action: 'delete' });
    const user = await service.signup(tenant);
    await later(100 * DAY, () => act(tenant, user));
    await later(109 * DAY, () => act(tenant, user));
    expect(await stored(tenant, user)).toMatchObject({ isActive: true });
    await later(111 * DAY, async () => {
      await act(tenant, user);
      expect(await stored(tenant, user)).toBeUndefined();
      await service.signup(tenant, user.email);
    });
  });

  test('gets another notice if it was to be disabled and is now to be deleted', async () => {
    const tenant = await tenantWith(POLICY);
    const user = await service.signup(tenant);
    await later(90 * DAY, () => act(tenant, user));
    expect((await patch(tenant, { inactivity: { ...POLICY, action: 'delete' } })).status).toBe(200);
    for (const day of [101, 102, 111]) await later(day * DAY, () => act(tenant, user));
    expect(await stored(tenant, user)).toMatchObject({ isActive: true });
    await later(113 * DAY, () => act(tenant, user));
    expect(await stored(tenant, user)).toBeUndefined();
  });

  test('stays without a policy, in a tenant that is switched off, and if it is new', async () => {
    const [none, off, on] = [await service.tenant(), await tenantWith(POLICY), await tenantWith(POLICY)];
    const users = [await service.signup(none), await service.signup(off), await service.signup(on)] as const;
    await service.admin('PATCH', `/auth/admin/api/tenants/${off.id}`, { isActive: false });
    await later(90 * DAY, async () => {
      await Promise.all([act(none, users[0]), act(off, users[1])]);
      expect([await noticeOf(none, users[0]), await noticeOf(off, users[1])]).toEqual([undefined, undefined]);
    });
    await later(49 * DAY, () => act(on, users[2]));
    expect(await noticeOf(on, users[2])).toBeUndefined();
  });

  test('stays if its user signs in after it was read', async () => {
    for (const action of ['disable', 'delete'] as const) {
      const tenant = await tenantWith({ ...POLICY, action });
      const user = await service.signup(tenant);
      await later(90 * DAY, () => act(tenant, user));
      await later(101 * DAY, async () => {
        const items = await everything(tenant.id as TenantId, idOf(user));
        const read = [
          (await findTenant(tenant.id as TenantId)) as StoredTenant,
          (await stored(tenant, user)) as StoredUser,
          { ...POLICY, action },
          items,
          items.map(asDisuse).find(Boolean) as Disuse,
        ] as const;
        const { body } = await service.login(user);
        expect(await endUnused(...read)).toBe(false);
        expect((await service.get('/auth/me', { headers: bearer(body.accessToken) })).status).toBe(200);
      });
    }
  });

  test('of twenty users who sign in while it ends is either kept with the session or disabled without one', async () => {
    const tenant = await tenantWith(POLICY);
    const users: User[] = [];
    for (let each = 0; each < 20; each++) users.push(await service.signup(tenant));
    await later(90 * DAY, () => Promise.all(users.map((user) => act(tenant, user))));
    await later(101 * DAY, async () => {
      const logins = await race(40, async (caller) => {
        const user = users[caller % 20] as User;
        return caller < 20 ? service.login(user) : act(tenant, user).then(() => undefined);
      });
      for (const [at, user] of users.entries()) {
        const token = logins[at]?.body.accessToken;
        const { status } = await service.get('/auth/me', { headers: bearer(token ?? 'none') });
        expect([(await stored(tenant, user))?.isActive, status === 200]).toEqual([status === 200, status === 200]);
      }
    });
  });
});
