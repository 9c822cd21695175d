// What a list of measurements says.

/** The value below which `share` of the measurements lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Medians of what was measured in each round, property by property. */
export function medians<K extends string>(rounds: readonly Record<K, number>[]): Record<K, number> {
  const names = Object.keys(rounds[0] ?? {}) as K[];
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((round) => round[name]))])) as Record<
    K,
    number
  >;
}
