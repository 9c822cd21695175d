// Declares signup, login, sessions and passwords of a tenant's users.

import * as z from 'zod/mini';
import { channelNames } from '../channels.ts';
import {
  documented,
  EMAIL,
  METADATA,
  NEW_PASSWORD,
  named,
  PHONE,
  said,
  TENANT,
  TENANT_ID,
  TIMES,
} from '../documentation.ts';
import { replyOf } from '../fields/field.ts';
import { userFields } from '../fields/user.ts';
import { userWords } from '../fields/user.words.ts';
import { contract, PASSWORD_POLICY } from '../operation.ts';
import { branding, roleSummary, tenantSummary, tokens } from '../records.ts';
import { refreshes } from '../refreshes.ts';
import {
  codeChallenge,
  codeVerifier,
  dateTime,
  email,
  locale,
  message,
  messageCode,
  metadata,
  mfaMethod,
  name,
  password,
  phone,
  refreshToken,
  tenantReference,
} from '../shapes.ts';
import { joinRequestOperations, joinRequestShapes, joinRequestsOfPeople } from './parts/join-requests.ts';

const enabled = z.object({ enabled: z.boolean() });
const social = z.object({ enabled: z.boolean(), clientId: z.optional(z.string()) });
const facebook = z.object({ enabled: z.boolean(), appId: z.optional(z.string()) });
const signInProvider = z.object({ name: z.string(), label: z.string() });
/** The facts that a sign-in page of a tenant must know. Nothing here is about an account. */
const signInPage = z.object({
  ...tenantSummary.shape,
  signup: z.object({ mode: z.enum(['instant', 'verifyFirst', 'closed']) }),
  methods: z.array(z.enum(['password', 'passwordless', 'sso'])),
  providers: z.array(signInProvider),
  password: z.object({ minLength: z.int(), maxLength: z.int() }),
  mfa: z.object({ policy: z.enum(['off', 'optional', 'required']), methods: z.array(mfaMethod) }),
  locale: z.string(),
});
/** The reply to a lookup by slug. */
const foundTenant = z.object({ ...tenantSummary.shape, branding });
const tenancy = z.object({ enabled: z.boolean(), mode: z.literal('isolated') });
const passwordless = z.object({ enabled: z.boolean(), allowSignUp: z.boolean() });
const registration = z.object({
  enabled: z.boolean(),
  requireInvitation: z.boolean(),
  collectProfileFields: z.array(z.unknown()),
});
const mfaConfig = z.object({
  enabled: z.boolean(),
  methods: z.array(z.string()),
  allowUserToggle: z.boolean(),
  allowMethodSelection: z.boolean(),
});
const passkeyConfig = z.object({ enabled: z.boolean(), firstFactor: z.boolean(), required: z.boolean() });
const browserAccount = z.object({
  accountId: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  tenantId: z.string(),
  isActive: z.boolean(),
  slot: z.nullable(z.int()),
});

const ofUser = replyOf(userFields);
const account = {
  id: ofUser.id,
  email: ofUser.email,
  phone: ofUser.phone,
  name: ofUser.name,
  locale: ofUser.locale,
  emailVerifiedAt: ofUser.emailVerifiedAt,
  phoneVerifiedAt: ofUser.phoneVerifiedAt,
  isMfaEnabled: ofUser.isMfaEnabled,
  mustChangePassword: ofUser.mustChangePassword,
  metadata: ofUser.metadata,
};

const profile = z.object({ name: account.name, locale: account.locale });
const currentUser = z.object(account);
const currentSession = z.object({
  id: z.string(),
  expiresAt: dateTime,
  user: currentUser,
  tenant: tenantSummary,
  roles: z.array(roleSummary),
  permissions: z.array(z.string()),
});

const channel = z.enum(channelNames);
const credentials = z.object({
  email: z.optional(email),
  phone: z.optional(phone),
  password: z.optional(password),
  identifier: z.optional(email),
  channels: z.optional(z.array(channel).check(z.minLength(1), z.maxLength(2))),
  code: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  codeVerifier: z.optional(codeVerifier),
  token: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
  nonce: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
});
/** The account that a code is sent to. */
const recipient = { email: z.optional(email), phone: z.optional(phone), tenantId: tenantReference };

/** An admin who acts as the user. */
const actor = z.object({ id: z.string(), expiresAt: dateTime });

