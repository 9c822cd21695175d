// Begins sessions in which an admin acts as a user.
import { isDeepStrictEqual } from 'node:util';
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { randomSecret } from '../../crypto/secrets.ts';
import { iso, now, seconds } from '../../platform/clock.ts';
import { newSessionId, type SessionId, tenantOfUser, userId } from '../../platform/ids.ts';
import { origin } from '../../platform/request-context.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { allow } from '../../store/admins/acting.ts';
import * as store from '../../store/admins/admins.ts';
import { getMany, transact } from '../../store/dynamo/table.ts';
import { hashOfAdminSession } from '../../store/keys.ts';
import { event, outboxWrite, userHeader } from '../../store/outbox.ts';
import { endedWrite } from '../../store/people/ended-sessions.ts';
import * as sessions from '../../store/people/sessions.ts';
import * as users from '../../store/people/users.ts';
import { headFrom, headKey } from '../../store/tenants/tenants.ts';
import type { AdminActor } from '../administrator.ts';
import { auditEvent } from '../audit.ts';
import * as limits from '../credentials/limits.ts';
import { mayActIn } from '../sessions/acting.ts';
import { ACTING_SLOT } from '../sessions/authenticate.ts';
import type { Client } from '../sessions/caller.ts';
import { type Delivery, tokensOf } from '../sessions/delivery.ts';
import { clientDigest } from '../sessions/shown-token.ts';
import { chooseSlot } from '../sessions/start.ts';
import { isAlive } from './admin-sessions.ts';

/** Long enough to see what a user sees, too short to work as them. */
const LONGEST_MS = 30 * 60_000;

/**
 * Starts a session of the user for the admin. It takes a slot of its own, so no session of the user ends, and lasts at most
 * 30 minutes. Throws USER_NOT_FOUND, ACTING_NOT_ALLOWED, RATE_LIMITED, and SESSION_INVALID or FORBIDDEN if the admin lost
 * their session or changed meanwhile.
 */
export async function actAs(
  actor: AdminActor,
  id: string,
  { reason }: Body<'POST /auth/admin/api/users/{id}/act'>,
  client: Client,
): Promise<Delivery> {
  const account = await requireAccount(id);
  await limits.consume('acting-admin', actor.admin.id);
  const { user, tenant } = account;
  const sessionId = newSessionId(tenant.id, ACTING_SLOT.first);
  await allow(actor.admin.id, sessionId, seconds(now() + LONGEST_MS) + 86_400);
  // A change of the admin either came before this read, which shows it, or comes later and takes the permission away.
  await requireSame(actor);
  const session = await retryOnConflict('the session', async () => {
    const { slot, occupant } = chooseSlot(await sessions.list(tenant.id, user.id), user, tenant, 0, ACTING_SLOT);
    const fresh = newSession(actor, account, sessionId, slot, client);
    const result = await transact({
      slot: sessions.takeSlotWrite(fresh, occupant),
      events: endedWrite(tenant.id, user.id, occupant ? [occupant] : [], eventsWrite(actor, account, fresh, reason)),
    });
    return result === 'done' ? fresh : undefined;
  });
  return tokensOf(session, user, tenant, 'You act as the user.');
}

async function requireAccount(id: string) {
  const validId = userId(id) ?? fail('USER_NOT_FOUND');
  const tenantId = tenantOfUser(validId);
  const [userItem, headItem] = await getMany([users.userKey(tenantId, validId), headKey(tenantId)]);
  const [user, tenant] = [users.asUser(userItem), await headFrom(tenantId, headItem)];
  if (!user || !tenant || tenant.status === 'deleted') return fail('USER_NOT_FOUND');
  if (!mayActIn(tenant) || tenant.status !== 'active' || !user.isActive) return fail('ACTING_NOT_ALLOWED');
  return { user, tenant };
}

/** Throws unless the admin still is who they were when they were authenticated. */
async function requireSame({ admin, session }: AdminActor): Promise<void> {
  const [adminItem, sessionItem] = await getMany([store.adminKey(admin.id), session]);
  const [current, own] = [store.asAdmin(adminItem), store.asSession(sessionItem)];
  if (!current || !own || !isAlive(own, current, now())) fail('SESSION_INVALID');
  else if (current.role !== admin.role || !isDeepStrictEqual(current.tenants, admin.tenants)) fail('FORBIDDEN');
}

type Account = Awaited<ReturnType<typeof requireAccount>>;

/** No factor of the user was proved, so it has no methods. It is as idle as it likes, because it is short. */
function newSession(
  { admin, session: own }: AdminActor,
  { user, tenant }: Account,
  id: SessionId,
  slot: number,
  client: Client,
): sessions.Session {
  const at = now();
  const expiresAt = Math.min(at + LONGEST_MS, own.expiresAt);
  const requestId = origin()?.r;
  return {
    ...sessions.slotKey(tenant.id, user.id, slot),
    type: 'session',
    id,
    secret: randomSecret(16),
    gen: 1,
    rotatedAt: at,
    before: null,
    client: clientDigest(client),
    epoch: user.epoch,
    tenantEpoch: tenant.epoch,
    pending: false,
    amr: [],
    channel: null,
    authAt: at,
    mfaAt: null,
    acting: { admin: admin.id, session: hashOfAdminSession(own) },
    idleMs: expiresAt - at,
    idleExpiresAt: expiresAt,
    expiresAt,
    persistent: false,
    ip: client.ip.slice(0, 45),
    userAgent: client.userAgent.slice(0, 100),
    ...(requestId && { requestId }),
    createdAt: at,
    ttl: seconds(expiresAt) + 86_400,
  };
}

function eventsWrite(actor: AdminActor, { user, tenant }: Account, session: sessions.Session, reason: string) {
  const expiresAt = iso(session.expiresAt);
  const begun = { sessionId: session.id, expiresAt };
  const isNotified = tenant.settings.acting?.notify ?? true;
  const target = { type: 'user', id: user.id, tenantId: tenant.id } as const;
  return outboxWrite(
    tenant.id,
    [
      event('svc.acting_started', { ...userHeader(user), adminId: actor.admin.id, ...begun, isNotified }),
      auditEvent(actor, 'user.acted_as', target, {}, { reason, ...begun }),
    ],
    now(),
  );
}
