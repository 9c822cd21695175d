// Serves the paths of a sign-in as route handlers.

import { refuse } from '../server/errors.ts';
import { ownPath } from '../server/own-path.ts';
import type { BeginOptions } from '../server/sign-in-routes.ts';
import { SignInError } from '../server/sign-in-routes.ts';
import { requireOwnOrigin } from '../server/token-from.ts';
import { isNavigation, redirect, refusalOf } from './requests.ts';
import type { Sessions } from './session.ts';

type Handle = (sessions: Sessions, request: Request, query: URLSearchParams) => Promise<Response>;
export type RouteHandler = (request: Request) => Promise<Response>;

const PROMPTS = ['login', 'select_account', 'create'] as const;

const begin: Handle = async ({ signIn }, request, query) => {
  if (!isNavigation(request)) return refuse('NO_AUTH_PROVIDED');
  const options: BeginOptions = {
    returnTo: query.get('returnTo') ?? undefined,
    tenant: query.get('tenant') ?? undefined,
    loginHint: query.get('loginHint') ?? undefined,
    uiLocales: query.get('uiLocales') ?? undefined,
    prompt: PROMPTS.find((each) => each === query.get('prompt')),
  };
  const { location, setCookie } = await signIn.begin(options, request);
  return redirect(location, setCookie);
};

const finish: Handle = async (sessions, { headers }, query) => {
  const { signIn, origin, options } = sessions;
  try {
    // The address that Next.js reports may be that behind a proxy.
    const { location, setCookie } = await signIn.finish({ url: `${signIn.redirectUri}?${query}`, headers });
    await sessions.requireKept(setCookie);
    return redirect(new URL(location, origin).href, setCookie);
  } catch (error) {
    if (!(error instanceof SignInError) || options.errorPath === undefined) throw error;
    return redirect(`${origin}${options.errorPath}?${new URLSearchParams({ error: error.reason })}`);
  }
};

/** Refreshes the session of a page that no proxy is in front of, and signs in whose session has ended. */
const refresh: Handle = async (sessions, request, query) => {
  if (!isNavigation(request)) return refuse('NO_AUTH_PROVIDED');
  const { session, setCookie } = await sessions.current(request.headers);
  if (!session) return begin(sessions, request, query);
  return redirect(new URL(ownPath(query.get('returnTo') ?? '/', sessions.origin), sessions.origin).href, setCookie);
};

const session: Handle = async (sessions, { headers }) => {
  const current = await sessions.current(headers);
  const reply = new Headers({ 'cache-control': 'private, no-store' });
  for (const each of current.setCookie) reply.append('set-cookie', each);
  return Response.json({ user: current.session?.user ?? null }, { headers: reply });
};

const signOut: Handle = async ({ signIn, origin }, { headers }, query) => {
  // SameSite=Lax lets a sibling of this host through.
  requireOwnOrigin(headers, origin);
  const everywhere = query.get('everywhere') !== 'false';
  const { location, setCookie } = await signIn.signOut({ headers }, { everywhere });
  return redirect(new URL(location, origin).href, setCookie);
};

const ROUTES: Readonly<Record<string, Handle>> = {
  'GET sign-in': begin,
  'GET callback': finish,
  'GET refresh': refresh,
  'GET session': session,
  'POST sign-out': signOut,
};

/** Returns the handlers for `app<path>/[...gatehouse]/route.ts`. */
export function routeHandlers(sessions: () => Sessions): { GET: RouteHandler; POST: RouteHandler } {
  const handle: RouteHandler = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const name = `${request.method} ${pathname.slice(pathname.lastIndexOf('/') + 1)}`;
    const route = Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined;
    if (!route) return new Response(null, { status: 404 });
    return route(sessions(), request, searchParams).catch(refusalOf);
  };
  return { GET: handle, POST: handle };
}
