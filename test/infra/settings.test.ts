// Checks that synthesis rejects invalid settings by name, in one line.
import { expect, test } from '@jest/globals';
import { readSettings, type SETTINGS } from '../../infra/settings/settings.ts';
import { VARIABLES } from '../../infra/settings/variables.ts';
import { UserError } from '../../infra/user-error.ts';
import { variableDefaults } from '../../lib/platform/config.ts';

test('every setting has a default', () => {
  expect(readSettings({ 'aws:cdk:anything': true, '@aws-cdk/core:flag': false })).toEqual({
    stackName: 'Gatehouse',
    isHardened: false,
    sender: undefined,
    domain: undefined,
    baseUrl: undefined,
    alarmEmail: undefined,
    smsBudget: 30,
    mailRate: undefined,
    smsRate: 20,
    mailerConcurrency: 2,
    signingKeyDays: 30,
    rootSecretDays: 365,
    hasAdminKey: true,
    hasIdentityProviders: false,
    reservedConcurrency: undefined,
    units: { read: 12_000, write: 4000 },
    restoredStreamArn: undefined,
    isTraced: false,
    variables: {},
  });
});

/** Values that are wrong for each setting, besides those that are wrong for all. */
const WRONG: Readonly<Record<keyof typeof SETTINGS, readonly unknown[]>> = {
  stackName: ['1abc', 'with space', 'x'.repeat(35)],
  profile: ['Hardened', 'none'],
  sender: ['Gatehouse', 'a@b.example, c@d.example'],
  domainName: ['https://auth.example.com', 'auth.example.com/', 'localhost', '-a.example.com', 'AUTH.example.com'],
  certificateArn: ['arn:aws:acm:eu-west-1:1:certificate/x', 'certificate'],
  hostedZoneId: ['example.com', '/hostedzone/Z0123456789ABC'],
  hostedZoneName: ['example.com.', 'com', 'a b.example'],
  baseUrl: ['http://auth.example.com', 'https://auth.example.com/v1'],
  alarmEmail: ['ops', 'a@b.example, c@d.example'],
  mailRate: [0, 1.5, 100_001, 'fast'],
  smsRate: [0, -1, 10_001],
  mailerConcurrency: [1, 1001, 'two'],
  smsBudget: [0, -1, 1.5, '1e3', 100_001],
  signingKeyDays: [0, 366, 'monthly'],
  rootSecretDays: [29, 1001, 'P30D'],
  adminKey: ['yes', 'true'],
  identityProviders: ['google', 'true'],
  reservedConcurrency: [0, 1001, '5 '],
  readUnits: [99, 'unlimited'],
  writeUnits: [99, '-1'],
  restoredStreamArn: ['gatehouse', 'arn:aws:dynamodb:eu-west-1:123456789012:table/gatehouse'],
  tracing: ['true', 'Active'],
};
const cases = Object.entries(WRONG).flatMap(([name, values]) =>
  ['', ' ', true, null, {}, [], ...values].map((value) => [name, value] as const),
);

test.each(cases)('%s rejects %j by name, in one line', (name, value) => {
  const read = () => readSettings({ [name]: value });
  expect(read).toThrow(UserError);
  expect(read).toThrow(new RegExp(`^${name} must be [^\\n]+$`));
});

test.each(['senderr', 'Profile', 'domain', 'constructor', 'toString'])('the unknown setting %s is rejected', (name) => {
  expect(() => readSettings({ [name]: 'x' })).toThrow(new RegExp(`^${name} is not a setting. These are: stackName, `));
});

