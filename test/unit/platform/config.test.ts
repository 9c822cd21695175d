// Configuration: complete and within bounds, or nothing runs.
import { describe, expect, test } from '@jest/globals';
import { parse } from '../../../lib/platform/config.ts';

const good = {
  GATEHOUSE_BASE_URL: 'https://auth.example.com',
  GATEHOUSE_TABLE: 'gatehouse',
  GATEHOUSE_ROOT_SECRET: 'gatehouse/root',
};
const local = { ...good, GATEHOUSE_BASE_URL: 'http://localhost:3000' };

/** The setting that the refusal names. */
const blamed = (env: Record<string, string | undefined>): string | undefined => {
  try {
    parse(env);
    return undefined;
  } catch (error) {
    expect((error as Error).name).toBe('Unavailable');
    return /GATEHOUSE_\w+/.exec((error as Error).message)?.[0];
  }
};

test('the documented defaults', () => {
  expect(parse(good)).toEqual({
    baseUrl: 'https://auth.example.com',
    https: true,
    audience: 'https://auth.example.com',
    appName: 'Gatehouse',
    table: 'gatehouse',
    rootSecret: 'gatehouse/root',
    adminSecret: undefined,
    tokenType: 'header',
    csrf: 'auto',
    allowedOrigins: [],
    signingAlg: 'RS256',
    passwordHash: 'auto',
    ttl: {
      access: 900,
      sessionIdle: 14 * 86_400,
      sessionAbsolute: 30 * 86_400,
      pending: 600,
      adminIdle: 1800,
      adminAbsolute: 8 * 3600,
      trustedDevice: 30 * 86_400,
      refreshGrace: 10,
      code: 600,
      reset: 1800,
      invite: 259_200,
    },
    sessionsPerUser: 10,
    sessionsSince: 0,
    limits: true,
  });
});

test('lists of origins are taken apart', () => {
  const { allowedOrigins } = parse({ ...good, GATEHOUSE_ALLOWED_ORIGINS: ' https://a.example , https://b.example,' });
  expect(allowedOrigins).toEqual(['https://a.example', 'https://b.example']);
});

describe('refused, by name', () => {
  test.each(Object.keys(good))('%s missing or empty', (name) => {
    expect([blamed({ ...good, [name]: undefined }), blamed({ ...good, [name]: '' })]).toEqual([name, name]);
  });

  test.each([
    [
      'GATEHOUSE_BASE_URL',
      [
        'auth.example.com',
        'ftp://x.example',
        'https://x.example/',
        'https://x.example?y',
        'https://',
        'https://x y',
        'https://x.example#y',
        'javascript:alert(1)',
        'https://[',
        'https://x:99999',
      ],
    ],
    ['GATEHOUSE_TABLE', ['ab', 'a b c', 'a/b/c', 'x'.repeat(256)]],
    ['GATEHOUSE_APP_NAME', ['', 'x'.repeat(65)]],
    ['GATEHOUSE_AUDIENCE', ['']],
    ['GATEHOUSE_TOKEN_TYPE', ['', 'both', 'Header', 'header ']],
    ['GATEHOUSE_CSRF', ['', 'on', 'never', 'OFF']],
    ['GATEHOUSE_SIGNING_ALG', ['', 'none', 'HS256', 'rs256', 'RS512']],
    ['GATEHOUSE_PASSWORD_HASH', ['', 'md5', 'plain', 'fast', 'scrypt']],
    ['GATEHOUSE_LIMITS', ['', '0', 'false', 'OFF']],
    ['GATEHOUSE_FAST_HASH', ['', 'true', '2']],
    [
      'GATEHOUSE_ACCESS_TTL',
      ['', '0', '4', '901', '-5', '1e2', '60.5', ' 60', '60s', 'Infinity', '0x10', '\u0666\u0660'],
    ],
    ['GATEHOUSE_SESSION_IDLE_TTL', ['9', '2592001', 'x']],
    ['GATEHOUSE_SESSION_ABSOLUTE_TTL', ['9', '2592001']],
    ['GATEHOUSE_PENDING_TTL', ['9', '901']],
    ['GATEHOUSE_ADMIN_IDLE_TTL', ['9', '43201']],
    ['GATEHOUSE_ADMIN_ABSOLUTE_TTL', ['9', '43201']],
    ['GATEHOUSE_TRUSTED_DEVICE_TTL', ['9', '2592001', '']],
    ['GATEHOUSE_REFRESH_GRACE', ['-1', '31', '1.5']],
    ['GATEHOUSE_SESSIONS_PER_USER', ['0', '51', 'all']],
  ])('%s', (name, values) => {
    const env = name.startsWith('GATEHOUSE_LIMITS') || name.startsWith('GATEHOUSE_FAST') ? local : good;
    const accepted = values.filter((value) => blamed({ ...env, [name]: value }) !== name);
    expect(accepted).toEqual([]);
  });

  test('sessions that idle longer than they live', () => {
    expect(blamed({ ...good, GATEHOUSE_SESSION_IDLE_TTL: '100', GATEHOUSE_SESSION_ABSOLUTE_TTL: '99' })).toBe(
      'GATEHOUSE_SESSION_IDLE_TTL',
    );
    expect(
      blamed({ ...good, GATEHOUSE_SESSION_IDLE_TTL: '100', GATEHOUSE_SESSION_ABSOLUTE_TTL: '100' }),
    ).toBeUndefined();
  });

  test('an absolute life shorter than the standard idle time, without saying so', () => {
    expect(blamed({ ...good, GATEHOUSE_SESSION_ABSOLUTE_TTL: '3600' })).toBe('GATEHOUSE_SESSION_IDLE_TTL');
  });
});

describe('switches of the local run', () => {
  const switches = [{ GATEHOUSE_LIMITS: 'off' }, { GATEHOUSE_FAST_HASH: '1' }];

  test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://127.8.9.1', 'http://[::1]:3000'])(
    'work at %s',
    (url) => {
      for (const each of switches) expect(blamed({ ...good, ...each, GATEHOUSE_BASE_URL: url })).toBeUndefined();
      expect(parse({ ...local, GATEHOUSE_LIMITS: 'off' }).limits).toBe(false);
      expect(parse({ ...local, GATEHOUSE_FAST_HASH: '1', GATEHOUSE_PASSWORD_HASH: 'bcrypt' }).passwordHash).toBe(
        'fast',
      );
    },
  );

  test.each([
    'https://auth.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://127.0.0.1@example.com',
    'http://example.com/localhost',
    'http://10.0.0.1',
    'http://0.0.0.0',
    'http://xlocalhost',
  ])('are refused at %s', (url) => {
    for (const each of switches) expect(blamed({ ...good, ...each, GATEHOUSE_BASE_URL: url })).toBe('GATEHOUSE_LIMITS');
  });
});
