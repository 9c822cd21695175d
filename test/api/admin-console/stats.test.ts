// Tests GET /auth/admin/api/stats.
import { describe, expect, test } from '@jest/globals';
import { createUser, USERS } from '../../support/admin-users.ts';
import { DAY, later } from '../../support/api.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

async function stats() {
  const login = await service.post('/auth/admin/login', service.adminLogin);
  const cookie = login.headers['set-cookie']!.map((each) => each.split(';')[0]).join('; ');
  return (await service.get('/auth/admin/api/stats', { headers: { cookie } })).body;
}

describe('GET /auth/admin/api/stats 200', () => {
  test('counts users, roles and tenants as they are created, changed and deleted', async () => {
    const before = (await stats()).stats;
    const user = await createUser(service, tenant, { emailVerifiedAt: '2026-01-01T00:00:00Z' });
    const other = await createUser(service, tenant, { isActive: false });
    const role = (await service.admin('POST', '/auth/admin/api/roles', { name: 'Reader' })).body.role;
    const second = await service.tenant();
    expect((await stats()).stats).toEqual({
      totalUsers: before.totalUsers + 2,
      activeUsers: before.activeUsers + 1,
      verifiedUsers: before.verifiedUsers + 1,
      totalRoles: before.totalRoles + 1,
      totalTenants: before.totalTenants + 1,
      recentSignups: before.recentSignups + 2,
    });
    await service.admin('PATCH', `${USERS}/${user.id}`, { emailVerifiedAt: null, isActive: false });
    await service.admin('DELETE', `${USERS}/${other.id}`);
    await service.admin('DELETE', `/auth/admin/api/roles/${role.id}`);
    await service.admin('DELETE', `/auth/admin/api/tenants/${second.id}`);
    const expected = { ...before, totalUsers: before.totalUsers + 1, recentSignups: before.recentSignups + 1 };
    expect((await stats()).stats).toEqual(expected);
  });

  test('returns sign-ups of the last seven days by weekday and counts older ones as not recent', async () => {
    await createUser(service, tenant);
    const { stats: now, activityData } = await stats();
    expect(activityData).toHaveLength(7);
    const weekday = new Date().toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' });
    expect(activityData.at(-1)).toEqual({ name: weekday, users: now.recentSignups });
    expect(new Set(activityData.map(({ name }: { name: string }) => name)).size).toBe(7);
    const next = await later(6 * DAY, stats);
    expect([next.stats.recentSignups, next.activityData[0].users]).toEqual([now.recentSignups, now.recentSignups]);
    expect((await later(7 * DAY, stats)).stats).toEqual({ ...now, recentSignups: 0 });
  });
});
