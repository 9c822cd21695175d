// Names what an application can be. Admin operations, the OpenID provider and the store share it.
import * as z from 'zod/mini';
import { CHOSEN, DEVICE_GRANT, JWT_BEARER, TOKEN_EXCHANGE } from './grant-types.ts';

/**
 * `browser` and `native` cannot keep a secret; `server` and `machine` can. A machine acts for itself, the others for
 * users.
 */
export const applicationKind = z.enum(['browser', 'native', 'server', 'machine']);
export type ApplicationKind = z.output<typeof applicationKind>;

export { DEVICE_GRANT, JWT_BEARER, TOKEN_EXCHANGE };

export const grant = z.enum([
  'authorization_code',
  'refresh_token',
  'client_credentials',
  TOKEN_EXCHANGE,
  JWT_BEARER,
  DEVICE_GRANT,
]);
export type Grant = z.output<typeof grant>;

/** The grants that applications of a kind can have. */
export const GRANTS: Readonly<Record<ApplicationKind, readonly Grant[]>> = {
  browser: ['authorization_code', 'refresh_token'],
  native: ['authorization_code', 'refresh_token', DEVICE_GRANT],
  server: ['authorization_code', 'refresh_token', JWT_BEARER, DEVICE_GRANT],
  machine: ['client_credentials', TOKEN_EXCHANGE, JWT_BEARER],
};

/** Those that they have unless an admin says so. */
export const defaultGrants = (kind: ApplicationKind): Grant[] => GRANTS[kind].filter((each) => !CHOSEN.includes(each));

/** `first`: part of the deployment's own product. `third`: made by others, so its tokens name no roles and permissions. */
export const party = z.enum(['first', 'third']);
export type Party = z.output<typeof party>;

/** Whether an authorization request needs a challenge (RFC 7636). */
export const pkcePolicy = z.enum(['required', 'optional']);
export type PkcePolicy = z.output<typeof pkcePolicy>;

/** How an application of a kind proves itself at an endpoint (RFC 6749 2.3, RFC 7523). */
export type ClientMethod = 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';
const BY_SECRET = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;
export const CLIENT_METHODS: Readonly<Record<ApplicationKind, readonly ClientMethod[]>> = {
  browser: ['none'],
  native: ['none'],
  server: BY_SECRET,
  machine: BY_SECRET,
};

/**
 * Returns how an application proves itself. A client that publishes its keys in a document of its own is known by its host, as
 * one without a credential, and signs each request
 * (draft-ietf-oauth-client-id-metadata-document-02 8.2).
 */
export const methodsOf = ({
  kind,
  jwks,
}: {
  kind: ApplicationKind;
  jwks: readonly unknown[];
}): readonly ClientMethod[] => (kind === 'native' && jwks.length ? ['private_key_jwt'] : CLIENT_METHODS[kind]);

/** Asymmetric ones only: with a symmetric one, a public key could be used as a secret (RFC 8725 2.1). */
export const ASSERTION_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'] as const;
