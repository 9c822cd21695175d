// Stores admins and their sessions. Two rules must hold in every race: bootstrap happens once, and one owner remains.
import type { AdminRole } from '../../contract/duties.ts';
import type { DeviceKey } from '../../crypto/device-proof.ts';
import { now } from '../../platform/clock.ts';
import {
  type AdminId,
  adminIdentityOf,
  adminInvitationIdOf,
  NO_ADMIN,
  newAdminId,
  type TenantId,
} from '../../platform/ids.ts';
import type { Origin } from '../../platform/request-context.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import { changeWrite, type Fields, type Versioned } from '../record.ts';

/** An authenticator that was verified. `secret` is sealed; `lastStep` is the step of the last code that was used. */
export type Totp = { secret: string; lastStep: number };
/** One that is not verified yet. Like a session, it carries the epoch it began in. */
export type TotpSetup = { secret: string; epoch: number; guesses: number; expiresAt: number };

/** An account at the provider of admins. An address never identifies one. */
export type AdminIdentity = { issuer: string; subject: string };

/** Every write of an admin raises `version`, so none of them is lost by a change that was decided before it. */
export type Admin = Versioned & {
  type: 'admin';
  id: AdminId;
  email: string;
  name: string | null;
  passwordHash: string;
  /** How often an owner unlocked the admin. It is part of the keys of their limits, so an unlock ends them all. */
  unlocks: number;
  /** Sessions carry the epoch they began in. Raising it ends them all. */
  epoch: number;
  metadata: Record<string, unknown>;
  role: AdminRole;
  /** The tenants that the admin may see and change. `null`: the whole deployment. */
  tenants: TenantId[] | null;
  /** Keyed hashes of the networks of the last logins, the latest first. */
  networks: string[];
  totp?: Totp;
  /** Their account at the provider of admins. */
  identity?: AdminIdentity;
  totpSetup?: TotpSetup;
  /** The name of the admin in their passkeys. Absent: they have none. */
  passkeyHandle?: string;
  lastLoginAt: number | null;
  createdAt: number;
  updatedAt: number;
};

/** What no change writes. */
export const FIXED = ['id', 'email', 'createdAt'] as const satisfies readonly (keyof Admin)[];

/** Stored under the hash of its secret. Only the admin's cookie holds the secret itself. */
export type AdminSession = table.Item & {
  type: 'admin-session';
  adminId: AdminId;
  epoch: number;
  userAgent: string;
  /** The IP address that it began from. */
  ip: string;
  /** When the admin last proved who they are in this session, ms. */
  provedAt: number;
  lastUsedAt: number;
  expiresAt: number;
  createdAt: number;
  /** The key that it is bound to. */
  device?: DeviceKey;
  /** The request that began it, for the audit log. */
  by?: Origin;
  ttl: number;
};

type CountItem = table.Item & { type: 'admin-count'; count: number };
type EmailItem = table.Item & { type: 'admin-email'; adminId: AdminId };

export const adminKey = keys.admin;
export const sessionKey = keys.adminSession;

export const asAdmin = (item: table.Item | undefined): Admin | undefined =>
  item?.type === 'admin' ? (item as Admin) : undefined;
export const asSession = (item: table.Item | undefined): AdminSession | undefined =>
  item?.type === 'admin-session' ? (item as AdminSession) : undefined;

/** Returns a new admin. They are not stored yet. */
export function newAdmin(
  given: Pick<Admin, 'email' | 'name' | 'passwordHash' | 'metadata' | 'role' | 'tenants'>,
): Admin {
  const [id, at] = [newAdminId(), now()];
  const fields: Fields<Admin> = {
    id,
    ...given,
    networks: [],
    unlocks: 0,
    epoch: 1,
    version: 1,
    lastLoginAt: null,
    createdAt: at,
    updatedAt: at,
  };
  return { ...fields, ...keys.admin(id), type: 'admin' };
}

