// Only an owner of the whole deployment may write other admins.
import { beforeAll, expect, test } from '@jest/globals';
import type { AdminRole } from '../../../lib/contract/duties.ts';
import type { TenantId } from '../../../lib/platform/ids.ts';
import * as admins from '../../../lib/store/admins/admins.ts';
import { event, outboxWrite } from '../../../lib/store/outbox.ts';
import { newEmail } from '../../support/service.ts';
import { useTable } from './support.ts';

const events = () => outboxWrite(null, [event('svc.admin_created', { adminId: 'adm_x', email: 'x' })], 1);
const newAdmin = (role: AdminRole = 'owner', tenants: TenantId[] | null = null) =>
  admins.newAdmin({ email: newEmail(), name: null, passwordHash: 'hash', metadata: {}, role, tenants });
const first = newAdmin();

useTable();
beforeAll(() => admins.bootstrap(first, events()));

/** What the store does when `by` creates, changes and deletes another admin. */
async function attempts(by: admins.Admin) {
  const other = newAdmin();
  await admins.create(first, other, events());
  const renamed = { ...other, name: 'Ada' };
  return [
    await admins.create(by, newAdmin(), events()),
    await admins.change(by, other, renamed, events()),
    await admins.remove(by, other, events(), []),
  ];
}

test.each<[AdminRole, TenantId[] | null]>([
  ['operator', null],
  ['support', null],
  ['auditor', null],
  ['owner', ['ten_x' as TenantId]],
])(
  'the write of an admin who is now %s of %j is refused, although they were an owner when it was decided',
  async (role, tenants) => {
    const before = newAdmin();
    await admins.create(first, before, events());
    expect(await admins.change(first, before, { ...before, role, tenants }, events())).toBe('done');
    expect(await attempts(before)).toEqual(['actor-gone', 'actor-gone', 'actor-gone']);
  },
);
