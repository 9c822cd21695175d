// Lets two independent libraries log a user in, as applications would: openid-client and oauth4webapi.
import { describe, expect, test } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { CALLBACK, HOME, newServer, signedIn, userinfo } from '../../support/oauth-browser.ts';
import { useService } from '../../support/service.ts';

const service = useService();

/** Follows the redirects of the provider in the browser until they leave it. */
async function follow(jar: { get: (path: string) => Promise<{ headers: { location?: string } }> }, start: URL) {
  let at = start;
  for (let hops = 0; at.origin === new URL(service.baseUrl).origin && hops < 5; hops++) {
    const { location } = (await jar.get(`${at.pathname}${at.search}`)).headers;
    at = new URL(location as string);
  }
  return at;
}

describe('openid-client', () => {
  const set = async () => {
    const browser = await signedIn(service, await service.tenant());
    const known = await newServer();
    const config = await client.discovery(
      new URL(service.baseUrl),
      known.application.id,
      undefined,
      client.ClientSecretBasic(known.secret),
      { execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks] },
    );
    const verifier = client.randomPKCECodeVerifier();
    const [state, nonce] = [client.randomState(), client.randomNonce()];
    const parameters = {
      redirect_uri: CALLBACK,
      scope: 'openid email offline_access',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    };
    return { ...browser, known, config, verifier, state, nonce, parameters };
  };

  test('logs a user in, reads the claims, refreshes and signs out', async () => {
    const { jar, user, config, verifier, state, nonce, parameters } = await set();
    const back = await follow(jar, client.buildAuthorizationUrl(config, parameters));
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
    const tokens = await client.authorizationCodeGrant(config, back, { ...checks, maxAge: 900 });
    const claims = tokens.claims();
    expect(claims?.email).toBe(user.email);
    const subject = claims?.sub as string;
    expect((await client.fetchUserInfo(config, tokens.access_token, subject)).email).toBe(user.email);
    const next = await client.refreshTokenGrant(config, tokens.refresh_token as string);
    expect(next.claims()?.sub).toBe(subject);
    const { payload } = await jwtVerify(
      next.access_token,
      createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri as string)),
      { issuer: service.baseUrl, audience: service.baseUrl, typ: 'at+jwt' },
    );
    expect(payload.sub).toBe(subject);
    const logout = client.buildEndSessionUrl(config, {
      id_token_hint: next.id_token as string,
      post_logout_redirect_uri: HOME,
    });
    expect((await follow(jar, logout)).href).toBe(HOME);
    expect((await userinfo(service, next.access_token)).status).toBe(401);
  });

  test('signs in silently with prompt none, and learns when that is impossible', async () => {
    const { jar, config, verifier, state, nonce, parameters } = await set();
    const silent = () => follow(jar, client.buildAuthorizationUrl(config, { ...parameters, prompt: 'none' }));
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
    const tokens = await client.authorizationCodeGrant(config, await silent(), checks);
    expect(tokens.claims()?.sub).toBeDefined();
    await jar.post('/auth/logout');
    const failed = client.authorizationCodeGrant(config, await silent(), checks);
    await expect(failed).rejects.toMatchObject({ error: 'login_required' });
  });

  test('refuses a wrong state and a wrong nonce, and gets no tokens for a replayed code', async () => {
    const { jar, config, verifier, state, nonce, parameters } = await set();
    const back = () => follow(jar, client.buildAuthorizationUrl(config, parameters));
    const grant = async (more: object, url?: URL) =>
      client.authorizationCodeGrant(config, url ?? (await back()), {
        ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce },
        ...more,
      });
    await expect(grant({ expectedState: 'wrong' })).rejects.toThrow();
    await expect(grant({ expectedNonce: 'wrong' })).rejects.toThrow();
    const once = await back();
    await grant({}, once);
    await expect(grant({}, once)).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});

test('oauth4webapi logs a user in and checks the issuer of the response', async () => {
  const { jar, user } = await signedIn(service, await service.tenant());
  const { application, secret } = await newServer();
  const issuer = new URL(service.baseUrl);
  const insecure = { [oauth.allowInsecureRequests]: true };
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  const self: oauth.Client = { client_id: application.id };
  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const url = new URL(server.authorization_endpoint as string);
  const parameters = {
    client_id: application.id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid email',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  };
  url.search = new URLSearchParams(parameters).toString();
  const checked = oauth.validateAuthResponse(server, self, await follow(jar, url), state);
  const auth = oauth.ClientSecretPost(secret);
  const sent = [server, self, auth, checked, CALLBACK, verifier, insecure] as const;
  const reply = await oauth.authorizationCodeGrantRequest(...sent);
  const tokens = await oauth.processAuthorizationCodeResponse(server, self, reply, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  expect(oauth.getValidatedIdTokenClaims(tokens)?.email).toBe(user.email);
  const info = await oauth.userInfoRequest(server, self, tokens.access_token, insecure);
  const { sub } = oauth.getValidatedIdTokenClaims(tokens) as { sub: string };
  expect((await oauth.processUserInfoResponse(server, self, sub, info)).email).toBe(user.email);
});
