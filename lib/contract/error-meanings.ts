// Explains every error code for docs/errors.md. Functions do not load this file.
import type { ErrorCode } from './errors.ts';

export const errorMeanings: Readonly<Record<ErrorCode, string>> = {
  INVALID_JSON: 'The JSON is malformed, or an object has the same key twice.',
  INVALID_INPUT: 'A field is missing, has the wrong type or is out of bounds. The message names the first such field.',
  TENANT_ID_REQUIRED: 'Public credential operations name their tenant. There is no default tenant.',
  EMAIL_OR_PHONE_REQUIRED:
    'The request has neither `email` nor `phone`, or the change would leave the account with neither.',
  EMAIL_ALREADY_EXISTS: 'Another account of the tenant has this address.',
  PHONE_ALREADY_EXISTS: 'Another account of the tenant has this number.',
  PASSWORD_TOO_SHORT: 'It has fewer characters (code points) than the tenant requires. The minimum is at least 8.',
  PASSWORD_TOO_LONG: 'It has more than 128 characters (code points).',
  PASSWORD_TOO_COMMON: 'It is on the list of commonly used and leaked passwords.',
  PASSWORD_CONTAINS_IDENTIFIER: 'Attackers guess such passwords first.',
  CURRENT_PASSWORD_INCORRECT: '`currentPassword` does not match the password of the account.',
  NEW_PASSWORD_SAME_AS_CURRENT: 'Both passwords are equal.',
  INVALID_SLUG_FORMAT: 'The slug of the tenant is malformed or reserved.',
  VERIFICATION_CODE_INVALID:
    'The code is wrong, expired, used, replaced, for another address, purpose or client, or was tried too often. The error is deliberately the same for all of these.',
  EMAIL_CODE_REQUIRED:
    'Wrong passwords from many networks used up the guesses at this admin. The admin gets the code by email, at most three times a day, and it is the same all day. An address without an admin gets this error too.',
  MFA_CODE_INVALID:
    'The code is wrong, expired, used, or belongs to another method, session or device. The code of the error is deliberately the same for all of these. The message tells when an authenticator’s code was used.',
  ADMIN_INVITATION_INVALID:
    'It is unknown, was used, revoked or sent again, has expired, or the owner who sent it is no longer one. The error is deliberately the same for all of these.',
  JOIN_LINK_INVALID:
    'The link of a request to join is malformed or has expired, or the tenant no longer takes requests for its domain.',
  SETUP_LINK_INVALID:
    'It is unknown, was used or revoked, has expired, or the person who made it may no longer do what it is for. The error is deliberately the same for all of these.',
  PASSWORD_RESET_TOKEN_INVALID:
    'The token is unknown, expired, used or replaced, or the password was set after it was issued.',
  NO_EMAIL_ADDRESS: 'There is nothing to verify.',
  NO_PHONE_NUMBER: 'There is nothing to verify.',
  EMAIL_ALREADY_VERIFIED: 'There is nothing left to do.',
  PHONE_ALREADY_VERIFIED: 'There is nothing left to do.',
  MFA_RECOVERY_CODE_INVALID: 'The code is wrong, used, or from a set that was replaced.',
  MFA_METHOD_NOT_AVAILABLE:
    'The account has no such factor, the tenant does not allow it, or the first factor used the same channel.',
  MFA_LAST_FACTOR: 'The tenant requires a second factor, so an account keeps at least one authenticator.',
  MFA_DEVICE_LIMIT_REACHED: 'An account has at most ten authenticators.',
  PASSKEY_INVALID:
    'The passkey is unknown, belongs to another account, was made for another page, did not verify its user where it must, or the challenge is used, older than five minutes, or of another browser, session or purpose. A new passkey may have a kind of key that is not accepted. The error is deliberately the same for all of these; the log says why.',
  PASSKEY_LIMIT_REACHED: 'An account has at most twenty passkeys.',
  DOMAIN_NOT_ALLOWED:
    'It is a service that gives mailboxes to anyone, or a suffix below which strangers get names, such as `co.uk`.',
  DOMAIN_LIMIT_REACHED: 'A tenant has at most twenty domains, verified or not.',
  DOMAIN_NOT_FOUND: 'The tenant has no such domain. A sub-domain is a domain of its own.',
  SCIM_CONNECTION_LIMIT_REACHED: 'A tenant has at most five SCIM connections, paused ones included.',
  DOMAIN_ALREADY_EXISTS: 'The tenant has added it before. Another tenant may add it, too: the DNS record decides.',
  SSO_REQUIRED:
    'The tenant has verified the domain of the address and set its join policy to `sso`. The message names the provider, which GET /auth/client-config lists.',
  ROLE_NAME_REQUIRED: 'The name is missing or blank.',
  ROLE_PERMISSION_VALIDATION_FAILED: 'Every permission of a role must exist under the guard of the role.',
  GUARD_MISMATCH: 'Accounts hold roles of the first guard in `roleGuards` of client-config.',
  PLATFORM_ACCESS_DISABLED: 'Every account belongs to exactly one tenant.',
  CURSOR_INVALID: 'The cursor was altered, has expired, or was issued for another list or other filters.',
  CONFLICTING_CREDENTIALS:
    'The same header or cookie was sent twice, or a cookie and the body carry different refresh tokens.',
  REDIRECT_NOT_ALLOWED: "It equals no entry of the tenant's `settings.redirectUris`. The comparison is exact.",
  SSO_STATE_INVALID:
    'The state is unknown, used or expired, or belongs to another provider or another browser. The error is deliberately the same for all of these.',
  ACCOUNT_LINK_REQUIRED:
    'The provider does not prove that both accounts belong to the same person, or another identity of the provider opens the account already. The user logs in another way, and verifies the address or links the identity. An identity that was unlinked from the account stays out until the owner allows it again.',
  NO_AUTH_PROVIDED: 'The request carries no credential that the operation accepts.',
  INVALID_TOKEN: 'The signature is wrong, the token has expired, or it is a token of another kind.',
  INVALID_CREDENTIALS:
    'The password is wrong, the account or the tenant is unknown, or the account is disabled. The error is deliberately the same for all of these.',
  SSO_TOKEN_INVALID:
    'The provider refused, the code or token is wrong, used or expired, the nonce of the id token was not issued to this client, or the account is disabled. The error is deliberately the same for all of these.',
  INVALID_PROVIDER: '`providerName` is unknown or not enabled.',
  SESSION_NOT_FOUND: 'The session was logged out or revoked, has expired, or was replaced by newer sessions.',
  SESSION_INVALID: 'The admin cookie is malformed, expired or revoked.',
  ACCOUNT_INACTIVE: 'The token is valid, but its account was disabled or deleted.',
  MFA_REQUIRED:
    'The session is pending until its second factor is verified. For an admin with an authenticator, the login lacks `otp`.',
  PASSKEY_REQUIRED:
    'The login lacks `credential`: a passkey alone completes the login of this admin, because they have no authenticator, or because the deployment requires passkeys.',
  CODE_OR_PASSKEY_REQUIRED: 'The login of an admin with an authenticator and passkeys lacks `otp`, or `credential`.',
  REFRESH_TOKEN_INVALID: 'No refresh token was sent, its signature is wrong, or it is a token of another kind.',
  REFRESH_TOKEN_EXPIRED: 'The session was not refreshed in time, or has reached its maximum age.',
  REFRESH_TOKEN_PROOF_REQUIRED:
    'The session is bound to a device, or must be. To exchange its refresh token, and to begin another session or a credential with it, the browser has to prove the key first.',
  REFRESH_TOKEN_REUSED: 'A replaced refresh token was sent after the grace period. The session has been ended.',
  INVALID_SECRET_KEY: 'The key that protects admin bootstrap and reset is wrong.',
  SECRET_KEY_NOT_CONFIGURED: 'Bootstrap and reset stay closed until a key of at least 32 characters is configured.',
  REGISTRATION_DISABLED: 'The tenant does not accept signups.',
  MIGRATION_STEP_REQUIRED:
    'The tenant moves people from an earlier service, and the password is right there, but that service also asks for a second factor or a new password. Nothing was moved. A person with a new password there logs in again. Anyone else signs up or is invited.',
  CSRF_TOKEN_INVALID: 'A cookie authenticated the request, and nothing proved where the request came from.',
  CSRF_ORIGIN_REJECTED: 'The Origin header is not on the allow-list.',
  MISSING_REQUIRED_PERMISSIONS: 'No role of the account grants the permission that the operation requires.',
  NOT_A_MEMBER_OF_TENANT:
    'The caller proved no account there: no session in this browser, no refresh token, no link. An unknown tenant gives the same error.',
  TENANT_MISMATCH: "`tenantId` names another tenant than the caller's.",
  EMAIL_DOMAIN_NOT_ALLOWED: 'The domain or one of its parents is on the list of blocked email domains.',
  FORBIDDEN:
    "The admin's role does not allow the call, or the call belongs to no tenant that the admin is limited to. System roles cannot be deleted, and admins cannot delete or demote themselves. With the token of an application: no application may call the operation.",
  INSUFFICIENT_SCOPE:
    'The token is that of an application, and has not the scope that the operation needs of applications. The message and `WWW-Authenticate` name it. A scope that the application lost counts no more.',
  EMAIL_VERIFICATION_REQUIRED:
    'The tenant verifies addresses before the first login, and the identity provider did not verify this one. The same client logs in with the code of the message, then the identity works, too. The error is deliberately the same for an address that is taken.',
  LAST_LOGIN_METHOD:
    'Nothing else opens the account: no password that works, no identity of a provider that the tenant has, and no verified address that a login code could go to.',
  IDENTITY_NOT_FOUND:
    'The account has no identity with this id, or the identity is not in the state that the operation changes.',
  REAUTH_REQUIRED:
    'The operation, or a field of the body, requires a login at most 15 minutes old, with the second factor if the account has one.',
  MUST_CHANGE_PASSWORD:
    'An admin chose the password, and the user must change it with POST /auth/change-password or a reset before doing anything else.',
  ACTING_NOT_ALLOWED:
    'The deployment or the tenant does not allow it, the tenant is inactive, or the user is disabled.',
  NOT_WHILE_ACTING: 'An admin who acts as a user sees the account. They change nothing about who can open it.',
  MFA_ENROLMENT_REQUIRED:
    'The deployment requires an authenticator app (`GATEHOUSE_ADMIN_TOTP`) or a passkey (`GATEHOUSE_ADMIN_PASSKEYS`) of each admin, and this one has none. They set it up with POST /auth/admin/mfa/setup-totp, or add one with POST /auth/admin/passkeys.',
  MFA_NOT_ENABLED: 'The tenant has switched it off, or the account has no second factor.',
  MFA_TOGGLING_NOT_ALLOWED: 'The tenant requires a second factor.',
  MFA_CANNOT_ENABLE_WITHOUT_METHOD:
    'Two-factor authentication can be enabled only for an account that has a method to complete its logins.',
  PASSKEYS_NOT_ENABLED:
    'The tenant has switched passkeys off, or lets none log in alone, or the deployment has no `GATEHOUSE_PASSKEY_RP_ID`.',
  ADMIN_BOOTSTRAP_CLOSED: 'Bootstrap works once. Admins create further admins.',
  REQUEST_BLOCKED:
    'A firewall or a resource policy of the deployment refused the request, or it did not come through the proxy that the deployment trusts. The response does not disclose the rule.',
  ROUTE_NOT_FOUND: 'Paths are exact, including case and slashes.',
  LOGO_NOT_FOUND: 'The tenant has no logo, or another one by now.',
  TENANT_NOT_FOUND: 'The tenant is unknown or deleted or, in the public lookup, inactive.',
  USER_NOT_FOUND: 'The user is unknown or deleted.',
  USER_SESSION_NOT_FOUND: 'The session is unknown, has ended, or belongs to another person.',
  MFA_DEVICE_NOT_FOUND: 'The device is unknown, was removed, or belongs to another user.',
  PASSKEY_NOT_FOUND: 'The passkey is unknown, was removed, or is another account’s.',
  PROVIDER_NOT_FOUND: 'The provider is unknown or not enabled in the tenant, or the tenant does not exist.',
  INVITATION_NOT_FOUND:
    'The user was never invited, has a password already, is disabled, or no longer has the address that was invited. For a revocation: the link has expired, or the invitation was revoked before.',
  ROLE_NOT_FOUND: 'The role is unknown, was deleted, or belongs to another tenant.',
  PERMISSION_NOT_FOUND: 'The permission is unknown or deleted.',
  ADMIN_INVITATION_NOT_FOUND: 'The invitation is unknown, or was accepted or revoked.',
  SCIM_CONNECTION_NOT_FOUND: 'The tenant has no SCIM connection of this id, or no longer.',
  SCIM_GROUP_NOT_FOUND: 'The directory has no group of this id, or no longer.',
  JOIN_REQUEST_NOT_FOUND: 'The request is unknown, was decided, has expired, or its domain is no longer of the tenant.',
  SETUP_LINK_NOT_FOUND: 'The link is unknown, was revoked, or is for what the caller may not do.',
  ADMIN_USER_NOT_FOUND: 'The admin is unknown or deleted.',
  BLOCKED_DOMAIN_NOT_FOUND: 'The entry is unknown or was removed.',
  METHOD_NOT_ALLOWED: 'The `Allow` header lists the methods of the path.',
  TENANT_ALREADY_EXISTS: 'Slugs are unique.',
  PROVIDER_ALREADY_EXISTS: 'The name is part of addresses, so it is unique in the tenant.',
  PROVIDER_LIMIT_REACHED: 'A tenant has at most 20 identity providers of its own.',
  USER_ALREADY_EXISTS: 'Email addresses and phone numbers are unique in a tenant.',
  ROLE_ALREADY_EXISTS: 'Names are unique per tenant and guard.',
  PERMISSION_ALREADY_EXISTS: 'Names are unique per guard.',
  ADMIN_INVITATION_EXISTS: 'The address has an invitation that is still valid. Send it again or revoke it.',
  ADMIN_USER_EXISTS: 'Email addresses of admins are unique.',
  ADMIN_LAST_REMAINING: 'One owner of the whole deployment always remains.',
  PAYLOAD_TOO_LARGE: 'The body has more than 64 KB.',
  URI_TOO_LONG: 'Path and query together have more than 4 KB.',
  UNSUPPORTED_MEDIA_TYPE: 'The request has another content type or charset, or a content encoding.',
  HEADERS_TOO_LARGE: 'The headers have more than 16 KB.',
  RATE_LIMITED: 'The `Retry-After` header says how many seconds to wait.',
  ACCOUNT_LOCKED: 'The account, known or not, accepts no attempts for the seconds in the `Retry-After` header.',
  INTERNAL_ERROR: 'The service failed. The fault has been logged.',
  SERVICE_UNAVAILABLE:
    'A dependency did not respond, or the deployment is misconfigured. The `Retry-After` header says how many seconds to wait.',
  CRUD_INVALID_JSON: 'The message names the parameter, which must be JSON of the form that the guide shows.',
  CRUD_INVALID_FIELD:
    'A query or an order names a field, relation or alias that the resource does not have. Hidden fields give the same error.',
  CRUD_INVALID_OPERATOR: 'The operator is unknown, or is not one for a field of this type.',
  CRUD_INVALID_OPERAND: 'The operand has the wrong type, is `null`, is empty, or is reversed.',
  CRUD_PAGE_TOO_LARGE: '`take` is above the largest page of the resource, or the rows of `/get/all` do not fit one.',
  CRUD_QUERY_TOO_COMPLEX: 'The query has too many conditions, levels, values, relations or aggregates.',
  CRUD_QUERY_TOO_BROAD:
    'The query would read more rows or bytes than one request may. The message names the index that would help.',
  CRUD_EMPTY_BODY: 'A row needs at least one value.',
  CRUD_NOT_FOUND:
    'The row is unknown, was deleted, is in the trash or not in the trash, belongs to another tenant, or is outside the caller’s scope. The error is deliberately the same for all of these.',
  IDEMPOTENCY_KEY_REUSED: 'A key belongs to one request. Make a new one for each thing that you create.',
  API_KEY_ROTATED:
    'Two secrets may live at a time. Wait until the older one ends, or send `overlapHours: 0`, which ends all others. Also for one of two callers who rotate at once.',
  CRUD_CONFLICT: 'Another row has the same unique value, perhaps in the trash, or the row has another version.',
  TIMEOUT: 'The gateway responds with this when a function runs too long.',
  INVALID_GRANT:
    'The code or refresh token is unknown, expired, used, revoked, or was issued to another application or redirect URI.',
  UNAUTHORIZED_CLIENT: 'The application does not have this grant, or does not serve this tenant.',
  UNSUPPORTED_GRANT_TYPE: '`grant_type` is none that the discovery document lists.',
  AUTHORIZATION_PENDING:
    'The user has not typed the code of the device yet, or has not decided. Poll on (RFC 8628 3.5).',
  SLOW_DOWN: 'The device polled before its interval was over. The interval is five seconds longer from now on.',
  AUTHORIZATION_DENIED: 'The user has denied what the device asked for.',
  DEVICE_CODE_EXPIRED: 'Ten minutes have passed. Get a new device code.',
  USER_CODE_INVALID:
    'The code is unknown, has expired, was decided before, or belongs to an application that does not serve the tenant.',
  DEVICE_GRANT_DISABLED: 'The setting `deviceGrant` of the tenant is off, which is the default.',
  INVALID_DPOP_PROOF:
    'The proof is malformed, about another request, older than a minute, or was used before. Sign a new one for each request.',
  INVALID_SCOPE: 'The scope is malformed, or names what the application cannot get.',
  INVALID_SUBJECT_TOKEN:
    'The token is not an access token for a protected resource, is expired, has ended with what it was given by, is of a tenant that the machine does not serve, or the machine acts in it already. The error is deliberately the same for all of these (RFC 8693 2.2.2).',
  INVALID_TARGET:
    'The `resource` is unknown, switched off, not for the tenant or the party of the application, not the one that was granted, or more than one (RFC 8707).',
  INVALID_CLIENT:
    'The application is unknown, disabled, or authenticated by another method, a wrong secret or a bad assertion. The error is deliberately the same for all of these.',
  AUDIT_ENTRY_NOT_FOUND:
    'The id is unknown, or the entry belongs to another tenant or was deleted after its retention.',
  APPLICATION_NOT_FOUND: 'The id is unknown or malformed.',
  PROTECTED_RESOURCE_NOT_FOUND: 'The id is unknown or malformed.',
  PROTECTED_RESOURCE_EXISTS: 'The URI is the identity of a protected resource. Change the one that exists.',
  API_KEY_NOT_FOUND: 'The key is unknown, was revoked, or belongs to another owner.',
  GRANT_NOT_FOUND: 'The user has allowed nothing by this id, has revoked it, or the application was deleted.',
  APPLICATION_SECRET_NOT_FOUND: 'The application has no live secret with this id.',
  APPLICATION_SESSION_LIMIT_REACHED:
    'The user has GATEHOUSE_APPLICATION_SESSIONS_PER_USER sessions of other applications. The code still works once there is room.',
  API_KEY_LIMIT_REACHED: 'An owner has at most ten API keys. One that has expired makes room by itself.',
  APPLICATION_LIMIT_REACHED:
    'Those who manage a tenant make at most fifty applications there. Those that admins made do not count.',
  APPLICATION_SECRET_LIMIT_REACHED: 'Two secrets may live at a time, so that one can replace the other.',
};
