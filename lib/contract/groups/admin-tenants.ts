// Declares tenants and their settings, as admins manage them.
import * as z from 'zod/mini';
import { brandColors, brandLinks } from '../branding.ts';
import { documented, METADATA, type NamedShape, named, TENANT, TIMES } from '../documentation.ts';
import { contract } from '../operation.ts';
import { logoReference, tenantProfile } from '../records.ts';
import { isReadable, locale, message, metadata, mfaMethod, name, readable, readableLines } from '../shapes.ts';

const seconds = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max));
const DAY = 86_400;

/** Accepts https, or http for loopback, without user and fragment. Nothing else may receive a code or a token. */
function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text) || !isReadable(text) || /[\s\\*]/.test(text)) return false;
  const { protocol, hostname, hash, username, password } = new URL(text);
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || (protocol === 'http:' && loopback)) && !hash && !username && !password;
}

const redirectUri = z
  .string()
  .check(z.maxLength(1024), z.refine(isSafeUrl, 'must be an https URL (http for loopback) without user and fragment'));

const origin = z.string().check(
  z.maxLength(256),
  z.refine(
    (text) => isSafeUrl(text) && new URL(text).origin === text,
    'must be an origin such as https://app.example.com',
  ),
);

const template = (placeholder: string) =>
  z.string().check(
    z.maxLength(1024),
    z.refine(
      (text) => text.includes(placeholder) && isSafeUrl(text.replaceAll(placeholder, 'x').replace(/#.*/, '')),
      `must be an https URL (http for loopback) that contains ${placeholder}`,
    ),
  );

const ssoProviderInput = z.object({
  name: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/)),
  issuer: z.string().check(
    z.maxLength(512),
    z.refine((text) => isSafeUrl(text) && !text.includes('?'), 'must be an https URL without query'),
  ),
  clientId: readable(256).check(z.minLength(1)),
  /** Write-only: encrypted at rest, never in a reply. */
  clientSecret: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  scopes: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(20))),
  trustEmail: z.optional(z.boolean()),
  allowSignup: z.optional(z.boolean()),
});

const distinct = <T>(key: (each: T) => string) =>
  z.refine<T[]>((all) => new Set(all.map(key)).size === all.length, 'must not have duplicates');

/** Every key of `settings`. An absent key has its default, and `null` in a PATCH resets it. */
const settingsShape = {
  signup: z.object({ mode: z.enum(['instant', 'verifyFirst', 'closed']) }),
  password: z.object({
    minLength: z.int().check(z.gte(8), z.lte(64)),
    /** An extension. */
    mustChangeInitial: z.optional(z.boolean()),
  }),
  mfa: z.object({
    policy: z.enum(['off', 'optional', 'required']),
    methods: z.optional(
      z.array(mfaMethod).check(
        z.minLength(1),
        distinct((method: string) => method),
      ),
    ),
  }),
  session: z
    .object({
      accessTtlSeconds: z.optional(seconds(5, 15 * 60)),
      idleTtlSeconds: z.optional(seconds(10, 30 * DAY)),
      absoluteTtlSeconds: z.optional(seconds(10, 30 * DAY)),
      maxPerUser: z.optional(z.int().check(z.gte(1), z.lte(50))),
    })
    .check(
      z.refine(
        ({ idleTtlSeconds = 0, absoluteTtlSeconds = 30 * DAY }) => idleTtlSeconds <= absoluteTtlSeconds,
        'idleTtlSeconds must not exceed absoluteTtlSeconds',
      ),
    ),
  redirectUris: z.array(redirectUri).check(z.maxLength(50)),
  /** Which requests must name the client that what they bring is bound to. */
  binding: z.object({
    redirects: z.optional(z.enum(['required', 'optional'])),
    codes: z.optional(z.enum(['required', 'optional'])),
  }),
  /** One transaction of at most 100 writes replaces the previous origins with these. */
  allowedOrigins: z.array(origin).check(z.maxLength(40)),
  links: z.object({
    resetPassword: z.optional(template('{token}')),
    acceptInvite: z.optional(template('{token}')),
    verifyEmail: z.optional(template('{code}')),
  }),
  locale,
  branding: z.object({
    name: z.optional(readable(60).check(z.regex(/\S/))),
    colors: z.optional(brandColors),
    links: z.optional(brandLinks),
  }),
  sms: z.object({
    countries: z.array(z.string().check(z.regex(/^[A-Z]{2}$/))).check(
      z.minLength(1),
      z.maxLength(300),
      distinct((country: string) => country),
    ),
  }),
  /** The domain compares them with the ceilings of the deployment. */
  messages: z.object({
    emailsPerDay: z.optional(z.int().check(z.gte(0), z.lte(100_000_000))),
    smsPerDay: z.optional(z.int().check(z.gte(0), z.lte(10_000_000))),
  }),
  audit: z.object({ retentionDays: z.int().check(z.gte(30), z.lte(3650)) }),
  acting: z.object({ enabled: z.boolean(), notify: z.optional(z.boolean()) }),
  ssoProviders: z.array(ssoProviderInput).check(
    z.maxLength(20),
    distinct((provider: { name: string }) => provider.name),
  ),
};

