// Tests GET /auth/passkeys, PATCH and DELETE /auth/passkeys/{id}.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, published, refusal } from '../../support/api.ts';
import * as mfa from '../../support/mfa.ts';
import * as passkeys from '../../support/passkeys.ts';
import { bearer, prepared, type User, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const rename = (tokens: User['tokens'], id: string, name: string) =>
  service.send('PATCH', `/auth/passkeys/${id}`, { body: { name }, headers: bearer(tokens) });
const names = async (tokens: User['tokens']) =>
  (await passkeys.list(service, tokens)).body.passkeys.map(({ name }: { name: string }) => name);
const settle = (id: string, settings: object) => service.admin('PATCH', `/auth/admin/api/tenants/${id}`, { settings });
/** Switches the logins of an account by its address off. */
const closeAddress = async ({ tokens }: User) => {
  const id = claimsOf(tokens.accessToken).sub;
  const reply = await service.admin('PATCH', `/auth/admin/api/users/${id}`, { emailLoginEnabled: false });
  expect(reply.status).toBe(200);
};

describe('GET /auth/passkeys 200', () => {
  test('lists the passkeys of the account, oldest first, with when they were used', async () => {
    const user = await passkeys.owner(service, tenant);
    const second = passkeys.authenticatorFor(service);
    await passkeys.addPasskey(service, user, second, 'Phone');
    passkeys.done(await passkeys.login(service, tenant, second));
    const { body } = await passkeys.list(service, user.tokens);
    expect(body.passkeys).toMatchObject([
      { name: 'Passkey', lastUsedAt: null },
      { name: 'Phone', lastUsedAt: expect.any(String) },
    ]);
  });
});

describe('PATCH /auth/passkeys/{id}', () => {
  test('200 renames the passkey', async () => {
    const user = await passkeys.owner(service, tenant);
    expect((await rename(user.tokens, user.passkey.id, 'Key ring')).body).toEqual({ message: 'Passkey renamed.' });
    expect(await names(user.tokens)).toEqual(['Key ring']);
  });

  test("404 PASSKEY_NOT_FOUND for one that is unknown or another user's", async () => {
    const [user, other] = [await passkeys.owner(service, tenant), await passkeys.owner(service, tenant)];
    for (const id of [other.passkey.id, `pky_${'0'.repeat(22)}`, 'x'])
      expect(answerOf(await rename(user.tokens, id, 'Mine'))).toEqual(refusal('PASSKEY_NOT_FOUND'));
    expect(await names(other.tokens)).toEqual(['Passkey']);
  });
});

describe('DELETE /auth/passkeys/{id} 200', () => {
  test('removes the passkey, ends other sessions, and tells the user', async () => {
    const own = await service.tenant();
    const user = await passkeys.owner(service, own);
    const other = (await service.login(user)).body;
    const { body } = await passkeys.removePasskey(service, user.tokens, user.passkey.id);
    expect(body).toEqual({ message: 'Passkey removed.' });
    expect(answerOf(await passkeys.login(service, own, user.authenticator))).toEqual(refusal('PASSKEY_INVALID'));
    expect(answerOf(await passkeys.list(service, other))).toEqual(refusal('SESSION_NOT_FOUND'));
    expect(await names(user.tokens)).toEqual([]);
    const about = { passkeyId: user.passkey.id, passkeyName: 'Passkey' };
    expect(await published(service, 'svc.passkey_removed', own.id)).toMatchObject([{ detail: about }]);
    expect(await mfa.inboxOf(service, user.email, 2)).toEqual(['svc.passkey_added', 'svc.passkey_removed']);
  });

  test('switches the second factor off with the last one', async () => {
    const user = await passkeys.owner(service, tenant);
    mfa.done(await mfa.act(service, user.tokens, 'toggle', { enabled: true }), 'toggle');
    passkeys.done(await passkeys.removePasskey(service, user.tokens, user.passkey.id));
    expect((await service.login(user)).body.isRequiresMfa).toBe(false);
  });

  test('keeps it on for an account that has an authenticator', async () => {
    const user = await passkeys.owner(service, tenant);
    await mfa.enrol(service, user);
    passkeys.done(await passkeys.removePasskey(service, user.tokens, user.passkey.id));
    expect((await service.login(user)).body).toMatchObject({ isRequiresMfa: true, mfaMethods: ['totp'] });
  });

  test('removes one of two of an account that nothing else opens', async () => {
    const user = await passkeys.owner(service, tenant);
    const second = passkeys.authenticatorFor(service);
    await passkeys.addPasskey(service, user, second);
    await closeAddress(user);
    const tokens = passkeys.done(await passkeys.login(service, tenant, second)).body;
    passkeys.done(await passkeys.removePasskey(service, tokens, user.passkey.id));
    expect((await passkeys.login(service, tenant, second)).status).toBe(200);
  });
});

describe('DELETE /auth/passkeys/{id} 400', () => {
  test('LAST_LOGIN_METHOD for the last way in', async () => {
    const user = await passkeys.owner(service, tenant);
    await closeAddress(user);
    const { body } = await passkeys.login(service, tenant, user.authenticator);
    const reply = await passkeys.removePasskey(service, body, user.passkey.id);
    expect(answerOf(reply)).toEqual(refusal('LAST_LOGIN_METHOD'));
    expect((await passkeys.login(service, tenant, user.authenticator)).status).toBe(200);
  });

  test.each([
    ['a second factor', { mfa: { policy: 'required' } }],
    ['passkeys', { passkeys: { mode: 'required' } }],
  ])('MFA_LAST_FACTOR for the last one where the tenant requires %s', async (_, settings) => {
    const own = await service.tenant();
    const user = await passkeys.owner(service, own);
    await settle(own.id, settings);
    const { body } = await passkeys.login(service, own, user.authenticator);
    const reply = await passkeys.removePasskey(service, body, user.passkey.id);
    expect(answerOf(reply)).toEqual(refusal('MFA_LAST_FACTOR'));
  });
});

describe('DELETE /auth/passkeys/{id} 404', () => {
  test("PASSKEY_NOT_FOUND for one that is unknown or another user's", async () => {
    const [user, other] = [await passkeys.owner(service, tenant), await passkeys.owner(service, tenant)];
    for (const id of [other.passkey.id, `pky_${'0'.repeat(22)}`, 'x', '__proto__'])
      expect(answerOf(await passkeys.removePasskey(service, user.tokens, id))).toEqual(refusal('PASSKEY_NOT_FOUND'));
    expect(await names(other.tokens)).toEqual(['Passkey']);
  });
});
