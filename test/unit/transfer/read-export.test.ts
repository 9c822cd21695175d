// Reads exports of other systems into our own form, and refuses bad lines without stopping at them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { normaliseHash, VERIFYING_LIMITS } from '../../../lib/crypto/import-hash.ts';
import { verifyPassword } from '../../../lib/crypto/password-hash.ts';
import type { ReadLine } from '../../../lib/transfer/line.ts';
import { type SourceName, sourceNames } from '../../../lib/transfer/readers/index.ts';
import { readExport } from '../../../lib/transfer/readers/read-export.ts';
import type { ReaderOptions } from '../../../lib/transfer/readers/reader.ts';

const PASSWORD = 'Grüße aus Köln 9!';
const firebase = {
  signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  saltSeparator: 'Bw==',
  rounds: 8,
  memCost: 14,
};
const file = (name: string): Uint8Array => readFileSync(join(import.meta.dirname, 'exports', name));
const read = (source: SourceName, name: string, options: ReaderOptions = { firebase }): ReadLine[] => [
  ...readExport(source, file(name), options),
];
const readText = (source: SourceName, text: string | Uint8Array): ReadLine[] => [
  ...readExport(source, typeof text === 'string' ? new TextEncoder().encode(text) : text),
];
const refusals = (lines: readonly ReadLine[]) => lines.flatMap((each) => ('refused' in each ? [each] : []));

const time = '2024-05-01T10:00:00.000Z';
const google = [{ provider: 'google', providerId: '1037' }];
const phone = '+4915112345678';
const secret = 'JBSWY3DPEHPK3PXP';
const hash = expect.any(String);
const ada = { email: 'ada@example.com', isEmailVerified: true };

