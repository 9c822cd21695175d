// Who needs a second factor, and which ones he has. Decided from account, tenant and session as they are now.
import type { Channel } from '../../store/codes.ts';
import type { Session } from '../../store/sessions.ts';
import type { Tenant } from '../../store/tenants.ts';
import type { User } from '../../store/users.ts';

export type Method = 'email' | 'sms' | 'totp';

/** Best first: a code by e-mail proves a mailbox that resets the password as well, one by SMS a number that can be moved. */
const ALL: readonly Method[] = ['totp', 'email', 'sms'];

export const policyOf = (tenant: Tenant) => tenant.settings.mfa?.policy ?? 'optional';

/** What the tenant allows, best first. */
export const allowedMethods = (tenant: Tenant): Method[] =>
  ALL.filter((method) => tenant.settings.mfa?.methods?.includes(method) ?? true);

/**
 * What the account can prove itself by, best first: allowed, and an authenticator or a verified address. Less the channel
 * that the first factor came by: one mailbox is one factor (OWASP ASVS 6.3.3).
 */
export function methodsOf(user: User, tenant: Tenant, channel: Channel | null = null): Method[] {
  const has: Record<Method, boolean> = {
    totp: user.isTotpEnrolled,
    email: user.emailVerifiedAt !== null,
    sms: user.phoneVerifiedAt !== null,
  };
  return allowedMethods(tenant).filter((method) => has[method] && method !== channel);
}

/** Whether a login needs a second factor: the user wants it, or the tenant does. */
export const needsSecondFactor = (user: User, tenant: Tenant): boolean =>
  policyOf(tenant) === 'required' || (policyOf(tenant) === 'optional' && user.isMfaEnabled);

/**
 * Whether somebody whose login is pending may set up an authenticator: the tenant demands a second factor of somebody who
 * has never had one. Nobody else may, or a password would be enough to make a factor of one's own.
 */
export const mayEnrol = (user: User, tenant: Tenant): boolean =>
  policyOf(tenant) === 'required' && !user.isMfaEnabled && !user.isTotpEnrolled;

/**
 * Whether the account can complete a login with these methods. Without a password, and without an account elsewhere, the
 * first factor is a code, and the second has to go another way.
 */
export const canComplete = (user: User, methods: readonly Method[]): boolean =>
  user.passwordHash === null && !user.hasIdentity ? methods.includes('totp') || methods.length > 1 : methods.length > 0;

/** When the caller last proved who he is, as far as it counts for a sensitive change, ms; `null`: never. */
export function provedAt({ user, tenant, session }: { user: User; tenant: Tenant; session: Session }): number | null {
  // Whoever has a second factor proves it. A device that is trusted for logins is no proof (OWASP ASVS 7.5.3).
  const needsFactor = user.isMfaEnabled && policyOf(tenant) !== 'off';
  return needsFactor ? session.mfaAt : session.authAt;
}
