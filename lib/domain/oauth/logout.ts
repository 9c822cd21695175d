// Signs a browser out at the provider, because an application asks for it (OpenID Connect RP-Initiated Logout 1.0). Any
// page can send a browser here. So it happens at once only with an id token of this very session; otherwise the user
// confirms it on a page.
import { type ApplicationId, applicationId, NO_APPLICATION, tenantOfUser } from '../../platform/ids.ts';
import { note } from '../../platform/request-context.ts';
import { type Application, applicationFrom, applicationKey } from '../../store/applications.ts';
import { getMany, type Item } from '../../store/dynamo/table.ts';
import { asSession, end, isSameLineage, sessionKey } from '../../store/sessions.ts';
import { isRegistered } from '../applications/redirects.ts';
import { actorOf, type BrowserCookies, keysOf, namedBy } from '../sessions/browser-session.ts';
import type { Actor, Client } from '../sessions/sessions.ts';
import { type Parameters, single } from './authorization-request.ts';
import { type Hint, readHint } from './id-token.ts';
import { errorPage, signedOutPage, signOutPage, withParameters } from './pages.ts';
import { type LogoutRequest, openRequest, sealRequest } from './sealed-request.ts';

/** `ended`: the cookies of the session are of no use any more. */
type Landing = { location: string; ended: boolean };

const MAX_STATE = 1024;

/** Returns where the browser goes. `parameters` are those of the request, or `resume` after the user has confirmed. */
export async function logout(parameters: Parameters, cookies: BrowserCookies, client: Client): Promise<Landing> {
  const sealed = single(parameters, 'resume');
  const resumed = sealed === undefined ? undefined : await openRequest('logout', sealed);
  if (sealed !== undefined && !resumed) return stay(errorPage('request_expired'));
  const hint = resumed ? undefined : await hintIn(parameters);
  const request = resumed?.request ?? requestIn(parameters, hint);
  const named = await namedBy(cookies);
  const id = request?.application ?? NO_APPLICATION;
  const [copy, child, ...items] = await getMany([
    applicationKey(id),
    hint ? sessionKey(tenantOfUser(hint.user), hint.user, hint.session) : applicationKey(NO_APPLICATION),
    ...keysOf(named),
  ]);
  if (!request || !mayReturn(await applicationFrom(id, copy), request)) return stay(errorPage('invalid_request'));
  const actor = await actorOf(named, items, client);
  if (!actor) return { ...targetOf(request), ended: false };
  if (!hint || !isOfSession(child, hint, actor))
    return stay(signOutPage(sealed ?? (await sealRequest('logout', request))));
  note({ tenant: actor.tenant.id, actor: actor.user.id });
  await end({ tenant: actor.tenant.id, user: actor.user.id, session: actor.session.id });
  return { ...targetOf(request), ended: true };
}

const stay = (page: { location: string }): Landing => ({ ...page, ended: false });

const hintIn = async (parameters: Parameters): Promise<Hint | undefined> => {
  const token = single(parameters, 'id_token_hint');
  return token === undefined ? undefined : readHint(token);
};

/** Returns the request; `undefined` if it is contradictory, or names an address without an application. */
function requestIn(parameters: Parameters, hint: Hint | undefined): LogoutRequest | undefined {
  if ([...parameters.values()].some((values) => values.length > 1)) return undefined;
  const sent = single(parameters, 'client_id');
  const application: ApplicationId | undefined = sent === undefined ? hint?.application : applicationId(sent);
  if (sent !== undefined && (!application || (hint && hint.application !== application))) return undefined;
  const [postLogoutRedirectUri, state] = [single(parameters, 'post_logout_redirect_uri'), single(parameters, 'state')];
  if ((postLogoutRedirectUri !== undefined && !application) || (state?.length ?? 0) > MAX_STATE) return undefined;
  return { application, postLogoutRedirectUri, state };
}

/** Whether the address is registered. Without one the browser stays here, so no application has to be known. */
const mayReturn = (application: Application | undefined, { postLogoutRedirectUri: uri }: LogoutRequest): boolean =>
  uri === undefined ||
  (application?.status === 'active' && isRegistered(application, application.postLogoutRedirectUris, uri));

const targetOf = ({ postLogoutRedirectUri, state }: LogoutRequest): { location: string } =>
  postLogoutRedirectUri === undefined ? signedOutPage() : withParameters(postLogoutRedirectUri, { state });

/** Whether the id token is of a session that began from the one of this browser. */
function isOfSession(item: Item | undefined, hint: Hint, { user, session }: Actor): boolean {
  const child = asSession(item);
  return (
    hint.user === user.id &&
    child?.id === hint.session &&
    child.parent !== undefined &&
    isSameLineage(child.parent, session.id)
  );
}
