// Emulates Lambda's Invoke for the one function that functions call: that of the setting `messageSender`, which the
// developer gives as a handler. The wire protocol is REST, unlike that of the other stand-ins.
import type { Reply } from './query-form.ts';
import type { Outbound } from './sent-messages.ts';

/** The handler of a function, as Lambda calls it. */
export type Invoked = (event: unknown) => unknown;

const PATH = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;

/** Returns the ARN or name of the function that a request invokes; `undefined` if it invokes none. */
export function invokedFunction(path: string): string | undefined {
  const name = PATH.exec(path)?.[1];
  return name === undefined ? undefined : decodeURIComponent(name);
}

const refusal = (status: number, type: string): Reply & { headers: Record<string, string> } => ({
  status,
  type: 'application/json',
  headers: { 'x-amzn-errortype': type },
  body: JSON.stringify({ Type: status < 500 ? 'User' : 'Service', Message: type }),
});

/** Invokes the function and waits for it. What it throws becomes a function error, as on AWS. */
export async function invokeFunction(
  body: string,
  invoked: Invoked | undefined,
  outbound: Outbound,
): Promise<Reply & { headers?: Record<string, string> }> {
  const fault = outbound.fault('lambda');
  if (fault === 'throttle' || fault === 'quota') return refusal(429, 'TooManyRequestsException');
  if (fault === 'down') return refusal(500, 'ServiceException');
  if (fault === 'reject' || !invoked) return refusal(404, 'ResourceNotFoundException');
  try {
    // An undefined result becomes null.
    const result = JSON.stringify((await invoked(JSON.parse(body))) ?? null);
    return { status: 200, type: 'application/json', body: result };
  } catch (error) {
    const { name: errorType, message: errorMessage } = error instanceof Error ? error : new Error(String(error));
    const headers = { 'x-amz-function-error': 'Unhandled' };
    return { status: 200, type: 'application/json', headers, body: JSON.stringify({ errorType, errorMessage }) };
  }
}
