// Tokens that are bound to a key (RFC 9449), as libraries of others get and use them.
import { expect, test } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { expectWellFormed } from '../../support/api.ts';
import { basicOf, newMachine, postForm } from '../../support/applications.ts';
import { newProofKey, tokenWith } from '../../support/dpop.ts';
import { ask, CALLBACK, newServer, requestOf, signedIn } from '../../support/oauth-browser.ts';
import { useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
const insecure = { [oauth.allowInsecureRequests]: true };

test('openid-client logs in, refreshes and calls userinfo and the API with bound tokens', async () => {
  const { jar, user } = await signedIn(service, await service.tenant());
  const { application } = await newServer({ kind: 'browser', secrets: [] });
  const options = { execute: [client.allowInsecureRequests] };
  const config = await client.discovery(new URL(service.baseUrl), application.id, undefined, client.None(), options);
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
  const verifier = client.randomPKCECodeVerifier();
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid email offline_access account',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 'the-state',
    dpop_jkt: await DPoP.calculateThumbprint(),
  });
  const { headers } = await jar.get(`${address.pathname}${address.search}`);
  const back = new URL(headers.location as string);
  const checks = { pkceCodeVerifier: verifier, expectedState: 'the-state' };
  const tokens = await client.authorizationCodeGrant(config, back, checks, undefined, { DPoP });
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token as string, undefined, { DPoP });
  const { sub } = claimsOf(user.tokens.accessToken);
  for (const { token_type, access_token } of [tokens, renewed]) {
    expect(token_type).toBe('dpop');
    expect(await client.fetchUserInfo(config, access_token, sub, { DPoP })).toMatchObject({ email: user.email });
    const me = new URL(`${service.baseUrl}/auth/me`);
    const reply = await client.fetchProtectedResource(config, access_token, me, 'GET', null, undefined, { DPoP });
    expect(reply.status).toBe(200);
  }
});

test('oauth4webapi gets a bound token for a machine, and introspection names its key', async () => {
  const known = await newMachine(await service.tenant());
  const issuer = new URL(service.baseUrl);
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  const about = { client_id: known.application.id };
  const DPoP = oauth.DPoP({}, await oauth.generateKeyPair('ES256'));
  const by = oauth.ClientSecretBasic(known.secret);
  const response = await oauth.clientCredentialsGrantRequest(server, about, by, {}, { ...insecure, DPoP });
  const { token_type, access_token } = await oauth.processClientCredentialsResponse(server, about, response);
  const jkt = await DPoP.calculateThumbprint();
  expect([token_type, claimsOf(access_token).cnf]).toEqual(['dpop', { jkt }]);
  const headers = basicOf(known);
  const introspection = await postForm(service, '/oauth2/introspect', { token: access_token }, { headers });
  expectWellFormed(introspection);
  expect(introspection.body).toMatchObject({ active: true, token_type: 'DPoP', cnf: { jkt } });
});

test.each(['ES256', 'EdDSA', 'Ed25519', 'PS256', 'RS256'])('a key of %s binds tokens', async (alg) => {
  const [machine, key] = [await newMachine(await service.tenant()), await newProofKey(alg)];
  const reply = await tokenWith(service, machine, key, { grant_type: 'client_credentials' });
  expect([reply.body.token_type, claimsOf(reply.body.access_token).cnf]).toEqual(['DPoP', { jkt: key.jkt }]);
  const { body } = await service.get('/.well-known/openid-configuration');
  expect(body.dpop_signing_alg_values_supported).toContain(alg);
});

test('a pushed request is bound by its proof or by dpop_jkt, and by two keys not at all', async () => {
  const { jar } = await signedIn(service, await service.tenant());
  const [known, key, other] = [await newServer(), await newProofKey(), await newProofKey()];
  const push = async (dpop: string | undefined, more: Record<string, string> = {}) =>
    postForm(service, '/oauth2/par', requestOf(known, 'v'.repeat(43), more), {
      headers: { ...basicOf(known), ...(dpop !== undefined && { dpop }) },
    });
  const proof = () => key.prove('POST', `${service.baseUrl}/oauth2/par`);
  expect((await push(await proof(), { dpop_jkt: other.jkt })).status).toBe(400);
  expect((await push(await proof(), { dpop_jkt: key.jkt })).status).toBe(201);
  const { request_uri } = (await push(await proof())).body;
  const { query } = await ask(jar, known, { request_uri });
  const form = {
    grant_type: 'authorization_code',
    code: query.code as string,
    code_verifier: 'v'.repeat(43),
    redirect_uri: CALLBACK,
  };
  const refused = await tokenWith(service, known, other, form);
  expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
  expect((await tokenWith(service, known, key, form)).body.token_type).toBe('DPoP');
});

test('an application with a credential refreshes without the key: its refresh token is not bound', async () => {
  const { jar } = await signedIn(service, await service.tenant());
  const [known, key] = [await newServer(), await newProofKey()];
  const { query, verifier } = await ask(jar, known);
  const form = { code: query.code as string, code_verifier: verifier, redirect_uri: CALLBACK };
  const { body } = await tokenWith(service, known, key, { grant_type: 'authorization_code', ...form });
  const fields = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
  const renewed = await postForm(service, '/oauth2/token', fields, { headers: basicOf(known) });
  expect([renewed.status, renewed.body.token_type]).toEqual([200, 'Bearer']);
});
