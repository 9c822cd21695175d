// Checks that applications are told when their sessions end (OpenID Connect Back-Channel Logout 1.0).
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { later, MINUTE } from '../../support/api.ts';
import type { Known } from '../../support/applications.ts';
import { basicOf, postForm } from '../../support/applications.ts';
import type { Jar } from '../../support/jar.ts';
import { type Receiver, sessionsIn, startReceiver } from '../../support/logout-receiver.ts';
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
import { newPassword, type Tenant, useService } from '../../support/service.ts';
import { childrenOf } from '../../support/sessions.ts';
import { claimsOf } from '../../support/tokens.ts';
import { until } from '../../support/until.ts';

const service = useService();
let receiver: Receiver;
let tenant: Tenant;
let known: Known;
beforeAll(async () => {
  receiver = await startReceiver();
  tenant = await service.tenant();
  known = await newServer({ backchannelLogoutUri: receiver.uri });
  service.local.followChanges();
});
afterAll(() => receiver.stop());

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
