// Provides what the tests of second factors share: an authenticator app, people who have one, logins that wait for it.
import { randomInt } from 'node:crypto';
import { createUser } from './admin-users.ts';
import { later } from './api.ts';
import type { Reply, Send } from './http.ts';
import { codeTo } from './messages.ts';
import { bearer, type Service, type Tenant, type User } from './service.ts';
import { nextCode } from './totp.ts';
import { until } from './until.ts';

type Tokens = User['tokens'];
type Account = Pick<User, 'tenant' | 'email' | 'password'>;
type Action =
  | 'setup-totp'
  | 'verify-totp-setup'
  | 'challenge'
  | 'verify'
  | 'verify-recovery-code'
  | 'generate-recovery-code'
  | 'toggle'
  | 'reset-totp';

export { nextCode };

export const MFA = '/auth/mfa';

export const ask = (service: Service, tokens: Tokens, what: 'status' | 'devices'): Promise<Reply> =>
  service.get(`${MFA}/${what}`, { headers: bearer(tokens) });

export const act = (
  service: Service,
  tokens: Tokens,
  what: Action,
  body: unknown = {},
  headers: Send['headers'] = {},
): Promise<Reply> => service.post(`${MFA}/${what}`, body, { headers: { ...bearer(tokens), ...headers } });

export const removeDevice = (service: Service, tokens: Tokens, id: string): Promise<Reply> =>
  service.send('DELETE', `${MFA}/devices/${id}`, { headers: bearer(tokens) });

/** The reply, if it says that it went well. */
export function done(reply: Reply, what: string): Reply {
  if (reply.status !== 200) throw new Error(`${what}: ${reply.text}`);
  return reply;
}

/** Sets up an authenticator; the session stays valid. Returns the app's secret and the id of the device. */
export async function enrol(
  service: Service,
  { tokens }: Pick<User, 'tokens'>,
  names: { label?: string; deviceName?: string } = {},
): Promise<{ secret: string; deviceId: string }> {
  const { body } = done(await act(service, tokens, 'setup-totp', names), 'setup');
  const { secret, deviceId } = body;
  done(await act(service, tokens, 'verify-totp-setup', { otp: nextCode(secret), deviceId }), 'enrolment');
  return { secret, deviceId };
}

/** Returns a user that an admin created, with an authenticator, and the session that set it up. */
export async function enrolled(service: Service, tenant?: Tenant) {
  const user = await person(service, tenant ?? (await service.tenant()), {});
  return { ...user, ...(await enrol(service, user)) };
}

const LONG_AGO = '2026-01-01T00:00:00Z';
export const EMAIL_VERIFIED = { emailVerifiedAt: LONG_AGO };
/** Returns a verified number with seven random digits, so that a repetition is unlikely. */
export const phoneVerified = () => ({
  phone: `+491511${String(randomInt(10 ** 7)).padStart(7, '0')}`,
  phoneVerifiedAt: LONG_AGO,
});

/** Returns an account that an admin created, by default with a verified address, and the tokens of its login. */
export async function person(service: Service, tenant: Tenant, more: Record<string, unknown> = EMAIL_VERIFIED) {
  const user = await createUser(service, tenant, more);
  return { ...user, tokens: done(await service.login(user), 'login').body as Tokens };
}

/** Requests a code in this session. Returns it as the mailer gets it: the `count`th code to this address. */
export async function challenged(
  service: Service,
  tokens: Tokens,
  method: 'email' | 'sms',
  to: string,
  count = 1,
): Promise<string> {
  done(await act(service, tokens, 'challenge', { method }), 'challenge');
  return codeTo(service, 'svc.two_factor_code_sent', to, count);
}

/** A login with the first factor, which waits for the second. */
export async function pending(service: Service, account: Account, options: Send = {}): Promise<Tokens> {
  const { body } = done(await service.login(account, options), 'login');
  if (!body.isRequiresMfa) throw new Error('the login needs no second factor');
  return body;
}

/** A code of the app, for a login that is pending or a session that proves itself afresh. */
export const prove = (
  service: Service,
  tokens: Tokens,
  secret: string,
  more: Record<string, unknown> = {},
  headers: Send['headers'] = {},
): Promise<Reply> => act(service, tokens, 'verify', { method: 'totp', otp: nextCode(secret), ...more }, headers);

/** A session with both factors. */
export async function complete(
  service: Service,
  user: Account & { secret: string },
  more: Record<string, unknown> = {},
): Promise<Tokens & { trustToken?: string }> {
  return done(await prove(service, await pending(service, user), user.secret, more), 'second factor').body;
}

/** Runs `action` `ms` later and returns its value. Renews the session's tokens first: access tokens expire by then. */
export const laterOn = <T>(
  service: Service,
  { refreshToken }: Tokens,
  ms: number,
  action: (tokens: Tokens) => Promise<T>,
): Promise<T> =>
  later(ms, async () => action(done(await service.post('/auth/refresh-token', { refreshToken }), 'refresh').body));

/** Waits for `count` messages to `to` and an empty queue. Returns the messages' events in alphabetical order. */
export async function inboxOf(service: Service, to: string, count: number): Promise<(string | null)[]> {
  await until(() => service.inbox(to).length >= count, `${count} messages to ${to}`);
  await until(() => service.local.queue.waiting().length === 0, 'an empty queue');
  return service
    .inbox(to)
    .map(({ event }) => event)
    .sort();
}

export const TRUST_HEADER = 'x-svc-device-trust';
export const TRUST_TOKEN = /^dev_[0-9A-Za-z]{22}\.[\w-]{43}$/;

/** A login with the token of a trusted device. */
export const loginTrusted = (service: Service, account: Account, token: string | string[]): Promise<Reply> =>
  service.login(account, { headers: { [TRUST_HEADER]: token } });

/** Returns a user with an authenticator and a trusted device: its token, and the session that began with it. */
export async function trusting(service: Service, tenant?: Tenant) {
  const user = await enrolled(service, tenant);
  const { trustToken = '', ...session } = await complete(service, user, { trustDevice: true });
  return { ...user, trustToken, session };
}
