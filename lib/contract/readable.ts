// Decides which text shows people what it contains. The configuration reads it, too.

/** Control and bidi characters, which hide or reorder text (Unicode TR 36), and those that show nothing (TR 44, `DI`). */
const HIDING =
  '\\p{Cc}\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800' +
  '\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}';
/** Characters that show nothing and change how the one before them looks: joiners and variation selectors. */
const SHAPING = '\\u180b-\\u180d\\u180f\\u200c\\u200d\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}';

const EMOJI = '\\p{ExtPict}\\p{EMod}';
const KEYS = '0-9#*';
const HAN = '\\p{sc=Han}';
/** Scripts that are written with joiners, such as Persian, Hindi and Sinhala (UAX 31, 2.3). */
const JOINED = ['Arab', 'Syrc', 'Mong', 'Nkoo', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym']
  .concat('Sinh', 'Khmr', 'Mymr', 'Tibt')
  .map((script) => `\\p{sc=${script}}`)
  .join('');

export const UNREADABLE = new RegExp(`[${HIDING}]`, 'gu');
/** What texts consist of: joiners and selectors only where writing needs them, and never at an end. */
const PARTS =
  `[${EMOJI}][\\ufe0e\\ufe0f]?(?:\\u200d(?=[${EMOJI}]))?` +
  `|[${KEYS}]\\ufe0f?|[${HAN}][\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]?` +
  // The scripts have hidden characters of their own, such as the mark of direction U+061C.
  `|(?![${HIDING}${SHAPING}])[${JOINED}](?:(?<=\\p{sc=Mong})[\\u180b-\\u180d\\u180f])?(?:[\\u200c\\u200d](?=[${JOINED}]))?` +
  `|[^${HIDING}${SHAPING}${EMOJI}${KEYS}${HAN}${JOINED}]`;
/** All of a text that hides nothing. */
export const READABLE = new RegExp(`^(?:${PARTS})*$`, 'u');
/** The same, in several lines. */
export const READABLE_LINES = new RegExp(`^(?:${PARTS}|[\\t\\r\\n])*$`, 'u');

/** Whether the text shows what it contains. Addresses must, as names do: people read them before they follow them. */
export const isReadable = (text: string): boolean => READABLE.test(text);
