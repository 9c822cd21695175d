// Modules of the OpenID Foundation's Basic OP profile that no other test covers, by their names.
import { expect, test } from '@jest/globals';
import { postForm } from '../../support/applications.ts';
import { CALLBACK, exchange, newServer, pathOf, requestOf, signedIn, targetOf } from '../../support/oauth-browser.ts';
import { prepared, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
const VERIFIER = 'v'.repeat(43);
const browser = prepared(async () => signedIn(service, await service.tenant()));
const known = prepared(() => newServer());

test.each<[string, Record<string, string | undefined>]>([
  ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
  ['oidcc-display-page', { display: 'page' }],
  ['oidcc-display-popup', { display: 'popup' }],
  ['oidcc-claims-essential', { claims: '{"userinfo":{"name":{"essential":true}}}' }],
  ['oidcc-claims-locales', { claims_locales: 'se' }],
  ['oidcc-ui-locales', { ui_locales: 'se' }],
  ['oidcc-login-hint', { login_hint: 'buffy@example.com' }],
  ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
  ['oidcc-ensure-request-without-nonce-succeeds-for-code-flow', { nonce: undefined }],
  ['oidcc-ensure-other-scope-order-succeeds', { scope: 'email openid' }],
  ['oidcc-scope-address', { scope: 'openid address' }],
])('%s: the request leads to tokens', async (_, more) => {
  const reply = await browser.jar.get(pathOf(requestOf(known, VERIFIER, more)));
  const { to, query } = targetOf(reply);
  expect([to, query.error]).toEqual([CALLBACK, undefined]);
  const { status, body } = await exchange(service, known, { code: query.code as string, verifier: VERIFIER });
  expect(status).toBe(200);
  expect(claimsOf(body.id_token)).toMatchObject({
    sub: claimsOf(browser.user.tokens.accessToken).sub,
    aud: known.application.id,
  });
});

test('oidcc-userinfo-post-body: a token in the body is not accepted (RFC 9700 4.3.2)', async () => {
  const reply = await browser.jar.get(pathOf(requestOf(known, VERIFIER)));
  const { body } = await exchange(service, known, { code: targetOf(reply).query.code as string, verifier: VERIFIER });
  const refused = await postForm(service, '/oauth2/userinfo', { access_token: body.access_token });
  expect(refused.status).toBe(401);
});
