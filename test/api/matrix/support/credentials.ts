// Builds every kind of credential, live, dead or never valid, as the headers that carry it.

import { adminSession, COOKIES, cookieSession, disable } from '../../../support/api.ts';
import { keyUser, newKey } from '../../../support/api-keys.ts';
import { cookieHeader, type Send } from '../../../support/http.ts';
import { bearer, type Service, type Tenant, type User } from '../../../support/service.ts';

export type Headers = NonNullable<Send['headers']>;
/** Where credentials come from. */
export type World = {
  service: Service;
  tenant: Tenant;
  pendingTenant: Tenant;
  /** Credentials that no request may succeed with, so that all requests share them. */
  /** An API key that may be used. */
  key: string;
  dead: { loggedOut: User; disabled: User; adminCookie: string };
  /** A live account and session, for credentials that are made useless before they are sent. */
  unused: { user: User; cookies: string };
};

/** Prepares a service with its first admin, whose first session has ended, and two tenants. */
export async function createWorld(service: Service): Promise<World> {
  await service.post('/auth/admin/signup', { ...service.adminLogin, secretKey: service.secretKey });
  const adminCookie = await adminSession(service);
  await service.post('/auth/admin/logout', {}, { headers: { cookie: adminCookie } });
  const tenant = await service.tenant();
  const [loggedOut, disabled] = [await service.signup(tenant), await service.signup(tenant)];
  await service.post('/auth/logout', {}, { headers: bearer(loggedOut.tokens) });
  await disable(disabled);
  const user = await service.signup(tenant);
  const cookies = cookieHeader(await cookieSession(service, user));
  return {
    service,
    tenant,
    pendingTenant: await service.tenant({ mfa: { policy: 'required' } }),
    key: (await newKey(await keyUser(service))).key,
    dead: { loggedOut, disabled, adminCookie },
    unused: { user, cookies },
  };
}

const twice = (cookies: string): string => `${cookies}; ${cookies}`;

const newUser = ({ service, tenant }: World): Promise<User> => service.signup(tenant);
const userCookies = async (world: World): Promise<string> =>
  cookieHeader(await cookieSession(world.service, await newUser(world)));

/** Credentials that may succeed have a session of their own. */
export const credentials = {
  none: async () => ({}),
  basic: async () => ({ authorization: 'Basic dXNlcjpwYXNz' }),
  'bearer, empty': async () => ({ authorization: 'Bearer' }),
  'bearer, garbage': async () => bearer('garbage'),
  'bearer, unsigned': async ({ unused }: World) => bearer(unused.user.tokens.accessToken.replace(/[^.]+$/, '')),
  'bearer, refresh token': async ({ unused }: World) => bearer(unused.user.tokens.refreshToken),
  'bearer, logged out': async ({ dead }: World) => bearer(dead.loggedOut.tokens),
  'bearer, account disabled': async ({ dead }: World) => bearer(dead.disabled.tokens),
  'bearer, pending': async (world: World) => bearer((await world.service.signup(world.pendingTenant)).tokens),
  'bearer, live': async (world: World) => bearer((await newUser(world)).tokens),
  'API key': async ({ key }: World) => bearer(key),
  'API key, wrong checksum': async ({ key }: World) => bearer(`${key.slice(0, -1)}${key.endsWith('0') ? 1 : 0}`),
  'bearer, twice': async ({ unused }: World) => {
    const { authorization } = bearer(unused.user.tokens) as { authorization: string };
    return { authorization: [authorization, authorization] };
  },
  'user cookies, live': async (world: World) => ({ ...COOKIES, cookie: await userCookies(world) }),
  'user cookies, twice': async ({ unused }: World) => ({ ...COOKIES, cookie: twice(unused.cookies) }),
  'user cookies, garbage': async () => ({ ...COOKIES, cookie: 'svc_access=garbage; svc_refresh=garbage' }),
  'admin cookie, live': async (world: World) => ({ cookie: await adminSession(world.service) }),
  'admin cookie, twice': async (world: World) => ({ cookie: twice(await adminSession(world.service)) }),
  'admin cookie, garbage': async () => ({ cookie: 'svc_admin=garbage' }),
  'admin cookie, wrong secret': async (world: World) => ({
    cookie: (await adminSession(world.service)).replace(/(svc_admin=[^.]+)\.[^;]+/, '$1.x'),
  }),
  'admin cookie, logged out': async ({ dead }: World) => ({ cookie: dead.adminCookie }),
} satisfies Record<string, (world: World) => Promise<Headers>>;
export type Credential = keyof typeof credentials;
