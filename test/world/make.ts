// Makes what worlds consist of, by the calls of people and admins: tenants, permissions, roles, users and admins with
// their ways in, sessions, second factors. Model, fuzzer and faults send in ways of their own, so each gives a maker its
// own.
import { newEmail, newPassword, unique } from '../support/service.ts';
import { claimsOf } from '../support/tokens.ts';
import { nextCode } from '../support/totp.ts';

// biome-ignore lint/suspicious/noExplicitAny: what came back is what tests look into
type Json = any;
export type Asked = { status: number; body: Json };
/** Sends a request. */
export type Ask = (
  method: string,
  path: string,
  sent: { body?: unknown; headers?: Record<string, string> },
) => Promise<Asked>;
type Given = Record<string, unknown>;
/** The ways in of an account: an address and a password. */
export type Login = { email: string; password: string };
export type Tokens = { accessToken: string; refreshToken: string };

/** The body of a reply below 300. Set-up must succeed. */
export function good({ status, body }: Asked, what: string): Json {
  if (status >= 300) throw new Error(`set-up: ${what}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Letters and dots: fits tenants, roles, permissions and domains. */
export const newName = (): string => `n.${unique('x').slice(2)}`;
export const newSlug = (): string => unique('t');

export type Maker = ReturnType<typeof makerOf>;

/** `ask` sends as anyone, `root` as an admin of the deployment. */
export function makerOf(ask: Ask, root: Ask) {
  /** Makes a call as the admin, below /auth/admin. */
  const asRoot = async (method: string, path: string, body?: unknown): Promise<Json> =>
    good(await root(method, `/auth/admin/${path}`, { body }), `${method} ${path}`);
  const withToken = async (path: string, token: string, body: unknown): Promise<Json> =>
    good(await ask('POST', path, { body, headers: { authorization: `Bearer ${token}` } }), path);
  return {
    asRoot,
    tenant: async (given: Given = {}) => {
      const { slug = newSlug() } = given;
      return (await asRoot('POST', 'api/tenants', { name: `Tenant ${slug}`, slug, ...given })).tenant;
    },
    /** Returns the ids. */
    permissions: async (names: readonly string[]): Promise<string[]> => {
      const ids: string[] = [];
      for (const name of names) ids.push((await asRoot('POST', 'api/permissions', { name })).permission.id);
      return ids;
    },
    role: async (given: Given = {}) => (await asRoot('POST', 'api/roles', { name: newName(), ...given })).role,
    user: async (tenantId: string, given: Given = {}) => {
      const known = { email: newEmail(), password: newPassword(), ...given };
      const { user } = await asRoot('POST', 'api/users', { tenantId, ...known });
      return { ...known, id: user.id as string };
    },
    admin: async (given: Given = {}): Promise<Login & { id: string }> => {
      const known = { email: newEmail(), password: newPassword(), ...given };
      return { ...known, id: (await asRoot('POST', 'admins', known)).admin.id };
    },
    /** An account that its owner makes. */
    signUp: async (tenantId: string) => {
      const known = { email: newEmail(), password: newPassword() };
      const tokens: Tokens = good(await ask('POST', '/auth/signup', { body: { tenantId, ...known } }), 'signup');
      return { ...known, id: claimsOf(tokens.accessToken).sub, tokens };
    },
    session: async (tenantId: string, credentials: Login): Promise<Tokens & Json> =>
      good(await ask('POST', '/auth/login', { body: { tenantId, credentials } }), 'login'),
    /** Sets an authenticator up in the session of the access token. `codeOf`: what the app shows. */
    authenticator: async (token: string, codeOf: (secret: string) => string = nextCode) => {
      const { secret, deviceId } = await withToken('/auth/mfa/setup-totp', token, {});
      await withToken('/auth/mfa/verify-totp-setup', token, { otp: codeOf(secret), deviceId });
      return { secret, deviceId } as { secret: string; deviceId: string };
    },
  };
}
