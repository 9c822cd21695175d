// Reads the parameters of an authorization request (RFC 6749 4.1.1, OpenID Connect Core 3.1.2.1).
import { PROMPTS, SCOPES } from '../../contract/oauth-browser.ts';
import { type ApplicationId, applicationId } from '../../platform/ids.ts';

type Prompt = (typeof PROMPTS)[number];
/** The login had a second factor. The name is that of OpenID PAPE, which libraries and services know. */
export const MFA_ACR = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor';

export type AuthorizationRequest = {
  application: ApplicationId;
  redirectUri: string;
  /** The PKCE challenge, S256. */
  challenge: string;
  scope: string[];
  prompt: Prompt[];
  acrValues: string[];
  state?: string | undefined;
  nonce?: string | undefined;
  /** Seconds. */
  maxAge?: number | undefined;
  loginHint?: string | undefined;
  uiLocales?: string | undefined;
  /** The id or slug of the tenant to log in to. */
  tenant?: string | undefined;
  /** The id token of the user that the application expects. */
  idTokenHint?: string | undefined;
  /** The thumbprint of the key that the code is bound to (RFC 9449 10). */
  jkt?: string | undefined;
  /** The digest of the `request_uri` that it came by: it gives one code (RFC 9126 4). */
  pushed?: string | undefined;
};

/** The codes of RFC 6749 4.1.2.1 and OpenID Connect Core 3.1.2.6. */
export type AuthorizationError =
  | 'access_denied'
  | 'invalid_request'
  | 'unauthorized_client'
  | 'unsupported_response_type'
  | 'login_required'
  | 'interaction_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'registration_not_supported';
export type Problem = { error: AuthorizationError; description: string };

export type Parameters = ReadonlyMap<string, readonly string[]>;

/** The lengths of what travels on: a browser's address has room for all of it (lib/http/request.ts). */
const LONGEST: Readonly<Record<string, number>> = {
  state: 1024,
  nonce: 512,
  login_hint: 254,
  ui_locales: 100,
  tenant: 128,
  acr_values: 256,
  scope: 1024,
};

/** Returns the value of a parameter. One without a value, or sent twice, counts as absent (RFC 6749 3.1). */
export function single(parameters: Parameters, name: string): string | undefined {
  const [value, ...more] = parameters.get(name) ?? [];
  return more.length || value === '' ? undefined : value;
}

/**
 * Returns where an error of the request may go: to what application, and which address. Whether the address is
 * registered is for the caller to decide.
 */
export function addressee(parameters: Parameters) {
  const redirectUri = single(parameters, 'redirect_uri');
  const application = applicationId(single(parameters, 'client_id'));
  return application && redirectUri !== undefined ? { application, redirectUri } : undefined;
}

const problem = (error: AuthorizationError, description: string): Problem => ({ error, description });
const invalid = (description: string): Problem => problem('invalid_request', description);

/** Returns the request, or what is wrong with it. */
export function readRequest(parameters: Parameters, to: Pick<AuthorizationRequest, 'application' | 'redirectUri'>) {
  const found = problemOf(parameters);
  if (found) return found;
  const value = (name: string) => single(parameters, name);
  const words = (name: string) => [...new Set((value(name) ?? '').split(' ').filter(Boolean))];
  const asked = words('scope');
  const maxAge = value('max_age');
  const request: AuthorizationRequest = {
    ...to,
    challenge: value('code_challenge') as string,
    scope: SCOPES.filter((scope) => asked.includes(scope)),
    prompt: words('prompt') as Prompt[],
    acrValues: words('acr_values'),
    state: value('state'),
    nonce: value('nonce'),
    maxAge: maxAge === undefined ? undefined : Number(maxAge),
    loginHint: value('login_hint'),
    uiLocales: value('ui_locales'),
    tenant: value('tenant'),
    idTokenHint: value('id_token_hint'),
    jkt: value('dpop_jkt'),
  };
  return request;
}

/** Returns the first thing that is wrong with the parameters. */
function problemOf(parameters: Parameters): Problem | undefined {
  const value = (name: string) => single(parameters, name);
  if ([...parameters.values()].some((values) => values.length > 1)) return invalid('A parameter was sent twice.');
  if (value('request') !== undefined) return problem('request_not_supported', 'request is not supported.');
  if (value('request_uri') !== undefined) return problem('request_uri_not_supported', 'request_uri is not supported.');
  if (value('registration') !== undefined) {
    return problem('registration_not_supported', 'registration is not supported.');
  }
  if (value('response_type') === undefined) return invalid('response_type is required.');
  if (value('response_type') !== 'code') {
    return problem('unsupported_response_type', 'response_type must be code.');
  }
  if (!['query', undefined].includes(value('response_mode'))) return invalid('response_mode must be query.');
  const long = Object.keys(LONGEST).find((name) => (value(name)?.length ?? 0) > (LONGEST[name] as number));
  if (long !== undefined) return invalid(`${long} is too long.`);
  return challengeProblem(parameters) ?? promptProblem(parameters);
}

/** SHA-256 as base64url. */
const HASH = /^[A-Za-z0-9_-]{43}$/;

/** PKCE is required of every application, and `plain` protects nothing (RFC 9700 2.1.1). */
function challengeProblem(parameters: Parameters): Problem | undefined {
  const challenge = single(parameters, 'code_challenge');
  if (challenge === undefined) return invalid('code_challenge is required (RFC 7636).');
  if (single(parameters, 'code_challenge_method') !== 'S256') return invalid('code_challenge_method must be S256.');
  if (!HASH.test(challenge)) return invalid('code_challenge is not valid.');
  const key = single(parameters, 'dpop_jkt');
  return key === undefined || HASH.test(key) ? undefined : invalid('dpop_jkt is not valid.');
}

function promptProblem(parameters: Parameters): Problem | undefined {
  const prompts = (single(parameters, 'prompt') ?? '').split(' ').filter(Boolean);
  if (!prompts.every((prompt) => PROMPTS.some((known) => known === prompt))) return invalid('prompt is not valid.');
  if (prompts.includes('none') && prompts.length > 1) return invalid('prompt none must be alone.');
  const maxAge = single(parameters, 'max_age');
  return maxAge === undefined || /^\d{1,9}$/.test(maxAge) ? undefined : invalid('max_age must be a number of seconds.');
}
