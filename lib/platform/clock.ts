// The one clock. Everything that compares times asks here, so that tests can move time instead of sleeping.
let offset = 0;

/** Milliseconds since the epoch. */
export const now = (): number => Date.now() + offset;

/** Whole seconds since the epoch, as JWTs and DynamoDB's TTL count. */
export const seconds = (ms: number = now()): number => Math.floor(ms / 1000);

/** Moves the clock of this process by `ms`. For tests; nothing in the service calls it. */
export function advance(ms: number): void {
  offset += ms;
}

/** Milliseconds as ISO 8601, the form of every time in a reply; `null` stays `null`. */
export function iso(ms: number): string;
export function iso(ms: number | null | undefined): string | null;
export function iso(ms: number | null | undefined): string | null {
  return ms == null ? null : new Date(ms).toISOString();
}
