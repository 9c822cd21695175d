// Moves a person at their first login: an address without an account here, whose password is right at the tenant's earlier
// service, becomes an account with that password. The account of an address decides: if one exists by the time the service
// has responded, its own password is compared instead.
import { fail } from '../../contract/errors.ts';
import { now } from '../../platform/clock.ts';
import type { TenantId, UserId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { note } from '../../platform/request-context.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { getMany, type Item } from '../../store/dynamo/table.ts';
import { event, outboxWrite, userHeader } from '../../store/outbox.ts';
import { isLeft, leftAddressKey } from '../../store/people/left-addresses.ts';
import * as users from '../../store/people/users.ts';
import { migratedUserWrite } from '../../store/tenants/migrated-users.ts';
import { wholeFrom, wholeKey } from '../../store/tenants/tenant-cache.ts';
import { asHead, mayMove, type Tenant } from '../../store/tenants/tenants.ts';
import { sendNextStep } from '../account/signup-proof.ts';
import { passwordObstacles } from '../credentials/admission.ts';
import { bindingOf } from '../credentials/binding.ts';
import type { Consumption } from '../credentials/limits.ts';
import { networkHash } from '../credentials/networks.ts';
import * as passwords from '../credentials/passwords.ts';
import type { Client } from '../sessions/caller.ts';
import { type Delivery, tokensOf } from '../sessions/delivery.ts';
import { needsSecondFactor } from '../sessions/mfa-policy.ts';
import { countStarted, newSession, startSession } from '../sessions/start.ts';
import * as blockedDomains from '../tenants/blocked-domains.ts';
import type { Migration } from '../tenants/migration-settings.ts';
import { askEarlierService, sourceOf } from './ask.ts';
import { addressesOf, contactOf, mustProveFirst, newUser } from './new-user.ts';
import { type Person, personIn } from './person.ts';
import type { Typed } from './verdict.ts';

export type Opening = { client: Client; persistent: boolean };

/** A login that found no account. `counted`: its attempts. */
export type FirstLogin = Typed & {
  tenantId: TenantId;
  headItem: Item | undefined;
  counted: readonly Consumption[];
} & Opening;

/**
 * Returns the session of the person who was moved. `undefined`: the tenant moves no one now, the password is wrong, the
 * service says that its account has another address, or an account here gave the address up. If several callers log in at
 * once, one creates the account, and the others log in to it. Throws MIGRATION_STEP_REQUIRED, EMAIL_DOMAIN_NOT_ALLOWED,
 * EMAIL_VERIFICATION_REQUIRED after a message was sent, and `Unavailable`. Only a tenant that moves people costs a read.
 */
export async function moveAtLogin(login: FirstLogin): Promise<Delivery | undefined> {
  const { tenantId, headItem, identifier, password } = login;
  if (!mayMigrate(headItem)) return undefined;
  const [item, left] = await getMany([wholeKey(tenantId), leftAddressKey(tenantId, identifier)]);
  if (isLeft(left)) return undefined;
  const tenant = await wholeFrom(tenantId, item);
  const migration = tenant?.settings.migration;
  if (tenant?.status !== 'active' || !migration || Date.parse(migration.endsAt) <= now()) return undefined;
  const verdict = await askEarlierService(tenant, migration, { identifier, password });
  if (verdict === 'wrong') return undefined;
  if (verdict === 'step') return refuseStep(tenant, migration);
  const person = await personIn(verdict.claims, identifier, migration.metadata ?? []);
  if (!person) {
    log.warn('migration_refused', { tenant: tenant.id, source: sourceOf(migration), reason: 'other_address' });
    return undefined;
  }
  const hash = await passwords.hash(password);
  const move = { tenant, migration, person, hash, login };
  const { delivery } = await retryOnConflict('the account', () => moveOnce(move));
  return delivery;
}

/** Whether the copy of the head says that people may be moved now. A copy of an earlier release or restored table cannot say. */
function mayMigrate(headItem: Item | undefined): boolean {
  const head = asHead(headItem);
  return head ? mayMove(head) : headItem !== undefined;
}

function refuseStep({ id }: Tenant, migration: Migration): never {
  log.warn('migration_refused', { tenant: id, source: sourceOf(migration), reason: 'step_required' });
  return fail('MIGRATION_STEP_REQUIRED');
}

/** `delivery`: `undefined` if the account that exists by now has another password. */
type Moved = { delivery: Delivery | undefined };
type Move = { tenant: Tenant; migration: Migration; person: Person; hash: string; login: FirstLogin };

/**
 * Creates the account, or logs in to the one that has the address by now. `undefined`: one of the addresses was taken, or
 * the account deleted, meanwhile.
 */
async function moveOnce(move: Move): Promise<Moved | undefined> {
  const { tenant, person, login } = move;
  const addresses = addressesOf(person, login.identifier);
  const { email } = contactOf(addresses);
  const keys = addresses.map((each) => users.addressKey(tenant.id, each));
  const leftKeys = addresses.map((each) => leftAddressKey(tenant.id, each));
  const items = await getMany([...keys, ...leftKeys, ...blockedDomains.shardsOf(email)]);
  const [owner, ...others] = items.slice(0, keys.length).map(users.claimedBy);
  if (owner) return loginToExisting(move, owner);
  const [isTypedLeft, ...othersLeft] = items.slice(keys.length, 2 * keys.length).map(isLeft);
  if (isTypedLeft) return { delivery: undefined };
  blockedDomains.requireAllowed(email, items.slice(2 * keys.length));
  // A second address that another account has, or gave up, does not come along.
  return createAccount(move, [...others, ...othersLeft].some(Boolean) ? [login.identifier] : addresses);
}

/** Creates the account, its first session unless the address is proved first, the count and the events. */
async function createAccount(
  { tenant, migration, person, hash, login: { client, persistent } }: Move,
  addresses: readonly users.Identifier[],
): Promise<Moved | undefined> {
  const mustProve = mustProveFirst(tenant, person, addresses[0] as users.Identifier);
  const user = newUser(tenant, person, addresses, mustProve ? null : hash);
  const isIn = !mustProve && !needsSecondFactor(user, tenant);
  // A login, as any later one with this password is.
  if (isIn) user.networks = [await networkHash(user.id, client.ip)];
  const opening = { amr: ['pwd'], channel: null, persistent, client };
  const session = mustProve ? undefined : newSession(user, tenant, 0, opening);
  const source = sourceOf(migration);
  const events = [
    event('svc.user_created', userHeader(user)),
    event('svc.user_migrated', { ...userHeader(user), source }),
  ];
  const result = await users.create(user, session, outboxWrite(tenant.id, events, now()), [
    migratedUserWrite(tenant.id),
  ]);
  if (result !== 'done') return undefined;
  note({ actor: user.id });
  log.info('user_migrated', { tenant: tenant.id, source });
  if (!session) return requireProof(tenant, user, hash, client);
  countStarted(session);
  return { delivery: await tokensOf(session, user, tenant, 'Logged in.') };
}

/** Sends the message of a sign-up, with which this client keeps the password, and throws EMAIL_VERIFICATION_REQUIRED. */
async function requireProof(tenant: Tenant, user: users.User, passwordHash: string, client: Client): Promise<never> {
  await sendNextStep(user, { binding: bindingOf(undefined, client), choice: { passwordHash } }, tenant, client.ip);
  return fail('EMAIL_VERIFICATION_REQUIRED');
}

/** Logs in to an account that was created since the login began, as any login does. */
async function loginToExisting({ tenant, person, hash, login }: Move, owner: UserId): Promise<Moved | undefined> {
  const { identifier, password, counted, client, persistent } = login;
  const { user, held } = await users.findWithHeld(tenant.id, owner);
  if (!user) return undefined;
  // Another caller has moved them, and their address is not proved yet.
  const isWaiting = user.isUnclaimed && user.passwordHash === null && mustProveFirst(tenant, person, identifier);
  if (isWaiting) return requireProof(tenant, user, hash, client);
  const isRight = await passwords.matches(password, user.passwordHash, counted);
  if (!isRight || passwordObstacles(user, tenant, identifier.kind).length) return { delivery: undefined };
  return { delivery: await startSession(user, tenant, { amr: ['pwd'], channel: null, persistent, client }, held) };
}
