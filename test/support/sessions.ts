// Reads the sessions of a user as they are stored.
import type { TenantId, UserId } from '../../lib/platform/ids.ts';
import * as store from '../../lib/store/people/sessions.ts';
import type { User } from './service.ts';
import { claimsOf } from './tokens.ts';

/** Every session of the user in the table, ended ones of an earlier epoch included. */
export const storedSessions = (user: User): Promise<store.Session[]> =>
  store.list(user.tenant.id as TenantId, claimsOf(user.tokens.accessToken).sub as UserId);

/** Those of applications. */
export const childrenOf = async (user: User): Promise<store.Session[]> =>
  (await storedSessions(user)).filter(({ parent }) => parent !== undefined);
