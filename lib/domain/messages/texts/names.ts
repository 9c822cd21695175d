// Makes names safe for messages. Without this, an admin who names a tenant could send text and links of their own from
// our address. Invisible characters and direction changes are removed, and no part looks like a link to a mail client.

const SPACE = /[\s\p{Cc}\u2028\u2029]+/gu;
/** Invisible characters and direction changes (Unicode TR 36, 2.10; TR 9, explicit directions). Joiners stay: several
 * scripts need them. */
const INVISIBLE =
  /[\p{Cs}\p{Co}\p{Cn}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/gu;
/** Begins at the first letter of a run, as the leftmost match does anyway: from each letter on, a long name takes seconds. */
const SCHEME = /(?<!\p{L})\p{L}[\p{L}\d+.-]*:\/+/gu;
/** Separators of host names: the full stop, what UTS 46 maps to it, and what looks the same. */
const DOT = '.\u2024\u3002\uff0e\uff61';
/** Mail clients recognise a link by text on either side of a dot, a colon or an at sign. */
const JOINT = new RegExp(`([${DOT}:\uff1a@\uff20])(?=[^\\s${DOT}])`, 'gu');
const LINKLIKE = new RegExp(`[${DOT}][^\\s${DOT}]|:\\/|[@\uff20]|^www`, 'iu');

const MAX_LENGTH = 64;

declare const safe: unique symbol;
/** A text that may enter a message: only the functions of this file make one. */
export type SafeName = string & { readonly [safe]: true };

/** Returns the text on one line, without invisible characters, at most 64 characters long. */
export function visible(text: string): string {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replace(SPACE, ' ')
    .replace(INVISIBLE, '')
    .replace(SPACE, ' ')
    .trim();
  const characters = [...clean];
  return characters.length > MAX_LENGTH
    ? `${characters
        .slice(0, MAX_LENGTH - 1)
        .join('')
        .trim()}…`
    : clean;
}

/** For e-mails: splits link-like text with spaces. A word joiner would not do: browsers ignore it in host names. */
export const unlinked = (name: string): SafeName =>
  visible(name.replace(INVISIBLE, '').replace(SCHEME, '').replace(JOINT, '$1 ')) as SafeName;

/** For SMS: removes words that look like a link. */
export const withoutLinks = (name: string): SafeName =>
  unlinked(
    visible(name)
      .split(' ')
      .filter((word) => !LINKLIKE.test(word))
      .join(' '),
  );

/** For the name that the deployment has in its configuration: the owner may name it like a host. */
export const configured = (name: string): SafeName => visible(name) as SafeName;

/** Returns the day in UTC, in words; empty without `ms`. In the digits that codes have, in every language. */
export function day(tag: string, ms: number | undefined): SafeName {
  if (ms === undefined) return '' as SafeName;
  return new Intl.DateTimeFormat(`${tag}-u-nu-latn`, { dateStyle: 'long', timeZone: 'UTC' }).format(ms) as SafeName;
}

const MINUTE = 60_000;

/**
 * In minutes up to two hours, then in hours; empty without `ms`. Rounded, because the event took seconds to arrive. In
 * the digits that codes have, in every language.
 */
export function duration(tag: string, ms: number | undefined): SafeName {
  if (ms === undefined) return '' as SafeName;
  const minutes = Math.max(1, Math.round(ms / MINUTE));
  const [unit, count] = minutes <= 120 ? ['minute', minutes] : ['hour', Math.round(minutes / 60)];
  return new Intl.NumberFormat(`${tag}-u-nu-latn`, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  } as Intl.NumberFormatOptions).format(count as number) as SafeName;
}
