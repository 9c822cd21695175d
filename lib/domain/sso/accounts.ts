// Finds, links or creates the account of a user who logged in with an identity provider. The identity decides. An
// e-mail address leads to an existing account only if both sides have proved it. If an identity logs in several times
// at once, exactly one login creates the account.
import { fail } from '../../contract/errors.ts';
import { digest } from '../../crypto/secrets.ts';
import { now } from '../../platform/clock.ts';
import { newIdentityId, type UserId } from '../../platform/ids.ts';
import { note } from '../../platform/request-context.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { getMany, type Item, transact, type Write } from '../../store/dynamo/table.ts';
import * as store from '../../store/identities.ts';
import { event, outboxWrite, userHeader } from '../../store/outbox.ts';
import type { Tenant } from '../../store/tenants.ts';
import * as users from '../../store/users.ts';
import { proveAddress, standingOf } from '../credentials/proofs.ts';
import { type Delivery, tokensOf } from '../sessions/delivery.ts';
import type { Client } from '../sessions/sessions.ts';
import { countStarted, newSession, startSession } from '../sessions/start.ts';
import * as blockedDomains from '../tenants/blocked-domains.ts';
import type { Profile } from './profile.ts';

/** The result of a login: a session for this client, or another write for the account. */
export type Ending =
  | { client: Client; persistent: boolean }
  | { write: (user: UserId, identityEpoch: number) => Write };

/** `delivery`: of the session, if the login ends with one. */
export type LoginResult = { delivery?: Delivery };

/**
 * RFC 8176 has no name for "another service vouches for the user"; Microsoft Entra uses `fed`. The methods that the
 * provider reports are not passed on: services that require `mfa` would have to trust every provider.
 */
const AMR = ['fed'];
/** Returns how the session of such a login begins. */
export const openingFor = (client: Client, persistent: boolean) => ({ amr: AMR, channel: null, persistent, client });

/**
 * Logs in the user of the profile: to their account, to one that is linked to the identity now, or to a new one. Throws
 * ACCOUNT_LINK_REQUIRED, REGISTRATION_DISABLED, EMAIL_DOMAIN_NOT_ALLOWED, SSO_TOKEN_INVALID for a disabled account, and
 * `Unavailable` after 20 conflicts.
 */
export function loginWithProfile(tenant: Tenant, profile: Profile, ending: Ending): Promise<LoginResult> {
  const { email } = profile;
  const claimKey = store.identityClaimKey(tenant.id, hashOf(profile));
  const addressKeys = email === null ? [] : [users.addressKey(tenant.id, { kind: 'email', value: email })];
  return retryOnConflict('the account', async () => {
    const [claimItem, ...others] = await getMany([claimKey, ...addressKeys, ...blockedDomains.shardsOf(email)]);
    const claim = store.asIdentityClaim(claimItem);
    const result = claim ? await loginWithClaim(tenant, claim, ending) : 'invalid';
    if (result !== 'invalid') return result;
    const owner = email === null ? undefined : users.claimedBy(others[0]);
    const identity = { tenant, profile, claim, ending };
    return owner ? linkAccount(identity, owner) : createAccount(identity, others.slice(addressKeys.length));
  });
}

/** Returns the hash of an identity. JSON keeps the parts apart, so no two identities share a hash. */
const hashOf = ({ provider, subject }: Profile): string =>
  digest(JSON.stringify([provider.name, provider.issuer, subject]));

/**
 * Logs in with an identity that opens an account. `'invalid'`: the account was deleted, or no longer accepts the
 * identity. `undefined`: the account changed meanwhile, so read again.
 */
async function loginWithClaim(
  tenant: Tenant,
  claim: store.IdentityClaim,
  ending: Ending,
): Promise<LoginResult | 'invalid' | undefined> {
  // Without a session it is enough that the account is open. The transaction checks that, so nothing is read first.
  if ('write' in ending) {
    const result = await transact({
      ending: ending.write(claim.userId, claim.epoch),
      account: store.requireOpenAccountWrite(tenant.id, claim),
    });
    if (result === 'done') return withoutSession(claim.userId);
  }
  const { user, held } = await users.findWithHeld(tenant.id, claim.userId);
  if (user?.identityEpoch !== claim.epoch) return 'invalid';
  if (!user.isActive) return fail('SSO_TOKEN_INVALID');
  if ('write' in ending) return undefined;
  return { delivery: await startSession(user, tenant, openingFor(ending.client, ending.persistent), held) };
}