/** The admin with this e-mail address. An unknown address costs the same two reads. */
export async function findByEmail(email: string): Promise<Admin | undefined> {
  const owner = await table.get<EmailItem>(keys.adminEmail(email), 'admin-email');
  return find(owner?.adminId ?? NO_ADMIN);
}

export const find = async (id: AdminId): Promise<Admin | undefined> =>
  asAdmin(await table.get<Admin>(keys.admin(id), 'admin'));
/** All admins, in no order. */
export const list = (): Promise<Admin[]> => table.query<Admin>(keys.admins, 'admin');
export const isBootstrapped = async (): Promise<boolean> =>
  (await table.get(keys.adminBootstrap, 'admin-bootstrap')) !== undefined;

export const emailItem = ({ id, email }: Admin): EmailItem => ({
  ...keys.adminEmail(email),
  type: 'admin-email',
  adminId: id,
});

/** Whether the admin may make and change admins. */
export const isOwner = ({ role, tenants }: Pick<Admin, 'role' | 'tenants'>): boolean =>
  role === 'owner' && tenants === null;

export const IS_OWNER = {
  if: '#role = :owner AND #tenants = :all',
  values: { owner: 'owner', all: null },
};

/**
 * The check that the acting admin still is an owner and none of their sessions was ended meanwhile. Because no owner can
 * demote or delete themselves, at least one remains after every write.
 */
export const requireOwnerWrite = (admin: Admin): table.Write => ({
  check: { ...keys.admin(admin.id), ...table.both(table.unchanged(admin, 'epoch'), IS_OWNER) },
});

/** The write that ends the session of a user that the admin has. It goes with each change of what the admin may do. */
export const stopActingWrite = (id: AdminId): table.Write => ({ erase: keys.adminActing(id) });

export const oneMoreWrite: table.Write = { update: { ...keys.adminCount, add: { count: 1 } } };

/** Creates the first admin and closes bootstrap for ever, in one transaction. If callers race, one gets `true`. */
export async function bootstrap(admin: Admin, events: table.Write): Promise<boolean> {
  const count: CountItem = { ...keys.adminCount, type: 'admin-count', count: 1 };
  const result = await table.transact({
    bootstrap: { create: { ...keys.adminBootstrap, type: 'admin-bootstrap' } },
    admin: { create: admin },
    email: { create: emailItem(admin) },
    count: { put: count },
    events,
  });
  return result === 'done';
}

/** Creates an admin with the events. If callers race, one gets the e-mail address. An invitation of it is void then. */
export async function create(
  by: Admin,
  admin: Admin,
  events: table.Write,
): Promise<'done' | 'actor-gone' | 'email-taken'> {
  const result = await table.transact({
    actor: requireOwnerWrite(by),
    admin: { create: admin },
    email: { create: emailItem(admin) },
    count: oneMoreWrite,
    invitation: { erase: keys.adminInvitation(adminInvitationIdOf(admin.email)) },
    events,
  });
  if (result === 'done') return 'done';
  return result.has('actor') ? 'actor-gone' : 'email-taken';
}

/**
 * Replaces `before` by `after` with the events, if nothing changed the admin since `before` was read. `by` is the
 * acting admin, or `undefined` for the secret key. `passkeys`: writes that remove those of the admin.
 */
export async function change(
  by: Admin | undefined,
  before: Admin,
  after: Admin,
  events: table.Write,
  passkeys: readonly table.Write[] = [],
): Promise<'done' | 'actor-gone' | 'changed'> {
  const result = await table.transact({
    actor: by && by.id !== before.id ? requireOwnerWrite(by) : undefined,
    admin: changeWrite(before, after, FIXED),
    acting: stopActingWrite(before.id),
    passkeys,
    events,
  });
  if (result === 'done') return 'done';
  return result.has('actor') ? 'actor-gone' : 'changed';
}

/**
 * Deletes another admin with the events. The same write releases their e-mail address and ends their sessions. `changed`: the
 * admin is gone, or has other passkeys than those that `passkeys` removes (each change of them raises the epoch).
 */
