// Reads the parameters of an authorization request (RFC 6749 4.1.1, OpenID Connect Core 3.1.2.1).
import { PROMPTS, RESPONSE_MODES } from '../../contract/groups/oauth-browser.ts';
import { SCOPES } from '../../contract/scopes.ts';
import { clientId } from '../../platform/client-ids.ts';
import { type ApplicationId, type GrantId, type ProtectedResourceId, type UserId, userId } from '../../platform/ids.ts';
import type { Application } from '../../store/applications/applications.ts';
import type { ProtectedResource } from '../../store/applications/protected-resources.ts';
import { mayOmitChallenge } from '../applications/kinds.ts';
import { isOpenTo } from '../protected-resource-rights.ts';
import { knownIn } from './acr.ts';
import { claimsFor } from './claims.ts';
import { type AskedClaims, claimsIn } from './claims-parameter.ts';
import type { Code } from './code.ts';
import { subjectOf } from './id-token.ts';
import { MALFORMED_SCOPE, scopesIn } from './scope.ts';
import { grantable, ONE_TARGET, UNKNOWN_TARGET } from './target.ts';

type Prompt = (typeof PROMPTS)[number];
export type AuthorizationRequest = {
  application: ApplicationId;
  redirectUri: string;
  /** The PKCE challenge, S256. Absent only if the application may omit it. */
  challenge?: string | undefined;
  scope: string[];
  prompt: Prompt[];
  acrValues: string[];
  /** What it asks for one by one. */
  claims?: Code['claims'];
  /**
   * The login must have a second factor (`true`), or what no login here has (`false`). All known classes have one. The
   * release before `neededAcr` reads this alone.
   */
  needsMfa?: boolean | undefined;
  /** The login must have one of these. */
  neededAcr?: string[] | undefined;
  /** Absent: `query`. */
  responseMode?: 'form_post' | undefined;
  state?: string | undefined;
  nonce?: string | undefined;
  /** Seconds. */
  maxAge?: number | undefined;
  loginHint?: string | undefined;
  uiLocales?: string | undefined;
  /** The id or slug of the tenant to log in to. */
  tenant?: string | undefined;
  /** The user that the application expects: the subject of its `id_token_hint`, which is too long to travel on. */
  subject?: UserId | undefined;
  /** The thumbprint of the key that the code is bound to (RFC 9449 10). */
  jkt?: string | undefined;
  /** The protected resource that the tokens are for (RFC 8707). */
  resource?: ProtectedResourceId | undefined;
  /** The grant that the user gave for this request on the consent page, and when, ms. No parameter says it. */
  consent?: { grant: GrantId; at: number } | undefined;
  /** The digest of the `request_uri` that it came by: it gives one code (RFC 9126 4). */
  pushed?: string | undefined;
};

/** The codes of RFC 6749 4.1.2.1, RFC 8707 2 and OpenID Connect Core 3.1.2.6, and that of OpenID Connect Core Error Code 1.0. */
export type AuthorizationError =
  | 'access_denied'
  | 'invalid_request'
  | 'unauthorized_client'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'login_required'
  | 'interaction_required'
  | 'consent_required'
  | 'unmet_authentication_requirements'
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
  claims: 2048,
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
  const application = clientId(single(parameters, 'client_id'));
  return application && redirectUri !== undefined ? { application, redirectUri } : undefined;
}

const problem = (error: AuthorizationError, description: string): Problem => ({ error, description });
const invalid = (description: string): Problem => problem('invalid_request', description);

/**
 * Returns the request for a code that `redirectUri` gets, which the application has registered, or what is wrong. `resource`
 * is what was found for the resource that it names.
 */
export async function readRequest(
  parameters: Parameters,
  redirectUri: string,
  application: Application,
  resource?: ProtectedResource,
): Promise<AuthorizationRequest | Problem> {
  const found = problemOf(parameters, application, resource) ?? modeProblem(parameters, redirectUri);
  if (found) return found;
  const hint = single(parameters, 'id_token_hint');
  const hinted = hint === undefined ? undefined : await subjectOf(application.id, hint);
  if (hint !== undefined && !hinted) return invalid('id_token_hint is not valid.');
  const claims = claimsIn(single(parameters, 'claims'));
  if (!claims) return invalid('claims is not valid.');
  const [subject, ...others] = new Set<UserId | undefined>([
    ...(hinted ? [hinted] : []),
    ...claims.subjects.map(userId),
  ]);
  if (others.length || (claims.subjects.length && !subject)) return invalid('claims ask for another user.');
  const value = (name: string) => single(parameters, name);
  const words = (name: string) => [...new Set((value(name) ?? '').split(' ').filter(Boolean))];
  const asked = scopesIn(value('scope')) ?? [];
  const maxAge = value('max_age');
  return {
    application: application.id,
    redirectUri,
    challenge: value('code_challenge'),
    scope: grantable(application, resource, asked),
    prompt: words('prompt') as Prompt[],
    acrValues: [...new Set([...knownIn(words('acr_values')), ...claims.acr])],
    needsMfa: claims.isAcrEssential ? claims.acr.length > 0 : undefined,
    neededAcr: claims.isAcrEssential ? claims.acr : undefined,
    claims: pick(application, claims),
    responseMode: modeOf(parameters, redirectUri),
    state: value('state'),
    nonce: value('nonce'),
    maxAge: maxAge === undefined ? undefined : Number(maxAge),
    loginHint: value('login_hint'),
    uiLocales: value('ui_locales'),
    tenant: value('tenant'),
    subject,
    jkt: value('dpop_jkt'),
    resource: resource?.id,
  };
}

