// Checks what the hardened profile adds, and that every resource that stores data is encrypted.
import { describe, expect, test } from '@jest/globals';
import { readSettings } from '../../infra/settings/read.ts';
import { only, resourcesOf, SENDER, synthesise, textOf } from '../support/synthesis.ts';

const context = { ...SENDER, profile: 'hardened', identityProviders: 'on', backupDays: 90 };
const template = synthesise(context);
const [keyId] = resourcesOf(template, 'AWS::KMS::Key')[0] as [string, unknown];
const KEY = `\${${keyId}.Arn}`;

/** Types that store data -> where they name the key. */
const STORING: Readonly<Record<string, (properties: Record<string, unknown>) => unknown>> = {
  'AWS::DynamoDB::GlobalTable': ({ Replicas }) =>
    (Replicas as { SSESpecification: { KMSMasterKeyId: unknown } }[])[0]?.SSESpecification.KMSMasterKeyId,
  'AWS::Backup::BackupVault': ({ EncryptionKeyArn }) => EncryptionKeyArn,
  'AWS::SecretsManager::Secret': ({ KmsKeyId }) => KmsKeyId,
  'AWS::SQS::Queue': ({ KmsMasterKeyId }) => KmsMasterKeyId,
  'AWS::SNS::Topic': ({ KmsMasterKeyId }) => KmsMasterKeyId,
  'AWS::Events::EventBus': ({ KmsKeyIdentifier }) => KmsKeyIdentifier,
  'AWS::Logs::LogGroup': ({ KmsKeyId }) => KmsKeyId,
  'AWS::Lambda::Function': ({ KmsKeyArn }) => KmsKeyArn,
};
/** Types that store nothing, and the bucket, which has its own test. */
const OTHERS = [
  'AWS::ApiGateway::Account',
  'AWS::ApiGateway::Deployment',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  'AWS::Backup::BackupPlan',
  'AWS::Backup::BackupSelection',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Events::Rule',
  'AWS::IAM::Role',
  'AWS::KMS::Key',
  'AWS::KinesisFirehose::DeliveryStream',
  'AWS::Lambda::Alias',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Version',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::ResourcePolicy',
  'AWS::Logs::SubscriptionFilter',
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::SecretsManager::RotationSchedule',
  'AWS::WAFv2::LoggingConfiguration',
  'AWS::WAFv2::WebACL',
  'AWS::WAFv2::WebACLAssociation',
];

test.each(Object.keys(STORING))('every %s is encrypted with the key', (type) => {
  const found = resourcesOf(template, type);
  expect(found.length).toBeGreaterThan(0);
  for (const [id, { Properties }] of found) expect([id, textOf(STORING[type]?.(Properties))]).toEqual([id, KEY]);
});

test('every type of resource is listed as storing data or not', () => {
  const types = Object.values(template.Resources).map(({ Type }) => Type);
  expect([...new Set(types)].filter((type) => !(type in STORING) && !OTHERS.includes(type))).toEqual([]);
});

test('the key rotates, is kept, and is usable only by services of this account', () => {
  const { Properties, DeletionPolicy } = only(template, 'AWS::KMS::Key');
  expect([Properties.EnableKeyRotation, DeletionPolicy]).toEqual([true, 'RetainExceptOnCreate']);
  const { Statement } = Properties.KeyPolicy as { Statement: { Sid?: string; Condition?: Record<string, unknown> }[] };
  const unconditional = Statement.filter(({ Condition }) => !Condition);
  expect(unconditional).toMatchObject([
    { Action: 'kms:*', Principal: { AWS: expect.anything() } },
    // EventBridge does not name the account when it sends events to queues.
    { Sid: 'Events', Principal: { Service: 'events.amazonaws.com' } },
  ]);
  expect(JSON.stringify(unconditional)).toContain(':root');
  for (const { Sid, Condition } of Statement.filter((each) => each.Condition))
    expect([Sid, JSON.stringify(Condition)]).toEqual([Sid, expect.stringMatching(/AWS::AccountId/)]);
});

test.each(['Pepper', 'Seal', 'Session'])('a change of profile does not generate a new root secret: %s', (name) => {
  const generated = (from: typeof template) =>
    only(from, 'AWS::SecretsManager::Secret', name).Properties.GenerateSecretString;
  expect(generated(template)).toEqual(generated(synthesise(SENDER)));
});