export async function remove(
  by: Admin,
  admin: Admin,
  events: table.Write,
  passkeys: readonly table.Write[],
): Promise<'done' | 'actor-gone' | 'changed' | 'last'> {
  const { pk, sk } = emailItem(admin);
  const result = await table.transact({
    actor: requireOwnerWrite(by),
    admin: { remove: { ...keys.admin(admin.id), ...table.unchanged(admin, 'epoch') } },
    acting: stopActingWrite(admin.id),
    email: { remove: { pk, sk } },
    identity: admin.identity && { erase: keys.adminIdentity(adminIdentityOf(admin.identity)) },
    passkeys,
    count: { update: { ...keys.adminCount, add: { count: -1 }, if: '#count > :one', values: { one: 1 } } },
    events,
  });
  if (result === 'done') return 'done';
  if (result.has('actor')) return 'actor-gone';
  return result.has('admin') ? 'changed' : 'last';
}

/** The step of the code that was used, or a passkey, which uses its challenge up. `undefined`: there was none. */
export type SecondFactor = number | 'passkey' | undefined;

/**
 * The write that records a proof of the admin, with further fields. It uses `step` of their TOTP up. It is refused if the
 * admin is gone, their sessions were just ended, this or a later step was used, or their TOTP was removed or replaced
 * (which raises the epoch), or a further condition does not hold. A passkey needs no code beside it: each change of
 * passkeys raises the epoch.
 */
export function provedWrite(
  admin: Admin,
  fields: Record<string, unknown>,
  step: SecondFactor,
  further: table.Condition = table.unchanged(admin, 'epoch'),
): table.Write {
  const clauses = Object.keys(fields).map((name) => `#${name} = :${name}`);
  if (typeof step === 'number') clauses.push('#totp.#lastStep = :step');
  const set = clauses.length ? `SET ${clauses.join(', ')}` : '';
  const ofTotp = step === undefined ? 'attribute_not_exists(#totp)' : '#totp.#lastStep < :step';
  const isUnused = step === 'passkey' ? further : table.both({ if: ofTotp }, further);
  const { if: holds, values } = table.both(table.unchanged(admin, 'epoch'), isUnused);
  const condition = { if: holds, values: { ...values, ...fields, step } };
  return { update: { ...keys.admin(admin.id), set, add: { version: 1 }, ...condition } };
}

/** The admin has not logged in since they were read: the code by e-mail that belongs to their last login is unused. */
const isCodeUnused = ({ lastLoginAt }: Admin): table.Condition => ({
  if: '#lastLoginAt = :seen',
  values: { seen: lastLoginAt },
});

/**
 * Starts a session and records the login and its networks, all or nothing. `false` as for `provedWrite`, and if `isByCode`
 * and another login has used the code by e-mail. `further`: writes that use a passkey's challenge up.
 */
export async function startSession(
  admin: Admin,
  session: AdminSession,
  now: number,
  step?: SecondFactor,
  networks: readonly string[] = admin.networks,
  isByCode = false,
  further: readonly table.Write[] = [],
): Promise<boolean> {
  const login = provedWrite(admin, { lastLoginAt: now, networks }, step, isByCode ? isCodeUnused(admin) : undefined);
  return (await table.transact({ session: { create: session }, admin: login, further })) === 'done';
}

/** Records that the session is in use. */
export async function touch({ pk, sk }: AdminSession, now: number): Promise<void> {
  await table.update({ pk, sk }, { set: { lastUsedAt: now } });
}

/** Ends every session of the admin with one write. */
export async function raiseEpoch(id: AdminId, events: table.Write): Promise<void> {
  await table.transact({
    admin: { update: { ...keys.admin(id), add: { epoch: 1, version: 1 } } },
    acting: stopActingWrite(id),
    events,
  });
}

/** Stores the same password under newer parameters, unless it was changed meanwhile. */
export async function rehash(admin: Admin, passwordHash: string): Promise<void> {
  await table.update(keys.admin(admin.id), {
    set: { passwordHash },
    add: { version: 1 },
    ...table.unchanged(admin, 'passwordHash'),
  });
}
