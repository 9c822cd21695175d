// Reads the session on the server that renders a page. It works with any framework, and needs no React.
import type { CurrentSession, SessionReply } from '../client/index.ts';

/** A request, or its headers, as the Fetch API or Node have them. */
export type RequestHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type ReadSessionOptions = {
  /** The address of Gatehouse, as this server reaches it. */
  baseUrl: string;
  /** How long the page waits for Gatehouse, in milliseconds. Default: 2000. */
  timeoutMs?: number | undefined;
  fetch?: typeof fetch | undefined;
};

/** The access token goes to the service. A refresh token never does: only the browser may replace it. */
const ACCESS = /^(?:__Host-)?svc_access=/;
/** These say that the browser may have a session, although the access cookie is gone. */
const TRACE = /^(?:__Host-)?svc_(?:access|refresh|csrf)=/;

/**
 * Returns the session that the cookies of a request prove, for the property `initialSession`: `null` for a visitor, and
 * `undefined` if only the browser can find out, because the access cookie has expired or Gatehouse does not respond. The
 * page must be served by the host of Gatehouse, and for this user alone: `Cache-Control: private, no-store`.
 */
export async function readSession(
  { headers }: { headers: RequestHeaders },
  { baseUrl, timeoutMs = 2000, fetch: given = fetch }: ReadSessionOptions,
): Promise<CurrentSession | null | undefined> {
  const sent = isFetchHeaders(headers) ? headers.get('cookie') : headers.cookie;
  const cookies = String(sent ?? '').split(/; */);
  if (!cookies.some((each) => TRACE.test(each))) return null;
  const access = cookies.filter((each) => ACCESS.test(each));
  if (!access.length) return undefined;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const url = `${baseUrl.replace(/\/$/, '')}/auth/session`;
    const response = await given(url, { headers: { cookie: access.join('; ') }, signal });
    return response.ok ? (((await response.json()) as SessionReply).session ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

const isFetchHeaders = (headers: RequestHeaders): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function';

/** Returns a value as JSON that is safe inside a script element: a name of a user cannot end the element. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
