// Counts the calls that this process sends to the table, on the wire.
import diagnostics from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

const CHANNEL = 'http.client.request.start';

/** Runs `work` and returns the calls of each operation. `onCall` is told of each one. A repetition by the SDK is no further call. */
export async function countCalls(
  work: () => Promise<unknown>,
  onCall: (operation: string) => void = () => {},
): Promise<Record<string, number>> {
  const calls: Record<string, number> = {};
  const seen = new Set<unknown>();
  const note = (message: unknown): void => {
    const { request } = message as { request: ClientRequest };
    const id = request.getHeader('amz-sdk-invocation-id');
    if (seen.has(id)) return;
    seen.add(id);
    const operation = String(request.getHeader('x-amz-target')).split('.')[1] ?? 'other';
    calls[operation] = (calls[operation] ?? 0) + 1;
    onCall(operation);
  };
  diagnostics.subscribe(CHANNEL, note);
  try {
    await work();
  } finally {
    diagnostics.unsubscribe(CHANNEL, note);
  }
  return calls;
}
