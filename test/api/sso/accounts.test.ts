// Tests which account a login with an identity provider opens: its own, a linked one or a new one.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, expectWellFormed, published, refusal } from '../../support/api.ts';
import { VERIFIER } from '../../support/binding.ts';
import { codeTo } from '../../support/messages.ts';
import { bearer, newEmail, newPassword } from '../../support/service.ts';
import { logIn, newToken, PROVIDER, roundTrip, stranger, tenantWith, useSso } from '../../support/sso.ts';
import { until } from '../../support/until.ts';

const { service, idp, realm, tenant } = useSso();

const accountOf = async (reply: Awaited<ReturnType<typeof logIn>>): Promise<string> => {
  if (reply.status !== 200) throw new Error(`login: ${reply.text}`);
  return claimsOf(reply.body.accessToken).sub;
};
const userOf = async (id: string) => (await service.admin('GET', `/auth/admin/api/users/${id}`)).body.user;
const detailsOf = async (id: string) => (await service.admin('GET', `/auth/admin/api/users/${id}`)).body;
const createByAdmin = async (body: Record<string, unknown>): Promise<string> => {
  const reply = await service.admin('POST', '/auth/admin/api/users', { tenantId: tenant.id, ...body });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.user.id;
};

describe('SSO login that creates an account', () => {
  test('stores the verified address, the name and the identity, and no password', async () => {
    const own = await tenantWith(service, realm);
    const person = stranger();
    const id = await accountOf(await logIn(service, own, realm, person));
    const { user, identities, loginCapabilities } = await detailsOf(id);
    expect(user).toMatchObject({ email: person.email, phone: null, metadata: { name: 'Ada Lovelace' } });
    expect(user.emailVerifiedAt).not.toBeNull();
    expect(identities).toEqual([
      {
        id: expect.stringMatching(/^idn_\w{22}$/),
        provider: PROVIDER,
        providerId: person.sub,
        metadata: { email: person.email, name: 'Ada Lovelace' },
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        userId: id,
      },
    ]);
    expect(loginCapabilities.email.canPasswordLogin).toBe(false);
    const [created] = await published(service, 'svc.user_created', own.id);
    const [registered] = await published(service, 'svc.registered', own.id);
    expect([created?.detail.userId, registered?.detail]).toEqual([
      id,
      expect.objectContaining({ userId: id, email: person.email, provider: PROVIDER }),
    ]);
  });

  test('stores no address when the provider sends none or an invalid one', async () => {
    for (const email of [undefined, null, 42, '', 'not an address', 'x@y', 'a@b.example\r\nBcc: c@d.example']) {
      const id = await accountOf(await logIn(service, tenant, realm, stranger({ email })));
      expect(await userOf(id)).toMatchObject({ email: null, phone: null, emailVerifiedAt: null });
    }
  });

  test.each([
    ['false', { email_verified: false }],
    ['missing', { email_verified: undefined }],
    ['"true"', { email_verified: 'true' }],
    ['1', { email_verified: 1 }],
  ])('stores an unverified address when email_verified is %s', async (_, more) => {
    const person = stranger(more);
    const id = await accountOf(await logIn(service, tenant, realm, person));
    expect(await userOf(id)).toMatchObject({ email: person.email, emailVerifiedAt: null });
  });

  test('stores an unverified address when the provider is not trusted with addresses', async () => {
    const own = await tenantWith(service, realm, {
      ssoProviders: [realm.settings(PROVIDER, { trustEmail: undefined })],
    });
    const id = await accountOf(await logIn(service, own, realm, stranger()));
    expect((await userOf(id)).emailVerifiedAt).toBeNull();
  });

  test('omits an invalid name', async () => {
    const id = await accountOf(await logIn(service, tenant, realm, stranger({ name: 'a\u202eb' })));
    expect((await userOf(id)).metadata).toEqual({});
  });

  test('rejects a password change of an account without a password like a wrong password', async () => {
    const { body } = await logIn(service, tenant, realm, stranger({ email: undefined }));
    const passwords = { currentPassword: newPassword(), newPassword: newPassword() };
    const reply = await service.post('/auth/change-password', passwords, { headers: bearer(body) });
    expect(answerOf(reply)).toEqual(refusal('CURRENT_PASSWORD_INCORRECT'));
  });

  test('creates separate accounts for one subject in another tenant or of another issuer, and none for another name', async () => {
    const person = stranger({ email: undefined });
    const other = idp.realm();
    const both = await tenantWith(service, realm, {
      ssoProviders: [realm.settings(PROVIDER), realm.settings('second'), other.settings('third')],
    });
    const third = await tenantWith(service, realm);
    const ids = [
      await accountOf(await logIn(service, both, realm, person)),
      await accountOf(await logIn(service, third, realm, person)),
    ];
    for (const [name, issuer] of [
      ['second', realm],
      ['third', other],
    ] as const) {
      const token = await newToken(service, both, issuer, person, name);
      const body = { tenantId: both.id, providerName: name, credentials: { token, codeVerifier: VERIFIER } };
      ids.push(await accountOf(await service.post('/auth/login', body)));
    }
    const [first, , second] = ids;
    expect([new Set(ids).size, second]).toEqual([3, first]);
  });
});

