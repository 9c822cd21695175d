// Draws random numbers that can be repeated: the seed is printed, and taken from GATEHOUSE_FAULT_SEED.
import { randomInt } from 'node:crypto';

export const SEED = Number(process.env.GATEHOUSE_FAULT_SEED ?? randomInt(2 ** 31));

export type Chance = {
  /** A whole number from 0 up to, and without, `below`. */
  below: (below: number) => number;
  of: <T>(all: readonly T[]) => T;
  shuffled: <T>(all: readonly T[]) => T[];
};

/** A stream of its own for each name: what one client draws doesn't depend on how fast another is (mulberry32). */
export function chance(name: string | number, seed: number = SEED): Chance {
  let state = [...String(name)].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193), seed | 0);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return {
    below,
    of: (all) => all[below(all.length)] as (typeof all)[number],
    shuffled: (all) => {
      const left = [...all];
      return all.map(() => left.splice(below(left.length), 1)[0] as (typeof all)[number]);
    },
  };
}
