// Summarises measurements.

/** Returns the value below which a `fraction` of the measurements is. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns the median of each property over all rounds. */
export function medians<K extends string>(rounds: readonly Record<K, number>[]): Record<K, number> {
  const names = Object.keys(rounds[0] ?? {}) as K[];
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((round) => round[name]))])) as Record<
    K,
    number
  >;
}
