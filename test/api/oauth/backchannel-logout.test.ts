// Checks that applications are told when their sessions end (OpenID Connect Back-Channel Logout 1.0).
import type { ServerResponse } from 'node:http';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { LOGOUT_EVENT } from '../../../lib/contract/events.ts';
import { later, MINUTE } from '../../support/api.ts';
import { basicOf, type Known, postForm } from '../../support/applications.ts';
import { startReceiver } from '../../support/logout-receiver.ts';
import {
  codeOf,
  exchange,
  HOME,
  newServer,
  refreshAs,
  type SignedIn,
  signedIn,
  tokensOf,
} from '../../support/oauth-browser.ts';
import { outcomes, race } from '../../support/race.ts';
import { newPassword, prepared, running, useService } from '../../support/service.ts';
import { childrenOf } from '../../support/sessions.ts';
import { claimsOf } from '../../support/tokens.ts';
import { until } from '../../support/until.ts';

const service = useService();
const receiver = running(() => startReceiver());
const tenant = prepared(() => service.tenant());
const known = prepared(() => newServer({ backchannelLogoutUri: receiver.uri }));
beforeAll(async () => {
  service.local.followChanges();
});

type Begun = SignedIn & { sid: string; sub: string; refresh: string; hint: string };

async function begun(): Promise<Begun> {
  const browser = await signedIn(service, tenant);
  const { id_token, refresh_token } = await tokensOf(service, browser.jar, known);
  const { sid, sub } = claimsOf(id_token) as { sid: string; sub: string };
  return { ...browser, sid, sub, refresh: refresh_token, hint: id_token };
}
const told = (sid: string) => receiver.told(service, sid, known.application.id);
const admin = (method: string, path: string, body?: unknown) => service.admin(method, `/auth/admin/api${path}`, body);

