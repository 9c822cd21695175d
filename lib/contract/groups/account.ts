// Declares what people manage in their own account: addresses, sessions, trusted devices; and the preview of an
// invitation, before there is an account to log in to. Profile and deletion are beside GET /auth/me: a path has one
// function.
import * as z from 'zod/mini';
import { ownPage, PAGE_DOCS, pageQuery } from '../audit.ts';
import { documented, EMAIL, named, PHONE, TENANT } from '../documentation.ts';
import { contract } from '../operation.ts';
import { branding, tenantSummary } from '../records.ts';
import { dateTime, email, message, messageCode, phone } from '../shapes.ts';
import { binding, bindingRule, bindingScope, boundCookie } from './parts/device-binding.ts';

const device = {
  id: z.string(),
  isCurrent: z.boolean(),
  deviceName: z.string(),
  ipAddress: z.string(),
  createdAt: dateTime,
  expiresAt: dateTime,
};
const ownSession = z.object({
  ...device,
  application: z.nullable(z.string()),
  isByAdmin: z.boolean(),
  isBoundToDevice: z.boolean(),
  lastActive: dateTime,
});
const trustedDevice = z.object({ ...device, lastUsedAt: z.nullable(dateTime) });
export const applicationGrant = z.object({
  id: z.string(),
  application: z.object({ id: z.string(), name: z.string() }),
  isThirdParty: z.boolean(),
  resource: z.nullable(z.string()),
  scopes: z.array(z.string()),
  destinations: z.array(z.string()),
  createdAt: dateTime,
  updatedAt: dateTime,
});
const ownTenant = z.object({ ...tenantSummary.shape, isCurrent: z.boolean(), isSignedIn: z.boolean() });
const ownInvitation = z.object({ tenant: tenantSummary, expiresAt: dateTime });
const ownDirectory = z.object({
  name: z.nullable(z.string()),
  hasLeft: z.boolean(),
  record: z.record(z.string(), z.unknown()),
  groups: z.array(z.string()),
  createdAt: dateTime,
  updatedAt: dateTime,
});
export type OwnDirectory = z.output<typeof ownDirectory>;
const address = { email: z.optional(email), phone: z.optional(phone) };

