// Says whether users of a tenant may sign in on devices with a code, and whether what a device was given counts.
import type { TenantHead } from '../store/tenants/tenants.ts';

/**
 * Whether the tenant has switched it on, and has had it on since `givenAt`, in ms: what a device was given before stays refused.
 * Off unless it says so: a code can be used for phishing (RFC 8628 5.4).
 */
export const isDeviceGrantOn = (
  { settings, deviceGrantSince = 0 }: Pick<TenantHead, 'settings' | 'deviceGrantSince'>,
  givenAt = Number.POSITIVE_INFINITY,
): boolean => settings.deviceGrant?.enabled === true && givenAt >= deviceGrantSince;
