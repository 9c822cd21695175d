// Decides an authorization request: a code for the session of the browser, a login first, or an error. An error goes to
// the application only after application and address were checked (RFC 9700 4.11).
import { MFA_ACR } from '../../contract/oauth-browser.ts';
import { digest } from '../../crypto/secrets.ts';
import { now } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import { NO_APPLICATION, type TenantId } from '../../platform/ids.ts';
import { note } from '../../platform/request-context.ts';
import { type Application, applicationFrom, applicationKey } from '../../store/applications.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { isRegistered } from '../applications/redirects.ts';
import { recordRequest } from '../sessions/acting.ts';
import { actorOf, type BrowserCookies, keysOf, namedBy } from '../sessions/browser-session.ts';
import type { Actor, Client } from '../sessions/sessions.ts';
import {
  type AuthorizationRequest,
  addressee,
  type Parameters,
  type Problem,
  readRequest,
  single,
} from './authorization-request.ts';
import { newCode } from './code.ts';
import { subjectOf } from './id-token.ts';
import { errorPage, loginPage, withParameters } from './pages.ts';
import { pushedRequest, useUp } from './pushed-request.ts';
import { openRequest, sealRequest } from './sealed-request.ts';

const ACTING = 'An admin who acts as a user cannot log in to applications.';

type Target = { location: string };
/** `since`: when the browser asked, ms, if its user had to log in first. */
type Asked = { request: AuthorizationRequest; since?: number };

/** The longest text that fits into the address of a page (lib/http/request.ts). */
const LONGEST_RESUME = 3800;

/**
 * Returns where the browser goes: back to the application with a code or an error, to the login page, or to the error
 * page. `parameters` are those of the request, or `resume` after a login.
 */
export async function authorize(parameters: Parameters, cookies: BrowserCookies, client: Client): Promise<Target> {
  const sealed = single(parameters, 'resume');
  const resumed = sealed === undefined ? undefined : await openRequest('authorize', sealed);
  if (sealed !== undefined && !resumed) return errorPage('request_expired');
  const pushed = await pushedRequest(parameters);
  if (pushed === 'invalid') return errorPage('request_expired');
  const to = resumed?.request ?? pushed ?? addressee(parameters);
  const named = await namedBy(cookies);
  const id = to?.application ?? NO_APPLICATION;
  const [copy, ...items] = await getMany([applicationKey(id), ...keysOf(named)]);
  const application = await applicationFrom(id, copy);
  if (!to || !application || !mayReturn(application, to.redirectUri)) return errorPage('invalid_request');
  const request = resumed?.request ?? pushed ?? readRequest(parameters, to);
  if ('error' in request) return refused(to.redirectUri, request, single(parameters, 'state'));
  if (!application.grants.includes('authorization_code')) {
    return refused(
      to.redirectUri,
      { error: 'unauthorized_client', description: 'This grant is not allowed.' },
      request.state,
    );
  }
  const asked = { request, ...(resumed && { since: resumed.at }) };
  return decided(application, asked, await actorOf(named, items, client), sealed);
}

const mayReturn = (application: Application, uri: string): boolean =>
  application.status === 'active' && isRegistered(application, application.redirectUris, uri);

async function decided(application: Application, asked: Asked, actor: Actor | undefined, sealed: string | undefined) {
  const { request } = asked;
  const subject = request.idTokenHint === undefined ? undefined : await subjectOf(application.id, request.idTokenHint);
  if (request.idTokenHint !== undefined && subject === undefined) {
    return refused(
      request.redirectUri,
      { error: 'invalid_request', description: 'id_token_hint is not valid.' },
      request.state,
    );
  }
  // Applications get no session in which another person acts.
  if (actor?.session.acting) {
    await recordRequest(actor, false);
    return refused(request.redirectUri, { error: 'access_denied', description: ACTING }, request.state);
  }
  const isUsable = actor && isOfRequest(application, request, actor) && (subject ?? actor.user.id) === actor.user.id;
  if (isUsable && isFresh(asked, actor) && !actor.user.mustChangePassword) return granted(application, request, actor);
  if (!request.prompt.includes('none')) return toLogin(asked, sealed);
  const isOwed = isUsable && actor.user.mustChangePassword;
  const error = isOwed ? 'interaction_required' : 'login_required';
  return refused(request.redirectUri, { error, description: 'The user must log in.' }, request.state);
}

/** Whether the session is of a tenant that the application serves and the request names. */
function isOfRequest(application: Application, { tenant: named }: AuthorizationRequest, { tenant }: Actor): boolean {
  return serves(application, tenant.id) && (named === undefined || named === tenant.id || named === tenant.slug);
}

/** Whether the application serves the tenant. */
export const serves = ({ tenantIds }: Application, tenant: TenantId): boolean => tenantIds?.includes(tenant) ?? true;

/** Whether the login is as recent as the request wants. A login after the request meets every wish. */
function isFresh({ request, since }: Asked, { session }: Actor): boolean {
  const { prompt, maxAge } = request;
  if (since !== undefined && session.authAt >= since) return true;
  if (prompt.includes('login') || prompt.includes('create')) return false;
  // The page that the request was sealed for has asked.
  if (prompt.includes('select_account') && since === undefined) return false;
  return maxAge === undefined || now() - session.authAt <= maxAge * 1000;
}

async function toLogin({ request }: Asked, sealed: string | undefined): Promise<Target> {
  const resume = sealed ?? (await sealRequest('authorize', request));
  if (resume.length <= LONGEST_RESUME) return loginPage(resume);
  return refused(
    request.redirectUri,
    { error: 'invalid_request', description: 'The request is too long.' },
    request.state,
  );
}

async function granted(
  application: Application,
  request: AuthorizationRequest,
  { user, tenant, session }: Actor,
): Promise<Target> {
  const { redirectUri, challenge, scope, nonce, state, acrValues, jkt } = request;
  note({ tenant: tenant.id, actor: user.id });
  if (!(await useUp(request))) return errorPage('request_expired');
  const code = await newCode({
    tenant: tenant.id,
    user: user.id,
    session: session.id,
    application: application.id,
    redirectUri: digest(redirectUri),
    challenge,
    // A refresh token is for applications that may use one.
    scope: scope.filter((each) => each !== 'offline_access' || application.grants.includes('refresh_token')),
    nonce,
    acr: session.mfaAt !== null && acrValues.includes(MFA_ACR) ? MFA_ACR : undefined,
    jkt,
  });
  return withParameters(redirectUri, { code, state, iss: config().baseUrl });
}

/** `iss` tells the application which provider responds, so that two cannot be mixed up (RFC 9207). */
const refused = (uri: string, { error, description }: Problem, state: string | undefined): Target =>
  withParameters(uri, { error, error_description: description, state, iss: config().baseUrl });
