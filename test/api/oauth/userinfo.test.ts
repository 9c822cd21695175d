import { describe, expect, test } from '@jest/globals';
import { answerOf, disable, expectWellFormed, refusal } from '../../support/api.ts';
import { basicOf, newMachine, postForm } from '../../support/applications.ts';
import { newServer, signedIn, tokensOf, userinfo } from '../../support/oauth-browser.ts';
import { bearer, prepared, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const known = prepared(() => newServer());
const browser = prepared(() => signedIn(service, tenant));

describe.each(['GET', 'POST'])('%s /oauth2/userinfo', (method) => {
  const call = (headers: Record<string, string | string[]>) => service.send(method, '/oauth2/userinfo', { headers });

  test('200 has the claims that the scopes open', async () => {
    const { sub } = claimsOf(browser.user.tokens.accessToken);
    await service.admin('PATCH', `/auth/admin/api/users/${sub}`, { metadata: { name: 'Eve', picture: 7 } });
    const { access_token, id_token } = await tokensOf(service, browser.jar, known, {
      scope: 'openid profile email phone',
    });
    const reply = await call(bearer(access_token));
    expectWellFormed(reply);
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        sub,
        tid: tenant.id,
        name: 'Eve',
        updated_at: expect.any(Number),
        email: browser.user.email,
        email_verified: false,
      },
    ]);
    expect(claimsOf(id_token)).toMatchObject(reply.body);
    const { access_token: bare } = await tokensOf(service, browser.jar, known, { scope: 'openid' });
    expect((await call(bearer(bare))).body).toEqual({ sub, tid: tenant.id });
  });

  test('lets pages of every origin call, with a token and without cookies', async () => {
    const { access_token } = await tokensOf(service, browser.jar, known);
    const reply = await call({ ...bearer(access_token), origin: 'https://anywhere.example.org' });
    expect(reply.headers['access-control-allow-origin']).toBe('*');
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('400 for two tokens', async () => {
    const reply = await call({ authorization: ['Bearer a', 'Bearer b'] });
    expect(answerOf(reply)).toEqual(refusal('CONFLICTING_CREDENTIALS'));
  });

  test('401 without a token in the header, also with the cookies of a session', async () => {
    const reply = await call({ cookie: browser.jar.header() });
    expectWellFormed(reply);
    expect(answerOf(reply)).toEqual(refusal('NO_AUTH_PROVIDED'));
    expect(reply.headers['www-authenticate']).toMatch(/^Bearer, DPoP algs=/);
  });

  test('401 for an id token, a refresh token, the token of a machine and a malformed one', async () => {
    const tokens = await tokensOf(service, browser.jar, known);
    const machine = await newMachine(tenant);
    const headers = basicOf(machine);
    const { body } = await postForm(service, '/oauth2/token', { grant_type: 'client_credentials' }, { headers });
    for (const token of [tokens.id_token, tokens.refresh_token, body.access_token, 'x']) {
      const reply = await call(bearer(token));
      expectWellFormed(reply);
      expect([...answerOf(reply), reply.body.error]).toEqual([...refusal('INVALID_TOKEN'), 'invalid_token']);
      expect(reply.headers['www-authenticate']).toMatch(/^Bearer error="invalid_token"/);
    }
  });

  test('401 after the session has ended, and for a disabled account', async () => {
    const { jar, user } = await signedIn(service, tenant);
    const { access_token } = await tokensOf(service, jar, known);
    await disable(user);
    expect(answerOf(await call(bearer(access_token)))).toEqual(refusal('ACCOUNT_INACTIVE'));
    const other = await signedIn(service, tenant);
    const tokens = await tokensOf(service, other.jar, known);
    await other.jar.post('/auth/logout');
    expect(answerOf(await userinfo(service, tokens.access_token))).toEqual(refusal('SESSION_NOT_FOUND'));
    expect(answerOf(await call(bearer(tokens.access_token)))).toEqual(refusal('SESSION_NOT_FOUND'));
  });

  test('403 for a token without the scope openid', async () => {
    const { access_token } = await tokensOf(service, browser.jar, known, { scope: 'email' });
    for (const token of [access_token, browser.user.tokens.accessToken]) {
      const reply = await call(bearer(token));
      expect([...answerOf(reply), reply.body.error]).toEqual([...refusal('FORBIDDEN'), 'insufficient_scope']);
      expect(reply.headers['www-authenticate']).toMatch(/error="insufficient_scope"/);
    }
  });
});
