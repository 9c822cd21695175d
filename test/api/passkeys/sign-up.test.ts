// Tests sign-ups without a password: POST /auth/signup, the code of its message, then a passkey.
import { describe, expect, test } from '@jest/globals';
import { digest, randomSecret } from '../../../lib/crypto/secrets.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { codeTo } from '../../support/messages.ts';
import * as mfa from '../../support/mfa.ts';
import * as passkeys from '../../support/passkeys.ts';
import { newEmail, newPassword, type Tenant, useService } from '../../support/service.ts';

const service = useService();
const MODES = ['instant', 'verifyFirst'] as const;

async function signUp(tenant: Pick<Tenant, 'id'>, email: string) {
  const codeVerifier = randomSecret();
  const body = { tenantId: tenant.id, email, codeChallenge: digest(codeVerifier) };
  return { reply: await service.post('/auth/signup', body), codeVerifier };
}
const confirm = async (tenant: Tenant, identifier: string, codeVerifier: string) => {
  const code = await codeTo(service, 'svc.passwordless_code_requested', identifier);
  const credentials = { identifier, channels: ['email'], code, codeVerifier };
  return service.post('/auth/login', { tenantId: tenant.id, providerName: 'passwordless', credentials });
};

describe.each(MODES)('POST /auth/signup 200 without a password, mode %s', (mode) => {
  test('gives no session until the address is proved, and the session adds a passkey', async () => {
    const tenant = await service.tenant({ signup: { mode } });
    const email = newEmail();
    const { reply, codeVerifier } = await signUp(tenant, email);
    expect([reply.status, reply.body]).toEqual([
      200,
      { message: expect.any(String), isRequiresMfa: false, nextStep: null },
    ]);
    const { status, body } = await confirm(tenant, email, codeVerifier);
    expect([status, body.nextStep]).toEqual([200, null]);
    const authenticator = passkeys.authenticatorFor(service);
    await passkeys.addPasskey(service, { tokens: body }, authenticator);
    expect((await passkeys.login(service, tenant, authenticator)).status).toBe(200);
    expect((await service.login({ tenant, email, password: newPassword() })).status).toBe(401);
  });

  test('is the same for an address that has an account, whose owner is told', async () => {
    const tenant = await service.tenant({ signup: { mode } });
    const known = newEmail();
    const first = await signUp(tenant, known);
    await confirm(tenant, known, first.codeVerifier);
    const [again, fresh] = [await signUp(tenant, known), await signUp(tenant, newEmail())];
    expect([again.reply.status, again.reply.body]).toEqual([fresh.reply.status, fresh.reply.body]);
    expect(await mfa.inboxOf(service, known, 2)).toContain('svc.signup_attempted');
  });

  test('is completed by a passkey where the tenant requires a second factor', async () => {
    const tenant = await service.tenant({ signup: { mode }, mfa: { policy: 'required', methods: ['totp'] } });
    const email = newEmail();
    const { codeVerifier } = await signUp(tenant, email);
    const { body } = await confirm(tenant, email, codeVerifier);
    expect(body).toMatchObject({ nextStep: 'enrol' });
    const authenticator = passkeys.authenticatorFor(service);
    const credential = authenticator.create(await passkeys.optionsFor(service, body, '/options'));
    expect((await passkeys.sendEnrol(service, body, credential)).status).toBe(200);
    expect((await passkeys.login(service, tenant, authenticator)).status).toBe(200);
  });
});

test.each([
  ['off', { mode: 'off' }],
  ['second factors', { mode: 'optional', firstFactor: false }],
])('400 INVALID_INPUT without a password where passkeys are %s', async (_, settings) => {
  const tenant = await service.tenant({ passkeys: settings });
  expect(answerOf((await signUp(tenant, newEmail())).reply)).toEqual(refusal('INVALID_INPUT'));
});

test('400 INVALID_INPUT without a password in an unknown tenant', async () => {
  const { reply } = await signUp({ id: `ten_${'0'.repeat(22)}` }, newEmail());
  expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
});

test('403 REGISTRATION_DISABLED without a password where sign-up is closed', async () => {
  const tenant = await service.tenant({ signup: { mode: 'closed' } });
  expect(answerOf((await signUp(tenant, newEmail())).reply)).toEqual(refusal('REGISTRATION_DISABLED'));
});

test('a sign-up without a password keeps nothing of the stranger who used the address before', async () => {
  const tenant = await service.tenant();
  const stranger = await service.signup(tenant);
  const { codeVerifier } = await signUp(tenant, stranger.email);
  expect((await confirm(tenant, stranger.email, codeVerifier)).status).toBe(200);
  expect((await service.login(stranger)).status).toBe(401);
  expect((await passkeys.list(service, stranger.tokens)).status).toBe(401);
});