/**
 * Settings decide who gets in, for how long, and where codes and tokens are sent. All but words and looks need a recent
 * login. Links of the sign-in page do: people follow them with trust.
 */
const SETTINGS_STEP_UP = {
  signup: true,
  password: true,
  mfa: true,
  session: true,
  redirectUris: true,
  allowedOrigins: true,
  links: true,
  locale: false,
  branding: { name: false, colors: false, links: true },
  binding: true,
  sms: true,
  messages: true,
  audit: true,
  acting: true,
  ssoProviders: true,
} as const;

/**
 * The fields that the deployment decides, beside the settings: what a tenant is found by, whether it is served, what the
 * application knows of it (its plan, for example), what its messages may cost, how long its audit log is kept, and whether
 * admins may act as its users and these are told: who acts in it does not decide when the traces go.
 */
const OF_DEPLOYMENT = {
  slug: 'deployment',
  isActive: 'deployment',
  metadata: 'deployment',
  'settings.sms': 'deployment',
  'settings.messages': 'deployment',
  'settings.audit': 'deployment',
  'settings.acting': 'deployment',
} as const;

/** A provider without its secret. */
const ssoProvider = z.extend(z.omit(ssoProviderInput, { clientSecret: true }), { clientId: z.string() });
const settings = z.partial(z.object(settingsShape));
const settingsPatch = z.partial(
  z.object({
    signup: z.nullable(settingsShape.signup),
    password: z.nullable(settingsShape.password),
    mfa: z.nullable(settingsShape.mfa),
    session: z.nullable(settingsShape.session),
    redirectUris: z.nullable(settingsShape.redirectUris),
    binding: z.nullable(settingsShape.binding),
    allowedOrigins: z.nullable(settingsShape.allowedOrigins),
    links: z.nullable(settingsShape.links),
    locale: z.nullable(settingsShape.locale),
    branding: z.nullable(settingsShape.branding),
    sms: z.nullable(settingsShape.sms),
    messages: z.nullable(settingsShape.messages),
    audit: z.nullable(settingsShape.audit),
    acting: z.nullable(settingsShape.acting),
    ssoProviders: z.nullable(settingsShape.ssoProviders),
  }),
);
const settingsReply = z.partial(z.object({ ...settingsShape, ssoProviders: z.array(ssoProvider) }));

export type TenantSettings = z.output<typeof settings>;
export type TenantSettingsPatch = z.output<typeof settingsPatch>;

const tenant = z.object({ ...tenantProfile.shape, settings: settingsReply, logo: z.nullable(logoReference) });

const providerTestStep = z.object({
  name: z.enum(['client', 'discovery', 'issuer', 'endpoints', 'algorithms', 'authentication', 'keys']),
  isOk: z.boolean(),
  message: z.string(),
});
const providerTest = z.object({ isOk: z.boolean(), redirectUri: z.string(), steps: z.array(providerTestStep) });

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

const description = z.nullable(readableLines(1000));
/** The domain validates the form, and responds with INVALID_SLUG_FORMAT. */
const slug = z.string().check(z.minLength(1), z.maxLength(63));

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
    body: z.object({
      name,
      slug,
      description: z.optional(description),
      metadata: z.optional(metadata),
      isActive: z.optional(z.boolean()),
      settings: z.optional(settings),
    }),
    stepUp: {
      name: false,
      slug: false,
      description: false,
      metadata: false,
      isActive: false,
      settings: SETTINGS_STEP_UP,
    },
    reply: tenantReply,
    status: 201,
    errors: ['INVALID_SLUG_FORMAT', 'TENANT_ALREADY_EXISTS'],
  },
  'PATCH /auth/admin/api/tenants/{id}': {
    name: 'update',
    summary: 'Update a tenant',
    duty: { needs: 'operate', tenant: 'path', fields: OF_DEPLOYMENT },
    body: z.object({
      name: z.optional(name),
      slug: z.optional(slug),
      description: z.optional(description),
      metadata: z.optional(metadata),
      isActive: z.optional(z.boolean()),
      settings: z.optional(settingsPatch),
    }),
    // People and login pages find their tenant by its slug.
    stepUp: {
      name: false,
      slug: true,
      description: false,
      metadata: false,
      isActive: true,
      settings: SETTINGS_STEP_UP,
    },
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
  'PUT /auth/admin/api/tenants/{id}/logo': {
    name: 'setLogo',
    summary: 'Set the logo of a tenant',
    duty: { needs: 'operate', tenant: 'path' },
    body: logoImage,
    // As long as a body: a longer text than the schema allows is refused under its name.
    input: { maxText: 64 * 1024 },
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
});

