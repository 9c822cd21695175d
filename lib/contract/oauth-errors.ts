// Gives errors the form that OAuth prescribes: our code becomes one of OAuth's, and the message its description. Our code
// stays beside them, because OAuth has one name for many causes. Clients ignore members that they do not know.
import { type ErrorCode, statusOf } from './errors.ts';

/** RFC 6749 5.2 and 4.1.2.1, RFC 6750 3.1, RFC 8628 3.5, RFC 9449 5, RFC 8707 2. */
export const OAUTH_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_target',
  'invalid_dpop_proof',
  'authorization_pending',
  'slow_down',
  'expired_token',
  'invalid_token',
  'insufficient_scope',
  'access_denied',
  'server_error',
  'temporarily_unavailable',
] as const;
export type OAuthError = (typeof OAUTH_ERRORS)[number];

export type OAuthErrorBody = { error: OAuthError; error_description: string; code: ErrorCode };

/** The codes that have a meaning of their own in OAuth. */
const OWN: Readonly<Partial<Record<ErrorCode, OAuthError>>> = {
  INVALID_CLIENT: 'invalid_client',
  INVALID_GRANT: 'invalid_grant',
  APPLICATION_SESSION_LIMIT_REACHED: 'invalid_grant',
  UNAUTHORIZED_CLIENT: 'unauthorized_client',
  UNSUPPORTED_GRANT_TYPE: 'unsupported_grant_type',
  INVALID_SCOPE: 'invalid_scope',
  INVALID_TARGET: 'invalid_target',
  INVALID_DPOP_PROOF: 'invalid_dpop_proof',
  AUTHORIZATION_PENDING: 'authorization_pending',
  SLOW_DOWN: 'slow_down',
  AUTHORIZATION_DENIED: 'access_denied',
  DEVICE_CODE_EXPIRED: 'expired_token',
  DEVICE_GRANT_DISABLED: 'access_denied',
  NO_AUTH_PROVIDED: 'invalid_token',
  INVALID_TOKEN: 'invalid_token',
  SESSION_NOT_FOUND: 'invalid_token',
  ACCOUNT_INACTIVE: 'invalid_token',
  MFA_REQUIRED: 'invalid_token',
  MUST_CHANGE_PASSWORD: 'invalid_token',
  FORBIDDEN: 'insufficient_scope',
  INSUFFICIENT_SCOPE: 'insufficient_scope',
  RATE_LIMITED: 'temporarily_unavailable',
  REQUEST_BLOCKED: 'access_denied',
  INTERNAL_ERROR: 'server_error',
  SERVICE_UNAVAILABLE: 'temporarily_unavailable',
  TIMEOUT: 'temporarily_unavailable',
};

/** Returns OAuth's code for ours. What OAuth has no name for is an invalid request. */
export const oauthErrorOf = (code: ErrorCode): OAuthError => OWN[code] ?? 'invalid_request';

/** RFC 6749 5.2 and RFC 6750 3 allow these characters in a description. */
const describable = (message: string): string => message.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?');

/** Returns the body of the error in the form of OAuth. */
export const oauthErrorBody = (code: ErrorCode, message: string): OAuthErrorBody => ({
  error: oauthErrorOf(code),
  error_description: describable(message),
  code,
});

/** The algorithms of the keys that tokens can be bound to. */
export const PROOF_ALGORITHMS = ['ES256', 'EdDSA', 'Ed25519', 'PS256', 'RS256'] as const;

const DPOP = `DPoP algs="${PROOF_ALGORITHMS.join(' ')}"`;

/**
 * Returns the challenge of a 401. Without a token there is no error to name (RFC 6750 3.1). `invalid_client` names the
 * one scheme by which an application can authenticate in the header (RFC 6749 5.2). A token may have a key (RFC 9449 7.1).
 */
export function challengeOf(code: ErrorCode, message: string): string {
  const isAboutToken = statusOf(code) === 401 || code === 'FORBIDDEN';
  if (!isAboutToken || code === 'NO_AUTH_PROVIDED') return `Bearer, ${DPOP}`;
  if (code === 'INVALID_CLIENT') return 'Basic realm="oauth2"';
  return `Bearer error="${oauthErrorOf(code)}", error_description="${describable(message)}", ${DPOP}`;
}
