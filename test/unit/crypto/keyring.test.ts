// Checks the life of a signing key: published before it signs, valid until its last token expires, gone when revoked.
import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { calculateJwkThumbprint, createLocalJWKSet, jwtVerify } from 'jose';
import {
  type AccessClaims,
  type SigningAlgorithm,
  signAccessToken,
  verifyAccessToken,
} from '../../../lib/crypto/jwt.ts';
import {
  createRing,
  currentSigner,
  isCompromised,
  jwks,
  type KeyRing,
  publicKeys,
  rotateRing,
  trustedKeys,
  verifiers,
} from '../../../lib/crypto/keyring.ts';
import type { Roots } from '../../../lib/crypto/roots.ts';

const roots: Roots<never> = { 1: 'r'.repeat(32) };
const start = 1_800_000_000_000;
const overlap = 900_000;
const claims: AccessClaims = {
  iss: 'https://auth.example',
  aud: 'api',
  sub: 'u1',
  tid: 't1',
  sid: 's1',
  jti: 'j1',
  iat: start / 1000,
  exp: start / 1000 + 900,
  auth_time: start / 1000,
  amr: [],
  roles: [],
  permissions: [],
  client_id: 'api',
};
const kidOf = (ring: KeyRing, state: string) => ring.keys.filter((key) => key.state === state).map((key) => key.kid);

async function check(ring: KeyRing, token: string) {
  const keys = await verifiers(ring.keys);
  const known = { issuer: claims.iss, audiences: [claims.aud], now: start / 1000, maxLifetime: 900 };
  return verifyAccessToken(token, { ...known, keyFor: (kid) => keys.get(kid) });
}

test.each<SigningAlgorithm>(['RS256', 'ES256', 'EdDSA'])(
  'an %s key is published before it signs and verifies until its last token has expired',
  async (alg) => {
    // The ring goes through JSON, because it is stored as JSON.
    const store = (ring: KeyRing): KeyRing => JSON.parse(JSON.stringify(ring));
    const first = store(await createRing(roots, alg, start));
    expect(first.keys.map((key) => key.state)).toEqual(['current', 'next']);
    const [oldKid] = kidOf(first, 'current');
    const [nextKid] = kidOf(first, 'next');
    const token = signAccessToken(currentSigner(roots, first), claims);
    expect(await check(first, token)).toEqual(claims);

    const second = store(await rotateRing(roots, first, alg, start + 1, overlap));
    expect([kidOf(second, 'retired'), kidOf(second, 'current')]).toEqual([[oldKid], [nextKid]]);
    expect(kidOf(second, 'next')).toHaveLength(1);
    expect(jwks(publicKeys(first, overlap), start).keys.map((key) => key.kid)).toContain(nextKid); // was published before it signs
    expect(currentSigner(roots, second).kid).toBe(nextKid);
    expect(await check(second, token)).toEqual(claims);
    const newToken = signAccessToken(currentSigner(roots, second), claims);
    expect(await check(first, newToken)).toEqual(claims); // an instance that has not reloaded yet

    const third = store(await rotateRing(roots, second, alg, start + 1 + overlap, overlap));
    expect(kidOf(third, 'retired')).toEqual([oldKid, nextKid]);
    expect(await check(third, token)).toEqual(claims);
    const fourth = store(await rotateRing(roots, third, alg, start + 2 + overlap, overlap));
    expect(fourth.keys.map((key) => key.kid)).not.toContain(oldKid);
    expect(await check(fourth, token)).toBe('invalid');
    expect(await check(fourth, newToken)).toEqual(claims);
  },
);

