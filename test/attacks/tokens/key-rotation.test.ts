// Threat: rotating the signing key logs users out, or leaves an old key valid without end.
// Rotation under load refuses no request: the next key was published before, and the old one verifies until its last
// token expires.
import { describe, expect, test } from '@jest/globals';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { handler as rotation } from '../../../functions/key-rotation.ts';
import { rotateKeys } from '../../../lib/domain/keys/signing-keys.ts';
import { advance, now } from '../../../lib/platform/clock.ts';
import * as signingKeys from '../../../lib/store/signing-keys.ts';
import { freshIp } from '../../support/http.ts';
import { outcomes, race, tally } from '../../support/race.ts';
import { bearer, prepared, type User, useService } from '../../support/service.ts';
import { headerOf } from '../../support/tokens.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const user = prepared(() => service.signup(tenant));

const published = async () => (await service.get('/.well-known/jwks.json')).body;
const ring = async () => (await signingKeys.find())?.ring.keys ?? [];
const kidOf = async (state: string) => (await ring()).find((key) => key.state === state)?.kid;
const me = (token: string) => service.get('/auth/me', { headers: bearer(token) });
const verifiedOffline = async (token: string) => {
  const options = { issuer: service.baseUrl, audience: service.baseUrl, typ: 'at+jwt', currentDate: new Date(now()) };
  return (await jwtVerify(token, createLocalJWKSet(await published()), options)).payload.sub;
};

test('no request fails while the signing key rotates under load, and both keys verify', async () => {
  const [current, next] = [await kidOf('current'), await kidOf('next')];
  expect(headerOf(user.tokens.accessToken).kid).toBe(current);
  let rotated = false;
  const ip = freshIp();
  // Each caller has a session: ten in one would be theft, once one of them is two refreshes behind.
  const callers = await Promise.all(Array.from({ length: 10 }, () => service.signup(tenant)));
  const load = race(10, async (caller) => {
    const replies = [];
    let { tokens } = callers[caller] as User;
    for (let after = 0; after < 5; after += rotated ? 1 : 0) {
      const login = await service.post('/auth/refresh-token', { refreshToken: tokens.refreshToken }, { ip });
      if (login.status === 200) tokens = login.body;
      replies.push(login, await me(tokens.accessToken), await me(user.tokens.accessToken));
    }
    return replies;
  });
  expect(await rotateKeys()).toBe(true);
  rotated = true;
  expect(outcomes((await load).flat())).toEqual({ 200: expect.any(Number) });

  expect(tally((await ring()).map(({ state }) => state))).toEqual({ retired: 1, current: 1, next: 1 });
  expect([await kidOf('retired'), await kidOf('current')]).toEqual([current, next]);
  const { body: fresh } = await service.login(user);
  expect(headerOf(fresh.accessToken).kid).toBe(next);
  for (const token of [fresh.accessToken, user.tokens.accessToken]) expect((await me(token)).status).toBe(200);
  expect(await verifiedOffline(fresh.accessToken)).toBe(await verifiedOffline(user.tokens.accessToken));
});

test('the key set publishes the public parts of the retired, current and next key', async () => {
  const { keys } = await published();
  expect(keys.map(({ kid }: { kid: string }) => kid).sort()).toEqual((await ring()).map(({ kid }) => kid).sort());
  for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
});

test('parallel rotations leave one current and one next key', async () => {
  const before = (await ring()).length;
  const won = await race(5, () => rotateKeys());
  const states = tally((await ring()).map(({ state }) => state));
  expect(won.filter(Boolean).length).toBeGreaterThanOrEqual(1);
  expect(states).toMatchObject({ current: 1, next: 1 });
  expect(await ring()).toHaveLength(before + won.filter(Boolean).length);
  expect((await me((await service.login(user)).body.accessToken)).status).toBe(200);
});

test('a retired key is removed only after its last token has expired, which may live for an hour', async () => {
  const old = (await service.signup(await service.tenant({ session: { accessTtlSeconds: 3600 } }))).tokens;
  const { kid } = headerOf(old.accessToken);
  await rotateKeys();
  advance(59 * 60_000);
  await rotateKeys();
  expect((await me(old.accessToken)).status).toBe(200);
  advance(3 * 60_000);
  await rotateKeys();
  expect((await ring()).map((key) => key.kid)).not.toContain(kid);
  expect((await me(old.accessToken)).body.code).toBe('INVALID_TOKEN');
  expect((await service.post('/auth/refresh-token', { refreshToken: old.refreshToken })).status).toBe(200);
});

describe('the rotation schedule', () => {
  const HOUR = 60 * 60_000;

  test('rotates once when it fires twenty times, because a key just published does not sign yet', async () => {
    advance(HOUR);
    const before = await kidOf('next');
    const runs = await race(20, () => rotation({}));
    expect(runs.filter(({ rotated }) => rotated)).toHaveLength(1);
    expect(await kidOf('current')).toBe(before);
    expect(await rotation({})).toEqual({ rotated: false });
    advance(HOUR);
    expect(await rotation(null)).toEqual({ rotated: true });
  });

  test('rotates at once with force: true', async () => {
    const next = await kidOf('next');
    expect(await rotation({ force: 'yes' })).toEqual({ rotated: false });
    expect(await rotation({ force: true })).toEqual({ rotated: true });
    expect(await kidOf('current')).toBe(next);
  });
});
