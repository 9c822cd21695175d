// Finds, links or creates the account of a user who logged in with an identity provider. The identity decides. An
// e-mail address leads to an existing account only if both sides have proved it. If an identity logs in several times
// at once, exactly one login creates the account.
import { fail } from '../../contract/errors.ts';
import { now } from '../../platform/clock.ts';
import { newIdentityId, type UserId } from '../../platform/ids.ts';
import { note } from '../../platform/request-context.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { getMany, type Item, transact, type Write } from '../../store/dynamo/table.ts';
import { event, outboxWrite, userHeader } from '../../store/outbox.ts';
import * as store from '../../store/people/identities.ts';
import * as users from '../../store/people/users.ts';
import { withIdentity } from '../../store/people/ways-in.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import { rememberNetwork } from '../account/known-source.ts';
import { sendNextStep } from '../account/signup-proof.ts';
import type { Binding } from '../credentials/binding.ts';
import { networkHash } from '../credentials/networks.ts';
import { proveAddress, standingOf } from '../credentials/proofs.ts';
import type { Client } from '../sessions/caller.ts';
import { type Delivery, tokensOf } from '../sessions/delivery.ts';
import { needsSecondFactor } from '../sessions/mfa-policy.ts';
import { countStarted, newSession, startSession } from '../sessions/start.ts';
import * as blockedDomains from '../tenants/blocked-domains.ts';
import { requireOpenDomainFor } from '../verified-domains/joins.ts';
import { mayLinkByAddress } from './identity-rules.ts';
import type { Profile } from './profile.ts';
import type { Provider } from './providers.ts';

/**
 * The result of a login: a session for this client, or another write for the account. `binding`: what a code for this
 * client is bound to.
 */
export type Ending = { client: Client; binding: Binding | undefined } & (
  | { persistent: boolean }
  | { write: (user: UserId, identityEpoch: number) => Write }
);

/** `delivery`: of the session, if the login ends with one. */
export type LoginResult = { delivery?: Delivery };

/**
 * RFC 8176 has no name for "another service vouches for the user"; Microsoft Entra uses `fed`. The methods that the
 * provider reports are not passed on: services that require `mfa` would have to trust every provider.
 */
const AMR = ['fed'];
/** Returns how the session of such a login begins. */
const openingFor = (client: Client, persistent: boolean, { isOfTenant }: Pick<Provider, 'isOfTenant'>) => ({
  amr: AMR,
  channel: null,
  persistent,
  client,
  isVouchedByTenant: isOfTenant,
});

/** Starts the session of a user who has come from a provider, and remembers their network. */
export async function startFor(
  user: users.User,
  tenant: Tenant,
  held: users.Held,
  { client, persistent }: { client: Client; persistent: boolean },
  provider: Pick<Provider, 'isOfTenant'>,
): Promise<Delivery> {
  const [delivery] = await Promise.all([
    startSession(user, tenant, openingFor(client, persistent, provider), held),
    !needsSecondFactor(user, tenant) && rememberNetwork(user, client),
  ]);
  return delivery;
}

/** Reads who has the identity, who has its address, and whether the address is blocked. */
export async function findOwners(tenant: Tenant, profile: Profile) {
  const { email } = profile;
  const claimKey = store.identityClaimKey(tenant.id, hashOf(profile));
  const addressKeys = email === null ? [] : [users.addressKey(tenant.id, { kind: 'email', value: email })];
  const [claimItem, ...others] = await getMany([claimKey, ...addressKeys, ...blockedDomains.shardsOf(email)]);
  return {
    claim: store.asIdentityClaim(claimItem),
    owner: email === null ? undefined : users.claimedBy(others[0]),
    blocked: others.slice(addressKeys.length),
  };
}

/**
 * Logs in the user of the profile: to their account, to one that is linked to the identity now, or to a new one.
 * `found`: what `findOwners` returned, if the caller has read it while it waited. Throws
 * ACCOUNT_LINK_REQUIRED, REGISTRATION_DISABLED, EMAIL_DOMAIN_NOT_ALLOWED, SSO_TOKEN_INVALID for a disabled account,
 * EMAIL_VERIFICATION_REQUIRED after a message was sent, if the tenant verifies addresses first and this one is not
 * proved, and `Unavailable` after 20 conflicts.
 */
