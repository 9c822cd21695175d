// Attacks links that add a passkey: used twice, for another account or tenant, after a change of the account, guessed, and by
// admins and applications that may not make one.
import { describe, expect, test } from '@jest/globals';
import { randomSecret } from '../../../lib/crypto/secrets.ts';
import { USERS } from '../../support/admin-users.ts';
import { answerOf, claimsOf, refusal } from '../../support/api.ts';
import { messagesTo } from '../../support/messages.ts';
import * as passkeys from '../../support/passkeys.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, newEmail, newPassword, type Tenant, useService } from '../../support/service.ts';

const service = useService();
const OVER = refusal('PASSWORD_RESET_TOKEN_INVALID');

async function owner(tenant?: Tenant) {
  const user = await passkeys.owner(service, tenant ?? (await service.tenant()));
  return { ...user, id: claimsOf(user.tokens.accessToken).sub as string };
}
const change = (id: string, body: object) => service.admin('PATCH', `${USERS}/${id}`, body);

describe('a recovery link', () => {
  test('adds one passkey in twenty parallel calls', async () => {
    const user = await owner();
    const token = await passkeys.recoveryLink(service, user.id, { removePasskeys: true });
    const { options } = (await passkeys.linkOptions(service, token)).body;
    const thieves = Array.from({ length: 20 }, () => passkeys.authenticatorFor(service));
    const credentials = thieves.map((each) => each.create(options));
    const replies = await race(20, (at) => passkeys.sendLink(service, token, credentials[at]));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 400: 19 });
    const { data } = (await service.admin('GET', `${USERS}/${user.id}/passkeys`)).body;
    expect(data).toHaveLength(1);
  });

  test('is used up by a password or by a passkey, not by both', async () => {
    const user = await owner();
    const token = await passkeys.recoveryLink(service, user.id);
    const { options } = (await passkeys.linkOptions(service, token)).body;
    const credential = passkeys.authenticatorFor(service).create(options);
    const replies = await race(20, (at) =>
      at % 2
        ? passkeys.sendLink(service, token, credential)
        : service.post('/auth/reset-password', { token, newPassword: newPassword() }),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('opens no other account, of this tenant or another one', async () => {
    const user = await owner();
    const [neighbour, stranger] = [await owner(user.tenant), await owner()];
    const token = await passkeys.recoveryLink(service, user.id);
    for (const other of [neighbour, stranger]) {
      const forged = token.replace(user.id, other.id);
      expect(answerOf(await passkeys.linkOptions(service, forged))).toEqual(OVER);
      expect(answerOf(await service.post('/auth/invitation', { token: forged }))).toEqual(OVER);
    }
  });

  test.each(['inv', 'rst', 'rec'])('is not guessed, and is none of another kind: %s', async (prefix) => {
    const user = await owner();
    const token = await passkeys.recoveryLink(service, user.id);
    const guessed = `${prefix}_${user.id}.${randomSecret()}`;
    const other = token.replace('rec_', `${prefix}_`);
    for (const each of [guessed, ...(prefix === 'rec' ? [] : [other])])
      expect(answerOf(await passkeys.linkOptions(service, each))).toEqual(OVER);
  });

  test.each([
    ['the account was disabled', (id: string) => change(id, { isActive: false })],
    [
      'the account was disabled and enabled',
      async (id: string) => {
        await change(id, { isActive: false });
        await change(id, { isActive: true });
      },
    ],
    ['an admin ended the sessions', (id: string) => service.admin('DELETE', `${USERS}/${id}/sessions`)],
    ['the address changed', (id: string) => change(id, { email: newEmail() })],
    ['the account was deleted', (id: string) => service.admin('DELETE', `${USERS}/${id}`)],
  ])('is over when %s', async (_, spoil) => {
    const user = await owner();
    const token = await passkeys.recoveryLink(service, user.id);
    await spoil(user.id);
    expect(answerOf(await passkeys.linkOptions(service, token))).toEqual(OVER);
  });

  test('is over when the tenant was switched off and on', async () => {
    const user = await owner();
    const token = await passkeys.recoveryLink(service, user.id);
    const path = `/auth/admin/api/tenants/${user.tenant.id}`;
    await service.admin('PATCH', path, { isActive: false });
    expect(answerOf(await passkeys.linkOptions(service, token))).toEqual(OVER);
    await service.admin('PATCH', path, { isActive: true });
    expect(answerOf(await passkeys.linkOptions(service, token))).toEqual(OVER);
  });

  test('is made by no user', async () => {
    const user = await owner();
    const headers = bearer(user.tokens.accessToken);
    const reply = await service.post(`${USERS}/${user.id}/recovery-links`, {}, { headers });
    expect(reply.status).toBe(401);
  });

  test('shuts the creator of an unproved account out', async () => {
    const user = await owner(await service.tenant());
    const token = await passkeys.recoveryLink(service, user.id);
    const phone = passkeys.authenticatorFor(service);
    expect((await passkeys.addByLink(service, token, phone)).status).toBe(200);
    // The address was never proved: who signed up may be another person than the one whom the admin knows.
    expect((await service.login(user)).status).toBe(401);
    expect(answerOf(await passkeys.login(service, user.tenant, user.authenticator))).toEqual(
      refusal('PASSKEY_INVALID'),
    );
  });
});

test('an invitation replaces no second factor: who reads the mailbox adds no passkey', async () => {
  const tenant = await service.tenant();
  const email = newEmail();
  const invite = () => service.admin('POST', '/auth/admin/api/invitations', { tenantId: tenant.id, email });
  const newest = async (count: number) => (await messagesTo(service, 'svc.user_invited', email, count))[0].token;
  await invite();
  const authenticator = passkeys.authenticatorFor(service);
  passkeys.done(await passkeys.addByLink(service, await newest(1), authenticator));
  await invite();
  expect(answerOf(await passkeys.linkOptions(service, await newest(2)))).toEqual(refusal('PASSKEYS_NOT_ENABLED'));
});
