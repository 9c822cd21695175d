// Threat: applications that a person uses end each other's sessions, or outlive the browser in which they began. A session of
// an application belongs to a pair, the session of a browser and the application, and ends with that browser's session.
import { describe, expect, test } from '@jest/globals';
import { answerOf, feedAtRest, later, MINUTE, refusal, SECOND } from '../../support/api.ts';
import type { Known } from '../../support/applications.ts';
import type { Jar } from '../../support/jar.ts';
import {
  codeOf,
  exchange,
  loggedIn,
  newServer,
  refreshAs,
  signedIn,
  tokensOf,
  userinfo,
} from '../../support/oauth-browser.ts';
import { outcomes, race } from '../../support/race.ts';
import { prepared, useService } from '../../support/service.ts';
import { childrenOf } from '../../support/sessions.ts';
import { claimsOf } from '../../support/tokens.ts';

const SMALLEST = 20;
const service = useService({ GATEHOUSE_LIMITS: 'off', GATEHOUSE_APPLICATION_SESSIONS_PER_USER: String(SMALLEST) });
const tenant = prepared(() => service.tenant());
const wiki = prepared(() => newServer({ name: 'Wiki' }));

/** What a page asks for that keeps no refresh token. */
const PAGE = { scope: 'openid email' };
const servers = (count: number): Promise<Known[]> => Promise.all(Array.from({ length: count }, () => newServer()));
const refreshes = async (known: Known, token: string) => (await refreshAs(service, known, token)).status;
const opens = async (token: string) => (await userinfo(service, token)).status;
/** The sessions whose application was told of their end. */
async function ends(): Promise<string[]> {
  await feedAtRest(service);
  const events = service.local.events().filter(({ detailType }) => detailType === 'svc.application_session_ended');
  return events.map(({ detail }) => (detail as { sessionId: string }).sessionId);
}
const sidOf = (token: string): string => claimsOf(token).sid as string;

