// Says whether users of a tenant may sign in on devices with a code.
import type { TenantHead } from '../../../store/tenants/tenants.ts';

/** Off unless the tenant has switched it on: a code can be used for phishing (RFC 8628 5.4). */
export const isDeviceGrantOn = ({ settings }: Pick<TenantHead, 'settings'>): boolean =>
  settings.deviceGrant?.enabled ?? false;
