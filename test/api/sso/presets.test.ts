// Providers of the deployment that everybody knows, each with its ways: Google, Apple, GitHub, Facebook.
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { jwtVerify } from 'jose';
import { answerOf, claimsOf, refusal } from '../../support/api.ts';
import { type IdentityProvider, type Realm, startIdentityProvider } from '../../support/identity-provider.ts';
import { newEmail, type Service, startService, type Tenant } from '../../support/service.ts';
import { codeIn, comeBack, exchange, HOME, leave, posted, roundTrip, stranger } from '../../support/sso.ts';

let service: Service;
let idp: IdentityProvider;
let tenant: Tenant;
const realms = {} as Record<'google' | 'apple' | 'github' | 'facebook' | 'corp', Realm>;
const apple = generateKeyPairSync('ec', { namedCurve: 'P-256' });

beforeAll(async () => {
  idp = await startIdentityProvider();
  for (const name of ['google', 'apple', 'github', 'facebook', 'corp'] as const) realms[name] = idp.realm();
  const client = (name: keyof typeof realms) => {
    const { issuer, clientId, clientSecret } = realms[name];
    return { issuer, clientId, clientSecret };
  };
  const { clientSecret: _, ...appleClient } = client('apple');
  const privateKey = apple.privateKey.export({ type: 'pkcs8', format: 'pem' });
  service = await startService({
    GATEHOUSE_SSO_PROVIDERS: JSON.stringify({
      google: { preset: 'google', ...client('google') },
      apple: { preset: 'apple', ...appleClient, teamId: 'TEAM', keyId: 'KEY', privateKey },
      github: { preset: 'github', ...client('github') },
      facebook: { preset: 'facebook', ...client('facebook') },
      corp: { ...client('corp'), trustEmail: true, allowSignup: false },
    }),
  });
  tenant = await service.tenant({ redirectUris: [HOME] });
});
afterAll(async () => {
  await service.stop();
  await idp.stop();
});

const accountFrom = async (provider: keyof typeof realms, person = stranger()) => {
  const reply = await roundTrip(service, tenant, realms[provider], person, {}, provider);
  const tokens = await exchange(service, tenant, { code: codeIn(reply) }, { providerName: provider });
  const { sub } = claimsOf(tokens.body.accessToken);
  return (await service.admin('GET', `/auth/admin/api/users/${sub}`)).body;
};
const parametersTo = async (provider: string) =>
  Object.fromEntries(new URL((await leave(service, tenant, {}, provider)).location).searchParams);
const verified = async (email: string): Promise<void> => {
  const emailVerifiedAt = new Date().toISOString();
  await service.admin('POST', '/auth/admin/api/users', { tenantId: tenant.id, email, emailVerifiedAt });
};

describe('GET /auth/client-config', () => {
  test('names them, with what a sign-in page needs and no more', async () => {
    const { body, text } = await service.get('/auth/client-config');
    expect(body).toMatchObject({
      google: { enabled: true, clientId: realms.google.clientId },
      apple: { enabled: true, clientId: realms.apple.clientId },
      github: { enabled: true, clientId: realms.github.clientId },
      facebook: { enabled: true, appId: realms.facebook.clientId },
      customProviders: ['corp'],
    });
    for (const { clientSecret } of Object.values(realms)) expect(text).not.toContain(clientSecret);
    expect(text).not.toContain('KEY');
  });
});

describe('google', () => {
  test.each([
    ['gmail.com', (email: string) => ({ email: email.replace('example.com', 'gmail.com') }), true],
    ['a Workspace domain', (email: string) => ({ email, hd: 'example.com' }), true],
    ['any other address, which it saw once', (email: string) => ({ email }), false],
    ['an address it did not verify', (email: string) => ({ email, hd: 'example.com', email_verified: false }), false],
  ])('vouches for %s: %s', async (_, more, isProved) => {
    const { user } = await accountFrom('google', stranger(more(newEmail())));
    expect(user.emailVerifiedAt !== null).toBe(isProved);
  });
});

describe('apple', () => {
  test('is asked for a form, and gets a secret that is a token signed by our key', async () => {
    expect(await parametersTo('apple')).toMatchObject({ response_mode: 'form_post', scope: 'openid email name' });
    const { user } = await accountFrom('apple', stranger({ email_verified: 'true' }));
    expect(user.emailVerifiedAt).not.toBeNull();
    const { form } = realms.apple.requests.findLast(({ step }) => step === 'token')!;
    const { payload, protectedHeader } = await jwtVerify(form.client_secret as string, apple.publicKey);
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'KEY' });
    expect(payload).toMatchObject({ iss: 'TEAM', sub: realms.apple.clientId, aud: realms.apple.issuer });
    expect((payload.exp as number) - (payload.iat as number)).toBe(300);
  });

  test('answers by a form from its own site, which goes on here with the cookie', async () => {
    const trip = await leave(service, tenant, {}, 'apple');
    const back = realms.apple.logIn(trip.location, stranger());
    expect(back.pathname).toBe('/auth/sso/apple');
    expect((await comeBack(service, await posted(service, back), trip)).status).toBe(302);
  });
});

