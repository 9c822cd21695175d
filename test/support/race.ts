// Races callers: all start at the same moment.

/** Runs `call` once per caller, all released together. Returns the result of each. */
export function race<T>(callers: number, call: (caller: number) => Promise<T>): Promise<T[]> {
  const gate = Promise.withResolvers<void>();
  const running = Array.from({ length: callers }, async (_, caller) => {
    await gate.promise;
    return call(caller);
  });
  gate.resolve();
  return Promise.all(running);
}

/** How often each value occurs. */
export function tally(values: readonly (string | number | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
}

/** Returns how often each status, or status and code, occurred. */
export const outcomes = (replies: readonly { status: number; body: { code?: string } | undefined }[]) =>
  tally(replies.map(({ status, body }) => (body?.code ? `${status} ${body.code}` : status)));
