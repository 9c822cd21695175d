// Authenticates the caller of an operation by the credential that the request carries.
import { ApiError, fail } from '../contract/errors.ts';
import {
  isCountedChange,
  isOpenToMachines,
  needsStepUp,
  type Operation,
  refusesActing,
  requiresOwnPassword,
} from '../contract/operation.ts';
import { API_KEY_PREFIX } from '../crypto/api-key.ts';
import type { AccessClaims, PendingClaims, RefreshClaims } from '../crypto/jwt.ts';
import type { Administrator, MachineActor } from '../domain/administrator.ts';
import * as admins from '../domain/admins/admin-sessions.ts';
import { isProvedBy } from '../domain/admins/device.ts';
import { recordRefusal } from '../domain/admins/evidence.ts';
import { authenticateMachine } from '../domain/admins/machine-access.ts';
import { type Input, isOutside, requireDuty, withinReach } from '../domain/admins/scope.ts';
import { recordRequest } from '../domain/sessions/acting.ts';
import { isOpened, requireOpened } from '../domain/sessions/application-tokens.ts';
import * as sessions from '../domain/sessions/authenticate.ts';
import { isHolder, type SentProofs, type ShownToken, shownToken } from '../domain/sessions/bound-tokens.ts';
import type { Actor, KeyActor, SetupSession } from '../domain/sessions/caller.ts';
import { type Change, countChange, requireChange } from '../domain/sessions/changes.ts';
import { mayEnrol, provedAt } from '../domain/sessions/mfa-policy.ts';
import { requireRecent } from '../domain/sessions/step-up.ts';
import * as tokens from '../domain/sessions/tokens.ts';
import { note } from '../platform/request-context.ts';
import { config } from '../platform/settings/config.ts';
import { type AuthenticateKey, type Further, setupOf } from './binding.ts';
import { cookieName } from './cookies.ts';
import { adminBinding, requireSameSite, userBinding } from './csrf.ts';
import { cookie, type Request } from './request.ts';
import type { Match } from './router.ts';

/** What authentication yields for the access of an operation: nothing, an actor, or claims. */
export type Caller =
  | { kind: 'nobody' }
  | { kind: 'user'; actor: Actor }
  | { kind: 'key'; actor: KeyActor }
  | { kind: 'setup'; actor: SetupSession }
  | { kind: 'admin'; actor: Administrator }
  | { kind: 'visitor'; visitor: Actor | undefined }
  | { kind: 'claims'; claims: sessions.SessionClaims | undefined };

/** The change of an account that a request counts as, from when it was counted on. */
export type Counted = { change?: Promise<Change> };

/**
 * Authenticates the caller as the operation requires, and an admin's right to call it. Throws 401 or 403, and 429 for an
 * account that has made too many changes. Reads the store at most once. Puts into `counted` what is to be refunded if the
 * request is refused after all.
 */
export async function identify(
  request: Request,
  match: Match,
  counted: Counted,
  { authenticateKey, authenticateSetup }: Further = {},
): Promise<Caller> {
  const { operation, params } = match;
  const setup = await setupOf(request, match, authenticateSetup);
  if (setup) return { kind: 'setup', actor: setup };
  const key = await keyOf(request, operation, authenticateKey);
  const caller: Caller = key ? { kind: 'key', actor: key } : await authenticate(request, match, counted);
  if (caller.kind === 'admin') {
    const { actor } = caller;
    await refusalsRecorded(actor, operation, () => {
      if (isMachine(actor) && !isOpenToMachines(operation)) fail('FORBIDDEN', FOR_PEOPLE);
      requireDuty(actor.admin, operation, params);
    });
  }
  if (operation.stepUp === true) requireRecentProof(caller);
  return caller;
}

/** Throws REAUTH_REQUIRED if a field of the body needs a more recent login than the caller's; for a machine, FORBIDDEN. */
export async function requireStepUp(caller: Caller, operation: Operation, body: unknown): Promise<void> {
  if (!needsStepUp(operation.stepUp ?? false, body)) return;
  const check = (): void => requireRecentProof(caller);
  if (caller.kind === 'admin') await refusalsRecorded(caller.actor, operation, check);
  else check();
}

/**
 * Returns the input that the caller may use: all of it, or for an admin of some tenants what concerns these. Records in the
 * audit log what is refused or hidden from an admin.
 */
export async function permitted(caller: Caller, operation: Operation, input: Input): Promise<Input> {
  if (caller.kind !== 'admin') return input;
  const { actor } = caller;
  return refusalsRecorded(actor, operation, async () => {
    const within = withinReach(actor.admin, operation, input);
    if (isOutside(input, within)) await recordRefusal(actor, operation);
    return within;
  });
}

/** Returns what `check` returns. Records in the audit log that it refused the admin. */
async function refusalsRecorded<T>(actor: Administrator, operation: Operation, check: () => T): Promise<Awaited<T>> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'FORBIDDEN') await recordRefusal(actor, operation);
    throw error;
  }
}

