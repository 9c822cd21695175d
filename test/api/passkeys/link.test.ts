// Tests POST /auth/admin/api/users/{id}/recovery-links, POST /auth/passkeys/link-options and POST /auth/passkeys/link.
import { describe, expect, test } from '@jest/globals';
import { createUser, UNKNOWN_USER_IDS, USERS } from '../../support/admin-users.ts';
import { adminSession, answerOf, auditedAction, later, MINUTE, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { messagesTo } from '../../support/messages.ts';
import * as mfa from '../../support/mfa.ts';
import * as passkeys from '../../support/passkeys.ts';
import { newEmail, newPassword, type Tenant, useService } from '../../support/service.ts';

const service = useService();
const OVER = refusal('PASSWORD_RESET_TOKEN_INVALID');
const REQUIRED = { passkeys: { mode: 'required' } };

/** A user with a proved address and a passkey. */
async function owner(settings?: object) {
  const user = await createUser(service, await service.tenant(), { emailVerifiedAt: '2026-01-01T00:00:00Z' });
  const tokens = (await service.login(user)).body;
  const authenticator = passkeys.authenticatorFor(service);
  const passkey = await passkeys.addPasskey(service, { tokens }, authenticator);
  if (settings) await settle(user.tenant, settings);
  return { ...user, tokens, authenticator, passkey };
}
const settle = (tenant: Tenant, settings: object) =>
  service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { settings });
const setPassword = (token: string, newPassword: string) =>
  service.post('/auth/reset-password', { token, newPassword }, { ip: freshIp() });
const look = async (token: string) => (await service.post('/auth/invitation', { token }, { ip: freshIp() })).body;
const countOf = async (id: string) => (await service.admin('GET', `${USERS}/${id}/passkeys`)).body.data.length;

async function invited(tenant: Tenant) {
  const email = newEmail();
  const body = { tenantId: tenant.id, email };
  const { id } = (await service.admin('POST', '/auth/admin/api/invitations', body)).body.invitation;
  const [{ token }] = await messagesTo(service, 'svc.user_invited', email);
  return { id: id as string, email, token: token as string };
}

