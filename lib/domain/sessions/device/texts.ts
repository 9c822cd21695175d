// Seals what travels through the browser of a device-bound session: the offer, challenges and the cookie that a proof is
// worth. Nothing of it is stored.
import type { RefreshClaims } from '../../../crypto/jwt.ts';
import { sealLive, unsealLive } from '../../../crypto/seal.ts';
import { rootSecret } from '../../../platform/aws/secrets.ts';
import { now } from '../../../platform/clock.ts';
import type { AdminSessionId, SessionId } from '../../../platform/ids.ts';
import { type Session, TO_BE_BOUND } from '../../../store/people/session.ts';
import type { TenantHead } from '../../../store/tenants/tenants.ts';
import type { Client, DeviceProof } from '../caller.ts';

/** Seconds in which a browser registers a key after its login. Later, a thief of the cookies could bring a key of their own. */
export const REGISTRATION_TTL = 60;
/**
 * Seconds for which a proof opens the exchange. Browsers sign rarely, because the hardware is slow: Chromium six times in nine
 * minutes for all that a site has (kSigningQuota in net/device_bound_sessions). So a proof is for all accounts of the browser.
 */
export const PROOF_TTL = 5 * 60;
/** Seconds until a browser that could not sign asks again: it may when the oldest of its signatures is nine minutes old. */
export const KEY_BUSY_SECONDS = 60;
/** A challenge waits until the access token has expired, and for a laptop that sleeps. An older one costs one request more. */
const CHALLENGE_TTL = 24 * 3600;
/** Seconds. Who carries off a proof with the cookies has nothing after 15 minutes. */
export const MAX_BOUND_ACCESS_TTL = 15 * 60 - PROOF_TTL;

/** The contents of the texts that travel through the browser. */
type Texts = {
  offer: { session: SessionId; from?: string | undefined };
  challenge: DeviceProof;
  proof: DeviceProof;
  /** Of the session of an admin, whose key is read with each request. */
  'admin-offer': { session: AdminSessionId };
  'admin-challenge': { session: AdminSessionId };
  'admin-proof': { session: AdminSessionId };
};
const TTL: Readonly<Record<keyof Texts, number>> = {
  offer: REGISTRATION_TTL,
  challenge: CHALLENGE_TTL,
  proof: PROOF_TTL,
  'admin-offer': REGISTRATION_TTL,
  // Nothing uses it up, so it lives as long as a browser takes to sign.
  'admin-challenge': 60,
  'admin-proof': PROOF_TTL,
};

/** Returns the text, for the browser to keep. */
export const seal = async <K extends keyof Texts>(kind: K, text: Texts[K]): Promise<string> =>
  sealLive(await rootSecret('session'), 'device-binding', JSON.stringify({ kind, at: now(), text }), now());

/** Returns what the text says; `undefined` for another kind or text, and after its time. */
export async function open<K extends keyof Texts>(kind: K, sealed: string): Promise<Texts[K] | undefined> {
  const roots = await rootSecret('session');
  try {
    const { kind: is, at, text } = JSON.parse(unsealLive(roots, 'device-binding', sealed, now()));
    const age = now() - at;
    return is === kind && age >= 0 && age <= TTL[kind] * 1000 ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a browser that has just logged in is offered to bind its session. */
export const isOffered = (session: Session, { settings }: TenantHead): boolean =>
  !isBound(session) &&
  !session.pending &&
  !session.acting &&
  !session.application &&
  !session.isSwitched &&
  session.gen === 1 &&
  now() - session.createdAt <= REGISTRATION_TTL * 1000 &&
  (settings.session?.deviceBinding ?? 'off') !== 'off';

/**
 * Returns the binding of a session that the client begins: to the key that the browser proves, so that all of its accounts
 * have one. Without a proof it is bound later; where the tenant requires it, before its refresh token is exchanged.
 */
export function firstBinding(
  { settings }: TenantHead,
  { keepsCookies, deviceProofs = [], page }: Client,
): Pick<Session, 'boundTo' | 'device'> {
  const policy = settings.session?.deviceBinding ?? 'off';
  if (!keepsCookies || policy === 'off') return {};
  // A browser proves a key for the pages of this service, and of one other host at most.
  const proof = deviceProofs.find(({ key }) => key.from === page);
  if (proof) return { boundTo: proof.id, device: proof.key };
  return policy === 'require' ? { boundTo: TO_BE_BOUND } : {};
}

/** Returns the challenge of an offer. `from`: the host of the page, if it is not one of this service. */
export const offer = (session: SessionId, from?: string): Promise<string> => seal('offer', { session, from });

/** Returns the proofs among the texts. */
export async function openProofs(texts: readonly string[]): Promise<DeviceProof[]> {
  const opened = await Promise.all(texts.map((text) => open('proof', text)));
  return opened.filter((proof) => proof !== undefined);
}

/** Returns the binding that the client proves for the refresh token; `undefined` without a proof. */
export const provedFor = ({ jti }: Pick<RefreshClaims, 'jti'>, { deviceProofs = [] }: Client): string | undefined =>
  deviceProofs.find(({ tokens }) => tokens.includes(jti))?.id;

/** Whether the session is bound to a key. One that is yet to be bound is not. */
export const isBound = ({ boundTo }: Pick<Session, 'boundTo'>): boolean =>
  boundTo !== undefined && boundTo !== TO_BE_BOUND;

export const CHALLENGE_HEADER = 'secure-session-challenge';
/** Ids and sealed texts have no character that a string of a structured field must escape (RFC 9651 3.3.3). */
export const challengeHeader = ({ id, challenge }: { id: string; challenge: string }): string =>
  `"${challenge}";id="${id}"`;
