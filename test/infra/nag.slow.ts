// Checks that every finding of cdk-nag is acknowledged with a reason, and that every acknowledgement is needed.
import { expect, test } from '@jest/globals';
import { SETTINGS } from '../../infra/settings/sections.ts';
import { nagFindings, SENDER, unacknowledgedError } from '../support/synthesis.ts';

const DOMAIN = { domainName: 'auth.example.com', hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' };

/** Every setting, each with a value that is not its default. */
const EVERYTHING = {
  ...SENDER,
  ...DOMAIN,
  stackName: 'Other',
  stage: 'test',
  region: 'eu-west-1',
  account: '123456789012',
  eventBus: 'shared',
  permissionsBoundary: 'arn:aws:iam::123456789012:policy/Boundary',
  tags: 'Team=Identity,CostCenter=42',
  accountConcurrency: 500,
  kmsKeyArn: 'arn:aws:kms:eu-west-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef',
  alarmTopicArn: 'arn:aws:sns:eu-west-1:123456789012:ops',
  logRetentionDays: 365,
  apiGatewayLogRole: 'off',
  profile: 'hardened',
  certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/01234567-89ab-cdef-0123-456789abcdef',
  messageSender: 'arn:aws:lambda:eu-west-1:123456789012:function:messages',
  smsBudget: 100,
  mailRate: 50,
  smsRate: 40,
  mailerConcurrency: 4,
  signingKeyDays: 7,
  rootSecretDays: 90,
  adminKey: 'off',
  identityProviders: 'on',
  resources: 'on',
  reservedConcurrency: 5,
  readUnits: 500,
  writeUnits: 500,
  gatewayRate: 2500,
  loginRate: 100,
  refreshRate: 200,
  readRate: 150,
  writeRate: 100,
  trustedProxy: 1,
  restoredStreamArn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/restored/stream/2026-11-21T10:00:00.000',
  tracing: 'on',
  auditArchiveDays: 400,
  analytics: 'on',
  maintenance: 'on',
  loginProbeMinutes: 5,
  rollout: 'canary',
  provisionedConcurrency: 2,
  alarmThresholds: 'Latency:3000',
  lambdaLogs: 'info',
  backupDays: 90,
  backupCopyVaultArn: 'arn:aws:backup:eu-central-1:123456789012:backup-vault:copies',
  existingSecrets: ['pepper', 'seal', 'session', 'sso', 'proxy']
    .map((name) => `${name}=arn:aws:secretsmanager:eu-west-1:123456789012:secret:${name}-AbCdEf`)
    .join(),
  existingSecretRotation: 'on',
  regionRole: 'standby',
};
const FRONTED = {
  ...SENDER,
  ...DOMAIN,
  gateway: 'http',
  front: 'cloudfront',
  frontCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/01234567-89ab-cdef-0123-456789abcdef',
  frontSecretVersion: 2,
};
const WEB_ACL = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/01234567-89ab-cdef-0123-456789abcdef';
const REPLICATED = {
  ...SENDER,
  ...DOMAIN,
  region: 'eu-west-1',
  replicaRegion: 'eu-central-1',
  regionRole: 'primary',
  standbyUrl: 'https://abcdefghij.execute-api.eu-central-1.amazonaws.com/v1',
};

test('the full configuration has every setting except those that exclude others', () => {
  const without = Object.keys(SETTINGS).filter((name) => !(name in EVERYTHING));
  expect(without.sort()).toEqual([
    'alarmEmail',
    'baseUrl',
    'front',
    'frontCertificateArn',
    'frontSecretVersion',
    'frontWebAclArn',
    'gateway',
    'replicaKeyArn',
    'replicaRegion',
    'standbyUrl',
  ]);
});

test.each([
  {},
  SENDER,
  { ...SENDER, profile: 'hardened', identityProviders: 'on' },
  { ...SENDER, alarmEmail: 'ops@example.com' },
  { ...SENDER, rollout: 'canary', backupDays: 90 },
  { ...SENDER, auditArchiveDays: 400 },
  { ...SENDER, profile: 'hardened', auditArchiveDays: 400 },
  { ...SENDER, auditArchiveDays: 400, analytics: 'on' },
  EVERYTHING,
  REPLICATED,
  { ...SENDER, gateway: 'http' },
  FRONTED,
  { ...FRONTED, frontWebAclArn: WEB_ACL },
  { ...SENDER, ...DOMAIN, gateway: 'http', maintenance: 'on', tracing: 'on', rollout: 'canary' },
])('cdk-nag has no unacknowledged finding with %j', (context) => {
  expect(nagFindings(context).after).toEqual([]);
});

test('every acknowledgement matches a finding', () => {
  const { before, after } = nagFindings(SENDER);
  expect(after).toEqual([]);
  expect([...new Set(before)]).toEqual([
    'AwsSolutions-APIG2',
    'AwsSolutions-APIG3',
    'AwsSolutions-APIG6',
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
    'AwsSolutions-IAM5[Resource::*]',
    'AwsSolutions-SMG4',
    'AwsSolutions-SQS3',
    'Serverless-APIGWXrayEnabled',
    'Serverless-LambdaDLQ',
    'Serverless-LambdaEventSourceMappingDestination',
    'Serverless-LambdaStarPermissions',
    'Serverless-LambdaTracing',
    'Serverless-SQSRedrivePolicy',
  ]);
});

test('an unacknowledged finding makes synthesis fail', () => {
  expect(unacknowledgedError(SENDER)).toMatch(/validation-report/);
});