const TENANT_ID = { id: 'The id of the tenant, prefix `ten_`.' };
const FIELDS = {
  name: 'The display name, at most 120 characters.',
  slug: 'The unique short name: lowercase letters and digits in groups joined by single hyphens.',
  description: 'A note for admins, at most 1 000 characters.',
  metadata: METADATA,
  isActive: 'Whether its users can log in.',
};
const SETTINGS = {
  signup: 'Who may sign up. Default: `instant`.',
  password: 'The password policy.',
  mfa: 'The second factor. Default: `optional`, every method.',
  session: 'Lifetimes and number of sessions.',
  redirectUris:
    'The exact addresses that logins with a provider may return to: https, or http for loopback. At most 50.',
  binding: 'Which requests must name the client that codes are bound to.',
  allowedOrigins: 'The origins that browsers may call from (CORS, CSRF). At most 40.',
  links: 'The addresses of links in messages.',
  locale: 'The language of messages and pages (BCP 47). Default: `en`; pages then follow the browser.',
  branding: 'Name, colors and links of the sign-in page. Absent values are those of the deployment.',
  sms: 'Where SMS may be sent. Premium and special-rate numbers never get one.',
  messages: 'How many messages may be sent in a day.',
  audit: 'For how long the audit log keeps entries.',
  acting: 'Whether admins may act as users.',
  ssoProviders: "The tenant's own identity providers. At most 20.",
};
const PROVIDER = {
  name: 'The name in addresses: lowercase letters, digits and hyphens, at most 32 characters.',
  issuer: 'The OpenID Connect issuer, an https address without query.',
  clientId: 'The client id at the provider.',
  scopes: 'The scopes to request, at most 20. Default: `openid email profile`.',
  trustEmail: 'Whether a verified email address of this provider proves the address here. Default: false.',
  allowSignup: 'Whether a login may create an account. Default: true.',
};
const PROVIDER_EXAMPLE = { name: 'acme-id', issuer: 'https://id.acme.example', clientId: 'gatehouse' };
const SETTINGS_EXAMPLE = {
  signup: { mode: 'verifyFirst' as const },
  mfa: { policy: 'required' as const },
  redirectUris: ['https://app.acme.example/callback'],
};

