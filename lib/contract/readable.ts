// Decides which text shows people what it contains. The configuration reads it, too.

/** Control and bidi-override characters, which hide or reorder text (Unicode TR 36). */
const HIDING = '\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';
export const UNREADABLE = new RegExp(`[${HIDING}]`, 'gu');
/** All of a text that has none of them. */
export const READABLE = new RegExp(`^[^${HIDING}]*$`, 'u');

/** Whether the text shows what it contains. Addresses must, as names do: people read them before they follow them. */
export const isReadable = (text: string): boolean => READABLE.test(text);
