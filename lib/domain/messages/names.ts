// Names in messages. Whoever may name a tenant could otherwise send his own text, link included, from our address. So a
// name loses what can't be seen or changes direction, and nothing in it looks like a link to a mail client.

const SPACE = /[\s\p{Cc}\u2028\u2029]+/gu;
/** Invisible, or changing the order in which the rest is read (Unicode TR 36, 2.10; TR 9, explicit directions). Joiners
 * stay: several scripts can't be written without. */
const INVISIBLE =
  /[\p{Cs}\p{Co}\p{Cn}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/gu;
const SCHEME = /[\p{L}][\p{L}\d+.-]*:\/+/gu;
/** What host names may be taken apart by: the full stop and what UTS 46 maps to it, with what looks the same. */
const DOT = '.\u2024\u3002\uff0e\uff61';
/** As a link is recognised: something on either side of a dot, a colon or an at sign. */
const JOINT = new RegExp(`([${DOT}:\uff1a@\uff20])(?=[^\\s${DOT}])`, 'gu');
const LINKLIKE = new RegExp(`[${DOT}][^\\s${DOT}]|:\\/|[@\uff20]|^www`, 'iu');

const MAX_LENGTH = 64;

/** The text on one line, without what can't be seen, at most 64 characters. */
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

/** For e-mails: what would be a link is taken apart. A word joiner wouldn't do, browsers ignore it in host names. */
export const unlinked = (name: string): string =>
  visible(name.replace(INVISIBLE, '').replace(SCHEME, '').replace(JOINT, '$1 '));

/** For SMS: words that look like a link are left out. */
export const withoutLinks = (name: string): string =>
  unlinked(
    visible(name)
      .split(' ')
      .filter((word) => !LINKLIKE.test(word))
      .join(' '),
  );
