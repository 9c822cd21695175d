// Looks at what only a deployment shows: how the gateway refuses and compresses, and what follows a change.
import { createClient } from '../../../lib/packages/client/node.ts';
import { type Check, type DeepRun, type LookAtAccount, within } from './steps.ts';

/** Seconds that lists and the audit log may be behind a change: some batches of the change feed. */
const FEED_SECONDS = 30;
/** More than API Gateway takes (quotas, "Payload size"), and more than the service reads. */
const ABOVE_GATEWAY = 10 * 1024 * 1024 + 1;
const ABOVE_SERVICE = 64 * 1024 + 1;
/** No deployment lists it: the domain exists nowhere (RFC 2606). */
const STRANGER = 'https://smoke.invalid';

/** Runs all steps, also after one that failed, and returns whether all passed. */
export async function lookDeeper(
  run: DeepRun,
  { account, leftOut }: { account: LookAtAccount | undefined; leftOut?: string },
): Promise<boolean> {
  let passed = true;
  const check: Check = async (name, act) => {
    await run.step(name, act).catch(() => {
      passed = false;
    });
  };
  const { headers } = await fetch(`${run.baseUrl}/auth/health`);
  const isRest = !headers.has('apigw-requestid');
  await printTimes(run);
  await crossOrigin(run, check);
  await check('a body above 64 KB is refused in our form', () => refusedBody(run.baseUrl, ABOVE_SERVICE));
  await check(
    isRest
      ? 'the gateway refuses a body above 10 MB, and a page of another origin may read why'
      : 'the gateway refuses a body above 10 MB',
    async () => {
      const origin = (await refusedBody(run.baseUrl, ABOVE_GATEWAY, isRest)).get('access-control-allow-origin');
      if (isRest && origin !== STRANGER) throw new Error(`access-control-allow-origin is ${origin}`);
    },
  );
  if (isRest) await check('what is long is compressed, and what is short is not', () => compressed(run));
  else run.print('        left out: compression, which an HTTP API does not do');
  await followUps(run, check);
  if (account) await account({ ...run, check });
  else run.print(`        left out: the event on the bus, queues, secrets, alarms and archives, because ${leftOut}`);
  return passed;
}

/** The first request of a deployment that was idle starts its function. */
async function printTimes({ baseUrl, print }: DeepRun): Promise<void> {
  for (const path of ['/auth/health', '/auth/client-config']) {
    const times: number[] = [];
    for (let count = 0; count < 2; count++) {
      const started = performance.now();
      await (await fetch(`${baseUrl}${path}`)).text();
      times.push(Math.round(performance.now() - started));
    }
    print(`        ${path}: first ${times[0]} ms, second ${times[1]} ms`);
  }
}

async function crossOrigin({ baseUrl }: DeepRun, check: Check): Promise<void> {
  const preflight = (path: string, method: string): Promise<Response> =>
    fetch(`${baseUrl}${path}`, {
      method: 'OPTIONS',
      headers: { origin: STRANGER, 'access-control-request-method': method },
    });
  await check('a page of any origin may read the public keys', async () => {
    const { status, headers } = await preflight('/.well-known/jwks.json', 'GET');
    const allowed = headers.get('access-control-allow-origin');
    if (status !== 204 || allowed !== '*') throw new Error(`OPTIONS responds ${status} for ${allowed}`);
  });
  await check('a page of an origin that is not listed may not log in', async () => {
    const { status, headers } = await preflight('/auth/login', 'POST');
    const allowed = headers.get('access-control-allow-origin');
    if (status < 400 || allowed !== null) throw new Error(`OPTIONS responds ${status} for ${allowed}`);
  });
}

/** Returns the headers of the refusal. An HTTP API has a body of its own. */
async function refusedBody(baseUrl: string, length: number, isOurs = true): Promise<Headers> {
  const reply = await fetch(`${baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: STRANGER },
    body: ' '.repeat(length),
  }).catch((error: Error) => {
    throw new Error(`the connection ended before the reply: ${error.cause ?? error.message}`);
  });
  const text = await reply.text();
  if (reply.status !== 413) throw new Error(`expected status 413, got ${reply.status}`);
  if (isOurs && JSON.parse(text).code !== 'PAYLOAD_TOO_LARGE') throw new Error(`the body is ${text.slice(0, 200)}`);
  return reply.headers;
}

async function compressed({ baseUrl, style }: DeepRun): Promise<void> {
  const encodingOf = async (url: string): Promise<string | null> => {
    const { headers, body } = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
    await body?.cancel();
    return headers.get('content-encoding');
  };
  const [long, short] = [await encodingOf(style), await encodingOf(`${baseUrl}/auth/health`)];
  if (long !== 'gzip') throw new Error(`content-encoding of ${style} is ${long}`);
  if (short !== null) throw new Error(`content-encoding of the health check is ${short}`);
}

async function followUps({ baseUrl, admin, tenantId }: DeepRun, check: Check): Promise<void> {
  await check('the new tenant is in the audit log', () =>
    within(FEED_SECONDS, 'there is no entry', async () => {
      const { data } = await admin.adminAudit.list({ tenantId, action: 'tenant.created' });
      return data.length > 0;
    }),
  );
  await check('a user enters the list of users, and leaves it once removed', async () => {
    const { authentication } = createClient({ baseUrl });
    const email = `success+leaver-${tenantId}@simulator.amazonses.com`;
    await authentication.signup({ email, password: crypto.randomUUID(), tenantId });
    const { id } = await authentication.me();
    const isListed = async (): Promise<boolean> => {
      const { data } = await admin.adminUsers.list({ tenantId, limit: '100' });
      return data.some((user) => user.id === id);
    };
    await within(FEED_SECONDS, 'the user is not listed', isListed);
    await admin.adminUsers.remove({ id });
    await within(FEED_SECONDS, 'the user is still listed', async () => !(await isListed()));
  });
}
