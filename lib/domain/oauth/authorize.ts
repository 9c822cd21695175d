// Decides an authorization request: a code for the session of the browser, a login first, or an error. An error goes to
// the application only after application and address were checked (RFC 9700 4.11).
import { digest } from '../../crypto/secrets.ts';
import { clientId, isUnregistered } from '../../platform/client-ids.ts';
import { now } from '../../platform/clock.ts';
import { type ApplicationId, NO_APPLICATION } from '../../platform/ids.ts';
import { note } from '../../platform/request-context.ts';
import { config } from '../../platform/settings/config.ts';
import { type Application, applicationFrom, applicationKey } from '../../store/applications/applications.ts';
import { describedBy } from '../../store/applications/client-documents.ts';
import {
  type ProtectedResource,
  protectedResourceFrom,
  protectedResourceKey,
} from '../../store/applications/protected-resources.ts';
import { getMany, type Item } from '../../store/dynamo/table.ts';
import { serves, servesUsersOf } from '../application-standing.ts';
import { isLoopback, isRegistered } from '../applications/redirects.ts';
import { isOpenTo, needRecentLogin, RECENT_SECONDS, resourceNamed } from '../protected-resource-rights.ts';
import { recordRequest } from '../sessions/acting.ts';
import { actorOf, type BrowserCookies, keysOf, type Named, namedBy } from '../sessions/browser-session.ts';
import type { Actor, Client } from '../sessions/caller.ts';
import { isKeyProved } from '../sessions/device/key-proof.ts';
import { lists } from '../unregistered-clients.ts';
import { firstMet } from './acr.ts';
import {
  type AuthorizationRequest,
  addressee,
  modeOf,
  type Parameters,
  type Problem,
  readRequest,
  single,
} from './authorization-request.ts';
import { documentOf } from './client/document.ts';
import { LIFETIME_MS as CODE_LIFETIME_MS, newCode } from './code.ts';
import { agreementOf } from './consent.ts';
import { type DeadEnd, type DocumentProblem, deadEnd, noteRefusal } from './dead-ends.ts';
import { type Misfit, misfitOf } from './misfit.ts';
import { consentPage, loginPage, withParameters } from './pages.ts';
import { pushedRequest, useUp } from './pushed-request.ts';
import { openRequest, sealRequest } from './sealed-request.ts';
import { grantable, UNKNOWN_TARGET } from './target.ts';

const CANCELLED: Problem = { error: 'access_denied', description: 'The user went back.' };
const NOT_PUSHED: Problem = { error: 'invalid_request', description: 'The request must be pushed (RFC 9126).' };
const NO_GRANT: Problem = { error: 'unauthorized_client', description: 'This grant is not allowed.' };
const NO_TARGET: Problem = { error: 'invalid_target', description: UNKNOWN_TARGET };
const ACTING: Problem = {
  error: 'access_denied',
  description: 'An admin who acts as a user cannot log in to applications.',
};
const UNASKED: Problem = { error: 'consent_required', description: 'The user must be asked.' };
const TOO_LONG: Problem = { error: 'invalid_request', description: 'The request is too long.' };
const UNMET: Problem = {
  error: 'unmet_authentication_requirements',
  description: 'The login has not what the essential acr asks for.',
};

/**
 * `form`: the browser posts these fields to the address, instead of going there. `isUnproved`: it loads the address of the
 * request once more, and proves the key of its device for that.
 */
type Landing = { location: string; form?: Record<string, string>; isUnproved?: true };
/**
 * `resource`: what its tokens are for. `since`: when the browser asked, ms, if its user had to log in first. `untold`: why the
 * application is not told of an error.
 */
type Asked = {
  request: AuthorizationRequest;
  resource?: ProtectedResource | undefined;
  since?: number;
  untold?: Untold | undefined;
};
/** Its document was not read, so its addresses are unknown; or no one but its document vouches for them. */
type Untold = 'client_unread' | 'client_not_listed';

/** The longest text that fits into the address of a page (lib/http/request.ts). */
const LONGEST_RESUME = 3800;

/**
 * Returns where the browser goes: back to the application with a code or an error, to the login page, or to the error
 * page. `parameters` are those of the request, or `resume` after a login. `mayLoadAgain`: the browser has not been told yet to
 * load the address once more, to prove the key of its device. It proves none for a navigation from another site.
 */
