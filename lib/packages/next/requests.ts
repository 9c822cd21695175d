// Tells requests of a browser apart.
import { AuthError, isAuthError } from '../server/index.ts';

/**
 * Whether the browser goes to a page. Scripts, prefetches and pictures must not begin a sign-in. A client without Fetch Metadata
 * counts as a browser.
 */
export function isNavigation({ method, headers }: Request): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const destination = headers.get('sec-fetch-dest') ?? 'document';
  const isPrefetch = /prefetch/.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? '');
  return isRead && destination === 'document' && !isPrefetch;
}

/** Returns where the browser goes on. No cache keeps it. */
export const redirect = (location: string, setCookie: readonly string[] = []): Response => {
  const headers = new Headers({ location, 'cache-control': 'no-store' });
  for (const each of setCookie) headers.append('set-cookie', each);
  return new Response(null, { status: 303, headers });
};

/** Returns the response for an error that these packages throw. Throws every other one. */
export function refusalOf(error: unknown): Response {
  if (!isAuthError(error)) throw error;
  const response = new AuthError(error.body, { headers: { ...error.headers } }).getResponse();
  response.headers.set('cache-control', 'no-store');
  return response;
}
