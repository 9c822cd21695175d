// Declares tenants and their settings, as admins manage them.
import * as z from 'zod/mini';
import { documented, type NamedShape, named, said, TENANT } from '../documentation.ts';
import { bodyOf, needsOf, stepUpOf } from '../fields/field.ts';
import { messageText } from '../fields/message-texts.ts';
import {
  migrationReply,
  settingFields,
  settings,
  settingsPatch,
  settingsReply,
  ssoProvider,
  ssoProviderInput,
} from '../fields/settings.ts';
import { tenantFields, tenantProfile } from '../fields/tenant.ts';
import { tenantWords } from '../fields/tenant.words.ts';
import { contract } from '../operation.ts';
import { logoReference } from '../records.ts';
import { message } from '../shapes.ts';
import { DOMAIN_PATH, DOMAIN_WORDS, domainsOfTenants } from './parts/domains.ts';
import { providerTest, providerTestShapes } from './parts/provider-test.ts';
import { scimConnectionOperations, scimConnectionShapes, scimConnectionsOfTenants } from './parts/scim-connections.ts';
import { adminSetupLinkOperations, setupLinksForAdmins } from './parts/setup-links.ts';

const tenant = z.object({ ...tenantProfile.shape, settings: settingsReply, logo: z.nullable(logoReference) });

/** 32 KB in base64. */
const MAX_LOGO_TEXT = Math.ceil((32 * 1024) / 3) * 4;
const logoImage = z.object({
  image: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(MAX_LOGO_TEXT),
      z.regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
    ),
});

const tenantReply = z.object({ tenant });

export const adminTenants = contract({
  'GET /auth/admin/api/tenants': {
    name: 'list',
    summary: 'List tenants, newest first',
    duty: { needs: 'readUsers', tenant: 'listed' },
    input: { knownQuery: true },
    reply: z.object({ data: z.array(tenant) }),
  },
  'POST /auth/admin/api/tenants': {
    name: 'create',
    summary: 'Create a tenant',
    duty: { needs: 'operate', tenant: 'deployment' },
    body: z.object({ ...bodyOf(tenantFields, 'create'), settings: z.optional(settings) }),
    stepUp: { ...stepUpOf(tenantFields, 'create'), settings: stepUpOf(settingFields, 'update') },
    reply: tenantReply,
    status: 201,
    errors: ['INVALID_SLUG_FORMAT', 'TENANT_ALREADY_EXISTS'],
  },
  'PATCH /auth/admin/api/tenants/{id}': {
    name: 'update',
    summary: 'Update a tenant',
    duty: {
      needs: 'operate',
      tenant: 'path',
      fields: { ...needsOf(tenantFields), ...needsOf(settingFields, 'settings.') },
    },
    body: z.object({ ...bodyOf(tenantFields, 'update'), settings: z.optional(settingsPatch) }),
    stepUp: { ...stepUpOf(tenantFields, 'update'), settings: stepUpOf(settingFields, 'update') },
    reply: tenantReply,
    errors: ['TENANT_NOT_FOUND', 'INVALID_SLUG_FORMAT', 'TENANT_ALREADY_EXISTS'],
  },
  'DELETE /auth/admin/api/tenants/{id}': {
    name: 'remove',
    summary: 'Delete a tenant',
    duty: { needs: 'operate', tenant: 'deployment' },
    stepUp: true,
    reply: message,
    errors: ['TENANT_NOT_FOUND'],
  },
  'DELETE /auth/admin/api/tenants/{id}/sessions': {
    name: 'endSessions',
    summary: 'End every session of a tenant',
    duty: { needs: 'operate', tenant: 'path' },
    stepUp: true,
    reply: message,
    errors: ['TENANT_NOT_FOUND'],
    extension: true,
  },
  'DELETE /auth/admin/api/sessions': {
    name: 'endAllSessions',
    summary: 'End every session of every tenant',
    duty: { needs: 'operate', tenant: 'deployment' },
    stepUp: true,
    reply: message,
    extension: true,
  },
  'PUT /auth/admin/api/tenants/{id}/logo': {
    name: 'setLogo',
    summary: 'Set the logo of a tenant',
    duty: { needs: 'operate', tenant: 'path' },
    body: logoImage,
    // As long as a body: a longer text than the schema allows is refused under its name.
    input: { bounds: { text: 64 * 1024 } },
    stepUp: { image: false },
    reply: tenantReply,
    errors: ['TENANT_NOT_FOUND'],
    extension: true,
  },
  'DELETE /auth/admin/api/tenants/{id}/logo': {
    name: 'removeLogo',
    summary: 'Remove the logo of a tenant',
    duty: { needs: 'operate', tenant: 'path' },
    stepUp: false,
    reply: tenantReply,
    errors: ['TENANT_NOT_FOUND'],
    extension: true,
  },
  'POST /auth/admin/api/tenants/{id}/identity-providers/{provider}/test': {
    name: 'testProvider',
    summary: "Test one of the tenant's identity providers",
    duty: { needs: 'operate', tenant: 'path' },
    // It changes nothing, and calls only what a login would call.
    stepUp: false,
    reply: providerTest,
    status: 201,
    errors: ['TENANT_NOT_FOUND', 'PROVIDER_NOT_FOUND', 'RATE_LIMITED'],
    extension: true,
  },
  ...domainsOfTenants,
  ...setupLinksForAdmins,
  ...scimConnectionsOfTenants,
});

