// Checks that access tokens of the service verify, and that no forged or altered token does (RFC 8725).
import { createHmac, generateKeyPairSync, KeyObject } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { exportJWK, exportSPKI, generateKeyPair } from 'jose';
import {
  type AccessClaims,
  type AccessOptions,
  type SigningAlgorithm,
  type SigningKey,
  signAccessToken,
  signRefreshToken,
  verifyAccessToken,
} from '../../../lib/crypto/jwt.ts';
import { cpuMs } from '../../support/cpu.ts';

type Pair = { kid: string; alg: SigningAlgorithm; publicKey: CryptoKey; privateKey: CryptoKey };
const algorithms: SigningAlgorithm[] = ['RS256', 'ES256', 'EdDSA'];
const now = 1_800_000_000;
const claims: AccessClaims = {
  iss: 'https://auth.example',
  aud: 'api',
  sub: 'u1',
  tid: 't1',
  sid: 's1',
  jti: 'j1',
  iat: now,
  exp: now + 900,
  auth_time: now - 60,
  amr: ['pwd'],
  roles: ['admin'],
  permissions: ['users.read'],
  client_id: 'api',
};
const pairs = new Map<string, Pair>();
let rsa: Pair;
let foreignKey: SigningKey;

const options = (changes: Partial<AccessOptions> = {}): AccessOptions => ({
  keyFor: (kid) => {
    const pair = pairs.get(kid);
    return pair && { kid, alg: pair.alg, key: KeyObject.from(pair.publicKey) };
  },
  issuer: claims.iss,
  audiences: [claims.aud],
  now,
  maxLifetime: 900,
  ...changes,
});
const signer = (pair: Pair): SigningKey => ({ kid: pair.kid, alg: pair.alg, key: KeyObject.from(pair.privateKey) });
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

// Signs any header and any payload with the right RSA key, so that only the content can be the reason for a refusal.
async function forge(header: unknown, payload: unknown, key: CryptoKey = rsa.privateKey): Promise<string> {
  const input = `${encode(header)}.${typeof payload === 'string' ? Buffer.from(payload).toString('base64url') : encode(payload)}`;
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', key, Buffer.from(input));
  return `${input}.${Buffer.from(signature).toString('base64url')}`;
}
const header = { alg: 'RS256', kid: 'RS256', typ: 'at+jwt' };

beforeAll(async () => {
  for (const alg of algorithms) {
    pairs.set(alg, { kid: alg, alg, ...(await generateKeyPair(alg, { extractable: true })) });
  }
  rsa = pairs.get('RS256')!;
  foreignKey = { kid: 'RS256', alg: 'RS256', key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey };
});

test.each(algorithms)(
  'verifyAccessToken returns exactly the signed claims of an %s token, and refuses altered ones',
  async (alg) => {
    const token = signAccessToken(signer(pairs.get(alg)!), claims);
    expect(JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())).toEqual({
      alg,
      kid: alg,
      typ: 'at+jwt',
    });
    expect(await verifyAccessToken(token, options())).toEqual(claims);
    const [head, body, signature = ''] = token.split('.');
    const bytes = Buffer.from(signature, 'base64url');
    bytes[5] = bytes[5]! ^ 1;
    expect(await verifyAccessToken(`${head}.${body}.${bytes.toString('base64url')}`, options())).toBe('invalid');
    expect(await verifyAccessToken(`${head}.${encode({ ...claims, sub: 'u2' })}.${signature}`, options())).toBe(
      'invalid',
    );
  },
);

test('verifyAccessToken drops unknown claims (and the helper `forge` makes valid tokens)', async () => {
  expect(await verifyAccessToken(await forge(header, { ...claims, email: 'a@b.c' }), options())).toEqual(claims);
});

