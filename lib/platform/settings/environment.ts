// Says which settings the environment has, and what each may be.
import * as z from 'zod/mini';
import { isInviteLink, SENDER } from './addresses.ts';
import { PASSKEY_ORIGINS_RULE, PASSKEY_RP_RULE, passkeyOriginsProblem, passkeyRpProblem } from './passkeys.ts';
import { lifetime, whole } from './setting-shapes.ts';

const DAY = 86_400;

/** The origins of a list with commas. */
export const originsOf = (text: string): string[] =>
  text
    .split(',')
    .map((origin) => origin.trim())
    .filter(Boolean);

/** Each allows every port of this machine. For the local run only. */
export const ANY_LOCAL_PORT: readonly string[] = ['http://localhost:*', 'http://127.0.0.1:*'];
const isOrigin = (text: string): boolean =>
  ANY_LOCAL_PORT.includes(text) || (URL.canParse(text) && new URL(text).origin === text);

/** A function of Lambda, with or without an alias or version. */
export const FUNCTION_ARN =
  /^arn:aws[a-z-]*:lambda:[a-z0-9-]+:\d{12}:function:[A-Za-z0-9_-]{1,64}(:(\$LATEST|[A-Za-z0-9_-]{1,128}))?$/;

/** By the names of the variables. */
export const schema = z.object({
  /** Public base URL without a trailing slash: the issuer of tokens and the root of every link. */
  GATEHOUSE_BASE_URL: z.string().check(
    z.regex(/^https?:\/\/[^\s?#]*[^\s?#/]$/),
    z.refine((text) => URL.canParse(text)),
  ),
  GATEHOUSE_TABLE: z.string().check(z.regex(/^[a-zA-Z0-9_.-]{3,255}$/)),
  /**
   * Names of the secrets in Secrets Manager. Their values are never in the environment. A function has the names of
   * those it may read; without one, what needs it fails.
   */
  GATEHOUSE_PEPPER_SECRET: z.optional(z.string().check(z.minLength(1))),
  GATEHOUSE_SEAL_SECRET: z.optional(z.string().check(z.minLength(1))),
  GATEHOUSE_SESSION_SECRET: z.optional(z.string().check(z.minLength(1))),
  GATEHOUSE_ADMIN_SECRET: z.optional(z.string()),
  /** Identity providers of the deployment. Only functions that call them need it. */
  GATEHOUSE_SSO_SECRET: z.optional(z.string()),
  /** Only the change feed needs it. Without a name, EventBridge would use the account's default bus. */
  GATEHOUSE_BUS: z.optional(z.string().check(z.regex(/^[A-Za-z0-9/._-]{1,256}$/))),
  /** The bucket of the archive of the audit log. Only the function that writes it needs it. */
  GATEHOUSE_AUDIT_BUCKET: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/))),
  /**
   * Behind a proxy that proves itself by a secret: the position of the client's address in x-forwarded-for, counted from the
   * right, or `cloudfront`, which names the client in a header of its own. Functions that ask for the proof have both settings.
   */
  GATEHOUSE_TRUSTED_PROXY: z.optional(z.string().check(z.regex(/^([1-9]|cloudfront)$/))),
  GATEHOUSE_PROXY_SECRET: z.optional(z.string().check(z.minLength(1))),
  GATEHOUSE_AUDIENCE: z.optional(z.string().check(z.minLength(1))),
  GATEHOUSE_APP_NAME: z._default(z.string().check(z.minLength(1), z.maxLength(64)), 'Gatehouse'),
  /** The sender of e-mails: `address` or `Name <address>`. Only the mailer needs it. */
  GATEHOUSE_SENDER: z.optional(z.string().check(z.regex(SENDER))),
  /** The Lambda function that sends messages in place of SES and SNS. Only the mailer needs it. */
  GATEHOUSE_MESSAGE_SENDER: z.optional(z.string().check(z.regex(FUNCTION_ARN))),
  GATEHOUSE_SES_CONFIGURATION_SET: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))),
  GATEHOUSE_SMS_SENDER_ID: z.optional(z.string().check(z.regex(/^(?=.*[A-Za-z])[A-Za-z0-9]{1,11}$/))),
  /** ISO 3166-1 codes, comma-separated. SMS leave for these countries only. */
  GATEHOUSE_SMS_COUNTRIES: z.optional(z.string().check(z.regex(/^[A-Z]{2}(,[A-Z]{2}){0,299}$/))),
  /** E-mails and SMS a second that this deployment may send. Without the former, SES is asked for the account's rate. */
  GATEHOUSE_MAIL_RATE: z.optional(whole(1, 100_000)),
  // SNS publishes at most 20 SMS a second by default (Amazon SNS endpoints and quotas, "SMS messages delivery rate").
  GATEHOUSE_SMS_RATE: z._default(whole(1, 10_000), 20),
  /** The mailers that may run at the same time. Each takes its part of the rates. */
  GATEHOUSE_MAILER_CONCURRENCY: z._default(whole(2, 1000), 2),
  /** The URLs of the queues of messages. Only the mailer needs them; without them a retry waits for the queue. */
  GATEHOUSE_CODE_QUEUE: z.optional(z.url()),
  GATEHOUSE_NOTICE_QUEUE: z.optional(z.url()),
  GATEHOUSE_TOKEN_TYPE: z._default(z.enum(['header', 'cookie']), 'header'),
  /** The relying party of passkeys: the host of the base URL, or a domain above it. Without it there are none. */
  GATEHOUSE_PASSKEY_RP_ID: z.optional(
    z.string().check(z.refine((text) => passkeyRpProblem(text) === undefined, PASSKEY_RP_RULE)),
  ),
  /** Further origins whose pages may use passkeys, comma-separated. The origin of the base URL always may. */
  GATEHOUSE_PASSKEY_ORIGINS: z._default(
    z.string().check(z.refine((text) => passkeyOriginsProblem(originsOf(text)) === undefined, PASSKEY_ORIGINS_RULE)),
    '',
  ),
  GATEHOUSE_CSRF: z._default(z.enum(['auto', 'always', 'off']), 'auto'),
  /** Comma-separated origins, spelt exactly as browsers send them. */
  GATEHOUSE_ALLOWED_ORIGINS: z._default(z.string().check(z.refine((text) => originsOf(text).every(isOrigin))), ''),
  /** Where invitations lead in tenants without `settings.links.acceptInvite`; by default our page. `{token}` is replaced. */
  GATEHOUSE_INVITE_LINK: z.optional(
    z.string().check(z.maxLength(1024), z.refine(isInviteLink, 'must be an https URL that contains {token}')),
  ),
  /** Colors and links of sign-in pages, as JSON. */
  GATEHOUSE_BRANDING: z.optional(z.string().check(z.maxLength(2048))),
  GATEHOUSE_SIGNING_ALG: z._default(z.enum(['RS256', 'ES256', 'EdDSA']), 'RS256'),
  GATEHOUSE_PASSWORD_HASH: z._default(z.enum(['auto', 'argon2id', 'bcrypt']), 'auto'),
  // Bounds: access at most an hour (staleness of offline verification), refresh at most 30 d (NIST SP 800-63B AAL1).
  GATEHOUSE_ACCESS_TTL: lifetime(15 * 60, 5, 60 * 60),
  GATEHOUSE_SESSION_IDLE_TTL: lifetime(14 * DAY, 10, 30 * DAY),
  GATEHOUSE_SESSION_ABSOLUTE_TTL: lifetime(30 * DAY, 10, 30 * DAY),
  GATEHOUSE_PENDING_TTL: lifetime(10 * 60, 10, 15 * 60),
  GATEHOUSE_ADMIN_IDLE_TTL: lifetime(30 * 60, 10, 12 * 3600),
  GATEHOUSE_ADMIN_ABSOLUTE_TTL: lifetime(8 * 3600, 10, 12 * 3600),
  GATEHOUSE_ADMIN_TOTP: z._default(z.enum(['optional', 'required']), 'optional'),
  GATEHOUSE_ADMIN_PASSKEYS: z._default(z.enum(['off', 'optional', 'required']), 'optional'),
  GATEHOUSE_ADMIN_DEVICE_BOUND: z._default(z.enum(['off', 'prefer', 'require']), 'off'),
  GATEHOUSE_ACTING: z._default(z.enum(['off', 'allowed']), 'off'),
  GATEHOUSE_ADMIN_PROVIDER: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/))),
  GATEHOUSE_TRUSTED_DEVICE_TTL: lifetime(30 * DAY, 10, 30 * DAY),
  GATEHOUSE_REFRESH_GRACE: lifetime(10, 0, 30),
  GATEHOUSE_SESSIONS_PER_USER: lifetime(10, 1, 50),
  GATEHOUSE_APPLICATION_SESSIONS_PER_USER: lifetime(100, 20, 500),
  /**
   * Ends every session from before this time: for a restored table or stolen tokens. Sets aside copies from before it, too: a
   * restored table may contain a part of a transaction (DynamoDB Developer Guide, "Transactions: How it works").
   */
  GATEHOUSE_SESSIONS_SINCE: z.optional(z.iso.datetime()),
  // Codes live at most 10 min (OWASP ASVS 6.5.5), reset tokens at most 1 h, invitations at most 7 d.
  GATEHOUSE_CODE_TTL: lifetime(10 * 60, 10, 10 * 60),
  GATEHOUSE_RESET_TTL: lifetime(30 * 60, 10, 3600),
  GATEHOUSE_INVITE_TTL: lifetime(3 * DAY, 10, 7 * DAY),
  GATEHOUSE_ADMIN_INVITE_TTL: lifetime(7 * DAY, 10, 7 * DAY),
  /** Name servers in place of the machine's own, as `127.0.0.1:5300`, comma-separated. For the local run only. */
  GATEHOUSE_DNS_SERVERS: z.optional(
    z.string().check(z.regex(/^(\d{1,3}\.){3}\d{1,3}(:\d{1,5})?(,(\d{1,3}\.){3}\d{1,3}(:\d{1,5})?){0,3}$/)),
  ),
  /** Limits that differ from their defaults: `login-ip=500,signup-ip=1000` (ceilings.ts). */
  GATEHOUSE_CEILINGS: z._default(z.string(), ''),
  /** lib/platform/log.ts reads it by itself, because it must be able to log errors of this file. */
  GATEHOUSE_LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'none']), 'info'),
  GATEHOUSE_LIMITS: z._default(z.enum(['on', 'off']), 'on'),
  GATEHOUSE_FAST_HASH: z._default(z.enum(['0', '1']), '0'),
});

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(schema.shape);

/** Returns the default of each setting that has one, by name. */
export function variableDefaults(): Record<string, string> {
  const required = { GATEHOUSE_BASE_URL: 'https://x', GATEHOUSE_TABLE: 'xxx' };
  const values = Object.entries(schema.parse(required)).filter(([name]) => !(name in required));
  return Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
}

/** Returns what is known of the text of each setting, by name: its choices or its pattern. */
export function variableSchemas(): Record<string, { enum?: string[]; pattern?: string }> {
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return properties as Record<string, { enum?: string[]; pattern?: string }>;
}