const SETTINGS = {
  signup: 'Who may sign up. Default: `instant`.',
  password: 'The password policy.',
  mfa: 'The second factor. Default: `optional`, every method.',
  passkeys: 'Passkeys. Default: `optional`, and one alone logs in.',
  session: 'Lifetimes and number of sessions.',
  redirectUris:
    'The exact addresses that logins with a provider may return to: https, or http for loopback. At most 50.',
  binding: 'Which requests must name the client that codes are bound to.',
  deviceGrant: 'Whether users may sign in on devices with a code (RFC 8628).',
  allowedOrigins: 'The origins that browsers may call from (CORS, CSRF). At most 40.',
  unregisteredClients: 'Which clients that are not registered get in. Default: `off`.',
  links: 'The addresses of links in messages.',
  locale: 'The language of messages and pages (BCP 47). Default: `en`; pages then follow the browser.',
  branding: 'Name, colors and links of the sign-in page. Absent values are those of the deployment.',
  sms: 'Where SMS may be sent. Premium and special-rate numbers never get one.',
  messages: 'How many messages may be sent in a day.',
  messageTexts:
    'Texts of the tenant in e-mails: one for a message in a language. Others are those of the service. At most 100, and 16 KB of JSON.',
  audit: 'For how long the audit log keeps entries.',
  inactivity: 'What becomes of users who do not sign in. Default: nothing.',
  apiKeys: 'Whether users may have API keys.',
  acting: 'Whether admins may act as users.',
  migration: 'The earlier service that people without an account here are moved from, at their first login.',
  ssoProviders: "The tenant's own identity providers. At most 20.",
};
const PROVIDER = {
  name: 'The name in addresses: lowercase letters, digits and hyphens, at most 32 characters.',
  issuer: 'The OpenID Connect issuer, an https address without query.',
  clientId: 'The client id at the provider.',
  secretExpiresAt:
    'When the provider stops accepting the client secret. `svc.provider_secret_expiring` is published 30, 7 and 1 days before. Send that of the new secret with a new secret.',
  scopes: 'The scopes to request, at most 20. Default: `openid email profile`.',
  trustEmail: 'Whether a verified email address of this provider proves the address here. Default: false.',
  allowSignup: 'Whether a login may create an account. Default: true.',
  admitsAgents:
    'Whether this provider may admit applications to protected resources in the name of its people, without their login here (ID-JAG). Default: false.',
  enabled: 'Whether people can log in with it. One that is off can be tested and tried. Default: true.',
};
const MIGRATION = {
  kind: '`oauth`: a token endpoint with the password grant. `cognito`: a user pool with USER_PASSWORD_AUTH. `hook`: an endpoint of your own.',
  url: 'The token endpoint, the endpoint of Cognito (`https://cognito-idp.<region>.amazonaws.com/`), or the hook. https, or http for loopback.',
  userinfoUrl: 'For `oauth`: where the access token gets the claims. Absent: those of the id token.',
  clientId: 'The client at the earlier service. Required, except for a `hook`.',
  authMethod: 'For `oauth`: where the secret is sent: `post`, in the form, or `basic`, in the header. Default: `post`.',
  scope: 'For `oauth`: the scope to request. Default: `openid email profile`.',
  metadata:
    'Names of claims or attributes that become metadata of the user: texts, numbers, booleans and lists of them. At most 20.',
  expectedUsers:
    'How many people are to be moved, as the earlier service counts them. With it, the figures of the tenant say how many are left.',
  endsAt: 'When it ends: in the future, and at most a year away.',
};
const MIGRATION_EXAMPLE = {
  kind: 'oauth' as const,
  url: 'https://acme.auth0.com/oauth/token',
  clientId: 'gatehouse',
  endsAt: '2027-06-30T00:00:00.000Z',
};
const PROVIDER_EXAMPLE = { name: 'acme-id', issuer: 'https://id.acme.example', clientId: 'gatehouse' };
const SETTINGS_EXAMPLE = {
  signup: { mode: 'verifyFirst' as const },
  mfa: { policy: 'required' as const },
  redirectUris: ['https://app.acme.example/callback'],
};