describe('POST /auth/admin/api/users/{id}/recovery-links', () => {
  test('201 makes a link to our page, is audited, and tells the user without the link', async () => {
    const user = await owner();
    const reply = await service.admin('POST', `${USERS}/${user.id}/recovery-links`, { removePasskeys: true });
    expect([reply.status, reply.body]).toEqual([
      201,
      { link: expect.stringMatching(/\/login\/recovery#token=rec_usr_\w+\.[\w-]{43}$/), expiresAt: expect.any(String) },
    ]);
    const left = Date.parse(reply.body.expiresAt) - Date.now();
    expect([left > 29 * MINUTE, left <= 30 * MINUTE]).toEqual([true, true]);
    expect(await mfa.inboxOf(service, user.email, 2)).toContain('svc.recovery_link_created');
    const [notice] = await messagesTo(service, 'svc.recovery_link_created', user.email);
    expect(JSON.stringify(notice)).not.toContain('rec_');
    const audit = await auditedAction(service, 'user.recovery_link_created', user.tenant.id);
    expect(audit).toMatchObject([{ after: { removePasskeys: true, expiresAt: reply.body.expiresAt } }]);
    // Nothing of the account has changed.
    expect((await passkeys.list(service, user.tokens)).status).toBe(200);
  });

  test('400 INVALID_INPUT', async () => {
    const reply = await service.admin('POST', `${USERS}/x/recovery-links`, { removePasskeys: 'yes' });
    expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
  });

  test('403 REAUTH_REQUIRED for a login of more than fifteen minutes ago', async () => {
    const user = await owner();
    const headers = { cookie: await adminSession(service) };
    const path = `${USERS}/${user.id}/recovery-links`;
    const reply = await later(16 * MINUTE, () => service.send('POST', path, { headers, body: {} }));
    expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
  });

  test('404 USER_NOT_FOUND', async () => {
    for (const id of UNKNOWN_USER_IDS)
      expect(answerOf(await service.admin('POST', `${USERS}/${id}/recovery-links`, {}))).toEqual(
        refusal('USER_NOT_FOUND'),
      );
  });
});

describe('POST /auth/passkeys/link', () => {
  test('200 adds a passkey to an account that lost its own, ends its sessions and signs in', async () => {
    const user = await owner(REQUIRED);
    const token = await passkeys.recoveryLink(service, user.id, { removePasskeys: true });
    expect(await look(token)).toMatchObject({ kind: 'recovery', methods: ['password', 'passkey'] });
    const phone = passkeys.authenticatorFor(service);
    expect((await passkeys.addByLink(service, token, phone)).status).toBe(200);
    expect(answerOf(await passkeys.list(service, user.tokens))).toEqual(refusal('SESSION_NOT_FOUND'));
    const { status, body } = await passkeys.login(service, user.tenant, phone);
    expect([status, body.isRequiresMfa]).toEqual([200, false]);
    expect(answerOf(await passkeys.login(service, user.tenant, user.authenticator))).toEqual(
      refusal('PASSKEY_INVALID'),
    );
    expect(await countOf(user.id)).toBe(1);
    expect(await mfa.inboxOf(service, user.email, 4)).toEqual(
      expect.arrayContaining(['svc.passkey_added', 'svc.recovery_link_created', 'svc.passkey_removed']),
    );
  });

  test('200 keeps the passkeys of before unless the admin chose otherwise', async () => {
    const user = await owner();
    const phone = passkeys.authenticatorFor(service);
    const token = await passkeys.recoveryLink(service, user.id);
    expect((await passkeys.addByLink(service, token, phone)).status).toBe(200);
    for (const each of [phone, user.authenticator])
      expect((await passkeys.login(service, user.tenant, each)).status).toBe(200);
    expect(await countOf(user.id)).toBe(2);
  });

  test('200 accepts an invitation with a passkey in the place of a password', async () => {
    const tenant = await service.tenant({ signup: { mode: 'verifyFirst' } });
    const { id, token } = await invited(tenant);
    const phone = passkeys.authenticatorFor(service);
    expect((await passkeys.addByLink(service, token, phone)).status).toBe(200);
    expect((await passkeys.login(service, tenant, phone)).status).toBe(200);
    const { user } = (await service.admin('GET', `${USERS}/${id}`)).body;
    expect(user.emailVerifiedAt).not.toBeNull();
    const { data } = (await service.admin('GET', `/auth/admin/api/invitations?tenantId=${tenant.id}`)).body;
    expect(data).toMatchObject([{ id, status: 'accepted' }]);
    expect(answerOf(await setPassword(token, newPassword()))).toEqual(OVER);
  });

  test('400 PASSKEY_INVALID for a challenge of another link, a key that verifies no user, and one that is known', async () => {
    const [user, other] = [await owner(), await owner()];
    const token = await passkeys.recoveryLink(service, user.id);
    const otherToken = await passkeys.recoveryLink(service, other.id);
    const { options } = (await passkeys.linkOptions(service, token)).body;
    const foreign = (await passkeys.linkOptions(service, otherToken)).body.options;
    const refused = [
      passkeys.authenticatorFor(service).create(foreign),
      passkeys.authenticatorFor(service, { verifiesUser: false }).create(options),
    ];
    for (const credential of refused)
      expect(answerOf(await passkeys.sendLink(service, token, credential))).toEqual(refusal('PASSKEY_INVALID'));
    expect(options.authenticatorSelection.userVerification).toBe('required');
    const phone = passkeys.authenticatorFor(service);
    const credential = phone.create(options);
    expect((await passkeys.sendLink(service, token, credential)).status).toBe(200);
  });

  test('400 PASSKEYS_NOT_ENABLED where the tenant has none, and for an invitation of an account with a second factor', async () => {
    const off = await service.tenant({ passkeys: { mode: 'off' } });
    const { token } = await invited(off);
    const second = await invited(await service.tenant({ passkeys: { mode: 'optional', firstFactor: false } }));
    for (const each of [token, second.token]) {
      expect(await look(each)).toMatchObject({ kind: 'invitation', methods: ['password'] });
      expect(answerOf(await passkeys.linkOptions(service, each))).toEqual(refusal('PASSKEYS_NOT_ENABLED'));
    }
    const tenant = await service.tenant();
    const guest = await invited(tenant);
    const phone = passkeys.authenticatorFor(service);
    const { options } = (await passkeys.linkOptions(service, guest.token)).body;
    const late = passkeys.authenticatorFor(service).create(options);
    await settle(tenant, { passkeys: { mode: 'off' } });
    expect(answerOf(await passkeys.sendLink(service, guest.token, late))).toEqual(refusal('PASSKEYS_NOT_ENABLED'));
    await settle(tenant, { passkeys: { mode: 'optional' } });
    expect((await passkeys.addByLink(service, guest.token, phone)).status).toBe(200);
    await service.admin('POST', '/auth/admin/api/invitations', { tenantId: tenant.id, email: guest.email });
    const [{ token: again }] = await messagesTo(service, 'svc.user_invited', guest.email, 2);
    expect(await look(again)).toMatchObject({ methods: ['password'] });
    expect(answerOf(await passkeys.linkOptions(service, again))).toEqual(refusal('PASSKEYS_NOT_ENABLED'));
  });

  test('400 PASSWORD_RESET_TOKEN_INVALID for a link that was used, replaced, has expired or is none', async () => {
    const user = await owner();
    const replaced = await passkeys.recoveryLink(service, user.id);
    const used = await passkeys.recoveryLink(service, user.id);
    const phone = passkeys.authenticatorFor(service);
    const credential = phone.create((await passkeys.linkOptions(service, used)).body.options);
    expect((await passkeys.sendLink(service, used, credential)).status).toBe(200);
    for (const token of [replaced, used, 'x']) {
      expect(answerOf(await passkeys.linkOptions(service, token))).toEqual(OVER);
      expect(answerOf(await passkeys.sendLink(service, token, credential))).toEqual(OVER);
    }
    const old = await passkeys.recoveryLink(service, user.id);
    await later(31 * MINUTE, async () => expect(answerOf(await passkeys.linkOptions(service, old))).toEqual(OVER));
  });

  test('429 RATE_LIMITED for guesses from one network', async () => {
    const ip = freshIp();
    const credential = passkeys
      .authenticatorFor(service)
      .create(
        (await passkeys.linkOptions(service, await passkeys.recoveryLink(service, (await owner()).id))).body.options,
      );
    let reply = await passkeys.linkOptions(service, 'x', { ip });
    for (let guess = 0; guess < 200 && reply.status !== 429; guess++)
      reply = await passkeys.linkOptions(service, 'x', { ip });
    expect(answerOf(reply)).toEqual(refusal('RATE_LIMITED'));
    expect(answerOf(await passkeys.sendLink(service, 'x', credential, { ip }))).toEqual(refusal('RATE_LIMITED'));
  });
});

describe('POST /auth/reset-password', () => {
  test('200 sets a password with the link of an admin, and the login has another second factor', async () => {
    const user = await owner(REQUIRED);
    const token = await passkeys.recoveryLink(service, user.id, { removePasskeys: true });
    const password = newPassword();
    expect((await setPassword(token, password)).status).toBe(200);
    expect(answerOf(await passkeys.login(service, user.tenant, user.authenticator))).toEqual(
      refusal('PASSKEY_INVALID'),
    );
    expect((await service.login({ ...user, password })).body).toMatchObject({ nextStep: 'mfa', mfaMethods: ['email'] });
    expect(await countOf(user.id)).toBe(0);
  });

  test('400 PASSWORD_RESET_TOKEN_INVALID where the passkeys stay that a login would ask for', async () => {
    const user = await owner(REQUIRED);
    const token = await passkeys.recoveryLink(service, user.id);
    expect(await look(token)).toMatchObject({ methods: ['passkey'] });
    expect(answerOf(await setPassword(token, newPassword()))).toEqual(OVER);
    expect((await passkeys.addByLink(service, token, passkeys.authenticatorFor(service))).status).toBe(200);
  });
});
