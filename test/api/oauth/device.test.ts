// Tests POST /oauth2/device_authorization, the page for devices, and the device grant at the token endpoint (RFC 8628).
import { beforeAll, describe, expect, test } from '@jest/globals';
import { DEVICE_GRANT } from '../../../lib/contract/applications.ts';
import { ALLOWED, acting, openTenant } from '../../support/acting.ts';
import { answerOf, claimsOf, later, MINUTE, publishedAbout, refusal, SECOND } from '../../support/api.ts';
import { type Known, newApplication } from '../../support/applications.ts';
import {
  allow,
  ask,
  type Codes,
  codesOf,
  decide,
  deviceTenant,
  newTerminal,
  poll,
  type,
} from '../../support/devices.ts';
import { newProofKey, tokenWith } from '../../support/dpop.ts';
import { freshIp } from '../../support/http.ts';
import type { Jar } from '../../support/jar.ts';
import { loggedIn, newServer, signedIn, tokensOf, userinfo } from '../../support/oauth-browser.ts';
import { newResource } from '../../support/protected-resources.ts';
import { outcomes, race } from '../../support/race.ts';
import { scopedAdmin } from '../../support/scoped-admins.ts';
import { type Tenant, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = useService(ALLOWED);
let tenant: Tenant;
let terminal: Known;
beforeAll(async () => {
  tenant = await deviceTenant(service);
  terminal = await newTerminal();
});
const oauthError = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];
const own = () => ({ headers: { origin: new URL(service.baseUrl).origin, 'sec-fetch-site': 'same-origin' } });

describe('POST /oauth2/device_authorization', () => {
  test('200: two codes, and where the user types one', async () => {
    const { status, body } = await ask(service, terminal);
    expect([status, body]).toEqual([
      200,
      {
        device_code: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/),
        user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
        verification_uri: `${service.baseUrl}/device`,
        verification_uri_complete: `${service.baseUrl}/device?user_code=${body.user_code}`,
        expires_in: 600,
        interval: 5,
      },
    ]);
  });

  test('400 UNAUTHORIZED_CLIENT for an application that has not registered the grant', async () => {
    for (const known of [await newServer(), await newApplication({ kind: 'native' })])
      expect(answerOf(await ask(service, known))).toEqual(refusal('UNAUTHORIZED_CLIENT'));
    const reply = await poll(service, await newServer(), { device_code: 'x' });
    expect(oauthError(reply)).toEqual([400, 'unauthorized_client']);
  });

  test('400 for a scope and a resource that it cannot get', async () => {
    expect(oauthError(await ask(service, terminal, { scope: 'unknown' }))).toEqual([400, 'invalid_scope']);
    const resource = 'https://unknown.example.com/';
    expect(oauthError(await ask(service, terminal, { resource }))).toEqual([400, 'invalid_target']);
  });

  test('400 INVALID_DPOP_PROOF for a proof of another request', async () => {
    const dpop = await (await newProofKey()).prove('POST', `${service.baseUrl}/oauth2/token`);
    expect(answerOf(await ask(service, terminal, {}, { headers: { dpop } }))).toEqual(refusal('INVALID_DPOP_PROOF'));
  });

  test('429 after sixty of one network, and another network goes on', async () => {
    const ip = freshIp();
    for (let at = 0; at < 6; at++) await race(10, () => ask(service, terminal, {}, { ip }));
    expect(answerOf(await ask(service, terminal, {}, { ip }))).toEqual(refusal('RATE_LIMITED'));
    expect((await ask(service, terminal)).status).toBe(200);
  });
});

