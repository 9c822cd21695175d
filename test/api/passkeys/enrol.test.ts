// Tests POST /auth/passkeys/enrol.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, later, MINUTE, published, refusal } from '../../support/api.ts';
import * as mfa from '../../support/mfa.ts';
import * as passkeys from '../../support/passkeys.ts';
import { bearer, prepared, useService } from '../../support/service.ts';

const service = useService();
const strict = prepared(() => service.tenant({ mfa: { policy: 'required' } }));
const owing = () => mfa.person(service, strict, {});

describe('POST /auth/passkeys/enrol 200', () => {
  test('completes the login that must set up a second factor, and switches it on', async () => {
    const own = await service.tenant({ mfa: { policy: 'required' } });
    const user = await mfa.person(service, own, {});
    const waiting = (await service.login(user)).body;
    expect(waiting).toMatchObject({ isRequiresMfa: true, mfaMethods: [], nextStep: 'enrol', passkey: 'enrol' });
    const authenticator = passkeys.authenticatorFor(service, { verifiesUser: false });
    const credential = authenticator.create(await passkeys.optionsFor(service, waiting, '/options'));
    const { body } = await passkeys.sendEnrol(service, waiting, credential);
    expect(body).toMatchObject({ isRequiresMfa: false, nextStep: null });
    expect(claimsOf(body.accessToken).amr).toEqual(['pwd', 'hwk', 'user', 'mfa']);
    const about = { method: 'passkey', email: user.email };
    expect(await published(service, 'svc.two_factor_enabled', own.id)).toMatchObject([{ detail: about }]);
    expect((await service.login(user)).body).toMatchObject({ nextStep: 'mfa', passkey: 'verify' });
  });
});

describe('POST /auth/passkeys/enrol 400', () => {
  test('PASSKEY_INVALID for a passkey that was sent before', async () => {
    const user = await owing();
    const authenticator = passkeys.authenticatorFor(service);
    const credential = authenticator.create(await passkeys.optionsFor(service, user.tokens, '/options'));
    const { body } = passkeys.done(await passkeys.sendEnrol(service, user.tokens, credential));
    expect(answerOf(await passkeys.sendEnrol(service, body, credential))).toEqual(refusal('PASSKEY_INVALID'));
  });

  test('PASSKEY_LIMIT_REACHED for an account with twenty', async () => {
    const user = await owing();
    const device = () => passkeys.authenticatorFor(service, { alg: -8 });
    const first = device().create(await passkeys.optionsFor(service, user.tokens, '/options'));
    const { body: tokens } = passkeys.done(await passkeys.sendEnrol(service, user.tokens, first));
    for (let count = 0; count < 18; count++) await passkeys.addPasskey(service, { tokens }, device());
    const before = await passkeys.optionsFor(service, tokens, '/options');
    await passkeys.addPasskey(service, { tokens }, device());
    const late = device().create(before);
    expect(answerOf(await passkeys.sendEnrol(service, tokens, late))).toEqual(refusal('PASSKEY_LIMIT_REACHED'));
  });
});

describe('POST /auth/passkeys/enrol 401', () => {
  test('MFA_REQUIRED for a login that a second factor of the account completes', async () => {
    const user = await mfa.person(service, strict);
    const reply = await service.post('/auth/passkeys/options', {}, { headers: bearer(user.tokens) });
    expect(answerOf(reply)).toEqual(refusal('MFA_REQUIRED'));
    const credential = passkeys.authenticatorFor(service).create({
      challenge: 'x',
      rp: { id: 'localhost' },
      user: { id: 'x' },
      pubKeyCredParams: [{ alg: -8 }],
    });
    expect(answerOf(await passkeys.sendEnrol(service, user.tokens, credential))).toEqual(refusal('MFA_REQUIRED'));
  });
});

describe('POST /auth/passkeys/enrol 403', () => {
  test('REAUTH_REQUIRED for a login of more than fifteen minutes ago', async () => {
    const { refreshToken } = (await service.signup(await service.tenant())).tokens;
    await later(16 * MINUTE, async () => {
      const tokens = (await service.post('/auth/refresh-token', { refreshToken })).body;
      const reply = await service.post('/auth/passkeys/enrol', {}, { headers: bearer(tokens) });
      expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
    });
  });

  test('PASSKEYS_NOT_ENABLED where the tenant has switched them off', async () => {
    const own = await service.tenant({ mfa: { policy: 'required' }, passkeys: { mode: 'off' } });
    const user = await mfa.person(service, own, {});
    expect((await service.login(user)).body).not.toHaveProperty('passkey');
    const credential = passkeys.authenticatorFor(service).create({
      challenge: 'x',
      rp: { id: 'localhost' },
      user: { id: 'x' },
      pubKeyCredParams: [{ alg: -8 }],
    });
    expect(answerOf(await passkeys.sendEnrol(service, user.tokens, credential))).toEqual(
      refusal('PASSKEYS_NOT_ENABLED'),
    );
  });
});
