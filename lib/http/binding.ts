// Keeps in a browser what is bound to it: the secret of codes and nonces, in a cookie that scripts cannot read, and what it
// got for proofs of its device's key. Speaks the headers of Device Bound Session Credentials (W3C); what they mean is
// decided in lib/domain/sessions/device.
import { ApiError, fail } from '../contract/errors.ts';
import { isCountedChange, type Operation } from '../contract/operation.ts';
import { randomSecret } from '../crypto/secrets.ts';
import { offerOf } from '../domain/admins/device.ts';
import type { KeyActor, SetupSession } from '../domain/sessions/caller.ts';
import type { Bound } from '../domain/sessions/device/challenge.ts';
import * as texts from '../domain/sessions/device/texts.ts';
import type { SessionId } from '../platform/ids.ts';
import { config } from '../platform/settings/config.ts';
import {
  BOUND_ATTRIBUTES,
  boundCookieName,
  cookieName,
  isBoundCookie,
  SLOTS,
  setBoundCookie,
  setCookie,
} from './cookies.ts';
import { requireSameSite, setupBinding } from './csrf.ts';
import { cookie, header, isCookieMode, isSetupMode, type Request } from './request.ts';
import type { Match } from './router.ts';

/**
 * Returns the browser's secret in cookie mode, a new one if the operation binds and the browser has none. A browser
 * keeps its secret while it asks again, because the message of the first request may be the one that was sent. A cookie
 * that was sent twice is ambiguous and counts as none.
 */
export function browserSecret(request: Request, browser: Operation['browser']): string | undefined {
  if (!isCookieMode(request)) return undefined;
  const values = request.cookies.get(cookieName('binding')) ?? [];
  const held = values.length === 1 && /^[\w-]{43}$/.test(values[0] as string) ? values[0] : undefined;
  return held ?? (browser?.binds ? randomSecret() : undefined);
}

/**
 * Returns a Set-Cookie line that keeps the secret as long as what is bound to it. `first`: the seconds that a flow or a
 * nonce lives. It may end with a message whose code is bound to the same secret, and no cookie comes with that error.
 */
export const bindingCookie = (secret: string, first: number = config().ttl.code): string =>
  setCookie('binding', secret, first + config().ttl.code);

/** Returns what the browser has proved, whether it says that it could not prove more just now, and for which page it asks. */
export async function proofsOf(request: Request) {
  const sent = [...request.cookies].flatMap(([name, values]) => (isBoundCookie(name) ? values : []));
  const isKeyBusy = request.headers.has('secure-session-skipped');
  const deviceProofs = sent.length ? await texts.openProofs(sent.slice(0, MAX_PROOFS)) : [];
  return { deviceProofs, isKeyBusy, page: foreignHost(request) };
}

/** As many as a browser has accounts. */
const MAX_PROOFS = 1 + SLOTS.length;

/** Returns what the browser has signed, and the binding it is about. Chromium sends both without the quotes of RFC 9651. */
export const deviceResponse = (request: Request) => ({
  id: unquoted(header(request, 'sec-secure-session-id')) ?? '',
  response: unquoted(header(request, 'secure-session-response')),
});

const unquoted = (value: string | undefined): string | undefined => value?.replace(/^"(.*)"$/, '$1');

/** Returns the header that offers a browser to bind its new session. */
export const registration = async (request: Request, session: SessionId): Promise<Record<string, string>> =>
  registrationAt('/auth/device-sessions', await texts.offer(session, foreignHost(request)));

/** Returns the header that offers a browser to bind the session that the cookie of an admin opens; none where it may not. */
export async function adminRegistration(adminCookie: string): Promise<Record<string, string>> {
  const challenge = await offerOf(adminCookie);
  return challenge === undefined ? {} : registrationAt('/auth/admin/device-sessions', challenge);
}

const registrationAt = (path: string, challenge: string) => ({
  'secure-session-registration': `(ES256);path="${path}";challenge="${challenge}"`,
});

/** RFC 1035 2.3.4, without the length bytes. */
const LONGEST_HOST = 253;

/** The page of an application that logs in from its own host refreshes from there, too. CORS has let it log in. */
function foreignHost(request: Request): string | undefined {
  const origin = header(request, 'origin');
  const host = origin && URL.canParse(origin) ? new URL(origin).hostname : '';
  const isOurs = host === new URL(config().baseUrl).hostname;
  return isOurs || host === '' || host.length > LONGEST_HOST ? undefined : host;
}

/** Returns header and cookie for a bound session. Without a new proof, the cookie is cleared: the exchange has used it up. */
export const boundReply = ({ id, challenge, proof }: Bound) => ({
  headers: { [texts.CHALLENGE_HEADER]: texts.challengeHeader({ id, challenge }) },
  cookies: [setBoundCookie(id, proof ?? '', proof === undefined ? 0 : texts.PROOF_TTL)],
});

/**
 * Returns a handler that rethrows an error. A browser forgets a key that is refused, and with it goes what it got for the key:
 * the next login would be bound to a key that it does not have.
 */
export const forgettingProof =
  (request: Request) =>
  (error: unknown): never => {
    const { id } = deviceResponse(request);
    const isRefusal = error instanceof ApiError && error.body.statusCode === 401;
    if (!isRefusal || !request.cookies.has(boundCookieName(id))) throw error;
    const headers = { ...error.headers, 'set-cookie': setBoundCookie(id, '', 0) };
    return fail(error.code, { message: error.message, headers, cause: error });
  };

/** Returns how the browser recognises the cookie: it must be there, or the browser proves its key first. */
export const credentialsOf = (name: string) => [{ type: 'cookie' as const, name, attributes: BOUND_ATTRIBUTES }];

/** Authenticates the cookie of a setup link. Functions whose operations admit none do not load it. */
export type AuthenticateSetup = (cookie: string | undefined, isChange: boolean) => Promise<SetupSession>;

/** Authenticates an API key that was sent from the address. Functions whose operations admit no keys do not load it. */
export type AuthenticateKey = (text: string, ip: string) => Promise<KeyActor>;
/** How a function authenticates what few functions admit. */
export type Further = {
  authenticateKey?: AuthenticateKey | undefined;
  authenticateSetup?: AuthenticateSetup | undefined;
};

/**
 * Returns the session of the setup link, if the request is made in one and the operation admits it. Elsewhere the cookie counts
 * for nothing. Its session is an hour old at most, and needs no more recent proof. Throws CONFLICTING_CREDENTIALS, the CSRF
 * errors and what `authenticateSetup` throws.
 */
export async function setupOf(
  request: Request,
  { route, operation }: Match,
  authenticateSetup: AuthenticateSetup | undefined,
): Promise<SetupSession | undefined> {
  if (!operation.admits?.setup || !authenticateSetup || !isSetupMode(request)) return undefined;
  if (request.headers.has('authorization')) fail('CONFLICTING_CREDENTIALS');
  const value = cookie(request, cookieName('setup'));
  if (value !== undefined) await requireSameSite(request, [setupBinding(value)]);
  return authenticateSetup(value, isCountedChange(route, operation));
}
