// Threat: a passkey opens an account that it was not added to, or one that should be closed to it, or the last way into an
// account is lost in a race.
import { describe, expect, test } from '@jest/globals';
import { FLAGS, softwareAuthenticator } from '../../../lib/packages/testing/authenticator.ts';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { update } from '../../../lib/store/dynamo/table.ts';
import { answerOf, claimsOf, disable, published, refusal } from '../../support/api.ts';
import { codeTo } from '../../support/messages.ts';
import * as passkeys from '../../support/passkeys.ts';
import { race } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const INVALID = refusal('PASSKEY_INVALID');

const login = (authenticator: passkeys.Authenticator, own = tenant) => passkeys.login(service, own, authenticator);

describe('a passkey', () => {
  test('of one user with the handle of another opens neither account', async () => {
    const [mallory, victim] = [await passkeys.owner(service, tenant), await passkeys.owner(service, tenant)];
    const [own, theirs] = [mallory.authenticator.passkeys[0], victim.authenticator.passkeys[0]];
    const { options, codeVerifier } = await passkeys.begin(service, tenant);
    const right = mallory.authenticator.get(options);
    for (const wrong of [
      { ...right, response: { ...right.response, userHandle: theirs?.userHandle } },
      { ...right, response: { ...right.response, userHandle: null } },
      { ...right, id: theirs?.id, rawId: theirs?.id },
      { ...right, id: theirs?.id, rawId: theirs?.id, response: { ...right.response, userHandle: theirs?.userHandle } },
    ])
      expect(answerOf(await passkeys.sendLogin(service, tenant, wrong, { codeVerifier }))).toEqual(INVALID);
    expect(own?.userHandle).not.toBe(theirs?.userHandle);
  });

  test('with the id of one that another user of the tenant has is not added', async () => {
    const [victim, mallory] = [await passkeys.owner(service, tenant), await service.signup(tenant)];
    const device = passkeys.authenticatorFor(service);
    const options = await passkeys.optionsFor(service, mallory.tokens, '/options');
    const created = device.create(options, victim.authenticator.passkeys[0]?.id);
    expect(answerOf(await passkeys.sendNew(service, mallory.tokens, created))).toEqual(INVALID);
    expect((await login(victim.authenticator)).status).toBe(200);
  });

  test('that a stranger repeats in another tenant opens nothing there for its owner, and stays theirs here', async () => {
    const other = await service.tenant();
    const [victim, mallory] = [await passkeys.owner(service, tenant), await service.signup(other)];
    const device = passkeys.authenticatorFor(service);
    const options = await passkeys.optionsFor(service, mallory.tokens, '/options');
    const stolen = victim.authenticator.passkeys[0];
    const created = device.create(options, stolen?.id, stolen);
    passkeys.done(await passkeys.sendNew(service, mallory.tokens, created));
    // The victim would be signed in to an account that is not theirs.
    expect(answerOf(await login(victim.authenticator, other))).toEqual(INVALID);
    expect((await login(victim.authenticator)).status).toBe(200);
  });

  test('that did not verify its user does not log in alone', async () => {
    const { authenticator } = await passkeys.owner(service, tenant, { verifiesUser: false });
    expect(answerOf(await login(authenticator))).toEqual(INVALID);
  });

  test('of a user who was switched off opens nothing', async () => {
    const user = await passkeys.owner(service, tenant);
    await disable(user);
    expect(answerOf(await login(user.authenticator))).toEqual(INVALID);
  });

  test('opens nothing of a tenant that was switched off', async () => {
    const own = await service.tenant();
    const { authenticator } = await passkeys.owner(service, own);
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { isActive: false });
    expect(answerOf(await login(authenticator, own))).toEqual(INVALID);
  });

  test('opens no account whose address is unproved, once its tenant wants addresses proved first', async () => {
    const own = await service.tenant();
    const user = await passkeys.owner(service, own);
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, {
      settings: { signup: { mode: 'verifyFirst' } },
    });
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
    expect(answerOf(await login(user.authenticator, own))).toEqual(INVALID);
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { settings: { signup: { mode: 'instant' } } });
    expect((await login(user.authenticator, own)).status).toBe(200);
  });

  test('on a page of another origin is refused, although the relying party is ours', async () => {
    const user = await passkeys.owner(service, tenant);
    const evil = softwareAuthenticator({ origin: 'https://evil.example' });
    evil.passkeys.push(...user.authenticator.passkeys);
    expect(answerOf(await login(evil))).toEqual(INVALID);
  });

  test('of a session that ended after the options is not added', async () => {
    const user = await service.signup(tenant);
    const options = await passkeys.optionsFor(service, user.tokens, '/options');
    await service.post('/auth/logout-all', {}, { headers: bearer(user.tokens) });
    const reply = await passkeys.sendNew(service, user.tokens, passkeys.authenticatorFor(service).create(options));
    expect(answerOf(reply)).toEqual(refusal('SESSION_NOT_FOUND'));
  });

  test('that a stranger added to an account with another person’s address ends when its owner proves it', async () => {
    const user = await passkeys.owner(service, tenant);
    await service.post('/auth/forgot-password', { tenantId: tenant.id, email: user.email });
    const code = await codeTo(service, 'svc.password_reset_requested', user.email);
    const proof = { tenantId: tenant.id, email: user.email, code };
    const { body } = await service.post('/auth/verify-forgot-password-otp', proof);
    const reset = { token: body.resetToken, newPassword: newPassword() };
    expect((await service.post('/auth/reset-password', reset)).status).toBe(200);
    expect(answerOf(await login(user.authenticator))).toEqual(INVALID);
    const owner = (await service.login({ ...user, password: reset.newPassword })).body;
    expect((await passkeys.list(service, owner)).body.passkeys).toEqual([]);
    await passkeys.addPasskey(service, { tokens: owner }, passkeys.authenticatorFor(service));
    const rows = (await everyRow()).filter(({ pk }) => pk.endsWith(claimsOf(owner.accessToken).sub));
    expect(rows.filter(({ type }) => type === 'passkey')).toHaveLength(1);
  });
});

