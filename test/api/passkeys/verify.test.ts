// Tests POST /auth/passkeys/verify and its options.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, later, MINUTE, refusal } from '../../support/api.ts';
import * as mfa from '../../support/mfa.ts';
import * as passkeys from '../../support/passkeys.ts';
import { bearer, prepared, type Tenant, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const PATH = '/auth/passkeys/verify';

/** A user whose second factor is on, with a passkey, and a login that waits for it. */
async function waiting(own: Tenant = tenant, more = {}) {
  const user = await passkeys.owner(service, own, more);
  mfa.done(await mfa.act(service, user.tokens, 'toggle', { enabled: true }), 'toggle');
  return { ...user, tokens: await mfa.pending(service, user) };
}
const prove = async (user: Awaited<ReturnType<typeof waiting>>, more: object = {}) => {
  const options = await passkeys.optionsFor(service, user.tokens, '/verify-options');
  return passkeys.sendProof(service, user.tokens, user.authenticator.get(options), more);
};

describe('POST /auth/passkeys/verify-options 200', () => {
  test('lists the passkeys of the account, and prefers that they verify their user', async () => {
    const user = await waiting();
    const options = await passkeys.optionsFor(service, user.tokens, '/verify-options');
    const [stored] = user.authenticator.passkeys;
    expect(options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'preferred',
      allowCredentials: [{ type: 'public-key', id: stored?.id, transports: ['internal'] }],
    });
  });

  test('requires that of a complete session', async () => {
    const user = await passkeys.owner(service, tenant);
    const options = await passkeys.optionsFor(service, user.tokens, '/verify-options');
    expect(options.userVerification).toBe('required');
  });
});

describe('POST /auth/passkeys/verify 200', () => {
  test('completes the login, also with a passkey that only shows that its user is present', async () => {
    const user = await waiting(tenant, { verifiesUser: false });
    expect(user.tokens).toMatchObject({ nextStep: 'mfa', passkey: 'verify' });
    const { body } = await prove(user);
    expect(body).toMatchObject({ isRequiresMfa: false, message: 'Logged in.' });
    expect(claimsOf(body.accessToken).amr).toEqual(['pwd', 'hwk', 'user', 'mfa']);
    const old = await service.get('/auth/mfa/status', { headers: bearer(user.tokens) });
    expect(answerOf(old)).toEqual(refusal('SESSION_NOT_FOUND'));
  });

  test('trusts the device for the next logins', async () => {
    const user = await waiting();
    const { body } = await prove(user, { trustDevice: true });
    const login = await service.login(user, { headers: { 'x-svc-device-trust': body.trustToken } });
    expect(login.body.isRequiresMfa).toBe(false);
  });

  test('renews the proof of a session without a second factor, and switches none on', async () => {
    const user = await passkeys.owner(service, tenant);
    const { refreshToken } = user.tokens;
    await later(16 * MINUTE, async () => {
      const tokens = (await service.post('/auth/refresh-token', { refreshToken })).body;
      const path = `/auth/passkeys/${user.passkey.id}`;
      const refused = await service.send('DELETE', path, { headers: bearer(tokens) });
      expect(answerOf(refused)).toEqual(refusal('REAUTH_REQUIRED'));
      const { body } = await prove({ ...user, tokens });
      expect(body.message).toBe('Verified.');
      expect((await service.send('DELETE', path, { headers: bearer(body) })).status).toBe(200);
      expect((await service.login(user)).body.isRequiresMfa).toBe(false);
    });
  });

  test('completes the login of an account in a tenant that requires a passkey, which nothing else does', async () => {
    const own = await service.tenant();
    const user = await mfa.person(service, own);
    const authenticator = passkeys.authenticatorFor(service);
    await passkeys.addPasskey(service, user, authenticator);
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { settings: { passkeys: { mode: 'required' } } });
    const tokens = await mfa.pending(service, user);
    expect(tokens).toMatchObject({ mfaMethods: [], nextStep: 'mfa', passkey: 'verify' });
    const challenge = await mfa.act(service, tokens, 'challenge', { method: 'email' });
    expect(answerOf(challenge)).toEqual(refusal('MFA_METHOD_NOT_AVAILABLE'));
    const options = await passkeys.optionsFor(service, tokens, '/verify-options');
    expect((await passkeys.sendProof(service, tokens, authenticator.get(options))).status).toBe(200);
  });

  test('an account without one gets in by the factor that it has, and is asked to add one', async () => {
    const own = await service.tenant({ passkeys: { mode: 'required' } });
    const user = await mfa.person(service, own);
    const code = await mfa.challenged(service, user.tokens, 'email', user.email);
    const { body } = await mfa.act(service, user.tokens, 'verify', { method: 'email', otp: code });
    expect(body).toMatchObject({ isRequiresMfa: false, nextStep: null, passkey: 'enrol' });
  });
});

describe('GET /auth/mfa/status', () => {
  test('tells a login that waits that a passkey can complete it', async () => {
    const user = await waiting();
    expect((await mfa.ask(service, user.tokens, 'status')).body.hasPasskey).toBe(true);
  });
});

describe('POST /auth/passkeys/verify 400', () => {
  test('PASSKEY_INVALID for a complete session whose passkey did not verify its user', async () => {
    const user = await passkeys.owner(service, tenant, { verifiesUser: false });
    expect(answerOf(await prove(user))).toEqual(refusal('PASSKEY_INVALID'));
  });
});

describe('POST /auth/passkeys/verify 403', () => {
  test('PASSKEYS_NOT_ENABLED where the tenant has switched them off', async () => {
    const own = await service.tenant();
    const user = await passkeys.owner(service, own);
    const options = await passkeys.optionsFor(service, user.tokens, '/verify-options');
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { settings: { passkeys: { mode: 'off' } } });
    const reply = await passkeys.sendProof(service, user.tokens, user.authenticator.get(options));
    expect(answerOf(reply)).toEqual(refusal('PASSKEYS_NOT_ENABLED'));
    const late = await service.post(`${PATH}-options`, {}, { headers: bearer(user.tokens) });
    expect(answerOf(late)).toEqual(refusal('PASSKEYS_NOT_ENABLED'));
  });
});

describe('POST /auth/passkeys/verify 429', () => {
  test('ACCOUNT_LOCKED after ten wrong ones', async () => {
    const user = await waiting();
    const options = await passkeys.optionsFor(service, user.tokens, '/verify-options');
    const right = user.authenticator.get(options);
    const wrong = { ...right, response: { ...right.response, signature: 'AAAA' } };
    for (let count = 0; count < 10; count++)
      expect(answerOf(await passkeys.sendProof(service, user.tokens, wrong))).toEqual(refusal('PASSKEY_INVALID'));
    expect(answerOf(await passkeys.sendProof(service, user.tokens, right))).toEqual(refusal('ACCOUNT_LOCKED'));
  });
});
