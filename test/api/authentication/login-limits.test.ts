// POST /auth/login: how many attempts an account and an address have
import { describe, expect, test } from '@jest/globals';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { newEmail, type User, useService } from '../../support/service.ts';

const service = useService();

const wrong = (user: Pick<User, 'tenant' | 'email'>) => service.login({ ...user, password: 'Wrong 7$q' });

describe('429', () => {
  test.each(['a known', 'an unknown'])(
    'ten failures lock %s account, from everywhere, for 15 minutes',
    async (known) => {
      const tenant = await service.tenant();
      const user = known === 'a known' ? await service.signup(tenant) : { tenant, email: newEmail(), password: 'x' };
      for (let round = 0; round < 10; round++)
        expect(answerOf(await wrong(user))).toEqual(refusal('INVALID_CREDENTIALS'));
      const reply = await service.login(user);
      expect(answerOf(reply)).toEqual(refusal('ACCOUNT_LOCKED'));
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(880);
      expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(900);
      const after = await later(15 * MINUTE, () => service.login(user));
      expect(after.status).toBe(known === 'a known' ? 200 : 401);
    },
  );

  test('a success forgets the failures before it', async () => {
    const user = await service.signup(await service.tenant());
    for (let round = 0; round < 9; round++) await wrong(user);
    expect((await service.login(user)).status).toBe(200);
    for (let round = 0; round < 9; round++) await wrong(user);
    expect((await service.login(user)).status).toBe(200);
  });

  test('the same address in another tenant is not locked with it', async () => {
    const user = await service.signup(await service.tenant());
    const twin = await service.signup(await service.tenant(), user.email);
    for (let round = 0; round < 11; round++) await wrong(user);
    expect((await service.login(twin)).status).toBe(200);
  });

  test('100 failures from one place, whatever the accounts', async () => {
    const user = await service.signup(await service.tenant());
    const ip = freshIp();
    const one = () => service.login({ ...user, email: newEmail() }, { ip }).then(answerOf);
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, one));
      for (const answer of answers) expect(answer).toEqual(refusal('INVALID_CREDENTIALS'));
    }
    expect(answerOf(await service.login(user, { ip }))).toEqual(refusal('RATE_LIMITED'));
    expect((await service.login(user)).status).toBe(200);
  });
});
