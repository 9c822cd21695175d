// Decides about sessions in which an admin acts as the user: how long they last, and what is recorded of them.
import { now } from '../../platform/clock.ts';
import { note } from '../../platform/request-context.ts';
import { config } from '../../platform/settings/config.ts';
import { read } from '../../store/admins/acting.ts';
import { create } from '../../store/dynamo/table.ts';
import { noteItem } from '../../store/outbox.ts';
import type { Session } from '../../store/people/sessions.ts';
import type { User } from '../../store/people/users.ts';
import type { TenantHead } from '../../store/tenants/tenants.ts';
import { isOfNow } from '../still-counts.ts';

type Acting = NonNullable<Session['acting']>;

/** Whether deployment and tenant let admins act as users. Both are off by default. */
export const mayActIn = ({ settings }: Pick<TenantHead, 'settings'>): boolean =>
  config().acting === 'allowed' && settings.acting?.enabled === true;

/**
 * Whether the admin still has this session: nothing changed what they may do, they act as no other user, their own
 * session is alive, and deployment and tenant have allowed it ever since. One strongly consistent read.
 */
export async function isStillActing(
  { id, createdAt }: Session,
  { admin, session: hash }: Acting,
  tenant: TenantHead,
): Promise<boolean> {
  if (!mayActIn(tenant) || createdAt < (tenant.actingSince ?? 0)) return false;
  const { sessionId, ownSession: own } = await read(admin, hash);
  const at = now();
  return (
    sessionId === id &&
    own !== undefined &&
    isOfNow(own.createdAt) &&
    own.expiresAt > at &&
    at - own.lastUsedAt < config().ttl.adminIdle * 1000
  );
}

type Actor = Readonly<{ user: User; tenant: TenantHead; session: Session }>;

/**
 * Records in the audit log that an admin who acts as the user made this request, before anything is done with it. A request
 * that cannot be recorded fails. `isAllowed`: whether the operation is open to them. Does nothing for a user.
 */
export async function recordRequest({ user, tenant, session }: Actor, isAllowed: boolean): Promise<void> {
  if (!session.acting) return;
  note({ tenant: tenant.id, actor: user.id, admin: session.acting.admin });
  const target = { type: 'user', id: user.id };
  const outcome = isAllowed ? 'success' : 'failure';
  const entry = { action: 'acting.request', outcome, target, detail: { sessionId: session.id } } as const;
  await create(noteItem(tenant.id, entry, now(), false));
}
