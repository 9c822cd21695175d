// Tests POST /auth/admin/api/tenants/{id}/identity-providers/{provider}/test.
import { describe, expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import type { Behaviour } from '../../support/identity-provider.ts';
import { race, tally } from '../../support/race.ts';
import { PROVIDER, tenantWith, useSso } from '../../support/sso.ts';

const sso = useSso();

const run = (id: string, provider = PROVIDER) =>
  sso.service.admin('POST', `/auth/admin/api/tenants/${id}/identity-providers/${provider}/test`);
const tenantOf = (behaviour: Behaviour, settings: Record<string, unknown> = {}) => {
  const realm = sso.idp.realm(behaviour);
  return tenantWith(sso.service, realm, { ssoProviders: [realm.settings(PROVIDER, settings)] });
};
type Step = { name: string; isOk: boolean; message: string };
/** Returns the first step that failed, after checking that the steps behind it were not tested or are fine. */
async function problemOf(id: string): Promise<[string, string]> {
  const { status, body } = await run(id);
  expect([status, body.isOk]).toEqual([201, false]);
  const failed: Step = body.steps.find(({ isOk }: Step) => !isOk);
  return [failed.name, failed.message];
}

describe('POST /auth/admin/api/tenants/{id}/identity-providers/{provider}/test 201', () => {
  test('passes each step for a provider that works, and shows no secret', async () => {
    const { status, body, text } = await run(sso.tenant.id);
    expect([status, body]).toEqual([
      201,
      {
        isOk: true,
        redirectUri: `${sso.service.baseUrl}/auth/callback/${PROVIDER}`,
        steps: ['client', 'discovery', 'issuer', 'endpoints', 'algorithms', 'authentication', 'keys'].map((name) => ({
          name,
          isOk: true,
          message: expect.stringMatching(/\.$/),
        })),
      },
    ]);
    expect(text).not.toContain(sso.realm.clientSecret);
  });

  test.each([
    ['responds with an error', { metadata: 'error' }, 'discovery', /responds with status 5\d\d/],
    ['responds with HTML', { metadata: 'html' }, 'discovery', /does not respond with JSON/],
    ['redirects', { metadata: 'redirect' }, 'discovery', /responds with status 30\d/],
    ['responds with too much', { metadata: 'huge' }, 'discovery', /more than 64 KB/],
    ['does not respond', { metadata: 'hang' }, 'discovery', /does not respond within 3 seconds/],
    ['has no keys', { keys: 'error' }, 'keys', /responds with status 5\d\d/],
    ['has malformed keys', { keys: 'garbage' }, 'keys', /./],
  ] as const)('names the step that fails for a provider that %s', async (_, fault, name, message) => {
    const [failed, text] = await problemOf((await tenantOf({ fault })).id);
    expect(failed).toBe(name);
    expect(text).toMatch(message);
  });

  test.each([
    ['of another issuer', { issuer: 'https://other.example' }, 'issuer', /https:\/\/other\.example/],
    ['without a token endpoint', { token_endpoint: undefined }, 'endpoints', /token_endpoint/],
    ['with an address in our network', { jwks_uri: 'https://169.254.169.254/keys' }, 'endpoints', /jwks_uri/],
    ['with HMAC alone', { id_token_signing_alg_values_supported: ['HS256', 'none'] }, 'algorithms', /HS256, none/],
    [
      'that accepts no secret',
      { token_endpoint_auth_methods_supported: ['private_key_jwt'] },
      'authentication',
      /private_key_jwt/,
    ],
  ] as const)('names the step that fails for metadata %s', async (_, metadata, name, message) => {
    const [failed, text] = await problemOf((await tenantOf({ metadata })).id);
    expect(failed).toBe(name);
    expect(text).toMatch(message);
  });

  test('says that a secret is missing if the provider requires one', async () => {
    const metadata = { token_endpoint_auth_methods_supported: ['client_secret_basic'] };
    const [failed, text] = await problemOf((await tenantOf({ metadata }, { clientSecret: undefined })).id);
    expect([failed, text]).toEqual(['authentication', expect.stringContaining('Set the client secret')]);
  });

  test('tells an address of our network apart from no other that does not respond', async () => {
    const messages = [];
    for (const issuer of ['https://localhost.localdomain.invalid', 'https://unknown.invalid']) {
      const [failed, text] = await problemOf((await tenantOf({}, { issuer })).id);
      messages.push([failed, text.replace(/^\S+/, '')]);
    }
    expect(messages[0]).toEqual(messages[1]);
  });

  test('tests what the provider says now, not what a login cached', async () => {
    const realm = sso.idp.realm();
    const tenant = await tenantWith(sso.service, realm);
    expect((await run(tenant.id)).body.isOk).toBe(true);
    realm.behaviour.metadata = { issuer: 'https://other.example' };
    expect((await problemOf(tenant.id))[0]).toBe('issuer');
  });
});

describe('POST /auth/admin/api/tenants/{id}/identity-providers/{provider}/test 404', () => {
  test.each([`ten_${'0'.repeat(22)}`, 'x', '%2F', '__proto__'])('rejects the unknown tenant %s', async (id) => {
    expect(answerOf(await run(id))).toEqual(refusal('TENANT_NOT_FOUND'));
  });

  test.each(['google', 'unknown', '%2F', '__proto__', 'constructor'])(
    'rejects the unknown provider %s',
    async (name) => {
      expect(answerOf(await run(sso.tenant.id, name))).toEqual(refusal('PROVIDER_NOT_FOUND'));
    },
  );
});

test('POST /auth/admin/api/tenants/{id}/identity-providers/{provider}/test 429 rejects the 31st of a tenant', async () => {
  const { id } = await tenantOf({ fault: { metadata: 'error' } });
  const replies = [...(await race(20, () => run(id))), ...(await race(20, () => run(id)))];
  expect(tally(replies.map(({ status }) => status))).toEqual({ 201: 30, 429: 10 });
  expect(answerOf(await run(id))).toEqual(refusal('RATE_LIMITED'));
});
