// Says where the passkeys of this deployment are used. It is configuration, and never what a request says.
import { fail } from '../../contract/errors.ts';
import type { RelyingParty } from '../../crypto/webauthn/ceremonies.ts';
import { config } from '../../platform/settings/config.ts';
import { isPasskeyOrigin } from '../../platform/settings/passkeys.ts';
import type { TenantHead } from '../../store/tenants/tenants.ts';
import { hasPasskeys } from '../sessions/passkey-policy.ts';

/** Returns the relying party. Throws PASSKEYS_NOT_ENABLED if the deployment has none. */
export function requireRelyingParty(): RelyingParty {
  const passkeys = config().passkeys ?? fail('PASSKEYS_NOT_ENABLED', { message: NOT_CONFIGURED });
  return { id: passkeys.rpId, isOrigin: (origin) => isPasskeyOrigin(passkeys, origin) };
}

const NOT_CONFIGURED = 'This deployment has no passkeys. Its operator sets GATEHOUSE_PASSKEY_RP_ID.';

/** Throws PASSKEYS_NOT_ENABLED if the tenant has switched passkeys off, or the deployment has none. */
export function requirePasskeys(tenant: TenantHead): RelyingParty {
  const party = requireRelyingParty();
  return hasPasskeys(tenant) ? party : fail('PASSKEYS_NOT_ENABLED');
}
