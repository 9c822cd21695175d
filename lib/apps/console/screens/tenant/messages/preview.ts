// Writes a message as the mailer does, with a sample of what it carries.
import type { Locale } from '../../../../../domain/messages/texts/locales/locale.ts';
import { configured } from '../../../../../domain/messages/texts/names.ts';
import { type Content, type Language, type Voice, writeEmail } from '../../../../../domain/messages/texts/write.ts';
import type { TenantSettings } from '../../../../../packages/client/index.ts';

export type MessageText = NonNullable<TenantSettings['messageTexts']>[number];
export type Template = MessageText['template'];
export type Part = 'subject' | 'lead' | 'note';
type Written = Exclude<Template, 'every'>;

/** In the order of what people meet first. */
export const MESSAGES = {
  every: 1,
  login: 1,
  secondFactor: 1,
  verifyEmail: 1,
  reset: 1,
  invitation: 1,
  added: 1,
  signupAttempted: 1,
  passwordChanged: 1,
  passwordReset: 1,
  accountChanged: 1,
  guessingDetected: 1,
  twoFactorEnabled: 1,
  twoFactorDisabled: 1,
  deviceAdded: 1,
  deviceRemoved: 1,
  passkeyAdded: 1,
  passkeyRemoved: 1,
  recoveryCodesGenerated: 1,
  recoveryCodeUsed: 1,
  recoveryLinkCreated: 1,
  identityLinked: 1,
  identityUnlinked: 1,
  accountLinked: 1,
  apiKeyCreated: 1,
  actingStarted: 1,
  unusedDisabled: 1,
  unusedDeleted: 1,
  joinRequest: 1,
  joinRefused: 1,
  setupLink: 1,
} as const satisfies Readonly<Record<Template, 1>>;

/** The parts of a text, and how many characters they may have. A test compares them with the contract. */
export const PARTS = { subject: 120, lead: 500, note: 1000 } as const satisfies Readonly<Record<Part, number>>;
/** Loads the texts of a language. All of them are as large as the rest of the console. */
export const LOCALES: Readonly<Record<MessageText['locale'], () => Promise<Locale>>> = {
  ar: async () => (await import('../../../../../domain/messages/texts/locales/ar.ts')).ar,
  de: async () => (await import('../../../../../domain/messages/texts/locales/de.ts')).de,
  en: async () => (await import('../../../../../domain/messages/texts/locales/en.ts')).en,
  es: async () => (await import('../../../../../domain/messages/texts/locales/es.ts')).es,
  fr: async () => (await import('../../../../../domain/messages/texts/locales/fr.ts')).fr,
  it: async () => (await import('../../../../../domain/messages/texts/locales/it.ts')).it,
  ja: async () => (await import('../../../../../domain/messages/texts/locales/ja.ts')).ja,
  ko: async () => (await import('../../../../../domain/messages/texts/locales/ko.ts')).ko,
  nl: async () => (await import('../../../../../domain/messages/texts/locales/nl.ts')).nl,
  pl: async () => (await import('../../../../../domain/messages/texts/locales/pl.ts')).pl,
  'pt-BR': async () => (await import('../../../../../domain/messages/texts/locales/pt-BR.ts')).ptBR,
  'zh-Hans': async () => (await import('../../../../../domain/messages/texts/locales/zh-Hans.ts')).zhHans,
};

const MINUTE = 60_000;
const DAY = 86_400_000;
const CODE = { code: '204817', validMs: 10 * MINUTE };
const linkTo = (action: 'accept' | 'join'): Partial<Content> => ({
  link: { action, url: 'https://…' },
  validMs: 3 * DAY,
});

/** A sample of what a message carries. The others say something only. */
const SAMPLES: { readonly [K in Written]?: Partial<Content> } = {
  login: CODE,
  secondFactor: CODE,
  verifyEmail: CODE,
  reset: CODE,
  invitation: linkTo('accept'),
  setupLink: linkTo('accept'),
  joinRequest: linkTo('join'),
  unusedDisabled: { validMs: 14 * DAY },
  unusedDeleted: { validMs: 14 * DAY },
  apiKeyCreated: { keyName: 'CI', validMs: 90 * DAY },
};

const LASTING: readonly Template[] = ['unusedDisabled', 'unusedDeleted', 'apiKeyCreated'];

/** Returns the placeholders that the texts of a message may have. */
export function placeholdersOf(template: Template): string[] {
  const isLasting = LASTING.includes(template);
  const has = {
    tenant: true,
    app: true,
    valid: hasSecret(template),
    key: template === 'apiKeyCreated',
    until: isLasting,
  };
  return Object.entries(has).flatMap(([name, is]) => (is ? [`{${name}}`] : []));
}

const hasSecret = (template: Template): boolean => {
  const { code, link } = (template !== 'every' && SAMPLES[template]) || {};
  return !!(code ?? link);
};

/** Returns the parts that a text may have. To a message about what happened, it adds a note (lib/contract/fields/message-texts.ts). */
export const partsOf = (template: Template): Part[] =>
  hasSecret(template) || template === 'added' || template === 'joinRefused' ? ['subject', 'lead', 'note'] : ['note'];

/** Returns our words of a part, with the names of what is filled in; `undefined`: there are none. */
export function ours(template: Template, { messages }: Locale, part: Part): string | undefined {
  if (template === 'every' || part === 'note') return undefined;
  const names = ['tenant', 'app', 'valid', 'until', 'key', 'more'] as const;
  const details = Object.fromEntries(names.map((name) => [name, configured(`{${name}}`)]));
  return messages[template][part](details as Parameters<Locale['footer']>[0]);
}

/** Returns the e-mail of a message. What is below every message is shown below a code to log in. */
export function preview(template: Template, voice: Voice, language: Language) {
  const kind = template === 'every' ? 'login' : template;
  return writeEmail({ kind, ...SAMPLES[kind] }, voice, language);
}
