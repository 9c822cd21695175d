// Seals what a browser asked for while its user logs in, so that nothing is stored for a login that was begun. The text
// holds no identity: it is worth as much as the address that the browser came with.
import { sealLive, unsealLive } from '../../crypto/seal.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { now } from '../../platform/clock.ts';
import type { ApplicationId, UserId } from '../../platform/ids.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

/** Signing out at the provider, until the user has confirmed it. */
export type LogoutRequest = {
  application?: ApplicationId | undefined;
  postLogoutRedirectUri?: string | undefined;
  state?: string | undefined;
};
/** What the page for devices showed, and to whom: the hash of the user code, and the digest of the device's secret. */
export type DeviceQuestion = { hash: string; device: string; user: UserId };
type Requests = {
  authorize: AuthorizationRequest;
  pushed: AuthorizationRequest;
  logout: LogoutRequest;
  device: DeviceQuestion;
};

/** A user may have to read a message, or to set up an authenticator. */
export const LIFETIME_MS = 60 * 60_000;

/** Returns the request as a text that only this service reads, with the time of the request. */
export const sealRequest = async <K extends keyof Requests>(kind: K, request: Requests[K], at = now()) =>
  sealLive(await rootSecret('session'), 'authorization-request', JSON.stringify({ kind, at, request }), now());

/**
 * Returns a request of this kind and its time, ms. `undefined` for any other text, after an hour, and after the version
 * of the secret was revoked.
 */
export async function openRequest<K extends keyof Requests>(
  kind: K,
  sealed: string | undefined,
): Promise<{ request: Requests[K]; at: number } | undefined> {
  const roots = await rootSecret('session');
  try {
    const opened = JSON.parse(unsealLive(roots, 'authorization-request', sealed ?? '', now()));
    const age = now() - opened.at;
    return opened.kind === kind && age >= 0 && age <= LIFETIME_MS ? opened : undefined;
  } catch {
    return undefined;
  }
}
