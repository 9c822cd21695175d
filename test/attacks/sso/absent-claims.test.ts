// Threat: a claim that restricts a login is left out, and the login is taken for one without a restriction.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createUser } from '../../support/admin-users.ts';
import { answerOf, claimsOf, refusal } from '../../support/api.ts';
import { type IdentityProvider, type Realm, startIdentityProvider } from '../../support/identity-provider.ts';
import { type Service, startService } from '../../support/service.ts';
import { codeIn, exchange, HOME, PROVIDER, roundTrip, stranger } from '../../support/sso.ts';

let service: Service;
let idp: IdentityProvider;
let google: Realm;
beforeAll(async () => {
  idp = await startIdentityProvider();
  google = idp.realm();
  const { issuer, clientId, clientSecret } = google;
  const provider = { preset: 'google', issuer, clientId, clientSecret };
  service = await startService({ GATEHOUSE_SSO_PROVIDERS: JSON.stringify({ google: provider }) });
});
afterAll(async () => {
  await service.stop();
  await idp.stop();
});

type Outcome = 'opens the account' | 'SSO_TOKEN_INVALID' | 'ACCOUNT_LINK_REQUIRED' | 'is no proof of a second factor';
type Row = { claims: (realm: Realm) => object; outcome: Outcome; isGoogle?: true; settings?: object };

const GOOGLE = { isGoogle: true } as const;
const MFA = { mfa: { policy: 'required', methods: ['email'] } };
/** Each claim that restricts, once as it lets the person in, and without it. */
test.each<[string, Row]>([
  ['email_verified true', { claims: () => ({}), outcome: 'opens the account' }],
  ['no email_verified', { claims: () => ({ email_verified: undefined }), outcome: 'ACCOUNT_LINK_REQUIRED' }],
  ['two audiences and our azp', { claims: ours, outcome: 'opens the account' }],
  [
    'two audiences and no azp',
    { claims: (realm) => ({ ...ours(realm), azp: undefined }), outcome: 'SSO_TOKEN_INVALID' },
  ],
  ['the hd of a Workspace', { ...GOOGLE, claims: () => ({ hd: 'example.com' }), outcome: 'opens the account' }],
  ['no hd', { ...GOOGLE, claims: () => ({ hd: undefined }), outcome: 'ACCOUNT_LINK_REQUIRED' }],
  ['an empty hd', { ...GOOGLE, claims: () => ({ hd: '' }), outcome: 'ACCOUNT_LINK_REQUIRED' }],
  ['no scope', { claims: () => ({ scope: undefined }), outcome: 'opens the account' }],
  ['a scope, as access tokens have', { claims: () => ({ scope: 'openid' }), outcome: 'SSO_TOKEN_INVALID' }],
  ['no amr', { claims: () => ({}), settings: MFA, outcome: 'is no proof of a second factor' }],
  ['the amr mfa', { claims: () => ({ amr: ['mfa'] }), settings: MFA, outcome: 'is no proof of a second factor' }],
  ...['iss', 'sub', 'aud', 'exp', 'iat', 'nonce'].map((name): [string, Row] => [
    `no ${name}`,
    { claims: () => ({ [name]: undefined }), outcome: 'SSO_TOKEN_INVALID' },
  ]),
])('an id token with %s has the outcome of its row', async (_, { claims, outcome, isGoogle, settings }) => {
  const realm = isGoogle ? google : idp.realm();
  const name = isGoogle ? 'google' : PROVIDER;
  const ssoProviders = isGoogle ? [] : [realm.settings(name)];
  const tenant = await service.tenant({ redirectUris: [HOME], ssoProviders, ...settings });
  const { email, id } = await createUser(service, tenant, { emailVerifiedAt: '2026-01-01T00:00:00Z' });
  realm.behaviour.claims = claims(realm) as Record<string, unknown>;
  const reply = await roundTrip(service, tenant, realm, stranger({ email }), {}, name);
  if (reply.status !== 302) return expect(answerOf(reply)).toEqual(refusal(outcome as 'SSO_TOKEN_INVALID'));
  const { body } = await exchange(service, tenant, { code: codeIn(reply) }, { providerName: name });
  const isPending = body.accessToken === undefined || claimsOf(body.accessToken).amr === undefined;
  expect(isPending ? 'is no proof of a second factor' : 'opens the account').toBe(outcome);
  if (!isPending) expect(claimsOf(body.accessToken)).toMatchObject({ sub: id, amr: ['fed'] });
});

function ours({ clientId }: Realm) {
  return { aud: [clientId, 'other'], azp: clientId };
}
