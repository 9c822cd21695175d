// The client in Node, where it keeps the cookies that a browser would keep. package.json names this file under the
// condition `node`, so applications import one name in both places.
import type { ClientOptions } from './client.ts';
import { cookieFetch } from './cookie-jar.ts';
import {
  type AdminClient,
  type Client,
  createClient as create,
  createAdminClient as createForAdmins,
  createUserClient as createForUsers,
  type UserClient,
} from './index.ts';

export * from './index.ts';

const withCookies = (options: ClientOptions): ClientOptions => ({
  ...options,
  fetch: cookieFetch(options.baseUrl, options.fetch),
});

/** As in a browser, and the client keeps its cookies itself. */
export const createClient = (options: ClientOptions): Client => create(withCookies(options));

/** As in a browser, and the client keeps its cookies itself. */
export const createUserClient = (options: ClientOptions): UserClient => createForUsers(withCookies(options));

/** As in a browser, and the client keeps its cookies itself. */
export const createAdminClient = (options: ClientOptions): AdminClient => createForAdmins(withCookies(options));
