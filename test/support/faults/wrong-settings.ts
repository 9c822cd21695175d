// Lists values that settings must not have.
import type { Environment } from './probe.ts';

const LIFETIME = ['', '-1', '1e3', '60s', ' 60', '999999999'];

/** What each setting must not be; `undefined` is missing. A new setting has to say it here. */
export const WRONG: Readonly<Record<string, readonly (string | undefined)[]>> = {
  GATEHOUSE_BASE_URL: [
    undefined,
    '',
    'auth.example.com',
    'https://x.example/',
    'http://x.example',
    'javascript:alert(1)',
  ],
  GATEHOUSE_TABLE: [undefined, '', 'ab', 'a/b/c'],
  // A function without a secret fails where it needs it: test/faults/configuration.slow.ts.
  GATEHOUSE_PEPPER_SECRET: [''],
  GATEHOUSE_SEAL_SECRET: [''],
  GATEHOUSE_SESSION_SECRET: [''],
  // Any text is a valid name. The secret under that name is validated when it is read.
  GATEHOUSE_ADMIN_SECRET: [],
  GATEHOUSE_SSO_SECRET: [],
  GATEHOUSE_BUS: ['', 'a bus'],
  GATEHOUSE_AUDIENCE: [''],
  GATEHOUSE_APP_NAME: ['', 'x'.repeat(65)],
  GATEHOUSE_INVITE_LINK: [
    '',
    'https://a.example/',
    'http://a.example/{token}',
    'javascript:{token}',
    'https://u:p@a.example/{token}',
  ],
  GATEHOUSE_SENDER: ['', 'nobody', 'A <a@x.example>, b@x.example', 'A\r\nBcc: <b@x.example>'],
  GATEHOUSE_SES_CONFIGURATION_SET: ['', 'a set'],
  GATEHOUSE_SMS_SENDER_ID: ['', '12345', 'TwelveLetter'],
  GATEHOUSE_SMS_COUNTRIES: ['', 'de', 'DE, AT', 'DE,', '49'],
  GATEHOUSE_MAIL_RATE: ['', '0', '1.5', '100001', 'fast'],
  GATEHOUSE_SMS_RATE: ['', '0', '-1', '10001'],
  GATEHOUSE_MAILER_CONCURRENCY: ['', '1', '1001'],
  GATEHOUSE_CODE_QUEUE: ['', 'codes'],
  GATEHOUSE_NOTICE_QUEUE: ['', 'notices'],
  GATEHOUSE_TOKEN_TYPE: ['', 'both'],
  GATEHOUSE_CSRF: ['', 'never'],
  GATEHOUSE_ALLOWED_ORIGINS: ['*', 'null', 'x.example', 'https://x.example/path', 'https://a.example,,*'],
  GATEHOUSE_SIGNING_ALG: ['', 'none', 'HS256'],
  GATEHOUSE_PASSWORD_HASH: ['', 'plain', 'fast'],
  GATEHOUSE_ACCESS_TTL: [...LIFETIME, '4', '901'],
  GATEHOUSE_SESSION_IDLE_TTL: [...LIFETIME, '9', '2592001'],
  GATEHOUSE_SESSION_ABSOLUTE_TTL: [...LIFETIME, '9', '2592001'],
  GATEHOUSE_PENDING_TTL: [...LIFETIME, '9', '901'],
  GATEHOUSE_ADMIN_IDLE_TTL: [...LIFETIME, '9', '43201', '43200'],
  GATEHOUSE_ADMIN_ABSOLUTE_TTL: [...LIFETIME, '9', '43201'],
  GATEHOUSE_TRUSTED_DEVICE_TTL: [...LIFETIME, '9', '2592001'],
  GATEHOUSE_REFRESH_GRACE: [...LIFETIME, '31'],
  GATEHOUSE_SESSIONS_PER_USER: [...LIFETIME, '0', '51'],
  GATEHOUSE_CODE_TTL: [...LIFETIME, '9', '601'],
  GATEHOUSE_RESET_TTL: [...LIFETIME, '9', '3601'],
  GATEHOUSE_INVITE_TTL: [...LIFETIME, '9', '604801'],
  GATEHOUSE_SESSIONS_SINCE: ['', 'yesterday', '2026-01-01', '2026-13-01T00:00:00Z'],
  GATEHOUSE_LOG_LEVEL: ['', 'verbose'],
  GATEHOUSE_LIMITS: ['', 'false'],
  GATEHOUSE_FAST_HASH: ['', 'true'],
};
/** Two settings that are right by themselves. */
export const TOGETHER: readonly [string, Environment][] = [
  ['GATEHOUSE_SESSION_IDLE_TTL', { GATEHOUSE_SESSION_IDLE_TTL: '100', GATEHOUSE_SESSION_ABSOLUTE_TTL: '99' }],
  ['GATEHOUSE_LIMITS', { GATEHOUSE_LIMITS: 'off', GATEHOUSE_BASE_URL: 'https://auth.example.com' }],
  ['GATEHOUSE_FAST_HASH', { GATEHOUSE_FAST_HASH: '1', GATEHOUSE_BASE_URL: 'https://auth.example.com' }],
];
