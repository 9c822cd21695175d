// Defines the events that the service publishes on its EventBridge bus. `source` is `gatehouse`, and `detail-type` is
// one of these names. Each detail has an `id` for de-duplication, because delivery is at least once, and `occurredAt`.

import * as z from 'zod/mini';
import { channelNames } from './channels.ts';
import { adminRole } from './duties.ts';

const envelope = { id: z.string(), occurredAt: z.iso.datetime() };
const ofTenant = { ...envelope, tenantId: z.string() };
const ofUser = { ...ofTenant, userId: z.string() };
const contact = { email: z.nullable(z.string()), phone: z.nullable(z.string()) };
const tenantDetail = { ...ofTenant, name: z.string(), slug: z.string() };

/** An entry of the audit log. `before` and `after` hold the fields that changed, never a secret. */
const adminAction = z.object({
  ...envelope,
  adminId: z.nullable(z.string()),
  applicationId: z.optional(z.string()),
  action: z.string(),
  targetType: z.enum([
    'admin',
    'tenant',
    'user',
    'role',
    'permission',
    'blocked-email-domain',
    'application',
    'protected-resource',
    'deployment',
  ]),
  targetId: z.string(),
  tenantId: z.nullable(z.string()),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});
/** A change that a user made in their tenant, a person with a setup link, or a directory. `actorId` is the user, the link or the SCIM connection. */
const organizationAction = z.object({
  ...z.omit(adminAction, { adminId: true, applicationId: true }).shape,
  actorId: z.string(),
  madeBy: z.optional(z.string()),
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
/** A row of a resource (lib/records). It holds no value of the row: a subscriber that needs one reads the row. */
const rowDetail = { ...ofUser, resource: z.string(), rowId: z.string(), version: z.int() };
/** The owner of an API key is a user or an application. */
const ofApiKey = {
  ...ofTenant,
  userId: z.nullable(z.string()),
  applicationId: z.nullable(z.string()),
  keyId: z.string(),
};
const newSecret = {
  ...ofApiKey,
  email: z.nullable(z.string()),
  name: z.string(),
  scopes: z.array(z.string()),
  expiresAt: z.iso.datetime(),
};
const ofPasskey = { passkeyId: z.string(), passkeyName: z.string() };
const channel = z.enum(channelNames);
/** A one-time code to deliver. `sealed` is encrypted for the mailer. */
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
  'svc.organization_action': organizationAction,
  'svc.admin_created': z.object(adminDetail),
  'svc.admin_password_reset': z.object(adminDetail),
  'svc.admin_invited': z.object({
    ...envelope,
    invitationId: z.string(),
    channel,
    to: z.string(),
    role: adminRole,
    invitedBy: z.string(),
    expiresAt: z.iso.datetime(),
    sealed: z.string(),
  }),
  'svc.setup_link_sent': z.object({
    ...ofTenant,
    linkId: z.string(),
    channel,
    to: z.string(),
    locale: z.nullable(z.string()),
    createdBy: z.string(),
    expiresAt: z.iso.datetime(),
    sealed: z.string(),
  }),
  'svc.join_requested': z.object({
    ...ofTenant,
    channel,
    to: z.string(),
    locale: z.nullable(z.string()),
    expiresAt: z.iso.datetime(),
    sealed: z.string(),
  }),
  'svc.join_request_opened': z.object({ ...ofTenant, joinRequestId: z.string(), domain: z.string() }),
  'svc.join_refused': z.object({ ...ofTenant, channel, to: z.string(), locale: z.nullable(z.string()) }),
  'svc.admin_code_requested': z.object({
    ...envelope,
    adminId: z.string(),
    channel,
    to: z.string(),
    expiresAt: z.iso.datetime(),
    sealed: z.string(),
  }),
  'svc.admin_factor_changed': z.object({
    ...envelope,
    adminId: z.string(),
    channel,
    to: z.string(),
    change: z.enum(['passkey_added', 'passkey_removed', 'authenticator_added', 'authenticator_removed']),
  }),
  'svc.tenants_requested': z.object({ ...envelope, channel, to: z.string(), locale: z.nullable(z.string()) }),
  'svc.admin_login_failed': z.object({
    ...envelope,
    adminId: z.nullable(z.string()),
    reason: z.enum(['credentials', 'code', 'passkey', 'provider']),
    ipAddress: z.string(),
  }),
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
    previousEmail: z.optional(z.nullable(z.string())),
    previousPhone: z.optional(z.nullable(z.string())),
  }),
  'svc.user_deleted': z.object({ ...ofUser, ...contact }),
  'svc.two_factor_code_sent': z.object(codeDetail),
  'svc.two_factor_enabled': z.object({
    ...ofUser,
    ...contact,
    method: z.enum(['email', 'sms', 'totp', 'passkey']),
    deviceId: z.nullable(z.string()),
  }),
  'svc.two_factor_disabled': z.object({ ...ofUser, ...contact, deviceId: z.nullable(z.string()) }),
  'svc.mfa_device_added': z.object({ ...ofUser, ...contact, deviceId: z.string(), deviceName: z.string() }),
  'svc.mfa_device_removed': z.object({ ...ofUser, ...contact, deviceId: z.string(), deviceName: z.string() }),
  'svc.mfa_recovery_codes_generated': z.object({ ...ofUser, ...contact }),
  'svc.mfa_recovery_code_used': z.object({ ...ofUser, ...contact, codesLeft: z.int() }),
  'svc.passkey_added': z.object({ ...ofUser, ...contact, ...ofPasskey }),
  'svc.passkey_removed': z.object({ ...ofUser, ...contact, ...ofPasskey }),
  'svc.passkey_backup_changed': z.object({ ...ofUser, ...contact, ...ofPasskey, isBackedUp: z.boolean() }),
  'svc.passkey_counter_fell': z.object({
    ...ofUser,
    ...contact,
    ...ofPasskey,
    storedCounter: z.int(),
    usedCounter: z.int(),
  }),
  'svc.user_inactive': z.object({
    ...ofUser,
    ...contact,
    action: z.enum(['disable', 'delete']),
    actsAt: z.iso.datetime(),
    isNotified: z.boolean(),
  }),
  'svc.user_created': z.object({ ...ofUser, ...contact }),
  'svc.registered': z.object({ ...ofUser, ...contact, provider: z.string() }),
  'svc.user_migrated': z.object({ ...ofUser, ...contact, source: z.string() }),
  'svc.identity_linked': z.object({ ...ofUser, ...contact, provider: z.string(), identityId: z.string() }),
  'svc.account_linked': z.object({ ...ofUser, ...contact, linkedTenantId: z.string(), linkedUserId: z.string() }),
  'svc.identity_unlinked': z.object({ ...ofUser, ...contact, provider: z.string(), identityId: z.string() }),
  'svc.acting_started': z.object({
    ...ofUser,
    ...contact,
    adminId: z.string(),
    sessionId: z.string(),
    expiresAt: z.iso.datetime(),
    isNotified: z.boolean(),
  }),
  'svc.recovery_link_created': z.object({ ...ofUser, ...contact, expiresAt: z.iso.datetime() }),
  'svc.signup_attempted': z.object({ ...ofUser, ...contact }),
  'svc.email_verification_requested': z.object(codeDetail),
  'svc.phone_verification_requested': z.object(codeDetail),
  'svc.passwordless_code_requested': z.object(codeDetail),
  'svc.password_reset_requested': z.object(codeDetail),
  'svc.email_verified': z.object({ ...ofUser, ...contact }),
  'svc.phone_verified': z.object({ ...ofUser, ...contact }),
  'svc.password_reset': z.object({ ...ofUser, ...contact }),
  'svc.guessing_detected': z.object({
    ...ofUser,
    ...contact,
    guessed: z.enum(['password', 'code', 'secondFactor']),
    attempts: z.int(),
  }),
  'svc.user_invited': z.object({
    ...ofUser,
    ...contact,
    channel,
    to: z.string(),
    isNewUser: z.boolean(),
    invitedBy: z.string(),
    metadata: z.record(z.string(), z.unknown()),
    token: z.nullable(z.string()),
    tokenId: z.nullable(z.string()),
    expiresAt: z.nullable(z.iso.datetime()),
  }),
  'svc.password_changed': z.object({ ...ofUser, ...contact }),
  'svc.refresh_token_reuse_detected': z.object({ ...ofUser, sessionId: z.string() }),
  'svc.session_bound': z.object({ ...ofUser, sessionId: z.string() }),
  'svc.refresh_token_forgery_detected': z.object({ ...ofUser, sessionId: z.string() }),
  'svc.application_session_ended': z.object({ ...ofUser, sessionId: z.string(), applicationId: z.string() }),
  'svc.application_allowed': z.object({
    ...ofUser,
    applicationId: z.string(),
    grantId: z.string(),
    scopes: z.array(z.string()),
    resource: z.nullable(z.string()),
  }),
  'svc.application_access_revoked': z.object({ ...ofUser, applicationId: z.string(), grantId: z.string() }),
  'svc.device_allowed': z.object({ ...ofUser, applicationId: z.string(), ipAddress: z.string() }),
  'svc.device_denied': z.object({ ...ofUser, applicationId: z.string(), ipAddress: z.string() }),
  'svc.api_key_created': z.object(newSecret),
  'svc.api_key_rotated': z.object(newSecret),
  'svc.api_key_updated': z.object({ ...ofApiKey, updatedFields }),
  'svc.api_key_revoked': z.object(ofApiKey),
  'svc.tenant_created': z.object(tenantDetail),
  'svc.tenant_updated': z.object({ ...tenantDetail, updatedFields }),
  'svc.tenant_deleted': z.object(tenantDetail),
  'svc.domain_verified': z.object({ ...ofTenant, domain: z.string() }),
  'svc.domain_unverified': z.object({
    ...ofTenant,
    domain: z.string(),
    reason: z.enum(['record', 'moved', 'removed']),
  }),
  'svc.provider_secret_expiring': z.object({
    ...ofTenant,
    provider: z.string(),
    expiresAt: z.iso.datetime(),
    daysLeft: z.int(),
  }),
  'svc.scim_connection_silent': z.object({
    ...ofTenant,
    connectionId: z.string(),
    name: z.string(),
    lastUsedAt: z.iso.datetime(),
    silentAfterDays: z.int(),
  }),
  'svc.row_created': z.object(rowDetail),
  'svc.row_updated': z.object({ ...rowDetail, updatedFields }),
  'svc.row_trashed': z.object(rowDetail),
  'svc.row_restored': z.object(rowDetail),
  'svc.row_deleted': z.object(rowDetail),
};

