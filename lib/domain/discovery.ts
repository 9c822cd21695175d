// Serves health and metadata to monitors and other services.
import { ASSERTION_ALGORITHMS, CLIENT_METHODS, grant } from '../contract/applications.ts';
import { LANGUAGES } from '../contract/fields/languages.ts';
import { oauth } from '../contract/groups/oauth.ts';
import { ACR_VALUES, opened, PROMPTS, RESPONSE_MODES } from '../contract/groups/oauth-browser.ts';
import type { Reply } from '../contract/index.ts';
import { PROOF_ALGORITHMS } from '../contract/oauth-errors.ts';
import { SCOPES } from '../contract/scopes.ts';
import { config } from '../platform/settings/config.ts';
import * as signingKeys from '../store/signing-keys.ts';

/** Checks that the table responds. The function may read no secret. Throws `Unavailable`. */
export async function health(): Promise<{ status: 'ok' }> {
  await signingKeys.findPublic();
  return { status: 'ok' };
}

/** The metadata that names an endpoint, if the contract has its operation. */
const ENDPOINTS = {
  authorization_endpoint: 'GET /oauth2/authorize',
  userinfo_endpoint: 'GET /oauth2/userinfo',
  end_session_endpoint: 'GET /oauth2/logout',
  pushed_authorization_request_endpoint: 'POST /oauth2/par',
  device_authorization_endpoint: 'POST /oauth2/device_authorization',
} as const;

const works = (route: string): boolean => Object.hasOwn(oauth, route);
const logsUsersIn = works(ENDPOINTS.authorization_endpoint);
/** What only works with the authorization endpoint. */
const ofLogin = <T>(values: readonly T[]): T[] => (logsUsersIn ? [...values] : []);

const [METHODS, ALGORITHMS] = [CLIENT_METHODS.server, ASSERTION_ALGORITHMS];

/** What an id token can have. */
const CLAIMS = [
  ...['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'amr', 'acr', 'sid', 'tid', 'at_hash'],
  ...opened,
];

/**
 * Returns the metadata of the OpenID provider and authorization server (OpenID Connect Discovery 3, RFC 8414 2). It says
 * what works, and nothing else.
 */
export function discovery(): Reply<'GET /.well-known/openid-configuration'> {
  const { baseUrl, signingAlg } = config();
  const others = Object.entries(ENDPOINTS).filter(([, route]) => works(route));
  return {
    issuer: baseUrl,
    jwks_uri: `${baseUrl}/.well-known/jwks.json`,
    token_endpoint: `${baseUrl}/oauth2/token`,
    introspection_endpoint: `${baseUrl}/oauth2/introspect`,
    revocation_endpoint: `${baseUrl}/oauth2/revoke`,
    ...Object.fromEntries(others.map(([name, route]) => [name, `${baseUrl}${route.slice(route.indexOf('/'))}`])),
    grant_types_supported: logsUsersIn ? [...grant.options] : ['client_credentials'],
    // draft-ietf-oauth-identity-assertion-authz-grant, Resource Authorization Server Metadata.
    authorization_grant_profiles_supported: ['urn:ietf:params:oauth:grant-profile:id-jag'],
    response_types_supported: ofLogin(['code']),
    response_modes_supported: ofLogin(RESPONSE_MODES),
    scopes_supported: ofLogin(SCOPES),
    prompt_values_supported: ofLogin(PROMPTS),
    acr_values_supported: ofLogin(ACR_VALUES),
    claims_supported: ofLogin(CLAIMS),
    claims_parameter_supported: logsUsersIn,
    ui_locales_supported: ofLogin(LANGUAGES),
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [signingAlg],
    code_challenge_methods_supported: ofLogin(['S256']),
    token_endpoint_auth_methods_supported: ['none', ...METHODS],
    token_endpoint_auth_signing_alg_values_supported: [...ALGORITHMS],
    introspection_endpoint_auth_methods_supported: [...METHODS],
    introspection_endpoint_auth_signing_alg_values_supported: [...ALGORITHMS],
    revocation_endpoint_auth_methods_supported: ['none', ...METHODS],
    revocation_endpoint_auth_signing_alg_values_supported: [...ALGORITHMS],
    authorization_response_iss_parameter_supported: logsUsersIn,
    dpop_signing_alg_values_supported: [...PROOF_ALGORITHMS],
    client_id_metadata_document_supported: logsUsersIn,
    backchannel_logout_supported: logsUsersIn,
    backchannel_logout_session_supported: logsUsersIn,
  };
}

/** Returns the origins whose pages may use the passkeys (WebAuthn Level 3, 5.11). */
export const relatedOrigins = (): Reply<'GET /.well-known/webauthn'> => ({
  origins: [...(config().passkeys?.origins ?? [])],
});

/** Returns the address of the page where people change their password. */
export const passwordPage = (): Reply<'GET /.well-known/change-password'> => ({
  location: `${config().baseUrl}/account/security#password`,
});