const CERTIFICATE = 'arn:aws:acm:eu-west-1:123456789012:certificate/01234567-89ab-cdef-0123-456789abcdef';
const ZONE = { hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' };

test('a domain needs a certificate or the zone that contains it, and becomes the base URL', () => {
  const own = readSettings({ domainName: 'auth.example.com', certificateArn: CERTIFICATE });
  expect(own).toMatchObject({ baseUrl: 'https://auth.example.com', domain: { certificateArn: CERTIFICATE } });
  const zoned = readSettings({ domainName: 'auth.example.com', ...ZONE });
  expect(zoned.domain).toEqual({
    name: 'auth.example.com',
    certificateArn: undefined,
    zone: { id: 'Z0123456789ABC', name: 'example.com' },
  });
});

test.each([
  [{ domainName: 'auth.example.com' }, 'domainName needs certificateArn'],
  [{ domainName: 'auth.example.org', ...ZONE }, 'is not in the hosted zone'],
  [{ domainName: 'authexample.com', ...ZONE }, 'is not in the hosted zone'],
  [{ certificateArn: CERTIFICATE }, 'need domainName'],
  [ZONE, 'need domainName'],
  [{ domainName: 'auth.example.com', hostedZoneId: 'Z0123456789ABC' }, 'must be set together'],
  [
    { domainName: 'auth.example.com', certificateArn: CERTIFICATE, baseUrl: 'https://x.example' },
    'Set only one of them',
  ],
])('the combination %j is rejected', (context, message) => {
  expect(() => readSettings(context)).toThrow(message);
});

test('settings of the functions are passed on as text', () => {
  const { variables } = readSettings({ GATEHOUSE_ACCESS_TTL: 300, GATEHOUSE_TOKEN_TYPE: 'cookie' });
  expect(variables).toEqual({ GATEHOUSE_ACCESS_TTL: '300', GATEHOUSE_TOKEN_TYPE: 'cookie' });
});

test.each([
  'http://auth.example.com',
  'https://auth.example.com/',
  'https://auth.example.com/v1',
  'https://user@auth.example.com',
  'auth.example.com',
  '',
])('baseUrl %j is rejected', (baseUrl) => {
  expect(() => readSettings({ baseUrl })).toThrow(/^baseUrl must be an https origin/);
});

test.each(['GATEHOUSE_TOKEN_TIPE', 'GATEHOUSE_LIMITS', 'GATEHOUSE_FAST_HASH', 'GATEHOUSE_TABLE'])(
  'a deployment cannot set %s',
  (name) => {
    expect(() => readSettings({ [name]: '1' })).toThrow(new RegExp(`^${name} is not a setting`));
  },
);

test('every variable of a function is a setting, follows from the stack, or is for the local run', () => {
  const stacks = ['GATEHOUSE_SMS_RATE', 'GATEHOUSE_MAILER_CONCURRENCY'];
  const ours = [...stacks, 'GATEHOUSE_LIMITS', 'GATEHOUSE_FAST_HASH'];
  expect(Object.keys(variableDefaults()).filter((name) => !(name in VARIABLES))).toEqual(ours);
});

test.each([
  [{ GATEHOUSE_ACCESS_TTL: '901' }, 'GATEHOUSE_ACCESS_TTL'],
  [{ GATEHOUSE_TOKEN_TYPE: 'both' }, 'GATEHOUSE_TOKEN_TYPE'],
  [{ GATEHOUSE_LOG_LEVEL: 'loud' }, 'GATEHOUSE_LOG_LEVEL'],
  [{ GATEHOUSE_SESSIONS_SINCE: 'yesterday' }, 'GATEHOUSE_SESSIONS_SINCE'],
  [{ GATEHOUSE_SESSION_IDLE_TTL: '1000', GATEHOUSE_SESSION_ABSOLUTE_TTL: '999' }, 'GATEHOUSE_SESSION_IDLE_TTL'],
])('%j is rejected by name', (context, name) => {
  expect(() => readSettings(context)).toThrow(name);
});

test.each(['no-reply@example.com', 'Gatehouse <no-reply@localhost>', "O'Hara & Sons <a.b+c@x.example>"])(
  'sender %j is accepted',
  (sender) => {
    expect(readSettings({ sender }).sender).toBe(sender);
  },
);

test.each([
  '',
  'Gatehouse',
  'a@b.example, c@d.example',
  'Gatehouse <a@b.example>, c@d.example',
  'Gatehouse <a@b.example',
  'a@b.example>',
  'Gate\r\nBcc: c@d.example <a@b.example>',
  '"Gatehouse" <a@b.example>',
  'Gätehouse <a@b.example>',
  'a@b.example\n',
  true,
])('sender %j is rejected', (sender) => {
  expect(() => readSettings({ sender })).toThrow(/^sender must be an address/);
});
