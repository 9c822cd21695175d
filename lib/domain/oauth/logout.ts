// Signs a browser out at the provider, because an application asks for it (OpenID Connect RP-Initiated Logout 1.0). Any
// page can send a browser here. So it happens at once only with an id token of this very session; otherwise the user
// confirms it on a page.
import { clientId } from '../../platform/client-ids.ts';
import { type ApplicationId, NO_APPLICATION, pairIn, pairOf } from '../../platform/ids.ts';
import { note } from '../../platform/request-context.ts';
import { type Application, applicationFrom, applicationKey } from '../../store/applications/applications.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { end } from '../../store/people/sessions.ts';
import { isRegistered } from '../applications/redirects.ts';
import { actorOf, type BrowserCookies, keysOf, namedBy } from '../sessions/browser-session.ts';
import type { Actor, Client } from '../sessions/caller.ts';
import { type Parameters, single } from './authorization-request.ts';
import { type DeadEnd, deadEnd } from './dead-ends.ts';
import { type Hint, readHint } from './id-token.ts';
import { signedOutPage, signOutPage, withParameters } from './pages.ts';
import { type LogoutRequest, openRequest, sealRequest } from './sealed-request.ts';

/** `ended`: the cookies of the session are of no use any more. */
type Landing = { location: string; ended: boolean };

const MAX_STATE = 1024;

/** Returns where the browser goes. `parameters` are those of the request, or `resume` after the user has confirmed. */
export async function logout(parameters: Parameters, cookies: BrowserCookies, client: Client): Promise<Landing> {
  const sealed = single(parameters, 'resume');
  const resumed = sealed === undefined ? undefined : await openRequest('logout', sealed);
  if (sealed !== undefined && !resumed) return stay(deadEnd('resume_invalid'));
  const hint = resumed ? undefined : await hintIn(parameters);
  const read = resumed?.request ?? requestIn(parameters, hint);
  if (typeof read === 'string') return stay(deadEnd(read, { value: single(parameters, 'client_id') }));
  const request = read;
  const named = await namedBy(cookies);
  const id = request.application ?? NO_APPLICATION;
  const [copy, ...items] = await getMany([applicationKey(id), ...keysOf(named)]);
  const cause = causeAgainst(await applicationFrom(id, copy), request);
  if (cause) return stay(deadEnd(cause, { application: request.application, value: request.postLogoutRedirectUri }));
  const actor = await actorOf(named, items, client);
  if (!actor) return { ...targetOf(request), ended: false };
  if (!hint || !isOfSession(hint, actor)) return stay(signOutPage(sealed ?? (await sealRequest('logout', request))));
  note({ tenant: actor.tenant.id, actor: actor.user.id });
  await end({ tenant: actor.tenant.id, user: actor.user.id, session: actor.session.id });
  return { ...targetOf(request), ended: true };
}

const stay = (page: { location: string }): Landing => ({ ...page, ended: false });

const hintIn = async (parameters: Parameters): Promise<Hint | undefined> => {
  const token = single(parameters, 'id_token_hint');
  return token === undefined ? undefined : readHint(token);
};

/** Returns the request, or why it is none: it is contradictory, or names an address without an application. */
function requestIn(parameters: Parameters, hint: Hint | undefined): LogoutRequest | DeadEnd {
  if ([...parameters.values()].some((values) => values.length > 1)) return 'parameter_repeated';
  const sent = single(parameters, 'client_id');
  const application: ApplicationId | undefined = sent === undefined ? hint?.application : clientId(sent);
  if (sent !== undefined && !application) return 'client_id_malformed';
  if (hint && hint.application !== application) return 'client_id_not_of_hint';
  const [postLogoutRedirectUri, state] = [single(parameters, 'post_logout_redirect_uri'), single(parameters, 'state')];
  if (postLogoutRedirectUri !== undefined && !application) return 'client_id_missing';
  if ((state?.length ?? 0) > MAX_STATE) return 'state_too_long';
  return { application, postLogoutRedirectUri, state };
}

/** Returns why the browser may not go back. Without an address it stays here, so no application has to be known. */
function causeAgainst(application: Application | undefined, { postLogoutRedirectUri: uri }: LogoutRequest) {
  if (uri === undefined) return undefined;
  if (!application) return 'application_unknown';
  if (application.status !== 'active') return 'application_disabled';
  return isRegistered(application, application.postLogoutRedirectUris, uri)
    ? undefined
    : 'post_logout_redirect_uri_not_registered';
}

const targetOf = ({ postLogoutRedirectUri, state }: LogoutRequest): { location: string } =>
  postLogoutRedirectUri === undefined ? signedOutPage() : withParameters(postLogoutRedirectUri, { state });

/**
 * Whether the id token is of a session that began from the one of this browser. Its id says so by itself: the application may
 * have revoked its tokens before, as some do at each logout, and then nothing of that session is stored.
 */
const isOfSession = (hint: Hint, { user, session }: Actor): boolean =>
  hint.user === user.id && pairIn(hint.session)?.pair === pairOf(session.id, hint.application);
