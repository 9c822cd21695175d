// Says where the passkeys of this deployment are used. It is configuration, and never what a request says.
import { fail } from '../../contract/errors.ts';
import type { RelyingParty } from '../../crypto/webauthn/ceremonies.ts';
import { config } from '../../platform/settings/config.ts';
import { isLocalPage, isPasskeyOrigin } from '../../platform/settings/passkeys.ts';
import { hasOrigin } from '../../store/tenants/origins.ts';
import type { StoredHead } from '../../store/tenants/tenant-heads.ts';
import { hasPasskeys } from '../sessions/passkey-policy.ts';

/**
 * Returns the relying party of the tenant; without one, of our own pages alone. Throws PASSKEYS_NOT_ENABLED if the
 * deployment has none. A browser shows the passkeys of all tenants on each origin of the deployment. So a page of one
 * tenant could ask for those of another: it counts only where the tenant, or the deployment, lists it.
 */
export function requireRelyingParty(tenant: StoredHead | undefined): RelyingParty {
  const passkeys = config().passkeys ?? fail('PASSKEYS_NOT_ENABLED', { message: NOT_CONFIGURED });
  const own = [new URL(config().baseUrl).origin, ...config().allowedOrigins];
  const isOurs = (origin: string): boolean =>
    isLocalPage(passkeys, origin) || own.includes(origin) || hasOrigin(tenant?.origins ?? NO_ORIGINS, origin);
  return { id: passkeys.rpId, isOrigin: (origin) => isPasskeyOrigin(passkeys, origin) && isOurs(origin) };
}

const NO_ORIGINS = new Uint8Array();
const NOT_CONFIGURED = 'This deployment has no passkeys. Its operator sets GATEHOUSE_PASSKEY_RP_ID.';

/** Throws PASSKEYS_NOT_ENABLED if the tenant has switched passkeys off, or the deployment has none. */
export function requirePasskeys(tenant: StoredHead): RelyingParty {
  const party = requireRelyingParty(tenant);
  return hasPasskeys(tenant) ? party : fail('PASSKEYS_NOT_ENABLED');
}
