// Checks that the service starts only with a complete configuration whose values are within bounds.
import { describe, expect, test } from '@jest/globals';
import { parse } from '../../../lib/platform/settings/config.ts';
import { rootSettings } from '../../support/roots.ts';

const valid = {
  GATEHOUSE_BASE_URL: 'https://auth.example.com',
  GATEHOUSE_TABLE: 'gatehouse',
  ...rootSettings('gatehouse/root'),
};
const local = { ...valid, GATEHOUSE_BASE_URL: 'http://localhost:3000' };

/** Returns the setting that the error of `parse` names, or `undefined` when `parse` accepts them all. */
const refusedSetting = (env: Record<string, string | undefined>): string | undefined => {
  try {
    parse(env);
    return undefined;
  } catch (error) {
    expect((error as Error).name).toBe('Unavailable');
    return /GATEHOUSE_\w+/.exec((error as Error).message)?.[0];
  }
};

test('parse returns the documented defaults', () => {
  expect(parse(valid)).toEqual({
    baseUrl: 'https://auth.example.com',
    inviteLink: 'https://auth.example.com/login/invitation#token={token}',
    https: true,
    audience: 'https://auth.example.com',
    appName: 'Gatehouse',
    table: 'gatehouse',
    rootSecrets: { pepper: 'gatehouse/root', seal: 'gatehouse/root', session: 'gatehouse/root' },
    adminSecret: undefined,
    branding: {},
    smsRate: 20,
    mailerConcurrency: 2,
    tokenType: 'header',
    csrf: 'auto',
    allowedOrigins: [],
    adminTotp: 'optional',
    adminPasskeys: 'optional',
    adminDeviceBound: 'off',
    acting: 'off',
    adminProvider: undefined,
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
      adminInvite: 7 * 86_400,
    },
    sessionsPerUser: 10,
    applicationSessionsPerUser: 100,
    sessionsSince: 0,
    limits: true,
    ceilings: expect.objectContaining({ 'login-ip': 150, 'email-tenant-day': 20_000, 'email-tenant-most': 200_000 }),
  });
});

test('parse returns the ceilings that are named, and the defaults of the others', () => {
  const { ceilings } = parse({ ...valid, GATEHOUSE_CEILINGS: 'login-ip=500,sms-tenant-day=0' });
  expect(ceilings).toMatchObject({ 'login-ip': 500, 'sms-tenant-day': 0, 'signup-ip': 300 });
});

test('the settings of a trusted proxy belong together', () => {
  const [position, secret] = [{ GATEHOUSE_TRUSTED_PROXY: '2' }, { GATEHOUSE_PROXY_SECRET: 'proxy' }];
  expect(parse({ ...valid, ...position, ...secret })).toMatchObject({ trustedProxy: 2, proxySecret: 'proxy' });
  expect(refusedSetting({ ...valid, ...position })).toBe('GATEHOUSE_TRUSTED_PROXY');
  expect(refusedSetting({ ...valid, ...secret })).toBe('GATEHOUSE_PROXY_SECRET');
});

test('parse splits a list of origins at commas, without spaces and empty entries', () => {
  const { allowedOrigins } = parse({ ...valid, GATEHOUSE_ALLOWED_ORIGINS: ' https://a.example , https://b.example,' });
  expect(allowedOrigins).toEqual(['https://a.example', 'https://b.example']);
});

test('parse allows every port of this machine as an origin on loopback only', () => {
  const GATEHOUSE_ALLOWED_ORIGINS = 'http://localhost:*,http://127.0.0.1:*';
  const local = { ...valid, GATEHOUSE_BASE_URL: 'http://localhost:3000' };
  expect(parse({ ...local, GATEHOUSE_ALLOWED_ORIGINS }).allowedOrigins).toEqual(GATEHOUSE_ALLOWED_ORIGINS.split(','));
  expect(refusedSetting({ ...valid, GATEHOUSE_ALLOWED_ORIGINS })).toBe('GATEHOUSE_ALLOWED_ORIGINS');
  for (const other of ['https://localhost:*', 'http://app.test:*', 'http://localhost:*/', '*'])
    expect(refusedSetting({ ...local, GATEHOUSE_ALLOWED_ORIGINS: other })).toBe('GATEHOUSE_ALLOWED_ORIGINS');
});

