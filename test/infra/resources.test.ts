// What must hold of the table, the secrets, the functions and the way to the bus, whatever else changes.
import { describe, expect, test } from '@jest/globals';
import { functionNames } from '../../infra/build/bundle.ts';
import { needs } from '../../infra/stack/functions.ts';
import { groupNames, kebab } from '../../lib/contract/index.ts';
import { parse } from '../../lib/platform/config.ts';
import type { TenantId } from '../../lib/platform/ids.ts';
import { INDEXES, TTL } from '../../lib/store/keys.ts';
import { event, outboxWrite } from '../../lib/store/outbox.ts';
import { only, type Resource, resourcesOf, SENDER, synthesise, textOf } from '../support/synthesis.ts';

const template = synthesise({ ...SENDER, identityProviders: 'on' });
const functions = resourcesOf(template, 'AWS::Lambda::Function').map(([, { Properties }]) => Properties);
type FunctionProperties = {
  MemorySize: number;
  LoggingConfig: { LogGroup: unknown };
  Environment: { Variables: Record<string, unknown> };
};
const functionNamed = (name: string) =>
  functions.find(({ FunctionName }) => FunctionName === `Gatehouse-${name}`) as FunctionProperties;
const SECONDS: Record<string, number> = { 'change-feed': 60, mailer: 20, 'key-rotation': 30, 'secret-rotation': 30 };
const environmentOf = (name: string) => functionNamed(name).Environment.Variables;

describe('table', () => {
  const { Properties: table, DeletionPolicy } = only(template, 'AWS::DynamoDB::Table');
  const keySchema = (pk: string, sk: string) => [
    { AttributeName: pk, KeyType: 'HASH' },
    { AttributeName: sk, KeyType: 'RANGE' },
  ];

  test('has the keys and indexes of the store', () => {
    expect(table.KeySchema).toEqual(keySchema('pk', 'sk'));
    const indexes = table.GlobalSecondaryIndexes as unknown[];
    expect(indexes).toEqual(
      INDEXES.map(({ name, pk, sk }) => ({
        IndexName: name,
        KeySchema: keySchema(pk, sk),
        Projection: { ProjectionType: 'KEYS_ONLY' },
        OnDemandThroughput: { MaxReadRequestUnits: 12_000 },
      })),
    );
  });

  test('is kept: restorable, protected, and there after the stack is gone', () => {
    expect(table.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
    expect(table.DeletionProtectionEnabled).toBe(true);
    expect(DeletionPolicy).toBe('Retain');
  });

  test('is bounded in what it can cost', () => {
    expect(table.OnDemandThroughput).toEqual({ MaxReadRequestUnits: 12_000, MaxWriteRequestUnits: 4000 });
  });

  test('expires items, streams changes and costs nothing when idle', () => {
    expect(table.TimeToLiveSpecification).toEqual({ AttributeName: TTL, Enabled: true });
    expect(table.StreamSpecification).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
    expect(table.BillingMode).toBe('PAY_PER_REQUEST');
  });
});

describe('secrets', () => {
  const secrets = Object.fromEntries(resourcesOf(template, 'AWS::SecretsManager::Secret'));
  const named = (start: string) => Object.entries(secrets).find(([id]) => id.startsWith(start))?.[1] as Resource;

  test('the root is JSON with its first version, never regenerated and kept', () => {
    // Any change here makes Secrets Manager generate another value, and everything sealed under this one is lost.
    expect(named('RootSecret').Properties.GenerateSecretString).toEqual({
      SecretStringTemplate: '{}',
      GenerateStringKey: '1',
      PasswordLength: 64,
      ExcludePunctuation: true,
    });
    expect(named('RootSecret').DeletionPolicy).toBe('Retain');
  });

  test('the admin key is plain text, longer than the 32 characters demanded', () => {
    expect(named('AdminSecret').Properties.GenerateSecretString).toEqual({
      PasswordLength: 48,
      ExcludePunctuation: true,
    });
  });

  test('that of the identity providers has no value at all, and is kept: what people write there, no deployment replaces', () => {
    expect(named('SsoSecret').Properties).toEqual({ Description: expect.any(String) });
    expect(named('SsoSecret').DeletionPolicy).toBe('Retain');
  });

  test('values stand neither in the template nor in an environment', () => {
    for (const { Properties } of Object.values(secrets)) expect(Properties).not.toHaveProperty('SecretString');
    expect(JSON.stringify(template)).not.toContain('{{resolve:');
  });
});

describe('functions', () => {
  test('there is one for each group, the change feed and the mailer', () => {
    expect(functions.map(({ FunctionName }) => FunctionName).sort()).toEqual(
      functionNames.map((name) => `Gatehouse-${name}`).sort(),
    );
  });

  test.each(functionNames)('%s runs Node 24 on arm64 for a bounded time, with a log of 90 days', (name) => {
    const properties = functionNamed(name);
    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
      Timeout: SECONDS[name] ?? 10,
    });
    const log = textOf(properties.LoggingConfig.LogGroup).slice(2, -1);
    const groups = Object.fromEntries(resourcesOf(template, 'AWS::Logs::LogGroup'));
    expect(groups[log]?.Properties.RetentionInDays).toBe(90);
  });

  test.each(groupNames)('%s has the CPU that its work needs', (group) => {
    expect(functionNamed(kebab(group)).MemorySize).toBe(needs[group].hashes ? 1769 : 512);
  });

  test('those that hash passwords are those with a whole CPU', () => {
    const large = functions.filter(({ MemorySize }) => MemorySize === 1769).map(({ FunctionName }) => FunctionName);
    expect(large.sort()).toEqual(['Gatehouse-admin-console', 'Gatehouse-admin-users', 'Gatehouse-authentication']);
  });

  test.each(groupNames)('%s finds a configuration that is valid', (group) => {
    const variables = Object.entries(environmentOf(kebab(group))).map(([name, value]) => [
      name,
      textOf(value).replaceAll(/\$\{[^}]*\}/g, 'x'),
    ]);
    const config = parse({ ...Object.fromEntries(variables), GATEHOUSE_TABLE: 'table' });
    expect(config.baseUrl).toBe('https://x.execute-api.x.x/v1');
    expect(config.https).toBe(true);
  });

  test('a custom domain is the base URL of every group', () => {
    const custom = synthesise({ ...SENDER, baseUrl: 'https://auth.example.com', GATEHOUSE_TOKEN_TYPE: 'cookie' });
    const environments = resourcesOf(custom, 'AWS::Lambda::Function').map(
      ([, { Properties }]) => (Properties.Environment as { Variables: Record<string, unknown> }).Variables,
    );
    const ofGroups = environments.filter((variables) => 'GATEHOUSE_BASE_URL' in variables);
    expect(ofGroups).toHaveLength(functionNames.length);
    for (const variables of ofGroups) {
      expect(variables).toMatchObject({
        GATEHOUSE_BASE_URL: 'https://auth.example.com',
        GATEHOUSE_TOKEN_TYPE: 'cookie',
      });
    }
  });
});

