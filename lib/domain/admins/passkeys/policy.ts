// Says which second factors the deployment asks of an admin. The guard asks it for each call, so it reads nothing.
import { config } from '../../../platform/settings/config.ts';
import type { Admin } from '../../../store/admins/admins.ts';

/** Whether admins have passkeys. Without a relying party there are none. */
export const passkeysOfAdmins = () => (config().passkeys ? config().adminPasskeys : 'off');

/** Whether the admin has a passkey that counts. */
export const hasPasskey = ({ passkeyHandle }: Pick<Admin, 'passkeyHandle'>): boolean =>
  passkeyHandle !== undefined && passkeysOfAdmins() !== 'off';

/** Whether nothing but a passkey completes a login of the admin. The first one has to be added by what they have. */
export const needsPasskey = (admin: Pick<Admin, 'passkeyHandle'>): boolean =>
  passkeysOfAdmins() === 'required' && hasPasskey(admin);

/** Returns what the deployment requires of the admin, who has none. A passkey does for an authenticator, too. */
export function owedFactor(admin: Pick<Admin, 'passkeyHandle' | 'totp'>): 'passkey' | 'totp' | undefined {
  if (hasPasskey(admin)) return undefined;
  if (passkeysOfAdmins() === 'required') return 'passkey';
  return config().adminTotp === 'required' && !admin.totp ? 'totp' : undefined;
}
