// Validates what a tenant sets for users who do not sign in.
import { fail } from '../../contract/errors.ts';
import type { TenantSettings } from '../../contract/fields/settings.ts';
import { AUDIT_RETENTION_DAYS } from '../../store/audit/retention.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';

export type Inactivity = NonNullable<TenantSettings['inactivity']>;

const NOTICE_DAYS = 14;

/** Returns how many days before its end an account gets notice. */
export const noticeDaysOf = ({ noticeDays = NOTICE_DAYS }: Inactivity): number => noticeDays;

/** Returns the policy that counts now. People cannot sign in to a tenant that is switched off, so its accounts wait. */
export const inactivityOf = ({ status, settings }: Tenant): Inactivity | undefined =>
  status === 'active' ? settings.inactivity : undefined;

/** Throws INVALID_INPUT unless the notice is shorter than the time, and the audit log goes back as far as the policy. */
export function requireInactivity({ inactivity, audit }: TenantSettings): void {
  if (!inactivity) return;
  const invalid = (field: string, reason: string): never =>
    fail('INVALID_INPUT', { message: `settings.inactivity.${field}: ${reason}` });
  if (noticeDaysOf(inactivity) >= inactivity.days) invalid('noticeDays', 'must be fewer than days');
  if (inactivity.days > (audit?.retentionDays ?? AUDIT_RETENTION_DAYS))
    invalid('days', 'must be at most the days that the audit log keeps entries');
}