const settingsDocs = (): NamedShape[] => [
  named(settingFields.signup.body, 'SignupSettings', 'Who may sign up.', {
    mode: '`instant`: a signup logs in at once. `verifyFirst`: once the address is verified. `closed`: by invitation only.',
  }),
  named(settingFields.password.body, 'PasswordSettings', 'The password policy.', {
    minLength: 'The minimum number of characters, 8 to 64. Default: 8.',
    mustChangeInitial:
      'Whether new users must change a password that an admin chose, unless the admin says otherwise. Default: false.',
  }),
  named(settingFields.mfa.body, 'MfaSettings', 'The second factor.', {
    policy: '`off`, `optional` (each user decides), or `required`.',
    methods: 'The allowed methods. Default: all.',
  }),
  named(settingFields.passkeys.body, 'PasskeySettings', 'Passkeys of the users.', {
    mode: '`off`, `optional` (each user decides), or `required`: a second factor is required, and who has a passkey can use nothing else.',
    firstFactor: 'Whether a passkey that verifies its user logs in without anything else. Default: true.',
  }),
  named(
    settingFields.session.body,
    'SessionSettings',
    'Lifetimes and number of sessions. Absent values are those of the deployment.',
    {
      accessTtlSeconds: 'The lifetime of an access token in seconds, 5 to 3600.',
      idleTtlSeconds: 'How long a session lives without a refresh, in seconds, 10 to 2 592 000 (30 days).',
      absoluteTtlSeconds: 'How long a session lives at most, in seconds, 10 to 2 592 000 (30 days).',
      deviceBinding:
        'Whether browsers that can do it bind their cookies to a key of the device (`prefer`), and whether others stay signed in ' +
        'only until the access token expires (`require`). Default: `off`. Sessions that exist stay as they are.',
      maxPerUser: 'The number of sessions per user, 1 to 50. One more ends the session that was idle longest.',
    },
    { idleTtlSeconds: 86_400, maxPerUser: 3 },
  ),
  named(
    settingFields.binding.body,
    'BindingSettings',
    'Which requests must send a `codeChallenge` (RFC 7636). In cookie mode a cookie replaces it.',
    {
      redirects: 'Logins that redirect to an identity provider (GET /auth/sso/{provider}). Default: `required`.',
      codes: 'Requests for a code of login or password reset, and signups with `verifyFirst`. Default: `optional`.',
    },
    { codes: 'required' },
  ),
  named(
    settingFields.links.body,
    'LinkSettings',
    'The addresses of links in messages: https, or http for loopback.',
    {
      resetPassword:
        'Contains `{token}`, which becomes the code of the message, for POST /auth/verify-forgot-password-otp. The page asks for the address, or kept it.',
      acceptInvite: 'Contains `{token}`, for POST /auth/reset-password. Default: `GATEHOUSE_INVITE_LINK`.',
      verifyEmail: 'Contains `{code}`.',
    },
    { acceptInvite: 'https://app.acme.example/welcome#{token}' },
  ),
  named(
    settingFields.branding.body,
    'BrandingSettings',
    'The face of the tenant on the sign-in page.',
    {
      name: 'The name that people see, at most 60 characters. Default: the name of the tenant.',
      colors: 'Colors for light and dark. A mode that is absent has the colors of the deployment.',
      links: 'Links below the form. Requires a login at most 15 minutes old.',
      style: 'Corners, font and frame. What is absent is that of the deployment.',
    },
    { name: 'Acme', colors: { light: { accent: '#0f766e' } } },
  ),
  named(
    settingFields.sms.body,
    'SmsSettings',
    'Where SMS may be sent.',
    { countries: 'ISO 3166-1 codes. Default: those of the deployment.' },
    { countries: ['DE', 'AT', 'CH'] },
  ),
  named(
    settingFields.messages.body,
    'MessageSettings',
    'How many messages may be sent in a day. Sign-ups, codes, known devices, second factors and invitations each have as many.',
    {
      emailsPerDay: 'E-mails of each kind. Default and maximum: those of the deployment. `0`: none.',
      smsPerDay: 'SMS of each kind. Default and maximum: those of the deployment. `0`: none.',
    },
    { emailsPerDay: 50_000, smsPerDay: 2000 },
  ),
  named(
    messageText,
    'MessageText',
    'A text of the tenant for an e-mail in a language. `{tenant}` and `{app}` are filled in everywhere; `{valid}`, `{until}` and `{key}` where the message has them. Links and addresses are refused.',
    {
      template: 'The message, as `template` of a message sender names it. `every`: the note is below each message.',
      locale: 'The language, as a BCP 47 tag. A person gets the text if the service would write to them in it.',
      subject: 'The subject, at most 120 characters. For messages with a code or link, `added` and `joinRefused`.',
      lead: 'The sentence before the code or link, at most 500 characters. For the same messages.',
      note: 'Lines behind it, at most 1000 characters. What the service says about validity and safety follows.',
    },
    { template: 'login', locale: 'en', subject: 'Your code for {tenant}', lead: 'Welcome back. Here is your code:' },
  ),
  named(
    settingFields.audit.body,
    'AuditSettings',
    'The audit log of the tenant.',
    { retentionDays: 'For how many days entries are kept, 30 to 3650. It counts for new entries. Default: 400.' },
    { retentionDays: 400 },
  ),
  named(
    settingFields.inactivity.body,
    'InactivitySettings',
    'What becomes of active users who do not sign in. Who has an API key that has not expired stays.',
    {
      days: 'Days without a sign-in, 30 to 3650, and no more than the audit log keeps entries: it knows of them.',
      action: '`disable` or `delete`.',
      noticeDays:
        'Days before, 1 to 90, at which `svc.user_inactive` is published. Fewer than `days`. Nothing happens to a user before they have passed. Default: 14.',
      notify:
        'Whether users with a verified email address then get a message. Those beyond the `emailsPerDay` of the tenant get theirs on later days, and their accounts stay until then. Default: true.',
    },
    { days: 365, action: 'disable', noticeDays: 30, notify: true },
  ),
  named(
    settingFields.deviceGrant.body,
    'DeviceGrantSettings',
    'Sign-in on devices without a browser. The application must allow it, too.',
    { enabled: 'Whether users may type the code of a device. Default: false.' },
    { enabled: true },
  ),
  named(
    settingFields.apiKeys.body,
    'ApiKeySettings',
    'API keys of the tenant.',
    { users: 'Whether its users may make and use API keys of their own. Default: false.' },
    { users: true },
  ),
  named(
    settingFields.acting.body,
    'ActingSettings',
    'Admins who act as users of the tenant. The deployment must allow it, too.',
    {
      enabled: 'Whether they may. Default: false.',
      notify: 'Whether the user gets a message each time. Default: true.',
    },
    { enabled: true, notify: true },
  ),
  named(
    settingFields.unregisteredClients.body,
    'UnregisteredClientSettings',
    'Clients that are not registered and describe themselves by a document (OAuth Client ID Metadata Document).',
    {
      policy:
        '`off`: none get in. `listed`: those of the hosts. `any`: all. What is shut out loses its tokens at once.',
      hosts: 'The hosts of their documents, with the port if it is not 443. At most 20.',
    },
    { policy: 'listed', hosts: ['client.example.com'] },
  ),
  named(migrationReply, 'Migration', 'The earlier service of a tenant.', MIGRATION, MIGRATION_EXAMPLE),
  named(
    settingFields.migration.body,
    'MigrationInput',
    'The earlier service of a tenant, with its secret.',
    {
      ...MIGRATION,
      clientSecret:
        'The client secret, or the key that signs requests to a `hook`: `whsec_` and at least 24 bytes in base64. Write-only: encrypted at rest, never in a reply.',
    },
    { ...MIGRATION_EXAMPLE, clientSecret: 'the secret of the client' },
  ),
  named(ssoProvider, 'SsoProvider', 'An identity provider of the tenant.', PROVIDER, PROVIDER_EXAMPLE),
  named(
    ssoProviderInput,
    'SsoProviderInput',
    'An identity provider of the tenant, with its secret.',
    { ...PROVIDER, clientSecret: 'The client secret. Write-only: encrypted at rest, never in a reply.' },
    { ...PROVIDER_EXAMPLE, clientSecret: 'the secret of the client' },
  ),
  named(
    settingsReply,
    'TenantSettings',
    'The settings of a tenant. An absent key has its default.',
    SETTINGS,
    SETTINGS_EXAMPLE,
  ),
  named(
    settings,
    'TenantSettingsInput',
    'The settings of a new tenant. An absent key has its default.',
    SETTINGS,
    SETTINGS_EXAMPLE,
  ),
  named(
    settingsPatch,
    'TenantSettingsPatch',
    'The settings to change. Each key is replaced as a whole, and `null` resets it to its default.',
    SETTINGS,
    { mfa: { policy: 'required' }, locale: null },
  ),
];

