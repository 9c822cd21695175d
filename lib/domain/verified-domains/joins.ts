// Decides what becomes of people with an address of a verified domain: at their sign-up, and when they prove the address. An
// account that was claimed before is not touched: a domain captures no one.
import { fail } from '../../contract/errors.ts';
import { getMany, type Item } from '../../store/dynamo/table.ts';
import type { Key } from '../../store/keys.ts';
import { event, type NewEvent, userHeader } from '../../store/outbox.ts';
import type { User } from '../../store/people/users.ts';
import { asDomain, type Domain, domainKey } from '../../store/tenants/domains.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import { enabledOf } from '../enabled-providers.ts';
import { domainOf } from './names.ts';

/**
 * Throws SSO_REQUIRED if people of the domain sign in with an identity provider only. Reads nothing for a tenant without one: a
 * provider that was removed or is off keeps no one out.
 */
export async function requireOpenDomain(tenant: Tenant, email: string | null): Promise<void> {
  const required = await requiredProvider(tenant, email);
  if (required !== undefined)
    fail('SSO_REQUIRED', {
      message: `People of ${domainOf(email as string)} sign in with the identity provider ${required}.`,
    });
}

/**
 * Throws REGISTRATION_DISABLED if people of the domain sign in with another identity provider only. Reads nothing if the tenant
 * has no other one.
 */
export async function requireOpenDomainFor(provider: string, tenant: Tenant, email: string | null): Promise<void> {
  if (enabledOf(tenant).every(({ name }) => name === provider)) return;
  const required = await requiredProvider(tenant, email);
  if (required !== undefined && required !== provider) fail('REGISTRATION_DISABLED');
}

/** The provider of the tenant with which alone people of the domain sign up, if there is one. */
async function requiredProvider(tenant: Tenant, email: string | null): Promise<string | undefined> {
  const providers = enabledOf(tenant);
  if (email === null || !providers.length) return undefined;
  const [item] = await getMany([domainKey(tenant.id, domainOf(email))]);
  const domain = asDomain(item);
  if (domain?.state !== 'verified' || domain.join.policy !== 'sso') return undefined;
  const { provider } = domain.join;
  return providers.some(({ name }) => name === provider) ? provider : undefined;
}

/**
 * Whether people of the domain may ask to join: it is verified, its policy says so, and the tenant takes no sign-ups, which would need
 * no decision.
 */
export const takesRequests = (
  { status, settings }: Pick<Tenant, 'status' | 'settings'>,
  domain: Domain | undefined,
): boolean =>
  status === 'active' && isSignUpClosed(settings) && domain?.state === 'verified' && domain.join.policy === 'request';

/** Whether no one signs up in the tenant. */
export const isSignUpClosed = ({ signup }: Tenant['settings']): boolean => signup?.mode === 'closed';

/** The keys to read for `withJoinRole`, when an account that signed up proves this address: none for a phone number. */
export const joinKeys = ({ tenantId, email, isUnclaimed }: User, address: string): Key[] =>
  email === address && isUnclaimed ? [domainKey(tenantId, domainOf(email))] : [];

/**
 * Returns `proof` with the role that people of the domain get who sign up and prove their address by a code or a reset. `before`:
 * the user before the proof. `items` were read at `joinKeys`.
 */
export function withJoinRole(before: User, proof: Proof, [item]: readonly (Item | undefined)[]): Proof {
  const domain = asDomain(item);
  const { user, events } = proof;
  const isFirst = before.isUnclaimed && before.emailVerifiedAt === null && user.emailVerifiedAt !== null;
  if (!isFirst || domain?.state !== 'verified' || domain.join.policy !== 'role') return proof;
  const { roleId } = domain.join;
  if (user.roleIds.includes(roleId)) return proof;
  const after = { ...user, roleIds: [...user.roleIds, roleId] };
  const updated = event('svc.user_updated', { ...userHeader(after), updatedFields: ['roleIds'] });
  return { user: after, events: [...events, updated] };
}
type Proof = { user: User; events: NewEvent[] };
