// Drops and renames headers as API Gateway does between a client and a function behind a proxy integration. The local
// gateway uses it, and with it the rehearsal, so that no test relies on a header that clients do not receive.
//
// Source: API Gateway developer guide, "Amazon API Gateway important notes for REST APIs", the table of headers that "may
// be dropped, remapped, or otherwise modified when sent to your integration endpoint or sent back by your integration
// endpoint", its values for `lambda`. What it passes through is not listed here. A function receives the host of the API.
// Responses that API Gateway makes itself have none of these headers.
import type { Response } from '../../../../lib/http/response.ts';

const DROPPED_FROM_REQUESTS: readonly string[] = [
  'connection',
  'content-md5',
  'expect',
  'max-forwards',
  'proxy-authenticate',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
];
const DROPPED_FROM_RESPONSES: readonly string[] = [
  'expect',
  'host',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
];
/** API Gateway also overwrites `Date` and `Server` with its own values. */
const RENAMED_IN_RESPONSES: readonly string[] = [
  'authorization',
  'connection',
  'content-md5',
  'date',
  'max-forwards',
  'server',
  'user-agent',
  'www-authenticate',
];
const CHALLENGE = 'www-authenticate';
/** "The Authorization header is dropped if it contains a Signature Version 4 signature" (the same notes). */
const SIGNATURE = /^AWS4-HMAC-SHA256\b/;

/** Whether a function receives this header of a request. */
export function reachesFunction(name: string, value: string): boolean {
  const lower = name.toLowerCase();
  return !DROPPED_FROM_REQUESTS.includes(lower) && !(lower === 'authorization' && SIGNATURE.test(value));
}

/**
 * Returns the response of a function with the headers that a client receives. `keepsChallenge`: also `www-authenticate`
 * under its own name, which HTTP asks of every 401 (RFC 9110 15.5.2) and only API Gateway takes away.
 */
export const asDelivered = (reply: Response, keepsChallenge = false): Response => ({
  ...reply,
  headers: {
    ...delivered(reply.headers),
    ...(keepsChallenge && reply.headers?.[CHALLENGE] && { [CHALLENGE]: reply.headers[CHALLENGE] }),
  },
  multiValueHeaders: delivered(reply.multiValueHeaders),
});

const delivered = <T>(headers: Readonly<Record<string, T>> = {}): Record<string, T> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !DROPPED_FROM_RESPONSES.includes(name.toLowerCase()))
      .map(([name, value]) => [
        RENAMED_IN_RESPONSES.includes(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name,
        value,
      ]),
  );
