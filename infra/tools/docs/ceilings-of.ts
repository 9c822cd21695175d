// Lists the limits in the table that count each operation. test/infra/ceilings-page.test.ts compares the list with the
// contract and with lib/domain/credentials/limit-table.ts.
import { isCountedChange, type Operation, type Route } from '../../../lib/contract/operation.ts';
import type { Scope } from '../../../lib/domain/credentials/limit-table.ts';

const GUESSED_CODE: readonly Scope[] = ['code-address', 'code-bound-row', 'code-alarm', 'guessing-notice'];
const FAILED: readonly Scope[] = ['failure-record', 'failure-record-each'];
const EMAIL: readonly Scope[] = ['send-gap', 'email-burst', 'email-day', 'email-tenant-day'];
const SMS: readonly Scope[] = ['sms-burst', 'sms-day', 'sms-prefix', 'sms-tenant-day'];
const INVITED: readonly Scope[] = ['email-day', 'email-tenant-day', 'sms-day', 'sms-prefix', 'sms-tenant-day'];
const SIGNED_UP: readonly Scope[] = ['send-ip', ...EMAIL, ...SMS, 'sms-share'];
const REQUESTED: readonly Scope[] = [...SIGNED_UP, 'send-reserve', 'send-reserve-account'];
const DOCUMENTS: readonly Scope[] = ['client-document-account', 'client-document-host', 'client-document'];
const ADMIN_LOGIN: readonly Scope[] = [
  'admin-account',
  'admin-row',
  'admin-email-code',
  'admin-reserve',
  'admin-otp',
  'admin-failure-event',
];
const ADMIN_INVITED: Scope[] = ['send-gap', 'email-day', 'email-tenant-day'];

