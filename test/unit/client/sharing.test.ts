// Shares one session between clients, as the tabs of a browser do, and follows it to its end: one refresh for all, the
// tokens of the tab that refreshed, and one notice when the session is over.
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { createClient, createUserClient, type Tokens, webStorage } from '../../../lib/packages/client/node.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const REFRESH = '/auth/refresh-token';

/** What several clients share: a storage, the paths of their requests and why their sessions ended. */
function browser(isSlow = false) {
  let stored: Tokens | undefined;
  const paths: string[] = [];
  const ends: string[] = [];
  const tokenStorage = {
    load: async () => (isSlow ? pause(1, stored) : stored),
    save: async (tokens: Tokens | undefined) => {
      stored = tokens;
    },
  };
  const tab = (delivery?: 'cookie') =>
    createUserClient({
      baseUrl: service.baseUrl,
      tokenStorage,
      delivery,
      onSessionEnd: (reason) => ends.push(reason),
      fetch: (input, init) => {
        paths.push(new URL(String(input)).pathname);
        return fetch(input, init);
      },
    });
  return { tab, paths, ends, stored: () => stored };
}
const signup = (client: ReturnType<typeof createUserClient>) =>
  client.authentication.signup({ tenantId: tenant.id, email: newEmail(), password: newPassword() });

describe('tabs that share a storage', () => {
  test('keep one session over ten refreshes in turn', async () => {
    const { tab, ends } = browser(true);
    const tabs = [tab(), tab()] as const;
    await signup(tabs[0]);
    const { id } = await tabs[1].authentication.me();
    for (let count = 0; count < 10; count++) {
      advance(16 * 60_000);
      expect((await tabs[count % 2 ? 1 : 0].authentication.me()).id).toBe(id);
      advance(60_000);
      expect((await tabs[count % 2 ? 0 : 1].authentication.me()).id).toBe(id);
    }
    expect(ends).toEqual([]);
  });

  test('cause one refresh when twenty of them find the token expired', async () => {
    const { tab, paths, ends } = browser();
    const tabs = Array.from({ length: 20 }, () => tab());
    await signup(tabs[0] as (typeof tabs)[0]);
    await Promise.all(tabs.map((each) => each.authentication.me()));
    advance(16 * 60_000);
    await Promise.all(tabs.map((each) => each.authentication.me()));
    // Without Web Locks, tabs that refresh at the same time use the grace period of the service.
    const refreshes = paths.filter((path) => path === REFRESH).length;
    if ('locks' in navigator) expect(refreshes).toBe(1);
    expect(refreshes).toBeGreaterThan(0);
    expect(ends).toEqual([]);
  });

  test('learn that another tab logged out', async () => {
    const { tab, ends, stored } = browser();
    const [one, other] = [tab(), tab()];
    await signup(one);
    await other.authentication.me();
    await one.authentication.logout();
    expect(stored()).toBeUndefined();
    await expect(other.authentication.me()).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    expect(other.tokens()).toBeUndefined();
    expect(ends).toEqual(['LOGGED_OUT', 'LOGGED_OUT']);
  });

  test('go on with the session that another tab began for the same user', async () => {
    const { tab, ends } = browser();
    const [one, other] = [tab(), tab()];
    const [email, password, tenantId] = [newEmail(), newPassword(), tenant.id];
    await one.authentication.signup({ tenantId, email, password });
    await other.authentication.me();
    await one.authentication.logout();
    await one.authentication.login({ tenantId, credentials: { email, password } });
    expect(await other.authentication.me()).toMatchObject({ email });
    expect(ends).toEqual(['LOGGED_OUT']);
  });

  test('do not act as the user whom another tab logged in', async () => {
    const { tab, ends, stored } = browser();
    const [one, other] = [tab(), tab()];
    await signup(one);
    await other.authentication.me();
    await signup(one);
    advance(16 * 60_000);
    await expect(other.authentication.me()).rejects.toMatchObject({ code: 'NO_AUTH_PROVIDED' });
    expect(ends).toEqual(['USER_CHANGED']);
    expect(stored()).toEqual(one.tokens());
  });
});

