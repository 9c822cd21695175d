// Checks the path of a message from the bus to the mailer: nothing is lost, nothing blocks, and undeliverable messages
// raise an alarm.
import { expect, test } from '@jest/globals';
import { messageEvents } from '../../lib/contract/events.ts';
import { LEASE_MS } from '../../lib/store/message-claims.ts';
import { only, resourcesOf, SENDER, synthesise, textOf } from '../support/synthesis.ts';

const template = synthesise(SENDER);
const idOf = (type: string, start: string) => resourcesOf(template, type).find(([id]) => id.startsWith(start))?.[0];
const propertiesOf = (type: string, start: string) => only(template, type, start).Properties;
const queue = propertiesOf('AWS::SQS::Queue', 'Messages');
const undelivered = propertiesOf('AWS::SQS::Queue', 'UndeliveredMessages');
const arnOf = (start: string) => `\${${idOf('AWS::SQS::Queue', start)}.Arn}`;
const mailer = resourcesOf(template, 'AWS::Lambda::Function').find(
  ([, { Properties }]) => Properties.FunctionName === 'Gatehouse-mailer',
)?.[1].Properties as { Timeout: number; Environment: { Variables: Record<string, unknown> } };

test('the rule matches only events that become messages', () => {
  const rule = propertiesOf('AWS::Events::Rule', 'MessageRule');
  expect(rule.EventPattern).toEqual({ source: ['gatehouse'], 'detail-type': [...messageEvents] });
  expect(rule.EventBusName).toEqual({ Ref: idOf('AWS::Events::EventBus', 'Bus') });
  const [target, ...others] = rule.Targets as {
    Arn: unknown;
    DeadLetterConfig: { Arn: unknown };
    RetryPolicy: unknown;
  }[];
  expect(others).toEqual([]);
  expect(textOf(target?.Arn)).toBe(arnOf('Messages'));
  expect(textOf(target?.DeadLetterConfig.Arn)).toBe(arnOf('UndeliveredMessages'));
  expect(target?.RetryPolicy).toEqual({ MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 });
});

test('a failed message is retried ten times, then moved to a dead-letter queue with an alarm', () => {
  const source = propertiesOf('AWS::Lambda::EventSourceMapping', 'Mailer');
  expect(source).toMatchObject({ BatchSize: 10, FunctionResponseTypes: ['ReportBatchItemFailures'] });
  expect(textOf(source.EventSourceArn)).toBe(arnOf('Messages'));
  const { maxReceiveCount, deadLetterTargetArn } = queue.RedrivePolicy as Record<string, unknown>;
  expect([maxReceiveCount, textOf(deadLetterTargetArn)]).toEqual([10, arnOf('UndeliveredMessages')]);
  const alarm = propertiesOf('AWS::CloudWatch::Alarm', 'Undelivered');
  expect(alarm).toMatchObject({
    MetricName: 'ApproximateNumberOfMessagesVisible',
    Threshold: 0,
    ComparisonOperator: 'GreaterThanThreshold',
    TreatMissingData: 'notBreaching',
  });
  const [{ Name, Value }] = alarm.Dimensions as [{ Name: string; Value: { 'Fn::GetAtt': string[] } }];
  expect([Name, Value['Fn::GetAtt']]).toEqual(['QueueName', [idOf('AWS::SQS::Queue', 'Undelivered'), 'QueueName']]);
});

test('the mailer times out before its lease ends, and the message becomes visible again after', () => {
  expect(mailer.Timeout * 1000).toBeLessThan(LEASE_MS);
  expect(queue.VisibilityTimeout).toBe(6 * mailer.Timeout);
  expect((queue.VisibilityTimeout as number) * 1000).toBeGreaterThan(LEASE_MS);
});

test.each([
  ['Messages', queue],
  ['UndeliveredMessages', undelivered],
])('the queue %s is encrypted, keeps messages for four days and requires TLS', (start, properties) => {
  expect(properties).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 4 * 86_400 });
  const policies = resourcesOf(template, 'AWS::SQS::QueuePolicy').filter(([id]) => id.startsWith(start));
  expect(JSON.stringify(policies)).toContain('"aws:SecureTransport":"false"');
});

test('only the rule may send to the queue', () => {
  const { PolicyDocument } = propertiesOf('AWS::SQS::QueuePolicy', 'Messages') as never;
  const allowed = (PolicyDocument as { Statement: Record<string, unknown>[] }).Statement.filter(
    ({ Effect }) => Effect === 'Allow',
  );
  expect(allowed).toHaveLength(1);
  const { Principal, Condition } = allowed[0] as { Principal: unknown; Condition: Record<string, never> };
  expect(Principal).toEqual({ Service: 'events.amazonaws.com' });
  expect(textOf(Condition.ArnEquals?.['aws:SourceArn'])).toBe(`\${${idOf('AWS::Events::Rule', 'MessageRule')}.Arn}`);
});

test('the mailer has its sender and the seal secret in its environment, and no other secret', () => {
  expect(mailer.Environment.Variables.GATEHOUSE_SENDER).toBe(SENDER.sender);
  const secrets = Object.keys(mailer.Environment.Variables).filter((name) => name.endsWith('_SECRET'));
  expect(secrets).toEqual(['GATEHOUSE_SEAL_SECRET']);
});

test('without a sender there is no mailer, rule or queue for messages', () => {
  const without = synthesise();
  const withoutHash = ([id]: [string, unknown]) => id.replace(/[0-9A-F]{8}$/, '');
  expect(resourcesOf(without, 'AWS::Events::Rule').map(withoutHash)).not.toContain('MessageRule');
  expect(resourcesOf(without, 'AWS::SQS::Queue').map(withoutHash)).toEqual(['Failures']);
  const names = resourcesOf(without, 'AWS::Lambda::Function').map(([, { Properties }]) => Properties.FunctionName);
  expect(names).not.toContain('Gatehouse-mailer');
});