describe('parse throws Unavailable and names the setting', () => {
  test.each(['GATEHOUSE_BASE_URL', 'GATEHOUSE_TABLE'])('%s when it is missing', (name) => {
    expect(refusedSetting({ ...valid, [name]: undefined })).toBe(name);
  });

  test.each(Object.keys(valid))('%s when it is empty', (name) => {
    expect(refusedSetting({ ...valid, [name]: '' })).toBe(name);
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
      ['', '0', '4', '3601', '-5', '1e2', '60.5', ' 60', '60s', 'Infinity', '0x10', '\u0666\u0660'],
    ],
    ['GATEHOUSE_SESSION_IDLE_TTL', ['9', '2592001', 'x']],
    ['GATEHOUSE_SESSION_ABSOLUTE_TTL', ['9', '2592001']],
    ['GATEHOUSE_PENDING_TTL', ['9', '901']],
    ['GATEHOUSE_ADMIN_IDLE_TTL', ['9', '43201']],
    ['GATEHOUSE_ADMIN_ABSOLUTE_TTL', ['9', '43201']],
    ['GATEHOUSE_ADMIN_TOTP', ['', 'always', 'Required']],
    ['GATEHOUSE_ADMIN_PASSKEYS', ['', 'on', 'Required']],
    ['GATEHOUSE_ADMIN_DEVICE_BOUND', ['', 'on', 'required']],
    ['GATEHOUSE_ADMIN_PROVIDER', ['', 'Google', '-x']],
    ['GATEHOUSE_TRUSTED_DEVICE_TTL', ['9', '2592001', '']],
    ['GATEHOUSE_REFRESH_GRACE', ['-1', '31', '1.5']],
    ['GATEHOUSE_SESSIONS_PER_USER', ['0', '51', 'all']],
    ['GATEHOUSE_APPLICATION_SESSIONS_PER_USER', ['19', '501', 'all']],
    [
      'GATEHOUSE_CEILINGS',
      ['login-ip', 'login-ip=9', 'login-account=20', 'login-ip=20,login-ip=20', 'sms-tenant-day=20000'],
    ],
    ['GATEHOUSE_TRUSTED_PROXY', ['', '0', '10', 'on', 'CloudFront']],
  ])('%s when a value is malformed or out of bounds', (name, values) => {
    const env = name.startsWith('GATEHOUSE_LIMITS') || name.startsWith('GATEHOUSE_FAST') ? local : valid;
    const accepted = values.filter((value) => refusedSetting({ ...env, [name]: value }) !== name);
    expect(accepted).toEqual([]);
  });

  test('GATEHOUSE_SESSION_IDLE_TTL when it exceeds GATEHOUSE_SESSION_ABSOLUTE_TTL', () => {
    expect(refusedSetting({ ...valid, GATEHOUSE_SESSION_IDLE_TTL: '100', GATEHOUSE_SESSION_ABSOLUTE_TTL: '99' })).toBe(
      'GATEHOUSE_SESSION_IDLE_TTL',
    );
    expect(
      refusedSetting({ ...valid, GATEHOUSE_SESSION_IDLE_TTL: '100', GATEHOUSE_SESSION_ABSOLUTE_TTL: '100' }),
    ).toBeUndefined();
  });

  test('GATEHOUSE_ADMIN_PASSKEYS when it requires what the deployment does not have', () => {
    const required = { ...valid, GATEHOUSE_ADMIN_PASSKEYS: 'required' };
    expect(refusedSetting(required)).toBe('GATEHOUSE_ADMIN_PASSKEYS');
    const { hostname } = new URL(valid.GATEHOUSE_BASE_URL);
    expect(parse({ ...required, GATEHOUSE_PASSKEY_RP_ID: hostname }).adminPasskeys).toBe('required');
  });

  test('GATEHOUSE_SESSION_IDLE_TTL when its default exceeds the absolute lifetime that is set', () => {
    expect(refusedSetting({ ...valid, GATEHOUSE_SESSION_ABSOLUTE_TTL: '3600' })).toBe('GATEHOUSE_SESSION_IDLE_TTL');
  });
});

describe('parse', () => {
  const switches = [{ GATEHOUSE_LIMITS: 'off' }, { GATEHOUSE_FAST_HASH: '1' }];

  test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://127.8.9.1', 'http://[::1]:3000'])(
    'accepts the switches of the local run at %s',
    (url) => {
      for (const each of switches)
        expect(refusedSetting({ ...valid, ...each, GATEHOUSE_BASE_URL: url })).toBeUndefined();
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
  ])('refuses the switches of the local run at %s', (url) => {
    for (const each of switches)
      expect(refusedSetting({ ...valid, ...each, GATEHOUSE_BASE_URL: url })).toBe('GATEHOUSE_LIMITS');
  });
});
