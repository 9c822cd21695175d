// Declares the settings of a tenant.
import * as z from 'zod/mini';
import { brandColors, brandLinks, brandStyle } from '../branding.ts';
import { dateTime, isReadable, locale, mfaMethod, readable } from '../shapes.ts';
import { bodyOf, type Field } from './field.ts';
import { messageTexts } from './message-texts.ts';

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

/** The host of an https address, with its port if it has one. */
const host = z.string().check(
  z.maxLength(253),
  z.refine(
    (text) =>
      /^[a-z0-9.:-]+$/.test(text) && URL.canParse(`https://${text}/`) && new URL(`https://${text}/`).host === text,
    'must be a host such as client.example.com',
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

export const ssoProviderInput = z.object({
  name: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/)),
  issuer: z.string().check(
    z.maxLength(512),
    z.refine((text) => isSafeUrl(text) && !text.includes('?'), 'must be an https URL without query'),
  ),
  clientId: readable(256).check(z.minLength(1)),
  /** Write-only: encrypted at rest, never in a reply. */
  clientSecret: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  /** When the provider stops accepting the secret: people are told before (lib/domain/tenants/ending-secrets.ts). */
  secretExpiresAt: z.optional(dateTime),
  scopes: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(20))),
  trustEmail: z.optional(z.boolean()),
  allowSignup: z.optional(z.boolean()),
  admitsAgents: z.optional(z.boolean()),
  /** Absent: it is on. One that is off takes part in nothing but its test and its trial. */
  enabled: z.optional(z.boolean()),
});

const endpoint = z.string().check(z.maxLength(512), z.refine(isSafeUrl, 'must be an https URL (http for loopback)'));

const earlierService = {
  kind: z.enum(['oauth', 'cognito', 'hook']),
  /** The token endpoint, the endpoint of Cognito in its region, or the hook. */
  url: endpoint,
  userinfoUrl: z.optional(endpoint),
  clientId: z.optional(readable(256).check(z.minLength(1))),
  authMethod: z.optional(z.enum(['post', 'basic'])),
  /** RFC 6749 3.3. */
  scope: z.optional(
    z.string().check(z.maxLength(512), z.regex(/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/)),
  ),
  /** Names of claims or attributes that become metadata of the user. */
  metadata: z.optional(z.array(readable(128).check(z.minLength(1))).check(z.maxLength(20))),
  /** Only the tenant knows how many people the earlier service has. */
  expectedUsers: z.optional(z.int().check(z.gte(1), z.lte(1_000_000_000))),
};
/** The domain compares it with the clock. */
const endsAt = dateTime;
/** Write-only: encrypted at rest, never in a reply. */
const migrationSecret = z.optional(z.string().check(z.minLength(1), z.maxLength(1024)));
/** The service that a tenant's people come from, without its secret. */
export const migrationReply = z.object({ ...earlierService, endsAt });

const distinct = <T>(key: (each: T) => string) =>
  z.refine<T[]>((all) => new Set(all.map(key)).size === all.length, 'must not have duplicates');

/** An object that needs a recent login, and one that also needs the whole deployment. */
const guarded = <S extends z.core.$ZodShape>(shape: S) => ({ body: z.object(shape), update: true }) as const;
const reserved = <S extends z.core.$ZodShape>(shape: S) => ({ ...guarded(shape), needs: 'deployment' }) as const;

/**
 * Every setting. An absent one has its default, and `null` in a PATCH resets it. Settings decide who gets in, for how long,
 * and where codes and tokens are sent. All but words and looks need a recent login. Links of the sign-in page do: people
 * follow them with trust. What the deployment decides: what messages may cost, how long the audit log is kept, and whether
 * admins may act as users and these are told. Who acts in a tenant does not decide when the traces go.
 */