describe('github', () => {
  const emails = (...list: [string, boolean, boolean][]) =>
    list.map(([email, primary, isVerified]) => ({ email, primary, verified: isVerified, visibility: null }));
  const as = (id: number, list: ReturnType<typeof emails> | unknown, more = {}) => {
    realms.github.behaviour = {
      token: { id_token: undefined, token_type: 'bearer', scope: 'read:user,user:email' },
      user: { id, login: 'ada', name: 'Ada', email: 'public@example.com', ...more },
      emails: list,
    };
  };

  test('sends PKCE and its own scopes, and the secret in the body', async () => {
    as(1, emails([newEmail(), true, true]));
    expect(await parametersTo('github')).toMatchObject({
      scope: 'read:user user:email',
      code_challenge_method: 'S256',
    });
    await accountFrom('github');
    const { form, headers } = realms.github.requests.findLast(({ step }) => step === 'token')!;
    expect([form.client_secret, headers.authorization]).toEqual([realms.github.clientSecret, undefined]);
    const { headers: asked } = realms.github.requests.findLast(({ step }) => step === 'user')!;
    expect(asked.authorization).toBe('Bearer at');
  });

  test('the primary verified address counts; that of the public profile never does', async () => {
    const [primary, other] = [newEmail(), newEmail()];
    as(2, emails([other, false, true], [primary, true, true]));
    const { user, identities } = await accountFrom('github');
    expect([user.email, user.emailVerifiedAt !== null, identities[0].providerId]).toEqual([primary, true, '2']);
    as(3, emails([newEmail(), true, false], [newEmail(), false, true]));
    expect((await accountFrom('github')).user.email).toBeNull();
  });

  test.each([
    ['no list of addresses', () => as(4, { message: 'Not Found' })],
    ['no id', () => as(5, [], { id: undefined })],
    ['an id that is a text', () => as(6, [], { id: '6' })],
    [
      'an error with status 200',
      () => {
        as(7, []);
        realms.github.behaviour.token = { access_token: undefined, error: 'bad_verification_code' };
      },
    ],
  ])('401: %s', async (_, behave) => {
    behave();
    const reply = await roundTrip(service, tenant, realms.github, stranger(), {}, 'github');
    expect(answerOf(reply)).toEqual(refusal('SSO_TOKEN_INVALID'));
  });

  test('503: it does not answer for the person', async () => {
    as(8, []);
    realms.github.behaviour.fault = { user: 'error' };
    const reply = await roundTrip(service, tenant, realms.github, stranger(), {}, 'github');
    expect(answerOf(reply)).toEqual(refusal('SERVICE_UNAVAILABLE'));
  });

  test('its tokens are no id tokens: login takes none', async () => {
    const token = realms.github.idToken(stranger());
    const reply = await exchange(service, tenant, { token }, { providerName: 'github' });
    expect(answerOf(reply)).toEqual(refusal('SSO_TOKEN_INVALID'));
  });
});

describe('facebook', () => {
  const as = (id: unknown, email?: string) => {
    realms.facebook.behaviour = { token: { id_token: undefined }, user: { id, name: 'Ada', email } };
  };

  test('its address is taken down, and never verified or linked', async () => {
    const email = newEmail();
    as('1001', email);
    const { user } = await accountFrom('facebook');
    expect([user.email, user.emailVerifiedAt]).toEqual([email, null]);
    const taken = newEmail();
    await verified(taken);
    as('1002', taken);
    const reply = await roundTrip(service, tenant, realms.facebook, stranger(), {}, 'facebook');
    expect(answerOf(reply)).toEqual(refusal('ACCOUNT_LINK_REQUIRED'));
  });

  test('is asked with the proof that it is the app that asks', async () => {
    as('1003');
    await accountFrom('facebook');
    const { url } = realms.facebook.requests.findLast(({ step }) => step === 'user')!;
    const proof = createHmac('sha256', realms.facebook.clientSecret).update('at').digest('hex');
    expect(url).toContain(`appsecret_proof=${proof}`);
    expect(url).not.toContain('access_token');
  });

  test.each([
    ['no id', undefined],
    ['an id that is none', 'x y'],
    ['a number', 7],
  ])('401: %s', async (_, id) => {
    as(id);
    const reply = await roundTrip(service, tenant, realms.facebook, stranger(), {}, 'facebook');
    expect(answerOf(reply)).toEqual(refusal('SSO_TOKEN_INVALID'));
  });
});

test('a provider of a tenant wins over one of the deployment with its name, there and nowhere else', async () => {
  const own = idp.realm();
  const other = await service.tenant({ redirectUris: [HOME], ssoProviders: [own.settings('google')] });
  expect((await leave(service, other, {}, 'google')).location).toContain(own.issuer);
  expect((await leave(service, tenant, {}, 'google')).location).toContain(realms.google.issuer);
});

test('whom the provider may not bring anew is refused', async () => {
  const reply = await roundTrip(service, tenant, realms.corp, stranger(), {}, 'corp');
  expect(answerOf(reply)).toEqual(refusal('REGISTRATION_DISABLED'));
  const email = newEmail();
  await verified(email);
  expect((await accountFrom('corp', stranger({ email }))).user.email).toBe(email);
});
