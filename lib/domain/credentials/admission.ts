// Decides what keeps an account from proving its first factor. Logins ask here before they begin a session, and admins
// when someone cannot log in.

import { ADDRESSES, type AddressKind } from '../../contract/channels.ts';
import type { User } from '../../store/people/users.ts';
import type { TenantHead } from '../../store/tenants/tenants.ts';
import { opensAccount } from './proofs.ts';

export type AccountObstacle = 'ACCOUNT_DISABLED' | 'TENANT_INACTIVE';
export type FirstFactorObstacle =
  | AccountObstacle
  | 'NO_PASSWORD'
  | 'ADDRESS_SWITCHED_OFF'
  | 'ADDRESS_UNVERIFIED'
  | 'ADDRESS_UNPROVED';

const namesOf = <Name extends string>(holds: Partial<Record<Name, boolean>>): Name[] =>
  (Object.keys(holds) as Name[]).filter((name) => holds[name]);

/** Returns what keeps the account from every login. */
export const accountObstacles = (user: User, tenant: Pick<TenantHead, 'status'>): AccountObstacle[] =>
  namesOf({ ACCOUNT_DISABLED: !user.isActive, TENANT_INACTIVE: tenant.status !== 'active' });

const isSwitchedOff = (user: User, kind: AddressKind): boolean => !user[ADDRESSES[kind].loginEnabled];

/** Returns what keeps the account from a login with this address and the password. */
export const passwordObstacles = (
  user: User,
  tenant: Pick<TenantHead, 'status' | 'settings'>,
  kind: AddressKind,
): FirstFactorObstacle[] => [
  ...accountObstacles(user, tenant),
  ...namesOf({
    NO_PASSWORD: user.passwordHash === null,
    ADDRESS_SWITCHED_OFF: isSwitchedOff(user, kind),
    ADDRESS_UNVERIFIED: tenant.settings.signup?.mode === 'verifyFirst' && user[`${kind}VerifiedAt`] === null,
  }),
];

/** Returns what keeps an account, whose state allows logins, from a login with a code sent to this address. */
export const codeObstacles = (user: User, kind: AddressKind): FirstFactorObstacle[] =>
  namesOf({ ADDRESS_SWITCHED_OFF: isSwitchedOff(user, kind), ADDRESS_UNPROVED: !opensAccount(user, kind) });
