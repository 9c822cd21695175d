// Declares the documents that let other services verify access tokens offline, and a health check.
import * as z from 'zod/mini';
import { documented, named } from '../documentation.ts';
import { type Cache, contract } from '../operation.ts';
import { redirect } from '../shapes.ts';

/**
 * Five minutes. A new key is published long before it signs, so this delays only the revocation of a key, which every
 * verifier's own cache delays as well.
 */
const CACHE: Cache = { seconds: 300 };

const names = z.array(z.string());

/** OpenID Connect Discovery 1.0, RFC 8414. What is absent does not work. */
const metadata = z.object({
  issuer: z.string(),
  jwks_uri: z.string(),
  authorization_endpoint: z.optional(z.string()),
  token_endpoint: z.string(),
  userinfo_endpoint: z.optional(z.string()),
  end_session_endpoint: z.optional(z.string()),
  introspection_endpoint: z.string(),
  revocation_endpoint: z.string(),
  pushed_authorization_request_endpoint: z.optional(z.string()),
  device_authorization_endpoint: z.optional(z.string()),
  grant_types_supported: names,
  authorization_grant_profiles_supported: names,
  response_types_supported: names,
  response_modes_supported: names,
  scopes_supported: names,
  prompt_values_supported: names,
  acr_values_supported: names,
  claims_supported: names,
  claims_parameter_supported: z.boolean(),
  ui_locales_supported: names,
  request_parameter_supported: z.boolean(),
  request_uri_parameter_supported: z.boolean(),
  subject_types_supported: names,
  id_token_signing_alg_values_supported: names,
  code_challenge_methods_supported: names,
  token_endpoint_auth_methods_supported: names,
  token_endpoint_auth_signing_alg_values_supported: names,
  introspection_endpoint_auth_methods_supported: names,
  introspection_endpoint_auth_signing_alg_values_supported: names,
  revocation_endpoint_auth_methods_supported: names,
  revocation_endpoint_auth_signing_alg_values_supported: names,
  authorization_response_iss_parameter_supported: z.boolean(),
  dpop_signing_alg_values_supported: names,
  client_id_metadata_document_supported: z.boolean(),
  backchannel_logout_supported: z.boolean(),
  backchannel_logout_session_supported: z.boolean(),
});

export const discovery = contract({
  'GET /.well-known/jwks.json': {
    name: 'jwks',
    summary: 'Get the public keys that verify access tokens (RFC 7517)',
    access: 'public',
    reply: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
    // The set is empty until the first login of a deployment, whose token must verify.
    browser: { anyOrigin: true, cache: { ...CACHE, isLasting: ({ keys }) => Array.isArray(keys) && keys.length > 0 } },
    extension: true,
  },
  'GET /.well-known/openid-configuration': {
    name: 'openidConfiguration',
    summary: 'Get the metadata of the OpenID provider (OpenID Connect Discovery)',
    access: 'public',
    reply: metadata,
    browser: { anyOrigin: true, cache: CACHE },
    extension: true,
  },
  'GET /.well-known/oauth-authorization-server': {
    name: 'oauthMetadata',
    summary: 'Get the metadata of the authorization server (RFC 8414)',
    access: 'public',
    reply: metadata,
    browser: { anyOrigin: true, cache: CACHE },
    extension: true,
  },
  'GET /.well-known/webauthn': {
    name: 'webauthn',
    summary: 'Get the origins whose pages may use the passkeys (WebAuthn Level 3, 5.11)',
    access: 'public',
    reply: z.object({ origins: names }),
    browser: { anyOrigin: true, cache: CACHE },
    extension: true,
  },
  'GET /.well-known/change-password': {
    name: 'changePasswordAddress',
    summary: 'Find the page where people change their password (W3C, A Well-Known URL for Changing Passwords)',
    access: 'public',
    reply: redirect,
    status: 302,
    extension: true,
  },
  'GET /auth/health': {
    name: 'health',
    summary: 'Check that the service and its table respond',
    access: 'public',
    reply: z.object({ status: z.literal('ok') }),
    extension: true,
  },
});

const CACHED =
  'May be cached for 5 minutes. The reply has an `ETag`; a request with the same `If-None-Match` gets 304.';

