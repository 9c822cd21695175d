// Tests GET /auth/admin/api/users/{id}/passkeys and DELETE /auth/admin/api/users/{id}/passkeys/{passkeyId}.
import { describe, expect, test } from '@jest/globals';
import { UNKNOWN_USER_IDS, USERS } from '../../support/admin-users.ts';
import { adminSession, answerOf, auditedAction, claimsOf, later, MINUTE, refusal } from '../../support/api.ts';
import * as mfa from '../../support/mfa.ts';
import * as passkeys from '../../support/passkeys.ts';
import { race, tally } from '../../support/race.ts';
import { prepared, type Tenant, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

async function owner(own: Tenant = tenant) {
  const user = await passkeys.owner(service, own);
  return { ...user, id: claimsOf(user.tokens.accessToken).sub as string };
}
const list = (id: string) => service.admin('GET', `${USERS}/${id}/passkeys`);
const remove = (id: string, passkey: string) => service.admin('DELETE', `${USERS}/${id}/passkeys/${passkey}`);

describe('GET /auth/admin/api/users/{id}/passkeys', () => {
  test('200 lists them without keys', async () => {
    const user = await owner();
    const { status, body } = await list(user.id);
    expect([status, body.data]).toMatchObject([200, [{ id: user.passkey.id, name: 'Passkey', isSynced: false }]]);
    expect(JSON.stringify(body)).not.toContain(user.authenticator.passkeys[0]?.id);
  });

  test('404 USER_NOT_FOUND', async () => {
    for (const id of UNKNOWN_USER_IDS) expect(answerOf(await list(id))).toEqual(refusal('USER_NOT_FOUND'));
  });
});

describe('DELETE /auth/admin/api/users/{id}/passkeys/{passkeyId}', () => {
  test('200 removes it once in twenty parallel calls, ends sessions, tells the user and is audited', async () => {
    const user = await owner(await service.tenant());
    mfa.done(await mfa.act(service, user.tokens, 'toggle', { enabled: true }), 'toggle');
    const replies = await race(20, () => remove(user.id, user.passkey.id));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 404: 19 });
    expect(answerOf(await passkeys.list(service, user.tokens))).toEqual(refusal('SESSION_NOT_FOUND'));
    expect((await service.login(user)).body.isRequiresMfa).toBe(false);
    expect(answerOf(await passkeys.login(service, user.tenant, user.authenticator))).toEqual(
      refusal('PASSKEY_INVALID'),
    );
    expect(await mfa.inboxOf(service, user.email, 4)).toContain('svc.passkey_removed');
    const audit = await auditedAction(service, 'user.passkey_removed', user.tenant.id);
    expect(audit).toMatchObject([
      { before: { passkeyId: user.passkey.id, isMfaEnabled: true }, after: { isMfaEnabled: false } },
    ]);
  });

  test('403 REAUTH_REQUIRED for a login of more than fifteen minutes ago', async () => {
    const user = await owner();
    const headers = { cookie: await adminSession(service) };
    const path = `${USERS}/${user.id}/passkeys/${user.passkey.id}`;
    const reply = await later(16 * MINUTE, () => service.send('DELETE', path, { headers }));
    expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
  });

  test("404 PASSKEY_NOT_FOUND for one that is unknown or another user's, and USER_NOT_FOUND", async () => {
    const [user, other] = [await owner(), await owner()];
    for (const id of [other.passkey.id, `pky_${'0'.repeat(22)}`, 'x'])
      expect(answerOf(await remove(user.id, id))).toEqual(refusal('PASSKEY_NOT_FOUND'));
    for (const id of UNKNOWN_USER_IDS)
      expect(answerOf(await remove(id, user.passkey.id))).toEqual(refusal('USER_NOT_FOUND'));
  });
});
