// Provides what the tests of passkeys share: an authenticator behind a browser on our page, people who have a passkey, and
// logins with it.
import { digest, randomSecret } from '../../lib/crypto/secrets.ts';
import {
  type AuthenticatorOptions,
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from '../../lib/packages/testing/authenticator.ts';
import type { Reply, Send } from './http.ts';
import { bearer, type Service, type Tenant, type User } from './service.ts';

type Tokens = Pick<User['tokens'], 'accessToken'>;
type Sender = Pick<Service, 'post' | 'baseUrl' | 'send' | 'get'>;

export type Authenticator = SoftwareAuthenticator;

export const PASSKEYS = '/auth/passkeys';
export const INVALID = [400, 'PASSKEY_INVALID'] as const;

/** Returns an authenticator behind a browser that shows a page of the service. */
export const authenticatorFor = ({ baseUrl }: Pick<Service, 'baseUrl'>, more: Partial<AuthenticatorOptions> = {}) =>
  softwareAuthenticator({ origin: new URL(baseUrl).origin, ...more });

const call = (service: Sender, tokens: Tokens, what: string, body: unknown = {}, options: Send = {}): Promise<Reply> =>
  service.post(`${PASSKEYS}${what}`, body, {
    ...options,
    headers: { ...bearer(tokens.accessToken), ...options.headers },
  });

/** The reply, if it says that it went well. */
export function done(reply: Reply): Reply {
  if (reply.status !== 200 && reply.status !== 201) throw new Error(reply.text);
  return reply;
}

/** Returns the options of a new passkey, or of a proof of this session. */
export const optionsFor = async (service: Sender, tokens: Tokens, what: '/options' | '/verify-options') =>
  done(await call(service, tokens, what)).body.options;

export const sendNew = (service: Sender, tokens: Tokens, credential: unknown, name?: string): Promise<Reply> =>
  call(service, tokens, '', { credential, ...(name !== undefined && { name }) });
export const sendEnrol = (service: Sender, tokens: Tokens, credential: unknown): Promise<Reply> =>
  call(service, tokens, '/enrol', { credential });
export const sendProof = (service: Sender, tokens: Tokens, credential: unknown, more: object = {}): Promise<Reply> =>
  call(service, tokens, '/verify', { credential, ...more });

/** Adds a passkey of the authenticator to the account, and returns it as the service shows it. */
export async function addPasskey(
  service: Sender,
  { tokens }: { tokens: Tokens },
  authenticator: SoftwareAuthenticator,
  name?: string,
): Promise<{ id: string; name: string }> {
  const credential = authenticator.create(await optionsFor(service, tokens, '/options'));
  return done(await sendNew(service, tokens, credential, name)).body;
}

export const list = (service: Sender, { accessToken }: Tokens): Promise<Reply> =>
  service.get(PASSKEYS, { headers: bearer(accessToken) });
export const removePasskey = (service: Sender, { accessToken }: Tokens, id: string): Promise<Reply> =>
  service.send('DELETE', `${PASSKEYS}/${id}`, { headers: bearer(accessToken) });

/** A client that asks for options of a login. It keeps the secret that the challenge is bound to. */
export async function begin(service: Sender, tenant: Pick<Tenant, 'id'>) {
  const codeVerifier = randomSecret();
  const body = { tenantId: tenant.id, codeChallenge: digest(codeVerifier) };
  const { options } = done(await service.post(`${PASSKEYS}/login-options`, body)).body;
  return { options, codeVerifier };
}

/** Sends a login. */
export const sendLogin = (
  service: Sender,
  tenant: Pick<Tenant, 'id'>,
  credential: unknown,
  more: object = {},
  options: Send = {},
) => service.post(`${PASSKEYS}/login`, { tenantId: tenant.id, credential, ...more }, options);

/** Logs in with the newest passkey of the authenticator. */
export async function login(
  service: Sender,
  tenant: Pick<Tenant, 'id'>,
  authenticator: SoftwareAuthenticator,
): Promise<Reply> {
  const { options, codeVerifier } = await begin(service, tenant);
  return sendLogin(service, tenant, authenticator.get(options), { codeVerifier });
}

/** Makes a link that lets the user in, as an admin, and returns its token. */
export async function recoveryLink(service: Service, id: string, body: object = {}): Promise<string> {
  const reply = await service.admin('POST', `/auth/admin/api/users/${id}/recovery-links`, body);
  return done(reply).body.link.split('#token=')[1];
}

export const linkOptions = (service: Sender, token: string, options: Send = {}): Promise<Reply> =>
  service.post(`${PASSKEYS}/link-options`, { token }, options);
export const sendLink = (service: Sender, token: string, credential: unknown, options: Send = {}): Promise<Reply> =>
  service.post(`${PASSKEYS}/link`, { token, credential }, options);

/** Adds a passkey of the authenticator with the link. */
export async function addByLink(service: Sender, token: string, authenticator: SoftwareAuthenticator): Promise<Reply> {
  return sendLink(service, token, authenticator.create(done(await linkOptions(service, token)).body.options));
}

/** A user who has signed up and has a passkey. */
export async function owner(service: Service, tenant: Tenant, more: Partial<AuthenticatorOptions> = {}) {
  const user = await service.signup(tenant);
  const authenticator = authenticatorFor(service, more);
  const passkey = await addPasskey(service, user, authenticator);
  return { ...user, authenticator, passkey };
}