export const settingFields = {
  signup: guarded({ mode: z.enum(['instant', 'verifyFirst', 'closed']) }),
  password: guarded({
    minLength: z.int().check(z.gte(8), z.lte(64)),
    /** An extension. */
    mustChangeInitial: z.optional(z.boolean()),
  }),
  mfa: guarded({
    policy: z.enum(['off', 'optional', 'required']),
    methods: z.optional(
      z.array(mfaMethod).check(
        z.minLength(1),
        distinct((method: string) => method),
      ),
    ),
  }),
  /** Whether passkeys are used, and whether one alone logs in. Where they are `required`, one is the second factor. */
  passkeys: guarded({
    mode: z.enum(['off', 'optional', 'required']),
    firstFactor: z.optional(z.boolean()),
  }),
  session: {
    body: z
      .object({
        accessTtlSeconds: z.optional(seconds(5, 60 * 60)),
        idleTtlSeconds: z.optional(seconds(10, 30 * DAY)),
        absoluteTtlSeconds: z.optional(seconds(10, 30 * DAY)),
        deviceBinding: z.optional(z.enum(['off', 'prefer', 'require'])),
        maxPerUser: z.optional(z.int().check(z.gte(1), z.lte(50))),
      })
      .check(
        z.refine(
          ({ idleTtlSeconds = 0, absoluteTtlSeconds = 30 * DAY }) => idleTtlSeconds <= absoluteTtlSeconds,
          'idleTtlSeconds must not exceed absoluteTtlSeconds',
        ),
      ),
    update: true,
  },
  redirectUris: { body: z.array(redirectUri).check(z.maxLength(50)), update: true },
  /** Which requests must name the client that what they bring is bound to. */
  binding: guarded({
    redirects: z.optional(z.enum(['required', 'optional'])),
    codes: z.optional(z.enum(['required', 'optional'])),
  }),
  /** Whether users may sign in on devices with a code (RFC 8628). */
  deviceGrant: guarded({ enabled: z.boolean() }),
  /** One transaction of at most 100 writes replaces the previous origins with these. */
  allowedOrigins: { body: z.array(origin).check(z.maxLength(40)), update: true },
  /** Clients that describe themselves by a document (lib/domain/oauth/client/document.ts). */
  unregisteredClients: guarded({
    policy: z.enum(['off', 'listed', 'any']),
    hosts: z.optional(
      z.array(host).check(
        z.maxLength(20),
        distinct((each: string) => each),
      ),
    ),
  }),
  links: guarded({
    resetPassword: z.optional(template('{token}')),
    acceptInvite: z.optional(template('{token}')),
    verifyEmail: z.optional(template('{code}')),
  }),
  locale: { body: locale, update: false },
  branding: {
    body: z.object({
      name: z.optional(readable(60).check(z.regex(/\S/))),
      colors: z.optional(brandColors),
      links: z.optional(brandLinks),
      style: z.optional(brandStyle),
    }),
    update: { name: false, colors: false, links: true, style: false },
  },
  /** The tenant's own words in messages. They reach people who trust the sender. */
  messageTexts: { body: messageTexts, update: true },
  sms: reserved({
    countries: z.array(z.string().check(z.regex(/^[A-Z]{2}$/))).check(
      z.minLength(1),
      z.maxLength(300),
      distinct((country: string) => country),
    ),
  }),
  /** The domain compares them with the ceilings of the deployment. */
  messages: reserved({
    emailsPerDay: z.optional(z.int().check(z.gte(0), z.lte(100_000_000))),
    smsPerDay: z.optional(z.int().check(z.gte(0), z.lte(10_000_000))),
  }),
  audit: reserved({ retentionDays: z.int().check(z.gte(30), z.lte(3650)) }),
  /** Ends accounts that are not used (lib/domain/users/inactivity.ts). */
  inactivity: guarded({
    days: z.int().check(z.gte(30), z.lte(3650)),
    action: z.enum(['disable', 'delete']),
    noticeDays: z.optional(z.int().check(z.gte(1), z.lte(90))),
    notify: z.optional(z.boolean()),
  }),
  /** Whether users may have API keys. Those of machines are the admins'. */
  apiKeys: guarded({ users: z.boolean() }),
  acting: reserved({ enabled: z.boolean(), notify: z.optional(z.boolean()) }),
  /** The service that people without an account here come from, at their first login (lib/domain/migration). */
  migration: guarded({ ...earlierService, clientSecret: migrationSecret, endsAt }),
  ssoProviders: {
    body: z.array(ssoProviderInput).check(
      z.maxLength(20),
      distinct((provider: { name: string }) => provider.name),
    ),
    update: true,
  },
} as const satisfies Readonly<Record<string, Field>>;

/** A provider without its secret. */
export const ssoProvider = z.extend(z.omit(ssoProviderInput, { clientSecret: true }), { clientId: z.string() });

type Rows = typeof settingFields;
const shape = bodyOf(settingFields, 'update');
export const settings = z.object(shape);
export const settingsReply = z.object({
  ...shape,
  migration: z.optional(migrationReply),
  ssoProviders: z.optional(z.array(ssoProvider)),
});
export const settingsPatch = z.object(
  Object.fromEntries(
    Object.entries(settingFields).map(([name, { body }]) => [name, z.optional(z.nullable(body as z.ZodMiniType))]),
  ) as { [K in keyof Rows]: z.ZodMiniOptional<z.ZodMiniNullable<Rows[K]['body']>> },
);

export type TenantSettings = z.output<typeof settings>;
export type TenantSettingsPatch = z.output<typeof settingsPatch>;