describe('verifyAccessToken', () => {
  const at = async (changes: Partial<AccessClaims> & { nbf?: unknown }, more: Partial<AccessOptions> = {}) => {
    const result = await verifyAccessToken(await forge(header, { ...claims, ...changes }), options(more));
    return typeof result === 'string' ? result : 'valid';
  };

  test('returns "expired" from the second of expiry, and allowExpired skips only that check', async () => {
    const token = signAccessToken(signer(rsa), claims);
    expect(await verifyAccessToken(token, options({ now: now + 899 }))).toEqual(claims);
    expect(await verifyAccessToken(token, options({ now: now + 900 }))).toBe('expired');
    const late = { now: now + 1_000_000, allowExpired: true };
    expect(await verifyAccessToken(token, options(late))).toEqual(claims);
    expect(await verifyAccessToken(token, options({ ...late, allowExpired: false }))).toBe('expired');
    expect(await verifyAccessToken(token, options({ ...late, issuer: 'other' }))).toBe('invalid');
    expect(await verifyAccessToken(signAccessToken(foreignKey, claims), options(late))).toBe('invalid');
    expect(await at({ exp: now + 906 }, late)).toBe('invalid');
  });

  test('returns "invalid" and not "expired" for an expired token with another defect', async () => {
    expect(await at({ aud: 'other' }, { now: now + 900 })).toBe('invalid');
    expect(await verifyAccessToken(signAccessToken(foreignKey, claims), options({ now: now + 900 }))).toBe('invalid');
  });

  test('allows five seconds of clock skew in iat and nbf', async () => {
    expect(await at({ iat: now + 5 })).toBe('valid');
    expect(await at({ iat: now + 6 })).toBe('invalid');
    expect(await at({ nbf: now + 5 })).toBe('valid');
    expect(await at({ nbf: now + 6 })).toBe('invalid');
    expect(await at({ nbf: 'now' })).toBe('invalid');
    expect(await at({ nbf: null })).toBe('invalid');
  });

  test('refuses a token whose lifetime exceeds maxLifetime', async () => {
    expect(await at({ exp: now + 905 })).toBe('valid');
    expect(await at({ exp: now + 906 })).toBe('invalid');
    expect(await at({ exp: now })).toBe('invalid');
    expect(await at({ iat: now - 10, exp: now - 20 })).toBe('invalid');
  });
});

describe('verifyAccessToken returns "invalid"', () => {
  const scalars = ['iss', 'aud', 'sub', 'tid', 'sid', 'jti'] as const;
  const malformed: [string, unknown][] = [
    ...scalars.flatMap((name) =>
      [undefined, null, '', 1, true, {}, ['api'], [claims[name]]].map((value) => ({ name, value })),
    ),
    ...['iat', 'exp', 'auth_time'].flatMap((name) =>
      [undefined, null, '', `${now}`, true, [now], {}, now + 0.5, -1, 2 ** 53].map((value) => ({ name, value })),
    ),
    ...['amr', 'roles', 'permissions'].flatMap((name) =>
      [undefined, null, 'admin', {}, [1], [null], [['a']]].map((value) => ({ name, value })),
    ),
    ...['api2', 'API', 'ap', 'api '].map((value) => ({ name: 'aud', value })),
    ...['https://auth.example/', 'https://auth.exampl', 'HTTPS://auth.example'].map((value) => ({
      name: 'iss',
      value,
    })),
  ].map(({ name, value }) => [name, value]);

  test.each(malformed)('for the claim %s: %j', async (name, value) => {
    expect(await verifyAccessToken(await forge(header, { ...claims, [name]: value }), options())).toBe('invalid');
  });

  test.each([
    ['1e308 as expiry', JSON.stringify(claims).replace(`"exp":${now + 900}`, '"exp":1e308')],
    ['infinity as expiry', JSON.stringify(claims).replace(`"exp":${now + 900}`, '"exp":1e999')],
    ['1e308 everywhere', JSON.stringify(claims).replace(/"(iat|exp)":\d+/g, '"$1":1e308')],
    ['claims in the prototype', JSON.stringify({ x: 1 }).replace('"x":1', `"__proto__":${JSON.stringify(claims)}`)],
    ['an array', JSON.stringify([claims])],
    ['a string', '"claims"'],
    ['null', 'null'],
    ['text that is not JSON', '{'],
    ['an empty text', ''],
  ])('for the payload: %s', async (_, payload) => {
    expect(await verifyAccessToken(await forge(header, payload), options({ maxLifetime: Number.MAX_VALUE }))).toBe(
      'invalid',
    );
  });
});

