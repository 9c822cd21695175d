// Says what a hash may take where passwords are verified. The memory of those functions has its fact here.

/** The most that one hash may take. */
export type HashLimits = Readonly<{ memoryMiB: number; milliseconds: number }>;

/** The memory in MB of the functions that verify passwords: one vCPU (AWS Lambda developer guide). */
export const VERIFYING_MB = 1769;

/**
 * The limits of those functions. Half of the memory, because Node.js, the code and the request have the other half. Three
 * seconds, because a login ends after ten and its person waits.
 */
export const VERIFYING_LIMITS: HashLimits = { memoryMiB: Math.floor(VERIFYING_MB / 2), milliseconds: 3000 };
