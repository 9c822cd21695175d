// Shows users their own account and changes their password.

import { fail } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import { event, outboxWrite, userHeader } from '../../store/outbox.ts';
import * as users from '../../store/people/users.ts';
import { grantsOf } from '../access/grants.ts';
import { firstAddress } from '../addresses.ts';
import * as limits from '../credentials/limits.ts';
import * as passwords from '../credentials/passwords.ts';
import { accountBehind, wholeTenant } from '../sessions/authenticate.ts';
import type { Actor, Client } from '../sessions/caller.ts';

type Fields = NonNullable<Reply<'GET /auth/session'>['session']>['user'];

const fieldsOf = (user: users.User): Fields => ({
  id: user.id,
  email: user.email,
  phone: user.phone,
  name: user.name,
  locale: user.locale,
  emailVerifiedAt: iso(user.emailVerifiedAt),
  phoneVerifiedAt: iso(user.phoneVerifiedAt),
  isMfaEnabled: user.isMfaEnabled,
  mustChangePassword: user.mustChangePassword,
  metadata: user.metadata,
});

const summaryOf = ({ id, slug, name }: Actor['tenant']) => ({ id, slug, name });

/** Returns the account with its tenant, its session and its current roles and permissions. */
export const me = async ({ user, tenant, session }: Actor): Promise<Reply<'GET /auth/me'>> => ({
  ...fieldsOf(user),
  tenantId: tenant.id,
  tenant: summaryOf(tenant),
  sessionId: session.id,
  ...(await grantsOf(user)),
  ...(session.acting && { actor: { id: session.acting.admin, expiresAt: iso(session.expiresAt) } }),
});

/**
 * Returns the session of the caller with current roles and permissions, `null` for a stranger. `expiresAt`: when it ends at the latest, for the reason
 * that `sessions.verify` gives.
 */
export const session = async (visitor: Actor | undefined): Promise<Reply<'GET /auth/session'>> => ({
  session: visitor
    ? {
        id: visitor.session.id,
        expiresAt: iso(visitor.session.expiresAt),
        user: fieldsOf(visitor.user),
        tenant: summaryOf(visitor.tenant),
        ...(await grantsOf(visitor.user)),
      }
    : null,
});

/** Returns the account with its status and dates. */
export const user = ({ user }: Actor): Reply<'GET /auth/user'> => ({
  ...fieldsOf(user),
  isActive: user.isActive,
  createdAt: iso(user.createdAt),
  updatedAt: iso(user.updatedAt),
});

/** A refresh token that a browser holds. `slot` is the number of its cookie, `null` for the active account. */
export type BrowserToken = { slot: number | null; token: string };

/**
 * Returns the accounts whose refresh tokens this browser holds, without those whose session ended or still needs a
 * second factor, or whose device's key it does not prove. `dead` are the slots without a live session. A replayed token ends its session, as at refresh.
 */
export async function list(tokens: readonly BrowserToken[], client: Client) {
  const entries = await Promise.all(
    tokens.map(async ({ slot, token }) => ({ slot, actor: await accountBehind(token, client) })),
  );
  // Tabs that switch the active account at the same time may leave one account in two slots. The first counts. A pending
  // login of the account is beside it.
  const isFirst = ({ user, session }: Actor, index: number) =>
    entries.findIndex(
      ({ actor }) =>
        typeof actor === 'object' && actor.user.id === user.id && actor.session.pending === session.pending,
    ) === index;
  const slots = entries.map(({ slot, actor }, index) => ({
    slot,
    actor: typeof actor === 'object' && !isFirst(actor, index) ? undefined : actor,
  }));
  return {
    accounts: slots.flatMap(({ slot, actor }) =>
      typeof actor === 'object' && !actor.session.pending
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
    dead: slots.flatMap(({ slot, actor }) => (actor || slot === null ? [] : slot)),
  };
}

/**
 * Changes the password of a user who knows the current one. A call counts as an attempt of its session
 * and as a login attempt. Every session of the
 * account ends with the same write. Throws CURRENT_PASSWORD_INCORRECT, NEW_PASSWORD_SAME_AS_CURRENT or the policy's
 * codes.
 */
export async function changePassword(actor: Actor, input: Body<'POST /auth/change-password'>) {
  const { user, tenant, session } = actor;
  const { currentPassword, newPassword } = input;
  // A user who signed up with an identity provider has no password, and perhaps no address either.
  if (user.passwordHash === null) fail('CURRENT_PASSWORD_INCORRECT');
  const { kind, value } = firstAddress(user);
  // Strangers may have used up the attempts at the account. They have no session, so the attempts of this one decide.
  const [attempt, ofAccount] = await Promise.all([
    limits.consume('login-reserve', user.id, session.id),
    limits.attempt('login-account', tenant.id, kind, value),
  ]);
  if (!(await passwords.matches(currentPassword, user.passwordHash, [attempt]))) fail('CURRENT_PASSWORD_INCORRECT');
  await Promise.all([limits.reset(attempt), !limits.isRefused(ofAccount) && limits.reset(ofAccount)]);
  if (newPassword.normalize('NFC') === currentPassword.normalize('NFC')) fail('NEW_PASSWORD_SAME_AS_CURRENT');
  passwords.requireAcceptable(newPassword, { ...user, tenant: await wholeTenant(actor) });
  const events = outboxWrite(tenant.id, [event('svc.password_changed', userHeader(user))], now());
  const changed = await users.changePassword(user, await passwords.hash(newPassword), now(), events);
  if (!changed) fail('CURRENT_PASSWORD_INCORRECT');
  return { message: 'Password changed. Please log in again.' };
}
