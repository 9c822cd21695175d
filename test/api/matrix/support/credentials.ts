// Builds every kind of credential, live, dead or never valid, as the headers that carry it.

import { adminSession, COOKIES, cookieSession, disable } from '../../../support/api.ts';
import { cookieHeader, type Send } from '../../../support/http.ts';
import { bearer, type Service, type Tenant, type User } from '../../../support/service.ts';

export type Headers = NonNullable<Send['headers']>;
/** The source of the credentials. `deadAdmin` holds the cookies of an ended admin session. */
export type World = { service: Service; tenant: Tenant; pendingTenant: Tenant; deadAdmin: string };

/** Prepares a service with its first admin, whose first session has ended, and two tenants. */
export async function createWorld(service: Service): Promise<World> {
  await service.post('/auth/admin/signup', { ...service.adminLogin, secretKey: service.secretKey });
  const deadAdmin = await adminSession(service);
  await service.post('/auth/admin/logout', {}, { headers: { cookie: deadAdmin } });
  const tenant = await service.tenant();
  return { service, deadAdmin, tenant, pendingTenant: await service.tenant({ mfa: { policy: 'required' } }) };
}

const twice = (cookies: string): string => `${cookies}; ${cookies}`;

export const newUser = ({ service, tenant }: World): Promise<User> => service.signup(tenant);
const userCookies = async (world: World): Promise<string> =>
  cookieHeader(await cookieSession(world.service, await newUser(world)));

/** Each function creates its own users and sessions. */
export const credentials = {
  none: async () => ({}),
  basic: async () => ({ authorization: 'Basic dXNlcjpwYXNz' }),
  'bearer, empty': async () => ({ authorization: 'Bearer' }),
  'bearer, garbage': async () => bearer('garbage'),
  'bearer, unsigned': async (world: World) => bearer((await newUser(world)).tokens.accessToken.replace(/[^.]+$/, '')),
  'bearer, refresh token': async (world: World) => bearer((await newUser(world)).tokens.refreshToken),
  'bearer, logged out': async (world: World) => {
    const headers = bearer((await newUser(world)).tokens);
    await world.service.post('/auth/logout', {}, { headers });
    return headers;
  },
  'bearer, account disabled': async (world: World) => {
    const user = await newUser(world);
    await disable(user);
    return bearer(user.tokens);
  },
  'bearer, pending': async (world: World) => bearer((await world.service.signup(world.pendingTenant)).tokens),
  'bearer, live': async (world: World) => bearer((await newUser(world)).tokens),
  'bearer, twice': async (world: World) => {
    const { authorization } = bearer((await newUser(world)).tokens) as { authorization: string };
    return { authorization: [authorization, authorization] };
  },
  'user cookies, live': async (world: World) => ({ ...COOKIES, cookie: await userCookies(world) }),
  'user cookies, twice': async (world: World) => ({ ...COOKIES, cookie: twice(await userCookies(world)) }),
  'user cookies, garbage': async () => ({ ...COOKIES, cookie: 'svc_access=garbage; svc_refresh=garbage' }),
  'admin cookie, live': async (world: World) => ({ cookie: await adminSession(world.service) }),
  'admin cookie, twice': async (world: World) => ({ cookie: twice(await adminSession(world.service)) }),
  'admin cookie, garbage': async () => ({ cookie: 'svc_admin=garbage' }),
  'admin cookie, wrong secret': async (world: World) => ({
    cookie: (await adminSession(world.service)).replace(/(svc_admin=[^.]+)\.[^;]+/, '$1.x'),
  }),
  'admin cookie, logged out': async (world: World) => ({ cookie: world.deadAdmin }),
} satisfies Record<string, (world: World) => Promise<Headers>>;
export type Credential = keyof typeof credentials;
