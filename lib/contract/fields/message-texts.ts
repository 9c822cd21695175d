// Declares what the messages of a tenant are about, and what its own texts of them may contain.
import * as z from 'zod/mini';
import { readable, readableLines } from '../shapes.ts';
import { LANGUAGES } from './languages.ts';

/** The details that a text may name, besides `{tenant}` and `{app}`. */
type Detail = 'valid' | 'until' | 'key';

/**
 * Each e-mail of a tenant -> the details that it has. `valid`: how long its code or link is valid. `until`: a day. `key`:
 * the name that a user gave an API key.
 */
export const MESSAGE_DETAILS = {
  verifyEmail: ['valid'],
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

/**
 * The messages in which a subject and a first sentence of the tenant replace ours. The others tell people what happened to their
 * account, some of them what an admin did: a tenant adds a note, and cannot hide it.
 */
const isReworded = (template: TenantMessage | 'every'): boolean =>
  template === 'added' ||
  template === 'joinRefused' ||
  (template !== 'every' && (MESSAGE_DETAILS[template] as readonly Detail[]).includes('valid'));

const WORD = '[\\p{L}\\p{M}\\p{N}\\p{ExtPict}}]';
/**
 * Finds what mail clients may make a link of. Behind a dot they need two letters, so that "z.B." and "2.5" are none. The full stop
 * of Chinese and Japanese counts between Latin letters only: between others it ends a sentence. Messages come from the address of
 * the deployment: it alone decides where they lead. No part repeats, so that a long text takes no longer than it is.
 */
const LINK = new RegExp(
  [
    ':/|[@\uff20]',
    'www[.\u2024\uff0e]',
    `${WORD}[.\u2024\uff0e](?:\\p{L}[\\p{L}\\p{M}]|\\{)`,
    '[a-z0-9-][\u3002\uff61][a-z0-9]',
    '\\d{1,3}(?:\\.\\d{1,3}){3}',
  ].join('|'),
  'iu',
);
/** A placeholder with a letter, a digit or a mark of addresses beside it, which would become a part of what is filled in. */
const JOINED = /[\p{sc=Latin}\p{N}\p{M}_./:@\\-]\{\w+\}|\{\w+\}(?:[\p{sc=Latin}\p{N}\p{M}_/@\\]|[.:]\S)/u;

/** Refuses what a pattern finds, and quotes the word that it is in. */
const without = (pattern: RegExp, rule: string) =>
  z.refine<string>((text) => !pattern.test(text), {
    error: ({ input }) =>
      `${rule}: ${String(input)
        .match(/\S+/g)
        ?.find((word) => pattern.test(word))}`,
  });

const own = (shape: z.ZodMiniString<string>) =>
  shape.check(
    z.regex(/\S/),
    without(LINK, 'must not contain a link, an address or the name of a host'),
    without(JOINED, 'must have a space or a mark beside each placeholder'),
  );

const parts = {
  subject: z.optional(own(readable(120))),
  /** Comes before the code or link. */
  lead: z.optional(own(readable(500))),
  /** Comes behind it, and before what we say about validity and safety. */
  note: z.optional(own(readableLines(1000))),
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
    ...partNames.flatMap((part) => [
      rule(part, (own) => isFillable(own[part] ?? '', own.template), PLACEHOLDERS),
      rule(
        part,
        (own) => part === 'note' || own[part] === undefined || isReworded(own.template),
        'must not be there: to this message, a tenant adds a note',
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
