// Threat: a limit is added, and nothing opens it again for the person behind it. Each row of the table is filled here, and
// then left by the way that it names. A row that names a way of its own does not compile without its case.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { LIMITS, limitOf, type Scope, type WayOut } from '../../../lib/domain/credentials/limit-table.ts';
import { attempt, isRefused, maxOf } from '../../../lib/domain/credentials/limits.ts';
import { mailboxOf } from '../../../lib/domain/credentials/mailbox.ts';
import { maySend } from '../../../lib/domain/credentials/message-budget.ts';
import { attemptMessage } from '../../../lib/domain/credentials/tenant-budgets.ts';
import { mapConcurrently } from '../../../lib/platform/concurrency.ts';
import type { TenantId, UserId } from '../../../lib/platform/ids.ts';
import { CEILINGS } from '../../../lib/platform/settings/ceilings.ts';
import { USERS } from '../../support/admin-users.ts';
import { callers, fillRow } from '../../support/admins.ts';
import { answerOf, later, refusal } from '../../support/api.ts';
import { newPhone, recover, recoveryCodes, wrongCode } from '../../support/factors.ts';
import { freshIp } from '../../support/http.ts';
import { adminCodeTo, codeTo } from '../../support/messages.ts';
import { act, complete, enrolled, pending } from '../../support/mfa.ts';
import { race } from '../../support/race.ts';
import { newEmail, newPassword, prepared, type User, useService } from '../../support/service.ts';
import { nextStep, totp } from '../../support/totp.ts';

/** Low ones, so that they can be filled. */
const CHOSEN = Object.keys(CEILINGS).filter((name) => !name.endsWith('-most'));
const service = useService({ GATEHOUSE_CEILINGS: CHOSEN.map((name) => `${name}=20`).join(',') });
const LOCKED = refusal('ACCOUNT_LOCKED');
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));
const tenant = prepared(() => service.tenant());

let next = 0;
const newPart = () => `part${next++}`;
/** Uses up a window of the limit, and returns the first refusal. */
async function fill(scope: Scope, ...parts: string[]): Promise<number> {
  // Some limits have hundreds of places: as many connections at once would take a busy machine longer than a second.
  await mapConcurrently(Array.from({ length: maxOf(scope) }), 40, () => attempt(scope, ...parts));
  const refused = await attempt(scope, ...parts);
  if (!isRefused(refused)) throw new Error(`${scope} has room left`);
  return refused.refusedUntil;
}
const hasRoom = async (scope: Scope, ...parts: string[]) => !isRefused(await attempt(scope, ...parts));
const guess = (user: Pick<User, 'tenant' | 'email'>, ip = freshIp()) =>
  service.login({ ...user, password: newPassword() }, { ip });
const unlock = (id: string) => service.admin('POST', `${USERS}/${id}/unlock`);

/** The network of a login, and an account whose limit strangers have filled. */
async function locked(): Promise<{ user: User; ip: string }> {
  const [user, ip] = [await service.signup(tenant), freshIp()];
  await service.login(user, { ip });
  await race(10, () => guess(user));
  expect(answerOf(await service.login(user))).toEqual(LOCKED);
  return { user, ip };
}

/** Fills a limit of messages to a new address: a stranger gets none sent, and a device of the account does. */
async function leftByKnownClient(channel: 'email' | 'sms', use: (to: string, id: TenantId) => Promise<unknown>) {
  const to = channel === 'email' ? newEmail() : newPhone();
  const id = `ten_${newPart()}` as TenantId;
  await use(to, id);
  const send = (reserve?: [UserId, string]) =>
    maySend({ tenant: id, purpose: 'reset', channel, to, ip: freshIp() }, { isDecoy: false, settings: {}, reserve });
  expect([await send(), await send([`usr_${newPart()}` as UserId, 'device'])]).toEqual([false, true]);
}
const useBudget = (channel: 'email' | 'sms') => (_: string, id: TenantId) =>
  Promise.all(
    Array.from({ length: maxOf(`${channel}-tenant-day`) }, () =>
      attemptMessage(channel, { id, settings: {} }, 'accounts'),
    ),
  );

/** The next code after the limit is full has 20 digits, and logs in. */
async function leftByLongCode(scope: Scope): Promise<void> {
  const { email } = await service.signup(tenant);
  await fill(scope, tenant.id, 'login', email);
  await service.post('/auth/passwordless/send', { identifier: email, channel: 'email', tenantId: tenant.id });
  const code = await codeTo(service, 'svc.passwordless_code_requested', email);
  expect(code).toMatch(/^\d{20}$/);
  const credentials = { identifier: email, channels: ['email'], code };
  const login = { tenantId: tenant.id, providerName: 'passwordless', credentials };
  expect((await service.post('/auth/login', login)).status).toBe(200);
}

