// Threat: an ended session is kept alive by its refresh token, or tabs that refresh at the same time are logged out.
// Parallel callers share one generation, and an ended session cannot be refreshed.
import { describe, expect, test } from '@jest/globals';
import { advance } from '../../../lib/platform/clock.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, prepared, useService } from '../../support/service.ts';
import { setField } from '../../support/stored-users.ts';
import { claimsOf } from '../../support/tokens.ts';
import { refreshing, reuseEvents } from './support.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const { refresh, me, code } = refreshing(service);

describe('twenty parallel refreshes', () => {
  test('with one token all succeed and advance the session by one generation', async () => {
    const user = await service.signup(tenant);
    let token = user.tokens.refreshToken;
    for (let step = 2; step <= 4; step++) {
      const replies = await race(20, () => refresh(token));
      expect(outcomes(replies)).toEqual({ 200: 20 });
      expect(new Set(replies.map(({ body }) => claimsOf(body.refreshToken).gen))).toEqual(new Set([step]));
      const seen = await race(20, (caller) => me(replies[caller]!.body.accessToken));
      expect(outcomes(seen)).toEqual({ 200: 20 });
      token = replies[step]!.body.refreshToken;
    }
    expect(await reuseEvents(user)).toEqual([]);
  });

  test('with the twenty tokens of the last refresh all succeed and advance it by one generation', async () => {
    const user = await service.signup(tenant);
    const first = await race(20, () => refresh(user.tokens.refreshToken));
    const second = await race(20, (caller) => refresh(first[caller]!.body.refreshToken));
    expect(outcomes(second)).toEqual({ 200: 20 });
    expect(new Set(second.map(({ body }) => claimsOf(body.refreshToken).gen))).toEqual(new Set([3]));
  });
});

describe('a refresh', () => {
  test('is refused when the account is disabled', async () => {
    const user = await service.signup(tenant);
    await setField(user, 'isActive', false);
    expect(await code(refresh(user.tokens.refreshToken))).toBe('ACCOUNT_INACTIVE');
    expect(await code(me(user.tokens.accessToken))).toBe('ACCOUNT_INACTIVE');
  });

  test('is refused after a logout', async () => {
    const { tokens } = await service.signup(tenant);
    await service.post('/auth/logout', {}, { headers: bearer(tokens) });
    expect(await code(refresh(tokens.refreshToken))).toBe('SESSION_NOT_FOUND');
  });

  test('does not extend a session beyond its absolute lifetime', async () => {
    const strict = await service.tenant({ session: { idleTtlSeconds: 600, absoluteTtlSeconds: 1500 } });
    let { tokens } = await service.signup(strict);
    for (let step = 0; step < 2; step++) {
      advance(540_000);
      const reply = await refresh(tokens.refreshToken);
      expect(reply.status).toBe(200);
      tokens = reply.body;
    }
    advance(421_000);
    expect((await refresh(tokens.refreshToken)).status).toBe(401);
    expect((await me(tokens.accessToken)).status).toBe(401);
  });

  test('is refused after the idle lifetime', async () => {
    const strict = await service.tenant({ session: { idleTtlSeconds: 600 } });
    const { tokens } = await service.signup(strict);
    advance(601_000);
    expect(await code(refresh(tokens.refreshToken))).toBe('REFRESH_TOKEN_EXPIRED');
    expect((await me(tokens.accessToken)).status).toBe(401);
  });
});
