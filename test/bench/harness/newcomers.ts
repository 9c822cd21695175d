// Builds users as sign-up would write them: user, address claim and outbox item.
import { newTenantId } from '../../../lib/platform/ids.ts';
import type { Item } from '../../../lib/store/dynamo/table.ts';
import * as keys from '../../../lib/store/keys.ts';
import { event, outboxWrite, userHeader } from '../../../lib/store/outbox.ts';
import { addressKey, newUser, type User } from '../../../lib/store/people/users.ts';
import type { Tenant } from '../../../lib/store/tenants/tenants.ts';
import { emailOf } from './world.ts';

/** Returns a tenant for the users. */
export function newTenant(): Tenant {
  const id = newTenantId();
  const [at, state] = [Date.now(), { status: 'active', epoch: 1, version: 1, settings: {} } as const];
  const text = { name: 'Feed', slug: 'feed', description: null, metadata: {} };
  return {
    ...keys.tenant(id),
    ...keys.tenantIndex(id, at),
    type: 'tenant',
    id,
    ...text,
    ...state,
    createdAt: at,
    updatedAt: at,
  };
}

/** A user and the ITEMS items that sign-up writes. */
export type Newcomer = { user: User; items: Item[] };
export const ITEMS = 3;

export function newcomer(tenant: Tenant, index: number): Newcomer {
  const email = emailOf(index);
  const user: User = {
    ...newUser(tenant.id, { email, phone: null, passwordHash: '0'.repeat(97) }),
    metadata: { name: 'Ada Lovelace' },
  };
  const events = [
    event('svc.user_created', userHeader(user)),
    event('svc.registered', { ...userHeader(user), provider: 'email' }),
  ];
  const lock = {
    ...addressKey(tenant.id, { kind: 'email', value: email }),
    type: 'address-claim',
    userId: user.id,
  } as Item;
  const outbox = outboxWrite(tenant.id, events, Date.now()) as { create: Item };
  return { user, items: [lock, user, outbox.create] };
}
