// Defines budget actions of browsers: cookies, several accounts in one browser, other origins, switches of tenant.
import { request } from 'node:http';
import type { Caller, Reply, Sent } from '../harness/caller.ts';
import { login, loginBody, signup, signupBody, type World } from '../harness/world.ts';
import { times } from './times.ts';

const ORIGIN = 'https://shop.bench.example';

/** Returns a function that calls the service and keeps cookies as a browser does. */
function createBrowser(caller: Caller) {
  const cookies = new Map<string, string>();
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return async (route: string, sent: Sent = {}): Promise<Reply> => {
    const reply = await caller.call(route, { ...sent, cookie: header(), inCookies: true });
    if (reply.status >= 300) throw new Error(`${route}: ${reply.status} ${JSON.stringify(reply.body)}`);
    for (const line of reply.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return reply;
  };
}

/** Returns a caller with an IP address of its own, because limits by address would count all logins together. */
export const from = (address: string, caller: Caller): Caller => ({
  ...caller,
  call: (route, sent) => caller.call(route, { ...sent, from: address }),
  ok: (route, sent) => caller.ok(route, { ...sent, from: address }),
});

export async function accountActions(
  common: Caller,
  { tenantId, slug, adminCookie }: World,
  baseUrl: string,
  uses: number,
) {
  const caller = from('127.0.0.6', common);
  const body = { name: 'Second', slug: 'second', settings: { allowedOrigins: [ORIGIN] } };
  const { tenant } = await caller.ok('POST /auth/admin/api/tenants', { cookie: adminCookie, body });
  const second = (tenant as { id: string }).id;
  const alone = createBrowser(caller);
  await alone('POST /auth/signup', signupBody(tenantId, 'browsing'));
  const shared = createBrowser(caller);
  for (let count = 0; count < 5; count++) {
    await signup(caller, tenantId, `shared${count}`);
    await shared('POST /auth/login', loginBody(tenantId, `shared${count}`));
  }
  const { accessToken: bearer } = await signup(caller, tenantId, 'traveller');
  const { accessToken: stranger } = await signup(caller, tenantId, 'stranger');
  let made = 0;
  const targets = await times(uses, () => signup(caller, second, `there${made++}`));
  const linked = await signup(caller, tenantId, 'linked');
  await signup(caller, second, 'linked');
  const { refreshToken } = await login(caller, second, 'linked');
  const byLink = (more: object = {}) =>
    caller.ok('POST /auth/switch-tenant', { bearer: linked.accessToken, body: { tenantId: second, ...more } });
  await byLink({ refreshToken });

  return {
    'login, cookie mode': () => alone('POST /auth/login', loginBody(tenantId, 'browsing')),
    'refresh-token, cookie mode': () => alone('POST /auth/refresh-token', { body: {} }),
    'refresh-token, by slot': () => shared('POST /auth/refresh-token', { body: { slot: 2 } }),
    'me, cookie mode': () => alone('GET /auth/me'),
    csrf: () => shared('GET /auth/csrf'),
    'accounts, 5 of them': () => shared('GET /auth/accounts'),
    'tenants/lookup, listed origin': () => requestCrossOrigin(baseUrl, 'GET', `/auth/tenants/lookup?slug=${slug}`, {}),
    'preflight, listed origin': () =>
      requestCrossOrigin(baseUrl, 'OPTIONS', '/auth/login', { 'access-control-request-method': 'POST' }),
    'switch-tenant, by token': () => {
      const { refreshToken } = targets.pop() as { refreshToken: string };
      return caller.ok('POST /auth/switch-tenant', { bearer, body: { tenantId: second, refreshToken } });
    },
    'switch-tenant, by link': () => byLink(),
    'switch-tenant, no proof': async () => {
      const { status } = await caller.call('POST /auth/switch-tenant', {
        bearer: stranger,
        body: { tenantId: second },
      });
      if (status !== 403) throw new Error(`expected 403 for a switch without proof, got ${status}`);
    },
  };
}

/** Sends a request like a script of another origin. Throws unless the script may read the response. */
function requestCrossOrigin(
  baseUrl: string,
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(baseUrl + path, { method, headers: { origin: ORIGIN, ...headers } }, (reply) => {
      const isGranted = reply.headers['access-control-allow-origin'] === ORIGIN;
      reply.resume().once('end', () => (isGranted ? resolve() : reject(new Error(`${method} ${path} is not granted`))));
    });
    outgoing.once('error', reject).end();
  });
}
