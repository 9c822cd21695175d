// Decides which identity a proved address may link to an account, for users and admins alike, and what still opens an
// account without an identity.

import type { User } from '../../store/people/users.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import { codeObstacles, passwordObstacles } from '../credentials/admission.ts';
import { enabledOf } from '../enabled-providers.ts';
import { canReceiveSms } from '../phone-numbers.ts';
import { deploymentProviders } from './providers.ts';

/** An account at an identity provider. The name that the provider has here is a label, and not part of it. */
export type IdentityName = { issuer: string; subject: string };
/** An identity of an account. `isActive`: it opens the account. Otherwise it was shut out. */
type Held = IdentityName & { isActive: boolean };

/**
 * Whether a proved address may link the identity to an account that has these identities. Only issuer and subject are
 * stable: a provider may give an address to another person (OpenID Connect Core 5.7). So an account that an identity of the
 * issuer opens takes no second one by address, and an identity that was shut out does not come back by address.
 */
export const mayLinkByAddress = (held: readonly Held[], { issuer, subject }: IdentityName): boolean =>
  !held.some((each) => each.issuer === issuer && (each.isActive || each.subject === subject));

/**
 * Returns the issuers whose identities open accounts of the tenant: those of its own providers and of the deployment's that
 * they do not replace. Throws `Unavailable` if the deployment's providers are malformed.
 */
async function openIssuers(tenant: Tenant): Promise<ReadonlySet<string>> {
  const own = enabledOf(tenant);
  const names = new Set(own.map(({ name }) => name));
  const shared = [...(await deploymentProviders())].filter(([name]) => !names.has(name));
  return new Set([...own, ...shared.map(([, provider]) => provider)].map(({ issuer }) => issuer));
}

/** Whether one of the identities opens an account of the tenant: a provider that was removed lets no one in. */
export async function opensByIdentity(identities: readonly { issuer: string }[], tenant: Tenant): Promise<boolean> {
  if (!identities.length) return false;
  const issuers = await openIssuers(tenant);
  return identities.some(({ issuer }) => issuers.has(issuer));
}

/**
 * Whether the account opens without an identity: by a password, or by a code to an address that the owner proved and that
 * gets messages. A code to an unproved address is not enough, because its owner may be another person.
 */
export async function opensByAddress(user: User, tenant: Tenant): Promise<boolean> {
  const isOpen = (kind: 'email' | 'phone'): boolean =>
    user[kind] !== null &&
    (!passwordObstacles(user, tenant, kind).length ||
      (user[`${kind}VerifiedAt`] !== null && !codeObstacles(user, kind).length));
  if (isOpen('email')) return true;
  if (user.phone === null || !isOpen('phone')) return false;
  return !passwordObstacles(user, tenant, 'phone').length || canReceiveSms(user.phone, tenant.settings);
}