describe('accessToken()', () => {
  const lifetime = 15 * 60_000;

  test('returns the same token until shortly before its end, then one new token for twenty callers', async () => {
    const { tab, paths } = browser();
    const client = tab();
    expect(await client.accessToken()).toBeUndefined();
    await signup(client);
    const first = await client.accessToken();
    expect(await client.accessToken()).toBe(first);
    expect(paths.filter((path) => path === REFRESH)).toHaveLength(0);

    const now = Date.now;
    try {
      Date.now = () => now() + lifetime - 20_000;
      const tokens = await Promise.all(Array.from({ length: 20 }, () => client.accessToken()));
      expect(new Set(tokens).size).toBe(1);
      expect(tokens[0]).not.toBe(first);
    } finally {
      Date.now = now;
    }
    expect(paths.filter((path) => path === REFRESH)).toHaveLength(1);
  });

  test('is right on a machine whose clock is an hour wrong', async () => {
    const { tab, paths } = browser();
    const now = Date.now;
    try {
      Date.now = () => now() + 3_600_000;
      const client = tab();
      await signup(client);
      expect(await client.accessToken()).toBe(await client.accessToken());
    } finally {
      Date.now = now;
    }
    expect(paths).not.toContain(REFRESH);
  });
});

test('calls in cookie mode whose 401 arrives after a refresh do not cause another one', async () => {
  const paths: string[] = [];
  const slow = Promise.withResolvers<void>();
  const late = createUserClient({
    baseUrl: '',
    delivery: 'cookie',
    fetch: async (input) => {
      paths.push(String(input));
      const isFirst = paths.filter((path) => path === input).length === 1;
      if (input === '/late' && isFirst) await slow.promise;
      return new Response('{}', { status: input === REFRESH || !isFirst ? 200 : 401 });
    },
  });
  const call = late.fetch('/late');
  expect((await late.fetch('/early')).status).toBe(200);
  slow.resolve();
  expect((await call).status).toBe(200);
  expect(paths.filter((path) => path === REFRESH)).toHaveLength(1);
});

describe('fetch()', () => {
  test('refreshes the session and repeats a request that got a 401', async () => {
    const { tab, paths } = browser();
    const client = tab();
    await signup(client);
    const me = `${service.baseUrl}/auth/me`;
    expect((await client.fetch(me)).status).toBe(200);
    advance(16 * 60_000);
    const before = paths.length;
    expect((await client.fetch(me)).status).toBe(200);
    expect(paths.slice(before)).toEqual(['/auth/me', REFRESH, '/auth/me']);
  });

  test('returns the second 401, and the first one if its body is a stream', async () => {
    const { tab } = browser();
    const sent: string[] = [];
    const holder = tab();
    await signup(holder);
    const client = createUserClient({
      baseUrl: service.baseUrl,
      tokens: holder.tokens(),
      fetch: async (input, init) => {
        if (String(input).startsWith(service.baseUrl)) return fetch(input, init);
        sent.push(new Headers(init?.headers).get('authorization') ?? '');
        return new Response('', { status: 401 });
      },
    });
    const url = 'https://api.example.com/orders';
    expect((await client.fetch(url, { method: 'POST', body: new ReadableStream() })).status).toBe(401);
    expect(sent).toHaveLength(1);
    expect((await client.fetch(url)).status).toBe(401);
    expect(sent).toHaveLength(3);
    expect(sent[2]).not.toBe(sent[1]);
  });

  test('sends cookies in cookie mode, and repeats a request after a refresh', async () => {
    const seen: unknown[] = [];
    const client = createUserClient({
      baseUrl: '',
      delivery: 'cookie',
      fetch: async (input, init) => {
        seen.push([input, init?.credentials, new Headers(init?.headers).get('authorization')]);
        const isRefresh = String(input) === REFRESH;
        return new Response('{}', { status: isRefresh || seen.length > 2 ? 200 : 401 });
      },
    });
    expect((await client.fetch('/api/orders')).status).toBe(200);
    expect(seen).toEqual([
      ['/api/orders', 'include', null],
      [REFRESH, 'include', null],
      ['/api/orders', 'include', null],
    ]);
  });
});

