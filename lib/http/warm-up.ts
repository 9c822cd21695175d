// Warms a function up in its init phase, where Lambda gives it a whole processor: keys, secrets, a connection to the table,
// and the code that every request runs. It never fails, and leaves no trace (decision 119).
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { type Operation, pathOf, type Route } from '../contract/operation.ts';
import { randomSecret } from '../crypto/secrets.ts';
import { unknownToken } from '../domain/sessions/unknown-token.ts';
import { prefetchSecrets, proxySecrets } from '../platform/aws/secrets.ts';
import { newAdminId } from '../platform/ids.ts';
import { inDryRun } from '../platform/request-context.ts';
import { config } from '../platform/settings/config.ts';
import { cookieName } from './cookies.ts';
import { PROXY_HEADER, VIEWER_HEADER } from './headers.ts';

type Handle = (event: APIGatewayProxyEvent, context: Context) => Promise<unknown>;

/**
 * Milliseconds. The init phase may take 10 s (AWS Lambda developer guide, "Lambda execution environment lifecycle"), and a
 * caller waits for it. What is not ready by then, the first request loads.
 */
const MOST_MS = 1000;
/** Addresses for documentation (RFC 5737): no client has one of them. */
const [SENDER, PROXY] = ['192.0.2.1', '192.0.2.2'];
const FARTHEST_PROXY = 9;

/**
 * Runs a GET of the function for a caller who does not exist, which ends with 401 after everything about the caller was read.
 * Resolves after a second at the latest, and never rejects: the request that meets the fault reports it.
 */
export async function warmUp(handle: Handle, route: Route, operation: Pick<Operation, 'access'>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, MOST_MS);
  const pass = inDryRun(async () => {
    const [headers, credential] = await Promise.all([
      headersOfProxy(),
      operation.access === 'admin' ? unknownAdmin() : unknownUser(),
      prefetchSecrets(),
    ]);
    await handle(eventOf(route, { ...headers, ...credential }), CONTEXT);
  });
  await Promise.race([late, pass.catch(() => {})]);
  clearTimeout(timer);
}

/** Only middy reads it, for the time that is left. */
const CONTEXT = { awsRequestId: 'warm-up', getRemainingTimeInMillis: () => 10_000 } as Context;

const eventOf = (route: Route, headers: Readonly<Record<string, string>>) =>
  ({
    httpMethod: 'GET',
    path: pathOf(route),
    headers,
    requestContext: { identity: { sourceIp: PROXY } },
  }) as unknown as APIGatewayProxyEvent;

/** As a trusted proxy sends them, wherever the deployment looks for the client. */
async function headersOfProxy(): Promise<Record<string, string>> {
  if (config().trustedProxy === undefined) return {};
  const [secret = ''] = await proxySecrets();
  const forwarded = Array(FARTHEST_PROXY).fill(SENDER).join(', ');
  return { [PROXY_HEADER]: secret, 'x-forwarded-for': forwarded, [VIEWER_HEADER]: `${SENDER}:443` };
}

const unknownAdmin = async () => ({ cookie: `${cookieName('admin')}=${newAdminId()}.${randomSecret()}` });

/** A function without the secret of keys serves everyone alike. */
async function unknownUser(): Promise<Record<string, string>> {
  if (config().rootSecrets.seal === undefined) return {};
  const token = await unknownToken();
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}
