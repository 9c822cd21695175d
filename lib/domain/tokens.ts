// Access and refresh tokens, and the ring of keys that signs them.

import {
  type AccessClaims,
  type RefreshClaims,
  type SigningKey,
  signAccessToken,
  signRefreshToken,
  type VerificationKey,
  verifyAccessToken,
  verifyRefreshToken,
} from '../crypto/jwt.ts';
import { createRing, currentSigner, jwks, type KeyRing, rotateRing, verifiers } from '../crypto/keyring.ts';
import { now, seconds } from '../platform/clock.ts';
import { config } from '../platform/config.ts';
import { newTokenId } from '../platform/ids.ts';
import { rootSecret } from '../platform/secrets.ts';
import { Unavailable } from '../platform/unavailable.ts';
import type { Session } from '../store/sessions.ts';
import * as signingKeys from '../store/signing-keys.ts';
import type { Tenant } from '../store/tenants.ts';
import type { User } from '../store/users.ts';

export type TokenPair = { accessToken: string; refreshToken: string };

type Loaded = { ring: KeyRing; signer: SigningKey; verifiers: Map<string, VerificationKey>; loadedAt: number };

/** Seconds. No configuration and no tenant may go beyond it (RFC 9700: short-lived). */
const MAX_ACCESS_TTL = 15 * 60;
/** How old the ring may be: the time within which a rotated or revoked key is noticed. */
const RING_FRESH_MS = 60_000;
/** An unknown key id makes us look again, but not more often than this, whatever is sent to us. */
const RING_MISS_MS = 30_000;

let loaded: Loaded | undefined;
let loading: Promise<Loaded> | undefined;

async function keys(maxAgeMs = RING_FRESH_MS): Promise<Loaded> {
  if (loaded && now() - loaded.loadedAt < maxAgeMs) return loaded;
  loading ??= load().finally(() => {
    loading = undefined;
  });
  return loading;
}

async function load(): Promise<Loaded> {
  const [roots, stored] = [await rootSecret(), await signingKeys.find()];
  const ring = stored?.ring ?? (await firstRing());
  loaded = { ring, signer: await currentSigner(roots, ring), verifiers: await verifiers(ring), loadedAt: now() };
  return loaded;
}

/** The first token of a deployment makes its keys; if several race, the first one's keys are everybody's. */
async function firstRing(): Promise<KeyRing> {
  const ring = await createRing(await rootSecret(), config().signingAlg, now());
  if (await signingKeys.create(ring)) return ring;
  const stored = await signingKeys.find();
  if (!stored) throw new Unavailable('no signing keys');
  return stored.ring;
}

/**
 * The next key signs, the current one retires and keeps verifying until its last token has expired, a new next one is
 * published. `false`: another rotation was first.
 */
export async function rotateKeys(): Promise<boolean> {
  await keys(0);
  const stored = await signingKeys.find();
  if (!stored) return false;
  const overlapMs = MAX_ACCESS_TTL * 1000 + RING_FRESH_MS;
  const ring = await rotateRing(await rootSecret(), stored.ring, config().signingAlg, now(), overlapMs);
  const replaced = await signingKeys.replace(stored, ring);
  await keys(0);
  return replaced;
}

/** Public keys, next, current and retired (RFC 7517). */
export const publicKeys = async (): Promise<{ keys: Record<string, unknown>[] }> => jwks((await keys()).ring);

/** That the table and the secrets answer. Throws `Unavailable`. */
export async function health(): Promise<{ status: 'ok' }> {
  await Promise.all([signingKeys.find(), rootSecret()]);
  return { status: 'ok' };
}

/** What a verifier needs to find the keys (RFC 8414). */
export function discovery() {
  const { baseUrl, signingAlg } = config();
  return {
    issuer: baseUrl,
    jwks_uri: `${baseUrl}/.well-known/jwks.json`,
    id_token_signing_alg_values_supported: [signingAlg],
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
  };
}

/** Signs the pair for the session as it is now: its current generation and nothing else about the person. */
export async function issue(session: Session, user: User, tenant: Tenant): Promise<TokenPair> {
  const { signer } = await keys();
  const iat = seconds();
  const about = { iss: config().baseUrl, sub: user.id, tid: tenant.id, sid: session.id, iat };
  const access: AccessClaims = {
    ...about,
    aud: config().audience,
    jti: newTokenId(),
    // Never past the session's end: whoever verifies offline has nothing else to go by.
    exp: Math.min(iat + (tenant.settings.session?.accessTtlSeconds ?? config().ttl.access), seconds(session.expiresAt)),
    auth_time: seconds(session.authAt),
    amr: session.amr,
    roles: [],
    permissions: [],
  };
  const refresh: RefreshClaims = {
    ...about,
    jti: newTokenId(),
    gen: session.gen,
    exp: seconds(Math.min(session.idleExpiresAt, session.expiresAt)),
  };
  const [accessToken, refreshToken] = await Promise.all([
    signAccessToken(signer, access),
    signRefreshToken(await rootSecret(), refresh),
  ]);
  return { accessToken, refreshToken };
}

/** The claims of an access token of ours. `allowExpired` is for logout only, which may not need a live token. */
export async function readAccess(token: string, allowExpired = false): Promise<AccessClaims | 'expired' | 'invalid'> {
  let { verifiers } = await keys();
  const kid = unverifiedKid(token);
  if (kid !== undefined && !verifiers.has(kid)) ({ verifiers } = await keys(RING_MISS_MS));
  return verifyAccessToken(token, {
    keyFor: (id) => verifiers.get(id),
    issuer: config().baseUrl,
    audience: config().audience,
    now: seconds(),
    maxLifetime: MAX_ACCESS_TTL,
    allowExpired,
  });
}

/** The claims of a refresh token of ours. */
export const readRefresh = async (token: string): Promise<RefreshClaims | 'expired' | 'invalid'> =>
  verifyRefreshToken(await rootSecret(), token, { issuer: config().baseUrl, now: seconds() });

/** The key id a token names; nothing but a hint to look at the ring again. */
function unverifiedKid(token: string): string | undefined {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString());
    const kid = (header as { kid?: unknown } | null)?.kid;
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}
