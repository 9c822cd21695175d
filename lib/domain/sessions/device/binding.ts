// Binds the session of a browser to a key that never leaves its device (W3C Device Bound Session Credentials): cookies that
// were carried to another machine end with the access token that is among them. A browser that does not know the
// protocol ignores the offer.
//
// The browser proves its key for the refresh tokens of all accounts that it holds, and gets a cookie that is good for minutes.
// Only with it is one of these tokens exchanged, and the exchange makes another token: so challenge, proof and cookie are
// used up by the write that rotates the session, and nothing else is stored.
import { fail } from '../../../contract/errors.ts';
import type { Reply } from '../../../contract/index.ts';
import { challengeIn, isSignedBy, readRegistration } from '../../../crypto/device-proof.ts';
import type { RefreshClaims } from '../../../crypto/jwt.ts';
import { now } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { getMany } from '../../../store/dynamo/table.ts';
import { event, outboxWrite } from '../../../store/outbox.ts';
import * as store from '../../../store/people/sessions.ts';
import { idsIn } from '../authenticate.ts';
import type { DeviceProof } from '../caller.ts';
import { type Bound, claimsOf } from './challenge.ts';
import { CHALLENGE_HEADER, challengeHeader, open, seal } from './texts.ts';

/** The instructions for the browser, whose `credentials` the HTTP layer adds. */
export type Instructions = Omit<Reply<'POST /auth/device-sessions'>, 'credentials'> & { bound: Bound };

/**
 * Binds the session of a login to the key that the browser has made for it. `held`: the refresh tokens of the browser.
 * A browser that lost the reply gets it once more for the same key. Throws SESSION_NOT_FOUND for anything but the first key,
 * within a minute, from the browser that logged in.
 */
export async function register(response: string | undefined, held: readonly string[]): Promise<Instructions> {
  const sent = await readRegistration(response ?? '');
  const offered = sent && (await open('offer', sent.challenge));
  const claims = (await claimsOf(held)).find(({ sid }) => sid === offered?.session);
  const ids = claims && idsIn(claims);
  if (!sent || !offered || !claims || !ids) return fail('SESSION_NOT_FOUND');
  const key = { ...sent.key, ...(offered.from !== undefined && { from: offered.from }) };
  const who = { tenantId: ids.tenant, userId: ids.user, sessionId: ids.session };
  const events = outboxWrite(ids.tenant, [event('svc.session_bound', who)], now());
  const isBound = await store.bindToDevice(ids, key, events);
  if (!isBound && !(await store.repeatBinding(ids, key))) return fail('SESSION_NOT_FOUND');
  if (isBound) log.info('session_bound', { tenant: ids.tenant, user: ids.user, session: ids.session });
  return instructions({ id: offered.session, key, tokens: [claims.jti] });
}

/**
 * Verifies the proof of a bound session's key, for the refresh tokens of the browser. Without a proof, or if it is for
 * other tokens, throws REFRESH_TOKEN_PROOF_REQUIRED with a challenge. Throws SESSION_NOT_FOUND if the browser holds no
 * token of a session that is bound to this key: it forgets the key then.
 */
export async function prove(id: string, response: string | undefined, held: readonly string[]): Promise<Instructions> {
  const claims = (await claimsOf(held)).filter(({ sid, bound }) => sid === id || bound === id);
  const [first] = claims;
  if (!first) return fail('SESSION_NOT_FOUND');
  const challenge = response === undefined ? undefined : await open('challenge', challengeIn(response) ?? '');
  const shown = claims.map(({ jti }) => jti);
  const isForThese = challenge?.id === id && shown.every((token) => challenge.tokens.includes(token));
  if (response !== undefined && challenge && isForThese) {
    if (await isSignedBy(challenge.key, response)) return instructions({ id, key: challenge.key, tokens: shown });
    log.warn('device_proof_refused', { session: first.sid, user: first.sub });
    return fail('SESSION_NOT_FOUND');
  }
  const key = await keyOf(id, claims);
  const next = await seal('challenge', { id, key, tokens: shown });
  return fail('REFRESH_TOKEN_PROOF_REQUIRED', {
    headers: { [CHALLENGE_HEADER]: challengeHeader({ id, challenge: next }) },
  });
}

/** One of the sessions may have ended. The browser keeps its key for the others. */
async function keyOf(id: string, held: readonly RefreshClaims[]): Promise<store.SessionDevice> {
  const ids = held.flatMap((claims) => idsIn(claims) ?? []);
  const items = await getMany(ids.map(({ tenant, user, session }) => store.sessionKey(tenant, user, session)));
  const session = items.map(store.asSession).find((each) => each?.boundTo === id);
  return session?.device ?? fail('SESSION_NOT_FOUND');
}

/**
 * Where a browser shows a refresh token, or begins a session or a credential. Only before these requests, and those below them,
 * does it prove its key. Those of the contract that need the key are here (test/attacks/device-sessions/stolen-access.test.ts).
 */
export const PATHS = [
  '/auth/refresh-token',
  '/auth/accounts',
  '/auth/switch-tenant',
  '/auth/login',
  '/auth/signup',
  '/auth/callback',
  '/auth/sso',
  '/oauth2/authorize',
  '/oauth2/device/decision',
  '/auth/passkeys',
  '/auth/mfa/setup-totp',
  '/auth/mfa/generate-recovery-code',
  '/auth/address',
  '/auth/identities',
  '/auth/api-keys',
  '/auth/organization/members',
  '/auth/organization/invitations',
  '/auth/organization/join-requests',
  '/auth/organization/setup-links',
  '/auth/organization/providers',
  '/auth/organization/domains',
  '/auth/organization/applications',
  '/auth/organization/scim-connections',
  '/auth/invite',
];
/** The sign-in page asks here every few minutes, without a session. */
const WITHOUT_KEY = ['/auth/passkeys/login-options', '/auth/passkeys/verify-options'];

async function instructions(of: DeviceProof): Promise<Instructions> {
  const [proof, challenge] = await Promise.all([seal('proof', of), seal('challenge', of)]);
  const { id, key } = of;
  return {
    session_identifier: id,
    refresh_url: '/auth/device-sessions/proof',
    scope: {
      include_site: false,
      scope_specification: [
        { type: 'exclude', domain: '*', path: '/' },
        ...PATHS.map((path) => ({ type: 'include' as const, domain: '*', path })),
        ...WITHOUT_KEY.map((path) => ({ type: 'exclude' as const, domain: '*', path })),
      ],
    },
    ...(key.from !== undefined && { allowed_refresh_initiators: [key.from] }),
    bound: { id, proof, challenge },
  };
}