describe('an application is told', () => {
  test.each<[string, (begun: Begun) => Promise<unknown>]>([
    [
      'by a logout at the provider',
      ({ jar, hint }) =>
        jar.get(`/oauth2/logout?${new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: HOME })}`),
    ],
    ['by a logout of the browser', ({ jar }) => jar.post('/auth/logout')],
    ['by a logout everywhere', ({ jar }) => jar.post('/auth/logout-all')],
    [
      'by its own revocation',
      ({ refresh }) => postForm(service, '/oauth2/revoke', { token: refresh }, { headers: basicOf(known) }),
    ],
    [
      'by a replayed refresh token',
      async ({ refresh }) => {
        await refreshAs(service, known, refresh);
        await later(MINUTE, () => refreshAs(service, known, refresh));
      },
    ],
    ['by an admin who ends the session', ({ sub, sid }) => admin('DELETE', `/users/${sub}/sessions/${sid}`)],
    ['by an admin who ends all sessions', ({ sub }) => admin('DELETE', `/users/${sub}/sessions`)],
    ['by an admin who disables the user', ({ sub }) => admin('PATCH', `/users/${sub}`, { isActive: false })],
    ['by an admin who sets a password', ({ sub }) => admin('PATCH', `/users/${sub}`, { password: newPassword() })],
    ['by an admin who deletes the user', ({ sub }) => admin('DELETE', `/users/${sub}`)],
  ])('%s', async (_, end) => {
    const session = await begun();
    const reply = (await end(session)) as { status?: number } | undefined;
    expect(reply?.status ?? 200).toBeLessThan(400);
    const claims = await told(session.sid);
    expect(claims).toEqual({
      iss: service.baseUrl,
      aud: known.application.id,
      iat: expect.any(Number),
      exp: (claims.iat ?? 0) + 120,
      jti: expect.stringMatching(/^evt_/),
      sub: session.sub,
      sid: session.sid,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
  });
});

type Ended = { sessionId: string; applicationId: string };
const ends = (): Ended[] =>
  service.local.events().flatMap(({ detailType, detail }) => (detailType === LOGOUT_EVENT ? (detail as Ended) : []));
const idsOf = (all: readonly Known[]): string[] => all.map(({ application }) => application.id);

describe('a logout token', () => {
  test('comes again, with the same jti, after an error, a redirect and no response', async () => {
    const elsewhere = await startReceiver();
    try {
      for (const fail of [
        (response: ServerResponse) => response.writeHead(500).end(),
        (response: ServerResponse) => response.writeHead(302, { location: elsewhere.uri }).end(),
        (response: ServerResponse) => void response.socket?.pause(),
      ]) {
        const own = await startReceiver();
        try {
          const application = await newServer({ backchannelLogoutUri: own.uri });
          const { jar } = await signedIn(service, tenant);
          const { id_token } = await tokensOf(service, jar, application);
          own.replies.push(fail);
          await jar.post('/auth/logout');
          await until(() => own.bodies.length === 2, 'a second try');
          const [first, second] = own.bodies.map((body) =>
            claimsOf(new URLSearchParams(body).get('logout_token') ?? ''),
          );
          expect(second).toMatchObject({ jti: first?.jti, sid: claimsOf(id_token).sid });
        } finally {
          await own.stop();
        }
      }
      expect(elsewhere.bodies).toEqual([]);
    } finally {
      await elsewhere.stop();
    }
  });

  test('that an application refuses three times becomes a dead letter, without the token', async () => {
    const own = await startReceiver();
    const application = await newServer({ backchannelLogoutUri: own.uri });
    const { jar } = await signedIn(service, tenant);
    const { id_token } = await tokensOf(service, jar, application);
    for (let at = 0; at < 3; at++) own.replies.push((response) => void response.writeHead(400).end());
    await jar.post('/auth/logout');
    const { sid } = claimsOf(id_token) as { sid: string };
    const dead = await until(
      () => service.local.queue.deadLetters().find(({ body }) => body.includes(sid)),
      'a dead letter',
    );
    expect(dead.body).not.toMatch(/eyJ/);
    expect(own.bodies).toHaveLength(3);
    await own.stop();
  });

  test('goes to the application of the session alone, and to none without an address or that is disabled', async () => {
    const [other, disabled] = [await startReceiver(), await startReceiver()];
    const applications = [
      await newServer({ backchannelLogoutUri: other.uri }),
      await newServer({ backchannelLogoutUri: disabled.uri }),
      await newServer(),
    ] as const;
    const { jar, sid, hint } = await begun();
    await tokensOf(service, jar, applications[1]);
    await tokensOf(service, jar, applications[2]);
    await tokensOf(service, (await signedIn(service, tenant)).jar, applications[0]);
    await admin('PATCH', `/applications/${applications[1].application.id}`, { isActive: false });
    await jar.get(`/oauth2/logout?id_token_hint=${hint}`);
    await told(sid);
    await until(() => ends().filter(({ applicationId }) => idsOf(applications).includes(applicationId)).length === 2);
    await until(() => service.local.queue.waiting().length === 0);
    expect([other.bodies, disabled.bodies]).toEqual([[], []]);
    await Promise.all([other.stop(), disabled.stop()]);
  });

  test('is not sent about a session that has expired', async () => {
    const { sid, sub } = await begun();
    await later(40 * 24 * 60 * MINUTE, () => admin('DELETE', `/users/${sub}`));
    await until(() =>
      service.local.events().find(({ detail }) => (detail as { userId?: string; email?: string }).userId === sub),
    );
    const next = await begun();
    await next.jar.post('/auth/logout');
    await told(next.sid);
    expect(ends().map(({ sessionId }) => sessionId)).not.toContain(sid);
  });

  test('is sent about the session that makes room for a ninth one of its pair', async () => {
    const { jar, user } = await signedIn(service, tenant);
    const sids: string[] = [];
    for (let at = 0; at < 9; at++) sids.push(claimsOf((await tokensOf(service, jar, known)).id_token).sid as string);
    const left = (await childrenOf(user)).map(({ id }) => id as string);
    const [displaced] = sids.filter((sid) => !left.includes(sid));
    expect([left.length, displaced]).toEqual([8, expect.any(String)]);
    await told(displaced as string);
  });
});

test('a logout that races exchanges leaves no session, and tells the application of each that had begun', async () => {
  const { jar, user } = await signedIn(service, tenant);
  const codes: Awaited<ReturnType<typeof codeOf>>[] = [];
  for (let at = 0; at < 19; at++) codes.push(await codeOf(jar, known));
  const replies = await race(20, (at) => {
    const sent = codes[at];
    return sent ? exchange(service, known, sent) : jar.post('/auth/logout');
  });
  expect(Object.keys(outcomes(replies)).filter((each) => !['200', '400 INVALID_GRANT'].includes(each))).toEqual([]);
  expect(await childrenOf(user)).toEqual([]);
  const begun = replies.flatMap(({ body }) => (body.id_token ? claimsOf(body.id_token).sid : [])) as string[];
  for (const sid of begun) await told(sid);
});

test('the metadata says that applications are told, with the session', async () => {
  const { body } = await service.get('/.well-known/openid-configuration');
  expect(body).toMatchObject({ backchannel_logout_supported: true, backchannel_logout_session_supported: true });
});
