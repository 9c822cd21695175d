// Declares the documents that let other services verify access tokens offline, and a health check.
import * as z from 'zod/mini';
import { documented, named } from './documentation.ts';
import { type Cache, contract } from './operation.ts';

/**
 * Five minutes. A new key is published long before it signs, so this delays only the revocation of a key, which every
 * verifier's own cache delays as well.
 */
const CACHE: Cache = { seconds: 300 };

export const discovery = contract({
  'GET /.well-known/jwks.json': {
    name: 'jwks',
    summary: 'Get the public keys that verify access tokens (RFC 7517)',
    access: 'public',
    rate: 'read',
    reply: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
    status: 200,
    errors: [],
    // The set is empty until the first login of a deployment, whose token must verify.
    anyOrigin: true,
    cache: { ...CACHE, isLasting: ({ keys }) => Array.isArray(keys) && keys.length > 0 },
    extension: true,
  },
  'GET /.well-known/openid-configuration': {
    name: 'openidConfiguration',
    summary: 'Get the issuer, the key location and the signing algorithms (RFC 8414)',
    access: 'public',
    rate: 'read',
    reply: z.object({
      issuer: z.string(),
      jwks_uri: z.string(),
      id_token_signing_alg_values_supported: z.array(z.string()),
      response_types_supported: z.array(z.string()),
      subject_types_supported: z.array(z.string()),
    }),
    status: 200,
    errors: [],
    anyOrigin: true,
    cache: CACHE,
    extension: true,
  },
  'GET /auth/health': {
    name: 'health',
    summary: 'Check that the service and its table respond',
    access: 'public',
    rate: 'read',
    reply: z.object({ status: z.literal('ok') }),
    status: 200,
    errors: [],
    extension: true,
  },
});

const CACHED =
  'May be cached for 5 minutes. The reply has an `ETag`; a request with the same `If-None-Match` gets 304.';

/** What openapi.json says about this group. */
export const discoveryDocs = () =>
  documented(discovery, {
    description: 'Public documents for services that verify access tokens, and a health check.',
    operations: {
      'GET /.well-known/jwks.json': { description: CACHED },
      'GET /.well-known/openid-configuration': { description: CACHED },
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
        discovery['GET /.well-known/openid-configuration'].reply,
        'OpenIdConfiguration',
        'The part of the OpenID Connect discovery document that verifiers need.',
        {
          issuer: 'The `iss` of every token.',
          jwks_uri: 'The address of the public keys.',
          id_token_signing_alg_values_supported: 'The signing algorithms of tokens.',
          response_types_supported: 'Empty: this service is not an OpenID provider.',
          subject_types_supported: 'Always `public`.',
        },
        {
          issuer: 'https://auth.example.com',
          jwks_uri: 'https://auth.example.com/.well-known/jwks.json',
          id_token_signing_alg_values_supported: ['RS256'],
          response_types_supported: [],
          subject_types_supported: ['public'],
        },
      ),
      named(discovery['GET /auth/health'].reply, 'Health', 'The service works.', { status: 'Always `ok`.' }),
    ],
  });
