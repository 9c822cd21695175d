// Reads who acts for the subject of a token.

/** Who acts for the subject, and in it who acted before and handed the token on (RFC 8693 4.1). */
export type Act = { sub: string; act?: Act };

/** RFC 8693 4.1 bounds no chain. Each one more is a party that the user does not see. */
export const MOST_ACTORS = 3;

/** Returns the ids of all who act, the last one first. */
export const actorsIn = (act: Act | undefined): string[] => (act ? [act.sub, ...actorsIn(act.act)] : []);

/** Whether the value names at most so many actors, each by a text. */
export function isAct(value: unknown, most = MOST_ACTORS): value is Act {
  if (most === 0 || typeof value !== 'object' || value === null) return false;
  const { sub, act } = value as { sub?: unknown; act?: unknown };
  return typeof sub === 'string' && sub !== '' && (act === undefined || isAct(act, most - 1));
}
