// Draws numbers that depend on a seed and nothing else, so that a run can be repeated.

export type Random = {
  /** A number from 0 up to, and without, 1. */
  next: () => number;
  below: (most: number) => number;
  of: <T>(all: readonly T[]) => T;
  /** `count` different members, or all of them. */
  some: <T>(all: readonly T[], count: number) => T[];
  shuffled: <T>(all: readonly T[]) => T[];
};

/** Returns a stream of numbers. Equal seeds give equal streams. */
export const random = (seed: number): Random => streamFrom(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 0);

/** The seed of faults. GATEHOUSE_FAULT_SEED draws others. */
export const SEED = Number(process.env.GATEHOUSE_FAULT_SEED ?? 1);

/** A stream of its own for each name: what one client draws doesn't depend on how fast another is. */
export const chance = (name: string | number, seed: number = SEED): Random =>
  streamFrom([...String(name)].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193), seed | 0));

/** The stream of mulberry32 that goes on from a state. */
function streamFrom(start: number): Random {
  let state = start;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(next() * most);
  const some: Random['some'] = (all, count) => {
    const left = [...all];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)[0]!);
  };
  return {
    next,
    below,
    of: (all) => all[below(all.length)] as (typeof all)[number],
    some,
    shuffled: (all) => some(all, all.length),
  };
}

/** Picks one of the weighted choices. Weights are positive. */
export function weighted<T>(chance: Random, all: readonly T[], weightOf: (each: T) => number): T {
  let left = chance.next() * all.reduce((sum, each) => sum + weightOf(each), 0);
  for (const each of all) {
    left -= weightOf(each);
    if (left < 0) return each;
  }
  return all[all.length - 1]!;
}
