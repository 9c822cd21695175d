// Checks the table, the secrets, the functions and the event source of the change feed.
import { describe, expect, test } from '@jest/globals';
import { functionsOf, functionsOn, handlerOf, rowOf } from '../../infra/functions.ts';
import { auditEvents } from '../../lib/contract/events.ts';
import type { TenantId } from '../../lib/platform/ids.ts';
import { parse } from '../../lib/platform/settings/config.ts';
import { INDEXES, TTL } from '../../lib/store/keys.ts';
import { event, outboxWrite } from '../../lib/store/outbox.ts';
import { only, type Resource, resourcesOf, SENDER, synthesise, textOf } from '../support/synthesis.ts';

const template = synthesise({ ...SENDER, identityProviders: 'on' });
const functions = resourcesOf(template, 'AWS::Lambda::Function').map(([, { Properties }]) => Properties);
type FunctionProperties = {
  MemorySize: number;
  LoggingConfig: { LogGroup: unknown; LogFormat: string; SystemLogLevel: string; ApplicationLogLevel: string };
  Environment: { Variables: Record<string, unknown> };
};
const functionNamed = (name: string) =>
  functions.find(({ FunctionName }) => FunctionName === `Gatehouse-${name}`) as FunctionProperties;
const environmentOf = (name: string) => functionNamed(name).Environment.Variables;

