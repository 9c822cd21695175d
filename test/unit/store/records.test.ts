// Checks records that consist of several items. All items are written together with the event, or none, and records
// stay unique when callers race.
import { describe, expect, test } from '@jest/globals';
import { newTenantId, type TenantId } from '../../../lib/platform/ids.ts';
import * as admins from '../../../lib/store/admins/admins.ts';
import { event, outboxWrite } from '../../../lib/store/outbox.ts';
import * as users from '../../../lib/store/people/users.ts';
import * as tenants from '../../../lib/store/tenants/tenants.ts';
import { race, tally } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { newEmail, unique } from '../../support/service.ts';
import { newAccount, useTable } from './support.ts';

useTable();

const happened = (tenant: TenantId) =>
  outboxWrite(tenant, [event('svc.tenant_deleted', { tenantId: tenant, name: 'x', slug: 'x' })], 1);
const outboxOf = async (tenant: TenantId) =>
  (await everyRow()).filter(({ pk, type }) => type === 'outbox' && pk.startsWith(`T#${tenant}#`));
const newTenant = (slug: string) =>
  tenants.newTenant(newTenantId(), {
    name: slug,
    slug,
    description: null,
    metadata: {},
    status: 'active',
    settings: {},
  });

describe('an account', () => {
  test('is created once, with one event, when twenty callers race for an e-mail address', async () => {
    const [tenant, email] = [newTenantId(), newEmail()];
    const results = await race(20, () => users.create(newAccount(email, tenant), undefined, happened(tenant)));
    expect(tally(results.map(String))).toEqual({ done: 1, email: 19 });
    expect(await outboxOf(tenant)).toHaveLength(1);
  });

  test('whose phone number is taken claims no e-mail address and writes no event', async () => {
    const [tenant, phone] = [newTenantId(), '+4915112345678'];
    await users.create({ ...newAccount(newEmail(), tenant), phone }, undefined, happened(tenant));
    const late = { ...newAccount(newEmail(), tenant), phone };
    expect(await users.create(late, undefined, happened(tenant))).toBe('phone');
    expect(await users.create({ ...newAccount(late.email!, tenant) }, undefined, happened(tenant))).toBe('done');
    expect(await outboxOf(tenant)).toHaveLength(2);
  });

  test('gets one new password, one event and one epoch when twenty callers race to change the password', async () => {
    const account = newAccount(newEmail());
    const { tenantId, id } = account;
    await users.create(account, undefined, happened(tenantId));
    const results = await race(20, (caller) => users.changePassword(account, `hash ${caller}`, 2, happened(tenantId)));
    expect(tally(results.map(String))).toEqual({ true: 1, false: 19 });
    const after = await users.find(tenantId, id);
    expect([after?.epoch, after?.passwordHash]).toEqual([2, `hash ${results.indexOf(true)}`]);
    expect(await outboxOf(tenantId)).toHaveLength(2);
  });
});

describe('a tenant', () => {
  test('is created once when twenty callers race for a slug, and the others leave no rows', async () => {
    const slug = unique('slug');
    const all = Array.from({ length: 20 }, () => newTenant(slug));
    const results = await race(20, (caller) => tenants.create(all[caller]!, happened(all[caller]!.id)));
    expect(tally(results.map(String))).toEqual({ true: 1, false: 19 });
    const winner = all[results.indexOf(true)]!.id;
    expect((await tenants.findSlug(slug))?.tenantId).toBe(winner);
    const ids = all.map(({ id }) => id);
    const rows = (await everyRow()).filter(({ pk }) => ids.some((id) => pk.startsWith(`T#${id}`)));
    expect(rows.every(({ pk }) => pk.startsWith(`T#${winner}`))).toBe(true);
  });

  test('is changed once, with one event, when twenty callers race to change one version', async () => {
    const tenant = newTenant(unique('slug'));
    await tenants.create(tenant, happened(tenant.id));
    const before = (await tenants.find(tenant.id))!;
    const results = await race(20, (caller) =>
      tenants.change(before, { ...before, name: `name ${caller}` }, happened(tenant.id)),
    );
    expect(tally(results)).toEqual({ done: 1, changed: 19 });
    expect(await tenants.find(tenant.id)).toMatchObject({ version: 2, name: `name ${results.indexOf('done')}` });
    expect(await outboxOf(tenant.id)).toHaveLength(2);
  });

  test('keeps its slug and writes no event when the new slug is taken', async () => {
    const [one, two] = [newTenant(unique('slug')), newTenant(unique('slug'))];
    for (const tenant of [one, two]) await tenants.create(tenant, happened(tenant.id));
    const before = (await tenants.find(one.id))!;
    expect(await tenants.change(before, { ...before, slug: two.slug }, happened(one.id))).toBe('slug-taken');
    expect((await tenants.findSlug(one.slug))?.tenantId).toBe(one.id);
    expect((await tenants.findSlug(two.slug))?.tenantId).toBe(two.id);
    expect(await outboxOf(one.id)).toHaveLength(1);
  });
});

test('bootstrap creates one of twenty first admins, and no later one', async () => {
  const admin = () =>
    admins.newAdmin({
      email: newEmail(),
      name: null,
      passwordHash: 'hash',
      metadata: {},
      role: 'owner',
      tenants: null,
    });
  const nothing = () => outboxWrite(null, [event('svc.admin_created', { adminId: 'adm_x', email: 'x' })], 1);
  const results = await race(20, () => admins.bootstrap(admin(), nothing()));
  expect(tally(results.map(String))).toEqual({ true: 1, false: 19 });
  expect(await admins.bootstrap(admin(), nothing())).toBe(false);
  const rows = (await everyRow()).filter(({ pk }) => pk === 'P#ADMINS');
  expect(tally(rows.map(({ type }) => type))).toEqual({
    admin: 1,
    'admin-email': 1,
    'admin-bootstrap': 1,
    'admin-count': 1,
  });
});