export async function authorize(
  parameters: Parameters,
  cookies: BrowserCookies,
  client: Client,
  mayLoadAgain: boolean,
): Promise<Landing> {
  const sealed = single(parameters, 'resume');
  const resumed = sealed === undefined ? undefined : await openRequest('authorize', sealed);
  if (sealed !== undefined && !resumed) return deadEnd('resume_invalid');
  const pushed = await pushedRequest(parameters);
  if (pushed === 'invalid') return deadEnd('request_uri_invalid', { value: single(parameters, 'client_id') });
  const to = resumed?.request ?? pushed ?? addressee(parameters);
  const named = await namedBy(cookies);
  const id = to?.application ?? NO_APPLICATION;
  const target = (resumed?.request ?? pushed ?? { resource: resourceIn(parameters) }).resource;
  const keys = keysOf(named);
  const [copy, ...more] = await getMany([
    applicationKey(id),
    ...keys,
    ...(target ? [protectedResourceKey(target)] : []),
  ]);
  const items = more.slice(0, keys.length);
  const early = isUnregistered(id) ? await provedActor(named, items, client) : undefined;
  if (early === 'unproved' && mayLoadAgain) return AGAIN;
  const described = await describe(id, copy, provenOf(early), to?.redirectUri);
  if (typeof described === 'string') return deadEnd(described, { application: id });
  const { application, untold } = described;
  if (!to) return deadEnd(unaddressed(parameters), { value: single(parameters, 'client_id') });
  const cause = untold === 'client_unread' ? undefined : causeAgainst(application, to.redirectUri);
  if (!application || cause) return deadEnd(cause ?? 'application_unknown', { application: id, value: to.redirectUri });
  note({ application: id });
  const resource = target && (await protectedResourceFrom(target, more.at(-1)));
  const request = resumed?.request ?? pushed ?? (await readRequest(parameters, to.redirectUri, application, resource));
  if ('error' in request) return refused({ request: unread(parameters, to.redirectUri), untold }, request);
  const asked = { request, resource, ...(resumed && { since: resumed.at }), untold };
  if (resumed && single(parameters, 'cancel') !== undefined) return refused(asked, CANCELLED);
  if (!application.grants.includes('authorization_code')) return refused(asked, NO_GRANT);
  if (application.requiresPar && request.pushed === undefined) return refused(asked, NOT_PUSHED);
  if (target && !isOpenTo(resource, application)) return refused(asked, NO_TARGET);
  const actor = isUnregistered(id) ? early : await provedActor(named, items, client);
  if (actor === 'unproved' && mayLoadAgain) return AGAIN;
  return decided(application, asked, provenOf(actor), sealed);
}

const AGAIN: Landing = { location: '', isUnproved: true };

/** Returns the user of the browser; `unproved` if the session is bound to a key that the browser does not prove. */
async function provedActor(named: Named | undefined, items: readonly (Item | undefined)[], client: Client) {
  const actor = await actorOf(named, items, client);
  return actor && !isKeyProved(actor.session, client) ? ('unproved' as const) : actor;
}

/** A code outlives the access token: without the key, its cookie is no session here. */
const provenOf = (actor: Actor | 'unproved' | undefined): Actor | undefined =>
  actor === 'unproved' ? undefined : actor;

type Described = { application: Application | undefined; untold?: Untold };

/**
 * Returns the application. The document of a client that is not registered is read for a user whose tenant lets it in: no
 * stranger makes this service fetch anything. Without a click, a browser is sent only where more than the document says so:
 * to a host that the tenant lists, or to the device (RFC 9700 4.11.2).
 */
async function describe(
  id: ApplicationId,
  copy: Item | undefined,
  actor: Actor | undefined,
  redirectUri = '',
): Promise<Described | DocumentProblem> {
  const application = await applicationFrom(id, copy);
  if (!application || !isUnregistered(id)) return { application };
  if (!actor || !mayGoOn(actor) || !servesUsersOf(application, actor.tenant))
    return { application, untold: 'client_unread' };
  const document = await documentOf(id, actor.user.id, copy);
  if (typeof document === 'string') return document;
  const isTrusted = isLoopback(redirectUri) || lists(actor.tenant, id);
  return { application: describedBy(id, document), ...(!isTrusted && { untold: 'client_not_listed' }) };
}

/** Not an admin who acts as the user, nor a user who must change the password first. */
const mayGoOn = ({ session, user }: Actor): boolean => !session.acting && !user.mustChangePassword;

function resourceIn(parameters: Parameters) {
  const sent = single(parameters, 'resource');
  return sent === undefined ? undefined : resourceNamed(sent);
}

/** Returns why no application and address can be told of an error. */
function unaddressed(parameters: Parameters): DeadEnd {
  if ([...parameters.values()].some((values) => values.length > 1)) return 'parameter_repeated';
  const sent = single(parameters, 'client_id');
  if (sent === undefined) return 'client_id_missing';
  return clientId(sent) ? 'redirect_uri_missing' : 'client_id_malformed';
}

/** Returns why the browser may not be sent to the address; `undefined` if it may. */
function causeAgainst(application: Application | undefined, uri: string): DeadEnd | undefined {
  if (!application) return 'application_unknown';
  if (application.status !== 'active') return 'application_disabled';
  return isRegistered(application, application.redirectUris, uri) ? undefined : 'redirect_uri_not_registered';
}

