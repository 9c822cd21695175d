// Sends one request and reads its response. Every failure is a `GatehouseError`, except that of a caller who aborts.
import type { CallOptions } from './call-options.ts';
import { codeOf, GatehouseError } from './error.ts';
import { parsed } from './json.ts';

export type Message = {
  path: string;
  method: string;
  body?: string | undefined;
  headers?: Record<string, string> | undefined;
};

type Options = {
  timeoutMs?: number | undefined;
  delivery?: 'header' | 'cookie' | undefined;
};

/** Sends a request with credentials to a path of the service. */
type Send = (path: string, init: RequestInit) => Promise<Response>;

/** API Gateway responds within 29 seconds. */
const TIMEOUT = 30_000;
/** A read is sent three times at most, while the service says when to try again, and that is soon. */
const REPEATS = 2;
const LONGEST_WAIT_SECONDS = 10;

/** Returns the function that sends messages. Reads are sent again when the service is overloaded (503). */
export function createTransport({ delivery, timeoutMs: patience = TIMEOUT }: Options, fetchFrom: Send) {
  let csrfToken: Promise<string | undefined> | string | undefined;

  const attempt = async (
    message: Message,
    options: CallOptions,
    bearer?: string,
    csrf?: string,
    repeats = REPEATS,
  ): Promise<unknown> => {
    const { path, method, body, headers } = message;
    const init: RequestInit = {
      method,
      body: body as string,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(delivery === 'cookie' && { 'x-access-token-type': 'cookie' }),
        ...(csrf && { 'x-csrf-token': csrf }),
        ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
        ...headers,
      },
    };
    try {
      return await bounded(options, patience, async (signal) => {
        const response = await fetchFrom(path, { ...init, signal });
        return read(response, await response.text());
      });
    } catch (error) {
      const { statusCode, retryAfter = 1 } = error as GatehouseError;
      if (method !== 'GET' || statusCode !== 503 || retryAfter > LONGEST_WAIT_SECONDS || !repeats) throw error;
      await pause(retryAfter * 1000, options.signal);
      return attempt(message, options, bearer, csrf, repeats - 1);
    }
  };

  /** When the service rejects the CSRF token, fetches the token of the session and sends the message once more. */
  return async (message: Message, options: CallOptions = {}, bearer?: string): Promise<unknown> => {
    const used = message.method === 'GET' ? undefined : csrfToken;
    try {
      const reply = (await attempt(message, options, bearer, await used)) as { csrfToken?: string };
      if (reply.csrfToken) csrfToken = reply.csrfToken;
      return reply;
    } catch (error) {
      if (codeOf(error) !== 'CSRF_TOKEN_INVALID') throw error;
      // The token was missing or of another session. The service did nothing yet, so a second attempt is safe.
      if (csrfToken === used)
        csrfToken = attempt({ method: 'GET', path: '/auth/csrf' }, {}).then(
          (reply) => (reply as { csrfToken?: string }).csrfToken,
          () => undefined,
        );
      return attempt(message, options, bearer, await csrfToken);
    }
  };
}

function read({ ok, status: statusCode, headers }: Response, text: string): unknown {
  const reply = parsed(text) as { statusCode?: number; code?: never; message?: string } | undefined;
  if (ok && reply !== undefined) return reply;
  const isOurs = reply?.statusCode === statusCode && typeof reply.code === 'string';
  throw new GatehouseError(isOurs ? `${reply.message}` : `HTTP ${statusCode}: ${text.slice(0, 80)}`, {
    code: isOurs ? (reply.code as never) : 'UNEXPECTED_RESPONSE',
    statusCode,
    retryAfter: Number(headers.get('retry-after')) || undefined,
    // A REST API has the former, an HTTP API the latter.
    requestId: headers.get('x-amzn-requestid') || headers.get('apigw-requestid') || undefined,
  });
}

/** Runs `work` until it ends, the caller aborts or time is up. `AbortSignal.any` is missing in React Native. */
async function bounded<T>(
  { signal, timeoutMs }: CallOptions,
  patience: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const most = Math.min(timeoutMs ?? patience, 2 ** 31 - 1);
  const timer = setTimeout(abort, most);
  signal?.addEventListener('abort', abort);
  try {
    if (signal?.aborted) abort();
    return await work(controller.signal);
  } catch (cause) {
    if (signal?.aborted) throw signal.reason ?? cause;
    if (codeOf(cause)) throw cause;
    const message = controller.signal.aborted ? `timeout of ${most} ms` : String((cause as Error)?.message);
    throw new GatehouseError(message, { code: 'NETWORK', statusCode: 0 }, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** An abort ends the pause; the next attempt then throws its reason. */
const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => resolve());
  });
