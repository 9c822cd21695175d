// Types the events that Gatehouse publishes on its EventBridge bus, without any code. docs/events.md describes each
// field; a test compares these types with lib/contract/events.ts.

type Detail = {
  /** For de-duplication: delivery is at least once. */
  id: string;
  /** ISO 8601. */
  occurredAt: string;
};
type OfTenant = Detail & { tenantId: string };
type OfUser = OfTenant & { userId: string };
type Account = OfUser & { email: string | null; phone: string | null };
type Tenant = OfTenant & { name: string; slug: string };
type Admin = Detail & { adminId: string; email: string };
type Role = Detail & { tenantId: string | null; roleId: string; name: string; guard: string };
type Permission = Detail & { permissionId: string; name: string; guard: string };
type Passkey = Account & { passkeyId: string; passkeyName: string };
type Device = Account & { deviceId: string; deviceName: string };
type Row = OfUser & { resource: string; rowId: string; version: number };
type ApiKey = OfTenant & { userId: string | null; applicationId: string | null; keyId: string };
type NewKey = ApiKey & { email: string | null; name: string; scopes: string[]; expiresAt: string };
type Updated = { updatedFields: string[] };
type Channel = 'email' | 'sms';
type Code = OfUser & { channel: Channel; to: string; codeId: string; expiresAt: string; sealed: string };
type Values = Record<string, unknown>;
type Domain = Detail & { tenantId: string; domain: string };
type Change = Detail & {
  action: string;
  targetType:
    | 'admin'
    | 'tenant'
    | 'user'
    | 'role'
    | 'permission'
    | 'blocked-email-domain'
    | 'application'
    | 'protected-resource'
    | 'deployment';
  targetId: string;
  tenantId: string | null;
  before: Values;
  after: Values;
};

