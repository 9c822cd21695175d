// Tests which tenant an id contains: what admins of a tenant may reach depends on it.
import { expect, test } from '@jest/globals';
import * as ids from '../../../lib/platform/ids.ts';

const tenant = ids.newTenantId();

test.each([
  ['a tenant', tenant],
  ['a user', ids.newUserId(tenant)],
  ['a role', ids.newRoleId(tenant)],
  ['a session', ids.newSessionId(tenant, 1)],
])('the tenant of %s is found in its id', (_, id) => {
  expect(ids.tenantIn(id)).toBe(tenant);
});

test.each([
  ['a permission', ids.newPermissionId()],
  ['an application', ids.newApplicationId()],
  ['a domain', 'example.com'],
  ['an id with a line break', `${tenant}\n`],
  ['an id with a prefix of a prefix', `x${tenant}`],
  ['a tenant that is too long', `${tenant}x`],
  ['a user that is too short', `usr_${tenant.slice(4)}`],
  ['no text', ''],
])('no tenant is found in the id of %s', (_, id) => {
  expect(ids.tenantIn(id)).toBeUndefined();
});

test('a role of all tenants has no tenant, which is told from an unknown one', () => {
  expect(ids.tenantIn(ids.newRoleId(null))).toBeNull();
  expect(ids.tenantIn(ids.noUser(ids.NO_TENANT))).toBe(ids.NO_TENANT);
  expect(ids.tenantIn(ids.NO_TENANT)).toBe(ids.NO_TENANT);
});

test.each([
  ['tenant', ids.newTenantId(), ids.tenantId],
  ['user', ids.newUserId(tenant), ids.userId],
  ['role', ids.newRoleId(tenant), ids.roleId],
] as const)('the absent id of a %s has its form and is of no tenant', (_, id, parse) => {
  expect(parse(ids.absentId(id))).toBeDefined();
  expect(ids.absentId(id)).not.toContain(tenant.slice(4));
});

test('a text that is no id has an absent id, too', () => {
  for (const text of ['', 'x', 'usr_']) expect(ids.absentId(text)).toBe(text);
});
