// Estimates the memory and the time that an imported hash takes at login, before any work.
import { readCost } from '../key-derivation.ts';
import type { Recipe } from './form.ts';
import { COMPUTED, type HashLimits } from './limits.ts';
import type { Step } from './steps.ts';

/** `undefined` where a parameter makes no sense. */
export type Weight = HashLimits | undefined;

/** Microseconds of one CPU for a unit of work: the slowest of several parameters, measured with Node 24 and rounded up. */
const MICROSECONDS = { argon2: 1.4, thread: 60, scrypt: 0.4, scryptLane: 1.5, pbkdf2: 0.5, bcrypt: 75, phpass: 2.5 };
const MIB = 2 ** 20;
const DIGEST_BYTES: Readonly<Record<string, number>> = { sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 };

/** Returns the weight of deriving `length` bytes. `undefined` for a scheme or a cost that cannot be. */
export function weightOf(recipe: Pick<Recipe, 'scheme' | 'cost' | 'steps'>, length: number): Weight {
  const derivation = derivationOf(recipe.scheme, recipe.cost, length);
  if (!derivation) return;
  const steps = recipe.steps.reduce((sum, step) => sum + millisecondsOf(step), 0);
  return { memoryMiB: Math.ceil(derivation.memoryMiB), milliseconds: Math.ceil(derivation.milliseconds + steps) };
}

/** Whether the weight is within the limits. */
export const isWithin = (weight: HashLimits, limits: HashLimits): boolean =>
  weight.memoryMiB <= limits.memoryMiB && weight.milliseconds <= limits.milliseconds;

function derivationOf(scheme: string, cost: string, length: number): Weight {
  if (scheme.startsWith('argon2')) {
    const [m = 0, t = 0, p = 0] = readCost(cost, ['m', 't', 'p']);
    if (t <= 0 || p <= 0 || m < 8 * p) return; // RFC 9106 3.1
    // Each of four slices of a pass begins a thread for each lane.
    const threads = p > COMPUTED.argon2.p ? Number.POSITIVE_INFINITY : p > 1 ? 4 * t * p : 0;
    return { memoryMiB: m / 1024, milliseconds: ms(m * t, 'argon2') + ms(threads, 'thread') };
  }
  if (scheme.startsWith('scrypt')) {
    const [ln = 0, r = 0, p = 0] = readCost(cost, ['ln', 'r', 'p']);
    if (ln <= 0 || r <= 0 || p <= 0 || ln >= 16 * r) return; // RFC 7914 2
    const blocks = 2 ** ln * r;
    const lanes = r > COMPUTED.scrypt.r ? Number.POSITIVE_INFINITY : r * p;
    const milliseconds = ms(blocks * p, 'scrypt') + ms(lanes, 'scryptLane');
    return { memoryMiB: (128 * (blocks + r * p)) / MIB, milliseconds };
  }
  if (scheme === 'bcrypt') {
    const [c = 0] = readCost(cost, ['c']);
    return c >= 4 && c <= 31 ? { memoryMiB: 1, milliseconds: ms(2 ** c, 'bcrypt') } : undefined;
  }
  const [i = 0] = readCost(cost, ['i']);
  const bytes = DIGEST_BYTES[scheme.slice('pbkdf2-'.length)] ?? 0;
  return i > 0 && bytes > 0 ? { memoryMiB: 1, milliseconds: ms(i * Math.ceil(length / bytes), 'pbkdf2') } : undefined;
}

const millisecondsOf = (step: Step): number => (step.kind === 'phpass' ? ms(2 ** step.log2, 'phpass') : 0);

const ms = (units: number, kind: keyof typeof MICROSECONDS): number => (units * MICROSECONDS[kind]) / 1000;
