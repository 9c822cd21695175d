// Sends the requests of the OpenID Foundation's Basic OP plan as the suite sends them: a confidential client, a random
// state and nonce, no PKCE (openid-certification/conformance-suite, CreateAuthorizationEndpointRequestFromClientInformation).
import { describe, expect, test } from '@jest/globals';
import { randomSecret } from '../../../lib/crypto/secrets.ts';
import { basicOf, postForm } from '../../support/applications.ts';
import { CALLBACK, newServer, pathOf, signedIn, targetOf } from '../../support/oauth-browser.ts';
import { prepared, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
const browser = prepared(async () => signedIn(service, await service.tenant()));
const known = prepared(() => newServer({ pkce: 'optional' }));

type Fields = Record<string, string | undefined>;
const requestOf = (more: Fields = {}): [string, string][] =>
  Object.entries({
    client_id: known.application.id,
    redirect_uri: CALLBACK,
    scope: 'openid',
    state: randomSecret(),
    nonce: randomSecret(),
    response_type: 'code',
    ...more,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);

const ask = async (more: Fields = {}) => targetOf(await browser.jar.get(pathOf(requestOf(more)))).query;

/** The token request of the suite repeats the address and has no verifier. */
const exchange = (code: string | undefined, isInBody = false) => {
  const form = { grant_type: 'authorization_code', code: code as string, redirect_uri: CALLBACK };
  const credentials = { client_id: known.application.id, client_secret: known.secret };
  return isInBody
    ? postForm(service, '/oauth2/token', { ...form, ...credentials })
    : postForm(service, '/oauth2/token', form, { headers: basicOf(known) });
};

describe('a module that expects tokens', () => {
  test.each<[string, Fields]>([
    ['oidcc-server', {}],
    ['oidcc-ensure-request-without-nonce-succeeds-for-code-flow', { nonce: undefined }],
    ['oidcc-scope-profile', { scope: 'openid profile' }],
    ['oidcc-scope-all', { scope: 'openid profile email address phone' }],
    ['oidcc-display-page', { display: 'page' }],
    ['oidcc-prompt-none-logged-in', { prompt: 'none' }],
    ['oidcc-max-age-10000', { max_age: '10000' }],
    ['oidcc-ui-locales', { ui_locales: 'se' }],
    ['oidcc-claims-locales', { claims_locales: 'se' }],
    ['oidcc-login-hint', { login_hint: 'buffy@example.com' }],
    ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
    ['oidcc-claims-essential', { claims: '{"userinfo":{"name":{"essential":true}}}' }],
  ])('%s: the request without PKCE leads to tokens', async (_, more) => {
    const { code, error } = await ask(more);
    expect(error).toBe(undefined);
    const { status, body } = await exchange(code);
    expect([status, claimsOf(body.id_token)]).toMatchObject([200, { aud: known.application.id, iss: service.baseUrl }]);
  });

  test('oidcc-server-client-secret-post: the secret may be in the body', async () => {
    expect((await exchange((await ask()).code, true)).status).toBe(200);
  });

  test('oidcc-ensure-post-request-succeeds: the request may be a form', async () => {
    const { headers } = await postForm(service, '/oauth2/authorize', requestOf());
    const reply = await browser.jar.get((headers.location as string).replace(service.baseUrl, ''));
    expect((await exchange(targetOf(reply).query.code)).status).toBe(200);
  });

  test('oidcc-codereuse: a second use of the code is refused, and what it gave ends', async () => {
    const { code } = await ask();
    const { body } = await exchange(code);
    expect((await exchange(code)).body.error).toBe('invalid_grant');
    const headers = { authorization: `Bearer ${body.access_token}` };
    expect((await service.get('/oauth2/userinfo', { headers })).status).toBe(401);
  });
});

describe('a module that expects an error', () => {
  test.each<[string, Fields, string]>([
    ['oidcc-response-type-missing', { response_type: undefined }, 'invalid_request'],
    ['oidcc-unsigned-request-object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['oidcc-request-uri-unsigned', { request_uri: 'https://app.example.com/r' }, 'request_uri_not_supported'],
  ])('%s: the application gets the error', async (_, more, error) => {
    expect((await ask(more)).error).toBe(error);
  });
});
