// A new account, with nothing proved about it and nothing given to it.
import { now } from '../../platform/clock.ts';
import { newUserId } from '../../platform/ids.ts';
import type { Tenant } from '../../store/tenants.ts';
import { itemOf, type User } from '../../store/users.ts';

type Contact = Pick<User, 'email' | 'phone' | 'passwordHash'>;

export function newUser(tenant: Tenant, contact: Contact): User {
  const at = now();
  return itemOf({
    id: newUserId(tenant.id),
    tenantId: tenant.id,
    ...contact,
    isSelfMade: false,
    isPasswordUnproved: false,
    hasIdentity: false,
    isIdentityUnproved: false,
    identityEpoch: 1,
    emailVerifiedAt: null,
    phoneVerifiedAt: null,
    isActive: true,
    isMfaEnabled: false,
    isTotpEnrolled: false,
    emailLoginEnabled: true,
    phoneLoginEnabled: true,
    roleIds: [],
    mustChangePassword: false,
    epoch: 1,
    version: 1,
    metadata: {},
    createdAt: at,
    updatedAt: at,
  });
}
