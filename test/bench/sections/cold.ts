// Measures what a person waits for at a cold function: the CPU time of its init phase, and that of the first request after it.
// CPU time, because that is what the memory of a function buys: at 512 MB a request has 0.29 of a processor, and the init
// phase a whole one (AWS Lambda developer guide, "Configure Lambda function memory"; decision 119).
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../../infra/bundling/bundle.ts';
import { handlerOf, ROOT_SECRETS, rowOf, type SecretName } from '../../../infra/functions.ts';
import { startLocal } from '../../../infra/tools/local/run.ts';
import { createCaller } from '../harness/caller.ts';
import { atMost, type Section } from '../harness/report.ts';
import { scoped } from '../harness/scope.ts';
import { FAST } from '../harness/service.ts';
import { medians } from '../harness/stats.ts';
import { createWorld, loginBody, signup } from '../harness/world.ts';

const ROUNDS = 20;
/** CPU ms of the first request after the init phase. */
const GOALS: Readonly<Record<string, number>> = { 'verify-session': 12, login: 30 };
const SECRETS: readonly SecretName[] = [...ROOT_SECRETS, 'admin', 'sso'];
const CHILD = fileURLToPath(new URL('../harness/cold-child.mjs', import.meta.url));

/** CPU ms of the parts of a process: until the code is loaded, with the warm-up, and of two requests. */
export type Cold = Record<'start' | 'init' | 'first' | 'second', number>;
type Name = 'authentication' | 'oauth' | 'admin-tenants' | 'discovery' | 'web';
type Request = { title: string; name: Name; event: object; status: number };

export const cold = (): Promise<Section> =>
  withBundles(async (directory) => {
    const times = await coldRounds({ now: directory }, ROUNDS);
    const rows = Object.entries(times.now ?? {}).map(([request, { start, init, first, second }]) => {
      const goal = GOALS[request];
      const parts = { start, init, 'first request': first, 'second request': second };
      return { request, ...parts, 'x start': (start + init + first) / start, ...(goal && atMost(first, goal)) };
    });
    const notes = ['start: Node.js and a loader of modules, which the runtime of Lambda has as well'];
    return { tables: [{ title: 'Cold functions: CPU ms', rows, notes }] };
  });

async function withBundles<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'));
  try {
    await bundle(directory);
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Measures the bundles of several directories by turns, and drops the first round. Returns medians by directory and request. */
export async function coldRounds(directories: Record<string, string>, rounds: number) {
  return scoped(async (own) => {
    Object.assign(process.env, FAST, { GATEHOUSE_LOG_LEVEL: 'info' });
    const local = own(await startLocal({ port: 0, changeFeed: false, functionTimeoutMs: 60_000 }));
    const requests = await prepare(local);
    const variants = Object.keys(directories).map((variant) => ({
      variant,
      directory: directories[variant] as string,
      requests: requests.map((request) => ({ request, times: [] as Cold[] })),
    }));
    for (let round = 0; round <= rounds; round++) {
      for (const at of requests.keys()) {
        for (const { directory, requests } of variants) {
          const { request, times } = requests[at] as (typeof requests)[number];
          const measured = await runOnce(directory, request);
          if (round) times.push(measured);
        }
      }
    }
    const result = variants.map(({ variant, requests }) => [
      variant,
      Object.fromEntries(requests.map(({ request, times }) => [request.title, medians(times)])),
    ]);
    return Object.fromEntries(result) as Record<string, Record<string, Cold>>;
  });
}

async function prepare({ baseUrl, adminSecretKey }: { baseUrl: string; adminSecretKey: string }): Promise<Request[]> {
  const caller = createCaller(baseUrl);
  const { tenantId, adminCookie } = await createWorld(caller, {
    baseUrl,
    adminSecretKey,
    pid: 0,
    stop: async () => {},
  });
  const { accessToken } = await signup(caller, tenantId, 1);
  // Its sessions are replaced by those of later logins.
  await signup(caller, tenantId, 2);
  caller.stop();
  const get = (path: string, headers = {}) => ({ httpMethod: 'GET', path, headers });
  const bearer = { authorization: `Bearer ${accessToken}` };
  const login = {
    httpMethod: 'POST',
    path: '/auth/login',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(loginBody(tenantId, 2).body),
  };
  return [
    { title: 'verify-session', name: 'authentication', event: get('/auth/verify-session', bearer), status: 200 },
    { title: 'login', name: 'authentication', event: login, status: 200 },
    // The token has no scope `openid`, which is refused after everything is read.
    { title: 'userinfo', name: 'oauth', event: get('/oauth2/userinfo', bearer), status: 403 },
    {
      title: 'list of tenants',
      name: 'admin-tenants',
      event: get('/auth/admin/api/tenants', { cookie: adminCookie }),
      status: 200,
    },
    { title: 'key set', name: 'discovery', event: get('/.well-known/jwks.json'), status: 200 },
    { title: 'page', name: 'web', event: { ...get('/login'), multiValueHeaders: {} }, status: 200 },
  ];
}

/** A call that takes longer than a function waits, on a busy machine, is measured again. */
const ATTEMPTS = 10;

/** Runs a new process that loads the function as Lambda does and serves the request twice. Throws for another status. */
async function runOnce(directory: string, { name, event, status }: Request): Promise<Cold> {
  const [module = ''] = handlerOf(rowOf(name)).split('.');
  const args = [CHILD, join(directory, name), module, JSON.stringify(event), String(status)];
  // As the stack does it: a function has the names of its own secrets.
  const foreign = SECRETS.filter((secret) => !rowOf(name).secrets.includes(secret));
  const without = Object.fromEntries(foreign.map((secret) => [`GATEHOUSE_${secret.toUpperCase()}_SECRET`, undefined]));
  const env = { ...process.env, ...without, LAMBDA_TASK_ROOT: join(directory, name) };
  let text = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    text = '';
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.on('data', (data) => {
      text += data;
    });
    if ((await new Promise((resolve) => child.once('close', resolve))) === 0) return JSON.parse(text) as Cold;
  }
  throw new Error(`${name}: ${text}`);
}
