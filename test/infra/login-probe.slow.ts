// Checks the stack of the login probe: a function with one permission, an alarm on failure and silence, and nothing shared.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { App, Stack } from 'aws-cdk-lib';
import { Template as Assertions } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { bundleProbe } from '../../infra/bundling/probe.ts';
import { createProbeStack } from '../../infra/probe-stack.ts';
import { readSettings } from '../../infra/settings/read.ts';
import { acknowledgeProbe } from '../../infra/stack/acknowledgements.ts';
import { isInstalled, lint } from '../support/cfn-lint.ts';
import { only, resourcesOf, SENDER, synthesise, type Template, withApp } from '../support/synthesis.ts';

const CONTEXT = { ...SENDER, baseUrl: 'https://auth.example.com', loginProbeMinutes: 5 };
const HARDENED = { ...CONTEXT, profile: 'hardened', alarmEmail: 'ops@example.com' };
const ARN = 'arn:aws:sns:eu-west-1:123456789012:ops';

const inApp = <T>(context: object, act: (app: App, stack: Stack | undefined) => T): T =>
  withApp((app, bundles) => act(app, createProbeStack(app, readSettings({ ...context }), bundles)));
const templateOf = (context: object): Template =>
  inApp(context, (_, stack) => Assertions.fromStack(stack as Stack).toJSON() as Template);
const template = templateOf(CONTEXT);

test('there is none unless the settings ask for it, and the deployment’s own stack is the same', () => {
  const { loginProbeMinutes: _, ...without } = CONTEXT;
  expect(inApp(without, (__, stack) => stack)).toBeUndefined();
  expect(synthesise(CONTEXT)).toEqual(synthesise(without));
});

test('it has ten resources, one more with a key or an e-mail address, and imports nothing', () => {
  const types = (of: Template) => Object.values(of.Resources).map(({ Type }) => Type);
  expect(types(template).sort()).toEqual(
    [
      'AWS::CloudWatch::Alarm',
      'AWS::Events::Rule',
      'AWS::IAM::Role',
      'AWS::Lambda::EventInvokeConfig',
      'AWS::Lambda::Function',
      'AWS::Lambda::Permission',
      'AWS::Logs::LogGroup',
      'AWS::SNS::Topic',
      'AWS::SNS::TopicPolicy',
      'AWS::SecretsManager::Secret',
    ].sort(),
  );
  const more = types(templateOf(HARDENED));
  for (const type of types(template)) more.splice(more.indexOf(type), 1);
  expect(more.sort()).toEqual(['AWS::KMS::Key', 'AWS::SNS::Subscription']);
  expect(JSON.stringify(template)).not.toMatch(/Fn::ImportValue|"Export"/);
});

test('the function may read its secret and write its log, and its own retries do not count as further failures', () => {
  const { Policies } = only(template, 'AWS::IAM::Role').Properties as {
    Policies: { PolicyDocument: { Statement: { Action: unknown; Resource: unknown }[] } }[];
  };
  const statements = Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  expect(statements.map(({ Action }) => Action)).toEqual([
    ['logs:CreateLogStream', 'logs:PutLogEvents'],
    'secretsmanager:GetSecretValue',
  ]);
  for (const { Resource } of statements) expect(Resource).not.toBe('*');
  expect(only(template, 'AWS::Lambda::EventInvokeConfig').Properties).toMatchObject({ MaximumRetryAttempts: 0 });
  expect(only(template, 'AWS::Events::Rule').Properties).toMatchObject({ ScheduleExpression: 'rate(5 minutes)' });
  expect(only(template, 'AWS::Logs::LogGroup').Properties.RetentionInDays).toBe(90);
  expect(only(template, 'AWS::SecretsManager::Secret').Properties).not.toHaveProperty('GenerateSecretString');
});