const settingsDocs = (): NamedShape[] => [
  named(settingsShape.signup, 'SignupSettings', 'Who may sign up.', {
    mode: '`instant`: a signup logs in at once. `verifyFirst`: once the address is verified. `closed`: by invitation only.',
  }),
  named(settingsShape.password, 'PasswordSettings', 'The password policy.', {
    minLength: 'The minimum number of characters, 8 to 64. Default: 8.',
    mustChangeInitial:
      'Whether new users must change a password that an admin chose, unless the admin says otherwise. Default: false.',
  }),
  named(settingsShape.mfa, 'MfaSettings', 'The second factor.', {
    policy: '`off`, `optional` (each user decides), or `required`.',
    methods: 'The allowed methods. Default: all.',
  }),
  named(
    settingsShape.session,
    'SessionSettings',
    'Lifetimes and number of sessions. Absent values are those of the deployment.',
    {
      accessTtlSeconds: 'The lifetime of an access token in seconds, 5 to 900.',
      idleTtlSeconds: 'How long a session lives without a refresh, in seconds, 10 to 2 592 000 (30 days).',
      absoluteTtlSeconds: 'How long a session lives at most, in seconds, 10 to 2 592 000 (30 days).',
      maxPerUser: 'The number of sessions per user, 1 to 50. One more ends the session that was idle longest.',
    },
    { idleTtlSeconds: 86_400, maxPerUser: 3 },
  ),
  named(
    settingsShape.binding,
    'BindingSettings',
    'Which requests must send a `codeChallenge` (RFC 7636). In cookie mode a cookie replaces it.',
    {
      redirects: 'Logins that redirect to an identity provider (GET /auth/sso/{provider}). Default: `required`.',
      codes: 'Requests for a code of login or password reset, and signups with `verifyFirst`. Default: `optional`.',
    },
    { codes: 'required' },
  ),
  named(
    settingsShape.links,
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
    settingsShape.branding,
    'BrandingSettings',
    'The face of the tenant on the sign-in page.',
    {
      name: 'The name that people see, at most 60 characters. Default: the name of the tenant.',
      colors: 'Colors for light and dark. A mode that is absent has the colors of the deployment.',
      links: 'Links below the form. Requires a login at most 15 minutes old.',
    },
    { name: 'Acme', colors: { light: { accent: '#0f766e' } } },
  ),
  named(
    settingsShape.sms,
    'SmsSettings',
    'Where SMS may be sent.',
    { countries: 'ISO 3166-1 codes. Default: those of the deployment.' },
    { countries: ['DE', 'AT', 'CH'] },
  ),
  named(
    settingsShape.messages,
    'MessageSettings',
    'How many messages may be sent in a day. Sign-ups, codes, known devices, second factors and invitations each have as many.',
    {
      emailsPerDay: 'E-mails of each kind. Default and maximum: those of the deployment. `0`: none.',
      smsPerDay: 'SMS of each kind. Default and maximum: those of the deployment. `0`: none.',
    },
    { emailsPerDay: 50_000, smsPerDay: 2000 },
  ),
  named(
    settingsShape.audit,
    'AuditSettings',
    'The audit log of the tenant.',
    { retentionDays: 'For how many days entries are kept, 30 to 3650. It counts for new entries. Default: 400.' },
    { retentionDays: 400 },
  ),
  named(
    settingsShape.acting,
    'ActingSettings',
    'Admins who act as users of the tenant. The deployment must allow it, too.',
    {
      enabled: 'Whether they may. Default: false.',
      notify: 'Whether the user gets a message each time. Default: true.',
    },
    { enabled: true, notify: true },
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
export const adminTenantsDocs = () =>
  documented(adminTenants, {
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
        path: TENANT_ID,
      },
      'DELETE /auth/admin/api/tenants/{id}': {
        description: 'Ends every session of its users at once. Its data are deleted afterwards.',
        path: TENANT_ID,
      },
      'PUT /auth/admin/api/tenants/{id}/logo': {
        description:
          'Replaces the logo. It has an address of its own, which caches may keep for ever: a new logo has a new address.',
        path: TENANT_ID,
      },
      'DELETE /auth/admin/api/tenants/{id}/logo': {
        description:
          'Sign-in pages show the name instead. Succeeds also without a logo. Caches may keep the image under its old address.',
        path: TENANT_ID,
      },
      'POST /auth/admin/api/tenants/{id}/identity-providers/{provider}/test': {
        description:
          "Fetches the provider's metadata and keys as a login would, and says in words what is wrong. It logs no one in, " +
          'so it cannot tell whether the provider accepts the client id, the secret and the redirect address.',
        path: { ...TENANT_ID, provider: 'The name of the provider in `settings.ssoProviders` of the tenant.' },
      },
    },
    shapes: [
      ...settingsDocs(),
      named(
        tenant,
        'Tenant',
        'A customer with its own users.',
        { ...TENANT_ID, ...FIELDS, settings: 'The settings.', logo: 'The logo. `null`: there is none.', ...TIMES },
        { id: TENANT },
      ),
      named(tenantReply, 'TenantResponse', 'A tenant.', { tenant: 'The tenant.' }),
      named(
        providerTestStep,
        'ProviderTestStep',
        'A step of the test of an identity provider.',
        {
          name: 'What was tested.',
          isOk: 'Whether it passed.',
          message: 'What was found, as a sentence for people. It may change.',
        },
        { name: 'discovery', message: 'The provider returned its metadata.' },
      ),
      named(
        providerTest,
        'ProviderTest',
        'What the test of an identity provider found.',
        {
          isOk: 'Whether all steps passed.',
          redirectUri: 'The address that must be allowed at the provider.',
          steps: 'The steps, in their order.',
        },
        { redirectUri: 'https://auth.example.com/auth/callback/acme-id' },
      ),
      named(adminTenants['GET /auth/admin/api/tenants'].reply, 'TenantList', 'Tenants, newest first.', {
        data: 'The tenants.',
      }),
      named(
        adminTenants['POST /auth/admin/api/tenants'].body,
        'CreateTenantRequest',
        'A new tenant.',
        { ...FIELDS, settings: 'The settings. An absent key has its default.' },
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
        { ...FIELDS, settings: 'The settings to change. `null` resets a key to its default.' },
        { name: 'Acme Ltd', settings: { locale: null } },
      ),
    ],
  });