describe('events', () => {
  const source = only(template, 'AWS::Lambda::EventSourceMapping', 'ChangeFeed').Properties;
  const queue = only(template, 'AWS::SQS::Queue', 'Failures').Properties;

  test('the change feed gets what the store puts into the outbox, users and jobs, and nothing else', () => {
    const tenant = { tenantId: 'ten_x' as TenantId, name: 'x', slug: 'x' };
    const events = [event('svc.tenant_deleted', tenant)];
    const written = outboxWrite(tenant.tenantId, events, 0) as { create: { type: string } };
    const { Filters } = source.FilterCriteria as { Filters: { Pattern: string }[] };
    expect(Filters.map(({ Pattern }) => JSON.parse(Pattern))).toEqual([
      { eventName: ['INSERT'], dynamodb: { NewImage: { type: { S: [written.create.type] } } } },
      { dynamodb: { NewImage: { type: { S: ['user', 'job'] } } } },
      { eventName: ['REMOVE'], dynamodb: { OldImage: { type: { S: ['user'] } } } },
    ]);
  });

  test('a batch that fails comes again in part, for a bounded time, and then leaves a trace', () => {
    expect(source).toMatchObject({
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 20,
      MaximumRecordAgeInSeconds: 3600,
    });
    const [id] = resourcesOf(template, 'AWS::SQS::Queue').find(([each]) => each.startsWith('Failures')) ?? [];
    const { OnFailure } = source.DestinationConfig as { OnFailure: { Destination: unknown } };
    expect(textOf(OnFailure.Destination)).toBe(`\${${id}.Arn}`);
  });

  test('the trace is encrypted and kept for four days', () => {
    expect(queue).toMatchObject({ MessageRetentionPeriod: 4 * 86_400, SqsManagedSseEnabled: true });
  });

  test('the change feed knows the bus besides what every function knows', () => {
    const [bus] = resourcesOf(template, 'AWS::Events::EventBus')[0] as [string, Resource];
    expect(environmentOf('change-feed')).toEqual({
      ...environmentOf('discovery'),
      GATEHOUSE_BUS: { Ref: bus },
    });
  });
});

test('what a person needs after deploying is an output', () => {
  expect(Object.keys(template.Outputs).sort()).toEqual([
    'AdminSecretName',
    'AlarmTopicArn',
    'ApiUrl',
    'BaseUrl',
    'BusName',
    'DashboardUrl',
    'RootSecretName',
    'SsoSecretName',
    'StreamArn',
    'TableName',
  ]);
});
