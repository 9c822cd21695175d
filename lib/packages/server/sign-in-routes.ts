// The three paths of a sign-in, for every framework.
import type { BeginOptions, BrowserRequest, Redirect, SignedIn, SignIn } from './sign-in.ts';

export type { BeginOptions, BrowserRequest, Redirect, SignedIn, SignIn, SignInOptions } from './sign-in.ts';
export { createSignIn, SignInError } from './sign-in.ts';

/** Returns where a request of the sign-in leads; `undefined` for any other request. */
export async function redirectOf(
  signIn: SignIn,
  request: BrowserRequest & { method: string },
): Promise<Redirect | undefined> {
  const { pathname, searchParams } = new URL(request.url, signIn.redirectUri);
  const way = `${request.method} ${pathname}`;
  if (way === `GET ${new URL(signIn.redirectUri).pathname}`) return signIn.finish(request);
  if (way === 'GET /sign-in') return signIn.begin(begun(searchParams), request);
  // Cookies of SameSite=Lax are not sent with a POST of another site.
  if (way === 'POST /sign-out')
    return signIn.signOut(request, { everywhere: searchParams.get('everywhere') !== 'false' });
  return undefined;
}

const begun = (query: URLSearchParams): BeginOptions => ({
  returnTo: query.get('returnTo') ?? undefined,
  tenant: query.get('tenant') ?? undefined,
  loginHint: query.get('loginHint') ?? undefined,
});

/** What a page gets: who is signed in. */
type Page = (request: Request, session: SignedIn | undefined) => Response | Promise<Response>;

/** Returns a handler of the Fetch API that serves the sign-in, and every other request by `page`. */
export function withSignIn(signIn: SignIn, page: Page) {
  return async (request: Request): Promise<Response> => {
    const redirect = await redirectOf(signIn, request);
    if (redirect) return withCookies(new Response(null, { status: 303, headers: found(redirect) }), redirect.setCookie);
    const { session, setCookie } = await signIn.session(request);
    return withCookies(await page(request, session), setCookie);
  };
}

const found = ({ location }: Redirect): Record<string, string> => ({ location, 'cache-control': 'no-store' });

function withCookies(response: Response, setCookie: readonly string[]): Response {
  if (!setCookie.length) return response;
  const headers = new Headers(response.headers);
  for (const each of setCookie) headers.append('set-cookie', each);
  return new Response(response.body, { status: response.status, headers });
}
