// Lets libraries of others get tokens: openid-client and oauth4webapi, with every method of authentication.
import { describe, expect, test } from '@jest/globals';
import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { type Known, newMachine } from '../../support/applications.ts';
import { allow, deviceTenant, newTerminal } from '../../support/devices.ts';
import { signedIn } from '../../support/oauth-browser.ts';
import { type Tenant, useService } from '../../support/service.ts';

const service = useService();

/** A machine with a secret and a key. */
async function machine(tenant: Tenant): Promise<Known & { key: CryptoKey }> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwks = [{ ...(await exportJWK(publicKey)), kid: 'one' }];
  return { ...(await newMachine(tenant, { jwks })), key: privateKey };
}

async function expectToken(token: string, { application }: Known): Promise<void> {
  const keys = createRemoteJWKSet(new URL(`${service.baseUrl}/.well-known/jwks.json`));
  const { payload } = await jwtVerify(token, keys, {
    issuer: service.baseUrl,
    audience: service.baseUrl,
    typ: 'at+jwt',
  });
  expect(payload).toMatchObject({ sub: application.id, client_id: application.id });
}

describe.each(['oauth2', 'oidc'] as const)('openid-client, discovering as %s', (algorithm) => {
  test.each<[string, (of: Known & { key: CryptoKey }) => client.ClientAuth]>([
    ['client_secret_basic', ({ secret }) => client.ClientSecretBasic(secret)],
    ['client_secret_post', ({ secret }) => client.ClientSecretPost(secret)],
    ['private_key_jwt', ({ key }) => client.PrivateKeyJwt({ key, kid: 'one' })],
  ])('gets, introspects and revokes a token by %s', async (_, authentication) => {
    const tenant = await service.tenant();
    const known = await machine(tenant);
    const { id } = known.application;
    const options = { algorithm, execute: [client.allowInsecureRequests] };
    const server = new URL(service.baseUrl);
    const config = await client.discovery(server, id, undefined, authentication(known), options);
    const reply = await client.clientCredentialsGrant(config, { tenant: tenant.id });
    await expectToken(reply.access_token, known);
    expect(await client.tokenIntrospection(config, reply.access_token)).toMatchObject({ active: true, sub: id });
    await client.tokenRevocation(config, reply.access_token);
    expect(await client.tokenIntrospection(config, reply.access_token)).toEqual({ active: false });
    await expect(client.clientCredentialsGrant(config, { tenant: 'nobody' })).rejects.toMatchObject({
      error: 'unauthorized_client',
      status: 400,
    });
  });
});

describe('oauth4webapi', () => {
  test.each<[string, (of: Known & { key: CryptoKey }) => oauth.ClientAuth]>([
    ['client_secret_basic', ({ secret }) => oauth.ClientSecretBasic(secret)],
    ['client_secret_post', ({ secret }) => oauth.ClientSecretPost(secret)],
    ['private_key_jwt', ({ key }) => oauth.PrivateKeyJwt({ key, kid: 'one' })],
  ])('gets a token by %s, and reads why it gets none', async (_, authentication) => {
    const known = await machine(await service.tenant());
    const issuer = new URL(service.baseUrl);
    const insecure = { [oauth.allowInsecureRequests]: true };
    const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    const server = await oauth.processDiscoveryResponse(issuer, response);
    const about = { client_id: known.application.id };
    const ask = async (by: oauth.ClientAuth, fields: Record<string, string> = {}) => {
      const reply = await oauth.clientCredentialsGrantRequest(server, about, by, fields, insecure);
      return oauth.processClientCredentialsResponse(server, about, reply);
    };
    const { access_token } = await ask(authentication(known));
    await expectToken(access_token, known);
    await expect(ask(oauth.ClientSecretPost('gcs_x'))).rejects.toThrow();
    await expect(ask(authentication(known), { scope: 'no' })).rejects.toMatchObject({ error: 'invalid_scope' });
  });
});

describe('a device without a browser', () => {
  test('gets in with oauth4webapi', async () => {
    const known = await newTerminal();
    const issuer = new URL(service.baseUrl);
    const insecure = { [oauth.allowInsecureRequests]: true };
    const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    const server = await oauth.processDiscoveryResponse(issuer, response);
    const [about, by] = [{ client_id: known.application.id }, oauth.None()];
    const asked = await oauth.deviceAuthorizationRequest(server, about, by, { scope: 'openid' }, insecure);
    const codes = await oauth.processDeviceAuthorizationResponse(server, about, asked);
    const poll = async () => {
      const reply = await oauth.deviceCodeGrantRequest(server, about, by, codes.device_code, insecure);
      return oauth.processDeviceCodeResponse(server, about, reply);
    };
    await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending' });
    const { jar } = await signedIn(service, await deviceTenant(service));
    await allow(jar, codes);
    expect(oauth.getValidatedIdTokenClaims(await poll())).toMatchObject({ aud: known.application.id });
  });

  test('gets in with openid-client, which polls by itself', async () => {
    const known = await newTerminal();
    const options = { execute: [client.allowInsecureRequests] };
    const about = await client.discovery(
      new URL(service.baseUrl),
      known.application.id,
      undefined,
      client.None(),
      options,
    );
    const codes = await client.initiateDeviceAuthorization(about, { scope: 'openid' });
    const { jar } = await signedIn(service, await deviceTenant(service));
    await allow(jar, codes);
    const tokens = await client.pollDeviceAuthorizationGrant(about, { ...codes, interval: 0.05 });
    expect(tokens.claims()).toMatchObject({ aud: known.application.id });
  });
});
