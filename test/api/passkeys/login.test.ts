// Tests POST /auth/passkeys/login and its options.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import * as mfa from '../../support/mfa.ts';
import * as passkeys from '../../support/passkeys.ts';
import { bearer, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

describe('POST /auth/passkeys/login-options 200', () => {
  test('returns the same options for a tenant that does not exist, but for the challenge', async () => {
    const [known, unknown] = [
      await passkeys.begin(service, tenant),
      await passkeys.begin(service, { id: `ten_${'0'.repeat(22)}` }),
    ];
    const same = {
      challenge: expect.any(String),
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    };
    expect(known.options).toEqual(same);
    expect(unknown.options).toEqual(same);
    expect(known.options.challenge).toHaveLength(unknown.options.challenge.length);
  });
});

describe('POST /auth/passkeys/login 200', () => {
  test.each([
    ['hwk', {}],
    ['swk', { isSynced: true }],
  ] as const)('begins a complete session with both factors by a key of kind %s', async (kind, more) => {
    const { authenticator, email } = await passkeys.owner(service, tenant, more);
    const { status, body } = await passkeys.login(service, tenant, authenticator);
    expect([status, body]).toEqual([
      200,
      {
        accessToken: expect.any(String),
        refreshToken: expect.any(String),
        message: 'Logged in.',
        isRequiresMfa: false,
        nextStep: null,
      },
    ]);
    expect(claimsOf(body.accessToken).amr).toEqual([kind, 'user', 'mfa']);
    const me = await service.get('/auth/me', { headers: bearer(body) });
    expect(me.body.email).toBe(email);
  });

  test.each([-7, -8, -257] as const)('accepts a key of the algorithm %s', async (alg) => {
    const { authenticator } = await passkeys.owner(service, tenant, { alg });
    expect((await passkeys.login(service, tenant, authenticator)).status).toBe(200);
  });

  test('asks for no second factor where the tenant requires one', async () => {
    const strict = await service.tenant({ mfa: { policy: 'required' } });
    const user = await mfa.person(service, strict, {});
    const authenticator = passkeys.authenticatorFor(service);
    const credential = authenticator.create(await passkeys.optionsFor(service, user.tokens, '/options'));
    passkeys.done(await passkeys.sendEnrol(service, user.tokens, credential));
    const { body } = await passkeys.login(service, strict, authenticator);
    expect([body.isRequiresMfa, body.nextStep]).toEqual([false, null]);
  });
});

describe('POST /auth/passkeys/login 400', () => {
  test('TENANT_ID_REQUIRED without a tenant', async () => {
    const { authenticator } = await passkeys.owner(service, tenant);
    const { options } = await passkeys.begin(service, tenant);
    const reply = await passkeys.sendLogin(service, { id: '' }, authenticator.get(options));
    expect(answerOf(reply)).toEqual(refusal('TENANT_ID_REQUIRED'));
  });
});

describe('POST /auth/passkeys/login 403', () => {
  test.each([
    ['off', { mode: 'off' }],
    ['second factors alone', { mode: 'optional', firstFactor: false }],
  ] as const)('PASSKEYS_NOT_ENABLED where passkeys are %s, with and without an account', async (_, settings) => {
    const own = await service.tenant();
    const { authenticator } = await passkeys.owner(service, own);
    const { authenticator: stranger } = await passkeys.owner(service, tenant);
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { settings: { passkeys: settings } });
    for (const each of [authenticator, stranger])
      expect(answerOf(await passkeys.login(service, own, each))).toEqual(refusal('PASSKEYS_NOT_ENABLED'));
  });
});

describe('POST /auth/passkeys/login 429', () => {
  test('RATE_LIMITED for a network without attempts left', async () => {
    const { authenticator } = await passkeys.owner(service, tenant);
    const { options, codeVerifier } = await passkeys.begin(service, tenant);
    const ip = freshIp();
    const send = (credential: unknown) => passkeys.sendLogin(service, tenant, credential, { codeVerifier }, { ip });
    const right = authenticator.get(options);
    const wrong = { ...right, response: { ...right.response, signature: 'AAAA' } };
    let reply = await send(wrong);
    while (reply.status === 400) reply = await send(wrong);
    expect(answerOf(reply)).toEqual(refusal('RATE_LIMITED'));
    expect(answerOf(await send(right))).toEqual(refusal('RATE_LIMITED'));
  });
});

describe('POST /auth/passkeys/login-options 400', () => {
  test('TENANT_ID_REQUIRED without a tenant', async () => {
    const reply = await service.post('/auth/passkeys/login-options', { codeChallenge: 'x'.repeat(43) });
    expect(answerOf(reply)).toEqual(refusal('TENANT_ID_REQUIRED'));
  });

  test('INVALID_INPUT for a client that nothing can be bound to', async () => {
    const reply = await service.post('/auth/passkeys/login-options', { tenantId: tenant.id });
    expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
    expect(reply.body.message).toContain('codeChallenge');
  });
});
