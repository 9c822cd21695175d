// Tenants, seen and changed by admins, with the settings each tenant may have.
import * as z from 'zod/mini';
import { contract } from './operation.ts';
import { dateTime, message, metadata, mfaMethod, name } from './shapes.ts';

const seconds = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max));
const DAY = 86_400;

/** https, or http for loopback, without user and fragment: nothing else may receive a code or a token. */
function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text) || /[\s\\*]/.test(text)) return false;
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

const locale = z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/));

const ssoProvider = z.object({
  name: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/)),
  issuer: z.string().check(
    z.maxLength(512),
    z.refine((text) => isSafeUrl(text) && !text.includes('?'), 'must be an https URL without query'),
  ),
  clientId: z.string().check(z.minLength(1), z.maxLength(256)),
  /** Write-only: sealed at rest, never in a reply. */
  clientSecret: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  scopes: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(20))),
  trustEmail: z.optional(z.boolean()),
  allowSignup: z.optional(z.boolean()),
});

const distinct = <T>(key: (each: T) => string) =>
  z.refine<T[]>((all) => new Set(all.map(key)).size === all.length, 'must not repeat itself');

/** Every key of `settings`; a key that is absent has its default, `null` in a PATCH resets it. */
const settingsShape = {
  signup: z.object({ mode: z.enum(['instant', 'verifyFirst', 'closed']) }),
  password: z.object({ minLength: z.int().check(z.gte(8), z.lte(64)) }),
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
  /** All of them, and all they replace, are written in one transaction, which has a hundred places. */
  allowedOrigins: z.array(origin).check(z.maxLength(40)),
  links: z.object({
    resetPassword: z.optional(template('{token}')),
    acceptInvite: z.optional(template('{token}')),
    verifyEmail: z.optional(template('{code}')),
  }),
  locale,
  ssoProviders: z.array(ssoProvider).check(
    z.maxLength(20),
    distinct((provider: { name: string }) => provider.name),
  ),
};

const settings = z.partial(z.object(settingsShape));
const settingsPatch = z.partial(
  z.object({
    signup: z.nullable(settingsShape.signup),
    password: z.nullable(settingsShape.password),
    mfa: z.nullable(settingsShape.mfa),
    session: z.nullable(settingsShape.session),
    redirectUris: z.nullable(settingsShape.redirectUris),
    allowedOrigins: z.nullable(settingsShape.allowedOrigins),
    links: z.nullable(settingsShape.links),
    locale: z.nullable(settingsShape.locale),
    ssoProviders: z.nullable(settingsShape.ssoProviders),
  }),
);
const settingsReply = z.extend(settings, {
  ssoProviders: z.optional(z.array(z.omit(ssoProvider, { clientSecret: true }))),
});

export type TenantSettings = z.output<typeof settings>;
export type TenantSettingsPatch = z.output<typeof settingsPatch>;

const tenant = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.nullable(z.string()),
  metadata,
  isActive: z.boolean(),
  settings: settingsReply,
  createdAt: dateTime,
  updatedAt: dateTime,
});

const description = z.nullable(z.string().check(z.maxLength(1000)));
/** Its form is judged by the domain, which answers INVALID_SLUG_FORMAT. */
const slug = z.string().check(z.minLength(1), z.maxLength(63));

export const adminTenants = contract({
  'GET /auth/admin/api/tenants': {
    name: 'list',
    summary: 'List tenants, newest first',
    access: 'admin',
    rate: 'read',
    reply: z.object({ data: z.array(tenant) }),
    status: 200,
    errors: [],
  },
  'POST /auth/admin/api/tenants': {
    name: 'create',
    summary: 'Create a tenant',
    access: 'admin',
    rate: 'write',
    body: z.object({
      name,
      slug,
      description: z.optional(description),
      metadata: z.optional(metadata),
      isActive: z.optional(z.boolean()),
      settings: z.optional(settings),
    }),
    reply: z.object({ tenant }),
    status: 201,
    errors: ['INVALID_SLUG_FORMAT', 'TENANT_ALREADY_EXISTS'],
  },
  'PATCH /auth/admin/api/tenants/{id}': {
    name: 'update',
    summary: 'Update a tenant; deactivating it ends its sessions at once',
    access: 'admin',
    rate: 'write',
    body: z.object({
      name: z.optional(name),
      slug: z.optional(slug),
      description: z.optional(description),
      metadata: z.optional(metadata),
      isActive: z.optional(z.boolean()),
      settings: z.optional(settingsPatch),
    }),
    reply: z.object({ tenant }),
    status: 200,
    errors: ['TENANT_NOT_FOUND', 'INVALID_SLUG_FORMAT', 'TENANT_ALREADY_EXISTS'],
  },
  'DELETE /auth/admin/api/tenants/{id}': {
    name: 'remove',
    summary: 'Delete a tenant; its sessions end at once',
    access: 'admin',
    stepUp: true,
    rate: 'write',
    reply: message,
    status: 200,
    errors: ['TENANT_NOT_FOUND'],
  },
});
