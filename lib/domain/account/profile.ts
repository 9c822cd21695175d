// What a user sees and changes of his own account.
import { fail } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import { event, outboxWrite, userHeader } from '../../store/outbox.ts';
import * as users from '../../store/users.ts';
import { type Grants, grantsOf } from '../access/grants.ts';
import * as limits from '../credentials/limits.ts';
import * as passwords from '../credentials/passwords.ts';
import { type Actor, accountBehind } from '../sessions/sessions.ts';

type Fields = Omit<Reply<'GET /auth/me'>, keyof Grants>;

const fields = (user: users.User): Fields => ({
  id: user.id,
  email: user.email,
  phone: user.phone,
  emailVerifiedAt: iso(user.emailVerifiedAt),
  phoneVerifiedAt: iso(user.phoneVerifiedAt),
  isMfaEnabled: user.isMfaEnabled,
  mustChangePassword: user.mustChangePassword,
  metadata: user.metadata,
});

/** The account with what it may do, as of now. */
export const me = async ({ user }: Actor): Promise<Reply<'GET /auth/me'>> => ({
  ...fields(user),
  ...(await grantsOf(user)),
});

/** The account with its dates. */
export const user = ({ user }: Actor): Reply<'GET /auth/user'> => ({
  ...fields(user),
  isActive: user.isActive,
  createdAt: iso(user.createdAt),
  updatedAt: iso(user.updatedAt),
});

/** A refresh token of a browser; `slot` is where it waits, `null` that of the active account. */
export type BrowserToken = { slot: number | null; token: string };

/**
 * The accounts whose refresh tokens this browser holds, as far as their sessions live and wait for no second factor; and
 * the slots that hold nothing alive.
 */
export async function list(held: readonly BrowserToken[]) {
  const found = await Promise.all(held.map(async ({ slot, token }) => ({ slot, actor: await accountBehind(token) })));
  // Tabs that change the active account at the same moment may leave one in two places; the first counts.
  const isFirst = (id: string, at: number) => found.findIndex(({ actor }) => actor?.user.id === id) === at;
  const all = found.map(({ slot, actor }, at) => ({
    slot,
    actor: actor && isFirst(actor.user.id, at) ? actor : undefined,
  }));
  return {
    accounts: all.flatMap(({ slot, actor }) =>
      actor && !actor.session.pending
        ? {
            accountId: actor.user.id,
            email: actor.user.email,
            phone: actor.user.phone,
            tenantId: actor.user.tenantId,
            isActive: slot === null,
            slot,
          }
        : [],
    ),
    dead: all.flatMap(({ slot, actor }) => (actor || slot === null ? [] : slot)),
  };
}

/**
 * Changes the password after proof of the current one, which counts as a login attempt. Every session of the account
 * ends with the same write. Throws CURRENT_PASSWORD_INCORRECT, NEW_PASSWORD_SAME_AS_CURRENT or the policy's codes.
 */
export async function changePassword({ user, tenant }: Actor, input: Body<'POST /auth/change-password'>) {
  const { currentPassword, newPassword } = input;
  // Whoever came by an identity provider has none, and perhaps no address either.
  if (user.passwordHash === null) fail('CURRENT_PASSWORD_INCORRECT');
  const who = user.email === null ? (['phone', user.phone as string] as const) : (['email', user.email] as const);
  const attempt = await limits.consume('login-account', tenant.id, ...who);
  if (!(await passwords.matches(currentPassword, user.passwordHash))) fail('CURRENT_PASSWORD_INCORRECT');
  await limits.reset(attempt);
  if (newPassword.normalize('NFC') === currentPassword.normalize('NFC')) fail('NEW_PASSWORD_SAME_AS_CURRENT');
  passwords.requireAcceptable(newPassword, [user.email, tenant.slug], tenant.settings.password?.minLength);
  const events = outboxWrite(tenant.id, [event('svc.password_changed', userHeader(user))], now());
  const changed = await users.changePassword(user, await passwords.hash(newPassword), now(), events);
  if (!changed) fail('CURRENT_PASSWORD_INCORRECT');
  return { message: 'Password changed. Please log in again.' };
}