/** The `detail` of each event by its `detail-type`. */
export type EventDetails = {
  'svc.admin_action': Change & { adminId: string | null; applicationId?: string | undefined };
  'svc.organization_action': Change & { actorId: string; madeBy?: string | undefined };
  'svc.admin_created': Admin;
  'svc.admin_password_reset': Admin;
  'svc.admin_invited': Detail & {
    invitationId: string;
    channel: Channel;
    to: string;
    role: 'owner' | 'operator' | 'support' | 'auditor';
    invitedBy: string;
    expiresAt: string;
    sealed: string;
  };
  'svc.setup_link_sent': Detail & {
    tenantId: string;
    linkId: string;
    channel: Channel;
    to: string;
    locale: string | null;
    createdBy: string;
    expiresAt: string;
    sealed: string;
  };
  'svc.admin_code_requested': Detail & {
    adminId: string;
    channel: Channel;
    to: string;
    expiresAt: string;
    sealed: string;
  };
  'svc.admin_factor_changed': Detail & {
    adminId: string;
    channel: Channel;
    to: string;
    change: 'passkey_added' | 'passkey_removed' | 'authenticator_added' | 'authenticator_removed';
  };
  'svc.join_requested': Detail & {
    tenantId: string;
    channel: Channel;
    to: string;
    locale: string | null;
    expiresAt: string;
    sealed: string;
  };
  'svc.join_request_opened': Detail & { tenantId: string; joinRequestId: string; domain: string };
  'svc.join_refused': Detail & { tenantId: string; channel: Channel; to: string; locale: string | null };
  'svc.tenants_requested': Detail & { channel: Channel; to: string; locale: string | null };
  'svc.admin_login_failed': Detail & {
    adminId: string | null;
    reason: 'credentials' | 'code' | 'passkey' | 'provider';
    ipAddress: string;
  };
  'svc.role_created': Role;
  'svc.role_updated': Role & Updated;
  'svc.role_deleted': Role;
  'svc.permission_created': Permission;
  'svc.permission_updated': Permission & Updated;
  'svc.permission_deleted': Permission;
  'svc.user_created': Account;
  'svc.user_updated': Account & Updated & { previousEmail?: string | null; previousPhone?: string | null };
  'svc.user_deleted': Account;
  'svc.user_inactive': Account & { action: 'disable' | 'delete'; actsAt: string; isNotified: boolean };
  'svc.user_invited': Account & {
    channel: Channel;
    to: string;
    isNewUser: boolean;
    invitedBy: string;
    metadata: Values;
    token: string | null;
    tokenId: string | null;
    expiresAt: string | null;
  };
  'svc.registered': Account & { provider: string };
  'svc.user_migrated': Account & { source: string };
  'svc.recovery_link_created': Account & { expiresAt: string };
  'svc.acting_started': Account & { adminId: string; sessionId: string; expiresAt: string; isNotified: boolean };
  'svc.signup_attempted': Account;
  'svc.identity_linked': Account & { provider: string; identityId: string };
  'svc.identity_unlinked': Account & { provider: string; identityId: string };
  'svc.account_linked': Account & { linkedTenantId: string; linkedUserId: string };
  'svc.email_verification_requested': Code;
  'svc.phone_verification_requested': Code;
  'svc.passwordless_code_requested': Code;
  'svc.password_reset_requested': Code;
  'svc.two_factor_code_sent': Code;
  'svc.email_verified': Account;
  'svc.phone_verified': Account;
  'svc.password_changed': Account;
  'svc.password_reset': Account;
  'svc.two_factor_enabled': Account & { method: Channel | 'totp' | 'passkey'; deviceId: string | null };
  'svc.two_factor_disabled': Account & { deviceId: string | null };
  'svc.mfa_device_added': Device;
  'svc.mfa_device_removed': Device;
  'svc.passkey_added': Passkey;
  'svc.passkey_removed': Passkey;
  'svc.passkey_backup_changed': Passkey & { isBackedUp: boolean };
  'svc.passkey_counter_fell': Passkey & { storedCounter: number; usedCounter: number };
  'svc.mfa_recovery_codes_generated': Account;
  'svc.mfa_recovery_code_used': Account & { codesLeft: number };
  'svc.guessing_detected': Account & { guessed: 'password' | 'code' | 'secondFactor'; attempts: number };
  'svc.refresh_token_reuse_detected': OfUser & { sessionId: string };
  'svc.session_bound': OfUser & { sessionId: string };
  'svc.refresh_token_forgery_detected': OfUser & { sessionId: string };
  'svc.application_session_ended': OfUser & { sessionId: string; applicationId: string };
  'svc.application_allowed': OfUser & {
    applicationId: string;
    grantId: string;
    scopes: string[];
    resource: string | null;
  };
  'svc.application_access_revoked': OfUser & { applicationId: string; grantId: string };
  'svc.device_allowed': OfUser & { applicationId: string; ipAddress: string };
  'svc.device_denied': OfUser & { applicationId: string; ipAddress: string };
  'svc.api_key_created': NewKey;
  'svc.api_key_rotated': NewKey;
  'svc.api_key_updated': ApiKey & Updated;
  'svc.api_key_revoked': ApiKey;
  'svc.tenant_created': Tenant;
  'svc.tenant_updated': Tenant & Updated;
  'svc.tenant_deleted': Tenant;
  'svc.domain_verified': Domain;
  'svc.domain_unverified': Domain & { reason: 'record' | 'moved' | 'removed' };
  'svc.provider_secret_expiring': Detail & { tenantId: string; provider: string; expiresAt: string; daysLeft: number };
  'svc.scim_connection_silent': OfTenant & {
    connectionId: string;
    name: string;
    lastUsedAt: string;
    silentAfterDays: number;
  };
  'svc.row_created': Row;
  'svc.row_updated': Row & Updated;
  'svc.row_trashed': Row;
  'svc.row_restored': Row;
  'svc.row_deleted': Row;
};

export type EventName = keyof EventDetails;

/**
 * The event that EventBridge delivers to a function: `EventOf<'svc.user_created'>`. With several names, `detail-type`
 * tells them apart.
 */
export type EventOf<Name extends EventName> = Name extends EventName
  ? {
      version: string;
      id: string;
      'detail-type': Name;
      source: 'gatehouse';
      account: string;
      /** ISO 8601, whole seconds. */
      time: string;
      region: string;
      resources: string[];
      detail: EventDetails[Name];
    }
  : never;