/** The ways that a row has by itself: its window ends, and it counts one caller. */
type General = 'own' | 'other-network' | 'sent-message' | 'signed-in' | 'refuses-nothing';
const GENERAL: readonly WayOut[] = [
  'own',
  'other-network',
  'sent-message',
  'signed-in',
  'refuses-nothing',
] satisfies General[];
type Special = { [S in Scope]: (typeof LIMITS)[S]['wayOut'] extends General ? never : S }[Scope];

const CASES: Record<Special, () => Promise<void>> = {
  'login-account': async () => {
    const { user, ip } = await locked();
    expect((await service.login(user, { ip })).status).toBe(200);
  },
  'login-reserve': async () => {
    const { user, ip } = await locked();
    await race(10, () => guess(user, ip));
    expect(answerOf(await service.login(user, { ip }))).toEqual(LOCKED);
    const [named, password] = [{ tenantId: tenant.id, email: user.email }, newPassword()];
    await service.post('/auth/forgot-password', named);
    const code = await service.code(user.email);
    const { body } = await service.post('/auth/verify-forgot-password-otp', { ...named, code });
    await service.post('/auth/reset-password', { token: body.resetToken, newPassword: password });
    expect((await service.login({ ...user, password })).status).toBe(200);
  },
  'admin-row': async () => {
    const own = await call.account();
    await fillRow(service, own.email);
    expect(answerOf(await call.login(own))).toEqual(refusal('EMAIL_CODE_REQUIRED'));
    expect((await call.login({ ...own, emailCode: await adminCodeTo(service, own.email) })).status).toBe(201);
  },
  'admin-reserve': async () => {
    const own = await call.account();
    await fillRow(service, own.email);
    await call.login(own);
    const emailCode = await adminCodeTo(service, own.email);
    await race(10, () => call.login({ ...own, emailCode, password: newPassword() }));
    expect(answerOf(await call.login({ ...own, emailCode }))).toEqual(LOCKED);
    const password = newPassword();
    await call.update(own.id, { password });
    expect((await call.login({ ...own, password })).status).toBe(201);
  },
  'admin-otp': async () => {
    const { secret, ...own } = await call.secured();
    nextStep();
    for (let round = 0; round < 10; round++) await call.login({ ...own, otp: totp(secret, -5) });
    expect(answerOf(await call.login({ ...own, otp: totp(secret) }))).toEqual(LOCKED);
    await call.unlock(own.id);
    expect((await call.login({ ...own, otp: totp(secret) })).status).toBe(201);
  },
  'mfa-account': async () => {
    const user = await enrolled(service, tenant);
    await fill('mfa-account', tenant.id, user.id);
    const otp = wrongCode(user.secret);
    expect(answerOf(await act(service, await pending(service, user), 'verify', { method: 'totp', otp }))).toEqual(
      LOCKED,
    );
    await unlock(user.id);
    expect(await complete(service, user)).toMatchObject({ accessToken: expect.any(String) });
  },
  'recovery-account': async () => {
    const user = await enrolled(service, tenant);
    const [code] = await recoveryCodes(service, await complete(service, user));
    await fill('recovery-account', tenant.id, user.id);
    expect(answerOf(await recover(service, await pending(service, user), code as string))).toEqual(LOCKED);
    await unlock(user.id);
    expect((await recover(service, await pending(service, user), code as string)).status).toBe(200);
  },
  'code-address': () => leftByLongCode('code-address'),
  'code-bound-row': () => leftByLongCode('code-bound-row'),
  'email-burst': () => leftByKnownClient('email', (to, id) => fill('email-burst', id, 'reset', mailboxOf(to))),
  'email-day': () => leftByKnownClient('email', (to, id) => fill('email-day', id, 'reset', mailboxOf(to))),
  'email-tenant-day': () => leftByKnownClient('email', useBudget('email')),
  'sms-burst': () => leftByKnownClient('sms', (to, id) => fill('sms-burst', id, to)),
  'sms-day': () => leftByKnownClient('sms', (to, id) => fill('sms-day', id, to)),
  'sms-prefix': () => leftByKnownClient('sms', (to, id) => fill('sms-prefix', id, to.slice(0, -4))),
  'sms-tenant-day': () => leftByKnownClient('sms', useBudget('sms')),
};

const SCOPES = Object.keys(LIMITS) as Scope[];

describe('a full limit', () => {
  test.each(SCOPES.filter((scope) => GENERAL.includes(limitOf(scope).wayOut)))(
    '%s leaves other callers alone, and ends with its window',
    async (scope) => {
      const [full, other] = [newPart(), newPart()];
      const { windowMs } = limitOf(scope);
      expect((await fill(scope, full)) - Date.now()).toBeLessThanOrEqual(windowMs);
      expect([await hasRoom(scope, full), await hasRoom(scope, other)]).toEqual([false, true]);
      expect(await later(windowMs, () => hasRoom(scope, full))).toBe(true);
    },
  );

  test.each(Object.entries(CASES))('%s is left by the way that the table names', (_, leave) => leave());
});