describe('the key ring', () => {
  test.each<[SigningAlgorithm, string[]]>([
    ['RS256', ['alg', 'e', 'kid', 'kty', 'n', 'use']],
    ['ES256', ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']],
    ['EdDSA', ['alg', 'crv', 'kid', 'kty', 'use', 'x']],
  ])(
    'publishes public members only of %s keys in every state, and other software verifies tokens with them',
    async (alg, members) => {
      const ring = await rotateRing(roots, await createRing(roots, alg, start), alg, start, overlap);
      const set = jwks(publicKeys(ring, overlap), start);
      expect(set.keys.map((key) => key.kid)).toEqual(ring.keys.map((key) => key.kid));
      expect(ring.keys.map((key) => key.state).sort()).toEqual(['current', 'next', 'retired']);
      for (const key of set.keys) {
        expect(Object.keys(key).sort()).toEqual(members);
        expect(key).toMatchObject({ alg, use: 'sig', kid: await calculateJwkThumbprint(key) });
      }
      if (alg === 'RS256') expect(Buffer.from(String(set.keys[0]?.n), 'base64url')).toHaveLength(256);
      const token = signAccessToken(currentSigner(roots, ring), claims);
      const { payload } = await jwtVerify(
        token,
        createLocalJWKSet({ keys: set.keys.map((key) => ({ ...key, kty: String(key.kty) })) }),
        {
          currentDate: new Date(start),
        },
      );
      expect(payload).toMatchObject(claims);
    },
  );

  test('does not publish private members, even from a damaged ring', async () => {
    const ring = await createRing(roots, 'ES256', start);
    const damaged = {
      keys: ring.keys.map((key) => ({ ...key, publicJwk: { ...key.publicJwk, d: 'secret', k: 'secret' } })),
    };
    expect(JSON.stringify(jwks(publicKeys(damaged, overlap), start))).not.toContain('secret');
    expect((await verifiers(damaged.keys)).get(ring.keys[0]!.kid)?.key.type).toBe('public');
  });

  test('returns a signer that opens only with the root secret and under its own kid, and that no log shows', async () => {
    const ring = await createRing(roots, 'ES256', start);
    const signer = currentSigner(roots, ring);
    expect([signer.key.type, signer.key.asymmetricKeyType]).toEqual(['private', 'ec']);
    const { d } = signer.key.export({ format: 'jwk' });
    for (const shown of [JSON.stringify(signer), inspect(signer, { depth: 9, showHidden: true }), String(signer.key)])
      expect(shown).not.toContain(d);
    expect(JSON.stringify(ring)).not.toContain('"d"');
    expect(() => currentSigner({ 1: 'x'.repeat(32) }, ring)).toThrow('cannot unseal');
    const [current, next] = ring.keys;
    const swapped = { keys: [{ ...current!, sealedPrivateJwk: next!.sealedPrivateJwk }] };
    expect(() => currentSigner(roots, swapped)).toThrow('cannot unseal');
    expect(() => currentSigner(roots, { keys: [next!] })).toThrow('no current signing key');
  });

  test('signs with keys sealed under the old root after a rotation of the root secret', async () => {
    const ring = await createRing(roots, 'ES256', start);
    const both: Roots<never> = { ...roots, 2: 's'.repeat(32) };
    const token = signAccessToken(currentSigner(both, ring), claims);
    expect(await check(ring, token)).toEqual(claims);
    const rotated = await rotateRing(both, ring, 'ES256', start, overlap);
    expect(rotated.keys.at(-1)?.sealedPrivateJwk).toMatch(/^v2\./);
  });
});

test('a ring without a next key gets one before the current key retires', async () => {
  const ring = await createRing(roots, 'ES256', start);
  const [current] = kidOf(ring, 'current');
  const bare = { keys: ring.keys.filter(({ state }) => state !== 'next') };
  const healed = await rotateRing(roots, bare, 'ES256', start, overlap);
  expect(healed.keys.map((key) => key.state)).toEqual(['current', 'next']);
  expect(kidOf(healed, 'current')).toEqual([current]);
  const rotated = await rotateRing(roots, healed, 'ES256', start, overlap);
  expect(kidOf(rotated, 'retired')).toEqual([current]);
  expect(kidOf(rotated, 'current')).toEqual(kidOf(healed, 'next'));
});

test('a retired key neither verifies nor is published once its last token has expired, although it is in the ring', async () => {
  const ring = await rotateRing(roots, await createRing(roots, 'ES256', start), 'ES256', start, overlap);
  const [retired] = kidOf(ring, 'retired');
  const kidsAt = (now: number) => [
    trustedKeys(ring, now, overlap).map(({ kid }) => kid),
    jwks(publicKeys(ring, overlap), now).keys.map(({ kid }) => kid),
  ];
  for (const kids of kidsAt(start + overlap)) expect(kids).toContain(retired);
  for (const kids of kidsAt(start + overlap + 1)) expect(kids).not.toContain(retired);
  for (const kids of kidsAt(start + overlap + 1)) expect(kids).toHaveLength(2);
});

test('isCompromised is true as soon as the version that sealed a key is revoked', async () => {
  const ring = await createRing(roots, 'ES256', start);
  const both: Roots<never> = { ...roots, 2: 's'.repeat(32), current: '2' };
  expect(isCompromised(both, ring)).toBe(false);
  expect(isCompromised({ ...both, revoked: ['1'] }, ring)).toBe(true);
  expect(isCompromised({ ...both, revoked: ['1'] }, await createRing(both, 'ES256', start))).toBe(false);
});

test('rotateRing changes the algorithm of a ring one key at a time', async () => {
  const ring = await rotateRing(roots, await createRing(roots, 'ES256', start), 'EdDSA', start, overlap);
  expect(ring.keys.map((key) => key.alg)).toEqual(['ES256', 'ES256', 'EdDSA']);
  const later = await rotateRing(roots, ring, 'EdDSA', start, overlap);
  const token = signAccessToken(currentSigner(roots, later), claims);
  expect(await check(later, token)).toEqual(claims);
  expect(currentSigner(roots, later).alg).toBe('EdDSA');
});

test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('rotateRing throws for an overlap of %s', async (value) => {
  const ring = await createRing(roots, 'EdDSA', start);
  await expect(rotateRing(roots, ring, 'EdDSA', start, value)).rejects.toThrow('overlapMs');
});
