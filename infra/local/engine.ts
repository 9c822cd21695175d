// Starts the DynamoDB engine of a local run: a child process that speaks the real protocol, in memory or on a file.

import { UserError } from '../user-error.ts';
import { binary, startEmbedded } from './engines/embedded.ts';
import { type Engine, responds } from './engines/process.ts';
import { freePort } from './ports.ts';

export type { Engine };

/** Whether GATEHOUSE_ENGINE selects DynamoDB Local, and one that already runs, for many callers to share. */
type Choice = { java: boolean; shared?: string };

/**
 * Starts the engine that GATEHOUSE_ENGINE selects, or uses `endpoint`. By default it is the embedded engine, and
 * DynamoDB Local where there is none. Throws `UserError` if there is none for this machine or it does not start.
 */
export async function startEngine(
  directory: string | undefined,
  endpoint: string | undefined,
  port?: number,
): Promise<Engine> {
  if (endpoint) {
    if (!(await responds(endpoint))) throw new UserError(`no DynamoDB engine responds at ${endpoint}`);
    return { endpoint, pid: undefined, stop: async () => {} };
  }
  const { java, shared } = choice(process.env.GATEHOUSE_ENGINE);
  // A caller that names a directory or a port may kill the engine and start it again. A shared one has other callers.
  if (shared && directory === undefined && port === undefined) {
    return (await import('./engines/shared.ts')).shareEngine(shared);
  }
  const at = port ?? (await freePort());
  const embedded = java ? undefined : binary();
  if (embedded) return startEmbedded(embedded, directory, at);
  return (await import('./engines/dynamodb-local.ts')).startDynamoDbLocal(directory, at);
}

function choice(text = ''): Choice {
  if (text === '') return { java: false };
  if (text === 'java') return { java: true };
  if (/^http:\/\/127\.0\.0\.1:\d+$/.test(text)) return { java: true, shared: text };
  throw new UserError(`GATEHOUSE_ENGINE must be java, not ${text}`);
}
