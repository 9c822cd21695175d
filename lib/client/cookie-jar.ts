// Keeps cookies outside a browser. In a browser, scripts cannot read `Set-Cookie`: this jar stays empty, and the
// browser keeps the cookies.

/** Creates a jar for the cookies of one service. */
export function cookieJar() {
  const cookies = new Map<string, string>();
  return {
    headers: (): Record<string, string> =>
      cookies.size ? { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {},
    store: (response: Response): void => {
      for (const line of response.headers.getSetCookie?.() ?? []) {
        const [pair = '', ...attributes] = line.split(';');
        const at = pair.indexOf('=');
        const gone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute));
        if (gone) cookies.delete(pair.slice(0, at));
        else cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
    },
  };
}
