// Threat: an attacker forges or alters an access token: another algorithm, another key, headers with their own key,
// claims of another user. Only a token that this deployment signed for this use is accepted.
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exportSPKI, importJWK, type JWK } from 'jose';
import { close, listen } from '../../../infra/tools/local/ports.ts';
import { bearer, type Service, startService, type User } from '../../support/service.ts';
import { claimsOf, forge, headerOf, hs256, type Part, rs256, signedByService, unsigned } from '../../support/tokens.ts';

let service: Service;
let user: User;
let header: Part;
let claims: Part;
let published: JWK;
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });

beforeAll(async () => {
  service = await startService();
  user = await service.signup(await service.tenant());
  header = headerOf(user.tokens.accessToken);
  claims = claimsOf(user.tokens.accessToken);
  const { body } = await service.get('/.well-known/jwks.json');
  published = body.keys.find(({ kid }: JWK) => kid === header.kid);
});
afterAll(() => service.stop());

const me = (token: string) => service.get('/auth/me', { headers: bearer(token) });
async function expectRefused(token: string): Promise<void> {
  const { status, body } = await me(token);
  expect({ status, code: body.code }).toEqual({ status: 401, code: 'INVALID_TOKEN' });
}

test('a token built with the tools of these tests is accepted when nothing is forged', async () => {
  expect((await me(await signedByService(header, claims))).status).toBe(200);
});

describe('a token with another algorithm', () => {
  test.each(['none', 'None', 'nOnE', 'NONE', '', 'RS512', 'ES256', 'PS256', 'HS256', 'rs256'])(
    'is refused unsigned and with the original signature: %j',
    async (alg) => {
      const original = user.tokens.accessToken.split('.')[2] as string;
      await expectRefused(forge({ ...header, alg }, claims, unsigned));
      await expectRefused(forge({ ...header, alg }, claims, () => Buffer.from(original, 'base64url')));
    },
  );

  test('is refused when it is signed by HS256 with the public key in any form', async () => {
    const pem = await exportSPKI((await importJWK(published, 'RS256', { extractable: true })) as CryptoKey);
    const keys = [
      pem,
      pem.trim(),
      JSON.stringify(published),
      published.n as string,
      Buffer.from(published.n!, 'base64url'),
      '',
    ];
    for (const key of keys) await expectRefused(forge({ ...header, alg: 'HS256' }, claims, hs256(key)));
  });

  test('is refused when its signature is removed, empty, zeroed or altered', async () => {
    const [head, body, signature = ''] = user.tokens.accessToken.split('.');
    const altered = `${signature.slice(0, 10)}${signature[10] === 'A' ? 'B' : 'A'}${signature.slice(11)}`;
    const tokens = [
      `${head}.${body}`,
      `${head}.${body}.`,
      `${head}.${body}.${Buffer.alloc(256).toString('base64url')}`,
    ];
    for (const token of [
      ...tokens,
      `${head}.${body}.${altered}`,
      `${head}.${body}.${signature}.`,
      `${head}.${body}.${signature}=`,
    ])
      await expectRefused(token);
  });
});

describe('a token signed by a foreign key', () => {
  test('is refused with our kid, its own kid, and the key in its header', async () => {
    const jwk = foreign.publicKey.export({ format: 'jwk' });
    const sign = rs256(foreign.privateKey);
    for (const more of [{}, { kid: 'mine' }, { jwk }, { jwk, kid: undefined }, { jwk, kid: 'mine' }])
      await expectRefused(forge({ ...header, ...more }, claims, sign));
  });

  test('is refused without fetching a key from its URLs', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests++;
      response.end(
        JSON.stringify({ keys: [{ ...foreign.publicKey.export({ format: 'jwk' }), kid: header.kid, alg: 'RS256' }] }),
      );
    });
    const url = `http://127.0.0.1:${await listen(server, 0)}/keys`;
    const sign = rs256(foreign.privateKey);
    for (const more of [{ jku: url }, { x5u: url }, { jku: url, kid: url }, { iss: url }])
      await expectRefused(forge({ ...header, ...more }, { ...claims }, sign));
    await expectRefused(forge(header, { ...claims, iss: url.replace('/keys', '') }, sign));
    await close(server);
    expect(requests).toBe(0);
  });

  test.each([
    '../../dev/null',
    '__proto__',
    'constructor',
    'toString',
    "' OR 1=1 --",
    '',
    'x'.repeat(4000),
    1,
    null,
    ['a'],
    {},
    true,
  ])('is refused with the kid %j', async (kid) => {
    await expectRefused(forge({ ...header, kid }, claims, rs256(foreign.privateKey)));
    await expectRefused(forge({ ...header, alg: 'HS256', kid }, claims, hs256('')));
  });
});

describe('a correctly signed token', () => {
  test.each([
    ['an extension that must be understood', { crit: ['exp'], exp: 1 }],
    ['no extension that must be understood', { crit: [] }],
    ['an unencoded payload', { b64: false, crit: ['b64'] }],
    ['an unencoded payload, unmarked', { b64: false }],
    ['compression', { zip: 'DEF', crit: ['zip'] }],
    ['another type', { typ: 'JWT' }],
    ['the type of refresh tokens', { typ: 'rt+jwt' }],
    ['the type in capitals', { typ: 'AT+JWT' }],
    ['no type', { typ: undefined }],
  ])('is refused with a header that has %s', async (_, more) => {
    await expectRefused(await signedByService({ ...header, ...more }, claims));
  });
});

test('a token with altered claims under the original signature is refused', async () => {
  const [head, , signature] = user.tokens.accessToken.split('.');
  const other = Buffer.from(JSON.stringify({ ...claims, sub: 'usr_x' })).toString('base64url');
  await expectRefused(`${head}.${other}.${signature}`);
});

test('a token of a megabyte, of nothing or of dots is refused', async () => {
  for (const token of ['.', '..', '...', 'a.b.c', `${'A'.repeat(7000)}.${'A'.repeat(2000)}.x`, `${'.'.repeat(7000)}`])
    await expectRefused(token);
  const headers = bearer('A'.repeat(1024 * 1024));
  expect((await service.get('/auth/me/', { headers })).body.code).toBe('HEADERS_TOO_LARGE');
});
