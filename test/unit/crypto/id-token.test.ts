// Checks each rule for id tokens on its own, with keys of every kind.
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { type IdTokenOptions, verifyIdToken } from '../../../lib/crypto/id-token.ts';

const NOW = 1_800_000_000;
const claims = { iss: 'https://id.example.com', aud: 'client', sub: 'person', iat: NOW, exp: NOW + 300, nonce: 'n' };
const createToken = async (alg: string, more: Record<string, unknown> = {}, header: Record<string, unknown> = {}) => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const token = await new SignJWT({ ...claims, ...more })
    .setProtectedHeader({ alg, kid: 'a', ...header })
    .sign(privateKey);
  return { token, key: { ...(await exportJWK(publicKey)), kid: 'a' } as JWK };
};
const verify = (token: string, keys: JWK[], more: Partial<IdTokenOptions> = {}) =>
  verifyIdToken(token, { issuer: claims.iss, clientId: 'client', keys, now: NOW, ...more });

test.each(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'])(
  'verifyIdToken accepts %s',
  async (alg) => {
    const { token, key } = await createToken(alg);
    expect(await verify(token, [key])).toMatchObject({ sub: 'person' });
  },
);

describe('verifyIdToken', () => {
  test('returns "unknown-key" when no key matches kid, use and algorithm', async () => {
    const { token, key } = await createToken('ES256');
    expect(await verify(token, [])).toBe('unknown-key');
    expect(await verify(token, [{ ...key, kid: 'b' }])).toBe('unknown-key');
    expect(await verify(token, [{ ...key, use: 'enc' }])).toBe('unknown-key');
    expect(await verify(token, [{ ...key, alg: 'ES384' }])).toBe('unknown-key');
  });

  test('finds the right one of several keys when the token has no kid', async () => {
    const { token, key } = await createToken('ES256', {}, { kid: undefined });
    const others = await Promise.all([createToken('ES256'), createToken('ES256'), createToken('RS256')]);
    expect(await verify(token, [...others.map((each) => each.key), key])).toMatchObject({ sub: 'person' });
  });

  test('returns "invalid" for a symmetric key in the key set', async () => {
    const secret = Buffer.alloc(32, 1);
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    expect(await verify(token, [{ kty: 'oct', k: secret.toString('base64url') }])).toBe('invalid');
  });

  test('returns "invalid" for an RSA key of 1024 bits', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const { token } = await createToken('RS256');
    expect(await verify(token, [{ ...(publicKey.export({ format: 'jwk' }) as JWK), kid: 'a' }])).toBe('invalid');
  });

  test('returns "invalid" when the only keys are malformed', async () => {
    const { token } = await createToken('RS256');
    expect(
      await verify(token, [
        { kty: 'RSA', kid: 'a' },
        { kty: 'RSA', kid: 'a', n: '!', e: 'x' },
      ]),
    ).toBe('invalid');
  });
});

describe('verifyIdToken allows a minute of clock skew', () => {
  test.each([
    ['accepts a token 59 seconds after its expiry', 359, true],
    ['refuses a token 60 seconds after its expiry', 360, false],
    ['accepts a token issued 60 seconds in the future', -60, true],
    ['refuses a token issued 61 seconds in the future', -61, false],
  ])('%s', async (_, seconds, isAccepted) => {
    const { token, key } = await createToken('ES256');
    const result = await verify(token, [key], { now: NOW + seconds });
    expect(typeof result === 'object').toBe(isAccepted);
  });
});

test('verifyIdToken requires a nonce, and the expected one if the caller names one', async () => {
  const { token, key } = await createToken('ES256');
  expect(await verify(token, [key], { nonce: 'n' })).toMatchObject({ nonce: 'n' });
  expect(await verify(token, [key], { nonce: 'm' })).toBe('invalid');
  expect(await verify(token, [key])).toMatchObject({ nonce: 'n' });
  for (const nonce of [undefined, '', 1, ['n']]) {
    const without = await createToken('ES256', { nonce });
    expect(await verify(without.token, [without.key])).toBe('invalid');
  }
});

describe('verifyIdToken refuses a token of another type that has our audience and nonce', () => {
  test.each([
    ['an access token of RFC 9068', { client_id: 'client', scope: 'openid' }, { typ: 'at+jwt' }],
    ['an access token with typ JWT and client_id', { client_id: 'client' }, { typ: 'JWT' }],
    ['an access token with scope', { scope: 'openid email' }, {}],
    ['an access token of Entra', { scp: 'User.Read' }, { typ: 'JWT' }],
    ['an access token of Entra v1', { appid: 'client' }, { typ: 'JWT' }],
    ['an access token of Okta', { cid: 'client' }, {}],
    ['an access token of Keycloak', { typ: 'Bearer', azp: 'client' }, { typ: 'JWT' }],
    ['a refresh token of Keycloak', { typ: 'Refresh' }, { typ: 'JWT' }],
    ['an access token of Cognito', { token_use: 'access' }, {}],
    ['a logout token', { events: {} }, {}],
    ['a token with an unknown header type', {}, { typ: 'secevent+jwt' }],
    ['a token with an empty header type', {}, { typ: '' }],
    ['a token for another authorized party', { azp: 'other' }, {}],
    ['a token whose authorized party is not text', { azp: ['client'] }, {}],
  ])('%s', async (_, more, header) => {
    const { token, key } = await createToken('ES256', more, header);
    expect(await verify(token, [key])).toBe('invalid');
  });

  test.each([
    ['of Keycloak', { typ: 'ID', azp: 'client' }, { typ: 'JWT' }],
    ['of Cognito', { token_use: 'id' }, {}],
    ['with our client as authorized party', { azp: 'client', at_hash: 'x' }, { typ: 'jwt' }],
  ])('and accepts an id token %s', async (_, more, header) => {
    const { token, key } = await createToken('ES256', more, header);
    expect(await verify(token, [key])).toMatchObject({ sub: 'person' });
  });

  test('and accepts another authorized party only if the caller knows it and the audience is ours alone', async () => {
    const isParty = (azp: string) => azp === 'phone';
    const { token, key } = await createToken('ES256', { azp: 'phone' });
    expect(await verify(token, [key], { isParty })).toMatchObject({ sub: 'person' });
    const many = await createToken('ES256', { azp: 'phone', aud: ['client', 'api'] });
    expect(await verify(many.token, [many.key], { isParty })).toBe('invalid');
  });
});

test.each([{ issuer: '' }, { clientId: '' }, { now: Number.NaN }])(
  'verifyIdToken throws for options that would skip a check: %j',
  async (more) => {
    await expect(verify('x', [], more)).rejects.toThrow(/required/);
  },
);