test('onSessionEnd is called once when the service has ended the session', async () => {
  const { tab, ends } = browser();
  const client = tab();
  await signup(client);
  await createClient({ baseUrl: service.baseUrl, tokens: client.tokens() }).authentication.logoutAll();
  const all = Array.from({ length: 20 }, () => client.authentication.me().catch(() => {}));
  await Promise.all(all);
  await client.authentication.me().catch(() => {});
  expect(ends).toEqual(['SESSION_NOT_FOUND']);
});

test('onSessionEnd is called when a refresh that the application asked for finds the session ended', async () => {
  const { tab, ends } = browser();
  const client = tab();
  await signup(client);
  await createClient({ baseUrl: service.baseUrl, tokens: client.tokens() }).authentication.logout();
  await expect(client.authentication.refreshToken()).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
  expect(client.tokens()).toBeUndefined();
  expect(ends).toEqual(['SESSION_NOT_FOUND']);
});

test('webStorage keeps tokens as text, and ignores text that it did not write', () => {
  const values = new Map<string, string>();
  const storage = webStorage({
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
  });
  const tokens = { accessToken: 'a', refreshToken: 'r' };
  expect(storage.load()).toBeUndefined();
  storage.save(tokens);
  expect(storage.load()).toEqual(tokens);
  storage.save(undefined);
  expect(values.size).toBe(0);
  values.set('gatehouse.tokens', 'not JSON');
  expect(storage.load()).toBeUndefined();
});

describe('webStorage where the browser refuses', () => {
  const tokens = { accessToken: 'a', refreshToken: 'r' };
  const refuse = (): never => {
    throw new Error('SecurityError');
  };
  test.each<[string, Parameters<typeof webStorage>[0]]>([
    ['the name localStorage', refuse],
    ['every access', { getItem: refuse, setItem: refuse, removeItem: refuse }],
    ['a write, because it is full', { getItem: () => null, setItem: refuse, removeItem: () => {} }],
  ])('%s keeps the tokens in memory, and does not throw', (_, refusing) => {
    const storage = webStorage(refusing);
    expect(storage.load()).toBeUndefined();
    storage.save(tokens);
    expect(storage.load()).toEqual(tokens);
    storage.save(undefined);
    expect(storage.load()).toBeUndefined();
  });
});

describe('a listener of the client', () => {
  test('learns of a login and an end, and of nothing after it has left', async () => {
    const { tab } = browser();
    const first = tab();
    const seen: string[] = [];
    const leave = first.subscribe((change) => {
      seen.push('reason' in change ? change.reason : `began ${change.reply.nextStep}`);
    });
    const account = { tenantId: tenant.id, email: newEmail(), password: newPassword() };
    await first.authentication.signup(account);
    await first.authentication.logout();
    expect(seen).toEqual(['began null', 'LOGGED_OUT']);
    leave();
    await first.authentication.login({ tenantId: tenant.id, credentials: account });
    expect(seen).toHaveLength(2);
  });

  test('learns of a logout in cookie mode', async () => {
    const { tab } = browser();
    const client = tab('cookie');
    const account = { tenantId: tenant.id, email: newEmail(), password: newPassword() };
    await client.authentication.signup(account);
    const reasons: string[] = [];
    client.subscribe((change) => 'reason' in change && reasons.push(change.reason));
    await client.authentication.logout();
    expect(reasons).toEqual(['LOGGED_OUT']);
  });
});

test('a client without a session takes the tokens of another tab when it is told to resume, and not before', async () => {
  const { tab } = browser();
  const [first, second] = [tab(), tab()];
  expect(await second.accessToken()).toBeUndefined();
  await first.authentication.signup({ tenantId: tenant.id, email: newEmail(), password: newPassword() });
  expect(await second.accessToken()).toBeUndefined();
  await second.resume();
  expect(await second.accessToken()).toBe(first.tokens()?.accessToken);
});
