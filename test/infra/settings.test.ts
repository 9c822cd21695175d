// Checks that synthesis rejects invalid settings by name, in one line.
import { expect, test } from '@jest/globals';
import { readSettings } from '../../infra/settings/read.ts';
import { ALARM_THRESHOLDS } from '../../infra/settings/sections/alarm-thresholds.ts';
import type { SETTINGS } from '../../infra/settings/sections.ts';
import { VARIABLES } from '../../infra/settings/variables.ts';
import { UserError } from '../../infra/user-error.ts';
import { variableDefaults } from '../../lib/platform/settings/environment.ts';

test('every setting has a default', () => {
  expect(readSettings({ 'aws:cdk:anything': true, '@aws-cdk/core:flag': false })).toEqual({
    stackName: 'Gatehouse',
    env: {},
    tags: {},
    permissionsBoundary: undefined,
    busName: undefined,
    alarmTopicArn: undefined,
    keyArn: undefined,
    logRetentionDays: 90,
    lambdaLogs: 'warn',
    setsLogRole: true,
    isHardened: false,
    gateway: 'rest',
    sender: undefined,
    messageSender: undefined,
    domain: undefined,
    baseUrl: undefined,
    proxy: undefined,
    front: undefined,
    alarmEmail: undefined,
    thresholds: ALARM_THRESHOLDS,
    loginProbeMinutes: undefined,
    smsBudget: 30,
    mailRate: undefined,
    smsRate: 20,
    mailerConcurrency: 2,
    signingKeyDays: 30,
    rootSecretDays: 365,
    hasAdminKey: true,
    hasIdentityProviders: false,
    hasResources: false,
    reservedConcurrency: undefined,
    accountConcurrency: 1000,
    units: { read: 12_000, write: 4000 },
    rates: {
      credential: { rate: 1000, burst: 2000 },
      refresh: { rate: 2000, burst: 4000 },
      read: { rate: 4000, burst: 5000 },
      write: { rate: 2000, burst: 4000 },
    },
    existingSecrets: {},
    rotatesExistingSecrets: false,
    secondRegion: { replica: undefined, role: undefined, standbyUrl: undefined },
    restoredStreamArn: undefined,
    life: { maintenance: 'off', isCanary: false, provisionedConcurrency: undefined, backup: undefined },
    isTraced: false,
    auditArchiveDays: undefined,
    hasAnalytics: false,
    variables: {},
  });
});

