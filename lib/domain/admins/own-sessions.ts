// Shows admins their own sessions, ends them, and renews the proof of identity of the current one.
import { fail } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import { adminSessionId, adminSessionIdOf } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import * as sessions from '../../store/admins/admin-sessions.ts';
import * as store from '../../store/admins/admins.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { hashOfAdminSession } from '../../store/keys.ts';
import type { AdminActor } from '../administrator.ts';
import type { Client } from '../sessions/caller.ts';
import { deviceName } from '../sessions/device-name.ts';
import { isAlive, sessionEventWrite } from './admin-sessions.ts';
import { refuse, requireProof, settle } from './proof.ts';

/** More than a person has. A script that logs in for each call has more. */
const MOST = 100;

const idOf = (session: store.AdminSession) => adminSessionIdOf(hashOfAdminSession(session));

const live = async ({ admin }: AdminActor): Promise<store.AdminSession[]> =>
  (await sessions.list(admin.id)).filter((session) => isAlive(session, admin, now()));

/** Returns the live sessions, last used first, at most 100. `expiresAt`: when one ends at the latest. */
export async function list(actor: AdminActor): Promise<Reply<'GET /auth/admin/sessions'>> {
  const newestFirst = (await live(actor)).sort((a, b) => b.lastUsedAt - a.lastUsedAt || b.createdAt - a.createdAt);
  const data = newestFirst.slice(0, MOST).map((session) => ({
    id: idOf(session),
    isCurrent: session.sk === actor.session.sk,
    isBoundToDevice: session.device !== undefined,
    deviceName: deviceName(session.userAgent),
    ipAddress: session.ip,
    lastUsedAt: iso(session.lastUsedAt),
    provedAt: iso(session.provedAt || null),
    createdAt: iso(session.createdAt),
    expiresAt: iso(session.expiresAt),
  }));
  return { data };
}

/** Ends a session of the admin. Throws USER_SESSION_NOT_FOUND for one that has ended, is unknown, or is another admin's. */
export async function endOne(actor: AdminActor, id: string) {
  const validId = adminSessionId(id);
  const session = validId && (await live(actor)).find((each) => idOf(each) === validId);
  if (
    !session ||
    !(await sessions.end(session, sessionEventWrite(actor.admin, 'session_ended', { sessionId: validId })))
  )
    return fail('USER_SESSION_NOT_FOUND');
  return { message: 'Session ended.' };
}

/**
 * Ends every session but the caller's with one write, those included that racing logins begin in the old epoch. Throws
 * SESSION_INVALID if the caller's session ended meanwhile.
 */
export async function endOthers(actor: AdminActor) {
  await retryOnConflict('the sessions', async () => {
    const before = await requireOwn(actor);
    const after = { ...before, epoch: before.epoch + 1 };
    return (
      (await sessions.keepSession(actor.session, before, after, sessionEventWrite(actor.admin, 'sessions_ended'))) ||
      undefined
    );
  });
  return { message: 'Every other session ended.' };
}

/** Reads the admin and the session of the caller again. Throws SESSION_INVALID if the session has ended. */
async function requireOwn({ admin, session }: AdminActor): Promise<store.Admin> {
  const [adminItem, sessionItem] = await getMany([store.adminKey(admin.id), session]);
  const [current, stored] = [store.asAdmin(adminItem), store.asSession(sessionItem)];
  return current && stored && isAlive(stored, current, now()) ? current : fail('SESSION_INVALID');
}

/**
 * Renews the proof of the current session: its next 15 minutes begin now. The session ends when it would have ended. Guesses
 * count as those of a login. Throws INVALID_CREDENTIALS, MFA_REQUIRED, PASSKEY_REQUIRED, MFA_CODE_INVALID, PASSKEY_INVALID, ACCOUNT_LOCKED,
 * RATE_LIMITED, and SESSION_INVALID if the session ended meanwhile.
 */
export async function reauthenticate(
  { admin, session }: AdminActor,
  input: Body<'POST /auth/admin/reauthenticate'>,
  client: Client,
): Promise<Reply<'POST /auth/admin/reauthenticate'>> {
  const proof = await requireProof(admin.email, input, client);
  // The address may belong to another admin by now.
  if (proof.admin.id !== admin.id || proof.admin.epoch !== session.epoch) return fail('SESSION_INVALID');
  const at = now();
  const result = await sessions.renewProof(
    proof.admin,
    session,
    at,
    proof.factor?.step,
    sessionEventWrite(admin, 'proved'),
    proof.factor?.writes,
  );
  // Without a second factor, only the end of all sessions refuses the proof.
  if (result !== 'done') return result === 'refused' && proof.factor ? refuse(proof, client) : fail('SESSION_INVALID');
  await settle(proof);
  return { message: 'Proved.', provedAt: iso(at) };
}