export function loginWithProfile(
  tenant: Tenant,
  profile: Profile,
  ending: Ending,
  found?: Awaited<ReturnType<typeof findOwners>>,
): Promise<LoginResult> {
  const { email } = profile;
  let known = found;
  return retryOnConflict('the account', async () => {
    const { claim, owner, blocked } = known ?? (await findOwners(tenant, profile));
    known = undefined;
    const result = claim ? await loginWithClaim(tenant, claim, ending, profile.provider) : 'invalid';
    if (result !== 'invalid') return result;
    const identity = { tenant, profile, claim, ending };
    // Tried also for a taken address: the response must not reveal it.
    const mustProve = verifiesFirst(tenant) && email !== null && !profile.isEmailProved;
    return owner && !mustProve ? linkAccount(identity, owner) : createAccount(identity, mustProve, blocked);
  });
}

const verifiesFirst = ({ settings }: Tenant): boolean => settings.signup?.mode === 'verifyFirst';

/** Returns the hash of an identity. JSON keeps the parts apart, so no two identities share a hash. */
export const hashOf = ({ provider, subject }: Profile): string => store.identityHashOf(provider.issuer, subject);

/**
 * Logs in with an identity that opens an account. `'invalid'`: the account was deleted, or no longer accepts the
 * identity. `undefined`: the account changed meanwhile, so read again.
 */
async function loginWithClaim(
  tenant: Tenant,
  claim: store.IdentityClaim,
  ending: Ending,
  provider: Provider,
): Promise<LoginResult | 'invalid' | undefined> {
  // Without a session it is enough that the account is open. The transaction checks that, so nothing is read first.
  if ('write' in ending) {
    const result = await transact({
      ending: ending.write(claim.userId, claim.epoch),
      account: store.requireOpenAccountWrite(tenant.id, claim, verifiesFirst(tenant)),
    });
    if (result === 'done') return withoutSession(claim.userId);
  }
  const { user, held } = await users.findWithHeld(tenant.id, claim.userId);
  if (user?.identityEpoch !== claim.epoch) return 'invalid';
  if (!user.isActive) return fail('SSO_TOKEN_INVALID');
  if (verifiesFirst(tenant) && user.isUnclaimed) return requireProof(tenant, user, ending, user.identityEpoch);
  if ('write' in ending) return undefined;
  return { delivery: await startFor(user, tenant, held, ending, provider) };
}

type ProvenIdentity = { tenant: Tenant; profile: Profile; claim: store.IdentityClaim | undefined; ending: Ending };

/**
 * Links the identity to the account that has the address, if both certainly belong to one person, and logs in to it.
 * Credentials in the account that may be a stranger's end with it. `undefined`: the account changed meanwhile.
 */
async function linkAccount(
  { tenant, profile, claim, ending }: ProvenIdentity,
  owner: UserId,
): Promise<LoginResult | undefined> {
  const { user, held } = await users.findWithHeld(tenant.id, owner);
  if (!user || user.email !== profile.email) return undefined;
  if (!profile.isEmailProved || !mayBeLinked(user)) return fail('ACCOUNT_LINK_REQUIRED');
  if (!mayLinkByAddress(await heldBy(user), identityOf(profile))) return fail('ACCOUNT_LINK_REQUIRED');
  if (!user.isActive) return fail('SSO_TOKEN_INVALID');
  const at = now();
  const address = { kind: 'email', value: user.email as string } as const;
  const { user: proved, events } = proveAddress(user, 'providerAddress', address, at);
  const after = withIdentity(proved, at);
  const identity = newIdentity(profile, after, at);
  const detail = { ...userHeader(after), provider: profile.provider.name, identityId: identity.id };
  const result = await users.change(user, after, [
    ...store.identityWrites(tenant.id, user.id, identity, claim),
    ...endingWrites(ending, after),
    outboxWrite(tenant.id, [...events, event('svc.identity_linked', detail)], at),
  ]);
  if (result !== 'done') return undefined;
  if ('write' in ending) return withoutSession(after.id);
  return { delivery: await startFor(after, tenant, held, ending, profile.provider) };
}

