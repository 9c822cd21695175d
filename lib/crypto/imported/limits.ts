// Says what a hash may take where passwords are verified. The memory of those functions has its fact here.
import type { Bounds } from '../key-derivation.ts';

/** The most that one hash may take. */
export type HashLimits = Readonly<{ memoryMiB: number; milliseconds: number }>;

/** The memory in MB of the functions that verify passwords: one vCPU (AWS Lambda developer guide). */
export const VERIFYING_MB = 1769;

/**
 * The limits of those functions. Half of the memory, because Node.js, the code and the request have the other half. Three
 * seconds, because a login ends after ten and its person waits.
 */
export const VERIFYING_LIMITS: HashLimits = { memoryMiB: Math.floor(VERIFYING_MB / 2), milliseconds: 3000 };

/**
 * The highest parameters that imported hashes are computed with. Memory and time are weighed before (weight.ts). A lane of argon2 is a thread, and a
 * function has 1024 of them (AWS Lambda developer guide, "Lambda quotas"). OpenSSL takes more memory for blocks of scrypt above 1024.
 */
export const COMPUTED: Bounds = {
  argon2: { m: 2 ** 22, t: 2 ** 20, p: 2 ** 8 },
  scrypt: { ln: 24, r: 2 ** 10, p: 2 ** 22, bytes: 2 ** 32 },
  iterations: 999_999_999,
};