/** Describes this group for openapi.json. */
export const adminTenantsDocs = () => {
  const words = tenantWords();
  const path = { id: words.id.says };
  return documented(adminTenants, {
    description: 'Tenants and their settings.',
    operations: {
      'GET /auth/admin/api/tenants': {
        description:
          'All that the admin may see, without pages and without deleted ones. Secrets of identity providers are not in the reply.',
      },
      'POST /auth/admin/api/tenants': {
        description:
          'If several calls use one slug at once, one succeeds. The tenant is active at once unless `isActive` says otherwise.',
      },
      'PATCH /auth/admin/api/tenants/{id}': {
        description: 'Deactivating a tenant ends every session of its users at once.',
        path,
      },
      'DELETE /auth/admin/api/tenants/{id}': {
        description: 'Ends every session of its users at once. Its data are deleted afterwards.',
        path,
      },
      'DELETE /auth/admin/api/tenants/{id}/sessions': {
        description:
          'For an emergency: all users of the tenant sign in again. Sessions, trusted devices, codes, links and the tokens of ' +
          'applications are refused from the next request on. API keys, invitations and passwords stay.',
        path,
      },
      'DELETE /auth/admin/api/sessions': {
        description:
          'For an emergency: what ends with the sessions of a tenant ends in all of them, one after the other, some seconds for ' +
          'hundreds of tenants. A session that begins meanwhile may end with them. Admins stay signed in.',
      },
      'PUT /auth/admin/api/tenants/{id}/logo': {
        description:
          'Replaces the logo. It has an address of its own, which caches may keep for ever: a new logo has a new address.',
        path,
      },
      'DELETE /auth/admin/api/tenants/{id}/logo': {
        description:
          'Sign-in pages show the name instead. Succeeds also without a logo. Caches may keep the image under its old address.',
        path,
      },
      'POST /auth/admin/api/tenants/{id}/identity-providers/{provider}/test': {
        description:
          "Fetches the provider's metadata and keys as a login would, and says in words what is wrong. It logs no one in, " +
          'so it cannot tell whether the provider accepts the client id, the secret and the redirect address.',
        path: { ...path, provider: 'The name of the provider in `settings.ssoProviders` of the tenant.' },
      },
      'GET /auth/admin/api/tenants/{id}/domains': { description: DOMAIN_WORDS.list, path },
      'POST /auth/admin/api/tenants/{id}/domains': { description: DOMAIN_WORDS.add, path },
      'POST /auth/admin/api/tenants/{id}/domains/{domain}/check': {
        description: DOMAIN_WORDS.check,
        path: { ...path, ...DOMAIN_PATH },
      },
      'PATCH /auth/admin/api/tenants/{id}/domains/{domain}': {
        description: DOMAIN_WORDS.update,
        path: { ...path, ...DOMAIN_PATH },
      },
      'DELETE /auth/admin/api/tenants/{id}/domains/{domain}': {
        description: DOMAIN_WORDS.remove,
        path: { ...path, ...DOMAIN_PATH },
      },
      ...adminSetupLinkOperations(),
      ...scimConnectionOperations(),
    },
    shapes: [
      ...settingsDocs(),
      named(tenant, 'Tenant', 'A customer with its own users.', said(tenant, words), { id: TENANT }),
      named(tenantProfile, 'TenantProfile', 'A tenant without its settings.', said(tenantProfile, words), {
        id: TENANT,
      }),
      named(tenantReply, 'TenantResponse', 'A tenant.', { tenant: 'The tenant.' }),
      ...providerTestShapes(),
      ...scimConnectionShapes(),
      named(adminTenants['GET /auth/admin/api/tenants'].reply, 'TenantList', 'Tenants, newest first.', {
        data: 'The tenants.',
      }),
      named(
        adminTenants['POST /auth/admin/api/tenants'].body,
        'CreateTenantRequest',
        'A new tenant.',
        {
          ...said(adminTenants['POST /auth/admin/api/tenants'].body, words),
          settings: 'The settings. An absent key has its default.',
        },
        { settings: SETTINGS_EXAMPLE },
      ),
      named(
        logoImage,
        'LogoRequest',
        'The image of a logo.',
        {
          image:
            'A PNG, JPEG or WebP in base64: at most 32 KB, and 1024 pixels in width and height. SVG is not accepted, because it can hold scripts.',
        },
        { image: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==' },
      ),
      named(
        adminTenants['PATCH /auth/admin/api/tenants/{id}'].body,
        'UpdateTenantRequest',
        'The fields to change.',
        {
          ...said(adminTenants['PATCH /auth/admin/api/tenants/{id}'].body, words),
          settings: 'The settings to change. `null` resets a key to its default.',
        },
        { name: 'Acme Ltd', settings: { locale: null } },
      ),
    ],
  });
};