describe('verifyAccessToken', () => {
  const headers: [string, unknown][] = [
    ...[
      'none',
      'None',
      'NONE',
      'nOnE',
      '',
      'HS256',
      'rs256',
      'RS384',
      'PS256',
      'ES256',
      'EdDSA',
      'Ed25519',
      1,
      null,
      ['RS256'],
    ].map((alg): [string, unknown] => [`alg ${JSON.stringify(alg)}`, { ...header, alg }]),
    ...['JWT', 'rt+jwt', 'AT+JWT', 'application/at+jwt', 'at+jwt ', '', 1, null, ['at+jwt']].map(
      (typ): [string, unknown] => [`typ ${JSON.stringify(typ)}`, { ...header, typ }],
    ),
    ...['', '__proto__', 'constructor', '../RS256', "RS256' or '1'='1", 'RS256 ', 'rs256', 1, null, ['RS256'], {}].map(
      (kid): [string, unknown] => [`kid ${JSON.stringify(kid)}`, { ...header, kid }],
    ),
    ['no alg', { kid: 'RS256', typ: 'at+jwt' }],
    ['no typ', { alg: 'RS256', kid: 'RS256' }],
    ['no kid', { alg: 'RS256', typ: 'at+jwt' }],
    ['unknown crit', { ...header, crit: ['x'], x: 1 }],
    ['empty crit', { ...header, crit: [] }],
    ['crit b64', { ...header, crit: ['b64'], b64: false }],
    ['b64 false', { ...header, b64: false }],
    ['b64 true', { ...header, b64: true }],
    ['an array', [header]],
    ['a string', 'header'],
    ['null', null],
  ];
  test.each(headers)('returns "invalid" for the header: %s', async (_, value) => {
    expect(await verifyAccessToken(await forge(value, claims), options())).toBe('invalid');
  });

  test('refuses a key whose kid, algorithm or type does not match the header', async () => {
    const token = await forge(header, claims);
    const key = { kid: 'RS256', alg: 'RS256' as const, key: KeyObject.from(rsa.publicKey) };
    expect(await verifyAccessToken(token, options({ keyFor: () => key }))).toEqual(claims);
    expect(await verifyAccessToken(token, options({ keyFor: () => ({ ...key, kid: 'x' }) }))).toBe('invalid');
    expect(await verifyAccessToken(token, options({ keyFor: () => ({ ...key, alg: 'ES256' }) }))).toBe('invalid');
    const otherType = KeyObject.from(pairs.get('ES256')!.publicKey);
    expect(await verifyAccessToken(token, options({ keyFor: () => ({ ...key, key: otherType }) }))).toBe('invalid');
  });
});

