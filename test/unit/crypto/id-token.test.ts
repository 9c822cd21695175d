// Id tokens: every rule on its own, with keys of every kind.
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { type IdTokenOptions, signedPart, verifyIdToken } from '../../../lib/crypto/id-token.ts';

const NOW = 1_800_000_000;
const claims = { iss: 'https://id.example.com', aud: 'client', sub: 'person', iat: NOW, exp: NOW + 300 };
const made = async (alg: string, more: Record<string, unknown> = {}, header: Record<string, unknown> = {}) => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const token = await new SignJWT({ ...claims, ...more })
    .setProtectedHeader({ alg, kid: 'a', ...header })
    .sign(privateKey);
  return { token, key: { ...(await exportJWK(publicKey)), kid: 'a' } as JWK };
};
const verify = (token: string, keys: JWK[], more: Partial<IdTokenOptions> = {}) =>
  verifyIdToken(token, { issuer: claims.iss, clientId: 'client', keys, now: NOW, ...more });

test.each(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'])(
  '%s is taken',
  async (alg) => {
    const { token, key } = await made(alg);
    expect(await verify(token, [key])).toMatchObject({ sub: 'person' });
  },
);

describe('keys', () => {
  test('one that is not there', async () => {
    const { token, key } = await made('ES256');
    expect(await verify(token, [])).toBe('unknown-key');
    expect(await verify(token, [{ ...key, kid: 'b' }])).toBe('unknown-key');
    expect(await verify(token, [{ ...key, use: 'enc' }])).toBe('unknown-key');
    expect(await verify(token, [{ ...key, alg: 'ES384' }])).toBe('unknown-key');
  });

  test('among several without names the right one is found', async () => {
    const { token, key } = await made('ES256', {}, { kid: undefined });
    const others = await Promise.all([made('ES256'), made('ES256'), made('RS256')]);
    expect(await verify(token, [...others.map((each) => each.key), key])).toMatchObject({ sub: 'person' });
  });

  test('a symmetric key in the set is no key', async () => {
    const secret = Buffer.alloc(32, 1);
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    expect(await verify(token, [{ kty: 'oct', k: secret.toString('base64url') }])).toBe('invalid');
  });

  test('a short RSA key is refused', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const { token } = await made('RS256');
    expect(await verify(token, [{ ...(publicKey.export({ format: 'jwk' }) as JWK), kid: 'a' }])).toBe('invalid');
  });

  test('keys that are none at all', async () => {
    const { token } = await made('RS256');
    expect(
      await verify(token, [
        { kty: 'RSA', kid: 'a' },
        { kty: 'RSA', kid: 'a', n: '!', e: 'x' },
      ]),
    ).toBe('invalid');
  });
});

describe('times', () => {
  test.each([
    ['a minute too late', 359, true],
    ['later than that', 360, false],
    ['a minute too early', -60, true],
    ['earlier than that', -61, false],
  ])('%s', async (_, seconds, isGood) => {
    const { token, key } = await made('ES256');
    const result = await verify(token, [key], { now: NOW + seconds });
    expect(typeof result === 'object').toBe(isGood);
  });
});

test('the nonce that was asked for, and none that was not', async () => {
  const { token, key } = await made('ES256', { nonce: 'n' });
  expect(await verify(token, [key], { nonce: 'n' })).toMatchObject({ nonce: 'n' });
  expect(await verify(token, [key], { nonce: 'm' })).toBe('invalid');
  expect(await verify(token, [key])).toMatchObject({ nonce: 'n' });
  const without = await made('ES256');
  expect(await verify(without.token, [without.key], { nonce: 'n' })).toBe('invalid');
});

test.each([{ issuer: '' }, { clientId: '' }, { now: Number.NaN }])(
  'options that switch a check off throw: %j',
  async (more) => {
    await expect(verify('x', [], more)).rejects.toThrow(/required/);
  },
);

test('what names a token for good does not change with the spelling of its signature', async () => {
  const { token } = await made('ES256');
  const [header, payload, signature] = token.split('.') as [string, string, string];
  const respelt = `${header}.${payload}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`;
  expect(signedPart(respelt)).toBe(signedPart(token));
  expect(signedPart(token)).toBe(`${header}.${payload}`);
});