export const authentication = contract({
  'POST /auth/signup': {
    name: 'signup',
    summary: 'Create an account in a tenant and log in',
    access: 'public',
    rate: 'credential',
    body: z.object({
      email: z.optional(email),
      phone: z.optional(phone),
      password: z.optional(password),
      tenantId: tenantReference,
      codeChallenge: z.optional(codeChallenge),
    }),
    reply: tokens,
    errors: [
      'TENANT_ID_REQUIRED',
      'EMAIL_OR_PHONE_REQUIRED',
      'EMAIL_ALREADY_EXISTS',
      'PHONE_ALREADY_EXISTS',
      ...PASSWORD_POLICY,
      'INVALID_CREDENTIALS',
      'REGISTRATION_DISABLED',
      'EMAIL_DOMAIN_NOT_ALLOWED',
      'SSO_REQUIRED',
      'RATE_LIMITED',
    ],
    browser: { cookies: 'start-session', binds: true },
  },
  'POST /auth/login': {
    name: 'login',
    summary: 'Log in with a password, a code or an identity provider',
    access: 'public',
    rate: 'credential',
    body: z.object({
      providerName: z._default(z.string().check(z.minLength(1), z.maxLength(64)), 'email'),
      credentials,
      tenantId: tenantReference,
      rememberMe: z._default(z.boolean(), true),
    }),
    reply: tokens,
    errors: [
      'TENANT_ID_REQUIRED',
      'INVALID_PROVIDER',
      'INVALID_CREDENTIALS',
      'VERIFICATION_CODE_INVALID',
      'SSO_TOKEN_INVALID',
      'ACCOUNT_LINK_REQUIRED',
      'EMAIL_VERIFICATION_REQUIRED',
      'REGISTRATION_DISABLED',
      'EMAIL_DOMAIN_NOT_ALLOWED',
      'MIGRATION_STEP_REQUIRED',
      'ACCOUNT_LOCKED',
      'RATE_LIMITED',
    ],
    browser: { cookies: 'start-session' },
  },
  'POST /auth/logout': {
    name: 'logout',
    summary: 'End this session',
    access: 'optional',
    reply: message,
    browser: { cookies: 'end-session' },
  },
  'POST /auth/logout-all': {
    name: 'logoutAll',
    summary: 'End every session of this account',
    access: 'user',
    admits: { application: 'account' },
    reply: message,
    browser: { cookies: 'end-session' },
  },
  ...refreshes,
  'POST /auth/switch-tenant': {
    name: 'switchTenant',
    summary: 'Switch to your own account in another tenant',
    access: 'user',
    needsDeviceKey: true,
    rate: 'credential',
    body: z.object({
      tenantId: tenantReference,
      refreshToken: z.optional(refreshToken),
    }),
    reply: tokens,
    errors: ['TENANT_ID_REQUIRED', 'NOT_A_MEMBER_OF_TENANT', 'RATE_LIMITED'],
    browser: { cookies: 'start-session' },
  },
  'POST /auth/change-password': {
    name: 'changePassword',
    summary: 'Change the password and end every session',
    access: 'user',
    admits: { application: 'account', beforePasswordChange: true },
    rate: 'credential',
    body: z.object({ currentPassword: password, newPassword: password }),
    reply: message,
    errors: ['CURRENT_PASSWORD_INCORRECT', 'NEW_PASSWORD_SAME_AS_CURRENT', ...PASSWORD_POLICY, 'ACCOUNT_LOCKED'],
    browser: { cookies: 'end-session' },
  },
  'POST /auth/forgot-password': {
    name: 'forgotPassword',
    summary: 'Send a password reset code',
    access: 'public',
    rate: 'credential',
    body: z.object({ ...recipient, codeChallenge: z.optional(codeChallenge) }),
    reply: message,
    errors: ['TENANT_ID_REQUIRED', 'EMAIL_OR_PHONE_REQUIRED'],
    browser: { binds: true },
  },
  'POST /auth/verify-forgot-password-otp': {
    name: 'verifyForgotPasswordOtp',
    summary: 'Exchange a password reset code for a reset token',
    access: 'public',
    rate: 'credential',
    body: z.object({ ...recipient, code: messageCode, codeVerifier: z.optional(codeVerifier) }),
    reply: z.object({ message: z.string(), resetToken: z.string() }),
    errors: ['TENANT_ID_REQUIRED', 'EMAIL_OR_PHONE_REQUIRED', 'VERIFICATION_CODE_INVALID', 'RATE_LIMITED'],
  },
  'POST /auth/reset-password': {
    name: 'resetPassword',
    summary: 'Set the password with a reset or invitation token',
    access: 'public',
    rate: 'credential',
    body: z.object({
      token: z.string().check(z.minLength(1), z.maxLength(256)),
      newPassword: password,
      unlinkIdentities: z.optional(z.boolean()),
    }),
    reply: message,
    errors: ['PASSWORD_RESET_TOKEN_INVALID', ...PASSWORD_POLICY, 'RATE_LIMITED'],
  },
  'POST /auth/passwordless/send': {
    name: 'sendLoginCode',
    summary: 'Send a login code by email or SMS',
    access: 'public',
    rate: 'credential',
    body: z.object({ identifier: email, channel, tenantId: tenantReference, codeChallenge: z.optional(codeChallenge) }),
    reply: message,
    errors: ['TENANT_ID_REQUIRED'],
    browser: { binds: true },
  },
  'POST /auth/send-email-verification': {
    name: 'sendEmailVerification',
    summary: 'Send a verification code to the email address of this account',
    access: 'user',
    admits: { application: 'account', beforePasswordChange: true },
    reply: message,
    errors: ['NO_EMAIL_ADDRESS', 'EMAIL_ALREADY_VERIFIED', 'RATE_LIMITED'],
  },
  'POST /auth/verify-email': {
    name: 'verifyEmail',
    summary: 'Verify the email address of this account',
    access: 'user',
    admits: { application: 'account', beforePasswordChange: true },
    rate: 'credential',
    body: z.object({ code: messageCode }),
    reply: message,
    errors: ['NO_EMAIL_ADDRESS', 'EMAIL_ALREADY_VERIFIED', 'VERIFICATION_CODE_INVALID'],
  },
  'POST /auth/send-phone-verification': {
    name: 'sendPhoneVerification',
    summary: 'Send a verification code to the phone number of this account',
    access: 'user',
    admits: { application: 'account', beforePasswordChange: true },
    reply: message,
    errors: ['NO_PHONE_NUMBER', 'PHONE_ALREADY_VERIFIED', 'RATE_LIMITED'],
  },
  'POST /auth/verify-phone': {
    name: 'verifyPhone',
    summary: 'Verify the phone number of this account',
    access: 'user',
    admits: { application: 'account', beforePasswordChange: true },
    rate: 'credential',
    body: z.object({ code: messageCode }),
    reply: message,
    errors: ['NO_PHONE_NUMBER', 'PHONE_ALREADY_VERIFIED', 'VERIFICATION_CODE_INVALID'],
  },
  'POST /auth/invite': {
    name: 'invite',
    summary: 'Invite a person into your tenant',
    input: { idempotent: true },
    access: 'user',
    needsDeviceKey: true,
    admits: { application: 'account' },
    body: z.object({
      email: z.optional(email),
      phone: z.optional(phone),
      tenantId: tenantReference,
      name: z.optional(name),
      metadata: z.optional(metadata),
    }),
    reply: z.object({ message: z.string(), userId: z.string(), isNewUser: z.boolean() }),
    status: 201,
    errors: [
      'EMAIL_OR_PHONE_REQUIRED',
      'PHONE_ALREADY_EXISTS',
      'MISSING_REQUIRED_PERMISSIONS',
      'TENANT_MISMATCH',
      'EMAIL_DOMAIN_NOT_ALLOWED',
      'RATE_LIMITED',
    ],
  },
  'GET /auth/me': {
    name: 'me',
    summary: 'Get the account of this session with its roles and permissions',
    access: 'user',
    admits: { application: 'account', acting: true, beforePasswordChange: true },
    reply: z.object({
      ...account,
      tenantId: z.string(),
      tenant: tenantSummary,
      sessionId: z.string(),
      roles: z.array(roleSummary),
      permissions: z.array(z.string()),
      actor: z.optional(actor),
    }),
  },
  'PATCH /auth/me': {
    name: 'updateProfile',
    summary: 'Change the name and the language of this account',
    access: 'user',
    admits: { application: 'account' },
    body: z.object({ name: z.optional(userFields.name.body), locale: z.optional(userFields.locale.body) }),
    reply: profile,
    extension: true,
  },
  'DELETE /auth/me': {
    name: 'deleteAccount',
    summary: 'Delete this account',
    access: 'user',
    admits: { application: 'account' },
    stepUp: true,
    reply: message,
    browser: { cookies: 'end-session' },
    extension: true,
  },
  'GET /auth/user': {
    name: 'user',
    summary: 'Get the account of this session',
    access: 'user',
    admits: { application: 'account', acting: true, beforePasswordChange: true },
    reply: z.object({ ...account, isActive: z.boolean(), createdAt: dateTime, updatedAt: dateTime }),
  },
  'GET /auth/verify-session': {
    name: 'verifySession',
    summary: 'Check that this session is valid',
    access: 'user',
    admits: { application: 'openid', acting: true, beforePasswordChange: true },
    reply: z.object({ valid: z.literal(true), userId: z.string(), expiresAt: dateTime }),
  },
  'GET /auth/session': {
    name: 'session',
    summary: 'Get the session of the caller, or null',
    access: 'visitor',
    admits: { application: 'account', acting: true },
    reply: z.object({ session: z.nullable(currentSession) }),
    extension: true,
  },
  'GET /auth/client-config': {
    name: 'clientConfig',
    summary: 'Get the configuration of a sign-in page',
    access: 'public',
    query: z.object({
      tenantId: z.optional(z.string().check(z.maxLength(128))),
      slug: z.optional(z.string().check(z.maxLength(128))),
    }),
    reply: z.object({
      tenants: tenancy,
      multipleAccounts: enabled,
      roleGuards: z.array(z.string()),
      emailAuth: enabled,
      phoneAuth: enabled,
      passwordless,
      google: social,
      facebook,
      apple: social,
      github: social,
      customProviders: z.array(z.string()),
      registration,
      mfa: mfaConfig,
      passkeys: passkeyConfig,
      platformAccess: enabled,
      accessTokenType: z.enum(['header', 'cookie']),
      languages: z.array(z.string()),
      tenant: z.optional(signInPage),
      branding,
    }),
    errors: ['TENANT_NOT_FOUND', 'RATE_LIMITED'],
  },
  'GET /auth/csrf': {
    name: 'csrf',
    summary: 'Get a CSRF token for this browser session',
    access: 'public',
    reply: z.object({
      enabled: z.boolean(),
      csrfToken: z.optional(z.string()),
      headerName: z.optional(z.string()),
      cookieName: z.optional(z.string()),
    }),
    errors: ['CONFLICTING_CREDENTIALS'],
    browser: { cookies: 'csrf' },
  },
  'GET /auth/accounts': {
    name: 'accounts',
    summary: 'List the accounts that are logged in in this browser',
    access: 'public',
    reply: z.object({ accounts: z.array(browserAccount) }),
    errors: ['CONFLICTING_CREDENTIALS'],
    browser: { cookies: 'drop-slots' },
  },
  'GET /auth/tenants/lookup': {
    name: 'lookupTenant',
    summary: 'Find a tenant by its slug',
    access: 'public',
    query: z.object({ slug: z.optional(z.string().check(z.maxLength(1024))) }),
    reply: foundTenant,
    errors: ['TENANT_NOT_FOUND', 'RATE_LIMITED'],
  },
  'POST /auth/tenants/find': {
    name: 'findTenants',
    summary: 'Send the sign-in addresses of the tenants of an email address to it',
    access: 'public',
    rate: 'credential',
    body: z.object({ email, locale: z.optional(locale) }),
    reply: message,
    extension: true,
  },
  'POST /auth/tenants/discover': {
    name: 'discoverTenant',
    summary: 'Find the tenant that has verified the domain of an email address',
    access: 'public',
    body: z.object({ email }),
    reply: z.object({
      tenant: z.nullable(tenantSummary),
      provider: z.nullable(z.string()),
      isRequestOpen: z.boolean(),
    }),
    errors: ['RATE_LIMITED'],
    extension: true,
  },
  ...joinRequestsOfPeople,
  'GET /auth/tenants/{id}/logos/{digest}': {
    name: 'logo',
    summary: 'Get the logo of a tenant as an image',
    access: 'public',
    reply: z.object({ content: z.string() }),
    errors: ['LOGO_NOT_FOUND'],
    browser: { media: 'image/svg+xml', cache: { seconds: 365 * 86_400, isImmutable: true } },
    extension: true,
  },
});

