// Delivers the tokens of a session, with the payload that the HTTP layer needs for cookies.
import type { Reply } from '../../contract/index.ts';
import { now, seconds } from '../../platform/clock.ts';
import type { SessionId, UserId } from '../../platform/ids.ts';
import { note } from '../../platform/request-context.ts';
import type { Session } from '../../store/people/sessions.ts';
import type { User } from '../../store/people/users.ts';
import type { TenantHead } from '../../store/tenants/tenants.ts';
import type { DeviceProof } from './caller.ts';
import { isOffered } from './device/texts.ts';
import { type Method, mayEnrol, methodsOf } from './mfa-policy.ts';
import { hasPasskeyFactor, hasPasskeys, isPasskeyRequired } from './passkey-policy.ts';
import * as tokens from './tokens.ts';

/**
 * `isOffered`: the browser may bind it to its device. `bound`: the binding that it has.
 */
type OpenedSession = {
  id: SessionId;
  userId: UserId;
  accessTtl: number;
  refreshTtl: number;
  persistent: boolean;
  isOffered?: boolean;
  bound?: Pick<DeviceProof, 'id' | 'key'> | undefined;
};

/** The reply to a login. If it opened a session, its tokens and the payload that cookies need. TTLs are in seconds. */
export type Delivery = Reply<'POST /auth/login'> &
  ({ session?: undefined } | ({ session: OpenedSession } & tokens.TokenPair));

const secondsUntil = (until: number): number => seconds(until - now());

/** Returns the fields of the reply that name the methods of the second factor, best first. */
const offerMethods = (mfaMethods: Method[]) => ({
  mfaMethods,
  ...(mfaMethods[0] && { defaultMfaMethod: mfaMethods[0] }),
});

/**
 * Returns what a passkey does for this login: `verify` completes it, `enrol` sets one up that completes it. After the login,
 * `enrol` says that the tenant requires one.
 */
function passkeyIn(session: Session, user: User, tenant: TenantHead): Delivery['passkey'] {
  if (session.pending && hasPasskeyFactor(user, tenant)) return 'verify';
  const isOwed = session.pending
    ? mayEnrol(user, tenant, session)
    : isPasskeyRequired(tenant) && !hasPasskeyFactor(user, tenant);
  return isOwed && hasPasskeys(tenant) && !session.acting && !session.application ? 'enrol' : undefined;
}

/** Returns what the session needs before it opens everything. A second factor comes before a new password. */
function nextStepOf(session: Session, user: User, tenant: TenantHead): Delivery['nextStep'] {
  if (session.pending) return mayEnrol(user, tenant, session) ? 'enrol' : 'mfa';
  return mustChangePassword(session, user) ? 'change-password' : null;
}

/** An admin who acts as the user cannot do it for them. */
const mustChangePassword = ({ acting }: Session, user: User): boolean => user.mustChangePassword && !acting;

const boundOf = ({ boundTo: id, device: key }: Session): OpenedSession['bound'] =>
  id !== undefined && key ? { id, key } : undefined;

/** Issues the tokens of the session and returns them, ready for delivery. `message` is replaced for a pending login. */
export async function tokensOf(
  session: Session,
  user: User,
  tenant: TenantHead,
  message = 'Logged in.',
): Promise<Delivery> {
  note({ tenant: tenant.id, actor: user.id });
  const pair = await tokens.issue(session, user, tenant);
  const passkey = passkeyIn(session, user, tenant);
  return {
    ...pair,
    message: session.pending ? 'A second factor is required.' : message,
    isRequiresMfa: session.pending,
    ...(session.pending && offerMethods(methodsOf(user, tenant, session.channel))),
    ...(passkey && { passkey }),
    ...(mustChangePassword(session, user) ? { mustChangePassword: true } : {}),
    nextStep: nextStepOf(session, user, tenant),
    session: {
      id: session.id,
      userId: user.id,
      accessTtl: Math.min(tokens.accessTtlOf(tenant, undefined, session), secondsUntil(session.expiresAt)),
      refreshTtl: secondsUntil(Math.min(session.idleExpiresAt, session.expiresAt)),
      persistent: session.persistent,
      isOffered: isOffered(session, tenant),
      bound: boundOf(session),
    },
  };
}
