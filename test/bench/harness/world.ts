// Creates the admin, the tenant and the users of the benchmark through the public API.
import type { Caller } from './caller.ts';
import type { Service } from './service.ts';

export const PASSWORD = 'plain-lantern-orbit-27';
export type Tokens = { accessToken: string; refreshToken: string };
export type World = { tenantId: string; slug: string; adminCookie: string };

/** Creates the first admin of an empty store, logs them in and creates a tenant. */
export async function createWorld(caller: Caller, service: Service): Promise<World> {
  const adminCookie = await openAdmin(caller, service);
  const body = { name: 'Bench', slug: 'bench' };
  const { tenant } = await caller.ok('POST /auth/admin/api/tenants', { cookie: adminCookie, body });
  return { tenantId: (tenant as { id: string }).id, slug: body.slug, adminCookie };
}

/** Creates the first admin, unless the store has them already, and logs them in. Returns the header of their cookies. */
export async function openAdmin(caller: Caller, { adminSecretKey }: Service): Promise<string> {
  const admin = { email: 'admin@bench.example', password: PASSWORD };
  await caller.call('POST /auth/admin/signup', { body: { ...admin, secretKey: adminSecretKey } });
  const { status, cookies } = await caller.call('POST /auth/admin/login', { body: admin });
  if (status >= 300) throw new Error(`the login of the admin: ${status}`);
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}

export const emailOf = (user: number | string): string => `user${user}@bench.example`;

export const signupBody = (tenantId: string, user: number | string) => ({
  body: { tenantId, email: emailOf(user), password: PASSWORD },
});
export const loginBody = (tenantId: string, user: number | string, password = PASSWORD) => ({
  body: { tenantId, credentials: { email: emailOf(user), password } },
});

export const signup = (caller: Caller, tenantId: string, user: number | string): Promise<Tokens> =>
  caller.ok('POST /auth/signup', signupBody(tenantId, user)) as Promise<Tokens>;
export const login = (caller: Caller, tenantId: string, user: number | string): Promise<Tokens> =>
  caller.ok('POST /auth/login', loginBody(tenantId, user)) as Promise<Tokens>;