/** The first user of each file. */
const FILES: readonly (readonly [SourceName, string, object])[] = [
  [
    'auth0',
    'auth0-users.ndjson',
    {
      ...ada,
      sourceId: 'auth0|5f7c8ec7c33c6c004bbafe82',
      name: 'Ada Lovelace',
      createdAt: time,
      metadata: { plan: 'pro', app_metadata: { tier: 2 } },
      identities: google,
    },
  ],
  ['auth0', 'auth0-hashes.ndjson', { ...ada, sourceId: 'auth0|5f7c8ec7c33c6c004bbafe82', passwordHash: hash }],
  // Joined as docs/guides/move-from-auth0.md says.
  [
    'auth0',
    'auth0-joined.ndjson',
    {
      ...ada,
      sourceId: 'auth0|5f7c8ec7c33c6c004bbafe82',
      name: 'Ada Lovelace',
      createdAt: time,
      metadata: { plan: 'pro', app_metadata: { tier: 2 } },
      passwordHash: hash,
      identities: google,
    },
  ],
  ['auth0', 'auth0-import.json', { ...ada, sourceId: '1', passwordHash: hash, totp: [{ secret }] }],
  [
    'better-auth',
    'better-auth.ndjson',
    {
      ...ada,
      sourceId: 'kq1',
      name: 'Ada',
      createdAt: time,
      passwordHash: hash,
      roles: ['admin', 'editor'],
      identities: google,
    },
  ],
  [
    'clerk',
    'clerk.csv',
    {
      ...ada,
      sourceId: 'user_1',
      phone,
      isPhoneVerified: false,
      name: 'Ada Lovelace',
      metadata: { username: 'ada' },
      passwordHash: hash,
      totp: [{ secret }],
    },
  ],
  [
    'cognito',
    'cognito.csv',
    {
      ...ada,
      sourceId: 'ada',
      phone,
      isPhoneVerified: false,
      name: 'Ada Lovelace',
      locale: 'en',
      metadata: { plan: 'pro' },
    },
  ],
  [
    'cognito',
    'cognito.json',
    {
      ...ada,
      sourceId: 'e0c5d2b2-0d5f-4b5e-8f0d-2b3c4d5e6f70',
      metadata: { plan: 'pro' },
      isActive: false,
      createdAt: '2024-05-01T10:00:00.123Z',
    },
  ],
  [
    'django',
    'django.json',
    {
      sourceId: '7',
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      metadata: { username: 'ada' },
      createdAt: time,
      passwordHash: hash,
      roles: ['editors'],
    },
  ],
  [
    'firebase',
    'firebase.json',
    {
      email: 'ada@example.com',
      isEmailVerified: false,
      sourceId: 'kYi4EvWQlQTKSfnJ3dRSP6IH3ed2',
      phone,
      isPhoneVerified: true,
      name: 'Ada',
      metadata: { tier: 2 },
      createdAt: '2017-10-25T01:12:05.000Z',
      passwordHash: hash,
      identities: google,
    },
  ],
  [
    'gatehouse',
    'gatehouse.ndjson',
    JSON.parse(readFileSync(join(import.meta.dirname, 'exports/gatehouse.ndjson'), 'utf8')),
  ],
  [
    'keycloak',
    'keycloak.json',
    {
      sourceId: 'cfb55bf6-fcbb-4a1e-bfec-30c6649b52f8',
      email: 'peter@example.com',
      isEmailVerified: true,
      name: 'Peter Cold',
      locale: 'de',
      metadata: { username: 'peter', locale: ['de'], team: ['blue'] },
      createdAt: '2026-04-05T05:12:02.330Z',
      passwordHash:
        '$argon2id$v=19$m=7168,t=5,p=1$RJ0aLMQ2qKbZuROs7qQhcA==$BuViHNDGmCq80fvpty/QoggTI8NSt0CuNDGgeoa5f5A=',
      totp: [{ secret: 'JBSWY3DPEHBZ5QVN', name: 'phone' }],
      roles: ['editor'],
      identities: google,
    },
  ],
  [
    'kratos',
    'kratos.json',
    {
      ...ada,
      sourceId: '9f425a8d-7efc-4768-8f23-7647a74fdf13',
      name: 'Ada Lovelace',
      metadata: { team: 'blue' },
      createdAt: '2024-05-01T10:00:00.123Z',
      passwordHash: hash,
      totp: [{ secret }],
      identities: google,
    },
  ],
  [
    'logto',
    'logto.ndjson',
    {
      ...ada,
      sourceId: 'u1x2y3',
      phone,
      isPhoneVerified: true,
      name: 'Ada',
      metadata: { username: 'ada', plan: 'pro' },
      createdAt: '2024-05-01T10:00:00.123Z',
      passwordHash: hash,
      totp: [{ secret }],
      identities: google,
    },
  ],
  [
    'nest-auth',
    'nest-auth.ndjson',
    {
      ...ada,
      sourceId: '2f0a6b1e-1111-4a4a-8b8b-000000000001',
      phone,
      isPhoneVerified: false,
      metadata: { plan: 'pro' },
      createdAt: time,
      passwordHash: hash,
      roles: ['editor'],
      totp: [{ secret, name: 'phone' }],
      identities: google,
    },
  ],
  [
    'supabase',
    'supabase.ndjson',
    {
      ...ada,
      sourceId: '0b5c6ce6-5c67-4c8e-9a5c-6f7d1f8c9a01',
      phone,
      isPhoneVerified: false,
      name: 'Ada',
      metadata: { plan: 'pro', app_metadata: { provider: 'email' } },
      createdAt: '2024-05-01T10:00:00.123Z',
      passwordHash: hash,
      identities: google,
    },
  ],
  [
    'supertokens',
    'supertokens.json',
    {
      ...ada,
      sourceId: 'ext-1',
      metadata: { plan: 'pro' },
      createdAt: time,
      passwordHash: hash,
      roles: ['editor'],
      totp: [{ secret, name: 'phone' }],
      identities: google,
    },
  ],
  [
    'wordpress',
    'wordpress.csv',
    {
      sourceId: '1',
      email: 'ada@example.com',
      name: 'Lovelace, Ada',
      metadata: { username: 'ada' },
      createdAt: time,
      passwordHash: hash,
    },
  ],
  [
    'wordpress',
    'wordpress.json',
    {
      sourceId: '1',
      email: 'ada@example.com',
      name: 'Ada',
      metadata: { username: 'ada' },
      createdAt: time,
      passwordHash: hash,
    },
  ],
];

test('a file exists of each system', () => {
  expect([...new Set(FILES.map(([source]) => source))].sort()).toEqual([...sourceNames].sort());
});

test.each(FILES)('the reader of %s reads %s', (source, name, expected) => {
  const [first] = read(source, name);
  expect(first).toEqual({ line: expect.any(Number), user: expected });
});

const PASSWORDS: Readonly<Record<string, string>> = { 'peter@example.com': 'iceberg' };
test.each(FILES)('each hash that the reader of %s finds in %s verifies the right password', async (source, name) => {
  const roots = { 1: 'p'.repeat(32) };
  for (const each of read(source, name)) {
    if ('refused' in each || each.user.passwordHash === undefined) continue;
    const { email = '', passwordHash } = each.user;
    const password = PASSWORDS[email] ?? (passwordHash.startsWith('$firebase') ? 'user1password' : PASSWORD);
    const stored = await normaliseHash(passwordHash, VERIFYING_LIMITS, roots);
    expect([email, stored]).toEqual([email, { hash }]);
    if ('refused' in stored) continue;
    expect([email, await verifyPassword(roots, stored.hash, password)]).toEqual([email, true]);
    expect([email, await verifyPassword(roots, stored.hash, `${password}x`)]).toEqual([email, false]);
  }
});

