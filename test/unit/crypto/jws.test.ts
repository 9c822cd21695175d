// Compares signatures of tokens with those of jose, and checks that no other signature opens one.
import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
  type KeyPairKeyObjectResult,
  randomBytes,
  sign,
} from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compactVerify, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { openJws, signJws, type TokenKey } from '../../../lib/crypto/jws.ts';

const TYPE = 'test+jwt';
const claims = { sub: 'ü', exp: 1, nested: { list: [1, null, '<>'] }, missing: undefined };
const read = JSON.parse(JSON.stringify(claims));
const bytes = randomBytes(32);
const secret = createSecretKey(bytes);
const header = (alg: string) => ({ alg, kid: 'k', typ: TYPE });
type Alg = TokenKey['alg'];
const open = (token: string, alg: Alg, key: KeyObject) => openJws(token, TYPE, () => ({ alg, key }));
const replaced = (token: string, signature: Uint8Array): string =>
  `${token.slice(0, token.lastIndexOf('.'))}.${Buffer.from(signature).toString('base64url')}`;

/** `token`: signed by jose, but for HS256. `own`: what signs. */
type Pair = { alg: Alg; key: KeyObject; own: KeyObject; token: string; signature: Buffer };
const pairs = new Map<string, Pair>();

beforeAll(async () => {
  for (const alg of ['RS256', 'ES256', 'EdDSA'] as const) {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    const key = createPublicKey({ key: { ...(await exportJWK(publicKey)) }, format: 'jwk' });
    const token = await new SignJWT(claims).setProtectedHeader(header(alg)).sign(privateKey);
    const own = createPrivateKey({ key: { ...(await exportJWK(privateKey)) }, format: 'jwk' });
    pairs.set(alg, { alg, key, own, token, signature: Buffer.from(token.split('.')[2] as string, 'base64url') });
  }
  const token = signJws({ alg: 'HS256', kid: 'k', key: secret }, TYPE, claims);
  pairs.set('HS256', {
    alg: 'HS256',
    key: secret,
    own: secret,
    token,
    signature: Buffer.from(token.split('.')[2] as string, 'base64url'),
  });
});
const pair = (alg: string): Pair => pairs.get(alg) as Pair;

describe.each<Alg>(['RS256', 'ES256', 'EdDSA', 'HS256'])('signJws with %s', (alg) => {
  test('writes the header and the payload of jose, and a signature that jose verifies', async () => {
    const { own, key, token } = pair(alg);
    const signed = signJws({ alg, kid: 'k', key: own }, TYPE, claims);
    expect(signed.split('.').slice(0, 2)).toEqual(token.split('.').slice(0, 2));
    await expect(compactVerify(signed, key)).resolves.toMatchObject({ protectedHeader: header(alg) });
    // The signature of ECDSA has a random part.
    if (alg !== 'ES256') {
      const jose = await new SignJWT(claims).setProtectedHeader(header(alg)).sign(own);
      expect(signed).toBe(jose);
    }
  });

  test('signs nothing with the key of another algorithm, or with a public one', () => {
    for (const { own, key } of [...pairs.values()].filter((each) => each.alg !== alg))
      for (const other of [own, key])
        expect(() => signJws({ alg, kid: 'k', key: other }, TYPE, claims)).toThrow('does not sign');
    const { key } = pair(alg);
    if (key.type === 'public') expect(() => signJws({ alg, kid: 'k', key }, TYPE, claims)).toThrow('does not sign');
  });
});

test('signJws refuses an RSA key below 2048 bits, and a key on another curve', () => {
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  const other = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
  expect(() => signJws({ alg: 'RS256', kid: 'k', key: short }, TYPE, claims)).toThrow('does not sign');
  expect(() => signJws({ alg: 'ES256', kid: 'k', key: other }, TYPE, claims)).toThrow('does not sign');
});

describe.each<Alg>(['RS256', 'ES256', 'EdDSA', 'HS256'])('openJws with %s', (alg) => {
  test('opens a token that jose has signed', () => {
    const { token, key } = pair(alg);
    expect(open(token, alg, key)).toEqual(read);
  });

  test('opens no token with another payload, a flipped bit or a signature of any other bytes', () => {
    const { token, key, signature } = pair(alg);
    const [head] = token.split('.');
    const other = Buffer.from(JSON.stringify({ sub: 'x' })).toString('base64url');
    expect(open(replaced(`${head}.${other}.`, signature), alg, key)).toBeUndefined();
    for (let bit = 0; bit < signature.length * 8; bit++) {
      const flipped = Buffer.from(signature);
      flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(open(replaced(token, flipped), alg, key)).toBeUndefined();
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (any) => {
        expect(open(replaced(token, any), alg, key)).toBeUndefined();
      }),
    );
    for (const part of [signature.subarray(1), signature.subarray(0, -1), Buffer.concat([signature, Buffer.alloc(1)])])
      expect(open(replaced(token, part), alg, key)).toBeUndefined();
  });

  test('opens nothing with the key of another algorithm', () => {
    const { token } = pair(alg);
    for (const { key } of [...pairs.values()].filter((each) => each.alg !== alg))
      expect(open(token, alg, key)).toBeUndefined();
  });
});

test('openJws does not take the DER form of an ES256 signature', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const input = pair('ES256').token.split('.').slice(0, 2).join('.');
  const p1363 = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  expect(open(replaced(`${input}.`, p1363), 'ES256', publicKey)).toEqual(read);
  expect(
    open(replaced(`${input}.`, sign('sha256', Buffer.from(input), privateKey)), 'ES256', publicKey),
  ).toBeUndefined();
});

test.each<[string, Alg, () => KeyPairKeyObjectResult]>([
  ['an RSA key below 2048 bits', 'RS256', () => generateKeyPairSync('rsa', { modulusLength: 1024 })],
  ['another curve', 'ES256', () => generateKeyPairSync('ec', { namedCurve: 'P-384' })],
])('openJws verifies nothing with %s', (_, alg, generate) => {
  const { publicKey, privateKey } = generate();
  const input = pair(alg).token.split('.').slice(0, 2).join('.');
  const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  expect(open(replaced(`${input}.`, signature), alg, publicKey)).toBeUndefined();
});

test('openJws verifies nothing by an algorithm that is not that of the key', () => {
  const { token, key } = pair('RS256');
  for (const alg of ['none', 'RS512', 'PS256', 'HS256']) {
    const head = Buffer.from(JSON.stringify(header(alg))).toString('base64url');
    expect(open(`${head}.${token.split('.').slice(1).join('.')}`, 'RS256', key)).toBeUndefined();
  }
});
