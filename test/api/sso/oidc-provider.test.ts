// Tests logins with a strict OpenID provider by other authors: discovery, PKCE, code, id token and keys.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { answerOf, claimsOf, later, MINUTE, refusal } from '../../support/api.ts';
import { type OidcProvider, startOidcProvider } from '../../support/oidc-provider.ts';
import { bearer, type Service, startService, type Tenant } from '../../support/service.ts';
import { codeIn, comeBack, exchange, HOME, leave } from '../../support/sso.ts';

let service: Service;
let op: OidcProvider;
let tenant: Tenant;
beforeAll(async () => {
  op = await startOidcProvider();
  const providers = {
    corp: { issuer: op.issuer, clientId: op.clientId, clientSecret: op.clientSecret, trustEmail: true },
  };
  service = await startService({ GATEHOUSE_SSO_PROVIDERS: JSON.stringify(providers) });
  tenant = await service.tenant({ redirectUris: [HOME] });
});
afterAll(async () => {
  await service.stop();
  await op.stop();
});

const logIn = async (account: string, mode = 'header') => {
  const trip = await leave(service, tenant, { mode }, 'corp');
  return { trip, back: await op.logIn(trip.location, account) };
};

test('an SSO login with a strict provider completes from end to end', async () => {
  op.serve(`${service.baseUrl}/auth/callback/corp`);
  const { trip, back } = await logIn('ada');
  expect(back.searchParams.get('iss')).toBe(op.issuer);
  const reply = await comeBack(service, back, trip);
  const tokens = await exchange(service, tenant, { code: codeIn(reply) }, { providerName: 'corp' });
  const me = await service.get('/auth/me', { headers: bearer(tokens.body) });
  expect(me.body).toMatchObject({ email: 'ada@op.example', metadata: { name: 'Person ada' } });
  expect(me.body.emailVerifiedAt).not.toBeNull();
});

test.each([
  ['client_secret_basic', 11],
  ['client_secret_post', 22],
])('an SSO login sends a client secret with special characters by %s', async (method, minutes) => {
  op.serve(`${service.baseUrl}/auth/callback/corp`, { token_endpoint_auth_method: method }, [method]);
  // The provider's metadata are cached for ten minutes.
  await later(minutes * MINUTE, async () => {
    const { trip, back } = await logIn(`alan-${method.slice(-4)}`);
    expect((await comeBack(service, back, trip)).status).toBe(302);
  });
});

test('an SSO login opens the same account every time, in cookie mode too', async () => {
  op.serve(`${service.baseUrl}/auth/callback/corp`);
  const accounts = [];
  for (const mode of ['header', 'cookie']) {
    const { trip, back } = await logIn('grace', mode);
    const reply = await comeBack(service, back, trip);
    expect(reply.status).toBe(302);
    const token =
      mode === 'cookie'
        ? (/svc_access=([^;]+)/.exec(reply.setCookies.join('\n'))?.[1] as string)
        : (await exchange(service, tenant, { code: codeIn(reply) }, { providerName: 'corp' })).body.accessToken;
    accounts.push(claimsOf(token).sub);
  }
  expect(new Set(accounts).size).toBe(1);
});

test('an SSO login rejects a code with the verifier of another flow', async () => {
  op.serve(`${service.baseUrl}/auth/callback/corp`);
  const [one, two] = [await logIn('linus'), await logIn('linus')];
  const swapped = new URL(two.back);
  swapped.searchParams.set('code', one.back.searchParams.get('code') as string);
  expect(answerOf(await comeBack(service, swapped, two.trip))).toEqual(refusal('SSO_TOKEN_INVALID'));
});

test('an SSO login accepts id tokens signed with an elliptic curve', async () => {
  op.serve(`${service.baseUrl}/auth/callback/corp`, { id_token_signed_response_alg: 'ES256' });
  const { trip, back } = await logIn('barbara');
  expect((await comeBack(service, back, trip)).status).toBe(302);
});
