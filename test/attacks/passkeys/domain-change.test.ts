// Changes the domain of a deployment while its users have passkeys. A local run has one domain, so the stored passkeys get
// another one.
import { describe, expect, test } from '@jest/globals';
import { userId as asUserId, type TenantId, type UserId } from '../../../lib/platform/ids.ts';
import * as table from '../../../lib/store/dynamo/table.ts';
import * as keys from '../../../lib/store/keys.ts';
import { passkeysOf } from '../../../lib/store/people/passkeys.ts';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { codeTo } from '../../support/messages.ts';
import * as mfa from '../../support/mfa.ts';
import * as passkeys from '../../support/passkeys.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const BEFORE = 'old.example.com';
const VERIFIED = { emailVerifiedAt: '2026-01-01T00:00:00Z' };

/** A user of a tenant that requires passkeys, with one of the domain of before. */
async function moved(more: Record<string, unknown> = VERIFIED) {
  const user = await createUser(service, await service.tenant(), more);
  const authenticator = passkeys.authenticatorFor(service);
  await passkeys.addPasskey(service, { tokens: (await service.login(user)).body }, authenticator);
  const settings = { passkeys: { mode: 'required' } };
  await service.admin('PATCH', `/auth/admin/api/tenants/${user.tenant.id}`, { settings });
  const [tenant, id] = [user.tenant.id as TenantId, asUserId(user.id) as UserId];
  await table.update(keys.user(tenant, id), { set: { passkeyRpId: BEFORE } });
  for (const { pk, sk } of await passkeysOf(tenant, id)) await table.update({ pk, sk }, { set: { rpId: BEFORE } });
  return { ...user, authenticator };
}
const countOf = async (id: string) => (await service.admin('GET', `${USERS}/${id}/passkeys`)).body.data.length;

describe('after a change of the domain, where passkeys are required,', () => {
  test('a login is completed by the other factor, is asked for a passkey, and the new one replaces the old', async () => {
    const user = await moved();
    const { body: tokens } = await service.login(user);
    expect(tokens).toMatchObject({ nextStep: 'mfa', mfaMethods: ['email'] });
    await mfa.act(service, tokens, 'challenge', { method: 'email' });
    const otp = await codeTo(service, 'svc.two_factor_code_sent', user.email);
    const done = mfa.done(await mfa.act(service, tokens, 'verify', { method: 'email', otp }), 'verify');
    expect(done.body).toMatchObject({ nextStep: null, passkey: 'enrol' });
    const phone = passkeys.authenticatorFor(service);
    await passkeys.addPasskey(service, { tokens: done.body }, phone);
    expect((await passkeys.login(service, user.tenant, phone)).status).toBe(200);
    expect(await countOf(user.id)).toBe(1);
    expect((await service.login(user)).body).toMatchObject({ nextStep: 'mfa', passkey: 'verify' });
  });

  test('a password alone adds no passkey, and a recovery link does', async () => {
    const user = await moved({});
    const { body: tokens } = await service.login(user);
    expect(tokens.nextStep).toBe('mfa');
    const headers = { authorization: `Bearer ${tokens.accessToken}` };
    expect((await service.post('/auth/passkeys/options', {}, { headers })).status).toBe(401);
    const status = (await service.admin('GET', `${USERS}/${user.id}/sign-in-status`)).body;
    expect(status.canSignIn).toBe(false);
    expect(status.obstacles).toContainEqual(
      expect.objectContaining({ code: 'PASSKEY_OF_ANOTHER_DOMAIN', method: 'passkey', isBlocking: true }),
    );
    const phone = passkeys.authenticatorFor(service);
    const token = await passkeys.recoveryLink(service, user.id, { removePasskeys: true });
    expect((await passkeys.addByLink(service, token, phone)).status).toBe(200);
    expect((await passkeys.login(service, user.tenant, phone)).status).toBe(200);
    expect(answerOf(await passkeys.login(service, user.tenant, user.authenticator))).toEqual(
      refusal('PASSKEY_INVALID'),
    );
  });
});
