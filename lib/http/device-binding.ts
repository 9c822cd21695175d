// Speaks the headers and cookies of Device Bound Session Credentials (W3C). What they mean is decided in
// lib/domain/sessions/device-binding.ts.
import type { Bound } from '../domain/sessions/device-binding.ts';
import * as texts from '../domain/sessions/device-texts.ts';
import { challengeHeader } from '../domain/sessions/device-texts.ts';
import type { SessionId } from '../platform/ids.ts';
import { config } from '../platform/settings/config.ts';
import { BOUND_ATTRIBUTES, boundCookieName, isBoundCookie, setBoundCookie } from './cookies.ts';
import { header, type Request } from './request.ts';

/** Returns what the browser got for proofs, unverified. */
export const deviceProofs = (request: Request): string[] =>
  [...request.cookies].flatMap(([name, values]) => (isBoundCookie(name) ? values : []));

/** Returns what the browser has signed, and the binding it is about. Chromium sends both without the quotes of RFC 9651. */
export const deviceResponse = (request: Request) => ({
  id: unquoted(header(request, 'sec-secure-session-id')) ?? '',
  response: unquoted(header(request, 'secure-session-response')),
});

const unquoted = (value: string | undefined): string | undefined => value?.replace(/^"(.*)"$/, '$1');

/** Returns the header that offers a browser to bind its new session. */
export async function registration(request: Request, session: SessionId): Promise<Record<string, string>> {
  const challenge = await texts.offer(session, foreignHost(request));
  return { 'secure-session-registration': `(ES256);path="${REGISTRATION_PATH}";challenge="${challenge}"` };
}

const REGISTRATION_PATH = '/auth/device-sessions';

/** The page of an application that logs in from its own host refreshes from there, too. CORS has let it log in. */
function foreignHost(request: Request): string | undefined {
  const origin = header(request, 'origin');
  const host = origin && URL.canParse(origin) ? new URL(origin).hostname : undefined;
  return host === new URL(config().baseUrl).hostname ? undefined : host || undefined;
}

/** Returns header and cookie for a bound session. Without a new proof, the cookie is cleared: the exchange has used it up. */
export const boundReply = ({ id, challenge, proof }: Bound) => ({
  headers: { [texts.CHALLENGE_HEADER]: challengeHeader({ id, challenge }) },
  cookies: [setBoundCookie(id, proof ?? '', proof === undefined ? 0 : texts.PROOF_TTL)],
});

/** Returns how the browser recognises the cookie: it must be there, or the browser proves its key first. */
export const credentialsOf = (id: string) => [
  { type: 'cookie' as const, name: boundCookieName(id), attributes: BOUND_ATTRIBUTES },
];