async function decided(application: Application, asked: Asked, actor: Actor | undefined, sealed: string | undefined) {
  const { request } = asked;
  // Applications get no session in which another person acts.
  if (actor?.session.acting) {
    await recordRequest(actor, false);
    return refused(asked, ACTING);
  }
  const misfit = actor && misfitOf(application, request, actor);
  const isUsable = actor && !misfit;
  if (isUsable && isFresh(asked, actor) && !actor.user.mustChangePassword)
    return granted(application, asked, actor, sealed);
  if (sealed !== undefined && actor && misfit && isFinal(misfit, asked, actor)) {
    note({ tenant: actor.tenant.id, actor: actor.user.id });
    return deadEnd(misfit, {}, { resume: sealed, tenant: actor.tenant.slug });
  }
  if (!request.prompt.includes('none')) return towards(loginPage, asked, sealed);
  const isOwed = isUsable && actor.user.mustChangePassword;
  const error = isOwed ? 'interaction_required' : 'login_required';
  return refused(asked, { error, description: 'The user must log in.' });
}

/**
 * Whether another login would end here again: the person has chosen this account for the request, knowing its tenant, or
 * has logged in for it. Without an end, the login page and this endpoint would send the browser back and forth for ever.
 */
const isFinal = (misfit: Misfit, { since }: Asked, { session }: Actor): boolean =>
  misfit === 'tenant_not_served' || (since !== undefined && session.authAt >= since);

/** Whether the login is as recent as the request wants. A login after the request meets every wish. */
function isFresh({ request, resource, since }: Asked, { session }: Actor): boolean {
  const { prompt, maxAge } = request;
  if (since !== undefined && session.authAt >= since) return true;
  if (prompt.includes('login') || prompt.includes('create')) return false;
  // The page that the request was sealed for has asked.
  if (prompt.includes('select_account') && since === undefined) return false;
  const isRecent = !resource || !needRecentLogin(resource, request.scope) || isRecentFor(session);
  return isRecent && (maxAge === undefined || now() - session.authAt <= maxAge * 1000);
}

/** Recent enough for a scope that needs it, also when the code is exchanged. A switch of tenant is no login. */
const isRecentFor = ({ authAt, isSwitched }: Actor['session']): boolean =>
  !isSwitched && now() - authAt <= RECENT_SECONDS * 1000 - CODE_LIFETIME_MS;

/** Returns the page of this service where the user goes on with the request. */
async function towards(page: (resume: string) => Landing, asked: Asked, sealed: string | undefined): Promise<Landing> {
  const resume = sealed ?? (await sealRequest('authorize', asked.request));
  return resume.length <= LONGEST_RESUME ? page(resume) : refused(asked, TOO_LONG);
}

async function granted(
  application: Application,
  asked: Asked,
  { user, tenant, session }: Actor,
  sealed: string | undefined,
): Promise<Landing> {
  const { request, resource } = asked;
  const { prompt, redirectUri, challenge, scope, claims, nonce, acrValues, needsMfa, neededAcr, jkt } = request;
  note({ tenant: tenant.id, actor: user.id });
  const isShort = neededAcr
    ? !firstMet(session, neededAcr)
    : needsMfa === false || (needsMfa && session.mfaAt === null);
  if (isShort) return refused(asked, UNMET);
  if (resource && !serves(resource, tenant.id)) return refused(asked, NO_TARGET);
  const agreement = await agreementOf(application, asked, { user, tenant });
  if (!agreement) return prompt.includes('none') ? refused(asked, UNASKED) : towards(consentPage, asked, sealed);
  if (!(await useUp(request))) return deadEnd('request_uri_used');
  const code = await newCode({
    tenant: tenant.id,
    user: user.id,
    session: session.id,
    application: application.id,
    redirectUri: digest(redirectUri),
    challenge,
    scope: grantable(application, resource, scope),
    claims,
    nonce,
    acr: firstMet(session, acrValues),
    jkt,
    resource: resource?.id,
    ...agreement,
  });
  return response(request, { code });
}

/** Tells the application, or the person if its address is not known to be its own, or not trusted. */
function refused({ request, untold }: { request: Returned } & Pick<Asked, 'untold'>, problem: Problem): Landing {
  const { error, description } = problem;
  if (untold) return deadEnd(untold, { value: description });
  noteRefusal(error, { value: description });
  return response(request, { error, error_description: description });
}

/** How the browser returns to the application. */
type Returned = Pick<AuthorizationRequest, 'redirectUri' | 'responseMode' | 'state'>;

/** How it returns with an error of a request that could not be read. */
const unread = (parameters: Parameters, redirectUri: string): Returned => ({
  redirectUri,
  responseMode: modeOf(parameters, redirectUri),
  state: single(parameters, 'state'),
});

/** `iss` tells the application which provider responds, so that two cannot be mixed up (RFC 9207). */
function response({ redirectUri, responseMode, state }: Returned, fields: Record<string, string>): Landing {
  const all = { ...fields, ...(state !== undefined && { state }), iss: config().baseUrl };
  return responseMode === 'form_post' ? { location: redirectUri, form: all } : withParameters(redirectUri, all);
}