describe('the sessions of applications', () => {
  test('stay in two browsers with eight applications each', async () => {
    const { user, jar: laptop } = await signedIn(service, tenant);
    const phone = await loggedIn(service, user);
    const all = await servers(8);
    const tokens: [Known, string][] = [];
    for (const jar of [laptop, phone]) {
      for (const known of all) tokens.push([known, (await tokensOf(service, jar, known)).refresh_token]);
    }
    for (const [known, token] of tokens) expect(await refreshes(known, token)).toBe(200);
  });

  test('stay when a page of another application renews silently thirty times, in one session with one id', async () => {
    const { jar, user } = await signedIn(service, tenant);
    const { refresh_token } = await tokensOf(service, jar, wiki);
    const page = await newServer();
    const first = await tokensOf(service, jar, page, PAGE);
    const sids = new Set([sidOf(first.access_token)]);
    for (let at = 0; at < 30; at++) sids.add(sidOf((await tokensOf(service, jar, page, PAGE)).access_token));
    expect([sids.size, (await childrenOf(user)).length]).toEqual([1, 2]);
    expect([await refreshes(wiki, refresh_token), await opens(first.access_token)]).toEqual([200, 200]);
  });

  test('stay when a page of the same application renews silently, with and without the same scopes', async () => {
    const { jar } = await signedIn(service, tenant);
    const { refresh_token } = await tokensOf(service, jar, wiki);
    for (let at = 0; at < 10; at++) await tokensOf(service, jar, wiki, PAGE);
    for (let at = 0; at < 10; at++) await tokensOf(service, jar, wiki, { scope: 'openid' });
    expect(await refreshes(wiki, refresh_token)).toBe(200);
  });

  test('of eight tabs each refresh by themselves, and a ninth ends the one of its pair that was idle longest', async () => {
    const { jar } = await signedIn(service, tenant);
    const other = await newServer();
    const { refresh_token: untouched } = await tokensOf(service, jar, other);
    const tabs: string[] = [];
    for (let at = 0; at < 8; at++) tabs.push((await tokensOf(service, jar, wiki)).refresh_token);
    for (const [at, token] of tabs.entries()) {
      const { status, body } = await later(MINUTE, () => refreshAs(service, wiki, token));
      expect(status).toBe(200);
      tabs[at] = body.refresh_token;
    }
    await later(2 * MINUTE, () => tokensOf(service, jar, wiki));
    const statuses = await later(3 * MINUTE, () => Promise.all(tabs.map((token) => refreshes(wiki, token))));
    expect(statuses).toEqual([400, ...Array(7).fill(200)]);
    expect(await refreshes(other, untouched)).toBe(200);
  });

  test('give a narrower code no session of wider scopes', async () => {
    const { jar } = await signedIn(service, tenant);
    const wide = await tokensOf(service, jar, wiki, PAGE);
    const narrow = await tokensOf(service, jar, wiki, { scope: 'openid' });
    expect(sidOf(narrow.access_token)).not.toBe(sidOf(wide.access_token));
    expect((await userinfo(service, narrow.access_token)).body.email).toBeUndefined();
    expect((await userinfo(service, wide.access_token)).body.email).toBeDefined();
  });

  test('are one for twenty silent renewals at once, all of whose tokens work', async () => {
    const { jar, user } = await signedIn(service, tenant);
    const codes: Awaited<ReturnType<typeof codeOf>>[] = [];
    for (let at = 0; at < 20; at++) codes.push(await codeOf(jar, wiki, PAGE));
    const replies = await race(20, (at) => exchange(service, wiki, codes[at] as (typeof codes)[number]));
    expect(outcomes(replies)).toEqual({ 200: 20 });
    expect(await childrenOf(user)).toHaveLength(1);
    for (const { body } of replies) expect(await opens(body.access_token)).toBe(200);
  });

  test('are at most eight for twenty codes at once', async () => {
    const { jar, user } = await signedIn(service, tenant);
    const codes: Awaited<ReturnType<typeof codeOf>>[] = [];
    for (let at = 0; at < 20; at++) codes.push(await codeOf(jar, wiki));
    const replies = await race(20, (at) => exchange(service, wiki, codes[at] as (typeof codes)[number]));
    expect(outcomes(replies)).toEqual({ 200: 20 });
    expect(await childrenOf(user)).toHaveLength(8);
  });
});

describe('the end of a browser’s session', () => {
  test('by an eleventh login ends the sessions of its applications and tells these, and no others', async () => {
    const { jar: first, user } = await signedIn(service, tenant);
    const { jar: second } = { jar: await loggedIn(service, user) };
    const [ofFirst, ofSecond] = [await tokensOf(service, first, wiki), await tokensOf(service, second, wiki)];
    // The session of the sign-up was idle longest.
    const jars = await later(MINUTE, async () => {
      const jars: Jar[] = [];
      for (let at = 0; at < 9; at++) jars.push(await loggedIn(service, user));
      return jars;
    });
    expect(jars).toHaveLength(9);
    expect(await opens(ofFirst.access_token)).toBe(401);
    expect(await refreshes(wiki, ofFirst.refresh_token)).toBe(400);
    expect(await refreshes(wiki, ofSecond.refresh_token)).toBe(200);
    const told = await ends();
    expect(told).toContain(sidOf(ofFirst.access_token));
    expect(told).not.toContain(sidOf(ofSecond.access_token));
  });

  test('by idleness leaves the sessions of its applications until the end of the login', async () => {
    const idle = await service.tenant({ session: { idleTtlSeconds: 3600, absoluteTtlSeconds: 5 * 3600 } });
    const { jar, user } = await signedIn(service, idle);
    let { refresh_token } = await tokensOf(service, jar, wiki);
    for (let hours = 0.5; hours < 5; hours += 0.5) {
      const reply = await later(hours * 60 * MINUTE, () => refreshAs(service, wiki, refresh_token));
      expect([hours, reply.status]).toEqual([hours, 200]);
      refresh_token = reply.body.refresh_token;
    }
    await later(4.5 * 60 * MINUTE, async () => expect((await jar.get('/auth/session')).body.session).toBeNull());
    expect(await later(301 * MINUTE, () => refreshes(wiki, refresh_token))).toBe(400);
    expect(await childrenOf(user)).toHaveLength(1);
  });
});