type ProvenIdentity = { tenant: Tenant; profile: Profile; claim: store.IdentityClaim | undefined; ending: Ending };

/**
 * Links the identity to the account that has the address, if both certainly belong to one person, and logs in to it.
 * `undefined`: the account changed meanwhile.
 */
async function linkAccount(
  { tenant, profile, claim, ending }: ProvenIdentity,
  owner: UserId,
): Promise<LoginResult | undefined> {
  const { user, held } = await users.findWithHeld(tenant.id, owner);
  if (!user || user.email !== profile.email) return undefined;
  if (!profile.isEmailProved || !mayBeLinked(user)) return fail('ACCOUNT_LINK_REQUIRED');
  if (!user.isActive) return fail('SSO_TOKEN_INVALID');
  const at = now();
  const address = { kind: 'email', value: user.email as string } as const;
  const { user: proved, events } = proveAddress(user, 'providerAddress', address, at);
  const after: users.User = { ...proved, hasIdentity: true, updatedAt: at };
  const identity = newIdentity(profile, after, at);
  const detail = { ...userHeader(after), provider: profile.provider.name, identityId: identity.id };
  const result = await users.change(user, after, [
    ...store.identityWrites(tenant.id, user.id, identity, claim),
    ...endingWrites(ending, after),
    outboxWrite(tenant.id, [...events, event('svc.identity_linked', detail)], at),
  ]);
  if (result !== 'done') return undefined;
  if ('write' in ending) return withoutSession(after.id);
  return { delivery: await startSession(after, tenant, openingFor(ending.client, ending.persistent), held) };
}

/**
 * Whether the account's address is proved, or another person created the account for its owner and it was never used.
 * Never an unclaimed account: it may be a stranger's, who would keep access.
 */
const mayBeLinked = (user: users.User): boolean =>
  !user.isUnclaimed &&
  (user.emailVerifiedAt !== null || (standingOf(user, 'email') === 'first' && user.passwordHash === null));

/** Creates an account for the identity and logs in to it. `undefined`: another caller was faster. */
async function createAccount(
  { tenant, profile, claim, ending }: ProvenIdentity,
  blocked: readonly (Item | undefined)[],
): Promise<LoginResult | undefined> {
  const { email, isEmailProved, provider, name } = profile;
  if (!provider.allowSignup || tenant.settings.signup?.mode === 'closed') fail('REGISTRATION_DISABLED');
  blockedDomains.requireAllowed(email, blocked);
  const at = now();
  const user: users.User = {
    ...users.newUser(tenant.id, { email, phone: null, passwordHash: null }),
    emailVerifiedAt: isEmailProved ? at : null,
    hasIdentity: true,
    isUnclaimed: email !== null && !isEmailProved,
    metadata: name === null ? {} : { name },
  };
  const session =
    'write' in ending ? undefined : newSession(user, tenant, 0, openingFor(ending.client, ending.persistent));
  const events = [
    event('svc.user_created', userHeader(user)),
    event('svc.registered', { ...userHeader(user), provider: provider.name }),
  ];
  const result = await users.create(user, session, outboxWrite(tenant.id, events, at), [
    ...store.identityWrites(tenant.id, user.id, newIdentity(profile, user, at), claim),
    ...endingWrites(ending, user),
  ]);
  if (result !== 'done') return undefined;
  if (!session) return withoutSession(user.id);
  countStarted(session);
  return { delivery: await tokensOf(session, user, tenant) };
}

/** Records the user for the request log. The session begins later, when the exchange code is redeemed. */
function withoutSession(user: UserId): LoginResult {
  note({ actor: user });
  return {};
}

const endingWrites = (ending: Ending, { id, identityEpoch }: users.User): Write[] =>
  'write' in ending ? [ending.write(id, identityEpoch)] : [];

function newIdentity(profile: Profile, { id: user, tenantId, identityEpoch }: users.User, at: number): store.Identity {
  const id = newIdentityId();
  const { provider, subject, email, name } = profile;
  return {
    ...store.identityKey(tenantId, user, id),
    type: 'identity',
    id,
    hash: hashOf(profile),
    epoch: identityEpoch,
    provider: provider.name,
    issuer: provider.issuer,
    subject,
    metadata: { ...(email !== null && { email }), ...(name !== null && { name }) },
    createdAt: at,
    updatedAt: at,
  };
}