function requireRecentProof(caller: Caller): void {
  if (caller.kind === 'user') requireRecent(provedAt(caller.actor));
  if (caller.kind !== 'admin') return;
  const { session } = caller.actor;
  requireRecent(session ? session.provedAt : fail('FORBIDDEN', FOR_PEOPLE));
}

const isMachine = (actor: Administrator): actor is MachineActor => actor.session === undefined;
const FOR_PEOPLE = { message: 'An application cannot do this, or send one of these fields. An admin must.' };

/**
 * Returns whom the API key in the header acts for; `undefined` for another credential. A key is for the header alone, in cookie
 * mode as well. Throws INVALID_TOKEN without a read where keys are not admitted, and what `authenticateKey` throws.
 */
async function keyOf(request: Request, { access, admits }: Operation, authenticateKey: AuthenticateKey | undefined) {
  if (!['user', 'pending', 'enrolling', 'key'].includes(access)) return undefined;
  const authorization = request.headers.get('authorization') ?? [];
  if (authorization.length > 1) fail('CONFLICTING_CREDENTIALS');
  const shown = shownToken(authorization[0]);
  if (!shown?.token.startsWith(API_KEY_PREFIX)) {
    return access === 'key' ? fail(shown ? 'INVALID_TOKEN' : 'NO_AUTH_PROVIDED') : undefined;
  }
  const isAdmitted = access === 'key' || admits?.apiKey;
  if (isAdmitted && authenticateKey && !shown.isBound) return authenticateKey(shown.token, request.ip);
  return fail('INVALID_TOKEN', { message: 'This operation admits no API key.' });
}

async function authenticate(request: Request, { route, operation }: Match, counted: Counted): Promise<Caller> {
  const { access } = operation;
  switch (access) {
    case 'public':
    case 'secret':
    case 'client':
    case 'key':
    case 'refresh':
      return { kind: 'nobody' };
    case 'user':
    case 'pending':
    case 'enrolling': {
      const claims = await accessClaims(request);
      if (isCountedChange(route, operation)) counted.change = countChange(claims);
      // Counted while the session is read: the caller does not wait for it.
      const [actor, change] = await Promise.all([sessions.authenticate(claims, MAY_PEND[access]), counted.change]);
      await recordRequest(actor, !refusesActing(operation));
      if (actor.session.acting && refusesActing(operation)) fail('NOT_WHILE_ACTING');
      requireOpened(actor, claims, operation);
      // A pending login completes first. Then it must change the password.
      const { pending, acting } = actor.session;
      const isOwed = actor.user.mustChangePassword && !pending && !acting;
      if (isOwed && requiresOwnPassword(operation)) fail('MUST_CHANGE_PASSWORD');
      if (change) requireChange(change);
      return { kind: 'user', actor };
    }
    case 'optional':
      return { kind: 'claims', claims: await anyClaims(request) };
    case 'visitor':
      return { kind: 'visitor', visitor: await visitor(request, operation) };
    case 'admin': {
      const value = cookie(request, cookieName('admin'));
      const shown = shownToAdmins(request, value);
      if (shown) {
        const actor = await authenticateMachine(shown, proofsOf(request));
        note({ actor: actor.admin.id });
        return { kind: 'admin', actor };
      }
      const proof = cookie(request, cookieName('adminProof'));
      const mayLackKey = operation.admits?.withoutDeviceKey;
      const actor = await admins.authenticate(value, (session) => isProvedBy(session, proof), mayLackKey);
      note({ actor: actor.admin.id });
      await requireSameSite(request, [adminBinding(value as string)]);
      const owed = admins.mustEnrol(actor);
      if (owed && !operation.admits?.beforeEnrolment) fail('MFA_ENROLMENT_REQUIRED', OWED[owed]);
      return { kind: 'admin', actor };
    }
  }
}

const OWED = { totp: {}, passkey: { message: 'Please add a passkey first.' } };

/** Returns the token of a request without the cookie of an admin. A browser adds the cookie by itself, so its origin is checked always. */
function shownToAdmins(request: Request, cookieValue: string | undefined): ShownToken | undefined {
  if (cookieValue !== undefined) return undefined;
  const sent = request.headers.get('authorization') ?? [];
  return sent.length > 1 ? fail('CONFLICTING_CREDENTIALS') : shownToken(sent[0]);
}

/** Which pending logins may call the operation. */
const MAY_PEND: Readonly<Record<'user' | 'pending' | 'enrolling', (actor: Actor) => boolean>> = {
  user: () => false,
  pending: () => true,
  enrolling: ({ user, tenant, session }) => mayEnrol(user, tenant, session),
};

