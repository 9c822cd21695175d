// Tests a deployment with invalid identity providers: none of them is available and nothing else is affected.
import { expect, test } from '@jest/globals';
import { providersIn } from '../../../lib/domain/sso/providers.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { useService } from '../../support/service.ts';
import { HOME, startPath } from '../../support/sso.ts';

const service = useService({
  GATEHOUSE_SSO_PROVIDERS: JSON.stringify({ google: { clientSecret: 'canary-secret' } }),
});

const google = { clientId: 'id', clientSecret: 'canary-secret' };
const cases: [string, unknown][] = [
  ['a list', []],
  ['a provider that is a text', { acme: 'https://id.example.com' }],
  ['a provider without client', { google: { clientSecret: 'canary-secret' } }],
  ['a provider without secret', { google: { clientId: 'id' } }],
  ['a provider without issuer', { acme: google }],
  ['an issuer over plain http', { acme: { ...google, issuer: 'http://id.example.com' } }],
  ['an issuer in our own network', { acme: { ...google, issuer: 'https://10.0.0.1' } }],
  ['an issuer with a query', { acme: { ...google, issuer: 'https://id.example.com/?x' } }],
  ['an invalid name', { Acme: { ...google, issuer: 'https://id.example.com' } }],
  ['a misspelt setting', { google: { ...google, trustemail: true } }],
  ['an unknown preset', { google: { ...google, preset: 'googel' } }],
  ['an Apple without key', { apple: { clientId: 'id', teamId: 'T', keyId: 'K' } }],
  ['an Apple with a plain secret', { apple: google }],
  ['one valid and one invalid provider', { google, github: {} }],
];

test.each([...cases.map(([title, value]) => [title, JSON.stringify(value)]), ['malformed JSON', '{"google":']])(
  'GATEHOUSE_SSO_PROVIDERS rejects %s',
  (_, secret) => {
    expect(() => providersIn(secret)).toThrow(/^identity providers: [\w.]+( secret)? is not valid$/);
  },
);

test.each([
  ['a missing value', undefined, []],
  ['an empty object', '{}', []],
  ['a known name', JSON.stringify({ google }), ['google']],
  ['a preset by another name', JSON.stringify({ workspace: { ...google, preset: 'google' } }), ['google']],
  [
    'a known name with an issuer of its own',
    JSON.stringify({ google: { ...google, issuer: 'https://id.example.com' } }),
    ['oidc'],
  ],
])('GATEHOUSE_SSO_PROVIDERS accepts %s', (_, secret, kinds) => {
  expect([...providersIn(secret).values()].map(({ kind }) => kind)).toEqual(kinds);
});

test('GATEHOUSE_SSO_PROVIDERS never trusts Facebook with addresses', () => {
  const facebook = { ...google, trustEmail: true };
  expect(providersIn(JSON.stringify({ facebook })).get('facebook')?.trustEmail).toBe(false);
});

test('GET /auth/sso/{provider} 503 reports an invalid configuration while password logins work', async () => {
  const tenant = await service.tenant({ redirectUris: [HOME] });
  for (const name of ['google', 'acme']) {
    const reply = await service.get(startPath(tenant, {}, name));
    expect(answerOf(reply)).toEqual(refusal('SERVICE_UNAVAILABLE'));
    expect(reply.text).not.toContain('canary');
  }
  const { body } = await service.get('/auth/client-config');
  expect([body.google, body.customProviders]).toEqual([{ enabled: false }, []]);
  const user = await service.signup(tenant);
  expect((await service.login(user)).status).toBe(200);
});
