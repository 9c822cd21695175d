// Keeps redirects on the own host.

/**
 * Returns the path, query and fragment that `path` leads to on the host of `base`; `/` for what leads to another host.
 * What it returns is itself such a path: a browser that resolves it again stays on the host. `/.//other.example` does not
 * pass, because it becomes `//other.example`, which names a host (WHATWG URL, "scheme-relative-special-URL string").
 */
export function ownPath(path: string, base: string): string {
  const { origin } = new URL(base);
  const isOwn = (each: string): boolean => URL.canParse(each, base) && new URL(each, base).origin === origin;
  if (!isOwn(path)) return '/';
  const { pathname, search, hash } = new URL(path, base);
  const own = `${pathname}${search}${hash}`;
  return isOwn(own) ? own : '/';
}