/** Returns the claims of the access token in the header or the cookie. Applies the CSRF rule to a cookie. */
async function accessClaims(request: Request): Promise<AccessClaims | PendingClaims> {
  const sent = accessToken(request) ?? fail('NO_AUTH_PROVIDED');
  const claims = await tokens.readAccess(sent.token);
  if (typeof claims === 'string') return fail('INVALID_TOKEN', await explained(sent));
  if (!(await mayUse(claims, sent, request))) return fail('INVALID_TOKEN');
  noteOwner(claims);
  if (sent.fromCookie) await requireSameSite(request, [userBinding(claims.sid)], [claims.tid]);
  return claims;
}

/** The most common mistake with the token of a machine, which is valid elsewhere. */
const explained = async ({ token, fromCookie }: Sent) =>
  !fromCookie && (await tokens.readMachine(token))
    ? { message: 'This is the token of a machine. The operation needs the token of a user.' }
    : {};

/**
 * Returns the actor of the access token if it proves a complete session. A token that proves none is no error. An admin who
 * acts as the user is a stranger, unless the operation is open to them, and so is an application.
 */
async function visitor(request: Request, operation: Operation): Promise<Actor | undefined> {
  const { admits } = operation;
  const sent = accessToken(request);
  const claims = sent && (await tokens.readAccess(sent.token));
  if (!sent || typeof claims !== 'object' || !(await mayUse(claims, sent, request))) return undefined;
  noteOwner(claims);
  const actor = await sessions.actorOf(claims);
  if (!actor || !isOpened(actor, claims, operation)) return undefined;
  if (!actor.session.acting) return actor;
  await recordRequest(actor, admits?.acting ?? false);
  return admits?.acting && actor;
}

/** The signature proves the token's owner, even if the token is refused for another reason. */
const noteOwner = ({ tid, sub }: sessions.SessionClaims): void => note({ tenant: tid, actor: sub });

type Sent = ShownToken & { fromCookie: boolean };

/** The token of an application is in no cookie, and one that is bound to a key comes with a proof of it. */
const mayUse = async (claims: AccessClaims | PendingClaims, sent: Sent, request: Request): Promise<boolean> =>
  !(sent.fromCookie && tokens.isOfApplication(claims)) && isHolder(claims, sent, proofsOf(request));

/** A POST that is read as a GET was signed as a POST. */
const proofsOf = ({ headers, method, path, parametersInBody }: Request): SentProofs => ({
  proofs: headers.get('dpop') ?? [],
  method: parametersInBody ? 'POST' : method,
  path,
});

function accessToken(request: Request): Sent | undefined {
  const authorization = request.headers.get('authorization') ?? [];
  if (authorization.length > 1) fail('CONFLICTING_CREDENTIALS');
  if (config().tokenType === 'header' && authorization.length) {
    const shown = shownToken(authorization[0]);
    return shown && { ...shown, fromCookie: false };
  }
  const token = cookie(request, cookieName('access'));
  return token === undefined ? undefined : { token, isBound: false, fromCookie: true };
}

/**
 * Returns the claims for logout. An expired access token is enough, and so is a browser's refresh cookie if the access
 * cookie is missing or invalid.
 */
async function anyClaims(request: Request): Promise<sessions.SessionClaims | undefined> {
  const sent = accessToken(request);
  const read = sent ? await tokens.readAccess(sent.token, true) : 'invalid';
  const byHeader = sent !== undefined && !sent.fromCookie;
  const isUsable = typeof read === 'object' && (!byHeader || (await mayUse(read, sent, request)));
  const access = isUsable ? read : 'invalid';
  if (typeof access === 'string' && byHeader) return fail('INVALID_TOKEN');
  const claims = typeof access === 'string' ? await refreshClaims(cookie(request, cookieName('refresh'))) : access;
  if (claims) noteOwner(claims);
  if (claims && !byHeader) await requireSameSite(request, [userBinding(claims.sid)], [claims.tid]);
  return claims;
}

/**
 * Returns what the cookies of a browser say about its session: the claims of the access token if it is valid, and the
 * refresh token. Neither is compared with the table. Throws CONFLICTING_CREDENTIALS.
 */
export async function sessionCookies(request: Request) {
  const token = cookie(request, cookieName('access'));
  const claims = token === undefined ? 'invalid' : await tokens.readAccess(token);
  const access = typeof claims === 'string' || tokens.isOfApplication(claims) ? undefined : claims;
  return { access, refresh: cookie(request, cookieName('refresh')) };
}

/** Returns the claims of a refresh token, or `undefined` if it does not verify. */
export async function refreshClaims(token: string | undefined): Promise<RefreshClaims | undefined> {
  const claims = token === undefined ? 'invalid' : await tokens.readRefresh(token);
  return typeof claims === 'string' ? undefined : claims;
}

/** Returns the secret of a browser that began a login by an identity provider. Throws CONFLICTING_CREDENTIALS. */
export const flowSecret = (request: Request): string | undefined => cookie(request, cookieName('sso'));