/** Describes this group for openapi.json. */
export const discoveryDocs = () =>
  documented(discovery, {
    description: 'Public documents for services that verify access tokens, and a health check.',
    operations: {
      'GET /auth/health': {
        description:
          'For monitors. It reads the table once, needs no credential and names no version. If the table does not respond: 503.',
      },
      'GET /.well-known/jwks.json': { description: CACHED },
      'GET /.well-known/openid-configuration': { description: CACHED },
      'GET /.well-known/oauth-authorization-server': { description: CACHED },
      'GET /.well-known/change-password': {
        description: 'Password managers open it. The page asks a person without a session to sign in first.',
      },
      'GET /.well-known/webauthn': { description: `Empty where the deployment has no passkeys. ${CACHED}` },
    },
    shapes: [
      named(
        discovery['GET /.well-known/jwks.json'].reply,
        'JsonWebKeySet',
        'A JSON Web Key Set (RFC 7517).',
        { keys: 'The public keys. Previous keys stay until their last token has expired.' },
        { keys: [{ kty: 'RSA', kid: '2026-01', alg: 'RS256', use: 'sig', e: 'AQAB', n: '0vx7agoebGc...' }] },
      ),
      named(
        metadata,
        'OpenIdConfiguration',
        'The metadata of the OpenID provider. What is absent does not work.',
        {
          issuer: 'The `iss` of every token.',
          jwks_uri: 'The address of the public keys.',
          authorization_endpoint: 'Where the browser is sent to log in.',
          token_endpoint: 'Where applications get tokens.',
          userinfo_endpoint: 'Where applications learn about the user.',
          end_session_endpoint: 'Where the browser is sent to log out.',
          introspection_endpoint: 'Where applications ask about a token.',
          revocation_endpoint: 'Where applications revoke a token.',
          pushed_authorization_request_endpoint: 'Where applications send a request before the browser comes.',
          device_authorization_endpoint: 'Where devices without a browser begin (RFC 8628).',
          grant_types_supported: 'The grants of the token endpoint.',
          authorization_grant_profiles_supported: 'The profiles of `jwt-bearer`: ID-JAG alone.',
          response_types_supported: 'How the browser returns.',
          response_modes_supported: 'How the browser brings the code.',
          scopes_supported: 'The scopes of OpenID Connect, and `account`. Permissions are scopes, too.',
          prompt_values_supported: 'What an application can ask the pages to do.',
          acr_values_supported: 'What an application can ask about the login.',
          claims_supported: 'The claims of id tokens.',
          claims_parameter_supported: 'Whether an application can ask for single claims.',
          ui_locales_supported: 'The languages of the pages.',
          request_parameter_supported: 'Always `false`.',
          request_uri_parameter_supported: 'Always `false`.',
          subject_types_supported: 'Always `public`.',
          id_token_signing_alg_values_supported: 'The signing algorithms of tokens.',
          code_challenge_methods_supported: 'Always `S256`.',
          token_endpoint_auth_methods_supported: 'How applications authenticate at the token endpoint.',
          token_endpoint_auth_signing_alg_values_supported: 'The signing algorithms of their assertions.',
          introspection_endpoint_auth_methods_supported: 'How applications authenticate to introspect.',
          introspection_endpoint_auth_signing_alg_values_supported: 'The signing algorithms of their assertions.',
          revocation_endpoint_auth_methods_supported: 'How applications authenticate to revoke.',
          revocation_endpoint_auth_signing_alg_values_supported: 'The signing algorithms of their assertions.',
          authorization_response_iss_parameter_supported: 'Whether the browser brings `iss` (RFC 9207).',
          dpop_signing_alg_values_supported: 'The algorithms of keys that tokens can be bound to (RFC 9449).',
          client_id_metadata_document_supported:
            'Whether a client can describe itself by a document. Each tenant decides which ones get in.',
          backchannel_logout_supported: 'Whether applications are told when their sessions end.',
          backchannel_logout_session_supported: 'Whether logout tokens have the `sid` of the id token.',
        },
        {
          issuer: 'https://auth.example.com',
          jwks_uri: 'https://auth.example.com/.well-known/jwks.json',
          token_endpoint: 'https://auth.example.com/oauth2/token',
          introspection_endpoint: 'https://auth.example.com/oauth2/introspect',
          revocation_endpoint: 'https://auth.example.com/oauth2/revoke',
          grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
          authorization_grant_profiles_supported: ['urn:ietf:params:oauth:grant-profile:id-jag'],
          response_types_supported: ['code'],
          response_modes_supported: ['query', 'form_post'],
          scopes_supported: ['openid', 'profile', 'email', 'phone', 'offline_access', 'account'],
          prompt_values_supported: ['none', 'login'],
          acr_values_supported: ['http://schemas.openid.net/pape/policies/2007/06/multi-factor'],
          claims_supported: ['sub', 'email'],
          claims_parameter_supported: true,
          ui_locales_supported: ['de', 'en'],
          request_parameter_supported: false,
          request_uri_parameter_supported: false,
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
          token_endpoint_auth_signing_alg_values_supported: ['ES256'],
          introspection_endpoint_auth_methods_supported: ['client_secret_basic'],
          introspection_endpoint_auth_signing_alg_values_supported: ['ES256'],
          revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
          revocation_endpoint_auth_signing_alg_values_supported: ['ES256'],
          dpop_signing_alg_values_supported: ['ES256'],
        },
      ),
      named(
        discovery['GET /.well-known/webauthn'].reply,
        'RelatedOrigins',
        'The origins of passkeys.',
        { origins: 'That of the base URL, and those of `GATEHOUSE_PASSKEY_ORIGINS`.' },
        { origins: ['https://auth.example.com'] },
      ),
      named(discovery['GET /auth/health'].reply, 'Health', 'The service works.', { status: 'Always `ok`.' }),
    ],
  });