export const account = contract({
  'POST /auth/device-sessions': {
    name: 'bindDevice',
    summary: 'Bind the session of this browser to a key of its device',
    access: 'public',
    rate: 'refresh',
    reply: binding,
    errors: ['SESSION_NOT_FOUND'],
    browser: { cookies: 'bind-device' },
    extension: true,
  },
  'POST /auth/device-sessions/proof': {
    name: 'proveDevice',
    summary: 'Prove the key that the session of this browser is bound to',
    access: 'public',
    rate: 'refresh',
    reply: binding,
    errors: ['REFRESH_TOKEN_PROOF_REQUIRED', 'SESSION_NOT_FOUND'],
    browser: { cookies: 'bind-device' },
    extension: true,
  },
  'GET /auth/sessions': {
    name: 'sessions',
    summary: 'List the sessions of this account, most recently active first',
    access: 'user',
    admits: { application: 'account', acting: true },
    reply: z.object({ sessions: z.array(ownSession) }),
    extension: true,
  },
  'DELETE /auth/sessions': {
    name: 'endOtherSessions',
    summary: 'End every other session of this account',
    access: 'user',
    admits: { application: 'account' },
    stepUp: true,
    reply: message,
    extension: true,
  },
  'DELETE /auth/sessions/{id}': {
    name: 'endSession',
    summary: 'End a session of this account',
    access: 'user',
    admits: { application: 'account' },
    stepUp: true,
    reply: message,
    errors: ['USER_SESSION_NOT_FOUND'],
    extension: true,
  },
  'GET /auth/trusted-devices': {
    name: 'trustedDevices',
    summary: 'List the devices that need no second factor',
    access: 'user',
    admits: { application: 'account', acting: true },
    reply: z.object({ devices: z.array(trustedDevice) }),
    extension: true,
  },
  'DELETE /auth/trusted-devices/{id}': {
    name: 'forgetDevice',
    summary: 'Ask this device for a second factor again',
    access: 'user',
    admits: { application: 'account' },
    reply: message,
    errors: ['MFA_DEVICE_NOT_FOUND'],
    extension: true,
  },
  'GET /auth/directory': {
    name: 'directory',
    summary: "Read what the organization's directory says of this account",
    access: 'user',
    admits: { application: 'account', acting: true },
    reply: z.object({ directory: z.nullable(ownDirectory) }),
    extension: true,
  },
  'GET /auth/grants': {
    name: 'grants',
    summary: 'List the applications that may use this account',
    access: 'user',
    admits: { application: 'account', acting: true },
    rate: 'read',
    reply: z.object({ grants: z.array(applicationGrant) }),
    status: 200,
    errors: [],
    extension: true,
  },
  'DELETE /auth/grants/{id}': {
    name: 'revokeGrant',
    summary: 'Take an application the access to this account',
    access: 'user',
    admits: { application: 'account' },
    rate: 'write',
    reply: message,
    status: 200,
    errors: ['GRANT_NOT_FOUND'],
    extension: true,
  },
  'POST /auth/address': {
    name: 'requestAddressChange',
    summary: 'Send a code to a new address of this account',
    access: 'user',
    needsDeviceKey: true,
    admits: { application: 'account' },
    stepUp: true,
    body: z.object(address),
    reply: message,
    errors: [
      'EMAIL_OR_PHONE_REQUIRED',
      'EMAIL_ALREADY_VERIFIED',
      'PHONE_ALREADY_VERIFIED',
      'EMAIL_DOMAIN_NOT_ALLOWED',
      'RATE_LIMITED',
    ],
    extension: true,
  },
  'POST /auth/address/confirm': {
    name: 'confirmAddressChange',
    summary: 'Change the address of this account with the code',
    access: 'user',
    admits: { application: 'account' },
    rate: 'credential',
    stepUp: true,
    body: z.object({ ...address, code: messageCode }),
    reply: message,
    errors: [
      'EMAIL_OR_PHONE_REQUIRED',
      'VERIFICATION_CODE_INVALID',
      'EMAIL_ALREADY_EXISTS',
      'PHONE_ALREADY_EXISTS',
      'EMAIL_DOMAIN_NOT_ALLOWED',
    ],
    extension: true,
  },
  'POST /auth/tenants/mine/send': {
    name: 'sendTenantsCode',
    summary: 'Send a code for the list of the tenants of this person',
    access: 'user',
    reply: message,
    errors: ['NO_EMAIL_ADDRESS', 'RATE_LIMITED'],
    extension: true,
  },
  'POST /auth/tenants/mine': {
    name: 'tenants',
    summary: 'List the tenants of this person with the code',
    access: 'user',
    rate: 'credential',
    body: z.object({ code: messageCode }),
    reply: z.object({ tenants: z.array(ownTenant), invitations: z.array(ownInvitation) }),
    errors: ['NO_EMAIL_ADDRESS', 'VERIFICATION_CODE_INVALID'],
    extension: true,
  },
  'GET /auth/audit': {
    name: 'audit',
    summary: 'List what happened to this account, newest first',
    access: 'user',
    admits: { application: 'account', acting: true },
    input: { knownQuery: true },
    query: z.object(pageQuery),
    reply: ownPage,
    errors: ['CURSOR_INVALID'],
    extension: true,
  },
  'POST /auth/invitation': {
    name: 'invitation',
    summary: 'Look at an invitation, or a link of an admin, without using it up',
    access: 'public',
    rate: 'credential',
    body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(256)) }),
    reply: z.object({
      tenant: tenantSummary,
      branding,
      address: z.string(),
      kind: z.enum(['invitation', 'recovery']),
      methods: z.array(z.enum(['password', 'passkey'])),
      expiresAt: dateTime,
    }),
    errors: ['PASSWORD_RESET_TOKEN_INVALID', 'RATE_LIMITED'],
    extension: true,
  },
});

export const applicationGrantShapes = () => [
  named(
    applicationGrant,
    'AllowedAccess',
    'What a user allows an application.',
    {
      id: 'The id of the grant, prefix `gra_`.',
      application: 'The application.',
      isThirdParty: 'Whether others make it than those who run this service.',
      resource: 'The address of the protected resource that it may use. `null`: this service.',
      scopes: 'What it may have.',
      destinations: 'The hosts to which the browser may return, or the schemes of apps.',
      createdAt: 'When the user first allowed something.',
      updatedAt: 'When the user last allowed more.',
    },
    {
      id: 'gra_5KtX2pLw8RbN4vQ7mZ1cYd',
      isThirdParty: true,
      scopes: ['openid', 'email'],
      destinations: ['shop.example.com'],
    },
  ),
  named(
    applicationGrant.shape.application,
    'AllowedApplication',
    'The application.',
    { id: 'Its id, prefix `app_`, or the address of its document.', name: 'Its name, or the host of that.' },
    { id: 'app_Q2xvdWR5IG1vcm5pbmcgYW', name: 'Shop' },
  ),
];

