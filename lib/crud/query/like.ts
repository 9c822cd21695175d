// Matches texts against patterns of LIKE: `%` is any run of characters, `_` one character, a backslash takes the next
// character literally. No regular expression is built from the text of a client.

const RUN = -1;
const ONE = -2;

/** Returns the pattern as UTF-16 code units, `RUN` and `ONE`. A backslash at the end is itself. */
function tokensOf(pattern: string): number[] {
  const tokens: number[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '%') {
      if (tokens.at(-1) !== RUN) tokens.push(RUN);
    } else if (character === '_') tokens.push(ONE);
    else {
      if (character === '\\' && at + 1 < pattern.length) at++;
      tokens.push(pattern.charCodeAt(at));
    }
  }
  return tokens;
}

/** The width of the character at a position: 2 for a pair of surrogates. */
const widthAt = (text: string, at: number): number => ((text.codePointAt(at) as number) > 0xffff ? 2 : 1);

/**
 * Returns a function that tells whether a text matches the pattern as a whole. Its time is at most proportional to the
 * length of the text times that of the longest piece between two `%`: only the last `%` is ever tried again.
 */
export function likeMatcher(pattern: string): (text: string) => boolean {
  const tokens = tokensOf(pattern);
  return (text) => {
    let at = 0;
    let token = 0;
    let lastRun = -1;
    let runEnd = 0;
    while (at < text.length) {
      const expected = tokens[token];
      if (expected === RUN) {
        lastRun = token++;
        runEnd = at;
      } else if (expected === ONE) {
        at += widthAt(text, at);
        token++;
      } else if (expected === text.charCodeAt(at)) {
        at++;
        token++;
      } else if (lastRun < 0) {
        return false;
      } else {
        // The last run takes one more character.
        runEnd += widthAt(text, runEnd);
        at = runEnd;
        token = lastRun + 1;
      }
    }
    if (tokens[token] === RUN) token++;
    return token === tokens.length;
  };
}
