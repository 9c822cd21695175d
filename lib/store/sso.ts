// What a login by an identity provider leaves on its way: the flow while the browser is away, the code it brings home, and
// tokens that were used. All of them are read by being used up, and gone within minutes.
import type { TenantId, UserId } from '../platform/ids.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';

export type SsoFlow = table.Item & {
  type: 'sso-flow';
  provider: string;
  /** To whom, and as whom, the browser was sent: a name may mean another provider by the time it is back. */
  issuer: string;
  clientId: string;
  /** Digest of the secret in the cookie of the browser that began it. */
  browser: string;
  /** Nonce and PKCE verifier, sealed. */
  sealed: string;
  redirectUri: string;
  mode: 'header' | 'cookie';
  /** What the code it ends with is bound to, if the caller asked for that. */
  codeChallenge: string | null;
  /** The attempt that was counted for its address, to be given back. */
  debit: { hash: string; count: number; resetAt: number };
  expiresAt: number;
  ttl: number;
};

export type SsoCode = table.Item & {
  type: 'sso-code';
  provider: string;
  userId: UserId;
  /** Of the identity it was made for. */
  identityEpoch: number;
  codeChallenge: string | null;
  expiresAt: number;
  ttl: number;
};

type UsedToken = table.Item & { type: 'used-token'; ttl: number };

export const flowKey = keys.ssoFlow;
export const codeKey = keys.ssoCode;

/** Stores a new flow. */
export const begin = (flow: SsoFlow): Promise<boolean> => table.create(flow);

/**
 * Uses the flow up: of any number of callers one gets it. One of another provider or browser, or too late, gets nothing
 * and uses nothing up. `now` in ms.
 */
export const consumeFlow = (
  tenant: TenantId,
  hash: string,
  { provider, browser, now }: { provider: string; browser: string; now: number },
): Promise<SsoFlow | undefined> =>
  table.consume<SsoFlow>(keys.ssoFlow(tenant, hash), {
    if: '#type = :type AND #provider = :provider AND #browser = :browser AND #expiresAt > :now',
    values: { type: 'sso-flow', provider, browser, now },
  });

/** Uses a code up, likewise. */
export const consumeCode = (
  tenant: TenantId,
  hash: string,
  { provider, now }: { provider: string; now: number },
): Promise<SsoCode | undefined> =>
  table.consume<SsoCode>(keys.ssoCode(tenant, hash), {
    if: '#type = :type AND #provider = :provider AND #expiresAt > :now',
    values: { type: 'sso-code', provider, now },
  });

/** Notes that a token was used; `ttl`: the second from which it is of no use anyway. `false`: it was noted before. */
export const claimToken = (tenant: TenantId, hash: string, ttl: number): Promise<boolean> =>
  table.create({ ...keys.usedToken(tenant, hash), type: 'used-token', ttl } as UsedToken);