/** Returns the claims that the application may ask for one by one. */
function pick(application: Application, asked: AskedClaims): Code['claims'] {
  const [userinfo, idToken] = [claimsFor(application, asked.userinfo), claimsFor(application, asked.idToken)];
  return userinfo.length + idToken.length ? { userinfo, idToken } : undefined;
}

/** Returns the mode in which the response is sent. An address of a native app's own scheme takes no form. */
export const modeOf = (parameters: Parameters, redirectUri: string): 'form_post' | undefined =>
  single(parameters, 'response_mode') === 'form_post' && /^https?:/.test(redirectUri) ? 'form_post' : undefined;

/** Returns the first thing that is wrong with the parameters. */
function problemOf(
  parameters: Parameters,
  application: Application,
  resource: ProtectedResource | undefined,
): Problem | undefined {
  const value = (name: string) => single(parameters, name);
  if ((parameters.get('resource')?.length ?? 0) > 1) return problem('invalid_target', ONE_TARGET);
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
  const long = Object.keys(LONGEST).find((name) => (value(name)?.length ?? 0) > (LONGEST[name] as number));
  if (long !== undefined) return invalid(`${long} is too long.`);
  return (
    targetProblem(value('resource'), application, resource) ??
    scopeProblem(value('scope'), application, resource) ??
    challengeProblem(parameters, application) ??
    keyProblem(value('dpop_jkt')) ??
    promptProblem(parameters)
  );
}

/** Whether the tenant is one of the resource is known after the login. */
export const targetProblem = (
  sent: string | undefined,
  application: Application,
  resource: ProtectedResource | undefined,
) => (sent === undefined || isOpenTo(resource, application) ? undefined : problem('invalid_target', UNKNOWN_TARGET));

function modeProblem(parameters: Parameters, redirectUri: string): Problem | undefined {
  const mode = single(parameters, 'response_mode') ?? 'query';
  if (!RESPONSE_MODES.some((known) => known === mode))
    return invalid(`response_mode must be ${RESPONSE_MODES.join(' or ')}.`);
  const isPossible = mode === 'query' || modeOf(parameters, redirectUri) === mode;
  return isPossible ? undefined : invalid('response_mode form_post needs an http address.');
}

/**
 * Values that are unknown, or that the application may not have, are ignored (OpenID Connect Core 3.1.2.1), and the reply of
 * the token endpoint says what was granted. If nothing that was asked for can be granted, the request is refused.
 */
export function scopeProblem(
  scope: string | undefined,
  application: Application,
  resource: ProtectedResource | undefined,
): Problem | undefined {
  const asked = scopesIn(scope);
  if (!asked) return problem('invalid_scope', MALFORMED_SCOPE);
  const known = [...SCOPES, ...(resource?.scopes ?? []).map(({ name }) => name)];
  const possible = grantable({ ...application, accountByDefault: false }, resource, known);
  if (!asked.length || asked.some((each) => possible.includes(each))) return undefined;
  return problem('invalid_scope', `scope must be of ${possible.join(' ')}.`);
}

/** SHA-256 as base64url. */
const HASH = /^[A-Za-z0-9_-]{43}$/;

/** `plain` protects nothing (RFC 9700 2.1.1). Half of a challenge is a mistake also where none is required. */
function challengeProblem(parameters: Parameters, application: Application): Problem | undefined {
  const [challenge, method] = ['code_challenge', 'code_challenge_method'].map((name) => single(parameters, name));
  if (challenge === undefined) {
    const isOmitted = mayOmitChallenge(application) && method === undefined;
    return isOmitted ? undefined : invalid('code_challenge is required (RFC 7636).');
  }
  if (method !== 'S256') return invalid('code_challenge_method must be S256.');
  return HASH.test(challenge) ? undefined : invalid('code_challenge is not valid.');
}

const keyProblem = (key: string | undefined): Problem | undefined =>
  key === undefined || HASH.test(key) ? undefined : invalid('dpop_jkt is not valid.');

function promptProblem(parameters: Parameters): Problem | undefined {
  const prompts = (single(parameters, 'prompt') ?? '').split(' ').filter(Boolean);
  if (!prompts.every((prompt) => PROMPTS.some((known) => known === prompt))) return invalid('prompt is not valid.');
  if (prompts.includes('none') && prompts.length > 1) return invalid('prompt none must be alone.');
  const maxAge = single(parameters, 'max_age');
  return maxAge === undefined || /^\d{1,9}$/.test(maxAge) ? undefined : invalid('max_age must be a number of seconds.');
}