describe('a record that a reader refuses', () => {
  test.each([
    ['auth0', 'auth0-import.json', [{ line: 8, refused: 'unknown_hash', field: 'passwordHash' }]],
    ['clerk', 'clerk.csv', [{ line: 8, refused: 'unknown_hash', field: 'passwordHash' }]],
    ['firebase', 'firebase.json', [{ line: 2, refused: 'forbidden_key', field: '__proto__' }]],
    [
      'keycloak',
      'keycloak.json',
      [
        { line: 3, refused: 'unknown_hash', field: 'passwordHash' },
        { line: 4, refused: 'wrong_field', field: 'totp' },
      ],
    ],
    ['logto', 'logto.ndjson', [{ line: 2, refused: 'unknown_hash', field: 'passwordHash' }]],
  ] as const)('is named by its line: %s, %s', (source, name, expected) => {
    expect(refusals(read(source, name))).toEqual(expected);
  });

  test('has a Firebase hash, and the parameters of the project are missing', () => {
    const missing = { line: expect.any(Number), refused: 'no_hash_parameters', field: 'passwordHash' };
    expect(read('firebase', 'firebase.json', {})[0]).toEqual(missing);
    expect(read('supertokens', 'supertokens.json', {})[1]).toEqual(missing);
  });
});

test.each([
  [
    'a user without the right to sign in by password',
    'django',
    'django.json',
    1,
    { sourceId: '8', metadata: { username: 'bob' }, isActive: false, createdAt: time },
  ],
  [
    'a blocked user',
    'auth0',
    'auth0-users.ndjson',
    1,
    {
      sourceId: 'google-oauth2|77',
      email: 'bob@example.com',
      isEmailVerified: false,
      name: 'Bob',
      isActive: false,
      identities: [{ provider: 'google', providerId: '77' }],
    },
  ],
  [
    'a user with a phone number alone',
    'supertokens',
    'supertokens.json',
    2,
    { sourceId: 'ext-3', phone, isPhoneVerified: true },
  ],
] as const)('a reader keeps %s', (_, source, name, index, expected) => {
  expect(read(source, name)[index]).toMatchObject({ user: expected });
});

test('what is no user is left out: groups, machines, anonymous users', () => {
  expect(read('django', 'django.json')).toHaveLength(2);
  expect(read('keycloak', 'keycloak.json')).toHaveLength(4);
  expect(read('supabase', 'supabase.ndjson')).toHaveLength(1);
});

test('a realm of Keycloak has passkeys where its policy names their domain', () => {
  const id = 'cfb55bf6-fcbb-4a1e-bfec-30c6649b52f8';
  const data = {
    aaguid: '0',
    credentialId: 'a+/b',
    counter: 3,
    credentialPublicKey: 'pQEC_Q',
    transports: ['internal'],
  };
  const credential = { userLabel: 'phone', createdDate: 1775365922330, secretData: '{}' };
  const credentials = ['webauthn', 'webauthn-passwordless'].map((type, at) => ({
    ...credential,
    type,
    credentialData: JSON.stringify({ ...data, counter: at }),
  }));
  const users = [{ id, email: 'ada@example.com', credentials }];
  const readRealm = (realm: object) =>
    [...readExport('keycloak', Buffer.from(JSON.stringify({ ...realm, users })))].map((line) =>
      'user' in line ? line.user.passkeys : line,
    );
  const passkey = {
    credentialId: 'a-_b',
    publicKey: 'pQEC_Q',
    handle: Buffer.from(id).toString('base64url'),
    rpId: 'example.com',
    counter: 1,
    transports: ['internal'],
    name: 'phone',
    createdAt: '2026-04-05T05:12:02.330Z',
  };
  expect(readRealm({ webAuthnPolicyRpId: '', webAuthnPolicyPasswordlessRpId: 'example.com' })).toEqual([[passkey]]);
  const two = readRealm({ webAuthnPolicyRpId: 'example.org', webAuthnPolicyPasswordlessRpId: 'example.com' });
  expect(two).toEqual([[{ ...passkey, rpId: 'example.org', counter: 0 }, passkey]]);
  expect(readRealm({})).toEqual([undefined]);
});

