// Seals what travels through the browser of a device-bound session: the offer, challenges and the cookie that a proof is
// worth. Nothing of it is stored.
import type { RefreshClaims } from '../../crypto/jwt.ts';
import { sealLive, unsealLive } from '../../crypto/seal.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { now } from '../../platform/clock.ts';
import type { SessionId } from '../../platform/ids.ts';
import { type Session, type SessionDevice, TO_BE_BOUND } from '../../store/people/session.ts';
import type { TenantHead } from '../../store/tenants/tenants.ts';
import type { Client } from './caller.ts';

/** Seconds in which a browser registers a key after its login. Later, whoever has the cookies could bring a key of theirs. */
export const REGISTRATION_TTL = 60;
/** Seconds for which a proof opens the exchange. The browser proves its key right before it. */
export const PROOF_TTL = 60;
/** A challenge waits until the access token has expired, and for a laptop that sleeps. An older one costs one request more. */
const CHALLENGE_TTL = 24 * 3600;
/** Seconds. With the proof, a stolen set of cookies is of no use after 15 minutes. */
export const MAX_BOUND_ACCESS_TTL = 15 * 60 - PROOF_TTL;

/** What the texts say that travel through the browser. `tokens`: ids of the refresh tokens that the proof is for. */
type Texts = {
  offer: { session: SessionId; from?: string | undefined };
  challenge: { id: string; key: SessionDevice; tokens: string[] };
  proof: { id: string; tokens: string[] };
};
const TTL: Readonly<Record<keyof Texts, number>> = {
  offer: REGISTRATION_TTL,
  challenge: CHALLENGE_TTL,
  proof: PROOF_TTL,
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
  isUnbound(session) &&
  !session.pending &&
  !session.acting &&
  !session.application &&
  !session.isSwitched &&
  session.gen === 1 &&
  now() - session.createdAt <= REGISTRATION_TTL * 1000 &&
  (settings.session?.deviceBinding ?? 'off') !== 'off';

const isUnbound = ({ boundTo }: Session): boolean => boundTo === undefined || boundTo === TO_BE_BOUND;

/** Whether a session that this client begins must be bound before its refresh token is exchanged. */
export const mustBind = ({ settings }: TenantHead, client: Client): boolean =>
  client.keepsCookies === true && settings.session?.deviceBinding === 'require';

/** Returns the challenge of an offer. `from`: the host of the page, if it is not one of this service. */
export const offer = (session: SessionId, from?: string): Promise<string> => seal('offer', { session, from });

/** Returns the challenge for the next exchange of a bound session's one refresh token. */
export const nextChallenge = (id: string, key: SessionDevice, token: string): Promise<string> =>
  seal('challenge', { id, key, tokens: [token] });

/**
 * Returns the binding that the client proves for the refresh token; `undefined` without a proof.
 */
export async function provedFor(
  { jti }: Pick<RefreshClaims, 'jti'>,
  { deviceProofs = [] }: Client,
): Promise<string | undefined> {
  for (const text of deviceProofs) {
    const proof = await open('proof', text);
    if (proof?.tokens.includes(jti)) return proof.id;
  }
  return undefined;
}

export const CHALLENGE_HEADER = 'secure-session-challenge';
/** Ids and sealed texts have no character that a string of a structured field must escape (RFC 9651 3.3.3). */
export const challengeHeader = ({ id, challenge }: { id: string; challenge: string }): string =>
  `"${challenge}";id="${id}"`;
