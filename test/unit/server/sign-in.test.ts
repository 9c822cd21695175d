// The sign-in of a server-rendered application, without a browser: it returns to own pages only, its sign-out ends what
// it began, and a mistake in its options is an error of the server with a line in its log.
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createSignIn, redirectOf, type SignInOptions } from '../../../lib/packages/server/sign-in-routes.ts';
import { now } from '../../../lib/platform/clock.ts';
import { newApplication } from '../../support/applications.ts';
import type { Jar } from '../../support/jar.ts';
import { CALLBACK, HOME, loggedIn, newServer, refreshAs } from '../../support/oauth-browser.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
const user = prepared(async () => service.signup(await service.tenant()));
const known = prepared(() => newServer());

/** A server with a sign-in, the lines of its log, and the refresh tokens that it got. */
function server(options: Partial<SignInOptions> = {}) {
  const lines: string[] = [];
  const refreshTokens: string[] = [];
  const send: typeof fetch = async (...request) => {
    const reply = await fetch(...request);
    const { refresh_token } = await reply
      .clone()
      .json()
      .catch(() => ({}));
    if (refresh_token) refreshTokens.push(refresh_token);
    return reply;
  };
  const signIn = createSignIn({
    issuer: service.baseUrl,
    applicationId: known.application.id,
    applicationSecret: known.secret,
    redirectUri: CALLBACK,
    postLogoutRedirectUri: HOME,
    keys: randomBytes(32).toString('base64url'),
    fetch: send,
    log: (line) => lines.push(line),
    now,
    ...options,
  });
  return { signIn, lines, refreshTokens };
}
type Server = ReturnType<typeof server>;

const cookieOf = (setCookie: readonly string[]) => ({
  cookie: setCookie
    .filter((line) => !/max-age=0/i.test(line))
    .map((line) => line.split(';')[0])
    .join('; '),
});

/** Signs the user in with the pages of the service. Returns where the server sends the browser, with its cookies. */
async function signedIn({ signIn }: Server, jar: Jar, returnTo = '/') {
  const url = `/sign-in?${new URLSearchParams({ returnTo })}`;
  const begun = await redirectOf(signIn, { method: 'GET', url, headers: {} });
  const { headers } = await jar.get((begun?.location ?? '').slice(service.baseUrl.length));
  const back = { url: headers.location as string, headers: cookieOf(begun?.setCookie ?? []) };
  const { location, setCookie } = await signIn.finish(back);
  return { location, headers: cookieOf(setCookie) };
}

test.each(['/.//evil.example', '/..//evil.example', '/a/..//evil.example', '/%2e//evil.example', '/.\\\\evil.example'])(
  'a sign-in that begins with returnTo=%s ends at the first page of this server',
  async (path) => {
    expect((await signedIn(server(), await loggedIn(service, user), path)).location).toBe('/');
  },
);

describe('sign-ins of one browser at the same time', () => {
  /** Keeps cookies in the order of their creation. */
  const browser = () => {
    const kept = new Map<string, string>();
    return {
      keep: (setCookie: readonly string[]) => {
        for (const line of setCookie) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
          if (/max-age=0/i.test(line)) kept.delete(name);
          else kept.set(name, value);
        }
      },
      headers: () => ({ cookie: [...kept].map((pair) => pair.join('=')).join('; ') }),
    };
  };
  const begin = async ({ signIn }: Server, { keep, headers }: ReturnType<typeof browser>, returnTo: string) => {
    const { location, setCookie } = await signIn.begin({ returnTo }, { headers: headers() });
    keep(setCookie);
    return location.slice(service.baseUrl.length);
  };

  test('each returns to its own page', async () => {
    const [made, tabs, jar] = [server(), browser(), await loggedIn(service, user)];
    const ways = [await begin(made, tabs, '/one'), await begin(made, tabs, '/two')];
    const ends: string[] = [];
    for (const way of ways) {
      const url = (await jar.get(way)).headers.location as string;
      const { location, setCookie } = await made.signIn.finish({ url, headers: tabs.headers() });
      tabs.keep(setCookie);
      ends.push(location);
    }
    expect(ends).toEqual(['/one', '/two']);
    expect(tabs.headers().cookie).not.toContain('gatehouse_sign_in');
  });

  test('are five at most: the oldest is forgotten', async () => {
    const [made, tabs, jar] = [server(), browser(), await loggedIn(service, user)];
    const ways: string[] = [];
    for (let at = 0; at < 7; at++) ways.push(await begin(made, tabs, `/${at}`));
    expect(tabs.headers().cookie.split('; ')).toHaveLength(5);
    const finish = async (way = '') => {
      const url = (await jar.get(way)).headers.location as string;
      return (await made.signIn.finish({ url, headers: tabs.headers() })).location;
    };
    await expect(finish(ways[1])).rejects.toMatchObject({ reason: 'mismatch' });
    expect(await finish(ways[2])).toBe('/2');
    expect(await finish(ways[6])).toBe('/6');
  });
});