describe('our own form', () => {
  test.each([
    ['{"sourceId":"1","admin":true}', 'unknown_field', 'admin'],
    ['{"sourceId":"1","email":7}', 'wrong_field', 'email'],
    ['{"sourceId":"1","phone":"0151 12345678"}', 'wrong_field', 'phone'],
    ['{"sourceId":"1","createdAt":"yesterday"}', 'wrong_field', 'createdAt'],
    ['{"sourceId":"1","createdAt":"2024-99-01T00:00:00Z"}', 'wrong_field', 'createdAt'],
    ['{"sourceId":"1","totp":[{"secret":"not base32"}]}', 'wrong_field', 'totp'],
    ['{"sourceId":"1","roles":"admin"}', 'wrong_field', 'roles'],
    ['{"sourceId":"1","identities":[{"provider":"google"}]}', 'wrong_field', 'identities'],
    ['{"sourceId":"1","passkeys":[{"credentialId":"AA","publicKey":"AA","handle":"AA"}]}', 'wrong_field', 'passkeys'],
    ['{"sourceId":"1","metadata":[]}', 'wrong_field', 'metadata'],
    ['{"sourceId":"1","metadata":{"__proto__":{"admin":true}}}', 'forbidden_key', '__proto__'],
    ['{"sourceId":"1","metadata":{"a":[{"constructor":1}]}}', 'forbidden_key', 'constructor'],
    ['{"sourceId":"1","__proto__":{}}', 'forbidden_key', '__proto__'],
    [`{"sourceId":"1","metadata":{"a":${'['.repeat(50_000 / 2)}${']'.repeat(50_000 / 2)}}}`, 'too_deep', undefined],
    [`{"sourceId":"1","name":"${'x'.repeat(10_000_000)}"}`, 'too_large', undefined],
    ['{"email":"a@example.com"}', 'no_id', undefined],
    ['{"sourceId":""}', 'no_id', undefined],
    ['{"sourceId":7}', 'no_id', undefined],
    ['{}', 'no_id', undefined],
    ['[]', 'not_json', undefined],
    ['null', 'not_json', undefined],
    ['{"sourceId":"1"', 'not_json', undefined],
    ['\u0000', 'not_json', undefined],
  ])('refuses %.60s', (text, refused, field) => {
    const expected = field === undefined ? { line: 1, refused } : { line: 1, refused, field };
    expect(readText('gatehouse', `${text}\n{"sourceId":"next"}`)).toEqual([
      expected,
      { line: 2, user: { sourceId: 'next' } },
    ]);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });

  test('has a byte order mark, CRLF and empty lines', () => {
    expect(readText('gatehouse', '\ufeff{"sourceId":"1"}\r\n\r\n{"sourceId":"2"}')).toEqual([
      { line: 1, user: { sourceId: '1' } },
      { line: 3, user: { sourceId: '2' } },
    ]);
  });

  test('refuses a line that is not UTF-8, and a second line of one id', () => {
    const broken = Uint8Array.of(0x22, 0xc3, 0x28, 0x22, 0x0a);
    const good = new TextEncoder().encode('{"sourceId":"1"}\n{"sourceId":"1"}\n');
    expect(readText('gatehouse', Uint8Array.of(...broken, ...good))).toEqual([
      { line: 1, refused: 'not_utf8' },
      { line: 2, user: { sourceId: '1' } },
      { line: 3, refused: 'duplicate_id' },
    ]);
  });
});

describe('CSV', () => {
  test.each([
    ['a missing column', 'id,email\n1\n2,b@example.com\n', [{ line: 2, refused: 'not_csv' }, { line: 3 }]],
    ['an open quote', 'id,email\n1,"a\n', [{ line: 2, refused: 'not_csv' }]],
    ['text after a quote', 'id,email\n"1"x,a\n', [{ line: 2, refused: 'not_csv' }]],
    ['a column that changes a prototype', 'id,__proto__\n1,x\n', [{ line: 2, refused: 'forbidden_key' }]],
    ['a field of 10 MB', `id,email\n1,${'x'.repeat(10_000_000)}\n`, [{ line: 2, refused: 'too_large' }]],
    ['no text', '', []],
  ])('with %s is read as far as it can be', (_, text, expected) => {
    expect(readText('clerk', text)).toMatchObject(expected);
  });
});

test('no reader throws for any bytes', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (const [source, name] of FILES) {
    const original = file(name);
    for (let round = 0; round < 30; round += 1) {
      const bytes = Uint8Array.from(original);
      for (let edits = random(8); edits >= 0; edits -= 1) bytes[random(bytes.length)] = random(256);
      for (const each of readExport(source, bytes.subarray(random(3)), { firebase }))
        expect('refused' in each || typeof each.user.sourceId === 'string').toBe(true);
    }
    for (const other of sourceNames) expect([...readExport(other, original)].length).toBeGreaterThanOrEqual(0);
  }
});

test('the readers run in a browser: nothing of them imports a module of Node.js', async () => {
  const entry = join(import.meta.dirname, '../../../lib/transfer/readers/read-export.ts');
  const options = { bundle: true, platform: 'browser', format: 'esm', write: false, logLevel: 'silent' } as const;
  const { errors, outputFiles } = await build({ ...options, entryPoints: [entry] });
  expect([errors.length, outputFiles.length]).toEqual([0, 1]);
});