export type EventName = keyof typeof events;
export type EventDetail<Name extends EventName> = Omit<z.output<(typeof events)[Name]>, 'id' | 'occurredAt'>;

/**
 * The events that the mailer turns into a message, and how soon it must leave. `urgent`: a person waits for it and it
 * expires within minutes, or it replaces such a message. `notice`: everything else. Urgent messages have a queue of
 * their own and leave first (docs/decisions/0035).
 */
export const messageUrgency = {
  'svc.email_verification_requested': 'urgent',
  'svc.phone_verification_requested': 'urgent',
  'svc.passwordless_code_requested': 'urgent',
  'svc.password_reset_requested': 'urgent',
  'svc.two_factor_code_sent': 'urgent',
  'svc.signup_attempted': 'urgent',
  'svc.tenants_requested': 'urgent',
  'svc.join_requested': 'urgent',
  'svc.join_refused': 'notice',
  'svc.user_invited': 'notice',
  'svc.admin_code_requested': 'urgent',
  'svc.admin_invited': 'notice',
  'svc.admin_factor_changed': 'notice',
  'svc.setup_link_sent': 'notice',
  'svc.password_changed': 'notice',
  'svc.password_reset': 'notice',
  'svc.two_factor_enabled': 'notice',
  'svc.two_factor_disabled': 'notice',
  'svc.mfa_device_added': 'notice',
  'svc.mfa_device_removed': 'notice',
  'svc.passkey_added': 'notice',
  'svc.passkey_removed': 'notice',
  'svc.mfa_recovery_codes_generated': 'notice',
  'svc.mfa_recovery_code_used': 'notice',
  'svc.user_updated': 'notice',
  'svc.identity_linked': 'notice',
  'svc.guessing_detected': 'notice',
  'svc.user_inactive': 'notice',
  'svc.account_linked': 'notice',
  'svc.identity_unlinked': 'notice',
  'svc.acting_started': 'notice',
  'svc.recovery_link_created': 'notice',
  'svc.api_key_created': 'notice',
  'svc.api_key_rotated': 'notice',
} as const satisfies Partial<Record<EventName, 'urgent' | 'notice'>>;

