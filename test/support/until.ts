// Waits for what happens by itself.
/** How long a test waits for something before it fails: far longer than a busy machine takes. */
export const PATIENCE_MS = 90_000;

type Found<T> = Exclude<T, undefined | null | false>;

/** Returns the first value of `look` that is not `undefined`, `false` or `null`. Throws when `patienceMs` is over. */
export async function until<T>(
  look: () => T | Promise<T>,
  what = String(look),
  patienceMs = PATIENCE_MS,
): Promise<Found<T>> {
  for (const started = Date.now(); Date.now() - started < patienceMs; ) {
    const value = await look();
    if (value !== undefined && value !== null && value !== false) return value as Found<T>;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`still waiting: ${what}`);
}
