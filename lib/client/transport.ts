// Sends one request and reads its response. Every failure is a `GatehouseError`, except that of a caller who aborts.
import { cookieJar } from './cookie-jar.ts';
import { codeOf, GatehouseError } from './error.ts';
import { parsed } from './json.ts';

/** What a call may choose for itself. */
export type CallOptions = {
  /** Ends the call. It then throws the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Default: the option of the client. */
  timeoutMs?: number | undefined;
};

export type Message = {
  path: string;
  method: string;
  body?: string | undefined;
  headers?: Record<string, string> | undefined;
};

type Options = {
  baseUrl: string;
  fetch?: typeof fetch | undefined;
  timeoutMs?: number | undefined;
  delivery?: 'header' | 'cookie' | undefined;
};

/** API Gateway responds within 29 seconds. */
const TIMEOUT = 30_000;
/** A read is sent at most so often, while the service says when to try again, and that is soon. */
const ATTEMPTS = 3;
const LONGEST_WAIT_SECONDS = 10;

/** Returns the function that sends messages. Reads are sent again when the service is overloaded (503). */
export function createTransport({ baseUrl, delivery, fetch: given, timeoutMs: patience = TIMEOUT }: Options) {
  const base = baseUrl.replace(/\/$/, '');
  const jar = cookieJar();
  let csrfToken: Promise<string | undefined> | undefined;

  const attempt = async (message: Message, options: CallOptions, bearer?: string, csrf?: string): Promise<unknown> => {
    const { path, method, body, headers } = message;
    const init: RequestInit = {
      method,
      credentials: 'include',
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(delivery === 'cookie' && { 'x-access-token-type': 'cookie' }),
        ...(csrf && { 'x-csrf-token': csrf }),
        ...headers,
        ...jar.headers(),
      },
      ...(body && { body }),
    };
    const [response, text] = await bounded(options, patience, async (signal) => {
      const received = await (given ?? fetch)(base + path, { ...init, signal });
      return [received, await received.text()] as const;
    });
    jar.store(response);
    return read(response, text);
  };

  const patiently = async (...sent: Parameters<typeof attempt>): Promise<unknown> => {
    for (let count = 1; ; count++) {
      try {
        return await attempt(...sent);
      } catch (error) {
        const { statusCode, retryAfter = 1 } = error as GatehouseError;
        const isWorth = sent[0].method === 'GET' && statusCode === 503 && retryAfter <= LONGEST_WAIT_SECONDS;
        if (!isWorth || count === ATTEMPTS) throw error;
        await bounded(sent[1], Infinity, (signal) => pause(retryAfter * 1000, signal));
      }
    }
  };

  const freshCsrfToken = (): Promise<string | undefined> =>
    attempt({ method: 'GET', path: '/auth/csrf' }, {}).then(
      (reply) => (reply as { csrfToken?: string }).csrfToken,
      () => undefined,
    );

  /** When the service rejects the CSRF token, fetches the token of the session and sends the message once more. */
  return async (message: Message, options: CallOptions = {}, bearer?: string): Promise<unknown> => {
    const used = message.method === 'GET' ? undefined : csrfToken;
    try {
      return await patiently(message, options, bearer, await used);
    } catch (error) {
      if (codeOf(error) !== 'CSRF_TOKEN_INVALID') throw error;
      // The token was missing or of another session. The service did nothing yet, so a second attempt is safe.
      if (csrfToken === used) csrfToken = freshCsrfToken();
      return attempt(message, options, bearer, await csrfToken);
    }
  };
}

function read(response: Response, text: string): unknown {
  const { ok, status: statusCode, headers } = response;
  const reply = parsed(text) as { code?: never; message?: string } | undefined;
  if (ok && reply !== undefined) return reply;
  const isOurs = typeof reply?.code === 'string' && typeof reply.message === 'string';
  const about = { statusCode, retryAfter: Number(headers.get('retry-after')) || undefined };
  const requestId = headers.get('x-amzn-requestid') ?? undefined;
  if (isOurs) throw new GatehouseError({ ...about, requestId, code: reply.code as never, message: `${reply.message}` });
  const message = `The response (${statusCode}) is not of the service: ${text.slice(0, 80)}`;
  throw new GatehouseError({ ...about, requestId, code: 'UNEXPECTED_RESPONSE', message });
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
    const message = controller.signal.aborted ? `no response within ${most} ms` : String((cause as Error)?.message);
    throw new GatehouseError({ code: 'NETWORK', message, cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
