// Names what an application can be. Admin operations, the OpenID provider and the store share it.
import * as z from 'zod/mini';

/**
 * `browser` and `native` cannot keep a secret; `server` and `machine` can. A machine acts for itself, the others for
 * users.
 */
export const applicationKind = z.enum(['browser', 'native', 'server', 'machine']);
export type ApplicationKind = z.output<typeof applicationKind>;

export const grant = z.enum(['authorization_code', 'refresh_token', 'client_credentials']);
export type Grant = z.output<typeof grant>;

/** The grants that applications of a kind can have, which are also their default. */
export const GRANTS: Readonly<Record<ApplicationKind, readonly Grant[]>> = {
  browser: ['authorization_code', 'refresh_token'],
  native: ['authorization_code', 'refresh_token'],
  server: ['authorization_code', 'refresh_token'],
  machine: ['client_credentials'],
};