const DEVICE = {
  isCurrent: 'Whether it is that of the caller.',
  deviceName: 'Browser and system, read from the User-Agent header.',
  ipAddress: 'The IP address that it began from.',
  createdAt: 'When it began.',
  expiresAt: 'When it ends at the latest.',
};

/** Describes this group for openapi.json. */
export const accountDocs = () =>
  documented(account, {
    description: 'What people manage in their own account.',
    operations: {
      'POST /auth/device-sessions': {
        description:
          'For browsers that know W3C Device Bound Session Credentials: they call it by themselves after a login over https, with ' +
          'the key in the header `secure-session-response`, once and within a minute. See docs/guides/device-bound-sessions.md.',
      },
      'POST /auth/device-sessions/proof': {
        description:
          'Browsers call it by themselves before a request that shows a refresh token. The header `secure-session-challenge` of the ' +
          'refusal has what to sign. The cookie of the reply is good for a minute and for one exchange.',
      },
      'GET /auth/sessions': {
        description: 'Lists those that can be used now. A login whose second factor is outstanding is not one of them.',
      },
      'GET /auth/trusted-devices': {
        description:
          'Each may skip the second factor until `expiresAt`. The end of every session of the account ends the trust.',
      },
      'DELETE /auth/sessions': {
        description: 'The session of the caller stays. Codes on their way and the trust in devices end too.',
      },
      'DELETE /auth/sessions/{id}': {
        description: 'Also ends what descends from it, such as sessions of applications. Its next request is refused.',
        path: { id: 'The id of the session, prefix `ses_`.' },
      },
      'DELETE /auth/trusted-devices/{id}': {
        description: 'The trust ends with this call. The sessions of the device stay.',
        path: { id: 'The id of the device, prefix `dev_`.' },
      },
      'GET /auth/directory': {
        description:
          'What arrived by SCIM, and is kept with the account. `null`: no directory brought this account, or took it up.',
      },
      'GET /auth/grants': {
        description:
          'Lists what the user has allowed on the consent page, newest first. Applications that need no consent are in the list of sessions alone.',
      },
      'DELETE /auth/grants/{id}': {
        description:
          'Ends the sessions that the application has in the name of the user, with their next request. The user is asked again when they come back.',
        path: { id: 'The id of the grant, prefix `gra_`.' },
      },
      'POST /auth/address': {
        description:
          'Sends one code, to the new address. The reply is the same whether or not another account has the address.',
      },
      'POST /auth/address/confirm': {
        description:
          'The new address replaces the old one and is verified. Every other session ends, and both addresses are told.',
      },
      'POST /auth/tenants/mine/send': {
        description:
          'The code goes to the email address of the account, which has to be verified: the person with the session proves that they read the mailbox.',
      },
      'POST /auth/tenants/mine': {
        description:
          'Lists the tenants in which the address is verified, at most 100, and the invitations to it whose links work. To switch: POST /auth/switch-tenant where `isSignedIn`, elsewhere a login there. The link of an invitation is in its message. An account that was made a moment ago may be missing.',
      },
      'GET /auth/audit': {
        description:
          '`by` is `you`, `admin` or `other`, without a name. What an admin did has no address and no device.',
        query: PAGE_DOCS,
      },
      'POST /auth/invitation': { description: 'The token still works afterwards.' },
    },
    shapes: [
      named(
        ownSession,
        'OwnSession',
        'A live session of the account.',
        {
          id: 'The id of the session, prefix `ses_`.',
          ...DEVICE,
          isBoundToDevice: 'Whether its cookies work on the device alone on which it began.',
          isByAdmin: 'Whether an admin has it, who acts as the user. No device and no address are named then.',
          application: 'The name of the application whose session it is. `null`: of a browser, or of the API.',
          lastActive: 'When it was last refreshed.',
        },
        { deviceName: 'Firefox on Linux', ipAddress: '203.0.113.7', application: null },
      ),
      named(account['GET /auth/sessions'].reply, 'OwnSessionList', 'The sessions of the account.', {
        sessions: 'The sessions, most recently active first.',
      }),
      named(
        trustedDevice,
        'OwnTrustedDevice',
        'A device that needs no second factor for a while.',
        { id: 'The id of the device, prefix `dev_`.', ...DEVICE, lastUsedAt: 'When its trust was last used.' },
        { deviceName: 'Firefox on Linux', ipAddress: '203.0.113.7' },
      ),
      named(
        bindingRule,
        'DeviceBindingRule',
        'Requests before which the browser proves its key, or does not.',
        { type: 'Whether the rule adds or removes.', domain: 'The hosts.', path: 'The path, and what is below it.' },
        { type: 'include', domain: '*', path: '/auth/refresh-token' },
      ),
      named(bindingScope, 'DeviceBindingScope', 'Before which requests the browser proves its key.', {
        include_site: 'Whether other hosts of the site count. Always false.',
        scope_specification: 'The rules. The last one that fits counts.',
      }),
      named(
        boundCookie,
        'DeviceBoundCookie',
        'The cookie without which the browser proves its key first.',
        { type: 'Always `cookie`.', name: 'The name, one for each binding.', attributes: 'The attributes.' },
        { name: '__Host-svc_bound_ses_7hT2', attributes: 'Path=/; SameSite=Strict; HttpOnly; Secure' },
      ),
      named(
        binding,
        'DeviceBinding',
        'The instructions of W3C Device Bound Session Credentials, for the browser itself.',
        {
          session_identifier: 'The id of the session that was bound.',
          refresh_url: 'Where the browser proves its key.',
          scope: 'The requests that show a refresh token.',
          credentials: 'The cookie that a proof is worth.',
          allowed_refresh_initiators: 'The host of the page that logged in, if it is another one.',
        },
        { session_identifier: 'ses_', refresh_url: '/auth/device-sessions/proof' },
      ),
      ...applicationGrantShapes(),
      named(account['GET /auth/grants'].reply, 'OwnGrantList', 'What the user allows applications.', {
        grants: 'The grants, newest first.',
      }),
      named(ownDirectory, 'OwnDirectory', 'What the directory of an organization says of the account.', {
        name: 'The name of the connection.',
        hasLeft: 'Whether the directory has removed the person.',
        record: 'The user as SCIM shows them (RFC 7643, 4.1).',
        groups: 'The names of their groups in the directory.',
        createdAt: 'When the directory brought the account, or took it up.',
        updatedAt: 'When what it says was last changed.',
      }),
      named(
        account['GET /auth/directory'].reply,
        'OwnDirectoryReply',
        'The directory of the account, if there is one.',
        {
          directory: '`null`: no directory brought the account, or took it up.',
        },
      ),
      named(account['GET /auth/trusted-devices'].reply, 'OwnTrustedDeviceList', 'The devices that are trusted.', {
        devices: 'The devices, newest first.',
      }),
      named(
        account['POST /auth/address'].body,
        'AddressChangeRequest',
        'The new address: an email address or a phone number.',
        { email: EMAIL, phone: PHONE },
        { email: 'ada@example.com' },
      ),
      named(
        account['POST /auth/address/confirm'].body,
        'ConfirmAddressChangeRequest',
        'The new address and its code.',
        {
          email: EMAIL,
          phone: PHONE,
          code: 'The digits. A code lives 10 minutes and allows 5 attempts.',
        },
        { email: 'ada@example.com' },
      ),
      named(
        ownTenant,
        'OwnTenant',
        'A tenant in which the person has an account.',
        {
          id: 'The id of the tenant, prefix `ten_`.',
          slug: 'The unique short name.',
          name: 'The display name.',
          isCurrent: 'Whether it is that of this session.',
          isSignedIn:
            'Whether it is that of this session, or the browser has an account there: in header mode only the first is known.',
        },
        { id: TENANT, slug: 'acme', name: 'Acme' },
      ),
      named(ownInvitation, 'OwnInvitation', 'An invitation that waits for the person.', {
        tenant: 'The tenant.',
        expiresAt: 'Until when its link works.',
      }),
      named(account['POST /auth/tenants/mine'].body, 'OwnTenantsRequest', 'The code of the message.', {
        code: 'The digits. A code lives 10 minutes and allows 5 attempts.',
      }),
      named(account['POST /auth/tenants/mine'].reply, 'OwnTenants', 'The tenants of a person.', {
        tenants: 'The tenants, by name.',
        invitations: 'The invitations that wait.',
      }),
      named(account['POST /auth/invitation'].body, 'InvitationPreviewRequest', 'The token of the link.', {
        token: 'The token of the invitation, or of the link that an admin made.',
      }),
      named(
        account['POST /auth/invitation'].reply,
        'InvitationPreview',
        'What the link is about.',
        {
          tenant: 'The tenant of the account.',
          branding: 'The face of its pages.',
          address: 'The address of the account, masked.',
          kind: 'Whether it invites, or lets a person in who lost every other way.',
          methods: 'What can be set with it: by `POST /auth/reset-password`, and by `POST /auth/passkeys/link`.',
          expiresAt: 'When the link ends.',
        },
        { address: 'a•••@example.com', tenant: { id: TENANT, slug: 'acme', name: 'Acme' } },
      ),
    ],
  });
