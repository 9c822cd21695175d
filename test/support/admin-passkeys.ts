// Provides what the tests of admins' passkeys share: admins who have one, and logins with it.
import { digest, randomSecret } from '../../lib/crypto/secrets.ts';
import type { AuthenticatorOptions, SoftwareAuthenticator } from '../../lib/packages/testing/authenticator.ts';
import { type Account, callers, PATH } from './admins.ts';
import { cookieHeader, type Reply, type Send } from './http.ts';
import { authenticatorFor, done } from './passkeys.ts';
import type { Service } from './service.ts';

export const ADMIN_PASSKEYS = '/auth/admin/passkeys';
export type Keyed = Account & { cookie: string; authenticator: SoftwareAuthenticator; passkey: { id: string } };

export const passkeyCallers = (service: Service) => {
  const { account, session, login } = callers(service);
  const post = (cookie: string, what: string, body: unknown = {}, options: Send = {}): Promise<Reply> =>
    service.post(`${ADMIN_PASSKEYS}${what}`, body, { ...options, headers: { cookie, ...options.headers } });
  const optionsFor = async (cookie: string, what: '/options' | '/verify-options') =>
    done(await post(cookie, what)).body.options;
  const sendNew = (cookie: string, credential: unknown, name?: string): Promise<Reply> =>
    post(cookie, '', { credential, ...(name !== undefined && { name }) });
  const add = async (cookie: string, authenticator: SoftwareAuthenticator, name?: string) =>
    done(await sendNew(cookie, authenticator.create(await optionsFor(cookie, '/options')), name)).body;
  /** Options of a login, and the secret that their challenge is bound to. */
  const begin = async (more: object = {}) => {
    const codeVerifier = randomSecret();
    const body = { codeChallenge: digest(codeVerifier), ...more };
    return { ...done(await service.post(`${ADMIN_PASSKEYS}/login-options`, body)).body, codeVerifier };
  };
  /** A use of a passkey of the authenticator: alone, or beside a password. */
  const use = async (authenticator: SoftwareAuthenticator, more: object = {}) => {
    const { options, codeVerifier } = await begin(more);
    return { credential: authenticator.get(options), codeVerifier };
  };
  return {
    post,
    optionsFor,
    sendNew,
    add,
    begin,
    use,
    sendLogin: (body: unknown, options: Send = {}): Promise<Reply> =>
      service.post(`${ADMIN_PASSKEYS}/login`, body, options),
    /** Logs in with the newest passkey of the authenticator alone. */
    loginBy: async (authenticator: SoftwareAuthenticator): Promise<Reply> =>
      service.post(`${ADMIN_PASSKEYS}/login`, await use(authenticator)),
    /** Logs in with the password, and the passkey beside it. */
    loginWith: async ({ email, password }: Account, authenticator: SoftwareAuthenticator): Promise<Reply> =>
      service.post('/auth/admin/login', { email, password, ...(await use(authenticator, { isSecond: true })) }),
    verify: async (cookie: string, authenticator: SoftwareAuthenticator): Promise<Reply> =>
      post(cookie, '/verify', { credential: authenticator.get(await optionsFor(cookie, '/verify-options')) }),
    list: (cookie: string): Promise<Reply> => service.get(ADMIN_PASSKEYS, { headers: { cookie } }),
    rename: (cookie: string, id: string, name: unknown): Promise<Reply> =>
      service.send('PATCH', `${ADMIN_PASSKEYS}/${id}`, {
        headers: { cookie, 'content-type': 'application/json' },
        raw: JSON.stringify({ name }),
      }),
    remove: (cookie: string, id: string): Promise<Reply> =>
      service.send('DELETE', `${ADMIN_PASSKEYS}/${id}`, { headers: { cookie } }),
    reset: (id: string, cookie?: string): Promise<Reply> =>
      cookie
        ? service.send('DELETE', `${PATH}/${id}/passkeys`, { headers: { cookie } })
        : service.admin('DELETE', `${PATH}/${id}/passkeys`),
    /** An admin with a passkey, and the session that added it. */
    keyed: async (scope: Record<string, unknown> = {}, more: Partial<AuthenticatorOptions> = {}): Promise<Keyed> => {
      const who = await account(scope);
      const cookie = await session(who);
      const authenticator = authenticatorFor(service, more);
      return { ...who, cookie, authenticator, passkey: await add(cookie, authenticator) };
    },
    cookieOf: (reply: Reply): string => cookieHeader(done(reply)),
    login,
  };
};