const accountWords = () => ({ ...userWords(), id: { says: 'The id of the account, prefix `usr_`.' } });
const accountSays = () => said(currentUser, accountWords());
const CODE_CHALLENGE =
  'Optional. The S256 hash of a secret that the caller keeps (RFC 7636). The code then works only with the secret. In ' +
  'cookie mode a cookie binds the code to the browser instead.';
const CODE_VERIFIER = 'The secret whose S256 hash was `codeChallenge` when the code was requested.';
const CODE =
  'The six digits. A code lives 10 minutes and allows 5 attempts. After many wrong guesses it has 20 digits instead.';
const PROVIDER = 'Whether this provider is enabled.';
const NEUTRAL = 'The reply is the same whether or not the account exists.';

/** Describes this group for openapi.json. */
export const authenticationDocs = () =>
  documented(authentication, {
    description: "Signup, login, sessions and passwords of a tenant's users.",
    operations: {
      'POST /auth/logout-all': {
        description:
          'Ends them with one write, this one and those of applications included, and the trust in devices. A login that is under way ends too.',
      },
      'POST /auth/send-email-verification': {
        description:
          'A new code replaces the one before. It lives 10 minutes. After too many messages the response is RATE_LIMITED, and nothing is sent.',
      },
      'POST /auth/send-phone-verification': {
        description:
          'A new code replaces the one before. It lives 10 minutes. A number that gets no SMS, by its kind or its country, is NO_PHONE_NUMBER.',
      },
      'GET /auth/me': {
        description:
          'Roles and permissions are those of now, not those of the access token. A page that only asks whether someone is logged in calls GET /auth/session.',
      },
      'GET /auth/user': {
        description: 'Has the dates and the status of the account. It does not read roles: GET /auth/me has them.',
      },
      'GET /auth/csrf': {
        description:
          'The token is bound to the sessions whose cookies the request has. Ask again after a login or a change of the account.',
      },
      'PATCH /auth/me': {
        description: 'Changes the fields that are sent; `null` removes one. Messages are sent in the language.',
      },
      'DELETE /auth/me': {
        description:
          'Deletes the account with its sessions, second factors and identities. Its addresses are free again. It cannot be undone.',
      },
      'POST /auth/signup': {
        description:
          'Creates the account and starts a session. A tenant with `settings.signup.mode` `verifyFirst` returns no ' +
          'tokens until the address is verified, and the same reply for an address that is already registered. There, ' +
          'the password counts once the same client logs in with the code of the message (`codeChallenge`, or cookie ' +
          'mode): a code alone proves a mailbox, not who chose the password. Without a password, where passkeys log in alone, ' +
          'the account is opened by the code of the message in every mode, and the user adds a passkey then.',
      },
      'POST /auth/login': {
        description:
          '`providerName` selects the kind of login: `email` or `phone` with `credentials.password`, `passwordless` ' +
          'with `credentials.identifier` and `code`, or the name of an identity provider with the `code` that the ' +
          'redirect returned, or with an id token. If `isRequiresMfa` is true, the tokens only serve to complete the second factor.',
      },
      'POST /auth/logout': { description: 'Accepts an expired access token, so that a logout always succeeds.' },
      'POST /auth/refresh-token': {
        description:
          'Replaces both tokens. The replaced refresh token stays valid for the same client for a grace period of 10 ' +
          'seconds. Its use after that ends the session: REFRESH_TOKEN_REUSED. Only refusals are limited.',
      },
      'POST /auth/switch-tenant': {
        description:
          'Starts a session of your account in the other tenant. The current session stays. Proof is a session there in ' +
          'this browser, its refresh token, or an earlier successful switch. A matching email address is no proof. The ' +
          'new session replaces the one whose refresh token was the proof: keep the new tokens only.',
      },
      'POST /auth/change-password': { description: 'Ends every session of the account, including this one.' },
      'POST /auth/forgot-password': { description: NEUTRAL },
      'POST /auth/verify-forgot-password-otp': { description: 'The reset token lives 30 minutes and works once.' },
      'POST /auth/reset-password': { description: 'Ends every session of the account. It does not log in.' },
      'POST /auth/passwordless/send': { description: NEUTRAL },
      'POST /auth/verify-email': {
        description: 'Ends the sessions that started before the verification. This session stays.',
      },
      'POST /auth/verify-phone': {
        description: 'Ends the sessions that started before the verification. This session stays.',
      },
      'POST /auth/invite': {
        description:
          'Requires the permission `users.invite`. Publishes `svc.user_invited` with a token that sets the password at ' +
          'POST /auth/reset-password. The token lives 72 hours and is never in the reply.',
      },
      'GET /auth/verify-session': { description: 'A pending session gets MFA_REQUIRED.' },
      'GET /auth/session': {
        description:
          'Tells a page at its start who is there. A missing, invalid or expired token is `null`, and so is a login whose ' +
          'second factor is outstanding. After `null`, a refresh may bring the session back. Never 401.',
      },
      'GET /auth/client-config': {
        description:
          'Without a tenant, what the deployment offers. With one, what the tenant allows, and `tenant` says more. An ' +
          'unknown, malformed or inactive tenant is TENANT_NOT_FOUND.',
        query: {
          tenantId: 'Optional. The id of a tenant.',
          slug: 'Optional. The slug of a tenant. Ignored if `tenantId` is sent.',
        },
      },
      'GET /auth/accounts': { description: 'Serves cookie mode. In header mode the list is empty.' },
      'GET /auth/tenants/lookup': {
        description: 'Needs no session. An unknown, malformed or inactive slug is TENANT_NOT_FOUND.',
        query: { slug: 'The slug of the tenant.' },
      },
      'POST /auth/tenants/find': {
        description:
          'The reply is the same for every address. The message lists the tenants in which an active account has proved ' +
          'the address, at most 50, with the address of the sign-in page of each. No message is sent if there is none. The list is ' +
          'never in a reply: an address is no proof of who asks.',
      },
      'POST /auth/tenants/discover': {
        description:
          'The reply depends on the domain alone, never on an account. `tenant` and `provider` are `null` for a domain that no active tenant has verified.',
      },
      ...joinRequestOperations(),
      'GET /auth/tenants/{id}/logos/{digest}': {
        description:
          'An SVG document that contains the uploaded image. Replies name its address. Caches may keep it for a year.',
        path: { id: 'The id of the tenant, prefix `ten_`.', digest: 'The SHA-256 hash of the image, in base64url.' },
      },
    },
    shapes: [
      ...joinRequestShapes(),
      named(
        authentication['POST /auth/signup'].body,
        'SignupRequest',
        'A new account. It needs an email address or a phone number.',
        {
          email: EMAIL,
          phone: PHONE,
          password: `${NEW_PASSWORD} Optional where a passkey logs in alone.`,
          tenantId: TENANT_ID,
          codeChallenge: CODE_CHALLENGE,
        },
        { email: 'ada@example.com', tenantId: TENANT },
      ),
      named(
        credentials,
        'LoginCredentials',
        'The fields that `providerName` requires.',
        {
          email: `For a password. ${EMAIL}`,
          phone: `For a password. ${PHONE}`,
          password: 'The password of the account.',
          identifier: 'With `passwordless`: the address that the code was sent to.',
          channels: 'With `passwordless`: how the code was sent.',
          code: 'With `passwordless`: the six digits, or 20 after many wrong guesses. With a provider: the code that the redirect returned.',
          codeVerifier: 'The secret whose S256 hash was `codeChallenge` when code or nonce were requested (RFC 7636).',
          token:
            'With a provider: an id token instead of a code, with a nonce from POST /auth/sso/{provider}/nonce of this client.',
          nonce: 'With an id token, optional: the nonce that it must carry.',
        },
        { email: 'ada@example.com', password: 'correct horse battery staple' },
      ),
      named(
        authentication['POST /auth/login'].body,
        'LoginRequest',
        'A login with a password, a code or an identity provider.',
        {
          providerName: '`email`, `phone`, `passwordless`, or the name of an identity provider.',
          credentials: 'The fields that `providerName` requires.',
          tenantId: TENANT_ID,
          rememberMe: 'In cookie mode: whether the cookies survive the end of the browser session.',
        },
        { tenantId: TENANT },
      ),
      named(
        authentication['POST /auth/refresh-token'].body,
        'RefreshTokenRequest',
        'In cookie mode the refresh token is in its cookie, and the body may be empty.',
        {
          refreshToken: 'The refresh token of the session.',
          slot: 'In cookie mode: the waiting account (GET /auth/accounts) to refresh and make the active one.',
        },
        { refreshToken: 'eyJhbGciOiJIUzI1NiJ9...' },
      ),
      named(
        authentication['POST /auth/switch-tenant'].body,
        'SwitchTenantRequest',
        'The tenant to switch to, with proof of an account there.',
        {
          tenantId: TENANT_ID,
          refreshToken:
            'The refresh token of your session there. Not needed if this browser holds that session, or after an earlier switch.',
        },
        { tenantId: TENANT },
      ),
      named(
        authentication['POST /auth/change-password'].body,
        'ChangePasswordRequest',
        'The current and the new one.',
        {
          currentPassword: 'The current password.',
          newPassword: NEW_PASSWORD,
        },
      ),
      named(
        authentication['POST /auth/forgot-password'].body,
        'ForgotPasswordRequest',
        'The account whose password is forgotten.',
        { email: EMAIL, phone: PHONE, tenantId: TENANT_ID, codeChallenge: CODE_CHALLENGE },
        { email: 'ada@example.com', tenantId: TENANT },
      ),
      named(
        authentication['POST /auth/verify-forgot-password-otp'].body,
        'VerifyForgotPasswordOtpRequest',
        'The account and the code that was sent to it.',
        { email: EMAIL, phone: PHONE, tenantId: TENANT_ID, code: CODE, codeVerifier: CODE_VERIFIER },
        { email: 'ada@example.com', tenantId: TENANT },
      ),
      named(
        authentication['POST /auth/verify-forgot-password-otp'].reply,
        'PasswordResetToken',
        'The token that sets the password.',
        {
          message: 'Text for people. It may change.',
          resetToken: 'For POST /auth/reset-password. It lives 30 minutes.',
        },
        { message: 'The code is correct.' },
      ),
      named(
        authentication['POST /auth/reset-password'].body,
        'ResetPasswordRequest',
        'The token and the new password.',
        {
          token: 'The token of a reset or of an invitation.',
          newPassword: NEW_PASSWORD,
          unlinkIdentities:
            'Also shuts out every account at an identity provider that opens this account. Default: false.',
        },
      ),
      named(
        authentication['POST /auth/passwordless/send'].body,
        'SendLoginCodeRequest',
        'The account and the channel of the login code.',
        {
          identifier: 'The email address or the phone number of the account.',
          channel: 'How the code is sent.',
          tenantId: TENANT_ID,
          codeChallenge: CODE_CHALLENGE,
        },
        { tenantId: TENANT },
      ),
      named(
        authentication['POST /auth/tenants/find'].body,
        'FindTenantsRequest',
        'The person who looks for their tenants.',
        {
          email: EMAIL,
          locale: 'The language of the message, as a BCP 47 tag. Default: that of one of the accounts.',
        },
        { email: 'ada@example.com', locale: 'en' },
      ),
      named(
        authentication['POST /auth/tenants/discover'].body,
        'DiscoverTenantRequest',
        'The person who looks for their tenant.',
        { email: EMAIL },
        { email: 'ada@example.com' },
      ),
      named(
        authentication['POST /auth/tenants/discover'].reply,
        'DiscoveredTenant',
        'The tenant of a domain.',
        {
          tenant: 'The tenant. `null`: none.',
          provider: 'The identity provider with which its people sign in. `null`: they choose.',
          isRequestOpen: 'Whether people of the domain may ask to join (POST /auth/join-requests).',
        },
        { provider: 'acme-id' },
      ),
      named(authentication['POST /auth/verify-email'].body, 'VerifyEmailRequest', 'The code of the message.', {
        code: CODE,
      }),
      named(authentication['POST /auth/verify-phone'].body, 'VerifyPhoneRequest', 'The code of the message.', {
        code: CODE,
      }),
      named(
        authentication['POST /auth/invite'].body,
        'InviteRequest',
        'The person to invite. An email address or a phone number is required.',
        {
          email: EMAIL,
          phone: PHONE,
          tenantId: "The tenant of the caller. Optional: another tenant's id is TENANT_MISMATCH.",
          name: 'The name of a new user, at most 120 characters.',
          metadata: `${METADATA} Stored on a new user and repeated in the event.`,
        },
        { email: 'ada@example.com', name: 'Ada Lovelace' },
      ),
      named(
        authentication['POST /auth/invite'].reply,
        'Invitation',
        'The invited user.',
        {
          message: 'Text for people. It may change.',
          userId: 'The id of the user, prefix `usr_`.',
          isNewUser: 'Whether the invitation created the user.',
        },
        { message: 'Invited.' },
      ),
      named(authentication['GET /auth/me'].reply, 'AccountWithPermissions', 'The account of the caller.', {
        ...accountSays(),
        tenantId: 'The id of its tenant.',
        tenant: 'Its tenant.',
        sessionId: 'The id of the session of the access token, prefix `ses_`.',
        roles: 'The roles of the account.',
        permissions: 'The names of the permissions that the roles grant.',
        actor: 'The admin who acts as the user. Absent: the user is the caller.',
      }),
      named(
        actor,
        'Actor',
        'An admin who acts as the user.',
        { id: 'The id of the admin, prefix `adm_`.', expiresAt: 'When it ends at the latest.' },
        { id: 'adm_2vN5xQ8sL1kM4pR7tW0yZa' },
      ),
      named(authentication['GET /auth/user'].reply, 'Account', 'The account of the caller.', {
        ...accountSays(),
        isActive: 'Whether the account can log in.',
        ...TIMES,
      }),
      named(authentication['GET /auth/verify-session'].reply, 'SessionStatus', 'A valid session.', {
        valid: 'Always true. A session that is not valid gets an error.',
        userId: 'The id of the user, prefix `usr_`.',
        expiresAt: 'When the session ends unless it is refreshed.',
      }),
      named(profile, 'Profile', 'What a person says about themselves.', said(profile, userWords()), {
        name: 'Ada Lovelace',
        locale: 'en',
      }),
      named(
        authentication['PATCH /auth/me'].body,
        'UpdateProfileRequest',
        'The fields to change.',
        said(authentication['PATCH /auth/me'].body, userWords()),
        { name: 'Ada Lovelace', locale: 'en' },
      ),
      named(currentUser, 'SessionUser', 'The account of a session.', accountSays()),
      named(currentSession, 'CurrentSession', 'A session that is complete.', {
        id: 'The id of the session, prefix `ses_`.',
        expiresAt: 'When it ends at the latest.',
        user: 'The account.',
        tenant: 'The tenant of the account.',
        roles: 'The roles of the account.',
        permissions: 'The names of the permissions that the roles grant.',
      }),
      named(authentication['GET /auth/session'].reply, 'SessionReply', 'The session of the caller, if there is one.', {
        session: '`null`: there is none.',
      }),
      named(
        signInProvider,
        'SignInProvider',
        'An identity provider that a sign-in page offers.',
        { name: 'The name in GET /auth/sso/{provider}.', label: 'The name for people.' },
        { name: 'acme-id', label: 'Acme Id' },
      ),
      named(signInPage.shape.signup, 'SignupPolicy', 'How people sign up.', {
        mode: '`instant`, `verifyFirst` (the address is verified before the first login), or `closed`.',
      }),
      named(
        signInPage.shape.password,
        'PasswordRule',
        'The length of a password, in characters. Common ones, and those that contain the address or the slug, are refused too.',
        { minLength: 'The fewest.', maxLength: 'The most.' },
        { minLength: 8, maxLength: 128 },
      ),
      named(
        signInPage.shape.mfa,
        'MfaPolicy',
        'Second factors in this tenant.',
        {
          policy: '`off`, `optional` (users decide), or `required`.',
          methods: 'The methods that the tenant allows. Empty if they are off.',
        },
        { policy: 'optional', methods: ['totp', 'email', 'sms'] },
      ),
      named(
        signInPage,
        'SignInPage',
        'What a sign-in page of a tenant must know.',
        {
          id: 'The id of the tenant, prefix `ten_`.',
          slug: 'The unique short name.',
          name: 'The display name.',
          signup: 'How people sign up.',
          methods: 'The kinds of login: a password, a code by message, an identity provider.',
          providers: 'The identity providers.',
          password: 'What a new password must have.',
          mfa: 'Second factors.',
          locale: 'The language of messages and pages, as a BCP 47 tag.',
        },
        { id: TENANT, methods: ['password', 'passwordless', 'sso'], locale: 'en' },
      ),
      named(enabled, 'Feature', 'A feature that is on or off.', { enabled: 'Whether the feature is on.' }),
      named(
        social,
        'SocialProvider',
        'An identity provider.',
        { enabled: PROVIDER, clientId: 'The client id for the SDK of the provider.' },
        { clientId: '1234.apps.example.com' },
      ),
      named(
        facebook,
        'FacebookProvider',
        'Facebook as an identity provider.',
        { enabled: PROVIDER, appId: 'The app id for the SDK of Facebook.' },
        { appId: '1234567890' },
      ),
      named(tenancy, 'TenancyConfig', 'How accounts relate to tenants.', {
        enabled: 'Always true.',
        mode: 'Always `isolated`: an account belongs to one tenant.',
      }),
      named(passwordless, 'PasswordlessConfig', 'Logins with a code.', {
        enabled: 'Whether a user can log in with a code.',
        allowSignUp: 'Whether such a login creates an account for an unknown address.',
      }),
      named(
        registration,
        'RegistrationConfig',
        'Whether and how people sign up.',
        {
          enabled: 'Whether signup is open.',
          requireInvitation: 'Whether a signup needs an invitation.',
          collectProfileFields: 'The profile fields that a signup asks for.',
        },
        { collectProfileFields: [] },
      ),
      named(
        mfaConfig,
        'MfaConfig',
        'Second factors.',
        {
          enabled: 'Whether second factors are available.',
          methods: 'The available methods.',
          allowUserToggle: 'Whether users may switch the second factor on and off.',
          allowMethodSelection: 'Whether users may choose the method.',
        },
        { methods: ['totp', 'email', 'sms'] },
      ),
      named(passkeyConfig, 'PasskeyConfig', 'Passkeys.', {
        enabled: 'Whether accounts may have passkeys.',
        firstFactor: 'Whether a passkey alone logs in.',
        required: 'Whether the second factor of an account that has a passkey is nothing else.',
      }),
      named(
        authentication['GET /auth/client-config'].reply,
        'ClientConfig',
        'The public configuration of the deployment, or of a tenant.',
        {
          tenants: 'How accounts relate to tenants.',
          multipleAccounts: 'Whether a browser may hold several accounts.',
          roleGuards: 'The guards of roles. Accounts hold roles of the first one.',
          emailAuth: 'Logins with an email address.',
          phoneAuth: 'Logins with a phone number.',
          passwordless: 'Logins with a code.',
          google: 'Logins with Google.',
          facebook: 'Logins with Facebook.',
          apple: 'Logins with Apple.',
          github: 'Logins with GitHub.',
          customProviders: 'The names of further identity providers.',
          registration: 'Whether and how people sign up.',
          mfa: 'Second factors.',
          passkeys: 'Passkeys.',
          platformAccess: 'Accounts without a tenant. Always off.',
          accessTokenType: 'Where tokens are by default: in the body (`header`) or in cookies (`cookie`).',
          languages: 'The languages of messages and pages, as BCP 47 tags.',
          tenant: 'With a tenant: what its sign-in page must know.',
          branding: 'The face of the sign-in page.',
        },
        { languages: ['en'], roleGuards: ['web'], customProviders: ['acme-id'] },
      ),
      named(
        authentication['GET /auth/csrf'].reply,
        'CsrfToken',
        'The token to send with requests that a cookie authenticates and that change something.',
        {
          enabled: 'Whether the service checks CSRF tokens.',
          csrfToken: 'The token, bound to this session.',
          headerName: 'The header to send it in.',
          cookieName: 'The cookie that holds it, too.',
        },
        {
          csrfToken: 'Yk3zP8wQ.kz1v4V9cJ0',
          headerName: 'x-csrf-token',
          cookieName: '__Host-svc_csrf',
        },
      ),
      named(
        foundTenant,
        'FoundTenant',
        'The public part of a tenant, with the face of its sign-in page.',
        {
          id: 'The id of the tenant, prefix `ten_`.',
          slug: 'The unique short name.',
          name: 'The display name.',
          branding: 'The face of the sign-in page.',
        },
        { id: TENANT },
      ),
      named(browserAccount, 'BrowserAccount', 'An account that is logged in in this browser.', {
        accountId: 'The id of the account, prefix `usr_`.',
        email: 'The email address.',
        phone: 'The phone number in E.164 form.',
        tenantId: 'The id of its tenant.',
        isActive: 'Whether requests of this browser act as this account.',
        slot: 'For `slot` of POST /auth/refresh-token, 1 to 4. `null`: the active account.',
      }),
      named(authentication['GET /auth/accounts'].reply, 'BrowserAccountList', 'At most 5 accounts.', {
        accounts: 'The active account and the waiting ones.',
      }),
    ],
  });
