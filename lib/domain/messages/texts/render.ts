// Renders messages in the best available language of those that the mailer has.
import type { Channel } from '../../../contract/channels.ts';
import { matched, type Language as Tag } from '../../../contract/fields/languages.ts';
import type { Locale } from './locales/locale.ts';
import * as locales from './locales.ts';
import { type Content, type Language, type Voice as Names, type Rendered, writeEmail, writeSms } from './write.ts';

export type { Content } from './write.ts';
/** The names in the message, as typed, the tenant's own texts, and the language. */
export type Voice = Names & { locale?: string };
/** The subject and the HTML are `null` for an SMS. */
export type Texts = { [Part in keyof Rendered]: Rendered[Part] | (Part extends 'text' ? never : null) };

const known: Readonly<Record<Tag, Locale>> = locales;

function languageOf(wanted: string | undefined): Language {
  const tag = matched(wanted);
  return { tag, locale: known[tag] };
}

/** Returns the parts of an e-mail. The text is complete without the HTML. */
export const renderEmail = (content: Content, voice: Voice): Rendered =>
  writeEmail(content, voice, languageOf(voice.locale));

/** Returns the text of an SMS. */
export const renderSms = (content: Content, voice: Voice): string => writeSms(content, voice, languageOf(voice.locale));

export const RENDER: Readonly<Record<Channel, (content: Content, voice: Voice) => Texts>> = {
  email: renderEmail,
  sms: (content, voice) => ({ subject: null, text: renderSms(content, voice), html: null }),
};
