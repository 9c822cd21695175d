// Decides what a passkey is good for in a tenant: nothing, a second factor, or a login by itself.
import { config } from '../../platform/settings/config.ts';
import type { Passkey } from '../../store/people/passkeys.ts';
import type { User } from '../../store/people/users.ts';
import type { TenantHead } from '../../store/tenants/tenants.ts';

type Tenant = Pick<TenantHead, 'settings'>;

/** Returns the mode of the tenant: `off`, too, where the deployment has no relying party. */
export const passkeyModeOf = ({ settings }: Tenant) =>
  config().passkeys ? (settings.passkeys?.mode ?? 'optional') : 'off';

/** Whether users of the tenant may have passkeys. */
export const hasPasskeys = (tenant: Tenant): boolean => passkeyModeOf(tenant) !== 'off';

/** Whether the second factor of the tenant's users is a passkey, as soon as they have one. */
export const isPasskeyRequired = (tenant: Tenant): boolean => passkeyModeOf(tenant) === 'required';

/** Whether a passkey that verifies its user logs in without anything else. */
export const isPasskeyLoginOn = (tenant: Tenant): boolean =>
  hasPasskeys(tenant) && tenant.settings.passkeys?.firstFactor !== false;

type Owner = Pick<User, 'hasPasskey' | 'passkeyRpId'>;

/** Whether a browser uses passkeys of this domain here. `null`: of a user who had none when it was stored. */
export const isOfDomain = (rpId: string | null): boolean => rpId === null || rpId === config().passkeys?.rpId;

/** Whether the user's passkeys are of a domain that the deployment had before: they open nothing, and prove nothing. */
export const hasPasskeyOfBefore = ({ hasPasskey, passkeyRpId }: Owner, tenant: Tenant): boolean =>
  hasPasskey && hasPasskeys(tenant) && !isOfDomain(passkeyRpId);

/** Whether the tenant wants an address proved before a session, and none of the account is: its creator may be a stranger. */
export const mustProveFirst = ({ isUnclaimed }: Pick<User, 'isUnclaimed'>, { settings }: Tenant): boolean =>
  isUnclaimed && settings.signup?.mode === 'verifyFirst';

/** Whether the account has a passkey that works as a second factor. */
export const hasPasskeyFactor = ({ hasPasskey, passkeyRpId }: Owner, tenant: Tenant): boolean =>
  hasPasskey && hasPasskeys(tenant) && isOfDomain(passkeyRpId);

/**
 * Whether one of these passkeys logs the user in without anything else. One that only shows that its user is present does
 * not.
 */
export const opensByPasskey = (
  user: Pick<User, 'passkeyHandle' | 'isUnclaimed'>,
  passkeys: readonly Pick<Passkey, 'handle' | 'rpId' | 'verifiesUser'>[],
  tenant: Tenant,
): boolean =>
  isPasskeyLoginOn(tenant) &&
  !mustProveFirst(user, tenant) &&
  passkeys.some(({ handle, rpId, verifiesUser }) => handle === user.passkeyHandle && isOfDomain(rpId) && verifiesUser);
