// Tests POST /auth/admin/api/users/{id}/unlock.
import { describe, expect, test } from '@jest/globals';
import { createUser, UNKNOWN_USER_IDS, USERS } from '../../support/admin-users.ts';
import { answerOf, auditedAction, refusal } from '../../support/api.ts';
import { wrongCode } from '../../support/factors.ts';
import { freshIp } from '../../support/http.ts';
import { act, complete, enrolled, pending } from '../../support/mfa.ts';
import { race, tally } from '../../support/race.ts';
import { newEmail, type User, useService } from '../../support/service.ts';

const service = useService();

const unlock = (id: string) => service.admin('POST', `${USERS}/${id}/unlock`);
const loginWithWrongPassword = (user: Pick<User, 'tenant' | 'email'>) =>
  service.login({ ...user, password: 'Wrong 7$q' });
async function exhaust(times: number, guess: () => Promise<unknown>): Promise<void> {
  for (let round = 0; round < times; round++) await guess();
}

describe('POST /auth/admin/api/users/{id}/unlock 200', () => {
  test('lets a user in whose password was guessed at too often', async () => {
    const user = await createUser(service, await service.tenant());
    await exhaust(10, () => loginWithWrongPassword(user));
    expect(answerOf(await service.login(user))).toEqual(refusal('ACCOUNT_LOCKED'));
    const { status, body } = await unlock(user.id);
    expect([status, body]).toEqual([200, { message: 'The account is unlocked.', unlocked: ['password'] }]);
    expect((await service.login(user)).status).toBe(200);
    expect((await unlock(user.id)).body.unlocked).toEqual([]);
  });

  test('lets a user in whose second factor was guessed at too often', async () => {
    const user = await enrolled(service);
    const tokens = await pending(service, user);
    const guess = () => act(service, tokens, 'verify', { method: 'totp', otp: wrongCode(user.secret) });
    await exhaust(10, guess);
    expect(answerOf(await guess())).toEqual(refusal('ACCOUNT_LOCKED'));
    expect((await unlock(user.id)).body.unlocked).toEqual(['secondFactor']);
    expect(await complete(service, user)).toMatchObject({ accessToken: expect.any(String) });
  });

  test('forgets guesses at codes, so that the next code is short', async () => {
    const tenant = await service.tenant();
    const user = await createUser(service, tenant);
    const credentials = { identifier: user.email, channels: ['email'], code: '000000' };
    await exhaust(15, () =>
      service.post('/auth/login', { tenantId: tenant.id, providerName: 'passwordless', credentials }),
    );
    expect((await unlock(user.id)).body.unlocked).toEqual(['code']);
    expect((await unlock(user.id)).body.unlocked).toEqual([]);
  });

  test('leaves the limits of networks and of other accounts as they are', async () => {
    const tenant = await service.tenant();
    const [user, other] = [await createUser(service, tenant), await createUser(service, tenant)];
    await exhaust(10, () => loginWithWrongPassword(other));
    const ip = freshIp();
    for (let round = 0; round < 15; round++)
      await race(10, () => service.login({ ...user, email: newEmail() }, { ip }));
    await unlock(user.id);
    expect(answerOf(await service.login(user, { ip }))).toEqual(refusal('RATE_LIMITED'));
    expect(answerOf(await service.login(other))).toEqual(refusal('ACCOUNT_LOCKED'));
  });

  test('allows ten guesses, not more, when twenty guess while the account is unlocked', async () => {
    const user = await createUser(service, await service.tenant());
    await exhaust(10, () => loginWithWrongPassword(user));
    await unlock(user.id);
    const replies = await race(20, () => loginWithWrongPassword(user));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 401: 10, 429: 10 });
  });

  test('is audited with what was locked', async () => {
    const user = await createUser(service, await service.tenant());
    await exhaust(10, () => loginWithWrongPassword(user));
    await unlock(user.id);
    const audit = await auditedAction(service, 'user.unlocked', user.tenant.id);
    expect(audit).toMatchObject([{ targetType: 'user', targetId: user.id, before: { locked: ['password'] } }]);
  });
});

test.each(UNKNOWN_USER_IDS)('POST /auth/admin/api/users/{id}/unlock 404 rejects the unknown user id %s', async (id) => {
  expect(answerOf(await unlock(id))).toEqual(refusal('USER_NOT_FOUND'));
});
