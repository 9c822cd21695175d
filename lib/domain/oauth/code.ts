// Makes and opens authorization codes. A code is a sealed text: it is stored when it is used (RFC 6749 4.1.2).
import type { OpenedClaim } from '../../contract/groups/oauth-browser.ts';
import { sealLive, unsealLive } from '../../crypto/seal.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { now } from '../../platform/clock.ts';
import type { ApplicationId, GrantId, ProtectedResourceId } from '../../platform/ids.ts';
import type { SessionIds } from '../../store/people/sessions.ts';
import { isOfNow } from '../still-counts.ts';

/** The contents of a code. */
export type Code = SessionIds & {
  /** When it was made, ms. */
  at: number;
  application: ApplicationId;
  /** The digest of the redirect URI, which the exchange must repeat. */
  redirectUri: string;
  /** The PKCE challenge, S256. Absent only if the application may omit it. */
  challenge?: string | undefined;
  scope: string[];
  /** What the request asked for one by one. */
  claims?: { userinfo: OpenedClaim[]; idToken: OpenedClaim[] } | undefined;
  nonce?: string | undefined;
  /** By which the user allowed it. Absent: the application needs none. */
  grant?: GrantId | undefined;
  acr?: string | undefined;
  /** The thumbprint of the key that the exchange must prove (RFC 9449 10). */
  jkt?: string | undefined;
  /** The protected resource that the tokens are for. */
  resource?: ProtectedResourceId | undefined;
};

/** The application uses it at once. RFC 6749 4.1.2 allows ten minutes at most. */
export const LIFETIME_MS = 60_000;

/** Returns a code for the session of the browser. */
export const newCode = async (code: Omit<Code, 'at'>): Promise<string> =>
  sealLive(await rootSecret('session'), 'authorization-code', JSON.stringify({ ...code, at: now() }), now());

/** Returns the contents of a code; `undefined` for any other text and after a minute. Consumes nothing. */
export async function openCode(sealed: string): Promise<Code | undefined> {
  const roots = await rootSecret('session');
  try {
    const code: Code = JSON.parse(unsealLive(roots, 'authorization-code', sealed, now()));
    const age = now() - code.at;
    return age >= 0 && age <= LIFETIME_MS && isOfNow(code.at) ? code : undefined;
  } catch {
    return undefined;
  }
}