export type MessageEventName = keyof typeof messageUrgency;
export type Urgency = (typeof messageUrgency)[MessageEventName];

/** The rules between the bus and the mailer pass only these. */
export const messageEvents = Object.keys(messageUrgency) as MessageEventName[];

/** The message events of one urgency. */
export const messagesOf = (urgency: Urgency): MessageEventName[] =>
  messageEvents.filter((name) => messageUrgency[name] === urgency);

/**
 * The events that the stack keeps in a log of its own: changes by admins, and what an investigation of an account needs.
 * None of them carries a code or a token.
 */
export const auditEvents = [
  'svc.admin_action',
  'svc.organization_action',
  'svc.user_updated',
  'svc.user_deleted',
  'svc.user_inactive',
  'svc.admin_login_failed',
  'svc.refresh_token_reuse_detected',
  'svc.password_changed',
  'svc.password_reset',
  'svc.email_verified',
  'svc.phone_verified',
  'svc.two_factor_enabled',
  'svc.two_factor_disabled',
  'svc.mfa_device_added',
  'svc.mfa_device_removed',
  'svc.passkey_added',
  'svc.passkey_removed',
  'svc.passkey_backup_changed',
  'svc.passkey_counter_fell',
  'svc.mfa_recovery_codes_generated',
  'svc.mfa_recovery_code_used',
  'svc.identity_linked',
  'svc.user_migrated',
  'svc.account_linked',
  'svc.refresh_token_forgery_detected',
  'svc.session_bound',
  'svc.identity_unlinked',
  'svc.acting_started',
  'svc.recovery_link_created',
  'svc.application_allowed',
  'svc.application_access_revoked',
  'svc.device_allowed',
  'svc.device_denied',
  'svc.api_key_created',
  'svc.api_key_rotated',
  'svc.api_key_updated',
  'svc.api_key_revoked',
] as const satisfies readonly EventName[];

