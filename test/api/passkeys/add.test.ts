// Tests POST /auth/passkeys and its options.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, disable, later, MINUTE, published, refusal } from '../../support/api.ts';
import { inboxOf } from '../../support/mfa.ts';
import * as passkeys from '../../support/passkeys.ts';
import { bearer, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

describe('POST /auth/passkeys/options 200', () => {
  test('names the account by random bytes, and asks for a passkey that can name it', async () => {
    const user = await service.signup(tenant);
    const options = await passkeys.optionsFor(service, user.tokens, '/options');
    expect(options).toEqual({
      rp: { id: 'localhost', name: 'Gatehouse' },
      user: { id: expect.stringMatching(/^[\w-]{43}$/), name: user.email, displayName: user.email },
      challenge: expect.any(String),
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
      attestation: 'none',
    });
    expect(JSON.stringify(options.user.id)).not.toContain(claimsOf(user.tokens.accessToken).sub);
  });

  test('keeps the name of the account with each passkey, and excludes those that it has', async () => {
    const user = await passkeys.owner(service, tenant);
    const [first] = user.authenticator.passkeys;
    const options = await passkeys.optionsFor(service, user.tokens, '/options');
    expect(options.user.id).toBe(first?.userHandle);
    expect(options.excludeCredentials).toEqual([{ type: 'public-key', id: first?.id, transports: ['internal'] }]);
  });
});

describe('POST /auth/passkeys 201', () => {
  test('adds the passkey, keeps other sessions, and tells the user', async () => {
    const own = await service.tenant();
    const user = await service.signup(own);
    const other = (await service.login(user)).body;
    const authenticator = passkeys.authenticatorFor(service, { isSynced: true });
    const credential = authenticator.create(await passkeys.optionsFor(service, user.tokens, '/options'));
    const { status, body } = await passkeys.sendNew(service, user.tokens, credential, 'Laptop');
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^pky_[0-9A-Za-z]{22}$/),
        name: 'Laptop',
        isSynced: true,
        isBackedUp: true,
        aaguid: '0'.repeat(32),
        lastUsedAt: null,
        createdAt: expect.any(String),
      },
    ]);
    for (const tokens of [user.tokens, other])
      expect((await service.get('/auth/me', { headers: bearer(tokens) })).status).toBe(200);
    const added = { passkeyId: body.id, passkeyName: 'Laptop', email: user.email };
    expect(await published(service, 'svc.passkey_added', own.id)).toMatchObject([{ detail: added }]);
    expect(await inboxOf(service, user.email, 1)).toEqual(['svc.passkey_added']);
  });

  test('asks no password login for a second factor', async () => {
    const user = await passkeys.owner(service, tenant);
    expect((await service.login(user)).body.isRequiresMfa).toBe(false);
  });
});

describe('POST /auth/passkeys 400', () => {
  test('PASSKEY_LIMIT_REACHED for the twenty-first, also with options from before', async () => {
    const user = await service.signup(tenant);
    // Each on a device of its own: an authenticator makes one for an account.
    const device = () => passkeys.authenticatorFor(service, { alg: -8 });
    for (let count = 0; count < 19; count++) await passkeys.addPasskey(service, user, device());
    const before = await passkeys.optionsFor(service, user.tokens, '/options');
    await passkeys.addPasskey(service, user, device());
    const late = await passkeys.sendNew(service, user.tokens, device().create(before));
    expect(answerOf(late)).toEqual(refusal('PASSKEY_LIMIT_REACHED'));
    const options = await service.post('/auth/passkeys/options', {}, { headers: bearer(user.tokens) });
    expect(answerOf(options)).toEqual(refusal('PASSKEY_LIMIT_REACHED'));
    expect((await passkeys.list(service, user.tokens)).body.passkeys).toHaveLength(20);
  });

  test('PASSKEY_INVALID for options of another session of the same account', async () => {
    const user = await service.signup(tenant);
    const other = (await service.login(user)).body;
    const credential = passkeys.authenticatorFor(service).create(await passkeys.optionsFor(service, other, '/options'));
    expect(answerOf(await passkeys.sendNew(service, user.tokens, credential))).toEqual(refusal('PASSKEY_INVALID'));
  });
});

describe('POST /auth/passkeys 401', () => {
  test('ACCOUNT_INACTIVE for a user who was switched off after the options', async () => {
    const user = await service.signup(tenant);
    const options = await passkeys.optionsFor(service, user.tokens, '/options');
    await disable(user);
    const reply = await passkeys.sendNew(service, user.tokens, passkeys.authenticatorFor(service).create(options));
    expect(answerOf(reply)).toEqual(refusal('ACCOUNT_INACTIVE'));
  });
});

describe('POST /auth/passkeys 403', () => {
  test('REAUTH_REQUIRED for a login of more than fifteen minutes ago', async () => {
    const user = await service.signup(tenant);
    const { refreshToken } = user.tokens;
    await later(16 * MINUTE, async () => {
      const tokens = (await service.post('/auth/refresh-token', { refreshToken })).body;
      for (const [path, body] of [
        ['/auth/passkeys/options', {}],
        ['/auth/passkeys', {}],
      ] as const)
        expect(answerOf(await service.post(path, body, { headers: bearer(tokens) }))).toEqual(
          refusal('REAUTH_REQUIRED'),
        );
    });
  });

  test('PASSKEYS_NOT_ENABLED where the tenant has switched them off', async () => {
    const own = await service.tenant();
    const user = await service.signup(own);
    const options = await passkeys.optionsFor(service, user.tokens, '/options');
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { settings: { passkeys: { mode: 'off' } } });
    const credential = passkeys.authenticatorFor(service).create(options);
    expect(answerOf(await passkeys.sendNew(service, user.tokens, credential))).toEqual(refusal('PASSKEYS_NOT_ENABLED'));
    const reply = await service.post('/auth/passkeys/options', {}, { headers: bearer(user.tokens) });
    expect(answerOf(reply)).toEqual(refusal('PASSKEYS_NOT_ENABLED'));
  });
});
