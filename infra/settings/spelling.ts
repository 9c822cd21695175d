// Compares names, to find the one that a misspelt setting means.

/** Exchanged neighbours count as two letters. */
const LEAST_TOLERANCE = 2;

/** Returns the name that is the fewest letters away; `undefined` if each differs in more than two, or a third of `word`. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, away: distance(word, name) }))
    .sort((a, b) => a.away - b.away || (a.name < b.name ? -1 : 1));
  return best && best.away <= Math.max(LEAST_TOLERANCE, word.length / 3) ? best.name : undefined;
}

/** Levenshtein: insertions, deletions and replacements of letters. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}