/** Values that are wrong for each setting, besides those that are wrong for all. */
const WRONG: Readonly<Record<keyof typeof SETTINGS, readonly unknown[]>> = {
  stackName: ['1abc', 'with space', 'x'.repeat(35)],
  stage: ['with space', '-a', 'a-', 'x'.repeat(21)],
  region: ['eu', 'eu-central', 'EU-CENTRAL-1', 'eu-central-1a'],
  account: ['12345678901', '1234-5678-9012'],
  eventBus: ['default', 'aws.partner/x', 'with space', 'x'.repeat(257)],
  permissionsBoundary: ['Boundary', 'arn:aws:iam::123456789012:role/x', 'arn:aws:iam::123:policy/x'],
  tags: ['Team', 'Team=a,Team=b', '=x', 'aws:x=1', 'Team=a,', 'Team=<b>'],
  accountConcurrency: [9, 'many'],
  profile: ['Hardened', 'none'],
  gateway: ['HTTP', 'websocket'],
  resources: ['true', 'projects'],
  sender: ['Gatehouse', 'a@b.example, c@d.example'],
  messageSender: [
    '',
    'sender',
    'arn:aws:lambda:eu-west-1:123456789012:function:*',
    'arn:aws:lambda:eu-west-1:1:function:a',
  ],
  domainName: ['https://auth.example.com', 'auth.example.com/', 'localhost', '-a.example.com', 'AUTH.example.com'],
  certificateArn: ['arn:aws:acm:eu-west-1:1:certificate/x', 'certificate'],
  hostedZoneId: ['example.com', '/hostedzone/Z0123456789ABC'],
  hostedZoneName: ['example.com.', 'com', 'a b.example'],
  baseUrl: ['http://auth.example.com', 'https://auth.example.com/v1'],
  trustedProxy: [0, 10, 'on', '1.5'],
  front: ['Cloudfront', 'on', 'off'],
  frontCertificateArn: [
    'arn:aws:acm:eu-west-1:123456789012:certificate/01234567-89ab-cdef-0123-456789abcdef',
    'arn:aws:acm:us-east-1:1:certificate/x',
  ],
  frontWebAclArn: [
    'arn:aws:wafv2:us-east-1:123456789012:regional/webacl/a/01234567-89ab-cdef-0123-456789abcdef',
    'arn:aws:wafv2:eu-west-1:123456789012:global/webacl/a/01234567-89ab-cdef-0123-456789abcdef',
  ],
  frontSecretVersion: [0, 1000, 'new'],
  alarmEmail: ['ops', 'a@b.example, c@d.example'],
  alarmThresholds: ['Latency', 'Latency:0', 'Guessing:1', 'Latency:1,Latency:2', 'Latency:3000:1.5', 'constructor:1'],
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
  gatewayRate: [99, 1_000_001, 'default'],
  loginRate: [0, 100_001, '1e3'],
  refreshRate: [0, 100_001],
  readRate: [0, 100_001],
  writeRate: [0, 100_001, '-1'],
  restoredStreamArn: ['gatehouse', 'arn:aws:dynamodb:eu-west-1:123456789012:table/gatehouse'],
  existingSecrets: [
    'pepper',
    'admin=arn:aws:secretsmanager:eu-west-1:123456789012:secret:a-AbCdEf',
    'pepper=arn:aws:secretsmanager:eu-west-1:123456789012:secret:a',
    'pepper=arn:aws:secretsmanager:eu-west-1:123456789012:secret:a-AbCdEf,',
    'sso=arn:aws:secretsmanager:eu-west-1:123456789012:secret:a-AbCdEf,sso=arn:aws:secretsmanager:eu-west-1:123456789012:secret:b-AbCdEf',
  ],
  existingSecretRotation: ['yes', 'true'],
  replicaRegion: ['eu', 'eu-central-1a', 'eu-central-1,eu-west-3'],
  replicaKeyArn: ['alias/gatehouse', 'arn:aws:kms:eu-west-1:123456789012:alias/gatehouse'],
  regionRole: ['secondary', 'Primary', 'on'],
  standbyUrl: ['http://a.example.com', 'https://a.example.com/v1/auth/health', 'a.example.com'],
  kmsKeyArn: ['alias/gatehouse', 'arn:aws:kms:eu-west-1:123456789012:alias/gatehouse'],
  alarmTopicArn: ['ops', 'arn:aws:sns:eu-west-1:123456789012:ops.fifo'],
  loginProbeMinutes: [0, 61, 1.5, 'on'],
  logRetentionDays: [0, 2, 91, '90 days', 9999],
  lambdaLogs: ['error', 'off'],
  apiGatewayLogRole: ['no', 'false'],
  maintenance: ['true', 'yes'],
  rollout: ['linear', 'on'],
  provisionedConcurrency: [0, 1001, 'all'],
  backupDays: [0, 3651, 'forever'],
  backupCopyVaultArn: ['vault', 'arn:aws:backup:eu-west-1:1:backup-vault:copies'],
  tracing: ['true', 'Active'],
  auditArchiveDays: [0, 3651, 'forever'],
  analytics: ['daily', 'true'],
};
const cases = Object.entries(WRONG).flatMap(([name, values]) =>
  ['', ' ', true, null, {}, [], ...values].map((value) => [name, value] as const),
);

test.each(cases)('%s rejects %j by name, in one line', (name, value) => {
  const read = () => readSettings({ [name]: value });
  expect(read).toThrow(UserError);
  expect(read).toThrow(new RegExp(`^${name} must be [^\\n]+$`));
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
  [{ trustedProxy: 1 }, 'trustedProxy needs baseUrl'],
  [{ alarmThresholds: 'RateLimits:1' }, 'RateLimits is a part of the traffic'],
  [{ GATEHOUSE_CEILINGS: 'login-account=100' }, 'login-account is no ceiling'],
  [{ GATEHOUSE_CEILINGS: 'login-ip=5' }, 'login-ip must be a whole number from 10 to 10000'],
  [{ GATEHOUSE_CEILINGS: 'sms-tenant-day=20000' }, 'sms-tenant-day exceeds sms-tenant-most'],
  [{ domainName: 'auth.example.com', hostedZoneId: 'Z0123456789ABC' }, 'must be set together'],
  [
    { domainName: 'auth.example.com', certificateArn: CERTIFICATE, baseUrl: 'https://x.example' },
    'Set only one of them',
  ],
])('the combination %j is rejected', (context, message) => {
  expect(() => readSettings(context)).toThrow(message);
});

