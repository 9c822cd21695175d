// Extensions: what other services need to verify our tokens offline, and a health check.
import * as z from 'zod/mini';
import { contract } from './operation.ts';

export const discovery = contract({
  'GET /.well-known/jwks.json': {
    name: 'jwks',
    summary: 'Public keys that verify access tokens (RFC 7517)',
    access: 'public',
    rate: 'read',
    reply: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
    status: 200,
    errors: [],
    extension: true,
  },
  'GET /.well-known/openid-configuration': {
    name: 'openidConfiguration',
    summary: 'Issuer, key location and signing algorithms (RFC 8414)',
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
    extension: true,
  },
  'GET /auth/health': {
    name: 'health',
    summary: 'Whether the service and its table answer',
    access: 'public',
    rate: 'read',
    reply: z.object({ status: z.literal('ok') }),
    status: 200,
    errors: [],
    extension: true,
  },
});
