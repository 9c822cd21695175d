// Checks what a governed account may choose: retention, boundary, tags, and resources that exist already.
import { describe, expect, test } from '@jest/globals';
import { only, resourcesOf, SENDER, synthesise } from '../support/synthesis.ts';

const HARDENED = { ...SENDER, profile: 'hardened', identityProviders: 'on' };
const KEY = 'arn:aws:kms:eu-west-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';
const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:ops';

describe('every resource', () => {
  const permissionsBoundary = 'arn:aws:iam::123456789012:policy/Boundary';
  const template = synthesise({
    ...HARDENED,
    permissionsBoundary,
    logRetentionDays: 365,
    tags: 'Team=Identity,CostCenter=42',
  });

  test('logs are kept for the chosen days, and for 90 by default', () => {
    const kept = (from: typeof template) =>
      new Set(resourcesOf(from, 'AWS::Logs::LogGroup').map(([, { Properties }]) => Properties.RetentionInDays));
    expect(kept(template)).toEqual(new Set([365]));
    expect(kept(synthesise(HARDENED))).toEqual(new Set([90]));
  });

  test('every role has the boundary, and none without the setting', () => {
    const boundaries = (from: typeof template) =>
      resourcesOf(from, 'AWS::IAM::Role').map(([, { Properties }]) => Properties.PermissionsBoundary);
    expect(boundaries(template).length).toBeGreaterThan(15);
    expect(new Set(boundaries(template))).toEqual(new Set([permissionsBoundary]));
    expect(new Set(boundaries(synthesise(HARDENED)))).toEqual(new Set([undefined]));
  });

  test('every resource with a cost has the tags', () => {
    for (const type of [
      'Lambda::Function',
      'DynamoDB::Table',
      'Logs::LogGroup',
      'SecretsManager::Secret',
      'S3::Bucket',
    ])
      for (const [id, { Properties }] of resourcesOf(template, `AWS::${type}`))
        expect([id, Properties.Tags]).toEqual([
          id,
          expect.arrayContaining([
            { Key: 'Team', Value: 'Identity' },
            { Key: 'CostCenter', Value: '42' },
          ]),
        ]);
  });
});

describe('resources that exist already', () => {
  const template = synthesise({ ...HARDENED, eventBus: 'shared', alarmTopicArn: TOPIC, kmsKeyArn: KEY });
  const text = JSON.stringify(template.Resources);

  test('none of them is created', () => {
    for (const type of ['AWS::Events::EventBus', 'AWS::SNS::Topic', 'AWS::SNS::TopicPolicy', 'AWS::KMS::Key'])
      expect([type, resourcesOf(template, type)]).toEqual([type, []]);
  });

  test('rules are on the bus, and only the change feed may write to it', () => {
    const rules = resourcesOf(template, 'AWS::Events::Rule').filter(([, { Properties }]) => Properties.EventPattern);
    expect(rules.map(([, { Properties }]) => Properties.EventBusName)).toEqual(Array(4).fill('shared'));
    expect(text.split(':event-bus/shared')).toHaveLength(2);
    expect(template.Outputs.BusName?.Value).toBe('shared');
  });

  test('every alarm notifies the topic', () => {
    for (const [, { Properties }] of resourcesOf(template, 'AWS::CloudWatch::Alarm'))
      expect([Properties.AlarmActions, Properties.OKActions]).toEqual([[TOPIC], [TOPIC]]);
    expect(template.Outputs.AlarmTopicArn?.Value).toBe(TOPIC);
  });

  test('the key encrypts, and the template says which statements its policy needs', () => {
    for (const [, { Properties }] of resourcesOf(template, 'AWS::Lambda::Function'))
      expect(Properties.KmsKeyArn).toBe(KEY);
    const own = only(synthesise(HARDENED), 'AWS::KMS::Key').Properties.KeyPolicy as { Statement: { Sid?: string }[] };
    const { KeyPolicy } = (template as unknown as { Metadata: { KeyPolicy: { Sid?: string }[] } }).Metadata;
    expect(KeyPolicy.map(({ Sid }) => Sid)).toEqual(['ThroughServices', 'ByServices', 'Events', 'Logs']);
    expect(KeyPolicy).toEqual(own.Statement.filter(({ Sid }) => Sid));
  });
});

test('apiGatewayLogRole=off leaves the account’s role alone, and the access log stays', () => {
  const accountsIn = (context: Record<string, unknown>) =>
    resourcesOf(synthesise(context), 'AWS::ApiGateway::Account').length;
  expect([accountsIn({}), accountsIn({ apiGatewayLogRole: 'off' })]).toEqual([1, 0]);
  const template = synthesise({ apiGatewayLogRole: 'off' });
  expect(JSON.stringify(template)).not.toContain('AmazonAPIGatewayPushToCloudWatchLogs');
  expect(only(template, 'AWS::ApiGateway::Stage').Properties).toHaveProperty('AccessLogSetting');
});

describe('the environment of functions', () => {
  const origins = (bytes: number) => ({ GATEHOUSE_ALLOWED_ORIGINS: origin(bytes) });
  const origin = (bytes: number): string => {
    const one = 'https://app.example.com';
    const all = Array.from({ length: Math.ceil(bytes / (one.length + 5)) }, (_, at) => `${one}:${1000 + at}`);
    return all.join(',');
  };

  test('synthesis refuses one that Lambda would refuse, and names the largest variable', () => {
    expect(() => synthesise(origins(3600))).toThrow(
      /^the environment of \S+ has \d{4} bytes, and Lambda takes 4096. Shorten GATEHOUSE_ALLOWED_ORIGINS.$/,
    );
  });

  test('the estimate of what CloudFormation fills in is not below the longest ARN', () => {
    expect(() => synthesise(origins(2500))).not.toThrow();
    const arn =
      'arn:aws-us-gov:secretsmanager:us-gov-west-1:123456789012:secret:SessionSecretAFC61D1E-abcdefghijkl-AbCdEf';
    expect(arn.length).toBeLessThanOrEqual(128);
  });
});