describe('what an authenticator says of itself', () => {
  /** Changes what is stored of the one passkey of the account. */
  async function stored(user: Awaited<ReturnType<typeof passkeys.owner>>, set: Record<string, unknown>) {
    const id = claimsOf(user.tokens.accessToken).sub;
    const row = (await everyRow()).find(({ pk, type }) => pk.endsWith(id) && type === 'passkey');
    if (!row) throw new Error('no passkey');
    await update({ pk: row.pk, sk: row.sk }, { set });
  }

  test.each([true, false])('never changes whether a passkey may be on several devices (%s)', async (isSynced) => {
    const user = await passkeys.owner(service, tenant, { isSynced });
    await stored(user, { isBackupEligible: !isSynced });
    expect(answerOf(await login(user.authenticator))).toEqual(INVALID);
  });

  test('tells when a passkey got on several devices', async () => {
    const own = await service.tenant();
    const user = await passkeys.owner(service, own, { isSynced: true });
    await stored(user, { isBackedUp: false });
    expect((await login(user.authenticator, own)).status).toBe(200);
    const [event] = await published(service, 'svc.passkey_backup_changed', own.id);
    expect(event?.detail).toMatchObject({ passkeyId: user.passkey.id, isBackedUp: true });
    expect((await passkeys.list(service, user.tokens)).body.passkeys).toMatchObject([{ isBackedUp: true }]);
  });

  test('logs in with a counter that fell, and tells it', async () => {
    const own = await service.tenant();
    const user = await passkeys.owner(service, own, { hasCounter: true });
    expect((await login(user.authenticator, own)).status).toBe(200);
    await stored(user, { counter: 100 });
    expect((await login(user.authenticator, own)).status).toBe(200);
    const [event] = await published(service, 'svc.passkey_counter_fell', own.id);
    expect(event?.detail).toMatchObject({ passkeyId: user.passkey.id, storedCounter: 100, usedCounter: 2 });
  });

  test('is one of the flags that WebAuthn names', () => {
    expect(FLAGS).toEqual({ present: 1, verified: 4, backupEligible: 8, backedUp: 16, attested: 64, extensions: 128 });
  });
});

test('of two passkeys of an account that nothing else opens, twenty racing removals leave one', async () => {
  const user = await passkeys.owner(service, tenant);
  const second = passkeys.authenticatorFor(service);
  const other = await passkeys.addPasskey(service, user, second);
  const id = claimsOf(user.tokens.accessToken).sub;
  await service.admin('PATCH', `/auth/admin/api/users/${id}`, { emailLoginEnabled: false });
  const { body: tokens } = passkeys.done(await login(user.authenticator));
  const ids = [user.passkey.id, other.id];
  const replies = await race(20, (caller) => passkeys.removePasskey(service, tokens, ids[caller % 2] as string));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of replies)
    if (status !== 200) expect(['LAST_LOGIN_METHOD', 'PASSKEY_NOT_FOUND', 'RATE_LIMITED']).toContain(body.code);
  expect((await passkeys.list(service, tokens)).body.passkeys).toHaveLength(1);
});

test('a user who is deleted leaves no passkey and no claim of one', async () => {
  const own = await service.tenant();
  const user = await passkeys.owner(service, own);
  const id = claimsOf(user.tokens.accessToken).sub;
  await service.admin('DELETE', `/auth/admin/api/users/${id}`);
  await published(service, 'svc.user_deleted', own.id);
  const isLeft = async () =>
    (await everyRow()).some(({ pk, type }) => pk.includes(own.id as TenantId) && String(type).startsWith('passkey'));
  for (let round = 0; round < 100 && (await isLeft()); round++) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await isLeft()).toBe(false);
});

test('options say the same for a person with passkeys, without, and for no account at all', async () => {
  const asked = [await passkeys.begin(service, tenant), await passkeys.begin(service, { id: `ten_${'x'.repeat(22)}` })];
  await passkeys.owner(service, tenant);
  asked.push(await passkeys.begin(service, tenant));
  const shown = asked.map(({ options: { challenge, ...rest } }) =>
    JSON.stringify({ ...rest, length: challenge.length }),
  );
  expect(new Set(shown).size).toBe(1);
});

test('a trusted device and the password add no passkey where the tenant requires a second factor', async () => {
  const own = await service.tenant();
  const user = await passkeys.owner(service, own);
  await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { settings: { mfa: { policy: 'required' } } });
  const { body: tokens } = passkeys.done(await login(user.authenticator, own));
  const proof = user.authenticator.get(await passkeys.optionsFor(service, tokens, '/verify-options'));
  const { trustToken } = passkeys.done(await passkeys.sendProof(service, tokens, proof, { trustDevice: true })).body;
  const trusted = await service.login(user, { headers: { 'x-svc-device-trust': trustToken } });
  expect(trusted.body.nextStep ?? null).toBeNull();
  const reply = await service.post('/auth/passkeys/options', {}, { headers: bearer(trusted.body) });
  expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
});
