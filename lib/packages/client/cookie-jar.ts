// Keeps cookies where there is no browser to do it: in Node. Scripts of a browser cannot read `Set-Cookie`.

/** Returns a `fetch` that keeps the cookies of the origin of `baseUrl`. It sends them to no other. */
export function cookieFetch(baseUrl: string, send?: typeof fetch): typeof fetch {
  const cookies = new Map<string, string>();
  const originOf = (url: unknown): string => new URL(String(url), 'http://localhost').origin;
  const origin = originOf(baseUrl);
  return async (input, init = {}) => {
    if (originOf(input) !== origin) return (send ?? fetch)(input, init);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie };
    const response = await (send ?? fetch)(input, cookie ? { ...init, headers } : init);
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const at = pair.indexOf('=');
      const isGone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute));
      if (isGone) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };
}
