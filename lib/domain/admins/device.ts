// Binds the session of an admin to a key that never leaves their device, as those of users are (lib/domain/sessions/device).
// There is no refresh token here, and each request reads the session. So each request shows what the browser got for
// its last proof, which is worth five minutes.
import { fail } from '../../contract/errors.ts';
import type { Reply } from '../../contract/index.ts';
import { challengeIn, isSignedBy, readRegistration } from '../../crypto/device-proof.ts';
import { digest } from '../../crypto/secrets.ts';
import { now } from '../../platform/clock.ts';
import { type AdminSessionId, adminSessionIdOf } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { config } from '../../platform/settings/config.ts';
import * as store from '../../store/admins/admin-sessions.ts';
import type { AdminSession } from '../../store/admins/admins.ts';
import { hashOfAdminSession } from '../../store/keys.ts';
import { CHALLENGE_HEADER, challengeHeader, open, REGISTRATION_TTL, seal } from '../sessions/device/texts.ts';
import { findActor, sessionEventWrite } from './admin-sessions.ts';

/** The instructions for the browser, whose `credentials` the HTTP layer adds, and the cookie that the proof is worth. */
export type AdminInstructions = Omit<Reply<'POST /auth/admin/device-sessions'>, 'credentials'> & { proof: string };

/** Whether sessions of admins are bound. Browsers do it over https alone. */
const policy = () => (config().https ? config().adminDeviceBound : 'off');

const idOf = (session: AdminSession): AdminSessionId => adminSessionIdOf(hashOfAdminSession(session));

/** Returns the challenge of an offer to bind the session that the cookie opens; `undefined` where there is none. */
export const offerOf = async (cookie: string): Promise<string | undefined> =>
  policy() === 'off'
    ? undefined
    : seal('admin-offer', { session: adminSessionIdOf(digest(cookie.slice(cookie.indexOf('.') + 1))) });

/**
 * Whether the browser may use the session: it shows what it got for a proof of the key in the last five minutes. A session that is
 * not bound is open; where binding is required, for as long as it may be bound. A key counts also after the policy changed.
 */
export async function isProvedBy(session: AdminSession, proof: string | undefined): Promise<boolean> {
  if (session.device) return (await open('admin-proof', proof ?? ''))?.session === idOf(session);
  return policy() !== 'require' || now() - session.createdAt <= REGISTRATION_TTL * 1000;
}

/**
 * Binds the session of the cookie to the key that its browser has made. Throws SESSION_INVALID for anything but the first
 * key, within a minute, of the session that has just begun.
 */
export async function register(response: string | undefined, cookie: string | undefined): Promise<AdminInstructions> {
  const sent = await readRegistration(response ?? '');
  const offered = sent && (await open('admin-offer', sent.challenge));
  const { admin, session } = await findActor(cookie);
  if (!offered || offered.session !== idOf(session)) return fail('SESSION_INVALID');
  if (!(await store.bindToDevice(session, sent.key, sessionEventWrite(admin, 'session_bound'))))
    return fail('SESSION_INVALID');
  log.info('admin_session_bound', { admin: admin.id, session: offered.session });
  return instructions(offered.session);
}

/**
 * Verifies the proof of the session's key. Without a proof, or if its challenge is over or of another session, throws
 * REFRESH_TOKEN_PROOF_REQUIRED with a challenge. Throws SESSION_INVALID if the session has ended or has another key: the
 * browser forgets its key then. It is no use of the session, which a thief of the cookie could keep alive otherwise.
 */
export async function prove(
  id: string,
  response: string | undefined,
  cookie: string | undefined,
): Promise<AdminInstructions> {
  const { admin, session } = await findActor(cookie);
  const own = idOf(session);
  if (!session.device || own !== id) return fail('SESSION_INVALID');
  const challenge = response === undefined ? undefined : await open('admin-challenge', challengeIn(response) ?? '');
  if (response !== undefined && challenge?.session === own) {
    if (await isSignedBy(session.device, response)) return instructions(own);
    log.warn('admin_device_proof_refused', { admin: admin.id, session: own });
    return fail('SESSION_INVALID');
  }
  return fail('REFRESH_TOKEN_PROOF_REQUIRED', {
    message: 'The browser has to prove the key of its device.',
    headers: {
      [CHALLENGE_HEADER]: challengeHeader({ id: own, challenge: await seal('admin-challenge', { session: own }) }),
    },
  });
}

/** All that an admin's cookie opens. */
const PATH = '/auth/admin';

const instructions = async (session: AdminSessionId): Promise<AdminInstructions> => ({
  session_identifier: session,
  refresh_url: `${PATH}/device-sessions/proof`,
  scope: {
    include_site: false,
    scope_specification: [
      { type: 'exclude', domain: '*', path: '/' },
      { type: 'include', domain: '*', path: PATH },
    ],
  },
  proof: await seal('admin-proof', { session }),
});
