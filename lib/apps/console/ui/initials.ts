/** Returns the first letters of the first and the last word of a name, or of what is before the `@` of an address. */
export function initialsOf(name: string): string {
  const words = (name.split('@')[0] ?? '').split(/[\s._+-]+/).filter(Boolean);
  const first = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return first
    .map((word) => (word ? ([...word][0] ?? '') : ''))
    .join('')
    .toUpperCase();
}