const VAULT = 'arn:aws:backup:eu-central-1:123456789012:backup-vault:copies';

test('backups are kept for their days, with a copy if there is a vault for it', () => {
  expect(readSettings({ backupDays: 90 }).life.backup).toEqual({ days: 90, copyVaultArn: undefined });
  const { life } = readSettings({ backupDays: 90, backupCopyVaultArn: VAULT });
  expect(life.backup).toEqual({ days: 90, copyVaultArn: VAULT });
  expect(() => readSettings({ backupCopyVaultArn: VAULT })).toThrow('backupCopyVaultArn needs backupDays');
});

test('provisioned concurrency is part of reserved concurrency', () => {
  const { life } = readSettings({ provisionedConcurrency: 5, reservedConcurrency: 5 });
  expect(life.provisionedConcurrency).toBe(5);
  expect(() => readSettings({ provisionedConcurrency: 6, reservedConcurrency: 5 })).toThrow(
    'provisionedConcurrency must not exceed reservedConcurrency',
  );
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
  [{ GATEHOUSE_ACCESS_TTL: '3601' }, 'GATEHOUSE_ACCESS_TTL'],
  [{ GATEHOUSE_TOKEN_TYPE: 'both' }, 'GATEHOUSE_TOKEN_TYPE'],
  [{ GATEHOUSE_LOG_LEVEL: 'loud' }, 'GATEHOUSE_LOG_LEVEL'],
  [{ GATEHOUSE_PASSKEY_RP_ID: 'example.com' }, 'needs domainName or baseUrl'],
  [{ GATEHOUSE_PASSKEY_RP_ID: 'a.execute-api.eu-west-1.amazonaws.com' }, 'set domainName first'],
  [{ GATEHOUSE_PASSKEY_RP_ID: 'd111111abcdef8.cloudfront.net' }, 'set domainName first'],
  [{ GATEHOUSE_PASSKEY_RP_ID: 'co.uk' }, 'a domain of your own'],
  [{ GATEHOUSE_PASSKEY_RP_ID: 'other.example', baseUrl: 'https://auth.example.com' }, 'or a domain above it'],
  [{ GATEHOUSE_PASSKEY_RP_ID: 'h.example.com', baseUrl: 'https://auth.example.com' }, 'or a domain above it'],
  [{ GATEHOUSE_PASSKEY_ORIGINS: 'https://a.example' }, 'needs GATEHOUSE_PASSKEY_RP_ID'],
  [
    {
      baseUrl: 'https://auth.example.com',
      GATEHOUSE_PASSKEY_RP_ID: 'example.com',
      GATEHOUSE_PASSKEY_ORIGINS: ['a', 'b', 'c', 'd', 'e'].map((name) => `https://${name}.test`).join(),
    },
    'at most five different names of sites',
  ],
  [{ GATEHOUSE_SESSIONS_SINCE: 'yesterday' }, 'GATEHOUSE_SESSIONS_SINCE'],
  [{ GATEHOUSE_SESSIONS_SINCE: '2999-01-01T00:00:00Z' }, 'GATEHOUSE_SESSIONS_SINCE'],
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

test.each([
  ['auth.example.com', ''],
  ['example.com', 'https://app.example.com,https://example.com'],
  ['auth.example.com', 'https://a.co.uk,https://login.a.com,https://b.test,https://c.test,https://d.test'],
])('passkeys of %s for pages of the base URL and %s are accepted', (id, origins) => {
  const context = { baseUrl: 'https://auth.example.com', GATEHOUSE_PASSKEY_RP_ID: id };
  const more = origins ? { GATEHOUSE_PASSKEY_ORIGINS: origins } : {};
  expect(readSettings({ ...context, ...more }).variables.GATEHOUSE_PASSKEY_RP_ID).toBe(id);
});
