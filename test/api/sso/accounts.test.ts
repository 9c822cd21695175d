// Whose account somebody gets who comes from an identity provider: his, one that is linked to him, or a new one.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, expectWellFormed, published, refusal } from '../../support/api.ts';
import { codeTo } from '../../support/messages.ts';
import { bearer, newEmail, newPassword } from '../../support/service.ts';
import { logIn, PROVIDER, roundTrip, stranger, tenantWith, useSso } from '../../support/sso.ts';
import { until } from '../../support/until.ts';

const { service, idp, realm, tenant } = useSso();

const accountOf = async (reply: Awaited<ReturnType<typeof logIn>>): Promise<string> => {
  if (reply.status !== 200) throw new Error(`login: ${reply.text}`);
  return claimsOf(reply.body.accessToken).sub;
};
const userOf = async (id: string) => (await service.admin('GET', `/auth/admin/api/users/${id}`)).body.user;
const detailsOf = async (id: string) => (await service.admin('GET', `/auth/admin/api/users/${id}`)).body;
const made = async (body: Record<string, unknown>): Promise<string> => {
  const reply = await service.admin('POST', '/auth/admin/api/users', { tenantId: tenant.id, ...body });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.user.id;
};

describe('a new account', () => {
  test('has the address, verified, the name and the identity, and no password', async () => {
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

  test('has no address where the provider says none, or none that could be written to', async () => {
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
  ])('has an address that is not verified when email_verified is %s', async (_, more) => {
    const person = stranger(more);
    const id = await accountOf(await logIn(service, tenant, realm, person));
    expect(await userOf(id)).toMatchObject({ email: person.email, emailVerifiedAt: null });
  });

  test('nor where the provider is not trusted with addresses', async () => {
    const own = await tenantWith(service, realm, {
      ssoProviders: [realm.settings(PROVIDER, { trustEmail: undefined })],
    });
    const id = await accountOf(await logIn(service, own, realm, stranger()));
    expect((await userOf(id)).emailVerifiedAt).toBeNull();
  });

  test('a name that is none is left out', async () => {
    const id = await accountOf(await logIn(service, tenant, realm, stranger({ name: 'a\u202eb' })));
    expect((await userOf(id)).metadata).toEqual({});
  });

  test('changing the password of one without password or address is refused like a wrong password', async () => {
    const { body } = await logIn(service, tenant, realm, stranger({ email: undefined }));
    const passwords = { currentPassword: newPassword(), newPassword: newPassword() };
    const reply = await service.post('/auth/change-password', passwords, { headers: bearer(body) });
    expect(answerOf(reply)).toEqual(refusal('CURRENT_PASSWORD_INCORRECT'));
  });

  test('the same subject in another tenant, at another provider or from another issuer is somebody else', async () => {
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
    for (const [name, where] of [
      ['second', realm],
      ['third', other],
    ] as const) {
      const token = where.idToken(person);
      const body = { tenantId: both.id, providerName: name, credentials: { token } };
      ids.push(await accountOf(await service.post('/auth/login', body)));
    }
    expect(new Set(ids).size).toBe(4);
  });
});

describe('an account that is there', () => {
  test('is linked if both sides have proved the address; its owner is told, and stays logged in elsewhere', async () => {
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
    const seen = () => service.inbox(user.email).find(({ event }) => event === 'svc.identity_linked');
    expect((await until(seen)).subject).toMatch(/^A way to log in was added at /);
    // From now on the identity decides, whatever its address is.
    const moved = { ...person, email: newEmail() };
    expect(await accountOf(await logIn(service, own, realm, moved))).toBe(claimsOf(user.tokens.accessToken).sub);
  });

  test.each(['header', 'cookie'])(
    'made by an admin, without a password yet, is linked and verified (%s mode)',
    async (mode) => {
      const email = newEmail();
      const id = await made({ email });
      const reply = await roundTrip(service, tenant, realm, stranger({ email }), { mode });
      expect(reply.status).toBe(302);
      expect((await userOf(id)).emailVerifiedAt).not.toBeNull();
      expect((await detailsOf(id)).identities).toHaveLength(1);
    },
  );

  test.each([
    ['signed up, not verified', async (email: string) => void (await service.signup(tenant, email)), {}],
    [
      'made by an admin with a password',
      async (email: string) => void (await made({ email, password: newPassword() })),
      {},
    ],
    [
      'verified, but not by the provider',
      async (email: string) => void (await made({ email, emailVerifiedAt: new Date().toISOString() })),
      { email_verified: false },
    ],
    [
      'verified, "true"',
      async (email: string) => void (await made({ email, emailVerifiedAt: new Date().toISOString() })),
      { email_verified: 'true' },
    ],
    [
      'verified, nothing said',
      async (email: string) => void (await made({ email, emailVerifiedAt: new Date().toISOString() })),
      { email_verified: undefined },
    ],
  ])('400 ACCOUNT_LINK_REQUIRED: %s', async (_, make, more) => {
    const email = newEmail();
    await make(email);
    for (const mode of ['header', 'cookie']) {
      const reply = await roundTrip(service, tenant, realm, stranger({ email, ...more }), { mode });
      expectWellFormed(reply);
      expect(answerOf(reply)).toEqual(refusal('ACCOUNT_LINK_REQUIRED'));
      expect(reply.setCookies).toEqual([]);
    }
  });

  test('400 ACCOUNT_LINK_REQUIRED: the provider is not trusted with addresses', async () => {
    const own = await tenantWith(service, realm, { ssoProviders: [realm.settings(PROVIDER, { trustEmail: false })] });
    const email = newEmail();
    await made({ tenantId: own.id, email, emailVerifiedAt: new Date().toISOString() });
    expect(answerOf(await roundTrip(service, own, realm, stranger({ email })))).toEqual(
      refusal('ACCOUNT_LINK_REQUIRED'),
    );
  });

  test('401 SSO_TOKEN_INVALID: it would be linked, but is disabled', async () => {
    const email = newEmail();
    await made({ email, emailVerifiedAt: new Date().toISOString(), isActive: false });
    expect(answerOf(await roundTrip(service, tenant, realm, stranger({ email })))).toEqual(
      refusal('SSO_TOKEN_INVALID'),
    );
  });

  test('when it is deleted, the identity begins anew', async () => {
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

describe('403', () => {
  test('REGISTRATION_DISABLED where the tenant is closed, or the provider brings nobody new', async () => {
    const closed = await tenantWith(service, realm, { signup: { mode: 'closed' } });
    const strict = await tenantWith(service, realm, {
      ssoProviders: [realm.settings(PROVIDER, { allowSignup: false })],
    });
    for (const own of [closed, strict]) {
      const reply = await roundTrip(service, own, realm, stranger());
      expectWellFormed(reply);
      expect(answerOf(reply)).toEqual(refusal('REGISTRATION_DISABLED'));
      const email = newEmail();
      await made({ tenantId: own.id, email });
      expect((await roundTrip(service, own, realm, stranger({ email }))).status).toBe(302);
    }
  });

  test('EMAIL_DOMAIN_NOT_ALLOWED for a blocked domain', async () => {
    await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: ['blocked.example'] });
    const reply = await roundTrip(service, tenant, realm, stranger({ email: 'x@mail.blocked.example' }));
    expectWellFormed(reply);
    expect(answerOf(reply)).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
  });
});

describe('a second factor', () => {
  test.each(['header', 'cookie'])('is asked for as after a password (%s mode)', async (mode) => {
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

  test('may be one address alone: the first factor is the provider', async () => {
    const { body } = await logIn(service, tenant, realm, stranger());
    const reply = await service.post('/auth/mfa/toggle', { enabled: true }, { headers: bearer(body) });
    expect(reply.status).toBe(200);
  });
});
