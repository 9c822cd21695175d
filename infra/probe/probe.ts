// Logs in as a user does, at the public address, and says in plain words what failed.
import { type Client, createClient, GatehouseError } from '../../lib/packages/client/node.ts';
import { requireIssuer, verifyOffline } from '../tools/smoke/checks.ts';

/** A test account in a tenant of its own, without a second factor. */
export type ProbeAccount = Readonly<{ tenantId: string; email: string; password: string }>;

/** Names the probe in sessions and in lines of logs. */
const USER_AGENT = 'gatehouse-login-probe';
/** Milliseconds for each request: twice what the alarm `Latency` allows, and more than a cold start. */
const PATIENCE_MS = 8000;

/** Its message has the step and the reason, and nothing of the account. */
export class ProbeFailed extends Error {
  override readonly name = 'ProbeFailed';
}

/**
 * Reads the discovery documents, logs in, verifies the token by the public keys, asks who it is, and ends the session, also
 * after a failure. Throws `ProbeFailed`.
 */
export async function probe(baseUrl: string, { tenantId, ...credentials }: ProbeAccount): Promise<void> {
  const client = createClient({ baseUrl, fetch: impatient });
  await step('discovery', () => requireIssuer(client, baseUrl));
  await step('login', async () => {
    const { isRequiresMfa } = await client.authentication.login({ tenantId, credentials });
    if (isRequiresMfa) throw new Error('a second factor is required, so this account is not one for a probe');
  });
  try {
    await step('token', async () => {
      const { id } = await client.authentication.me();
      if ((await verifyOffline(client, baseUrl)) !== id) throw new Error('the token belongs to another user');
    });
  } finally {
    await step('logout', () => logOut(client));
  }
}

const logOut = (client: Client): Promise<unknown> => client.authentication.logout();

const impatient: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('user-agent', USER_AGENT);
  return fetch(input, { ...init, headers, signal: AbortSignal.timeout(PATIENCE_MS) });
};

async function step<T>(name: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new ProbeFailed(`${name}: ${reasonOf(error)}`);
  }
}

/** A code of the service, never its body. */
const reasonOf = (error: unknown): string => {
  if (error instanceof GatehouseError) return error.statusCode === 0 ? error.code : `${error.statusCode} ${error.code}`;
  return error instanceof Error ? error.message : 'unknown';
};
