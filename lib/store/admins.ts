// Admins, their sessions, and the two facts that must never be raced: bootstrap happens once, and one admin remains.
import { type AdminId, NO_ADMIN } from '../platform/ids.ts';
import * as keys from './keys.ts';
import * as table from './table.ts';

export type Admin = table.Item & {
  type: 'admin';
  id: AdminId;
  email: string;
  name: string | null;
  passwordHash: string;
  /** Sessions carry the epoch they began in; raising it ends them all. */
  epoch: number;
  metadata: Record<string, unknown>;
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

/** Creates the first admin and closes bootstrap for ever, in one transaction: of any number of callers one gets `true`. */
export async function bootstrap(admin: Omit<Admin, 'pk' | 'sk' | 'type'>): Promise<boolean> {
  const result = await table.transact([
    { create: { ...keys.adminBootstrap, type: 'admin-bootstrap' } },
    { create: { ...admin, ...keys.admin(admin.id), type: 'admin' } as Admin },
    { create: { ...keys.adminEmail(admin.email), type: 'admin-email', adminId: admin.id } as EmailItem },
    { put: { ...keys.adminCount, type: 'admin-count', count: 1 } as table.Item },
  ]);
  return result === true;
}

export const isBootstrapped = async (): Promise<boolean> =>
  (await table.get(keys.adminBootstrap, 'admin-bootstrap')) !== undefined;

/** Starts a session and stamps the login, all or nothing. `false`: the admin is gone or his sessions were just ended. */
export async function startSession(admin: Admin, session: AdminSession, now: number): Promise<boolean> {
  const stamp = {
    ...keys.admin(admin.id),
    set: 'SET #lastLoginAt = :now',
    if: '#epoch = :epoch',
    values: { now, epoch: admin.epoch },
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