describe('SSO login that meets an existing account', () => {
  test('links the account when both sides have verified the address, and notifies the user', async () => {
    const own = await tenantWith(service, realm);
    const user = await service.signup(own);
    const headers = bearer(user.tokens);
    await service.post('/auth/send-email-verification', {}, { headers });
    const code = await codeTo(service, 'svc.email_verification_requested', user.email);
    await service.post('/auth/verify-email', { code }, { headers });

    const person = stranger({ email: user.email.toUpperCase() });
    expect(await accountOf(await logIn(service, own, realm, person))).toBe(claimsOf(user.tokens.accessToken).sub);
    const [linked] = await published(service, 'svc.identity_linked', own.id);
    expect(linked?.detail).toMatchObject({
      email: user.email,
      provider: PROVIDER,
      identityId: expect.stringMatching(/^idn_/),
    });
    expect((await service.get('/auth/verify-session', { headers })).status).toBe(200);
    expect((await service.login(user)).status).toBe(200);
    const findNotification = () => service.inbox(user.email).find(({ event }) => event === 'svc.identity_linked');
    expect((await until(findNotification)).subject).toMatch(/^A way to log in was added at /);
    // From now on the identity decides, even if its address changes.
    const moved = { ...person, email: newEmail() };
    expect(await accountOf(await logIn(service, own, realm, moved))).toBe(claimsOf(user.tokens.accessToken).sub);
  });

  test.each(['header', 'cookie'])(
    'links and verifies an account created by an admin without a password (%s mode)',
    async (mode) => {
      const email = newEmail();
      const id = await createByAdmin({ email });
      const reply = await roundTrip(service, tenant, realm, stranger({ email }), { mode });
      expect(reply.status).toBe(302);
      expect((await userOf(id)).emailVerifiedAt).not.toBeNull();
      expect((await detailsOf(id)).identities).toHaveLength(1);
    },
  );

  test.each([
    ['signed up and not verified', async (email: string) => void (await service.signup(tenant, email)), {}],
    [
      'created by an admin with a password',
      async (email: string) => void (await createByAdmin({ email, password: newPassword() })),
      {},
    ],
    [
      'email_verified is false at the provider',
      async (email: string) => void (await createByAdmin({ email, emailVerifiedAt: new Date().toISOString() })),
      { email_verified: false },
    ],
    [
      'email_verified is "true" at the provider',
      async (email: string) => void (await createByAdmin({ email, emailVerifiedAt: new Date().toISOString() })),
      { email_verified: 'true' },
    ],
    [
      'email_verified is missing at the provider',
      async (email: string) => void (await createByAdmin({ email, emailVerifiedAt: new Date().toISOString() })),
      { email_verified: undefined },
    ],
  ])('rejects an account with ACCOUNT_LINK_REQUIRED: %s', async (_, create, more) => {
    const email = newEmail();
    await create(email);
    for (const mode of ['header', 'cookie']) {
      const reply = await roundTrip(service, tenant, realm, stranger({ email, ...more }), { mode });
      expectWellFormed(reply);
      expect(answerOf(reply)).toEqual(refusal('ACCOUNT_LINK_REQUIRED'));
      expect(reply.setCookies).toEqual([]);
    }
  });

  test('rejects an account with ACCOUNT_LINK_REQUIRED when the provider is not trusted with addresses', async () => {
    const own = await tenantWith(service, realm, { ssoProviders: [realm.settings(PROVIDER, { trustEmail: false })] });
    const email = newEmail();
    await createByAdmin({ tenantId: own.id, email, emailVerifiedAt: new Date().toISOString() });
    expect(answerOf(await roundTrip(service, own, realm, stranger({ email })))).toEqual(
      refusal('ACCOUNT_LINK_REQUIRED'),
    );
  });

  test('rejects a disabled account with SSO_TOKEN_INVALID', async () => {
    const email = newEmail();
    await createByAdmin({ email, emailVerifiedAt: new Date().toISOString(), isActive: false });
    expect(answerOf(await roundTrip(service, tenant, realm, stranger({ email })))).toEqual(
      refusal('SSO_TOKEN_INVALID'),
    );
  });

  test('creates a new account after the linked one was deleted', async () => {
    const person = stranger();
    const first = await accountOf(await logIn(service, tenant, realm, person));
    await service.admin('DELETE', `/auth/admin/api/users/${first}`);
    for (const mode of ['cookie', 'header']) {
      expect((await roundTrip(service, tenant, realm, person, { mode })).status).toBe(302);
    }
    const second = await accountOf(await logIn(service, tenant, realm, person));
    expect(second).not.toBe(first);
    expect(await accountOf(await logIn(service, tenant, realm, person))).toBe(second);
  });
});