test('the firewall protects the stage and blocks floods, bad addresses and known attacks', () => {
  const { Rules, DefaultAction } = only(template, 'AWS::WAFv2::WebACL').Properties as never as {
    Rules: { Name: string; Action?: unknown; OverrideAction?: unknown }[];
    DefaultAction: unknown;
  };
  expect(DefaultAction).toEqual({ Allow: {} });
  expect(Rules.map(({ Name }) => Name)).toEqual([
    'RateByAddress',
    'AWSManagedRulesAmazonIpReputationList',
    'AWSManagedRulesCommonRuleSet',
    'AWSManagedRulesKnownBadInputsRuleSet',
  ]);
  const [rate, ...managed] = Rules;
  expect(rate?.Action).toEqual({ Block: {} });
  for (const { OverrideAction } of managed) expect(OverrideAction).toEqual({ None: {} });
  const { ResourceArn } = only(template, 'AWS::WAFv2::WebACLAssociation').Properties;
  expect(textOf(ResourceArn)).toMatch(/:apigateway:.*\/restapis\/\$\{Api[0-9A-F]+\}\/stages\/\$\{/);
});

/** Rules of AWSManagedRulesCommonRuleSet that block (WAF developer guide, "Baseline rule groups"): none sees a body or a query. */
const BLOCKING = [
  'UserAgent_BadBots_HEADER',
  'SizeRestrictions_Cookie_HEADER', // 10 KB, more than API Gateway takes in all headers together
  'SizeRestrictions_URIPATH',
  'EC2MetaDataSSRF_COOKIE',
  'EC2MetaDataSSRF_URIPATH',
  'GenericLFI_URIPATH',
  'GenericRFI_URIPATH',
  'CrossSiteScripting_URIPATH',
];
/** What a valid request may hold -> the rules that would block it. */
const VALID: Readonly<Record<string, readonly string[]>> = {
  'a redirect URI of a native app, http://127.0.0.1:49152/callback': [
    'GenericRFI_QUERYARGUMENTS',
    'EC2MetaDataSSRF_QUERYARGUMENTS',
  ],
  'a redirect URI or a search with the host app.login.example': ['RestrictedExtensions_QUERYARGUMENTS'],
  'the domain mail.logistics.example in a path': ['RestrictedExtensions_URIPATH'],
  'a password with <script> or ../../etc': ['CrossSiteScripting_BODY', 'GenericLFI_BODY'],
  'a URL with an address in the settings of a tenant': ['GenericRFI_BODY', 'EC2MetaDataSSRF_BODY'],
  'a body of more than 8 KB': ['SizeRestrictions_BODY'],
  'the return from an identity provider': [
    'SizeRestrictions_QUERYSTRING',
    'CrossSiteScripting_QUERYARGUMENTS',
    'GenericLFI_QUERYARGUMENTS',
  ],
  'a cookie of another page of the domain': ['CrossSiteScripting_COOKIE'],
  'a server without a user agent': ['NoUserAgent_HEADER'],
};

describe('the common rules of the firewall', () => {
  const { Rules } = only(template, 'AWS::WAFv2::WebACL').Properties as never as {
    Rules: { Name: string; Statement: { ManagedRuleGroupStatement?: { RuleActionOverrides?: Override[] } } }[];
  };
  type Override = { Name: string; ActionToUse: unknown };
  const overridesOf = (name: string) =>
    Rules.find(({ Name }) => Name === name)?.Statement.ManagedRuleGroupStatement?.RuleActionOverrides ?? [];
  const counted = overridesOf('AWSManagedRulesCommonRuleSet').map(({ Name }) => Name);

  test.each(Object.entries(VALID))('let %s pass', (_, rules) => {
    expect(counted).toEqual(expect.arrayContaining([...rules]));
  });

  test('either count, with a valid request as the reason, or block', () => {
    expect([...counted].sort()).toEqual(Object.values(VALID).flat().sort());
    expect(
      counted.filter((name) => BLOCKING.includes(name) || !/_(BODY|QUERY|URIPATH|COOKIE|HEADER)/.test(name)),
    ).toEqual([]);
    expect(counted.length + BLOCKING.length).toBe(22);
  });

  test('count, and nothing else of any group is changed', () => {
    for (const { ActionToUse } of overridesOf('AWSManagedRulesCommonRuleSet'))
      expect(ActionToUse).toEqual({ Count: {} });
    expect(overridesOf('AWSManagedRulesKnownBadInputsRuleSet')).toEqual([]);
    expect(overridesOf('AWSManagedRulesAmazonIpReputationList')).toEqual([]);
  });
});

test('the firewall’s log contains no credentials', () => {
  const { RedactedFields } = only(template, 'AWS::WAFv2::LoggingConfiguration').Properties as never as {
    RedactedFields: { SingleHeader?: { Name: string }; QueryString?: object }[];
  };
  const headers = RedactedFields.flatMap(({ SingleHeader }) => SingleHeader?.Name ?? []);
  expect(headers).toEqual(expect.arrayContaining(['authorization', 'cookie', 'x-csrf-token', 'x-svc-device-trust']));
  expect(RedactedFields).toContainEqual({ QueryString: {} });
  expect(JSON.stringify(only(template, 'AWS::WAFv2::WebACL'))).not.toContain('"SampledRequestsEnabled":true');
});

test('every log group is archived in a bucket with object lock', () => {
  const groups = resourcesOf(template, 'AWS::Logs::LogGroup').map(([id]) => id);
  const archived = resourcesOf(template, 'AWS::Logs::SubscriptionFilter').map(([, { Properties }]) => Properties);
  expect(archived.map(({ LogGroupName }) => textOf(LogGroupName).slice(2, -1)).sort()).toEqual(groups.sort());
  expect(new Set(archived.map(({ FilterPattern }) => FilterPattern))).toEqual(new Set(['']));
  const { Properties: bucket, DeletionPolicy } = only(template, 'AWS::S3::Bucket');
  expect(DeletionPolicy).toBe('Retain');
  expect(bucket).toMatchObject({
    ObjectLockEnabled: true,
    ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days: 400 } } },
    VersioningConfiguration: { Status: 'Enabled' },
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
  });
});

test('the standard profile has no firewall, key, bucket or delivery stream', () => {
  const types = Object.values(synthesise(SENDER).Resources).map(({ Type }) => Type);
  expect(types.filter((type) => /^AWS::(WAFv2|KMS|S3|KinesisFirehose)::/.test(type))).toEqual([]);
  expect(readSettings({}).isHardened).toBe(false);
});
