// Tests GET /auth/admin/api/activity.
import { describe, expect, test } from '@jest/globals';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, DAY, later, refusal } from '../../support/api.ts';
import { complete, enrolled } from '../../support/mfa.ts';
import { race } from '../../support/race.ts';
import { newEmail, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = useService({}, { changeFeed: true });
const ACTIVITY = '/auth/admin/api/activity';

const activity = async (query: Record<string, string> = {}) =>
  (await service.admin('GET', `${ACTIVITY}?${new URLSearchParams(query)}`)).body;
const totalsOf = async (tenantId?: string) => (await activity(tenantId ? { tenantId } : {})).totals;
/** Waits for the change feed, which counts a moment later, until the totals are these. */
const expectTotals = (tenantId: string | undefined, expected: Record<string, number>) =>
  until(
    async () => JSON.stringify(await totalsOf(tenantId)) === JSON.stringify(expected),
    `totals ${JSON.stringify(expected)}`,
  );

describe('GET /auth/admin/api/activity 200', () => {
  test('counts sign-ups, sign-ins and failures of the tenant and of the deployment, refreshes not', async () => {
    const before = await totalsOf();
    const [tenant, other] = [await service.tenant(), await service.tenant()];
    const user = await createUser(service, tenant);
    const { body } = await service.login(user);
    await service.post('/auth/refresh-token', { refreshToken: body.refreshToken });
    await service.login(user);
    await service.login({ ...user, password: 'Wrong 7$q' });
    await service.login({ ...user, email: newEmail() });
    const credentials = { identifier: user.email, channels: ['email'], code: '000000' };
    await service.post('/auth/login', { tenantId: tenant.id, providerName: 'passwordless', credentials });
    await expectTotals(tenant.id, { signUps: 1, signIns: 2, failedSignIns: 3 });
    await expectTotals(undefined, {
      signUps: before.signUps + 1,
      signIns: before.signIns + 2,
      failedSignIns: before.failedSignIns + 3,
    });
    expect(await totalsOf(other.id)).toEqual({ signUps: 0, signIns: 0, failedSignIns: 0 });
  });

  test('counts a login with a second factor once, when it is complete', async () => {
    const tenant = await service.tenant();
    const user = await enrolled(service, tenant);
    await complete(service, user);
    await expectTotals(tenant.id, { signUps: 1, signIns: 2, failedSignIns: 0 });
  });

  test('counts twenty parallel logins, also when they replace older sessions', async () => {
    const tenant = await service.tenant({ session: { maxPerUser: 2 } });
    const user = await createUser(service, tenant);
    await race(20, () => service.login(user));
    await expectTotals(tenant.id, { signUps: 1, signIns: 20, failedSignIns: 0 });
  });

  test('omits users who were deleted from the sign-ups', async () => {
    const tenant = await service.tenant();
    const [user] = [await createUser(service, tenant), await createUser(service, tenant)];
    await service.admin('DELETE', `${USERS}/${user.id}`);
    await expectTotals(tenant.id, { signUps: 1, signIns: 0, failedSignIns: 0 });
  });

  test('returns the days in UTC, today last', async () => {
    const tenant = await service.tenant();
    await service.signup(tenant);
    await expectTotals(tenant.id, { signUps: 1, signIns: 1, failedSignIns: 0 });
    const { data } = await activity({ tenantId: tenant.id });
    const days = Array.from({ length: 7 }, (_, at) => new Date(Date.now() - (6 - at) * DAY).toISOString().slice(0, 10));
    expect(data.map(({ day }: { day: string }) => day)).toEqual(days);
    expect(data.at(-1)).toEqual({ day: days[6], signUps: 1, signIns: 1, failedSignIns: 0 });
    await later(6 * DAY, async () => {
      const reply = await service.post('/auth/admin/login', service.adminLogin);
      const cookie = reply.headers['set-cookie']!.map((each) => each.split(';')[0]).join('; ');
      const path = `${ACTIVITY}?tenantId=${tenant.id}&days=`;
      const [week, half] = [
        await service.get(`${path}7`, { headers: { cookie } }),
        await service.get(`${path}6`, { headers: { cookie } }),
      ];
      expect([week.body.data[0].signIns, half.body.totals.signIns]).toEqual([1, 0]);
    });
  });

  test('creates no counter of a tenant that does not exist, and shows none', async () => {
    const tenantId = `ten_${'7'.repeat(22)}`;
    await service.login({ tenant: { id: tenantId, slug: 'x', name: 'x' }, email: newEmail(), password: 'x' });
    for (const id of [tenantId, 'x', '__proto__'])
      expect(await totalsOf(id)).toEqual({ signUps: 0, signIns: 0, failedSignIns: 0 });
  });
});

test.each([{ days: '0' }, { days: '32' }, { days: '7.5' }, { from: '2026-01-01' }])(
  'GET /auth/admin/api/activity 400 rejects the query %p',
  async (query) => {
    const path = `${ACTIVITY}?${new URLSearchParams(query as never)}`;
    expect(answerOf(await service.admin('GET', path))).toEqual(refusal('INVALID_INPUT'));
  },
);
