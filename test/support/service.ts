// Starts the service of a test: everything `npm start` runs, in this process, on a free port, with a table of its own,
// real HTTP and the real engine; or the rehearsal of a stack. Also creates the people that tests are about.
import { randomBytes } from 'node:crypto';
import type { Message } from '../../infra/tools/local/aws/sent-messages.ts';
import type { Local, LocalOptions } from '../../infra/tools/local/run.ts';
import type { Deployment } from '../../infra/tools/local/target.ts';
import { type Client, createClient, type Tokens } from '../../lib/packages/client/node.ts';
import { codeIn, linkIn, tokenIn } from '../../lib/packages/testing/message-text.ts';
import { cookieHeader, type Reply, type Send, send } from './http.ts';
import { collectLogs } from './logs.ts';
import { deferred, prepared, running } from './prepared.ts';
import { startTarget } from './target.ts';
import { until } from './until.ts';

export { deferred, prepared, running };

export type Tenant = { id: string; slug: string; name: string };
export type User = { tenant: Tenant; email: string; password: string; tokens: Tokens };

export type Service = {
  baseUrl: string;
  secretKey: string;
  local: Local;
  send: (method: string, path: string, options?: Send) => Promise<Reply>;
  get: (path: string, options?: Send) => Promise<Reply>;
  post: (path: string, body?: unknown, options?: Send) => Promise<Reply>;
  /** With the session of an admin, made at first use and whenever a change needs a recent login. */
  admin: (method: string, path: string, body?: unknown, options?: Send) => Promise<Reply>;
  adminLogin: { email: string; password: string };
  /** The cookie header of the admin's session. */
  adminCookie: () => Promise<string>;
  client: () => Client;
  tenant: (settings?: Record<string, unknown>) => Promise<Tenant>;
  signup: (tenant: Tenant, email?: string) => Promise<User>;
  login: (user: Pick<User, 'tenant' | 'email' | 'password'>, options?: Send) => Promise<Reply>;
  /** What was sent to an address or number, newest first. */
  inbox: (to: string) => Message[];
  /** Waits for a message with six digits that is not in `seen`. Returns the digits of the newest one. */
  code: (to: string, seen?: readonly Message[]) => Promise<string>;
  /** Waits for a message with a link and a token that is not in `seen`. Returns the link of the newest one. */
  link: (to: string, seen?: readonly Message[]) => Promise<{ url: string; token: string }>;
  stop: () => Promise<void>;
};

/** Letters only: six digits in a name would look like a code to those who search messages for one. */
const letters = (): string =>
  randomBytes(6)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string);
export const unique = (prefix: string): string => `${prefix}-${letters()}`;
export const newEmail = (): string => `${unique('user')}@example.com`;
export const newPassword = (): string => `Zq7$ ${randomBytes(9).toString('base64url')}`;
export const bearer = (token: string | Tokens): Record<string, string> => ({
  authorization: `Bearer ${typeof token === 'string' ? token : token.accessToken}`,
});

/** What the change feed brings about. Reading it starts the feed. */
const FED: readonly PropertyKey[] = ['events', 'outbound', 'queue'] satisfies (keyof Local)[];

/**
 * Starts a service. Hashes are the fast ones unless `env` says otherwise; limits are on. `env` is the configuration of
 * this test file's process, so a file has one configuration. The change feed starts when a test
 * first looks at messages, events or the queue. Tests of lists and counters need `changeFeed: true`.
 */
export async function startService(
  env: Record<string, string> = {},
  options: Omit<Partial<LocalOptions>, 'port'> = {},
  deployment?: Deployment,
): Promise<Service> {
  const stopCollecting = collectLogs();
  const adminSecretKey = randomBytes(32).toString('base64url');
  const started = await startTarget(env, { port: 0, adminSecretKey, changeFeed: 'on demand', ...options }, deployment);
  await started.polling;
  const local = new Proxy(started, {
    get: (target, name) => {
      if (FED.includes(name)) target.followChanges();
      return Reflect.get(target, name);
    },
  });
  const { baseUrl } = local;
  const call: Service['send'] = (method, path, more) => {
    // The pages of the local run show events and messages, too.
    if (path.startsWith('/__')) started.followChanges();
    return send(baseUrl, method, path, more);
  };
  const adminLogin = { email: newEmail(), password: newPassword() };

  let session: Promise<string> | undefined;
  const adminCookie = (): Promise<string> => {
    session ??= (async () => {
      await call('POST', '/auth/admin/signup', { body: { ...adminLogin, secretKey: local.adminSecretKey } });
      return cookieHeader(await call('POST', '/auth/admin/login', { body: adminLogin }));
    })();
    return session;
  };
  const admin: Service['admin'] = async (method, path, body, more = {}) => {
    const once = async () =>
      call(method, path, { body, ...more, headers: { cookie: await adminCookie(), ...more.headers } });
    const reply = await once();
    if (!['REAUTH_REQUIRED', 'SESSION_INVALID'].includes(reply.body?.code) || more.headers?.cookie) return reply;
    // The test has moved the clock, or ended the session. As a person would, the admin logs in again.
    session = undefined;
    return once();
  };

  const inbox: Service['inbox'] = (to) => local.outbound.messages(to);
  const inMessages = (
    to: string,
    find: (text: string) => string | undefined,
    seen: readonly Message[] = [],
  ): Promise<string> => {
    const known = new Set(seen.map(({ id }) => id));
    const search = () => {
      for (const { id, text } of inbox(to)) {
        const found = known.has(id) ? undefined : find(text);
        if (found) return found;
      }
      return undefined;
    };
    return until(search, `${find.name} of a message to ${to}`);
  };

  return {
    baseUrl,
    secretKey: local.adminSecretKey,
    local,
    send: call,
    get: (path, more) => call('GET', path, more),
    post: (path, body = {}, more = {}) => call('POST', path, { body, ...more }),
    admin,
    adminLogin,
    adminCookie,
    client: () => createClient({ baseUrl }),
    tenant: async (settings) => {
      const slug = unique('t');
      const reply = await admin('POST', '/auth/admin/api/tenants', { name: `Tenant ${slug}`, slug, settings });
      if (reply.status !== 201) throw new Error(`tenant: ${reply.text}`);
      return reply.body.tenant;
    },
    signup: async (tenant, email = newEmail()) => {
      const password = newPassword();
      const reply = await call('POST', '/auth/signup', { body: { email, password, tenantId: tenant.id } });
      if (reply.status !== 200) throw new Error(`signup: ${reply.text}`);
      return { tenant, email, password, tokens: reply.body };
    },
    login: ({ tenant, email, password }, more) =>
      call('POST', '/auth/login', { body: { tenantId: tenant.id, credentials: { email, password } }, ...more }),
    inbox,
    code: (to, seen) => inMessages(to, codeIn, seen),
    link: async (to, seen) => {
      const url = await inMessages(to, linkIn, seen);
      return { url, token: tokenIn(url) };
    },
    stop: async () => {
      await local.stop();
      stopCollecting();
    },
  };
}

/**
 * Starts a service before the tests of a file and stops it after them. Returns it at once: its members may be used in
 * hooks and tests, not while the file loads.
 */
export const useService = (...options: Parameters<typeof startService>): Service =>
  running(() => startService(...options));
