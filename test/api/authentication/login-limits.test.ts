// Tests POST /auth/login: the number of attempts per account and per IP address.
import { describe, expect, test } from '@jest/globals';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { newEmail, type User, useService } from '../../support/service.ts';

const service = useService();

const loginWithWrongPassword = (user: Pick<User, 'tenant' | 'email'>) =>
  service.login({ ...user, password: 'Wrong 7$q' });

describe('POST /auth/login 429', () => {
  test.each(['a known', 'an unknown'])(
    'locks %s account for 15 minutes after ten failures, from every address',
    async (known) => {
      const tenant = await service.tenant();
      const user = known === 'a known' ? await service.signup(tenant) : { tenant, email: newEmail(), password: 'x' };
      for (let round = 0; round < 10; round++)
        expect(answerOf(await loginWithWrongPassword(user))).toEqual(refusal('INVALID_CREDENTIALS'));
      const reply = await service.login(user);
      expect(answerOf(reply)).toEqual(refusal('ACCOUNT_LOCKED'));
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(880);
      expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(900);
      const after = await later(15 * MINUTE, () => service.login(user));
      expect(after.status).toBe(known === 'a known' ? 200 : 401);
    },
  );

  test('forgets the failures before a success', async () => {
    const user = await service.signup(await service.tenant());
    for (let round = 0; round < 9; round++) await loginWithWrongPassword(user);
    expect((await service.login(user)).status).toBe(200);
    for (let round = 0; round < 9; round++) await loginWithWrongPassword(user);
    expect((await service.login(user)).status).toBe(200);
  });

  test('accepts any number of right logins', async () => {
    const user = await service.signup(await service.tenant());
    for (let round = 0; round < 12; round++) expect((await service.login(user)).status).toBe(200);
  });

  test('keeps the same address in another tenant unlocked', async () => {
    const user = await service.signup(await service.tenant());
    const twin = await service.signup(await service.tenant(), user.email);
    for (let round = 0; round < 11; round++) await loginWithWrongPassword(user);
    expect((await service.login(twin)).status).toBe(200);
  });

  test('rejects an IP address after 150 failures across accounts', async () => {
    const user = await service.signup(await service.tenant());
    const ip = freshIp();
    const attempt = () => service.login({ ...user, email: newEmail() }, { ip }).then(answerOf);
    for (let round = 0; round < 15; round++) {
      const outcomes = await Promise.all(Array.from({ length: 10 }, attempt));
      for (const outcome of outcomes) expect(outcome).toEqual(refusal('INVALID_CREDENTIALS'));
    }
    expect(answerOf(await service.login(user, { ip }))).toEqual(refusal('RATE_LIMITED'));
    expect((await service.login(user)).status).toBe(200);
  });
});
