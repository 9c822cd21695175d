// Issues and reads the cursors of lists. Cursors are signed, not encrypted: anyone may read one, only the service can
// make one. A cursor belongs to one list, its filters and the admin who asked, and is valid for an hour. It gives no right: who sends
// it needs those of the list.
import { fail } from '../contract/errors.ts';
import { acceptedKeys, signingKey } from '../crypto/purpose-keys.ts';
import { hmac, sameSecret } from '../crypto/secrets.ts';
import { rootSecret } from '../platform/aws/secrets.ts';
import { now } from '../platform/clock.ts';

const LIFETIME_MS = 3_600_000;

/** Returns a cursor for `place`, valid for the list that `belonging` describes. */
export const issueCursor = (place: unknown, ...belonging: string[]): Promise<string> =>
  issueCursorFor(LIFETIME_MS, place, ...belonging);

/**
 * Like `issueCursor`, valid for `ms`. Keys verify for 30 days after they were replaced (lib/crypto/roots.ts), so no cursor may live
 * longer than that.
 */
export async function issueCursorFor(ms: number, place: unknown, ...belonging: string[]): Promise<string> {
  const body = Buffer.from(JSON.stringify([now() + ms, place])).toString('base64url');
  const { key } = signingKey(await rootSecret('session'), 'cursor', now());
  return `${body}.${hmac(key, body, ...belonging)}`;
}

/** Returns the place in a cursor. Throws CURSOR_INVALID for other text, a cursor of another list, or an expired one. */
export async function readCursor(cursor: string, ...belonging: string[]): Promise<unknown> {
  const dot = cursor.indexOf('.');
  const body = cursor.slice(0, Math.max(0, dot));
  const keys = acceptedKeys(await rootSecret('session'), 'cursor', now());
  const isOurs = [...keys.values()].some((key) => sameSecret(cursor.slice(dot + 1), hmac(key, body, ...belonging)));
  if (!isOurs) return fail('CURSOR_INVALID');
  const [until, place] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [number, unknown];
  return until > now() ? place : fail('CURSOR_INVALID');
}
