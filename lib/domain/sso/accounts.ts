// From somebody at a provider to his account here. The identity decides; an e-mail address leads to an account that is
// there only if both sides have proved it. Of any number of first logins of one identity, one makes the account.
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
import { afterProof } from '../account/verification.ts';
import { type Delivery, tokensOf } from '../sessions/delivery.ts';
import type { Client } from '../sessions/sessions.ts';
import { countStarted, newSession, startSession } from '../sessions/start.ts';
import * as blockedDomains from '../tenants/blocked-domains.ts';
import type { Profile } from './profile.ts';

/** What a login ends with: a session for this client, or what else is to be written for the account it is. */
export type Ending =
  | { client: Client; persistent: boolean }
  | { write: (user: UserId, identityEpoch: number) => Write };

/** `delivery`: of the session, where one was wanted. */
export type Entered = { delivery?: Delivery };

/**
 * No name of RFC 8176 says "another service vouches for him"; `fed` is what Microsoft Entra calls it. What the provider says
 * of its own methods is not passed on: services that demand `mfa` would believe anybody who runs a provider.
 */
const AMR = ['fed'];
export const openingFor = (client: Client, persistent: boolean) => ({ amr: AMR, channel: null, persistent, client });

/**
 * Lets in whoever the profile is of: into his account, one that is linked to him now, or a new one. Throws
 * ACCOUNT_LINK_REQUIRED, REGISTRATION_DISABLED, EMAIL_DOMAIN_NOT_ALLOWED, and SSO_TOKEN_INVALID for a disabled account.
 */
export function enter(tenant: Tenant, profile: Profile, ending: Ending): Promise<Entered> {
  const { email } = profile;
  const lockKey = store.identityClaimKey(tenant.id, hashOf(profile));
  const addressKeys = email === null ? [] : [users.addressKey(tenant.id, { kind: 'email', value: email })];
  return retryOnConflict('the account', async () => {
    const [lockItem, ...others] = await getMany([lockKey, ...addressKeys, ...blockedDomains.shardsOf(email)]);
    const lock = store.asIdentityClaim(lockItem);
    const known = lock ? await enterKnown(tenant, lock, ending) : 'dead';
    if (known !== 'dead') return known;
    const owner = email === null ? undefined : users.claimedBy(others[0]);
    const arrival = { tenant, profile, lock, ending };
    return owner ? link(arrival, owner) : create(arrival, others.slice(addressKeys.length));
  });
}

/** Length and order of the parts are beyond doubt, so no two identities share it. */
const hashOf = ({ provider, subject }: Profile): string =>
  digest(JSON.stringify([provider.name, provider.issuer, subject]));

/** By an identity that was here before. `dead`: its account is gone, or has shut it out; `undefined`: look again. */
async function enterKnown(
  tenant: Tenant,
  lock: store.IdentityClaim,
  ending: Ending,
): Promise<Entered | 'dead' | undefined> {
  // Without a session nothing of the account is needed but that it is open: that is checked where it is written.
  if ('write' in ending) {
    const result = await transact({
      ending: ending.write(lock.userId, lock.epoch),
      account: store.requireOpenAccountWrite(tenant.id, lock),
    });
    if (result === 'done') return enteredAs(lock.userId);
  }
  const { user, held } = await users.findWithHeld(tenant.id, lock.userId);
  if (user?.identityEpoch !== lock.epoch) return 'dead';
  if (!user.isActive) return fail('SSO_TOKEN_INVALID');
  if ('write' in ending) return undefined;
  return { delivery: await startSession(user, tenant, openingFor(ending.client, ending.persistent), held) };
}

type ProvenIdentity = { tenant: Tenant; profile: Profile; lock: store.IdentityClaim | undefined; ending: Ending };

/** To the account that has the address already, if it is beyond doubt that both are one person. */
async function link({ tenant, profile, lock, ending }: ProvenIdentity, owner: UserId): Promise<Entered | undefined> {
  const { user, held } = await users.findWithHeld(tenant.id, owner);
  if (!user || user.email !== profile.email) return undefined;
  if (!profile.isEmailProved || !mayBeLinked(user)) return fail('ACCOUNT_LINK_REQUIRED');
  if (!user.isActive) return fail('SSO_TOKEN_INVALID');
  const at = now();
  const { user: proved, events } = afterProof(user, 'email', user.email as string, at);
  const after: users.User = { ...proved, hasIdentity: true, isIdentityUnproved: false, updatedAt: at };
  const identity = identityOf(profile, after, at);
  const detail = { ...userHeader(after), provider: profile.provider.name, identityId: identity.id };
  const result = await users.change(user, after, [
    ...store.identityWrites(tenant.id, user.id, identity, lock),
    ...furtherWrites(ending, after),
    outboxWrite(tenant.id, [...events, event('svc.identity_linked', detail)], at),
  ]);
  if (result !== 'done') return undefined;
  if ('write' in ending) return enteredAs(after.id);
  return { delivery: await startSession(after, tenant, openingFor(ending.client, ending.persistent), held) };
}

/**
 * Its owner has proved the address; or nobody has used the account yet, and whoever made it says whose it is. Never one that
 * somebody signed up with and didn't prove: he would stay in it.
 */
const mayBeLinked = (user: users.User): boolean =>
  user.emailVerifiedAt !== null || (!user.isSelfMade && user.passwordHash === null);

async function create(
  { tenant, profile, lock, ending }: ProvenIdentity,
  blocked: readonly (Item | undefined)[],
): Promise<Entered | undefined> {
  const { email, isEmailProved, provider, name } = profile;
  if (!provider.allowSignup || tenant.settings.signup?.mode === 'closed') fail('REGISTRATION_DISABLED');
  blockedDomains.requireAllowed(email, blocked);
  const at = now();
  const user: users.User = {
    ...users.newUser(tenant.id, { email, phone: null, passwordHash: null }),
    isSelfMade: true,
    emailVerifiedAt: isEmailProved ? at : null,
    hasIdentity: true,
    isIdentityUnproved: email !== null && !isEmailProved,
    metadata: name === null ? {} : { name },
  };
  const session =
    'write' in ending ? undefined : newSession(user, tenant, 0, openingFor(ending.client, ending.persistent));
  const events = [
    event('svc.user_created', userHeader(user)),
    event('svc.registered', { ...userHeader(user), provider: provider.name }),
  ];
  const result = await users.create(user, session, outboxWrite(tenant.id, events, at), [
    ...store.identityWrites(tenant.id, user.id, identityOf(profile, user, at), lock),
    ...furtherWrites(ending, user),
  ]);
  if (result !== 'done') return undefined;
  if (!session) return enteredAs(user.id);
  countStarted(session);
  return { delivery: await tokensOf(session, user, tenant) };
}

/** Without a session: that begins when the code is shown. */
function enteredAs(user: UserId): Entered {
  note({ actor: user });
  return {};
}

const furtherWrites = (ending: Ending, { id, identityEpoch }: users.User): Write[] =>
  'write' in ending ? [ending.write(id, identityEpoch)] : [];

function identityOf(profile: Profile, { id: user, tenantId, identityEpoch }: users.User, at: number): store.Identity {
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
