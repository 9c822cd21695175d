// Enrols people with second factors through the service's operations, and makes calls in their name.
import { randomInt } from 'node:crypto';
import { adminSession } from './api.ts';
import type { Reply } from './http.ts';
import { codeTo } from './messages.ts';
import { enrol as setUpDevice } from './mfa.ts';
import { race } from './race.ts';
import { bearer, newEmail, newPassword, type Service, type Tenant, type User } from './service.ts';
import { claimsOf } from './tokens.ts';
import { nextCode, nextStep, totp } from './totp.ts';

export type Tokens = User['tokens'];
/** A user with an authenticator. `tokens` belong to the session that set it up. */
export type Person = User & { id: string; secret: string; deviceId: string };
/** A user with a verified address and number, with MFA on and no authenticator. */
export type Reachable = User & { id: string; phone: string };

export const CODE_SENT = 'svc.two_factor_code_sent';

/** Adds an authenticator to the account. */
export const addDevice = (service: Service, tokens: Tokens) => setUpDevice(service, { tokens });

export { nextCode as freshCode, nextStep };

/** A code that no authenticator with this secret shows within minutes of now. */
export function wrongCode(secret: string): string {
  const near = new Set(Array.from({ length: 41 }, (_, at) => totp(secret, at - 20)));
  for (;;) {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    if (!near.has(code)) return code;
  }
}

export const newPhone = (): string => `+49151${randomInt(10_000_000, 100_000_000)}`;

export const setUp = (service: Service, tokens: Tokens) =>
  service.post('/auth/mfa/setup-totp', {}, { headers: bearer(tokens) });
export const completeSetUp = (service: Service, tokens: Tokens, body: Record<string, unknown>) =>
  service.post('/auth/mfa/verify-totp-setup', body, { headers: bearer(tokens) });

/**
 * Creates a user as an admin does, without a verified address, and sets up an authenticator. The code of this step is
 * used up: `freshCode` returns the next.
 */
export async function enrol(service: Service, tenant: Tenant, email = newEmail()): Promise<Person> {
  const password = newPassword();
  const made = await asAdmin(service, 'POST', USERS, { tenantId: tenant.id, email, password });
  if (made.status !== 201) throw new Error(`user: ${made.text}`);
  const { body: tokens } = await service.login({ tenant, email, password });
  return {
    tenant,
    email,
    password,
    tokens,
    ...(await addDevice(service, tokens)),
    id: claimsOf(tokens.accessToken).sub,
  };
}

const USERS = '/auth/admin/api/users';
/** An operation of an admin, in a session of its own: the clock may have moved on. */
const asAdmin = async (service: Service, method: string, path: string, body?: unknown): Promise<Reply> =>
  service.send(method, path, { body, headers: { cookie: await adminSession(service) } });
/** Calls an admin operation on a user, in a session of its own. `path` begins with the user's id. */
export const admin = (service: Service, method: string, path: string, body?: unknown): Promise<Reply> =>
  asAdmin(service, method, `${USERS}/${path}`, body);

/** Creates a user who gets codes by e-mail and SMS. MFA is on unless `on` is false. */
export async function reachable(service: Service, tenant: Tenant, { on = true } = {}): Promise<Reachable> {
  const [email, phone, password, at] = [newEmail(), newPhone(), newPassword(), new Date().toISOString()];
  const body = { tenantId: tenant.id, email, phone, password, emailVerifiedAt: at, phoneVerifiedAt: at };
  const made = await asAdmin(service, 'POST', USERS, body);
  if (made.status !== 201) throw new Error(`user: ${made.text}`);
  const user = { tenant, email, phone, password, id: made.body.user.id as string };
  const { body: tokens } = await service.login(user);
  if (on) await toggle(service, tokens, true);
  return { ...user, tokens };
}

export const toggle = (service: Service, tokens: Tokens, enabled: boolean) =>
  service.post('/auth/mfa/toggle', { enabled }, { headers: bearer(tokens) });

/** The tokens of a login whose second factor is outstanding. */
export async function pendingLogin(service: Service, user: Pick<User, 'tenant' | 'email' | 'password'>) {
  const { body } = await service.login(user);
  if (body.isRequiresMfa !== true) throw new Error(`not pending: ${JSON.stringify(body)}`);
  return body as Tokens & { mfaMethods: string[]; defaultMfaMethod?: string };
}

/** Returns `count` pending logins. Runs ten at a time, because a password attempt is debited before it is verified. */
export async function pendingLogins(
  service: Service,
  user: Pick<User, 'tenant' | 'email' | 'password'>,
  count: number,
) {
  const all: Tokens[] = [];
  while (all.length < count) {
    const some = Math.min(10, count - all.length);
    all.push(...(await race(some, () => pendingLogin(service, user))));
  }
  return all;
}

export const verify = (service: Service, tokens: Tokens, otp: string, method = 'totp', more: object = {}) =>
  service.post('/auth/mfa/verify', { method, otp, ...more }, { headers: bearer(tokens) });
export const recover = (service: Service, tokens: Tokens, code: string, more: object = {}) =>
  service.post('/auth/mfa/verify-recovery-code', { code, ...more }, { headers: bearer(tokens) });
export const challenge = (service: Service, tokens: Tokens, method: string) =>
  service.post('/auth/mfa/challenge', { method }, { headers: bearer(tokens) });

/** Has a code sent and reads it; it is the `count`th of this kind to the address. */
export async function sentCode(service: Service, tokens: Tokens, method: 'email' | 'sms', to: string, count = 1) {
  const reply = await challenge(service, tokens, method);
  if (reply.status !== 200) throw new Error(`challenge: ${reply.text}`);
  return codeTo(service, CODE_SENT, to, count);
}

/** Logs in with both factors. */
export async function logIn(service: Service, person: Person, more: object = {}): Promise<Tokens> {
  const reply = await verify(service, await pendingLogin(service, person), nextCode(person.secret), 'totp', more);
  if (reply.status !== 200) throw new Error(`verify: ${reply.text}`);
  return reply.body;
}

export async function recoveryCodes(service: Service, tokens: Tokens): Promise<string[]> {
  const { body } = await service.post('/auth/mfa/generate-recovery-code', {}, { headers: bearer(tokens) });
  if (!Array.isArray(body.codes)) throw new Error(`recovery codes: ${JSON.stringify(body)}`);
  return body.codes;
}

export const me = (service: Service, tokens: Tokens) => service.get('/auth/me', { headers: bearer(tokens) });
export const refresh = (service: Service, { refreshToken }: Tokens) =>
  service.post('/auth/refresh-token', { refreshToken });
