// Admins, their sessions, and the two facts that must never be raced: bootstrap happens once, and one admin remains.
import { type AdminId, NO_ADMIN } from '../platform/ids.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';

/** An authenticator that was proved to work. `secret` is sealed; `lastStep` is the last step a code of which was used. */
export type Totp = { secret: string; lastStep: number };
/** One that wasn't yet. Like sessions it carries the epoch it began in. */
export type TotpSetup = { secret: string; epoch: number; guesses: number; expiresAt: number };

export type Admin = table.Item & {
  type: 'admin';
  id: AdminId;
  email: string;
  name: string | null;
  passwordHash: string;
  /** Sessions carry the epoch they began in; raising it ends them all. */
  epoch: number;
  metadata: Record<string, unknown>;
  totp?: Totp;
  totpSetup?: TotpSetup;
  lastLoginAt: number | null;
  createdAt: number;
  updatedAt: number;
};

/** Stored under the hash of its secret; the secret itself is only in the admin's cookie. */
export type AdminSession = table.Item & {
  type: 'admin-session';
  adminId: AdminId;
  epoch: number;
  lastUsedAt: number;
  expiresAt: number;
  createdAt: number;
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

/** The admin with this address. An unknown address costs the same two reads. */
export async function findByEmail(email: string): Promise<Admin | undefined> {
  const owner = await table.get<EmailItem>(keys.adminEmail(email), 'admin-email');
  return table.get<Admin>(keys.admin(owner?.adminId ?? NO_ADMIN), 'admin');
}

export const find = (id: AdminId): Promise<Admin | undefined> => table.get<Admin>(keys.admin(id), 'admin');
/** All admins, in no order. */
export const list = (): Promise<Admin[]> => table.query<Admin>(keys.admins, 'admin');
/** How many admins there are. */
export const count = async (): Promise<number> =>
  (await table.get<CountItem>(keys.adminCount, 'admin-count'))?.count ?? 0;

/** An admin with his address, which is unique by its key. */
const itemsOf = (admin: Omit<Admin, 'pk' | 'sk' | 'type'>): table.Write[] => [
  { create: { ...admin, ...keys.admin(admin.id), type: 'admin' } as Admin },
  { create: { ...keys.adminEmail(admin.email), type: 'admin-email', adminId: admin.id } as EmailItem },
];

/** The admin who acts is still there, and none of his sessions was ended meanwhile. */
const requireAdminCheck = ({ id, epoch }: Admin): table.Write => ({
  check: { ...keys.admin(id), if: '#epoch = :epoch', values: { epoch } },
});

/** Creates the first admin and closes bootstrap for ever, in one transaction: of any number of callers one gets `true`. */
export async function bootstrap(admin: Omit<Admin, 'pk' | 'sk' | 'type'>, events: table.Write): Promise<boolean> {
  const result = await table.transact([
    { create: { ...keys.adminBootstrap, type: 'admin-bootstrap' } },
    ...itemsOf(admin),
    { put: { ...keys.adminCount, type: 'admin-count', count: 1 } as CountItem },
    events,
  ]);
  return result === true;
}

/** Creates an admin with the events. Of any number of callers one gets the address. */
export async function create(
  by: Admin,
  admin: Omit<Admin, 'pk' | 'sk' | 'type'>,
  events: table.Write,
): Promise<'done' | 'actor-gone' | 'email-taken'> {
  const counted = { ...keys.adminCount, set: 'SET #count = #count + :one', values: { one: 1 } };
  const result = await table.transact([requireAdminCheck(by), ...itemsOf(admin), { update: counted }, events]);
  if (result === true) return 'done';
  return result.includes(0) ? 'actor-gone' : 'email-taken';
}

/** The time of a change: always later than the one before, so that it tells two changes of one millisecond apart. */
export const timeOfChange = (before: Admin, now: number): number => Math.max(now, before.updatedAt + 1);

/**
 * Writes what `after` changes of an admin (of his TOTP only that it is gone), with the events, if nobody changed him since
 * `before` was read; `by` is who acts, or `undefined` for the secret key.
 */
export async function change(
  by: Admin | undefined,
  before: Admin,
  after: Admin,
  events: table.Write,
): Promise<'done' | 'actor-gone' | 'changed'> {
  const { name, metadata, passwordHash, epoch, updatedAt } = after;
  const set =
    'SET #name = :name, #metadata = :metadata, #passwordHash = :passwordHash, #epoch = :epoch, #updatedAt = :updatedAt';
  const update = {
    ...keys.admin(before.id),
    set: before.totp && !after.totp ? `${set} REMOVE #totp` : set,
    if: '#updatedAt = :seen AND #epoch = :begun AND #passwordHash = :known',
    values: {
      ...{ name, metadata, passwordHash, epoch, updatedAt },
      ...{ seen: before.updatedAt, begun: before.epoch, known: before.passwordHash },
    },
  };
  const actor = by && by.id !== before.id ? [requireAdminCheck(by)] : [];
  const result = await table.transact([{ update }, events, ...actor]);
  if (result === true) return 'done';
  return result.includes(2) ? 'actor-gone' : 'changed';
}

/** Deletes another admin with the events; his address is free and his sessions are over with the same write. */
export async function remove(
  by: Admin,
  admin: Admin,
  events: table.Write,
): Promise<'done' | 'actor-gone' | 'gone' | 'last'> {
  const counted = { ...keys.adminCount, set: 'SET #count = #count - :one', if: '#count > :one', values: { one: 1 } };
  const result = await table.transact([
    requireAdminCheck(by),
    { remove: keys.admin(admin.id) },
    { remove: keys.adminEmail(admin.email) },
    { update: counted },
    events,
  ]);
  if (result === true) return 'done';
  if (result.includes(0)) return 'actor-gone';
  return result.includes(1) ? 'gone' : 'last';
}

export const isBootstrapped = async (): Promise<boolean> =>
  (await table.get(keys.adminBootstrap, 'admin-bootstrap')) !== undefined;

/**
 * Starts a session and stamps the login, all or nothing; `step` of the admin's TOTP is used up with it. `false`: the admin
 * is gone, his sessions were just ended, his TOTP is gone or another one (which has another epoch), or this step or a later
 * one was used.
 */
export async function startSession(admin: Admin, session: AdminSession, now: number, step?: number): Promise<boolean> {
  const [set, condition] =
    step === undefined
      ? ['SET #lastLoginAt = :now', 'attribute_not_exists(#totp)']
      : ['SET #lastLoginAt = :now, #totp.#lastStep = :step', '#totp.#lastStep < :step'];
  const stamp = {
    ...keys.admin(admin.id),
    set,
    if: `#epoch = :epoch AND ${condition}`,
    values: { now, epoch: admin.epoch, step },
  };
  return (await table.transact([{ create: session }, { update: stamp }])) === true;
}

/** Notes that the session is in use. */
export async function touch(session: AdminSession, now: number): Promise<void> {
  await table.update({ pk: session.pk, sk: session.sk }, { set: 'SET #lastUsedAt = :now', values: { now } });
}

/** Ends every session of the admin with one write. */
export async function raiseEpoch(id: AdminId): Promise<void> {
  await table.update(keys.admin(id), { set: 'SET #epoch = #epoch + :one', values: { one: 1 } });
}

/** Stores the same password under newer parameters, unless it was changed meanwhile. */
export async function rehash(admin: Admin, passwordHash: string): Promise<void> {
  await table.update(keys.admin(admin.id), {
    set: 'SET #passwordHash = :after',
    if: '#passwordHash = :before',
    values: { after: passwordHash, before: admin.passwordHash },
  });
}
