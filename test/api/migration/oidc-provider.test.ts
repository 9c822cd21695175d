// Tests a first login with an earlier service by other authors: oidc-provider, with the password grant and userinfo.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import { OIDC_PASSWORD, type OidcProvider, startOidcProvider } from '../../support/oidc-provider.ts';
import { bearer, newPassword, type Service, startService, type Tenant } from '../../support/service.ts';

let service: Service;
let op: OidcProvider;
beforeAll(async () => {
  op = await startOidcProvider();
  service = await startService();
});
afterAll(async () => {
  await service.stop();
  await op.stop();
});

const serve = (method: string) =>
  op.serve('https://app.example/callback', {
    grant_types: ['authorization_code', 'password'],
    token_endpoint_auth_method: method,
  });

const tenantOf = (authMethod: string, clientSecret = op.clientSecret): Promise<Tenant> => {
  const { issuer, clientId } = op;
  const endsAt = new Date(Date.now() + 86_400_000).toISOString();
  const urls = { url: `${issuer}/token`, userinfoUrl: `${issuer}/me` };
  return service.tenant({ migration: { kind: 'oauth', ...urls, clientId, clientSecret, authMethod, endsAt } });
};

test.each([
  ['post', 'client_secret_post'],
  ['basic', 'client_secret_basic'],
])('a person of oidc-provider moves with the secret sent by %s', async (authMethod, method) => {
  serve(method);
  const tenant = await tenantOf(authMethod);
  const email = `${authMethod}@op.example`;
  const wrong = await service.login({ tenant, email, password: newPassword() });
  expect(answerOf(wrong)).toEqual(refusal('INVALID_CREDENTIALS'));
  const { status, body } = await service.login({ tenant, email, password: OIDC_PASSWORD });
  expect(status).toBe(200);
  const me = (await service.get('/auth/me', { headers: bearer(body) })).body;
  expect(me).toMatchObject({ email, name: `Person ${authMethod}` });
  expect(me.emailVerifiedAt).not.toBeNull();
});

test('a secret that oidc-provider does not accept is a 503, not a wrong password', async () => {
  serve('client_secret_post');
  const tenant = await tenantOf('post', 'not the secret');
  const reply = await service.login({ tenant, email: 'ada@op.example', password: OIDC_PASSWORD });
  expect(answerOf(reply)).toEqual(refusal('SERVICE_UNAVAILABLE'));
});
