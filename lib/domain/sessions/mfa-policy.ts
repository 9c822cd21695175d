// Decides whether a login needs a second factor and which methods are available, from account, tenant and session.
import type { Channel } from '../../contract/channels.ts';
import type { Session } from '../../store/people/sessions.ts';
import type { User } from '../../store/people/users.ts';
import type { TenantHead } from '../../store/tenants/tenants.ts';
import { hasPasskeyFactor, hasPasskeyOfBefore, isPasskeyRequired } from './passkey-policy.ts';

export type Method = Channel | 'totp';

/**
 * Best first. E-mail proves a mailbox that also resets the password; SMS proves a number that can be moved to another
 * SIM.
 */
const ALL: readonly Method[] = ['totp', 'email', 'sms'];

export const policyOf = (tenant: TenantHead) =>
  isPasskeyRequired(tenant) ? 'required' : (tenant.settings.mfa?.policy ?? 'optional');

/** Returns the methods that the tenant allows, best first. */
export const allowedMethods = (tenant: TenantHead): Method[] =>
  ALL.filter((method) => tenant.settings.mfa?.methods?.includes(method) ?? true);

/**
 * Returns the methods that the account can use, best first: allowed by the tenant, with an authenticator or a verified
 * address. Excludes the channel of the first factor: one mailbox is one factor (OWASP ASVS 6.3.3). A passkey is none of
 * them, and where the tenant requires one, an account that has one can use nothing else.
 */
export function methodsOf(user: User, tenant: TenantHead, channel: Channel | null = null): Method[] {
  if (isPasskeyRequired(tenant) && hasPasskeyFactor(user, tenant)) return [];
  const has: Record<Method, boolean> = {
    totp: user.isTotpEnrolled,
    email: user.emailVerifiedAt !== null,
    sms: user.phoneVerifiedAt !== null,
  };
  return allowedMethods(tenant).filter((method) => has[method] && method !== channel);
}

/** Whether a login needs a second factor, because the tenant requires it or the user has enabled it. */
export const needsSecondFactor = (user: User, tenant: TenantHead): boolean =>
  policyOf(tenant) === 'required' || (policyOf(tenant) === 'optional' && user.isMfaEnabled);

/**
 * Whether a user with a pending login may set up an authenticator or a passkey: the tenant requires a second factor, and the user has
 * none that would complete this login. A verified address is one. In all other cases a stolen password would be enough
 * to add a factor.
 */
export const mayEnrol = (user: User, tenant: TenantHead, { channel }: Pick<Session, 'channel'>): boolean =>
  policyOf(tenant) === 'required' &&
  !user.isMfaEnabled &&
  !user.isTotpEnrolled &&
  !hasPasskeyFactor(user, tenant) &&
  !hasPasskeyOfBefore(user, tenant) &&
  methodsOf(user, tenant, channel).length === 0;

export type FactorObstacle = 'SECOND_FACTOR_MISSING' | 'SECOND_FACTOR_TO_SET_UP';

/**
 * Returns what is in the way of the second factor after a first one over this channel: the user has none, and may set one
 * up meanwhile or not. `undefined`: nothing. `NOT_NEEDED`: the login needs no second factor.
 */
export function factorObstacle(
  user: User,
  tenant: TenantHead,
  channel: Channel | null,
): FactorObstacle | 'NOT_NEEDED' | undefined {
  if (!needsSecondFactor(user, tenant)) return 'NOT_NEEDED';
  if (methodsOf(user, tenant, channel).length || hasPasskeyFactor(user, tenant)) return undefined;
  return mayEnrol(user, tenant, { channel }) ? 'SECOND_FACTOR_TO_SET_UP' : 'SECOND_FACTOR_MISSING';
}

/**
 * Whether the account can complete a login with these methods. Without a password or a linked identity the first factor
 * is a code, so the second factor needs another channel.
 */
export const canComplete = (user: User, methods: readonly Method[]): boolean =>
  user.passwordHash === null && !user.hasIdentity ? methods.includes('totp') || methods.length > 1 : methods.length > 0;

/** Returns when the caller last proved their identity well enough for a sensitive change, ms; `null` if never. */
export function provedAt({
  user,
  tenant,
  session,
}: {
  user: User;
  tenant: TenantHead;
  session: Session;
}): number | null {
  // What needs a recent proof is done on the pages of the service, by the session of the browser.
  if (session.application) return null;
  // An admin who acts as the user is not the user.
  if (session.acting) return null;
  // With a second factor, that factor counts. A trusted device is not a proof (OWASP ASVS 7.5.3).
  const policy = policyOf(tenant);
  const needsFactor =
    (user.isMfaEnabled && policy !== 'off') || (policy === 'required' && hasPasskeyFactor(user, tenant));
  if (needsFactor) return session.mfaAt;
  // Nor is a switch of tenant: its first factor was proved for another session. A passkey may have been shown since.
  const { authAt, mfaAt, isSwitched } = session;
  return isSwitched ? mfaAt : Math.max(authAt, mfaAt ?? 0);
}