/**
 * Returns the identities of the account. They are read after the user: a link made meanwhile raises the user's version, and
 * the write is refused.
 */
async function heldBy({ tenantId, id, hasIdentity, identityEpoch }: users.User) {
  // The first epoch has no identity that was shut out.
  if (!hasIdentity && identityEpoch === store.FIRST_EPOCH) return [];
  const identities = await store.identitiesOf(tenantId, id);
  return identities.map((each) => ({ ...each, isActive: each.epoch === identityEpoch }));
}

const identityOf = ({ provider: { issuer }, subject }: Profile) => ({ issuer, subject });

/**
 * Whether the account's address is proved, or the account has no way in yet: another person created it for its
 * owner, or a sign-up waits for the proof of its address. Never an account that a user signed up with, has access to and
 * did not verify: it may be a stranger's, who would keep access.
 */
const mayBeLinked = (user: users.User): boolean =>
  user.emailVerifiedAt !== null ||
  (standingOf(user, 'email') === 'first' && user.passwordHash === null && !(user.isUnclaimed && user.hasIdentity));

/**
 * Sends the message of a sign-up and throws EMAIL_VERIFICATION_REQUIRED. `identityEpoch`: of the identity that this
 * login just showed; with the code, its client keeps it.
 */
async function requireProof(
  tenant: Tenant,
  user: users.User,
  { client, binding }: Ending,
  identityEpoch: number | undefined,
): Promise<never> {
  const choice = identityEpoch === undefined ? undefined : { identityEpoch };
  await sendNextStep(user, { binding, choice }, tenant, client.ip);
  return fail('EMAIL_VERIFICATION_REQUIRED');
}

/**
 * Creates an account for the identity and logs in to it, unless its address must be proved first. `undefined`: another
 * caller was faster.
 */
async function createAccount(
  { tenant, profile, claim, ending }: ProvenIdentity,
  mustProve: boolean,
  blocked: readonly (Item | undefined)[],
): Promise<LoginResult | undefined> {
  const { email, isEmailProved, provider, name } = profile;
  if (!provider.allowSignup || tenant.settings.signup?.mode === 'closed') fail('REGISTRATION_DISABLED');
  blockedDomains.requireAllowed(email, blocked);
  await requireOpenDomainFor(provider.name, tenant, email);
  const at = now();
  const fresh = users.newUser(tenant.id, { email, phone: null, passwordHash: null });
  const opening = 'write' in ending || mustProve ? undefined : openingFor(ending.client, ending.persistent, provider);
  const user: users.User = {
    ...fresh,
    emailVerifiedAt: isEmailProved ? at : null,
    hasIdentity: true,
    isUnclaimed: email !== null && !isEmailProved,
    // A login, as any later one with this identity is. A proof of the address by another person ends what it knows.
    networks: opening && !needsSecondFactor(fresh, tenant) ? [await networkHash(fresh.id, opening.client.ip)] : [],
    metadata: name === null ? {} : { name },
  };
  const session = opening && newSession(user, tenant, 0, opening);
  const events = [
    event('svc.user_created', userHeader(user)),
    event('svc.registered', { ...userHeader(user), provider: provider.name }),
  ];
  const result = await users.create(user, session, outboxWrite(tenant.id, events, at), [
    ...store.identityWrites(tenant.id, user.id, newIdentity(profile, user, at), claim),
    ...(mustProve ? [] : endingWrites(ending, user)),
  ]);
  if (mustProve && result !== 'refused')
    return requireProof(tenant, user, ending, result === 'done' ? user.identityEpoch : undefined);
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

/** Returns an identity that the account accepts now. `at` in ms. */
export function newIdentity(
  profile: Profile,
  { id: user, tenantId, identityEpoch }: users.User,
  at: number,
): store.Identity {
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
