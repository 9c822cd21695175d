// Threat: an account collects sessions without bound through parallel logins, so that they cannot all be ended.
// A session takes one of a fixed number of slots, so the cap holds under concurrency. The newest session is valid.
import { describe, expect, test } from '@jest/globals';
import { outcomes, race } from '../../support/race.ts';
import { bearer, type User, useService } from '../../support/service.ts';

const service = useService({ GATEHOUSE_LIMITS: 'off' });

type Tokens = User['tokens'];
const me = (tokens: Tokens) => service.get('/auth/me', { headers: bearer(tokens) });
const refresh = ({ refreshToken }: Tokens) => service.post('/auth/refresh-token', { refreshToken });
const sessions = async (user: User, count: number): Promise<Tokens[]> =>
  (await race(count, () => service.login(user))).map(({ body }) => body);

describe('the cap on sessions', () => {
  test.each([1, 5, 10])(
    'of %i holds after thirty parallel logins, and the newest session is valid',
    async (maxPerUser) => {
      const user = await service.signup(await service.tenant({ session: { maxPerUser } }));
      const replies = await race(30, () => service.login(user));
      expect(outcomes(replies)).toEqual({ 200: 30 });
      const seen = await Promise.all(replies.map(({ body }) => me(body)));
      expect(outcomes(seen)).toEqual({ 200: maxPerUser, '401 SESSION_NOT_FOUND': 30 - maxPerUser });
      const newest = (await service.login(user)).body;
      expect((await me(newest)).status).toBe(200);
      const valid = await Promise.all([...replies.map(({ body }) => body), newest].map(me));
      expect(valid.filter(({ status }) => status === 200)).toHaveLength(maxPerUser);
    },
  );

  test('ends the sessions beyond it when it is lowered', async () => {
    const lower = await service.tenant({ session: { maxPerUser: 10 } });
    const user = await service.signup(lower);
    const all = [user.tokens, ...(await sessions(user, 9))];
    expect(outcomes(await Promise.all(all.map(me)))).toEqual({ 200: 10 });
    await service.admin('PATCH', `/auth/admin/api/tenants/${lower.id}`, { settings: { session: { maxPerUser: 2 } } });
    expect(outcomes(await Promise.all(all.map(me)))).toEqual({ 200: 2, '401 SESSION_NOT_FOUND': 8 });
    expect(outcomes(await Promise.all(all.map(refresh)))).toEqual({ 200: 2, '401 SESSION_NOT_FOUND': 8 });
  });
});