describe('verifyAccessToken returns "invalid"', () => {
  test('for unsigned tokens', async () => {
    for (const alg of ['none', 'None', 'RS256']) {
      const unsigned = `${encode({ ...header, alg })}.${encode(claims)}`;
      for (const token of [unsigned, `${unsigned}.`, `${unsigned}.AA`]) {
        expect(await verifyAccessToken(token, options())).toBe('invalid');
      }
    }
  });

  test('for HS256 with the public key as the secret', async () => {
    const input = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
    const spki = await exportSPKI(rsa.publicKey);
    for (const secret of [spki, spki.trim(), JSON.stringify(await exportJWK(rsa.publicKey))]) {
      const token = `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
      expect(await verifyAccessToken(token, options())).toBe('invalid');
    }
  });

  test('for a foreign key under a known kid, also when the token carries the key or links to it', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const url = 'https://evil.example/jwks.json';
    for (const extra of [{}, { jwk }, { jku: url }, { x5u: url }, { x5c: ['AAAA'] }]) {
      expect(await verifyAccessToken(await forge({ ...header, ...extra }, claims, privateKey), options())).toBe(
        'invalid',
      );
      expect(await verifyAccessToken(await forge({ ...header, ...extra }, claims), options())).toEqual(claims); // ignored
    }
  });

  test('for an all-zero ECDSA signature', async () => {
    const input = `${encode({ ...header, alg: 'ES256', kid: 'ES256' })}.${encode(claims)}`;
    expect(await verifyAccessToken(`${input}.${Buffer.alloc(64).toString('base64url')}`, options())).toBe('invalid');
  });

  test('for a refresh token', async () => {
    const roots = { 1: 'r'.repeat(32) };
    const token = await signRefreshToken(roots, { ...claims, gen: 1 });
    expect(await verifyAccessToken(token, options())).toBe('invalid');
    expect(
      await verifyAccessToken(
        token,
        options({ keyFor: () => ({ kid: '1', alg: 'RS256', key: KeyObject.from(rsa.publicKey) }) }),
      ),
    ).toBe('invalid');
  });

  test('for other spellings of a valid token', async () => {
    const token = signAccessToken(signer(rsa), claims);
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // 256 signature bytes leave four unused bits in the last character.
    const trailing = token.slice(0, -1) + last[last.indexOf(token.at(-1)!) + 1];
    const spellings = [
      ` ${token}`,
      `${token} `,
      `${token}\n`,
      token.replace('.', ' .'),
      token.replace('.', '.\n'),
      `${token}=`,
    ].concat(trailing, `${token}.`, `.${token}`, `${token}.AAAA`, token.replaceAll('.', '..'), `Bearer ${token}`);
    for (const spelling of spellings) expect(await verifyAccessToken(spelling, options())).toBe('invalid');
  });

  test.each(['', ' ', '.', '..', '...', 'a.b.c', '\u0000', 'é.é.é', '{}', '....', 'AA.AA.AA', '\ud800.\ud800.\ud800'])(
    'for the text %j',
    async (token) => {
      expect(await verifyAccessToken(token, options())).toBe('invalid');
    },
  );

  test('for values that are not strings', async () => {
    for (const value of [undefined, null, 1, {}, [], ['a.b.c']]) {
      expect(await verifyAccessToken(value as unknown as string, options())).toBe('invalid');
    }
  });

  test('at once for a token over 8 KB, even with a valid signature', async () => {
    const long = await forge(header, { ...claims, padding: 'x'.repeat(8000) });
    expect(long.length).toBeGreaterThan(8192);
    expect(await verifyAccessToken(long, options())).toBe('invalid');
    const fits = await forge(header, { ...claims, padding: 'x'.repeat(5000) });
    expect(await verifyAccessToken(fits, options())).toEqual(claims);
    const spent = await cpuMs(async () => {
      expect(await verifyAccessToken('a'.repeat(1_000_000), options())).toBe('invalid');
      expect(await verifyAccessToken('.'.repeat(1_000_000), options())).toBe('invalid');
    });
    expect(spent).toBeLessThan(50);
    const roles = Array.from({ length: 1000 }, (_, index) => `role-${index}`);
    expect(() => signAccessToken(signer(rsa), { ...claims, roles })).toThrow('too long');
  });

  test('for a deeply nested header or payload, without a stack overflow', async () => {
    const deep = `${'['.repeat(3000)}${']'.repeat(3000)}`;
    const token = await forge(header, `{"a":${deep}}`);
    expect(await verifyAccessToken(token, options())).toBe('invalid');
    expect(await verifyAccessToken(`${Buffer.from(deep).toString('base64url')}.e30.AAAA`, options())).toBe('invalid');
  });
});

test.each([
  { issuer: '' },
  { audiences: [''] },
  { audiences: [] },
  { issuer: undefined as unknown as string },
  { audiences: [undefined as unknown as string] },
  { now: Number.NaN },
  { now: undefined as unknown as number },
  { maxLifetime: Number.NaN },
  { maxLifetime: undefined as unknown as number },
])('verifyAccessToken throws when an option is missing, instead of skipping the check: %j', async (changes) => {
  const token = signAccessToken(signer(rsa), claims);
  await expect(verifyAccessToken(token, options(changes))).rejects.toThrow('required');
  await expect(verifyAccessToken('', options(changes))).rejects.toThrow('required');
});
