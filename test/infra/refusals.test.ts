// Checks that synthesis refuses settings that are valid one by one and could not be deployed together.
import { describe, expect, test } from '@jest/globals';
import { readSettings } from '../../infra/settings/read.ts';
import { UserError } from '../../infra/user-error.ts';

const ID = '01234567-89ab-cdef-0123-456789abcdef';
const HOME = { region: 'eu-west-1', account: '123456789012' };
const ZONE = { hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' };

/** Each ARN that a setting may name, in a place. */
const at = (partition: string, region: string, account: string) => ({
  certificateArn: {
    domainName: 'auth.example.com',
    certificateArn: `arn:${partition}:acm:${region}:${account}:certificate/${ID}`,
  },
  restoredStreamArn: {
    restoredStreamArn: `arn:${partition}:dynamodb:${region}:${account}:table/restored/stream/2026-11-21T10:00:00.000`,
  },
  alarmTopicArn: { alarmTopicArn: `arn:${partition}:sns:${region}:${account}:ops` },
  kmsKeyArn: { profile: 'hardened', kmsKeyArn: `arn:${partition}:kms:${region}:${account}:key/${ID}` },
});
const names = Object.keys(at('', '', '')) as (keyof ReturnType<typeof at>)[];

describe('resources of another place', () => {
  test.each(names)('%s is accepted in the same region and account', (name) => {
    expect(() => readSettings({ ...HOME, ...at('aws', 'eu-west-1', '123456789012')[name] })).not.toThrow();
  });

  test.each(names)('%s is rejected in another region', (name) => {
    const read = () => readSettings({ ...HOME, ...at('aws', 'us-east-1', '123456789012')[name] });
    expect(read).toThrow(UserError);
    expect(read).toThrow(`${name} names the region us-east-1, and region the region eu-west-1`);
  });

  test.each(names)('%s is rejected in another partition', (name) => {
    const read = () => readSettings({ region: 'cn-north-1', ...at('aws', 'cn-north-1', '123456789012')[name] });
    expect(read).toThrow(`${name} names the partition aws, and region the partition aws-cn`);
  });

  test.each(names.filter((name) => name !== 'kmsKeyArn'))('%s is rejected in another account', (name) => {
    const read = () => readSettings({ ...HOME, ...at('aws', 'eu-west-1', '999999999999')[name] });
    expect(read).toThrow(`${name} names the account 999999999999, and account the account 123456789012`);
  });

  test('a key may belong to another account', () => {
    expect(() => readSettings({ ...HOME, ...at('aws', 'eu-west-1', '999999999999').kmsKeyArn })).not.toThrow();
  });

  test('two ARNs of different regions are rejected when the region is unknown', () => {
    const { certificateArn } = at('aws', 'us-east-1', '123456789012');
    const { alarmTopicArn } = at('aws', 'eu-west-1', '123456789012');
    expect(() => readSettings({ ...certificateArn, ...alarmTopicArn })).toThrow(/^alarmTopicArn names the region/);
  });

  test.each(['arn:aws:iam::aws:policy/PowerUserAccess', 'arn:aws:iam::123456789012:policy/team/Boundary'])(
    'the permissions boundary %s is accepted',
    (permissionsBoundary) => {
      expect(readSettings({ ...HOME, permissionsBoundary }).permissionsBoundary).toBe(permissionsBoundary);
    },
  );
});

test.each([
  [{ reservedConcurrency: 40 }, undefined],
  [{ reservedConcurrency: 41 }, 'leaves less than 100 of the account’s 1000'],
  [{ reservedConcurrency: 41, accountConcurrency: 1020 }, undefined],
  [{ reservedConcurrency: 1, accountConcurrency: 10 }, 'leaves less than 100 of the account’s 10'],
  [{ provisionedConcurrency: 900 }, undefined],
  [{ provisionedConcurrency: 901 }, 'provisionedConcurrency 901 leaves less than 100 of the account’s 1000'],
  [{ provisionedConcurrency: 1, accountConcurrency: 10 }, 'leaves less than 100 of the account’s 10'],
  [{ stackName: 'x'.repeat(34) }, undefined],
  [{ stackName: 'x'.repeat(30), stage: 'prod' }, 'stackName and stage have more than 34 characters together'],
  [{ account: '123456789012' }, 'account needs region'],
  [at('aws', 'eu-west-1', '123456789012').kmsKeyArn, undefined],
  [{ kmsKeyArn: `arn:aws:kms:eu-west-1:123456789012:key/${ID}` }, 'kmsKeyArn needs profile=hardened'],
  [{ alarmEmail: 'a@b.example', alarmTopicArn: 'arn:aws:sns:eu-west-1:123456789012:ops' }, 'alarmEmail subscribes'],
  [{ ...ZONE, domainName: `${'a'.repeat(53)}.example.com` }, 'domainName has more than 64 characters'],
  [{ ...ZONE, domainName: `${'a'.repeat(52)}.example.com` }, undefined],
  [{ region: 'cn-north-1', sender: 'a@b.example' }, 'SES does not exist there'],
  [{ region: 'us-gov-west-1', sender: 'a@b.example' }, undefined],
  [{ region: 'cn-north-1', messageSender: 'arn:aws-cn:lambda:cn-north-1:123456789012:function:a' }, undefined],
  [
    { region: 'eu-west-1', messageSender: 'arn:aws:lambda:eu-central-1:123456789012:function:a' },
    'messageSender names the region eu-central-1',
  ],
])('%j together: %s', (context, reason) => {
  const read = () => readSettings(context);
  if (reason === undefined) expect(read).not.toThrow();
  else expect(read).toThrow(reason);
});

test('tags are read as pairs, and a value may contain an equals sign', () => {
  expect(readSettings({ tags: 'Team=Identity,Query=a=b,Empty=' }).tags).toEqual({
    Team: 'Identity',
    Query: 'a=b',
    Empty: '',
  });
});

const NO_DOMAIN = { domainName: undefined, hostedZoneId: undefined, hostedZoneName: undefined };

describe('an HTTP API', () => {
  test.each<[Record<string, unknown>, string]>([
    [{ profile: 'hardened' }, 'gateway=http excludes profile=hardened: its firewall needs a REST API'],
    [
      { baseUrl: 'https://auth.example.com', trustedProxy: 1 },
      'gateway=http excludes trustedProxy: an HTTP API rewrites x-forwarded-for',
    ],
  ])('is rejected with %j', (other, message) => {
    const read = () => readSettings({ gateway: 'http', ...other });
    expect(read).toThrow(UserError);
    expect(read).toThrow(message);
  });

  const FRONT = {
    front: 'cloudfront',
    frontCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/01234567-89ab-cdef-0123-456789abcdef',
  };
  const FRONTED = { gateway: 'http', domainName: 'auth.example.com', ...ZONE, ...FRONT };
  const webAcl = (account: string) =>
    `arn:aws:wafv2:us-east-1:${account}:global/webacl/a/01234567-89ab-cdef-0123-456789abcdef`;

  test('may have CloudFront in front, with a certificate and a firewall of its region', () => {
    const settings = readSettings({ ...FRONTED, region: 'eu-west-1', frontWebAclArn: webAcl('123456789012') });
    expect([settings.proxy, settings.baseUrl]).toEqual(['cloudfront', 'https://auth.example.com']);
    expect(settings.front).toEqual({
      certificateArn: FRONT.frontCertificateArn,
      webAclArn: webAcl('123456789012'),
      secretVersion: '1',
    });
  });

  test.each<[Record<string, unknown>, string]>([
    [{ frontCertificateArn: undefined }, 'front=cloudfront needs frontCertificateArn, a certificate in us-east-1'],
    [{ gateway: 'rest' }, 'front=cloudfront needs gateway=http'],
    [{ trustedProxy: 1 }, 'front=cloudfront excludes trustedProxy'],
    [{ ...NO_DOMAIN }, 'front=cloudfront needs domainName'],
    [{ ...NO_DOMAIN, baseUrl: 'https://auth.example.com' }, 'front=cloudfront needs domainName'],
    [{ regionRole: 'primary' }, 'front=cloudfront excludes regionRole'],
    [{ region: 'us-gov-west-1' }, 'front=cloudfront cannot be set in us-gov-west-1'],
    [{ frontWebAclArn: webAcl('111111111111') }, 'names the account'],
    [{ front: 'none' }, 'frontCertificateArn needs front=cloudfront'],
    [{ front: 'none', frontCertificateArn: undefined, frontSecretVersion: 2 }, 'frontSecretVersion needs'],
  ])('is rejected with a front and %j', (other, message) => {
    const given = Object.entries({ ...FRONTED, ...other }).filter(([, value]) => value !== undefined);
    const read = () => readSettings(Object.fromEntries(given));
    expect(read).toThrow(UserError);
    expect(read).toThrow(message);
  });

  test('is accepted with a domain, maintenance and traces', () => {
    const others = { domainName: 'auth.example.com', ...ZONE, maintenance: 'on', tracing: 'on' };
    expect(readSettings({ gateway: 'http', ...others }).gateway).toBe('http');
  });
});

describe('a second region', () => {
  const secret = (name: string, region = 'eu-west-1') =>
    `${name}=arn:aws:secretsmanager:${region}:123456789012:secret:${name}-AbCdEf`;
  const existingSecrets = ['pepper', 'seal', 'session'].map((name) => secret(name)).join();
  const domain = { domainName: 'auth.example.com', ...ZONE };
  const replica = { ...HOME, replicaRegion: 'eu-central-1' };
  const key = `arn:aws:kms:eu-central-1:123456789012:key/${ID}`;
  const standby = {
    ...HOME,
    ...domain,
    regionRole: 'standby',
    existingSecrets,
    ...at('aws', 'eu-west-1', '123456789012').restoredStreamArn,
  };
  const url = 'https://abcdefghij.execute-api.eu-central-1.amazonaws.com/v1';

  test.each<[Record<string, unknown>, string | undefined]>([
    [replica, undefined],
    [{ ...replica, ...domain, regionRole: 'primary', standbyUrl: url }, undefined],
    [{ ...replica, profile: 'hardened', replicaKeyArn: key }, undefined],
    [standby, undefined],
    [{ ...standby, maintenance: 'on' }, undefined],
    [{ replicaRegion: 'eu-central-1' }, 'replicaRegion needs region'],
    [{ ...replica, replicaRegion: 'eu-west-1' }, 'replicaRegion must be another region than eu-west-1'],
    [{ ...replica, replicaRegion: 'cn-north-1' }, 'is in another partition'],
    [{ ...replica, profile: 'hardened' }, 'needs replicaKeyArn, a key of eu-central-1'],
    [{ ...replica, replicaKeyArn: key }, 'replicaKeyArn needs profile=hardened'],
    [{ ...HOME, profile: 'hardened', replicaKeyArn: key }, 'replicaKeyArn needs replicaRegion'],
    [
      { ...replica, profile: 'hardened', replicaKeyArn: key.replace('eu-central-1', 'eu-west-1') },
      'replicaKeyArn names the region eu-west-1, and replicaRegion is eu-central-1',
    ],
    [{ ...replica, existingSecrets }, 'the stack does not own pepper'],
    [
      { ...replica, ...at('aws', 'eu-west-1', '123456789012').restoredStreamArn },
      'replicaRegion excludes restoredStreamArn',
    ],
    [{ ...HOME, standbyUrl: url }, 'standbyUrl needs regionRole=primary, and a hosted zone'],
    [{ ...HOME, regionRole: 'primary' }, 'regionRole needs domainName or baseUrl'],
    [{ ...standby, replicaRegion: 'eu-central-1' }, 'replicaRegion excludes restoredStreamArn'],
    [{ ...standby, restoredStreamArn: undefined }, 'regionRole=standby needs restoredStreamArn'],
    [{ ...standby, existingSecrets: secret('pepper') }, 'needs existingSecrets with seal, session'],
    [{ ...HOME, existingSecrets: secret('sso') }, 'needs identityProviders=on'],
    [{ ...HOME, existingSecrets: secret('sso'), identityProviders: 'on' }, undefined],
    [{ ...HOME, existingSecrets: secret('proxy') }, 'needs trustedProxy'],
    [{ ...HOME, existingSecretRotation: 'on' }, 'existingSecretRotation needs a root secret'],
    [
      { ...HOME, existingSecrets: secret('pepper', 'eu-central-1') },
      'existingSecrets.pepper names the region eu-central-1, and region the region eu-west-1',
    ],
  ])('%j: %s', (context, reason) => {
    const given = Object.fromEntries(Object.entries(context).filter(([, value]) => value !== undefined));
    const read = () => readSettings(given);
    if (reason === undefined) expect(read).not.toThrow();
    else expect(read).toThrow(reason);
  });
});
