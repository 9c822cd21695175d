// Tests that an access token is complete by RFC 9068, with a library that other services use.
import { expect, test } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import { bearer, useService } from '../../support/service.ts';

const service = useService();

/** Validates the token as a resource server does, with the keys that the service publishes. */
async function validated(accessToken: string): Promise<oauth.JWTAccessTokenClaims> {
  const { body: metadata } = await service.get('/.well-known/openid-configuration');
  const { body: keys } = await service.get('/.well-known/jwks.json');
  const request = new Request('https://api.example.com/orders', { headers: bearer(accessToken) });
  return oauth.validateJwtAccessToken(metadata, request, service.baseUrl, {
    [oauth.customFetch]: async () => Response.json(keys),
    [oauth.allowInsecureRequests]: true,
  });
}

test('an access token passes the validation of oauth4webapi', async () => {
  const { tenant, tokens } = await service.signup(await service.tenant());
  expect(await validated(tokens.accessToken)).toMatchObject({
    iss: service.baseUrl,
    client_id: service.baseUrl,
    tid: tenant.id,
  });
});

test('the token of a pending login does not', async () => {
  const { tokens } = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
  await expect(validated(tokens.accessToken)).rejects.toThrow();
});