describe('the page for devices', () => {
  test('tells who asks, for what, from where and when, for the code in any spelling', async () => {
    const { jar, user } = await signedIn(service, tenant);
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64)';
    const ip = freshIp();
    const sent = { ip, headers: { 'user-agent': userAgent } };
    const { user_code } = await codesOf(service, terminal, {}, sent);
    for (const spelling of [user_code, user_code.toLowerCase(), user_code.replace('-', ''), ` ${user_code} `]) {
      const { status, body } = await type(jar, spelling);
      expect([status, body]).toMatchObject([
        200,
        {
          userCode: user_code,
          application: { id: terminal.application.id, name: 'Terminal' },
          isThirdParty: false,
          host: null,
          resource: null,
          scopes: ['openid', 'email', 'offline_access'].map((name) => ({ name, text: null })),
          deviceName: 'Linux',
          ipAddress: ip,
          account: { address: user.email },
          tenant: { id: tenant.id },
        },
      ]);
    }
  });

  test('names the host of registered addresses, the API and its scopes', async () => {
    const { jar } = await signedIn(service, tenant);
    const notes = await newResource({ isFirstPartyOnly: false });
    const tv = await newServer({ grants: ['authorization_code', 'refresh_token', DEVICE_GRANT], party: 'third' });
    const codes = await codesOf(service, tv, { scope: 'openid notes:read', resource: notes.uri });
    const { body } = await type(jar, codes.user_code);
    expect(body).toMatchObject({
      isThirdParty: true,
      host: 'app.example.com',
      resource: { name: 'Notes', uri: notes.uri },
      scopes: [
        { name: 'openid', text: null },
        { name: 'notes:read', text: 'To notes:read' },
      ],
    });
    await decide(jar, body);
    const { body: tokens } = await poll(service, tv, codes);
    expect(claimsOf(tokens.access_token)).toMatchObject({ aud: notes.uri, scope: 'notes:read' });
    expect((await jar.get('/auth/grants')).body.grants).toMatchObject([{ resource: notes.uri }]);
    const about = { applicationId: tv.application.id, resource: notes.uri };
    expect(await publishedAbout(service, 'svc.application_allowed', about)).toHaveLength(1);
  });

  test('403 DEVICE_GRANT_DISABLED in a tenant that has not switched it on, for any code', async () => {
    const { jar } = await signedIn(service, await service.tenant());
    const { user_code } = await codesOf(service, terminal);
    for (const code of [user_code, 'BBBB-BBBB'])
      expect(answerOf(await type(jar, code))).toEqual(refusal('DEVICE_GRANT_DISABLED'));
  });

  test('400 USER_CODE_INVALID for a code that is unknown, malformed, or of an application of another tenant', async () => {
    const { jar } = await signedIn(service, tenant);
    const elsewhere = await newTerminal({ tenantIds: [(await service.tenant()).id as never] });
    const { user_code } = await codesOf(service, elsewhere);
    for (const code of ['BBBB-BBBB', 'x', user_code])
      expect(answerOf(await type(jar, code))).toEqual(refusal('USER_CODE_INVALID'));
  });

  test('429 after ten wrong codes of a user, at any network; another user and a right code later go on', async () => {
    const { jar, user } = await signedIn(service, tenant);
    const codes = await codesOf(service, terminal);
    const replies = await race(12, () => type(jar, 'BBBB-BBBB'));
    expect(outcomes(replies)).toEqual({ '400 USER_CODE_INVALID': 10, '429 RATE_LIMITED': 2 });
    const elsewhere = await loggedIn(service, user);
    expect(answerOf(await type(elsewhere, codes.user_code))).toEqual(refusal('RATE_LIMITED'));
    expect((await type((await signedIn(service, tenant)).jar, codes.user_code)).status).toBe(200);
    await later(16 * MINUTE, async () => {
      const fresh = await codesOf(service, terminal);
      expect((await type(await loggedIn(service, user), fresh.user_code)).status).toBe(200);
    });
  });

  test('429 after sixty codes of one network, by several users', async () => {
    const ip = freshIp();
    for (let at = 0; at < 6; at++) {
      const { jar } = await signedIn(service, tenant);
      await race(10, () => type(jar, 'BBBB-BBBB', { ip }));
    }
    const { jar } = await signedIn(service, tenant);
    expect(answerOf(await type(jar, 'BBBB-BBBB', { ip }))).toEqual(refusal('RATE_LIMITED'));
    expect(answerOf(await type(jar, 'BBBB-BBBB'))).toEqual(refusal('USER_CODE_INVALID'));
  });

  test('decides for the account that it showed, and no other', async () => {
    const [{ jar }, other] = [await signedIn(service, tenant), await signedIn(service, tenant)];
    const codes = await codesOf(service, terminal);
    const asked = (await type(jar, codes.user_code)).body;
    expect(answerOf(await decide(other.jar, asked))).toEqual(refusal('FORBIDDEN'));
    const { body: me } = await other.jar.get('/auth/me');
    expect(answerOf(await decide(other.jar, { ...asked, account: { id: me.id } }))).toEqual(refusal('FORBIDDEN'));
    for (const resume of ['x', `${asked.resume}x`])
      expect(answerOf(await decide(jar, { ...asked, resume }))).toEqual(refusal('SSO_STATE_INVALID'));
    expect(oauthError(await poll(service, terminal, codes))).toEqual([400, 'authorization_pending']);
  });

  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a site beside this one', { origin: 'https://app.example.com', 'sec-fetch-site': 'same-site' }],
  ])('is the only one that may decide, not %s, with the token against forgery or without', async (_, headers) => {
    const { jar } = await signedIn(service, tenant);
    const codes = await codesOf(service, terminal);
    const asked = (await type(jar, codes.user_code, own())).body;
    const { csrfToken } = (await jar.get('/auth/csrf')).body;
    for (const more of [{}, { 'x-csrf-token': csrfToken as string }] as Record<string, string>[]) {
      const send = { headers: { ...headers, ...more } };
      for (const reply of [await type(jar, codes.user_code, send), await decide(jar, asked, true, send)])
        expect(answerOf(reply)).toEqual(refusal('CSRF_ORIGIN_REJECTED'));
    }
    expect(oauthError(await poll(service, terminal, codes))).toEqual([400, 'authorization_pending']);
  });

  test('is for people: a token of an application opens nothing of it', async () => {
    const { jar } = await signedIn(service, tenant);
    const { access_token } = await tokensOf(service, jar, await newServer(), { scope: 'openid account' });
    const headers = { authorization: `Bearer ${access_token}` };
    for (const [path, body] of [
      ['/oauth2/device', { userCode: 'BBBB-BBBB' }],
      ['/oauth2/device/decision', { resume: 'x', userId: 'x', isAllowed: true }],
    ] as const)
      expect(answerOf(await service.post(path, body, { headers }))).toEqual(refusal('FORBIDDEN'));
  });

  test('takes one decision: a second tab learns that the code is used', async () => {
    const { jar } = await signedIn(service, tenant);
    const codes = await codesOf(service, terminal);
    const [one, two] = [(await type(jar, codes.user_code)).body, (await type(jar.copy(), codes.user_code)).body];
    expect((await decide(jar, one, false)).status).toBe(200);
    expect(answerOf(await decide(jar.copy(), two))).toEqual(refusal('USER_CODE_INVALID'));
    expect(answerOf(await type(jar, codes.user_code))).toEqual(refusal('USER_CODE_INVALID'));
    expect(oauthError(await poll(service, terminal, codes))).toEqual([400, 'access_denied']);
    expect((await jar.get('/auth/grants')).body.grants).toEqual([]);
  });
});

