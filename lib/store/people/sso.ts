// Stores the steps of a login by an identity provider: the flow while the browser is at the provider, the code it
// returns with, and the nonce of an id token. Each is read by consuming it, and expires within minutes. What was used
// stays stored until then. The second use of a code ends the session of the first.
import type { SessionId, TenantId, UserId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';

/** The attempt that was counted for the IP address, to be refunded. */
type Debit = { hash: string; count: number; resetAt: number };

export type SsoFlow = table.Item & {
  type: 'sso-flow';
  /** When it was consumed, ms. */
  usedAt?: number;
  provider: string;
  /**
   * The issuer and client id at the start: the provider of this name may be configured anew before the browser returns.
   */
  issuer: string;
  clientId: string;
  /** Digest of the secret in the cookie of the browser that began the flow. */
  browser: string;
  /** Nonce and PKCE verifier, sealed. */
  sealed: string;
  redirectUri: string;
  mode: 'header' | 'cookie';
  /** The PKCE challenge that the resulting code is bound to, if the caller sent one. */
  codeChallenge: string | null;
  /** The hash of the secret of the client that began it, for a code that proves an address. */
  binding: string | null;
  /** A page of another site began it, so it does not replace an account that is active in the browser. */
  isFromElsewhere?: true;
  /** The account that the identity is linked to, and the session that asked for it. Absent: a login. */
  link?: { user: UserId; session: SessionId };
  /** It shows what a login would bring, and logs no one in. */
  trial?: true;
  debit: Debit;
  createdAt: number;
  expiresAt: number;
  ttl: number;
};

export type SsoCode = table.Item & {
  type: 'sso-code';
  provider: string;
  userId: UserId;
  /** The epoch of the identity that logged in. */
  identityEpoch: number;
  /** Whether the tenant had configured the provider. */
  isOfTenant: boolean;
  codeChallenge: string | null;
  createdAt: number;
  expiresAt: number;
  /** When it was used, and again. Both ms. */
  usedAt?: number;
  replayedAt?: number;
  /** The session that its first use began. */
  session?: SessionId;
  ttl: number;
};

export type SsoNonce = table.Item & {
  type: 'sso-nonce';
  /** When it was consumed, ms. */
  usedAt?: number;
  provider: string;
  /** The hash of the secret of the client it was issued to. */
  binding: string;
  debit: Debit;
  createdAt: number;
  expiresAt: number;
  ttl: number;
};

export const flowKey = keys.ssoFlow;
export const codeKey = keys.ssoCode;
export const nonceKey = keys.ssoNonce;

/** Stores a new flow or nonce. */
export const begin = (item: SsoFlow | SsoNonce): Promise<boolean> => table.create(item);

/**
 * Consumes the flow. If callers race, one gets it. A caller with another provider or browser, or after
 * the flow expired, gets `undefined` and consumes nothing. `now` in ms.
 */
export const consumeFlow = (
  tenant: TenantId,
  hash: string,
  { provider, browser, now }: { provider: string; browser: string; now: number },
): Promise<SsoFlow | undefined> =>
  useOnce<SsoFlow>(keys.ssoFlow(tenant, hash), now, {
    if: '#type = :type AND #provider = :provider AND #browser = :browser',
    values: { type: 'sso-flow', provider, browser },
  });

/**
 * Marks an item as used and returns it, or `undefined` if it was used, has expired or the condition does not hold. Not a
 * deletion: if its response were lost, the winner could not be told from a caller who came too late.
 */
async function useOnce<T extends SsoFlow | SsoNonce>(
  key: keys.Key,
  now: number,
  condition: table.Condition,
): Promise<T | undefined> {
  const isUnused = { if: 'attribute_not_exists(#usedAt) AND #expiresAt > :now', values: { now } };
  const used = await table.update<T>(key, { set: { usedAt: now }, ...table.both(condition, isUnused) });
  return 'refused' in used ? undefined : used;
}

/**
 * Uses a code. If callers race, one gets it as `used`. The others get it as `replayed`, with the session that the first
 * use began, if that is recorded by now: it must end. `undefined`: unknown, expired, or of another provider. `now` in
 * ms.
 */
export async function consumeCode(
  tenant: TenantId,
  hash: string,
  { provider, now }: { provider: string; now: number },
): Promise<{ used: SsoCode } | { replayed: SsoCode } | undefined> {
  const isLive = '#type = :type AND #provider = :provider AND #expiresAt > :now';
  const values = { type: 'sso-code', provider, now };
  const key = keys.ssoCode(tenant, hash);
  const first = { set: { usedAt: now }, if: `${isLive} AND attribute_not_exists(#usedAt)`, values };
  const used = await table.update<SsoCode>(key, first);
  if (!('refused' in used)) return { used };
  if (used.refused?.usedAt === undefined) return undefined;
  const again = { set: { replayedAt: now }, if: isLive, values };
  const replayed = await table.update<SsoCode>(key, again);
  return 'refused' in replayed ? undefined : { replayed };
}

/** Records the session that a code began. `false`: the code was used again meanwhile, so the session must end. */
export async function recordSession({ pk, sk }: SsoCode, session: SessionId): Promise<boolean> {
  const recorded = await table.update({ pk, sk }, { set: { session }, if: 'attribute_not_exists(#replayedAt)' });
  return !('refused' in recorded);
}

/** Consumes a nonce, in the same way. A caller with another binding consumes nothing. */
export const consumeNonce = (
  tenant: TenantId,
  hash: string,
  { provider, binding, now }: { provider: string; binding: string; now: number },
): Promise<SsoNonce | undefined> =>
  useOnce<SsoNonce>(keys.ssoNonce(tenant, hash), now, {
    if: '#type = :type AND #provider = :provider AND #binding = :binding',
    values: { type: 'sso-nonce', provider, binding },
  });
