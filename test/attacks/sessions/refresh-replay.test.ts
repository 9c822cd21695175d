// Threat: an attacker steals a refresh token and uses it beside its owner.
// One generation is valid at a time. The previous one is accepted during a grace period; a later replay ends that
// session only.
import { describe, expect, test } from '@jest/globals';
import { advance } from '../../../lib/platform/clock.ts';
import { race } from '../../support/race.ts';
import { prepared, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';
import { refreshing, reuseEvents } from './support.ts';

const GRACE = 10_000;
const service = useService();
const tenant = prepared(() => service.tenant());

const { refresh, me, code } = refreshing(service);

describe('the previous refresh token', () => {
  test('is accepted within the grace period, for a client that lost the response', async () => {
    const { tokens } = await service.signup(tenant);
    const next = await refresh(tokens.refreshToken);
    advance(GRACE - 2000);
    const again = await refresh(tokens.refreshToken);
    expect(again.status).toBe(200);
    expect(claimsOf(again.body.refreshToken).gen).toBe(claimsOf(next.body.refreshToken).gen);
  });

  test('does not extend the grace period when it is used again', async () => {
    const { tokens } = await service.signup(tenant);
    await refresh(tokens.refreshToken);
    advance(GRACE - 2000);
    await refresh(tokens.refreshToken);
    advance(4000);
    expect(await code(refresh(tokens.refreshToken))).toBe('REFRESH_TOKEN_REUSED');
  });

  test('ends its session and no other when it is used after the grace period', async () => {
    const user = await service.signup(tenant);
    const other = (await service.login(user)).body;
    const next = (await refresh(user.tokens.refreshToken)).body;
    advance(GRACE + 1000);
    const replay = await refresh(user.tokens.refreshToken);
    expect([replay.status, replay.body.code]).toEqual([401, 'REFRESH_TOKEN_REUSED']);
    expect(await code(me(user.tokens.accessToken))).toBe('SESSION_NOT_FOUND');
    expect(await code(me(next.accessToken))).toBe('SESSION_NOT_FOUND');
    expect(await code(refresh(next.refreshToken))).toBe('SESSION_NOT_FOUND');
    expect((await me(other.accessToken)).status).toBe(200);
    expect((await refresh(other.refreshToken)).status).toBe(200);
    expect(await reuseEvents(user)).toHaveLength(1);
  });

  test('is a replay within the grace period once it is two generations old', async () => {
    const { tokens } = await service.signup(tenant);
    const next = (await refresh(tokens.refreshToken)).body;
    const last = (await refresh(next.refreshToken)).body;
    expect(await code(refresh(tokens.refreshToken))).toBe('REFRESH_TOKEN_REUSED');
    expect(await code(refresh(last.refreshToken))).toBe('SESSION_NOT_FOUND');
  });

  test('is reported once when twenty callers replay it', async () => {
    const user = await service.signup(tenant);
    const next = (await refresh(user.tokens.refreshToken)).body;
    advance(GRACE + 1000);
    const replies = await race(20, () => refresh(user.tokens.refreshToken));
    expect(replies.every(({ status }) => status === 401)).toBe(true);
    expect(await code(me(next.accessToken))).toBe('SESSION_NOT_FOUND');
    expect(await reuseEvents(user)).toHaveLength(1);
  });

  test('leaves no valid session when it is replayed while the owner refreshes', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await service.signup(tenant);
      const next = (await refresh(user.tokens.refreshToken)).body;
      advance(GRACE + 1000);
      const replies = await race(20, (caller) => refresh(caller % 2 ? next.refreshToken : user.tokens.refreshToken));
      const issued = replies.filter(({ status }) => status === 200).map(({ body }) => body);
      for (const { accessToken, refreshToken } of issued) {
        expect(await code(me(accessToken))).toBe('SESSION_NOT_FOUND');
        expect(await code(refresh(refreshToken))).toBe('SESSION_NOT_FOUND');
      }
    }
  });
});
