// Checks the rotation of keys: what starts it, what it may do, and where a failure is reported.
import { expect, test } from '@jest/globals';
import { FUNCTIONS } from '../../infra/functions.ts';
import { keyRing, publicKeys } from '../../lib/store/keys.ts';
import {
  listOf,
  only,
  resourcesOf,
  type Statement,
  statementsByFunction,
  synthesise,
  textOf,
} from '../support/synthesis.ts';

const template = synthesise({ signingKeyDays: 10, rootSecretDays: 90 });
const statements = statementsByFunction(template);
const idOf = (type: string, start: string) => resourcesOf(template, type).find(([id]) => id.startsWith(start))?.[0];
const actionsOf = (name: string) => (statements[name] as Statement[]).flatMap(({ Action }) => listOf(Action)).sort();
const ROOTS = ['PepperSecret', 'SealSecret', 'SessionSecret'];
const secretArn = (name: string) => `\${${idOf('AWS::SecretsManager::Secret', name)}}`;
const FAILURES = `\${${idOf('AWS::SQS::Queue', 'Failures')}.Arn}`;

test('signing keys rotate on a schedule; a failed run is retried, then reported to the queue of failures', () => {
  const rule = only(template, 'AWS::Events::Rule', 'KeyRotation').Properties;
  expect(rule).toMatchObject({ ScheduleExpression: 'rate(10 days)', State: 'ENABLED' });
  const [target] = rule.Targets as { Arn: unknown; DeadLetterConfig: { Arn: unknown } }[];
  expect(textOf(target?.Arn)).toBe(`\${${idOf('AWS::Lambda::Function', 'KeyRotation')}.Arn}`);
  expect(textOf(target?.DeadLetterConfig.Arn)).toBe(FAILURES);
  const invoked = only(template, 'AWS::Lambda::EventInvokeConfig', 'KeyRotation').Properties;
  expect(invoked).toMatchObject({ MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 21_600 });
  const { OnFailure } = invoked.DestinationConfig as { OnFailure: { Destination: unknown } };
  expect(textOf(OnFailure.Destination)).toBe(FAILURES);
});

test('the key rotation may only access the signing keys and the seal secret', () => {
  expect(actionsOf('key-rotation')).toEqual(
    [
      ...Object.keys(FUNCTIONS['key-rotation'].table).map((action) => `dynamodb:${action}`),
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      'secretsmanager:GetSecretValue',
      'sqs:SendMessage',
    ].sort(),
  );
  const onTable = statements['key-rotation']?.find(({ Action }) => listOf(Action)[0]?.startsWith('dynamodb:'));
  const keys = [keyRing.pk, publicKeys.pk];
  expect(onTable?.Condition).toEqual({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } });
  const onSecrets = statements['key-rotation']?.find(({ Action }) => listOf(Action)[0]?.startsWith('secrets'));
  expect(listOf(onSecrets?.Resource).map(textOf)).toEqual([secretArn('SealSecret')]);
});

test.each(ROOTS)('Secrets Manager rotates the %s, and only it may invoke the rotation function for it', (name) => {
  const root = idOf('AWS::SecretsManager::Secret', name) as string;
  const schedule = only(template, 'AWS::SecretsManager::RotationSchedule', name).Properties;
  expect(schedule).toMatchObject({
    SecretId: { Ref: root },
    RotationRules: { AutomaticallyAfterDays: 90 },
    RotateImmediatelyOnUpdate: false,
  });
  const permission = only(template, 'AWS::Lambda::Permission', `SecretRotation${name}`).Properties;
  expect(permission).toMatchObject({
    Principal: 'secretsmanager.amazonaws.com',
    SourceArn: { Ref: root },
    SourceAccount: { Ref: 'AWS::AccountId' },
  });
});

test('the secret rotation may only access the root secrets', () => {
  expect(actionsOf('secret-rotation')).toEqual([
    'logs:CreateLogStream',
    'logs:PutLogEvents',
    'secretsmanager:DescribeSecret',
    'secretsmanager:GetSecretValue',
    'secretsmanager:PutSecretValue',
    'secretsmanager:UpdateSecretVersionStage',
  ]);
  const onSecrets = statements['secret-rotation']?.find(({ Action }) => listOf(Action)[0]?.startsWith('secrets'));
  expect(listOf(onSecrets?.Resource).map(textOf)).toEqual(ROOTS.map(secretArn));
});
