// Tests the preset identity providers of a deployment with their peculiarities: Google, Apple, GitHub, Facebook.
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
const createVerifiedUser = async (email: string): Promise<void> => {
  const emailVerifiedAt = new Date().toISOString();
  await service.admin('POST', '/auth/admin/api/users', { tenantId: tenant.id, email, emailVerifiedAt });
};

describe('GET /auth/client-config', () => {
  test('names the providers with what a sign-in page needs and no secret', async () => {
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

describe('SSO login with Google', () => {
  test.each([
    ['an address at gmail.com', (email: string) => ({ email: email.replace('example.com', 'gmail.com') }), true],
    ['an address of a Workspace domain', (email: string) => ({ email, hd: 'example.com' }), true],
    ['any other address', (email: string) => ({ email }), false],
    [
      'an address that Google did not verify',
      (email: string) => ({ email, hd: 'example.com', email_verified: false }),
      false,
    ],
  ])('treats %s as verified: %s', async (_, more, isProved) => {
    const { user } = await accountFrom('google', stranger(more(newEmail())));
    expect(user.emailVerifiedAt !== null).toBe(isProved);
  });
});

describe('SSO login with Apple', () => {
  test('requests a form and authenticates with a token signed by the configured key', async () => {
    expect(await parametersTo('apple')).toMatchObject({ response_mode: 'form_post', scope: 'openid email name' });
    const { user } = await accountFrom('apple', stranger({ email_verified: 'true' }));
    expect(user.emailVerifiedAt).not.toBeNull();
    const { form } = realms.apple.requests.findLast(({ step }) => step === 'token')!;
    const { payload, protectedHeader } = await jwtVerify(form.client_secret as string, apple.publicKey);
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'KEY' });
    expect(payload).toMatchObject({ iss: 'TEAM', sub: realms.apple.clientId, aud: realms.apple.issuer });
    expect((payload.exp as number) - (payload.iat as number)).toBe(300);
  });

  test("accepts a form from Apple's own site and continues with the cookie", async () => {
    const trip = await leave(service, tenant, {}, 'apple');
    const back = realms.apple.logIn(trip.location, stranger());
    expect(back.pathname).toBe('/auth/sso/apple');
    expect((await comeBack(service, await posted(service, back), trip)).status).toBe(302);
  });
});

describe('SSO login with GitHub', () => {
  const emails = (...list: [string, boolean, boolean][]) =>
    list.map(([email, primary, isVerified]) => ({ email, primary, verified: isVerified, visibility: null }));
  const respondWith = (id: number, list: ReturnType<typeof emails> | unknown, more = {}) => {
    realms.github.behaviour = {
      token: { id_token: undefined, token_type: 'bearer', scope: 'read:user,user:email' },
      user: { id, login: 'ada', name: 'Ada', email: 'public@example.com', ...more },
      emails: list,
    };
  };

  test('sends PKCE, its own scopes and the secret in the body', async () => {
    respondWith(1, emails([newEmail(), true, true]));
    expect(await parametersTo('github')).toMatchObject({
      scope: 'read:user user:email',
      code_challenge_method: 'S256',
    });
    await accountFrom('github');
    const { form, headers } = realms.github.requests.findLast(({ step }) => step === 'token')!;
    expect([form.client_secret, headers.authorization]).toEqual([realms.github.clientSecret, undefined]);
    const { headers: userHeaders } = realms.github.requests.findLast(({ step }) => step === 'user')!;
    expect(userHeaders.authorization).toBe('Bearer at');
  });

  test('stores the primary address, which proves nothing, and ignores that of the public profile', async () => {
    const [primary, other] = [newEmail(), newEmail()];
    respondWith(2, emails([other, false, true], [primary, true, true]));
    const { user, identities } = await accountFrom('github');
    expect([user.email, user.emailVerifiedAt !== null, identities[0].providerId]).toEqual([primary, false, '2']);
    respondWith(3, emails([newEmail(), true, false], [newEmail(), false, true]));
    expect((await accountFrom('github')).user.email).toBeNull();
  });

  test.each([
    ['a response without a list of addresses', () => respondWith(4, { message: 'Not Found' })],
    ['a user without an id', () => respondWith(5, [], { id: undefined })],
    ['an id that is a text', () => respondWith(6, [], { id: '6' })],
    [
      'an error with status 200',
      () => {
        respondWith(7, []);
        realms.github.behaviour.token = { access_token: undefined, error: 'bad_verification_code' };
      },
    ],
  ])('rejects %s', async (_, setBehaviour) => {
    setBehaviour();
    const reply = await roundTrip(service, tenant, realms.github, stranger(), {}, 'github');
    expect(answerOf(reply)).toEqual(refusal('SSO_TOKEN_INVALID'));
  });

  test('responds with SERVICE_UNAVAILABLE when GitHub fails to return the user', async () => {
    respondWith(8, []);
    realms.github.behaviour.fault = { user: 'error' };
    const reply = await roundTrip(service, tenant, realms.github, stranger(), {}, 'github');
    expect(answerOf(reply)).toEqual(refusal('SERVICE_UNAVAILABLE'));
  });

  test('rejects an id token of the provider', async () => {
    const token = realms.github.idToken(stranger());
    const reply = await exchange(service, tenant, { token }, { providerName: 'github' });
    expect(answerOf(reply)).toEqual(refusal('SSO_TOKEN_INVALID'));
  });
});

describe('SSO login with Facebook', () => {
  const respondWith = (id: unknown, email?: string) => {
    realms.facebook.behaviour = { token: { id_token: undefined }, user: { id, name: 'Ada', email } };
  };

  test('stores an unverified address and never links by it', async () => {
    const email = newEmail();
    respondWith('1001', email);
    const { user } = await accountFrom('facebook');
    expect([user.email, user.emailVerifiedAt]).toEqual([email, null]);
    const claimed = newEmail();
    await createVerifiedUser(claimed);
    respondWith('1002', claimed);
    const reply = await roundTrip(service, tenant, realms.facebook, stranger(), {}, 'facebook');
    expect(answerOf(reply)).toEqual(refusal('ACCOUNT_LINK_REQUIRED'));
  });

  test('proves to Facebook that the app itself sends the request', async () => {
    respondWith('1003');
    await accountFrom('facebook');
    const { url } = realms.facebook.requests.findLast(({ step }) => step === 'user')!;
    const proof = createHmac('sha256', realms.facebook.clientSecret).update('at').digest('hex');
    expect(url).toContain(`appsecret_proof=${proof}`);
    expect(url).not.toContain('access_token');
  });

  test.each([
    ['a user without an id', undefined],
    ['an id with a space', 'x y'],
    ['an id that is a number', 7],
  ])('rejects %s', async (_, id) => {
    respondWith(id);
    const reply = await roundTrip(service, tenant, realms.facebook, stranger(), {}, 'facebook');
    expect(answerOf(reply)).toEqual(refusal('SSO_TOKEN_INVALID'));
  });
});

test("SSO prefers a tenant's provider to one of the deployment with the same name, in that tenant only", async () => {
  const own = idp.realm();
  const other = await service.tenant({ redirectUris: [HOME], ssoProviders: [own.settings('google')] });
  expect((await leave(service, other, {}, 'google')).location).toContain(own.issuer);
  expect((await leave(service, tenant, {}, 'google')).location).toContain(realms.google.issuer);
});

test('SSO login 403 rejects a new user when the provider is closed to sign-ups', async () => {
  const reply = await roundTrip(service, tenant, realms.corp, stranger(), {}, 'corp');
  expect(answerOf(reply)).toEqual(refusal('REGISTRATION_DISABLED'));
  const email = newEmail();
  await createVerifiedUser(email);
  expect((await accountFrom('corp', stranger({ email }))).user.email).toBe(email);
});
