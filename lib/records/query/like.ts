// Matches texts against patterns of LIKE: `%` is any run of characters, `_` one character, a backslash takes the next
// character literally. No regular expression is built from the text of a client.

/** `_` among code points. */
const ONE = -1;

/** What is between two `%`. All positions count UTF-16 code units. */
type Piece = Readonly<{
  /** How many characters it matches. */
  length: number;
  /** Returns the end of a match that begins at this position, or -1. */
  endAt: (text: string, from: number) => number;
  /** Returns the end of the first match at or after this position, or -1. */
  find: (text: string, from: number) => number;
}>;

/**
 * Returns a function that tells whether a text matches the pattern as a whole. Its time is linear in the length of the
 * text for every pattern: pieces are found from left to right, and none is tried again.
 */
export function likeMatcher(pattern: string): (text: string) => boolean {
  const [first, ...rest] = piecesOf(pattern).map(pieceOf) as [Piece, ...Piece[]];
  const last = rest.pop();
  if (!last) return (text) => first.endAt(text, 0) === text.length;
  return (text) => {
    let at = first.endAt(text, 0);
    const end = backwards(text, last.length);
    if (at < 0 || end < at || last.endAt(text, end) !== text.length) return false;
    for (const piece of rest) {
      at = piece.find(text, at);
      if (at < 0 || at > end) return false;
    }
    return true;
  };
}

/** Splits a pattern at its `%` into code points and `ONE`. A backslash at the end is itself. */
function piecesOf(pattern: string): number[][] {
  const pieces: number[][] = [[]];
  let isEscaped = false;
  for (const character of pattern) {
    const piece = pieces.at(-1) as number[];
    if (isEscaped || !'%_\\'.includes(character)) piece.push(character.codePointAt(0) as number);
    else if (character === '%') pieces.push([]);
    else if (character === '_') piece.push(ONE);
    isEscaped = !isEscaped && character === '\\';
  }
  if (isEscaped) pieces.at(-1)?.push(0x5c);
  return pieces;
}

/** Returns the position of the last `count` characters of a text, or -1 if it has fewer. */
function backwards(text: string, count: number): number {
  let at = text.length;
  for (let left = count; left > 0; left--) {
    if (at === 0) return -1;
    at -= at > 1 && isPair(text, at - 2) ? 2 : 1;
  }
  return at;
}

const isPair = (text: string, at: number): boolean => (text.codePointAt(at) as number) > 0xffff;

function pieceOf(points: readonly number[]): Piece {
  if (points.includes(ONE)) return { length: points.length, endAt: endAtOf(points), find: finderOf(points) };
  const literal = String.fromCodePoint(...points);
  return {
    length: points.length,
    endAt: (text, from) => (text.startsWith(literal, from) ? from + literal.length : -1),
    find: (text, from) => {
      const at = text.indexOf(literal, from);
      return at < 0 ? -1 : at + literal.length;
    },
  };
}

const endAtOf = (points: readonly number[]) => (text: string, from: number) => {
  let at = from;
  for (const expected of points) {
    const point = text.codePointAt(at);
    if (point === undefined || (expected !== ONE && expected !== point)) return -1;
    at += point > 0xffff ? 2 : 1;
  }
  return at;
};

/**
 * Finds a piece with `_` by the Shift-And algorithm (Baeza-Yates and Gonnet, 1992): bit i of the state says that the last
 * i + 1 characters match the first i + 1 points. A character costs one step for each 32 points.
 */
function finderOf(points: readonly number[]): Piece['find'] {
  const words = Math.ceil(points.length / 32);
  const anyCharacter = new Int32Array(words);
  const masks = new Map<number, Int32Array>();
  const set = (mask: Int32Array, bit: number): void => {
    mask[bit >> 5] = (mask[bit >> 5] as number) | (1 << (bit & 31));
  };
  for (const [bit, point] of points.entries()) if (point === ONE) set(anyCharacter, bit);
  for (const [bit, point] of points.entries()) {
    if (point === ONE) continue;
    const mask = masks.get(point) ?? anyCharacter.slice();
    set(mask, bit);
    masks.set(point, mask);
  }
  const [goalWord, goal] = [words - 1, 1 << ((points.length - 1) & 31)];

  return (text, from) => {
    const state = new Int32Array(words);
    for (let at = from; at < text.length; ) {
      const point = text.codePointAt(at) as number;
      const mask = masks.get(point) ?? anyCharacter;
      let carry = 1;
      for (let word = 0; word < words; word++) {
        const bits = state[word] as number;
        state[word] = ((bits << 1) | carry) & (mask[word] as number);
        carry = bits >>> 31;
      }
      at += point > 0xffff ? 2 : 1;
      if ((state[goalWord] as number) & goal) return at;
    }
    return -1;
  };
}