test('read returns who is signed in until the access token ends, and asks Gatehouse nothing', async () => {
  const keys = randomBytes(32).toString('base64url');
  const { headers } = await signedIn(server({ keys }), await loggedIn(service, user));
  const unreached: typeof fetch = () => Promise.reject(new Error('read asks Gatehouse'));
  const reader = (later: number) => server({ keys, fetch: unreached, now: () => now() + later }).signIn;
  expect((await reader(0).read({ headers }))?.user.email).toBe(user.email);
  expect(await reader(20 * 60_000).read({ headers })).toBeUndefined();
  expect(await server().signIn.read({ headers })).toBeUndefined();
});

describe('POST /sign-out', () => {
  const silent = async (jar: Jar) => signedIn(server(), jar).then(() => 'signed in');

  test('ends the session here, and at Gatehouse without a question', async () => {
    const made = server();
    const jar = await loggedIn(service, user);
    const { headers } = await signedIn(made, jar);
    const left = await redirectOf(made.signIn, { method: 'POST', url: '/sign-out', headers });
    const reply = await jar.get((left?.location ?? '').slice(service.baseUrl.length));
    expect(reply.headers.location).toBe(HOME);
    for (const token of made.refreshTokens) expect((await refreshAs(service, known, token)).status).toBe(400);
    expect((await jar.get('/auth/me')).status).toBe(401);
  });

  test('with everywhere=false ends the session of this application alone', async () => {
    const made = server();
    const jar = await loggedIn(service, user);
    const { headers } = await signedIn(made, jar);
    const left = await redirectOf(made.signIn, { method: 'POST', url: '/sign-out?everywhere=false', headers });
    expect(left?.location).toBe('/');
    for (const token of made.refreshTokens) expect((await refreshAs(service, known, token)).status).toBe(400);
    expect(await silent(jar)).toBe('signed in');
  });

  test('signs the browser out also while Gatehouse does not respond, and says so in the log', async () => {
    const keys = randomBytes(32).toString('base64url');
    const { headers } = await signedIn(server({ keys }), await loggedIn(service, user));
    const down = server({ keys, fetch: () => Promise.reject(new TypeError('fetch failed')) });
    const { setCookie } = await down.signIn.signOut({ headers }, { everywhere: false });
    expect(setCookie.join()).toMatch(/max-age=0/i);
    expect(down.lines).toEqual([`gatehouse: a session was not ended at ${service.baseUrl}: TypeError: fetch failed`]);
  });
});

describe('a mistake in the options is an error of the server with one line in its log', () => {
  const mistakes: [string, () => Promise<Partial<SignInOptions>>, RegExp][] = [
    ['a wrong secret', async () => ({ applicationSecret: 'wrong' }), /applicationSecret is wrong.*invalid_client/],
    [
      'the secret of another application',
      async () => ({ applicationSecret: (await newApplication({ kind: 'server' })).secret }),
      /applicationSecret is wrong.*invalid_client/,
    ],
  ];
  test.each(mistakes)('%s', async (_, options, cause) => {
    const made = server(await options());
    const failed = signedIn(made, await loggedIn(service, user));
    await expect(failed).rejects.toMatchObject({ statusCode: 500, code: 'INTERNAL_ERROR' });
    expect(made.lines).toHaveLength(1);
    expect(made.lines[0]).toContain(known.application.id);
    expect(made.lines[0]).toMatch(cause);
  });

  test('Gatehouse that does not respond is no such mistake: the user may try again', async () => {
    const made = server({ fetch: () => Promise.reject(new TypeError('fetch failed')) });
    const failed = signedIn(made, await loggedIn(service, user));
    await expect(failed).rejects.toMatchObject({ statusCode: 503, headers: { 'retry-after': '1' } });
    expect(made.lines).toEqual([]);
  });
});