describe('table', () => {
  const { Properties: table, DeletionPolicy } = only(template, 'AWS::DynamoDB::GlobalTable');
  const [replica, ...others] = table.Replicas as Record<string, unknown>[];
  const keySchema = (pk: string, sk: string) => [
    { AttributeName: pk, KeyType: 'HASH' },
    { AttributeName: sk, KeyType: 'RANGE' },
  ];

  test('the table has one replica, in the region of the stack', () => {
    expect(others).toEqual([]);
    expect(replica?.Region).toEqual({ Ref: 'AWS::Region' });
  });

  test('the table has the keys and indexes of the store', () => {
    expect(table.KeySchema).toEqual(keySchema('pk', 'sk'));
    const indexes = table.GlobalSecondaryIndexes as unknown[];
    expect(indexes).toEqual(
      INDEXES.map(({ name, pk, sk }) => ({
        IndexName: name,
        KeySchema: keySchema(pk, sk),
        Projection: { ProjectionType: 'KEYS_ONLY' },
      })),
    );
  });

  test('the table is restorable, protected from deletion, and kept without the stack', () => {
    expect(replica?.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
    expect(replica?.DeletionProtectionEnabled).toBe(true);
    expect(DeletionPolicy).toBe('Retain');
  });

  test('the table and its indexes have maximum read units, the table maximum write units', () => {
    expect(table.WriteOnDemandThroughputSettings).toEqual({ MaxWriteRequestUnits: 4000 });
    const maximum = { MaxReadRequestUnits: 12_000 };
    expect(replica?.ReadOnDemandThroughputSettings).toEqual(maximum);
    expect(replica?.GlobalSecondaryIndexes).toEqual(
      INDEXES.map(({ name }) => ({ IndexName: name, ReadOnDemandThroughputSettings: maximum })),
    );
  });

  test('the table expires items, streams changes and is billed per request', () => {
    expect(table.TimeToLiveSpecification).toEqual({ AttributeName: TTL, Enabled: true });
    expect(table.StreamSpecification).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
    expect(table.BillingMode).toBe('PAY_PER_REQUEST');
  });
});

describe('secrets', () => {
  const secrets = Object.fromEntries(resourcesOf(template, 'AWS::SecretsManager::Secret'));
  const named = (start: string) => Object.entries(secrets).find(([id]) => id.startsWith(start))?.[1] as Resource;

  test.each(['PepperSecret', 'SealSecret', 'SessionSecret'])(
    '%s is JSON with a first version, is never regenerated, and is kept',
    (name) => {
      // Any change here makes Secrets Manager generate another value, and what the old one protects is lost.
      expect(named(name).Properties.GenerateSecretString).toEqual({
        SecretStringTemplate: '{}',
        GenerateStringKey: '1',
        PasswordLength: 64,
        ExcludePunctuation: true,
      });
      expect(named(name).DeletionPolicy).toBe('RetainExceptOnCreate');
    },
  );

  test('the admin key is plain text, longer than the 32 characters required', () => {
    expect(named('AdminSecret').Properties.GenerateSecretString).toEqual({
      PasswordLength: 48,
      ExcludePunctuation: true,
    });
  });

  test('the secret of identity providers has no value in the template and is kept, so no deployment overwrites it', () => {
    expect(named('SsoSecret').Properties).toEqual({ Description: expect.any(String) });
    expect(named('SsoSecret').DeletionPolicy).toBe('RetainExceptOnCreate');
  });

  test('the values of secrets are neither in the template nor in an environment', () => {
    for (const { Properties } of Object.values(secrets)) expect(Properties).not.toHaveProperty('SecretString');
    expect(JSON.stringify(template)).not.toContain('{{resolve:');
  });
});

describe('functions', () => {
  test('the stack has a function for every row that is not behind a setting', () => {
    expect(functions.map(({ FunctionName }) => FunctionName).sort()).toEqual(
      functionsOf()
        .map((name) => `Gatehouse-${name}`)
        .sort(),
    );
  });

  test.each(functionsOf())(
    '%s runs Node 24 on arm64 with the memory and timeout of its row and a log of 90 days',
    (name) => {
      const properties = functionNamed(name);
      expect(properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: handlerOf(rowOf(name)),
        Timeout: rowOf(name).timeoutSeconds,
        MemorySize: rowOf(name).memoryMb,
      });
      const log = textOf(properties.LoggingConfig.LogGroup).slice(2, -1);
      const groups = Object.fromEntries(resourcesOf(template, 'AWS::Logs::LogGroup'));
      expect(groups[log]?.Properties.RetentionInDays).toBe(90);
    },
  );

  test.each(['warn', 'info'])(
    'with lambdaLogs=%s Lambda drops no line of a function, and its own below that level',
    (lambdaLogs) => {
      const all = resourcesOf(synthesise({ ...SENDER, lambdaLogs }), 'AWS::Lambda::Function');
      for (const [, { Properties }] of all)
        expect(Properties.LoggingConfig).toMatchObject({
          LogFormat: 'JSON',
          ApplicationLogLevel: 'TRACE',
          SystemLogLevel: lambdaLogs.toUpperCase(),
        });
    },
  );

  test('exactly the functions that hash passwords have a whole CPU', () => {
    const large = functions.filter(({ MemorySize }) => MemorySize === 1769).map(({ FunctionName }) => FunctionName);
    expect(large.sort()).toEqual([
      'Gatehouse-admin-console',
      'Gatehouse-admin-transfers',
      'Gatehouse-admin-users',
      'Gatehouse-authentication',
    ]);
  });

  test.each(functionsOn('api'))('%s has a valid configuration', (name) => {
    const variables = Object.entries(environmentOf(name)).map(([variable, value]) => [
      variable,
      textOf(value).replaceAll(/\$\{[^}]*\}/g, 'x'),
    ]);
    const config = parse({ ...Object.fromEntries(variables), GATEHOUSE_TABLE: 'table' });
    expect(config.baseUrl).toBe('https://x.execute-api.x.x/v1');
    expect(config.https).toBe(true);
  });

  test('baseUrl reaches the environment of every function', () => {
    const custom = synthesise({ ...SENDER, baseUrl: 'https://auth.example.com', GATEHOUSE_TOKEN_TYPE: 'cookie' });
    const environments = resourcesOf(custom, 'AWS::Lambda::Function').map(
      ([, { Properties }]) => (Properties.Environment as { Variables: Record<string, unknown> }).Variables,
    );
    const ofGroups = environments.filter((variables) => 'GATEHOUSE_BASE_URL' in variables);
    expect(ofGroups).toHaveLength(functionsOf().length);
    for (const variables of ofGroups) expect(variables.GATEHOUSE_BASE_URL).toBe('https://auth.example.com');
    // The function of the pages has no other setting.
    const configured = ofGroups.filter(({ GATEHOUSE_TOKEN_TYPE }) => GATEHOUSE_TOKEN_TYPE === 'cookie');
    expect(configured).toHaveLength(functionsOf().length - 1);
  });
});