/** Route -> the limits of its own. */
export const LIMITS_OF: Readonly<Record<string, readonly Scope[]>> = {
  'POST /auth/signup': ['signup-ip', 'signup-collision', ...SIGNED_UP],
  'POST /auth/login': ['login-ip', 'login-account', 'login-reserve', ...FAILED, ...GUESSED_CODE],
  'POST /auth/refresh-token': ['refresh-ip', 'refresh-session', 'refresh-grace'],
  'POST /auth/switch-tenant': ['switch-account'],
  'POST /auth/change-password': ['login-account', 'login-reserve'],
  'POST /auth/forgot-password': REQUESTED,
  'POST /auth/verify-forgot-password-otp': ['code-ip', ...GUESSED_CODE],
  'POST /auth/reset-password': ['token-ip'],
  'POST /auth/passwordless/send': REQUESTED,
  'POST /auth/send-email-verification': ['send-ip', ...EMAIL, 'send-reserve', 'send-reserve-account'],
  'POST /auth/verify-email': GUESSED_CODE,
  'POST /auth/send-phone-verification': [
    'send-ip',
    'send-gap',
    ...SMS,
    'sms-share',
    'send-reserve',
    'send-reserve-account',
  ],
  'POST /auth/verify-phone': GUESSED_CODE,
  'POST /auth/address': REQUESTED,
  'POST /auth/address/confirm': GUESSED_CODE,
  'POST /auth/tenants/mine/send': ['send-ip', ...EMAIL, 'send-reserve', 'send-reserve-account'],
  'POST /auth/tenants/mine': GUESSED_CODE,
  'POST /auth/invitation': ['token-ip'],
  'POST /auth/invite': [
    ...EMAIL.filter((scope) => scope !== 'email-burst'),
    ...SMS.filter((scope) => scope !== 'sms-burst'),
  ],
  'POST /auth/admin/api/invitations': INVITED,
  'POST /auth/admin/api/invitations/{id}/resend': INVITED,
  'POST /auth/admin/api/users/{id}/unlock': ['unlock-account'],
  'POST /auth/admin/admins/{id}/unlock': ['unlock-account'],
  'POST /auth/admin/api/tenants/{id}/identity-providers/{provider}/test': ['provider-test'],
  'POST /auth/admin/api/users/{id}/act': ['acting-admin'],
  'GET /auth/tenants/lookup': ['lookup-ip'],
  'POST /auth/tenants/find': ['send-ip', 'send-gap', 'email-burst', 'email-day'],
  'POST /auth/tenants/discover': ['lookup-ip'],
  'POST /auth/join-requests': ['send-ip', ...EMAIL],
  'POST /auth/join-requests/confirm': ['token-ip'],
  'POST /auth/organization/join-requests/{id}/accept': ['email-day', 'email-tenant-day'],
  'POST /auth/admin/api/join-requests/{id}/accept': ['email-day', 'email-tenant-day'],
  'POST /auth/organization/domains/{domain}/check': ['domain-check'],
  'POST /auth/admin/api/tenants/{id}/domains/{domain}/check': ['domain-check'],
  'GET /auth/client-config': ['lookup-ip'],
  'POST /auth/mfa/challenge': [...EMAIL, ...SMS],
  'POST /auth/mfa/verify': ['mfa-account', 'guessing-notice', 'failure-record'],
  'POST /auth/passkeys/link-options': ['token-ip'],
  'POST /auth/passkeys/link': ['token-ip'],
  'POST /auth/passkeys/login': ['login-ip', 'failure-record'],
  'POST /auth/passkeys/verify': ['mfa-account', 'guessing-notice', 'failure-record'],
  'POST /auth/mfa/verify-recovery-code': ['recovery-account'],
  'POST /auth/mfa/reset-totp': ['mfa-account'],
  'GET /auth/sso/{provider}': ['sso-ip'],
  'GET /auth/callback/{provider}': FAILED,
  'POST /auth/sso/{provider}/nonce': ['sso-ip'],
  'POST /auth/identities': ['sso-ip'],
  'POST /auth/organization/invitations': INVITED,
  'POST /auth/organization/invitations/{id}/resend': INVITED,
  'POST /auth/organization/providers/{name}/test': ['provider-test'],
  'POST /auth/organization/providers/{name}/try': ['sso-ip'],
  'POST /auth/organization/setup-links': ['setup-link', 'send-gap', 'email-day', 'email-tenant-day'],
  'POST /auth/organization/setup/begin': ['token-ip'],
  'POST /auth/admin/api/tenants/{id}/setup-links': ['setup-link', 'send-gap', 'email-day', 'email-tenant-day'],
  'POST /auth/api-keys/verify': ['client-ip', 'api-key-use'],
  'POST /auth/api-keys/token': ['client-ip', 'api-key-use', 'machine-token'],
  'GET /oauth2/authorize': DOCUMENTS,
  'GET /oauth2/consent': DOCUMENTS,
  'POST /oauth2/consent': DOCUMENTS,
  'POST /oauth2/token': ['client-ip', 'machine-token', 'token-exchange', 'token-exchange-noted'],
  'POST /oauth2/par': ['client-ip'],
  'POST /oauth2/device_authorization': ['client-ip', 'device-start', 'machine-token'],
  'POST /oauth2/device': ['device-ip', 'device-account', 'code-alarm'],
  'POST /oauth2/introspect': ['client-ip'],
  'POST /oauth2/revoke': ['client-ip'],
  'POST /auth/admin/signup': ['secret-ip', 'secret-alarm'],
  'POST /auth/admin/reset-password': ['secret-reset-ip', 'secret-alarm'],
  'POST /auth/admin/login': ['admin-ip', ...ADMIN_LOGIN],
  'POST /auth/admin/reauthenticate': ['admin-ip', ...ADMIN_LOGIN],
  'POST /auth/admin/passkeys/login': ['admin-ip', 'admin-failure-event'],
  'POST /auth/admin/passkeys/verify': ['admin-ip', 'admin-failure-event'],
  'POST /auth/admin/invitations': ADMIN_INVITED,
  'POST /auth/admin/invitations/{id}/resend': ADMIN_INVITED,
  'POST /auth/admin/invitations/preview': ['token-ip'],
  'POST /auth/admin/invitations/accept': ['token-ip'],
  'GET /auth/admin/sso': ['sso-ip'],
  'GET /auth/admin/sso/callback': ['admin-failure-event'],
  'POST /auth/admin/sso/complete': ['admin-otp', 'admin-failure-event'],
  'PATCH /auth/admin/admins/{id}': ['admin-current-password'],
};

/** The limits of an operation. Without any, it has the throttle of the gateway alone. */
export const limitsOf = (route: Route, operation: Operation): readonly Scope[] => [
  ...(isCountedChange(route, operation) ? (['account-change'] as const) : []),
  ...(LIMITS_OF[route] ?? []),
];

type Holder = 'address' | 'tenant' | 'account';
/** Who shares a limit that is not a ceiling of the deployment; `account` unless given. */
const HOLDERS: Partial<Record<Scope, Holder>> = {
  'device-start': 'address',
  'device-ip': 'address',
  'secret-ip': 'address',
  'secret-reset-ip': 'address',
  'secret-alarm': 'tenant',
};
export const holderOf = (scope: Scope, per: string | undefined): Holder =>
  per === undefined ? (HOLDERS[scope] ?? 'account') : per === 'address' ? 'address' : 'tenant';
