// Tests POST /auth/passkeys/login and its options.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, refusal } from '../../support/api.ts';
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