test('in an account that may run few functions at once, the change feed takes one batch of a shard at a time', () => {
  const small = synthesise({ ...SENDER, accountConcurrency: 10 });
  expect(only(small, 'AWS::Lambda::EventSourceMapping', 'ChangeFeed').Properties.ParallelizationFactor).toBe(1);
});

describe('events', () => {
  const source = only(template, 'AWS::Lambda::EventSourceMapping', 'ChangeFeed').Properties;
  const queue = only(template, 'AWS::SQS::Queue', 'Failures').Properties;

  test('the filter passes only outbox items, users, jobs, new sessions and ended ones to the change feed', () => {
    const tenant = { tenantId: 'ten_x' as TenantId, name: 'x', slug: 'x' };
    const events = [event('svc.tenant_deleted', tenant)];
    const written = outboxWrite(tenant.tenantId, events, 0) as { create: { type: string } };
    const { Filters } = source.FilterCriteria as { Filters: { Pattern: string }[] };
    expect(Filters.map(({ Pattern }) => JSON.parse(Pattern))).toEqual([
      { eventName: ['INSERT'], dynamodb: { NewImage: { type: { S: [written.create.type, 'admin-session'] } } } },
      { dynamodb: { NewImage: { type: { S: ['session'] }, gen: { N: ['1'] } } } },
      { dynamodb: { NewImage: { type: { S: ['user', 'job', 'heartbeat', 'failed-sign-ins'] } } } },
      { eventName: ['REMOVE'], dynamodb: { OldImage: { type: { S: ['user', 'session'] } } } },
    ]);
  });

  test('a failed batch is retried in part for a bounded time, then reported to the queue of failures', () => {
    expect(source).toMatchObject({
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 20,
      ParallelizationFactor: 4,
      MaximumRecordAgeInSeconds: 3600,
    });
    const [id] = resourcesOf(template, 'AWS::SQS::Queue').find(([each]) => each.startsWith('Failures')) ?? [];
    const { OnFailure } = source.DestinationConfig as { OnFailure: { Destination: unknown } };
    expect(textOf(OnFailure.Destination)).toBe(`\${${id}.Arn}`);
  });

  test('the queue of failures is encrypted and keeps messages for four days', () => {
    expect(queue).toMatchObject({ MessageRetentionPeriod: 4 * 86_400, SqsManagedSseEnabled: true });
  });

  test('the change feed has the bus in its environment, besides what every function with the seal secret has', () => {
    const [bus] = resourcesOf(template, 'AWS::Events::EventBus')[0] as [string, Resource];
    expect(environmentOf('change-feed')).toEqual({
      ...environmentOf('key-rotation'),
      GATEHOUSE_BUS: { Ref: bus },
    });
  });
});

test('audit and security events go to a log group that is kept, which only their rule may write to', () => {
  const [, { Properties: rule }] = resourcesOf(template, 'AWS::Events::Rule').find(([id]) =>
    id.startsWith('AuditRule'),
  )!;
  expect(rule.EventPattern).toEqual({ source: ['gatehouse'], 'detail-type': [...auditEvents] });
  const [id, { Properties: group, DeletionPolicy }] = resourcesOf(template, 'AWS::Logs::LogGroup').find(([name]) =>
    name.startsWith('AuditLog'),
  )!;
  expect([group.RetentionInDays, DeletionPolicy]).toEqual([90, 'RetainExceptOnCreate']);
  expect(textOf((rule.Targets as { Arn: unknown }[])[0]?.Arn)).toContain(`log-group:\${${id}}`);
  const [, policy] = resourcesOf(template, 'AWS::Logs::ResourcePolicy')[0]!;
  expect(textOf(policy.Properties.PolicyDocument)).toMatch(/logs:PutLogEvents.*aws:SourceArn.*AuditRule/s);
});

test('the outputs contain what an operator needs after deploying', () => {
  expect(Object.keys(template.Outputs).sort()).toEqual([
    'AdminSecretName',
    'AlarmTopicArn',
    'ApiUrl',
    'AuditLogName',
    'BaseUrl',
    'BusName',
    'DashboardUrl',
    'PepperSecretName',
    'SealSecretName',
    'SessionSecretName',
    'SsoSecretName',
    'StreamArn',
    'TableName',
  ]);
});