/** The event of which an application is told (OpenID Connect Back-Channel Logout 1.0). */
export const LOGOUT_EVENT = 'svc.application_session_ended' satisfies EventName;

/** The `source` of every event on the bus. */
export const EVENT_SOURCE = 'gatehouse';

type EventDocs = {
  [Name in EventName]: { meaning: string; fields: { [Field in keyof EventDetail<Name>]-?: string } };
};

/** Returns what docs/events.md says about each event. */
export function eventDocs(): EventDocs {
  const user = { tenantId: 'The tenant of the user.', userId: 'The user.' };
  const addresses = { email: 'The email address of the user.', phone: 'The phone number of the user, in E.164 form.' };
  const account = { ...user, ...addresses };
  const tenant = { tenantId: 'The tenant.', name: 'The display name.', slug: 'The unique short name.' };
  const admin = { adminId: 'The admin.', email: 'The email address of the admin.' };
  const role = {
    tenantId: 'The tenant of the role. `null`: a role of all tenants.',
    roleId: 'The role.',
    name: 'The name of the role.',
    guard: 'The namespace of the role.',
  };
  const permission = {
    permissionId: 'The permission.',
    name: 'The name of the permission.',
    guard: 'The namespace of the permission.',
  };
  const updated = { updatedFields: 'The names of the fields that changed.' };
  const code = {
    ...user,
    channel: 'How the code is delivered.',
    to: 'The email address or phone number that gets the code.',
    codeId: 'The id of the code. It does not disclose the code.',
    expiresAt: 'When the code expires.',
    sealed: 'The code, encrypted for the mailer.',
  };
  const device = { ...account, deviceId: 'The authenticator.', deviceName: 'The display name of the authenticator.' };

  const passkey = { ...account, passkeyId: 'The passkey.', passkeyName: 'The display name of the passkey.' };

  const allowed = { applicationId: 'The application.', grantId: 'The grant.' };
  const ofDevice = { applicationId: 'The application.', ipAddress: 'The address from which the device asked.' };
  const apiKey = {
    tenantId: 'The tenant in which the key acts.',
    userId: 'The user who owns it. `null`: a machine does.',
    applicationId: 'The machine that owns it. `null`: a user does.',
    keyId: 'The API key.',
  };
  const newSecret = {
    ...apiKey,
    email:
      'The verified email address of the user, which is told. `null`: the user has none, or a machine owns the key.',
    name: 'What the owner calls it.',
    scopes: 'The permissions to which it is limited.',
    expiresAt: 'When the new secret ends.',
  };
  const row = {
    tenantId: 'The tenant of the row.',
    userId: 'The user who made the change. By an API key of a machine: its application.',
    resource: 'The name of the resource.',
    rowId: 'The row.',
    version: 'The version of the row, which every change raises, a deletion included: it orders the events of a row.',
  };

  const change = {
    action: 'The kind of target and what happened to it, such as `tenant.updated`.',
    targetType: 'The kind of target.',
    targetId: 'The id of the target.',
    tenantId: 'The tenant of the target. `null`: it belongs to no tenant.',
    before:
      'The fields that changed, as they were. Settings as `settings.<name>`, metadata as `metadata.<key>`. Secrets and values of metadata are `set`.',
    after:
      'The fields that changed, as they are now. Secrets and values of metadata are `set` where there was none, else `changed`.',
  };

  return {
    'svc.admin_action': {
      meaning: 'An admin, or the holder of the secret key, changed something. These events are the audit log.',
      fields: {
        adminId: 'The admin. `null`: an application, or the holder of the secret key.',
        applicationId: 'The application that did it with the role of an admin.',
        ...change,
      },
    },
    'svc.organization_action': {
      meaning: 'A user who manages their tenant changed something there, a person with a setup link, or a directory.',
      fields: {
        actorId: 'The user who did it, the setup link, or the SCIM connection of the directory.',
        madeBy: 'The admin or user who made the setup link. Absent: a user or a directory did it.',
        ...change,
      },
    },
    'svc.admin_created': { meaning: 'An admin was created.', fields: admin },
    'svc.admin_password_reset': { meaning: 'The password of an admin was set with the secret key.', fields: admin },
    'svc.admin_invited': {
      meaning: 'A person was invited as an admin, or their invitation was sent again.',
      fields: {
        invitationId: 'The invitation.',
        channel: 'How it is delivered: `email`.',
        to: 'The email address that was invited.',
        role: 'What the admin will be able to do.',
        invitedBy: 'The admin who sent it.',
        expiresAt: 'When it expires.',
        sealed: 'The token, encrypted for the mailer. No subscriber can read it.',
      },
    },
    'svc.setup_link_sent': {
      meaning: 'A link was sent to a person who is to set up a tenant.',
      fields: {
        tenantId: 'The tenant.',
        linkId: 'The setup link.',
        channel: 'How it is delivered: `email`.',
        to: 'The email address that gets it.',
        locale: 'The language of the message. `null`: that of the tenant.',
        createdBy: 'The admin or user who made it.',
        expiresAt: 'When it expires.',
        sealed: 'The token, encrypted for the mailer. No subscriber can read it.',
      },
    },
    'svc.join_requested': {
      meaning:
        'A caller asked to join a tenant with an address of its domain. The message has the link that proves the address. Nothing is recorded yet.',
      fields: {
        tenantId: 'The tenant.',
        channel: 'How the link is delivered: `email`.',
        to: 'The email address.',
        locale: 'The language that the caller asked for. `null`: that of the tenant.',
        expiresAt: 'When the link expires.',
        sealed: 'The token, encrypted for the mailer. No subscriber can read it.',
      },
    },
    'svc.join_request_opened': {
      meaning: 'A person proved an address of a domain of the tenant, and asks to join. Those who may invite decide.',
      fields: {
        tenantId: 'The tenant.',
        joinRequestId: 'The request. The list of requests has its address.',
        domain: 'The domain, in lower-case A-labels.',
      },
    },
    'svc.join_refused': {
      meaning: 'A request to join a tenant was refused. The person is told.',
      fields: {
        tenantId: 'The tenant.',
        channel: 'How it is delivered: `email`.',
        to: 'The email address of the person.',
        locale: 'The language of the message. `null`: that of the tenant.',
      },
    },
    'svc.admin_code_requested': {
      meaning: 'An admin needs a code by email to log in, because there were too many wrong passwords.',
      fields: {
        adminId: 'The admin.',
        channel: 'How it is delivered: `email`.',
        to: 'The email address of the admin.',
        expiresAt: 'When it expires.',
        sealed: 'The code, encrypted for the mailer. No subscriber can read it.',
      },
    },
    'svc.admin_factor_changed': {
      meaning: 'An admin has another way to log in, or one less. They are told. The audit log says who changed it.',
      fields: {
        adminId: 'The admin.',
        channel: 'How the notice is delivered: `email`.',
        to: 'The email address of the admin.',
        change: 'What was changed. One event for all passkeys that a call removes.',
      },
    },
    'svc.tenants_requested': {
      meaning:
        'A caller asked for the tenants of an email address. It may have none, and the caller may not be its owner.',
      fields: {
        channel: 'How the list is delivered: `email`.',
        to: 'The email address.',
        locale: 'The language that the caller asked for. `null`: none.',
      },
    },
    'svc.admin_login_failed': {
      meaning: 'A login of an admin failed. Published at most 20 times an hour for each admin.',
      fields: {
        adminId: 'The admin. `null`: the address has no admin, or the admin is not known.',
        reason:
          '`credentials`: unknown address or wrong password. `code`: right password, wrong authenticator code. ' +
          '`passkey`: a passkey that was not accepted. ' +
          '`provider`: the identity provider refused, or named no admin.',
        ipAddress: 'The IP address of the client.',
      },
    },
    'svc.role_created': { meaning: 'A role was created.', fields: role },
    'svc.role_updated': { meaning: 'A role changed.', fields: { ...role, ...updated } },
    'svc.role_deleted': { meaning: 'A role was deleted.', fields: role },
    'svc.permission_created': { meaning: 'A permission was created.', fields: permission },
    'svc.permission_updated': { meaning: 'A permission changed.', fields: { ...permission, ...updated } },
    'svc.permission_deleted': { meaning: 'A permission was deleted.', fields: permission },
    'svc.user_updated': {
      meaning:
        'An admin changed a user, a user changed their own name, language or address, or a user was disabled because they did not sign in.',
      fields: {
        ...account,
        ...updated,
        previousEmail: 'The email address before the change, if it changed. `null`: there was none.',
        previousPhone: 'The phone number before the change, if it changed. `null`: there was none.',
      },
    },
    'svc.user_deleted': {
      meaning:
        'A user was deleted: by an admin, by themselves, or because they did not sign in (`settings.inactivity`).',
      fields: account,
    },
    'svc.user_inactive': {
      meaning:
        'A user did not sign in for long, and the tenant will act on it (`settings.inactivity`). A sign-in keeps the account.',
      fields: {
        ...account,
        action: 'What will be done: `disable` or `delete`.',
        actsAt: 'When, at the earliest.',
        isNotified: 'Whether the user gets a message.',
      },
    },
    'svc.two_factor_code_sent': { meaning: 'A user requested a code that completes a login.', fields: code },
    'svc.two_factor_enabled': {
      meaning: 'The logins of a user now require a second factor.',
      fields: {
        ...account,
        method: 'The method of the second factor.',
        deviceId: 'The authenticator whose set-up enabled it, if one did.',
      },
    },
    'svc.two_factor_disabled': {
      meaning: 'The logins of a user no longer require a second factor.',
      fields: { ...account, deviceId: 'The authenticator whose removal disabled it, if one did.' },
    },
    'svc.mfa_device_added': { meaning: 'A user set up an authenticator.', fields: device },
    'svc.mfa_device_removed': { meaning: 'An authenticator of a user was removed.', fields: device },
    'svc.passkey_added': { meaning: 'A user added a passkey.', fields: passkey },
    'svc.passkey_removed': { meaning: 'A user or an admin removed a passkey.', fields: passkey },
    'svc.passkey_backup_changed': {
      meaning: 'A passkey was used that is now on several devices, or no longer.',
      fields: { ...passkey, isBackedUp: 'Whether it is.' },
    },
    'svc.passkey_counter_fell': {
      meaning:
        'The counter of a passkey did not rise with its use. The passkey may have been copied. It still logs in.',
      fields: { ...passkey, storedCounter: 'The counter that was stored.', usedCounter: 'The counter of this use.' },
    },
    'svc.mfa_recovery_codes_generated': { meaning: 'A user generated a new set of recovery codes.', fields: account },
    'svc.mfa_recovery_code_used': {
      meaning: 'A user used a recovery code.',
      fields: { ...account, codesLeft: 'The number of unused codes that are left.' },
    },
    'svc.user_created': {
      meaning:
        'A user was created by a signup, an invitation, an admin, a login with an identity provider or a move from an earlier service.',
      fields: account,
    },
    'svc.registered': {
      meaning: 'A person signed up.',
      fields: { ...account, provider: '`email`, `phone`, or the name of an identity provider.' },
    },
    'svc.user_migrated': {
      meaning:
        'The first login of a person at the earlier service of the tenant created their account here. `svc.user_created` accompanies it.',
      fields: { ...account, source: 'The earlier service: `oauth`, `cognito` or `hook`, and its host.' },
    },
    'svc.identity_linked': {
      meaning: 'An account at an identity provider can now log in as an existing user.',
      fields: { ...account, provider: 'The name of the identity provider.', identityId: 'The new identity.' },
    },
    'svc.account_linked': {
      meaning: 'A switch of tenant linked this account to another one: sessions of each may switch to the other.',
      fields: { ...account, linkedTenantId: 'The tenant of the other account.', linkedUserId: 'The other account.' },
    },
    'svc.identity_unlinked': {
      meaning: 'An account at an identity provider can no longer log in as the user. The user or an admin unlinked it.',
      fields: { ...account, provider: 'The name of the identity provider.', identityId: 'The identity.' },
    },
    'svc.acting_started': {
      meaning: 'An admin acts as a user. `svc.admin_action` has the reason.',
      fields: {
        ...account,
        adminId: 'The admin.',
        sessionId: 'The session that the admin has.',
        expiresAt: 'When it ends at the latest.',
        isNotified: 'Whether the user gets a message.',
      },
    },
    'svc.recovery_link_created': {
      meaning: 'An admin made a link that lets a user in who lost every other way.',
      fields: { ...account, expiresAt: 'When it ends.' },
    },
    'svc.signup_attempted': { meaning: 'A person signed up with the address of an existing user.', fields: account },
    'svc.email_verification_requested': {
      meaning: 'A code that verifies an email address, or opens the list of the tenants of its owner, is due.',
      fields: code,
    },
    'svc.phone_verification_requested': { meaning: 'A code that verifies a phone number is due.', fields: code },
    'svc.passwordless_code_requested': { meaning: 'A login code is due.', fields: code },
    'svc.password_reset_requested': { meaning: 'A password reset code is due.', fields: code },
    'svc.email_verified': { meaning: 'A user verified an email address.', fields: account },
    'svc.phone_verified': { meaning: 'A user verified a phone number.', fields: account },
    'svc.password_reset': { meaning: 'A password was set with a reset or an invitation.', fields: account },
    'svc.guessing_detected': {
      meaning: 'There were many wrong guesses at an account. At most one event a day for each address.',
      fields: {
        ...account,
        guessed: 'What is guessed: the password, the code of a message, or the second factor.',
        attempts: 'The number of wrong guesses in a row.',
      },
    },
    'svc.user_invited': {
      meaning: 'A user was invited into a tenant.',
      fields: {
        ...account,
        channel: 'How the invitation is delivered.',
        to: 'The email address or phone number that was invited.',
        isNewUser: 'Whether the invitation created the user.',
        invitedBy: 'The user or the admin who invited.',
        metadata: 'The `metadata` of the request.',
        token:
          'Sets the password, once, at POST /auth/reset-password. `null`: the user has a password and gets a notice.',
        tokenId: 'The id of the token. It does not disclose the token.',
        expiresAt: 'When the token expires.',
      },
    },
    'svc.password_changed': { meaning: 'A user changed the password.', fields: account },
    'svc.refresh_token_reuse_detected': {
      meaning: 'A replaced refresh token was used again. The session has been ended.',
      fields: { ...user, sessionId: 'The session.' },
    },
    'svc.session_bound': {
      meaning: 'A browser bound the session of its login to a key of its device.',
      fields: { ...user, sessionId: 'The session.' },
    },
    'svc.refresh_token_forgery_detected': {
      meaning:
        'A refresh token was signed with a key of this deployment, but never issued. The session has ended. Treat the ' +
        'root secret as stolen.',
      fields: { ...user, sessionId: 'The session.' },
    },
    'svc.application_session_ended': {
      meaning:
        'A session of an application ended before it expired. The application is told if it has a `backchannelLogoutUri`.',
      fields: {
        ...user,
        sessionId: 'The session, which id tokens name as `sid`.',
        applicationId: 'The application.',
      },
    },
    'svc.application_allowed': {
      meaning: 'A user allowed an application something on the consent page.',
      fields: {
        ...user,
        ...allowed,
        scopes: 'All that the user allows it now.',
        resource: 'The URI of the protected resource that the scopes are of. `null`: this service.',
      },
    },
    'svc.application_access_revoked': {
      meaning:
        'A user, or an admin, took an application what the user had allowed it. Its sessions of that user ended.',
      fields: { ...user, ...allowed },
    },
    'svc.device_allowed': {
      meaning: 'A user let an application in on a device, by the code that it shows.',
      fields: { ...user, ...ofDevice },
    },
    'svc.device_denied': {
      meaning: 'A user denied an application on a device, by the code that it shows.',
      fields: { ...user, ...ofDevice },
    },
    'svc.api_key_created': {
      meaning:
        'A user made an API key, or an admin made one for a machine. The user gets an email if theirs is verified.',
      fields: newSecret,
    },
    'svc.api_key_rotated': {
      meaning: 'An API key got a new secret. The one before it ends by itself.',
      fields: newSecret,
    },
    'svc.api_key_updated': {
      meaning: 'An API key was renamed, or its networks changed.',
      fields: { ...apiKey, ...updated },
    },
    'svc.api_key_revoked': { meaning: 'The owner or an admin revoked an API key.', fields: apiKey },
    'svc.tenant_created': { meaning: 'A tenant was created.', fields: tenant },
    'svc.tenant_updated': { meaning: 'A tenant changed.', fields: { ...tenant, ...updated } },
    'svc.tenant_deleted': { meaning: 'A tenant was deleted.', fields: tenant },
    'svc.domain_verified': {
      meaning: 'A tenant has proved by a DNS record that a domain is its own.',
      fields: { tenantId: 'The tenant.', domain: 'The domain, in lower-case A-labels.' },
    },
    'svc.domain_unverified': {
      meaning: 'A domain that was verified is no longer of the tenant. Existing users stay as they are.',
      fields: {
        tenantId: 'The tenant.',
        domain: 'The domain, in lower-case A-labels.',
        reason:
          '`record`: the DNS record was missing in seven daily checks in a row. `moved`: another tenant has proved it. `removed`: it was removed from the list.',
      },
    },
    'svc.provider_secret_expiring': {
      meaning:
        'The client secret of an identity provider ends soon. No one signs in with the provider afterwards. Published once each at 30, 7 and 1 days before.',
      fields: {
        tenantId: 'The tenant.',
        provider: 'The name of the identity provider.',
        expiresAt: 'When the secret ends, as a person entered it.',
        daysLeft: 'Which notice it is: `30`, `7` or `1`.',
      },
    },
    'svc.scim_connection_silent': {
      meaning:
        'A directory that had sent requests by SCIM has sent none for the days of its connection. Published once for each silence: again only after the directory was heard meanwhile. A paused connection is not silent.',
      fields: {
        tenantId: 'The tenant.',
        connectionId: 'The id of the connection, prefix `scm_`.',
        name: 'Its name.',
        lastUsedAt: 'When the directory was last heard, to the hour.',
        silentAfterDays: 'The days without a request, as the connection has them.',
      },
    },
    'svc.row_created': { meaning: 'A user created a row of a resource.', fields: row },
    'svc.row_updated': {
      meaning: 'A user changed a row of a resource, or its place in an order.',
      fields: { ...row, updatedFields: 'The names of the fields that changed, hidden ones excepted.' },
    },
    'svc.row_trashed': { meaning: 'A user moved a row of a resource to the trash.', fields: row },
    'svc.row_restored': { meaning: 'A user restored a row of a resource from the trash.', fields: row },
    'svc.row_deleted': { meaning: 'A user deleted a row of a resource for good.', fields: row },
  };
}
