// Carries cookies from one response to the rest of the same request, and to the browser.

/** Returns the `Cookie` header that a browser would send after these `Set-Cookie` headers. */
export function sentAfter(cookie: string | null, setCookie: readonly string[]): string {
  const kept = new Map(
    (cookie ?? '')
      .split(/; */)
      .filter(Boolean)
      .map((pair): [string, string] => [nameOf(pair), pair]),
  );
  for (const line of setCookie) {
    const [pair = ''] = line.split(';', 1);
    if (/; Max-Age=0$/.test(line)) kept.delete(nameOf(pair));
    else kept.set(nameOf(pair), pair);
  }
  return [...kept.values()].join('; ');
}

const nameOf = (pair: string): string => pair.slice(0, pair.indexOf('='));

/** Returns the response with more cookies. */
export function withCookies(response: Response, setCookie: readonly string[]): Response {
  if (!setCookie.length) return response;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  for (const each of setCookie) headers.append('set-cookie', each);
  return new Response(response.body, { status, statusText, headers });
}
