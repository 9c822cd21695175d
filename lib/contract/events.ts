// What the service publishes on the EventBridge bus: `source: gatehouse`, `detail-type` one of these names. Each detail
// also carries `id` (unique, for de-duplication: delivery is at least once) and `occurredAt`.
import * as z from 'zod/mini';

const envelope = { id: z.string(), occurredAt: z.iso.datetime() };
const ofTenant = { ...envelope, tenantId: z.string() };
const ofUser = { ...ofTenant, userId: z.string() };
const contact = { email: z.nullable(z.string()), phone: z.nullable(z.string()) };
const tenantDetail = { ...ofTenant, name: z.string(), slug: z.string() };

/** An item of the audit log: who did what to whom. `before` and `after` hold the fields that changed, never a secret. */
const adminAction = z.object({
  ...envelope,
  /** `null`: whoever knows the secret key. */
  adminId: z.nullable(z.string()),
  action: z.string(),
  targetType: z.enum(['admin', 'tenant', 'user', 'role', 'permission', 'blocked-email-domain']),
  targetId: z.string(),
  tenantId: z.nullable(z.string()),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});
const adminDetail = { ...envelope, adminId: z.string(), email: z.string() };
const roleDetail = {
  ...envelope,
  tenantId: z.nullable(z.string()),
  roleId: z.string(),
  name: z.string(),
  guard: z.string(),
};
const permissionDetail = { ...envelope, permissionId: z.string(), name: z.string(), guard: z.string() };
const updatedFields = z.array(z.string());
const channel = z.enum(['email', 'sms']);
/** A one-time code on its way. `sealed` holds it for the mailer alone; `codeId` says which one it is. */
const codeDetail = {
  ...ofUser,
  channel,
  to: z.string(),
  codeId: z.string(),
  expiresAt: z.iso.datetime(),
  sealed: z.string(),
};

export const events = {
  'svc.admin_action': adminAction,
  'svc.admin_created': z.object(adminDetail),
  'svc.admin_password_reset': z.object(adminDetail),
  'svc.role_created': z.object(roleDetail),
  'svc.role_updated': z.object({ ...roleDetail, updatedFields }),
  'svc.role_deleted': z.object(roleDetail),
  'svc.permission_created': z.object(permissionDetail),
  'svc.permission_updated': z.object({ ...permissionDetail, updatedFields }),
  'svc.permission_deleted': z.object(permissionDetail),
  'svc.user_updated': z.object({
    ...ofUser,
    ...contact,
    updatedFields,
    /** What the address was before, when it is another one now; `null`: there was none. */
    previousEmail: z.optional(z.nullable(z.string())),
    previousPhone: z.optional(z.nullable(z.string())),
  }),
  'svc.user_deleted': z.object({ ...ofUser, ...contact }),
  'svc.two_factor_code_sent': z.object(codeDetail),
  'svc.two_factor_enabled': z.object({
    ...ofUser,
    ...contact,
    method: z.enum(['email', 'sms', 'totp']),
    /** The authenticator whose set-up switched it on, if one did. */
    deviceId: z.nullable(z.string()),
  }),
  'svc.two_factor_disabled': z.object({
    ...ofUser,
    ...contact,
    /** The authenticator with whose removal it went off, if it was that. */
    deviceId: z.nullable(z.string()),
  }),
  'svc.mfa_device_added': z.object({ ...ofUser, ...contact, deviceId: z.string(), deviceName: z.string() }),
  'svc.mfa_device_removed': z.object({ ...ofUser, ...contact, deviceId: z.string(), deviceName: z.string() }),
  'svc.mfa_recovery_codes_generated': z.object({ ...ofUser, ...contact }),
  'svc.mfa_recovery_code_used': z.object({ ...ofUser, ...contact, codesLeft: z.int() }),
  'svc.user_created': z.object({ ...ofUser, ...contact }),
  'svc.registered': z.object({
    ...ofUser,
    ...contact,
    /** `email`, `phone`, or the name of an identity provider. */
    provider: z.string(),
  }),
  /** From now on an account at another provider opens an account that was there before. */
  'svc.identity_linked': z.object({ ...ofUser, ...contact, provider: z.string(), identityId: z.string() }),
  'svc.signup_attempted': z.object({ ...ofUser, ...contact }),
  'svc.email_verification_requested': z.object(codeDetail),
  'svc.phone_verification_requested': z.object(codeDetail),
  'svc.passwordless_code_requested': z.object(codeDetail),
  'svc.password_reset_requested': z.object(codeDetail),
  'svc.email_verified': z.object({ ...ofUser, ...contact }),
  'svc.phone_verified': z.object({ ...ofUser, ...contact }),
  'svc.password_reset': z.object({ ...ofUser, ...contact }),
  'svc.user_invited': z.object({
    ...ofUser,
    ...contact,
    channel,
    to: z.string(),
    isNewUser: z.boolean(),
    invitedBy: z.string(),
    metadata: z.record(z.string(), z.unknown()),
    /** Sets the password, once, at POST /auth/reset-password. `null` for an account that has one: it gets a notice. */
    token: z.nullable(z.string()),
    tokenId: z.nullable(z.string()),
    expiresAt: z.nullable(z.iso.datetime()),
  }),
  'svc.password_changed': z.object({ ...ofUser, ...contact }),
  'svc.refresh_token_reuse_detected': z.object({ ...ofUser, sessionId: z.string() }),
  'svc.tenant_created': z.object(tenantDetail),
  'svc.tenant_updated': z.object({ ...tenantDetail, updatedFields }),
  'svc.tenant_deleted': z.object(tenantDetail),
};

export type EventName = keyof typeof events;
export type EventDetail<Name extends EventName> = Omit<z.output<(typeof events)[Name]>, 'id' | 'occurredAt'>;

/** Events that the mailer turns into a message: what the rule between the bus and it lets through. */
export const messageEvents = [
  'svc.email_verification_requested',
  'svc.phone_verification_requested',
  'svc.passwordless_code_requested',
  'svc.password_reset_requested',
  'svc.user_invited',
  'svc.signup_attempted',
  'svc.password_changed',
  'svc.password_reset',
  'svc.two_factor_code_sent',
  'svc.two_factor_enabled',
  'svc.two_factor_disabled',
  'svc.mfa_device_added',
  'svc.mfa_device_removed',
  'svc.mfa_recovery_codes_generated',
  'svc.mfa_recovery_code_used',
  'svc.user_updated',
  'svc.identity_linked',
] as const satisfies readonly EventName[];

/** The `source` of every event on the bus. */
export const EVENT_SOURCE = 'gatehouse';
