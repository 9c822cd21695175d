// Declares what the messages of a tenant are about, and what its own texts of them may contain.
import * as z from 'zod/mini';
import { readable, readableLines } from '../shapes.ts';
import { LANGUAGES } from './languages.ts';

/** The details that a text may name, besides `{tenant}` and `{app}`: a name in the settings is filled in, and no user chooses it. */
type Detail = 'valid' | 'until' | 'key';

/**
 * Each message of a tenant -> the details that it has. `valid`: how long its code or link is valid. `until`: a day. `key`:
 * the name of an API key.
 */
export const MESSAGE_DETAILS = {
  verifyEmail: ['valid'],
  verifyPhone: ['valid'],
  login: ['valid'],
  /** The code that completes a login. */
  secondFactor: ['valid'],
  reset: ['valid'],
  invitation: ['valid'],
  /** A link with which a person without an account sets up a tenant. */
  setupLink: ['valid'],
  /** A link with which a person asks to join a tenant. */
  joinRequest: ['valid'],
  /** Those who may invite have refused the person. */
  joinRefused: [],
  /** An invitation for a person who already has an account. */
  added: [],
  signupAttempted: [],
  passwordChanged: [],
  passwordReset: [],
  twoFactorEnabled: [],
  twoFactorDisabled: [],
  deviceAdded: [],
  deviceRemoved: [],
  passkeyAdded: [],
  passkeyRemoved: [],
  recoveryLinkCreated: [],
  recoveryCodesGenerated: [],
  recoveryCodeUsed: [],
  /** An account at an identity provider was linked to this one. */
  identityLinked: [],
  /** There were many wrong guesses at the password or codes. */
  guessingDetected: [],
  /** The account is not used, and will be disabled. */
  unusedDisabled: ['until'],
  /** The account is not used, and will be deleted. */
  unusedDeleted: ['until'],
  /** An account in another tenant was linked to this one. */
  accountLinked: [],
  /** An account at an identity provider was unlinked from this one. */
  identityUnlinked: [],
  accountChanged: [],
  /** An admin acts as the user. */
  actingStarted: [],
  /** An API key of the user was made, or has a new secret. */
  apiKeyCreated: ['key', 'until'],
} as const satisfies Readonly<Record<string, readonly Detail[]>>;
export type TenantMessage = keyof typeof MESSAGE_DETAILS;

/** In bytes of JSON. The texts are part of the tenant, and a list of tenants contains them. */
const MOST_BYTES = 16 * 1024;

const DOT = '.\u2024\u3002\uff0e\uff61';
/**
 * Finds what mail clients may make a link of, also once a placeholder is filled in. Behind a dot they need two letters, so that
 * "z.B." and "2.5" are none. Messages come from the address of the deployment: it alone decides where they lead.
 */
const LINK = new RegExp(`:/|[@\uff20]|www[${DOT}]|[\\p{L}\\p{N}}-][${DOT}](?:\\p{L}{2}|\\{)`, 'iu');

const withoutLink = (shape: z.ZodMiniString<string>) =>
  shape.check(
    z.regex(/\S/),
    z.refine((text) => !LINK.test(text), 'must not contain a link, an address or the name of a host'),
  );

const parts = {
  subject: z.optional(withoutLink(readable(120))),
  /** Comes before the code or link. */
  lead: z.optional(withoutLink(readable(500))),
  /** Comes behind it, and before what we say about validity and safety. */
  note: z.optional(withoutLink(readableLines(1000))),
  /** Comes before the code or link of an SMS. */
  sms: z.optional(withoutLink(readable(160))),
};
type Part = keyof typeof parts;
const partNames = Object.keys(parts) as Part[];

const PLACEHOLDERS = 'must have no placeholders but {tenant}, {app} and those of its message';

/** Whether each brace belongs to a placeholder that the message fills in. */
function isFillable(text: string, template: TenantMessage | 'every'): boolean {
  const details: readonly string[] = template === 'every' ? [] : MESSAGE_DETAILS[template];
  const found = text.match(/\{[^{}]*\}|[{}]/g) ?? [];
  return found.every((each) => ['tenant', 'app', ...details].some((name) => each === `{${name}}`));
}

type Own = { [P in Part]?: string | undefined } & { template: TenantMessage | 'every' };

/** A rule about one part, which an error names. */
const rule = (part: Part, isMet: (own: Own) => boolean, error: string) => z.refine<Own>(isMet, { path: [part], error });

/** A tenant's own text of a message in a language. `every`: its note is below each message. */
export const messageText = z
  .object({
    template: z.enum([...(Object.keys(MESSAGE_DETAILS) as TenantMessage[]), 'every']),
    locale: z.enum(LANGUAGES),
    ...parts,
  })
  .check(
    rule('subject', (own) => partNames.some((part) => own[part] !== undefined), 'must be there, or lead, note or sms'),
    ...partNames.flatMap((part) => [
      rule(part, (own) => isFillable(own[part] ?? '', own.template), PLACEHOLDERS),
      rule(
        part,
        (own) => own.template !== 'every' || part === 'note' || own[part] === undefined,
        'must not be there: what is below every message is a note',
      ),
    ]),
  );

export const messageTexts = z.array(messageText).check(
  z.maxLength(100),
  z.refine(
    (all) => new Set(all.map(({ template, locale }) => `${template} ${locale}`)).size === all.length,
    'must not have two texts of a message in one language',
  ),
  z.refine(
    (all) => Buffer.byteLength(JSON.stringify(all)) <= MOST_BYTES,
    `must have at most ${MOST_BYTES} bytes as JSON`,
  ),
);
export type MessageText = z.output<typeof messageText>;
