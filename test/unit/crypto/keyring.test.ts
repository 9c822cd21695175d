// Checks the life of a signing key: published before it signs, valid until its last token expires, gone when revoked.
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
  jwks,
  type KeyRing,
  revokeKey,
  rotateRing,
  verifiers,
} from '../../../lib/crypto/keyring.ts';
import type { Roots } from '../../../lib/crypto/purpose-keys.ts';

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
};
const kidOf = (ring: KeyRing, state: string) => ring.keys.filter((key) => key.state === state).map((key) => key.kid);

async function check(ring: KeyRing, token: string) {
  const keys = await verifiers(ring);
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
    const token = await signAccessToken(await currentSigner(roots, first), claims);
    expect(await check(first, token)).toEqual(claims);

    const second = store(await rotateRing(roots, first, alg, start + 1, overlap));
    expect([kidOf(second, 'retired'), kidOf(second, 'current')]).toEqual([[oldKid], [nextKid]]);
    expect(kidOf(second, 'next')).toHaveLength(1);
    expect(jwks(first).keys.map((key) => key.kid)).toContain(nextKid); // was published before it signs
    expect((await currentSigner(roots, second)).kid).toBe(nextKid);
    expect(await check(second, token)).toEqual(claims);
    const newToken = await signAccessToken(await currentSigner(roots, second), claims);
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
      const set = jwks(ring);
      expect(set.keys.map((key) => key.kid)).toEqual(ring.keys.map((key) => key.kid));
      expect(ring.keys.map((key) => key.state).sort()).toEqual(['current', 'next', 'retired']);
      for (const key of set.keys) {
        expect(Object.keys(key).sort()).toEqual(members);
        expect(key).toMatchObject({ alg, use: 'sig', kid: await calculateJwkThumbprint(key) });
      }
      if (alg === 'RS256') expect(Buffer.from(String(set.keys[0]?.n), 'base64url')).toHaveLength(256);
      const token = await signAccessToken(await currentSigner(roots, ring), claims);
      const { payload } = await jwtVerify(
        token,
        createLocalJWKSet({ keys: set.keys.map((key) => ({ ...key, kty: String(key.kty) })) }),
        {
          currentDate: new Date(start),
        },
      );
      expect(payload).toEqual(claims);
    },
  );

  test('does not publish private members, even from a damaged ring', async () => {
    const ring = await createRing(roots, 'ES256', start);
    const damaged = {
      keys: ring.keys.map((key) => ({ ...key, publicJwk: { ...key.publicJwk, d: 'secret', k: 'secret' } })),
    };
    expect(JSON.stringify(jwks(damaged))).not.toContain('secret');
    expect((await verifiers(damaged)).get(ring.keys[0]!.kid)?.key.type).toBe('public');
  });

  test('returns a signer that cannot be exported and that opens only with the root secret and under its own kid', async () => {
    const ring = await createRing(roots, 'ES256', start);
    const signer = await currentSigner(roots, ring);
    expect([signer.key.type, signer.key.extractable]).toEqual(['private', false]);
    expect(JSON.stringify(ring)).not.toContain('"d"');
    await expect(currentSigner({ 1: 'x'.repeat(32) }, ring)).rejects.toThrow('cannot unseal');
    const [current, next] = ring.keys;
    const swapped = { keys: [{ ...current!, sealedPrivateJwk: next!.sealedPrivateJwk }] };
    await expect(currentSigner(roots, swapped)).rejects.toThrow('cannot unseal');
    await expect(currentSigner(roots, { keys: [next!] })).rejects.toThrow('no current signing key');
  });

  test('signs with keys sealed under the old root after a rotation of the root secret', async () => {
    const ring = await createRing(roots, 'ES256', start);
    const both: Roots<never> = { ...roots, 2: 's'.repeat(32) };
    const token = await signAccessToken(await currentSigner(both, ring), claims);
    expect(await check(ring, token)).toEqual(claims);
    const rotated = await rotateRing(both, ring, 'ES256', start, overlap);
    expect(rotated.keys.at(-1)?.sealedPrivateJwk).toMatch(/^v2\./);
  });
});

describe('revokeKey', () => {
  test('removes a retired key at once and throws for the current one, which must be rotated first', async () => {
    const ring = await createRing(roots, 'ES256', start);
    const leaked = kidOf(ring, 'current')[0]!;
    const token = await signAccessToken(await currentSigner(roots, ring), claims);
    expect(() => revokeKey(ring, leaked)).toThrow('rotate first');
    const rotated = await rotateRing(roots, ring, 'ES256', start, overlap);
    expect(await check(rotated, token)).toEqual(claims);
    const revoked = revokeKey(rotated, leaked);
    expect(await check(revoked, token)).toBe('invalid');
    expect(jwks(revoked).keys.map((key) => key.kid)).not.toContain(leaked);
    expect(await currentSigner(roots, revoked)).toMatchObject({ kid: kidOf(rotated, 'current')[0] });
    expect(rotated.keys).toHaveLength(3); // the ring that was passed in is unchanged
    expect(() => revokeKey(revoked, leaked)).toThrow('unknown signing key');
    expect(() => revokeKey(ring, '__proto__')).toThrow('unknown signing key');
  });

  test('leaves a ring without a next key, for which rotateRing publishes one before the current key retires', async () => {
    const ring = await createRing(roots, 'ES256', start);
    const [current] = kidOf(ring, 'current');
    const bare = revokeKey(ring, kidOf(ring, 'next')[0]!);
    const healed = await rotateRing(roots, bare, 'ES256', start, overlap);
    expect(healed.keys.map((key) => key.state)).toEqual(['current', 'next']);
    expect(kidOf(healed, 'current')).toEqual([current]);
    const rotated = await rotateRing(roots, healed, 'ES256', start, overlap);
    expect(kidOf(rotated, 'retired')).toEqual([current]);
    expect(kidOf(rotated, 'current')).toEqual(kidOf(healed, 'next'));
  });
});

test('rotateRing changes the algorithm of a ring one key at a time', async () => {
  const ring = await rotateRing(roots, await createRing(roots, 'ES256', start), 'EdDSA', start, overlap);
  expect(ring.keys.map((key) => key.alg)).toEqual(['ES256', 'ES256', 'EdDSA']);
  const later = await rotateRing(roots, ring, 'EdDSA', start, overlap);
  const token = await signAccessToken(await currentSigner(roots, later), claims);
  expect(await check(later, token)).toEqual(claims);
  expect((await currentSigner(roots, later)).alg).toBe('EdDSA');
});

test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])('rotateRing throws for an overlap of %s', async (value) => {
  const ring = await createRing(roots, 'EdDSA', start);
  await expect(rotateRing(roots, ring, 'EdDSA', start, value)).rejects.toThrow('overlapMs');
});