describe('SSO login 403', () => {
  test('rejects new users when the tenant or the provider is closed to sign-ups', async () => {
    const closed = await tenantWith(service, realm, { signup: { mode: 'closed' } });
    const strict = await tenantWith(service, realm, {
      ssoProviders: [realm.settings(PROVIDER, { allowSignup: false })],
    });
    for (const own of [closed, strict]) {
      const reply = await roundTrip(service, own, realm, stranger());
      expectWellFormed(reply);
      expect(answerOf(reply)).toEqual(refusal('REGISTRATION_DISABLED'));
      const email = newEmail();
      await createByAdmin({ tenantId: own.id, email });
      expect((await roundTrip(service, own, realm, stranger({ email }))).status).toBe(302);
    }
  });

  test('rejects an address of a blocked domain', async () => {
    await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: ['blocked.example'] });
    const reply = await roundTrip(service, tenant, realm, stranger({ email: 'x@mail.blocked.example' }));
    expectWellFormed(reply);
    expect(answerOf(reply)).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
  });
});

describe('SSO login with a second factor', () => {
  test.each(['header', 'cookie'])('opens a pending login if the tenant requires MFA (%s mode)', async (mode) => {
    const own = await tenantWith(service, realm, { mfa: { policy: 'required' } });
    const reply = await roundTrip(service, own, realm, stranger(), { mode });
    expect(reply.status).toBe(302);
    if (mode === 'cookie') {
      const cookie = reply.setCookies.map((line) => line.split(';')[0]).join('; ');
      const pending = await service.get('/auth/verify-session', {
        headers: { 'x-access-token-type': 'cookie', cookie },
      });
      expect(answerOf(pending)).toEqual(refusal('MFA_REQUIRED'));
      return;
    }
    const tokens = await logIn(service, own, realm, stranger());
    expect(tokens.body).toMatchObject({ isRequiresMfa: true, mfaMethods: ['email'], defaultMfaMethod: 'email' });
    const pending = await service.get('/auth/verify-session', { headers: bearer(tokens.body) });
    expect(answerOf(pending)).toEqual(refusal('MFA_REQUIRED'));
  });

  test('accepts a verified address as second factor because the provider is the first', async () => {
    const { body } = await logIn(service, tenant, realm, stranger());
    const reply = await service.post('/auth/mfa/toggle', { enabled: true }, { headers: bearer(body) });
    expect(reply.status).toBe(200);
  });
});