describe('a user with the most sessions of applications', () => {
  async function full() {
    const { jar, user } = await signedIn(service, tenant);
    const all = await servers(SMALLEST);
    const tokens: string[] = [];
    for (const known of all) tokens.push((await tokensOf(service, jar, known)).refresh_token);
    return { jar, user, all, tokens };
  }

  test('keeps all of them: a new application is refused with a reason, and its code works once there is room', async () => {
    const { jar, all, tokens } = await full();
    const code = await codeOf(jar, wiki);
    const reply = await exchange(service, wiki, code);
    expect([...answerOf(reply), reply.body.error]).toEqual([
      ...refusal('APPLICATION_SESSION_LIMIT_REACHED'),
      'invalid_grant',
    ]);
    for (const [at, known] of all.entries()) expect(await refreshes(known, tokens[at] as string)).toBe(200);
    const { sessions } = (await jar.get('/auth/sessions')).body;
    const { id } = sessions.find(({ application }: { application: string | null }) => application !== null);
    expect((await jar.send('DELETE', `/auth/sessions/${id}`)).status).toBe(200);
    expect((await exchange(service, wiki, code)).status).toBe(200);
  });

  test('replaces the session of the same application, in this browser or in another one, and tells it', async () => {
    const { jar, user, all, tokens } = await full();
    const [one, two] = all as [Known, Known];
    const told = (await ends()).length;
    await tokensOf(service, jar, one);
    const phone = await loggedIn(service, user);
    await tokensOf(service, phone, two);
    expect(await childrenOf(user)).toHaveLength(SMALLEST);
    const statuses = await Promise.all(all.map((known, at) => refreshes(known, tokens[at] as string)));
    expect(statuses).toEqual([400, 400, ...Array(SMALLEST - 2).fill(200)]);
    expect(await ends()).toHaveLength(told + 2);
  });

  test('has room in place of those of an application whose sessions an admin has ended, or which is deleted', async () => {
    const { user, jar: laptop } = await signedIn(service, tenant);
    const jars = [laptop, await loggedIn(service, user), await loggedIn(service, user)];
    const one = await newServer();
    for (let at = 0; at < SMALLEST; at++) await tokensOf(service, jars[at % 3] as Jar, one);
    const path = `/auth/admin/api/applications/${one.application.id}`;
    expect((await service.admin('DELETE', `${path}/sessions`)).status).toBe(200);
    await later(2 * SECOND, async () => {
      for (let at = 0; at < SMALLEST; at++) {
        const jar = jars[at % 3] as Jar;
        expect((await exchange(service, one, await codeOf(jar, one))).status).toBe(200);
      }
      const refused = await exchange(service, wiki, await codeOf(laptop, wiki));
      expect(answerOf(refused)).toEqual(refusal('APPLICATION_SESSION_LIMIT_REACHED'));
      expect((await service.admin('DELETE', path)).status).toBe(200);
      expect((await exchange(service, wiki, await codeOf(laptop, wiki))).status).toBe(200);
    });
  });

  test('gets no further one in the place of a session that has expired', async () => {
    const brief = await newServer({ name: 'Brief', refreshTtlSeconds: 60 });
    const { jar } = await signedIn(service, tenant);
    await tokensOf(service, jar, brief);
    await later(2 * MINUTE, async () => {
      for (const known of await servers(SMALLEST)) await tokensOf(service, jar, known);
      const code = await codeOf(jar, brief);
      expect(answerOf(await exchange(service, brief, code))).toEqual(refusal('APPLICATION_SESSION_LIMIT_REACHED'));
    });
  });
});
