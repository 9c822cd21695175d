// Tells the time. All code that compares times uses this clock, so that tests can move it instead of sleeping.
let offset = 0;

/** Milliseconds since the epoch. */
export const now = (): number => Date.now() + offset;

/** Resolves after `ms` milliseconds. */
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whole seconds since the epoch, the unit of JWTs and of DynamoDB's TTL. */
export const seconds = (ms: number = now()): number => Math.floor(ms / 1000);

/** Moves the clock of this process by `ms`. Only tests call it. */
export function advance(ms: number): void {
  offset += ms;
}

/** Returns milliseconds as ISO 8601, the form of every time in a reply; `null` stays `null`. */
export function iso(ms: number): string;
export function iso(ms: number | null | undefined): string | null;
export function iso(ms: number | null | undefined): string | null {
  return ms == null ? null : new Date(ms).toISOString();
}