describe('the token endpoint', () => {
  const begun = async (known = terminal, more: Record<string, string> = {}) => {
    const { jar, user } = await signedIn(service, tenant);
    const codes = await codesOf(service, known, more);
    return { jar, user, codes };
  };
  const expectRefused = async (codes: Codes, known = terminal) =>
    expect(oauthError(await poll(service, known, codes))).toEqual([400, 'invalid_grant']);

  test('gives tokens once the user has allowed it; the account lists session and grant, and takes both back', async () => {
    const { jar, codes } = await begun();
    expect(oauthError(await poll(service, terminal, codes))).toEqual([400, 'authorization_pending']);
    await allow(jar, codes);
    const ip = freshIp();
    const { status, body } = await poll(service, terminal, codes, {}, { ip });
    expect([status, body]).toMatchObject([200, { token_type: 'Bearer', scope: 'openid email offline_access' }]);
    expect((await userinfo(service, body.access_token)).status).toBe(200);
    const { sessions } = (await jar.get('/auth/sessions')).body;
    expect(sessions).toContainEqual(expect.objectContaining({ application: 'Terminal', ipAddress: ip }));
    const refreshed = await service.send('POST', '/oauth2/token', {
      raw: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: terminal.application.id,
        refresh_token: body.refresh_token,
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(refreshed.status).toBe(200);
    const { grants } = (await jar.get('/auth/grants')).body;
    expect(grants).toMatchObject([
      { application: { name: 'Terminal' }, scopes: ['openid', 'email', 'offline_access'] },
    ]);
    await jar.send('DELETE', `/auth/grants/${grants[0].id}`);
    expect((await userinfo(service, refreshed.body.access_token)).status).toBe(401);
  });

  test('gives each device a session of its own, also without a refresh token: one ends, and the other stays', async () => {
    const { jar } = await signedIn(service, tenant);
    const known = await newServer({ grants: ['authorization_code', 'refresh_token', DEVICE_GRANT] });
    const tokens: string[] = [];
    for (let device = 0; device < 2; device++) {
      const codes = await codesOf(service, known, { scope: 'openid email' });
      await allow(jar, codes);
      tokens.push((await poll(service, known, codes)).body.access_token);
    }
    // Nor does the application in the browser go on with one of them.
    tokens.push((await tokensOf(service, jar, known, { scope: 'openid email' })).access_token);
    const sids = tokens.map((token) => claimsOf(token).sid as string);
    expect(new Set(sids).size).toBe(3);
    const { sessions } = (await jar.get('/auth/sessions')).body;
    expect(sessions.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(sids));
    expect((await jar.send('DELETE', `/auth/sessions/${sids[0]}`)).status).toBe(200);
    const statuses = await Promise.all(tokens.map(async (token) => (await userinfo(service, token)).status));
    expect(statuses).toEqual([401, 200, 200]);
  });

  test('tells bus and audit log what the user decided', async () => {
    const { jar, codes } = await begun();
    await allow(jar, codes);
    const { id } = (await jar.get('/auth/me')).body;
    const [event] = await publishedAbout(service, 'svc.device_allowed', { userId: id });
    expect(event?.detail).toMatchObject({ applicationId: terminal.application.id });
    const entry = await until(async () => {
      const { body } = await service.admin('GET', `/auth/admin/api/users/${id}/audit`);
      return body.data.find(({ action }: { action: string }) => action === 'device_allowed');
    });
    expect(entry).toMatchObject({ actor: { type: 'user', id }, detail: { applicationId: terminal.application.id } });
    const denied = await codesOf(service, terminal);
    await decide(jar, (await type(jar, denied.user_code)).body, false);
    expect(await publishedAbout(service, 'svc.device_denied', { userId: id })).toHaveLength(1);
  });

  test('slow_down for a question before the interval is over, which is longer then', async () => {
    const { jar, codes } = await begun();
    const asked = (ms: number) => later(ms, async () => oauthError(await poll(service, terminal, codes))[1]);
    expect(await asked(0)).toBe('authorization_pending');
    expect(await asked(5 * SECOND)).toBe('authorization_pending');
    expect(await asked(8 * SECOND)).toBe('slow_down');
    expect(await asked(14 * SECOND)).toBe('slow_down');
    expect(await asked(30 * SECOND)).toBe('authorization_pending');
    // A decision is not held back.
    await allow(jar, codes);
    expect((await poll(service, terminal, codes)).status).toBe(200);
  });

  test('expired_token after ten minutes, also for what was allowed', async () => {
    const { jar, codes } = await begun();
    const { codes: allowed, jar: other } = await begun();
    await allow(other, allowed);
    await later(10 * MINUTE + SECOND, async () => {
      for (const each of [codes, allowed])
        expect(oauthError(await poll(service, terminal, each))).toEqual([400, 'expired_token']);
    });
    const late = (await type(jar, codes.user_code)).body;
    await later(10 * MINUTE + SECOND, async () =>
      expect(answerOf(await decide(jar, late))).toEqual(refusal('USER_CODE_INVALID')),
    );
  });

  test('invalid_grant for another application, an altered code and the user code', async () => {
    const { jar, codes } = await begun();
    await allow(jar, codes);
    await expectRefused(codes, await newTerminal());
    const { device_code } = codes;
    for (const wrong of [`${device_code.slice(0, -2)}xx`, device_code.replace('.', ''), codes.user_code])
      await expectRefused({ ...codes, device_code: wrong });
    const { body } = await poll(service, terminal, { device_code: '' });
    expect(body.error).toBe('invalid_request');
    expect((await poll(service, terminal, codes)).status).toBe(200);
  });

  test('a second use ends the session, as with a code', async () => {
    const { jar, codes } = await begun();
    await allow(jar, codes);
    const { body } = await poll(service, terminal, codes);
    await expectRefused(codes);
    expect((await userinfo(service, body.access_token)).status).toBe(401);
  });

  test('of twenty questions at once one gets tokens, and of twenty that wait one asked in time', async () => {
    const { jar, codes } = await begun();
    const waiting = await race(20, () => poll(service, terminal, codes));
    expect(outcomes(waiting)['400 AUTHORIZATION_PENDING']).toBe(1);
    await allow(jar, codes);
    const replies = await race(20, () => poll(service, terminal, codes));
    expect(outcomes(replies)).toEqual({ 200: 1, '400 INVALID_GRANT': 19 });
  });

  test('of twenty agreements at once one is written, and a repeated one is the same', async () => {
    const { jar, codes } = await begun();
    const asked = (await type(jar, codes.user_code)).body;
    const replies = await race(20, () => decide(jar, asked));
    expect(outcomes(replies)).toEqual({ 200: 20 });
    expect((await decide(jar, asked)).status).toBe(200);
    expect(answerOf(await decide(jar, asked, false))).toEqual(refusal('USER_CODE_INVALID'));
    expect((await poll(service, terminal, codes)).status).toBe(200);
    expect(await publishedAbout(service, 'svc.device_allowed', { userId: asked.account.id })).toHaveLength(1);
  });

  test('of two users who decide at once one counts', async () => {
    const [one, two] = [await signedIn(service, tenant), await signedIn(service, tenant)];
    const codes = await codesOf(service, terminal);
    const asked = [(await type(one.jar, codes.user_code)).body, (await type(two.jar, codes.user_code)).body];
    const replies = await race(20, (at) => decide([one.jar, two.jar][at % 2] as Jar, asked[at % 2], at % 4 < 2));
    const won = replies.findIndex(({ status }) => status === 200);
    expect(new Set(replies.flatMap(({ status }, at) => (status === 200 ? [at % 4] : [])))).toEqual(new Set([won % 4]));
    const { status, body } = await poll(service, terminal, codes);
    expect([status, body.error]).toEqual(won % 4 < 2 ? [200, undefined] : [400, 'access_denied']);
    if (status === 200) expect(claimsOf(body.access_token).sub).toBe(asked[won % 2].account.id);
  });

  test('of twenty decisions at once, an agreement that loses leaves no grant behind', async () => {
    const { jar } = await signedIn(service, tenant);
    const allowed: string[] = [];
    for (let round = 0; round < 8; round++) {
      const known = await newTerminal();
      const { user_code } = await codesOf(service, known);
      const asked = (await type(jar, user_code)).body;
      const replies = await race(20, (at) => decide(jar, asked, at % 2 > 0));
      const won = replies.findIndex(({ status }) => status === 200);
      if (won % 2) allowed.push(known.application.id);
    }
    const { grants } = (await jar.get('/auth/grants')).body;
    const given = grants.map(({ application }: { application: { id: string } }) => application.id);
    expect(given.toSorted()).toEqual(allowed.toSorted());
  });

  test('of two devices that are allowed at once, both get in by one grant', async () => {
    const { jar } = await signedIn(service, tenant);
    const both = [await codesOf(service, terminal), await codesOf(service, terminal, { scope: 'openid profile' })];
    const asked = await Promise.all(both.map(async ({ user_code }) => (await type(jar, user_code)).body));
    expect(outcomes(await race(20, (at) => decide(jar, asked[at % 2])))).toEqual({ 200: 20 });
    for (const codes of both) expect((await poll(service, terminal, codes)).status).toBe(200);
    const { grants } = (await jar.get('/auth/grants')).body;
    expect(grants).toMatchObject([
      { scopes: expect.arrayContaining(['openid', 'email', 'profile', 'offline_access']) },
    ]);
  });

  test('binds the tokens to the key that the device shows, and the code to the key of its request', async () => {
    const [key, other] = [await newProofKey(), await newProofKey()];
    const { jar } = await signedIn(service, tenant);
    const dpop = await key.prove('POST', `${service.baseUrl}/oauth2/device_authorization`);
    const codes = await codesOf(service, terminal, {}, { headers: { dpop } });
    await allow(jar, codes);
    const form = { grant_type: DEVICE_GRANT, device_code: codes.device_code };
    await expectRefused(codes);
    expect(oauthError(await tokenWith(service, terminal, other, form))).toEqual([400, 'invalid_grant']);
    const { status, body } = await tokenWith(service, terminal, key, form);
    expect([status, body.token_type]).toEqual([200, 'DPoP']);
    expect(claimsOf(body.access_token)).toMatchObject({ cnf: { jkt: key.jkt } });
  });

  describe('refuses what was switched off after the user allowed it:', () => {
    const admin = (method: string, path: string, body?: unknown) =>
      service.admin(method, `/auth/admin/api/${path}`, body);
    type Scene = { jar: Jar; own: Tenant; known: Known; userId: string };
    const SWITCHES: [string, (scene: Scene) => Promise<unknown>, string][] = [
      [
        'the application',
        ({ known }) => admin('PATCH', `applications/${known.application.id}`, { isActive: false }),
        'invalid_client',
      ],
      [
        'its grant',
        ({ known }) => admin('PATCH', `applications/${known.application.id}`, { grants: ['authorization_code'] }),
        'unauthorized_client',
      ],
      [
        'its tenant',
        ({ known }) => admin('PATCH', `applications/${known.application.id}`, { tenantIds: [tenant.id] }),
        'invalid_grant',
      ],
      [
        'the setting',
        ({ own }) => admin('PATCH', `tenants/${own.id}`, { settings: { deviceGrant: null } }),
        'invalid_grant',
      ],
      ['the tenant', ({ own }) => admin('PATCH', `tenants/${own.id}`, { isActive: false }), 'invalid_grant'],
      ['the user', ({ userId }) => admin('PATCH', `users/${userId}`, { isActive: false }), 'invalid_grant'],
      ['the session', ({ jar }) => jar.post('/auth/logout'), 'invalid_grant'],
      [
        'the grant of the user',
        async ({ jar }) => {
          const { grants } = (await jar.get('/auth/grants')).body;
          return jar.send('DELETE', `/auth/grants/${grants[0].id}`);
        },
        'invalid_grant',
      ],
    ];
    test.each(SWITCHES)('%s', async (_, off, error) => {
      const own = await deviceTenant(service);
      const known = await newTerminal();
      const { jar } = await signedIn(service, own);
      const codes = await codesOf(service, known);
      await allow(jar, codes);
      const userId = (await jar.get('/auth/me')).body.id;
      const reply = (await off({ jar, own, known, userId })) as { status: number; text: string };
      expect([reply.status < 300, reply.text]).toEqual([true, reply.text]);
      expect((await poll(service, known, codes)).body.error).toBe(error);
    });
  });
});

test('an admin who acts as a user cannot let a device in', async () => {
  const scene = await openTenant(service, { deviceGrant: { enabled: true } });
  const { headers } = await acting(await scopedAdmin(service, 'operator'), await service.signup(scene));
  const { user_code } = await codesOf(service, terminal);
  for (const reply of [
    await service.post('/oauth2/device', { userCode: user_code }, { headers }),
    await service.post('/oauth2/device/decision', { resume: 'x', userId: 'x', isAllowed: true }, { headers }),
  ])
    expect(answerOf(reply)).toEqual(refusal('NOT_WHILE_ACTING'));
});
