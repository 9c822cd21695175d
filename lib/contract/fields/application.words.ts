// Says what people read about the fields of an application.
import { TENANT, TIMES, type Words } from '../documentation.ts';
import type { applicationFields } from './application.ts';

export const SECRET_EXAMPLE = { id: 'sec_8dK2mQ5tW7zC1fI4lO6rU9', hint: 'x7Qa' };

/** A function, so that bundles omit it. */
export const applicationWords = () =>
  ({
    id: { says: 'The id of the application, prefix `app_`: its `client_id`.', example: 'app_5gJ8kM1nP4rT7vX0zB3dF6' },
    name: { says: 'The name that people see, at most 120 characters.', example: 'Acme Shop' },
    kind: {
      says: '`browser` and `native` have no secret. `server` acts for users, `machine` for itself. It cannot be changed.',
      example: 'server' as const,
    },
    isActive: { says: 'Whether it can get tokens. Default: true.' },
    grants: {
      says: 'The grants that it may use. Default: all that its kind can have, without token exchange and `jwt-bearer`, with which it acts for users.',
      example: ['authorization_code' as const, 'refresh_token' as const],
    },
    party: {
      says: '`first`: part of your own product. `third`: made by others. Its tokens name no roles and permissions, and cannot have the scope `account`. Default: `first`.',
      example: 'first' as const,
    },
    scopes: {
      says: 'The scopes that it may have, those of protected resources, too, at most 50. `null`, the default: all that its party can have.',
      example: null,
    },
    accountByDefault: {
      says: 'Whether its tokens have the scope `account` without asking: they may then do what the user may do in the own account. For a `first` party. Default: false.',
      example: false,
    },
    requiresDpop: { says: 'Whether its tokens must be bound to a key (RFC 9449). Default: false.', example: false },
    requiresPar: {
      says: 'Whether it must push its authorization requests (RFC 9126). Default: false.',
      example: false,
    },
    refusesSecrets: {
      says: 'Whether it authenticates by keys alone, and by no secret. Default: false.',
      example: false,
    },
    pkce: {
      says: 'Whether its requests need a `code_challenge`. `optional` is for a `server` whose library cannot send one. Default: `required`.',
      example: 'required' as const,
    },
    redirectUris: {
      says: 'The exact addresses that the browser may return to: https, http for loopback, or for `native` a scheme with a dot. At most 50.',
      example: ['https://shop.acme.example/callback'],
    },
    postLogoutRedirectUris: {
      says: 'The exact addresses that the browser may return to after a logout. At most 50.',
      example: ['https://shop.acme.example/'],
    },
    backchannelLogoutUri: {
      says: 'The https address that is told when a session ends (OpenID Connect Back-Channel Logout).',
      example: null,
    },
    tenantIds: { says: 'The tenants that it serves, at most 50. `null`, the default: all.', example: [TENANT] },
    roleIds: {
      says: 'What a `machine` may do, at most 20 roles. A role of a tenant counts in tokens for that tenant.',
      example: [],
    },
    administers: {
      says: 'The role and the tenants with which a `machine` calls operations of admins, as an admin with them does. `null`, the default: it calls none.',
      example: null,
    },
    madeIn: {
      says: 'The tenant whose own people made it, and may change it until an admin gives it more than they can. `null`: it is yours.',
      example: null,
    },
    secrets: {
      says: 'The live secrets, at most two.',
      example: [{ ...SECRET_EXAMPLE, createdAt: '2026-01-15T09:30:00.000Z' }],
    },
    jwks: {
      says: 'The public keys of its assertions (RFC 7523), at most 4: RSA from 2048 bits, P-256 or Ed25519. A list, or an object with `keys` (RFC 7517 5).',
      example: [],
    },
    jwksUri: {
      says: 'The https address where it publishes these keys instead. They are loaded again after ten minutes, and for an unknown `kid`.',
      example: null,
    },
    accessTtlSeconds: {
      says: 'The lifetime of its access tokens in seconds, 5 to 3600. `null`: that of the tenant.',
      example: null,
    },
    refreshTtlSeconds: {
      says: 'How long its sessions live without a refresh, in seconds, at most 30 days. `null`: as the tenant.',
      example: 86_400,
    },
    createdAt: { says: TIMES.createdAt },
    updatedAt: { says: TIMES.updatedAt },
  }) satisfies Words<keyof typeof applicationFields>;
