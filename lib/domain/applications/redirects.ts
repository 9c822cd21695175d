// Decides where the browser may be sent: what an application may register, and which address of a request is registered.
// Addresses are compared as texts (RFC 9700 2.1). So only canonical ones are registered: every parser reads them alike.
import type { ApplicationKind } from '../../contract/applications.ts';

type Registered = Readonly<{ kind: ApplicationKind; anyLoopback?: true }>;

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::([1-9]\d{0,4}))?(?=[/?]|$)/;

/** Splits an http address of this machine; `undefined` for any other. */
function loopback(uri: string): { host: string; rest: string } | undefined {
  const [start, host, port] = LOOPBACK.exec(uri) ?? [];
  if (start === undefined || host === undefined || Number(port ?? 0) > 65_535) return undefined;
  return { host, rest: uri.slice(start.length) };
}

/** Whether it is an http address of this machine. */
export const isLoopback = (uri: string): boolean => loopback(uri) !== undefined;

/**
 * Whether the address equals a registered one. For a native application, a loopback address may have any port, because
 * the operating system chooses it (RFC 8252 7.3).
 */
export function isRegistered({ kind, anyLoopback }: Registered, registered: readonly string[], sent: string): boolean {
  if (registered.includes(sent)) return true;
  const own = loopback(sent);
  if (!own || problemOf(kind, sent) !== undefined) return false;
  if (anyLoopback) return true;
  if (kind !== 'native') return false;
  return registered.some((uri) => {
    const known = loopback(uri);
    return known?.host === own.host && known.rest === own.rest;
  });
}

/** A scheme of one's own domain in reverse (RFC 8252 7.1). The dot excludes `javascript:` and its like. */
const PRIVATE_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/;

/** Returns why an address cannot be registered; `undefined` if it can. */
export function problemOf(kind: ApplicationKind, uri: string): string | undefined {
  // Printable ASCII. Without `*`, which people take for a wildcard, and `\`, which browsers read as a slash.
  if (!/^[\x21-\x7e]+$/.test(uri) || /[*\\]/.test(uri)) return 'must be an address without wildcards and spaces';
  if (uri.includes('#')) return 'must not have a fragment';
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (!url || (url.href !== uri && url.href !== `${uri}/`)) return 'must be spelt as browsers spell it';
  if (url.username || url.password || uri.includes('@')) return 'must not have a user name';
  if (url.protocol === 'https:') return undefined;
  if (url.protocol === 'http:') return loopback(uri) ? undefined : 'must use https, or http for loopback';
  if (kind !== 'native') return 'must use https, or http for loopback';
  return PRIVATE_SCHEME.test(url.protocol) ? undefined : 'must use https, http for loopback, or a scheme with a dot';
}
