// Users of a tenant and the items that keep their addresses unique.
import type { RoleId, TenantId, UserId } from '../platform/ids.ts';
import * as keys from './keys.ts';
import { asSession, type Session } from './sessions.ts';
import * as table from './table.ts';

export type User = table.Item & {
  type: 'user';
  id: UserId;
  tenantId: TenantId;
  email: string | null;
  phone: string | null;
  emailVerifiedAt: number | null;
  phoneVerifiedAt: number | null;
  passwordHash: string | null;
  isActive: boolean;
  isMfaEnabled: boolean;
  /** Whether the address may be used to log in. */
  emailLoginEnabled: boolean;
  phoneLoginEnabled: boolean;
  roleIds: RoleId[];
  mustChangePassword: boolean;
  /** Sessions carry the epoch they began in; raising it ends them all with one write. */
  epoch: number;
  /** Raised by every change that an admin makes: the condition of the next one. */
  version: number;
  metadata: Record<string, unknown>;
  createdAt: number;
  updatedAt: number;
};

export type Identifier = { kind: 'email' | 'phone'; value: string };
type Lock = table.Item & { type: 'lock'; userId: UserId };

export const userKey = keys.user;
export const asUser = (item: table.Item | undefined): User | undefined =>
  item?.type === 'user' ? (item as User) : undefined;
export const find = (tenant: TenantId, id: UserId): Promise<User | undefined> =>
  table.get<User>(keys.user(tenant, id), 'user');

/** The user with all his stored sessions, dead ones included, in one read. */
export async function findWithSessions(
  tenant: TenantId,
  id: UserId,
): Promise<{ user: User | undefined; sessions: Session[] }> {
  const items = await table.span(keys.sessionsAndUser(tenant, id));
  return {
    user: asUser(items.find(({ type }) => type === 'user')),
    sessions: items.flatMap((item) => asSession(item) ?? []),
  };
}

/** The key of the item that says whose address this is. */
export const lockKey = (tenant: TenantId, { kind, value }: Identifier): keys.Key =>
  kind === 'email' ? keys.email(tenant, value) : keys.phone(tenant, value);
/** The user that a lock, read by `lockKey`, names. */
export const ownerOf = (item: table.Item | undefined): UserId | undefined =>
  item?.type === 'lock' ? (item as Lock).userId : undefined;

/**
 * Creates a user, the locks of his addresses, his first session if any, and the events: all or nothing. Answers
 * `true`, or which address is taken already.
 */
export async function create(
  user: Omit<User, 'pk' | 'sk' | 'type'>,
  session: Session | undefined,
  events: table.Write,
): Promise<true | 'email' | 'phone'> {
  const lock = (kind: 'email' | 'phone'): table.Write[] => {
    const value = user[kind];
    return value
      ? [{ create: { ...lockKey(user.tenantId, { kind, value }), type: 'lock', userId: user.id } as Lock }]
      : [];
  };
  const item: User = { ...user, ...keys.user(user.tenantId, user.id), type: 'user' };
  const email = lock('email');
  const result = await table.transact([
    ...email,
    ...lock('phone'),
    { create: item },
    ...(session ? [{ create: session }] : []),
    events,
  ]);
  if (result === true) return true;
  return email.length && result.includes(0) ? 'email' : 'phone';
}

/** Ends every session of the user with one write. `false`: there is no such user. */
export async function raiseEpoch(tenant: TenantId, id: UserId): Promise<boolean> {
  const result = await table.update(keys.user(tenant, id), { set: 'SET #epoch = #epoch + :one', values: { one: 1 } });
  return !('refused' in result);
}

/**
 * Sets the password that was `before`, ends every session and writes the events: all or nothing. `false`: the password
 * is no longer `before`.
 */
export async function changePassword(
  user: User,
  passwordHash: string,
  now: number,
  events: table.Write,
): Promise<boolean> {
  const change: table.Write = {
    update: {
      ...keys.user(user.tenantId, user.id),
      set: 'SET #passwordHash = :after, #epoch = #epoch + :one, #mustChangePassword = :false, #updatedAt = :now',
      if: '#passwordHash = :before AND #isActive = :true',
      values: { after: passwordHash, before: user.passwordHash, one: 1, now, false: false, true: true },
    },
  };
  return (await table.transact([change, events])) === true;
}

/** Stores the same password under newer parameters, unless it was changed meanwhile. */
export async function rehash(user: User, passwordHash: string): Promise<void> {
  await table.update(keys.user(user.tenantId, user.id), {
    set: 'SET #passwordHash = :after',
    if: '#passwordHash = :before',
    values: { after: passwordHash, before: user.passwordHash },
  });
}