test('the alarm is raised by two failures in a row, and by silence', () => {
  expect(only(template, 'AWS::CloudWatch::Alarm').Properties).toMatchObject({
    AlarmName: 'Gatehouse-LoginProbe',
    ActionsEnabled: true,
    Namespace: 'AWS/Lambda',
    MetricName: 'Errors',
    Dimensions: [{ Name: 'FunctionName', Value: 'Gatehouse-login-probe' }],
    Statistic: 'Sum',
    Period: 300,
    EvaluationPeriods: 2,
    Threshold: 0,
    ComparisonOperator: 'GreaterThanThreshold',
    TreatMissingData: 'breaching',
  });
});

test('everything stored is encrypted by a key in the hardened profile, which may be an existing one', () => {
  const encrypted = (of: Template) =>
    [
      only(of, 'AWS::Lambda::Function').Properties.KmsKeyArn,
      only(of, 'AWS::Logs::LogGroup').Properties.KmsKeyId,
      only(of, 'AWS::SecretsManager::Secret').Properties.KmsKeyId,
      only(of, 'AWS::SNS::Topic').Properties.KmsMasterKeyId,
    ].map((each) => JSON.stringify(each));
  const [[key]] = resourcesOf(templateOf(HARDENED), 'AWS::KMS::Key') as [[string, unknown]];
  expect(new Set(encrypted(templateOf(HARDENED)))).toEqual(new Set([`{"Fn::GetAtt":["${key}","Arn"]}`]));
  const kmsKeyArn = 'arn:aws:kms:eu-west-1:123456789012:key/01234567-89ab-cdef-0123-456789abcdef';
  expect(new Set(encrypted(templateOf({ ...HARDENED, kmsKeyArn })))).toEqual(new Set([JSON.stringify(kmsKeyArn)]));
});

test('the settings’ topic, tags, boundary and retention are those of the probe, too', () => {
  const permissionsBoundary = 'arn:aws:iam::123456789012:policy/Boundary';
  const more = { alarmTopicArn: ARN, permissionsBoundary, logRetentionDays: 30, tags: 'Team=Identity' };
  const governed = templateOf({ ...CONTEXT, ...more });
  expect(resourcesOf(governed, 'AWS::SNS::Topic')).toEqual([]);
  expect(only(governed, 'AWS::CloudWatch::Alarm').Properties.AlarmActions).toEqual([ARN]);
  expect(only(governed, 'AWS::IAM::Role').Properties.PermissionsBoundary).toBe(permissionsBoundary);
  expect(only(governed, 'AWS::Logs::LogGroup').Properties.RetentionInDays).toBe(30);
  expect(only(governed, 'AWS::Lambda::Function').Properties.Tags).toEqual([{ Key: 'Team', Value: 'Identity' }]);
});

describe('linters', () => {
  type Report = { violations: { ruleName: string }[] };

  test.each([CONTEXT, HARDENED, { ...CONTEXT, alarmTopicArn: ARN }])('cdk-nag finds nothing with %j', (context) => {
    const findings = inApp(context, (app, stack) => {
      acknowledgeProbe(stack as Stack, readSettings({ ...context }));
      return [new AwsSolutionsChecks(app), new ServerlessChecks(app)]
        .flatMap((checks) => (checks.validateScope(app) as Report).violations)
        .map(({ ruleName }) => ruleName);
    });
    expect(findings).toEqual([]);
  });

  test(isInstalled ? 'cfn-lint finds nothing' : 'cfn-lint is not installed: nothing was linted', () => {
    if (!isInstalled) return;
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-probe-'));
    try {
      const files = [CONTEXT, HARDENED].map((context, at) => {
        const file = join(directory, `${at}.json`);
        writeFileSync(file, JSON.stringify(templateOf(context)));
        return file;
      });
      expect(lint('eu-west-1', files)).toEqual([]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});

test('its bundle loads by itself, as Lambda loads it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-probe-'));
  try {
    await bundleProbe(directory);
    writeFileSync(join(directory, 'package.json'), '{"type":"commonjs"}');
    const { handler } = createRequire(import.meta.url)(join(directory, 'login-probe/index.js'));
    expect(typeof handler).toBe('function');
  } finally {
    rmSync(directory, { recursive: true });
  }
});
