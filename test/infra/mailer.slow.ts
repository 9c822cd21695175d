// Checks the path of a message from the bus to the mailer: nothing is lost, nothing blocks, and undeliverable messages
// raise an alarm.
import { expect, test } from '@jest/globals';
import { messageEvents, messagesOf } from '../../lib/contract/events.ts';
import { LEASE_MS } from '../../lib/store/people/message-claims.ts';
import { RECEIVES } from '../../lib/workers/message-retries.ts';
import { idleQueueRequests } from '../bench/sections/costs.ts';
import { only, resourcesOf, SENDER, synthesise, textOf } from '../support/synthesis.ts';

const template = synthesise(SENDER);
const idOf = (type: string, start: string) => resourcesOf(template, type).find(([id]) => id.startsWith(start))?.[0];
const propertiesOf = (type: string, start: string) => only(template, type, start).Properties;
const queue = propertiesOf('AWS::SQS::Queue', 'Messages');
const notices = propertiesOf('AWS::SQS::Queue', 'Notices');
const undelivered = propertiesOf('AWS::SQS::Queue', 'UndeliveredMessages');
const arnOf = (start: string) => `\${${idOf('AWS::SQS::Queue', start)}.Arn}`;
const mailer = resourcesOf(template, 'AWS::Lambda::Function').find(
  ([, { Properties }]) => Properties.FunctionName === 'Gatehouse-mailer',
)?.[1].Properties as { Timeout: number; Environment: { Variables: Record<string, unknown> } };

test.each([
  ['MessageRule', 'Messages', messagesOf('urgent')],
  ['NoticeRule', 'Notices', messagesOf('notice')],
])('%s matches only its messages and fills the queue %s', (id, to, names) => {
  const rule = propertiesOf('AWS::Events::Rule', id);
  expect(rule.EventPattern).toEqual({ source: ['gatehouse'], 'detail-type': names });
  expect(rule.EventBusName).toEqual({ Ref: idOf('AWS::Events::EventBus', 'Bus') });
  const [target, ...others] = rule.Targets as {
    Arn: unknown;
    DeadLetterConfig: { Arn: unknown };
    RetryPolicy: unknown;
  }[];
  expect(others).toEqual([]);
  expect(textOf(target?.Arn)).toBe(arnOf(to));
  expect(textOf(target?.DeadLetterConfig.Arn)).toBe(arnOf('UndeliveredMessages'));
  expect(target?.RetryPolicy).toEqual({ MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 });
});

test('each event that becomes a message has one of the two rules', () => {
  expect([...messagesOf('urgent'), ...messagesOf('notice')].sort()).toEqual([...messageEvents].sort());
});

test('a failed message is retried thirty times, then moved to a dead-letter queue with an alarm', () => {
  const source = propertiesOf('AWS::Lambda::EventSourceMapping', 'Mailer');
  expect(source).toMatchObject({
    BatchSize: 10,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    ScalingConfig: { MaximumConcurrency: 2 },
  });
  expect(textOf(source.EventSourceArn)).toBe(arnOf('Messages'));
  for (const { RedrivePolicy } of [queue, notices]) {
    const { maxReceiveCount, deadLetterTargetArn } = RedrivePolicy as Record<string, unknown>;
    expect([maxReceiveCount, textOf(deadLetterTargetArn)]).toEqual([RECEIVES, arnOf('UndeliveredMessages')]);
  }
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
  for (const { VisibilityTimeout } of [queue, notices]) {
    expect(VisibilityTimeout).toBeGreaterThan(mailer.Timeout);
    expect((VisibilityTimeout as number) * 1000).toBeGreaterThan(LEASE_MS);
  }
});

test('notices have no poller: a schedule starts the mailer every minute, which ends before the next', () => {
  const mappings = resourcesOf(template, 'AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => Properties);
  expect(mappings.map(({ EventSourceArn }) => textOf(EventSourceArn))).not.toContain(arnOf('Notices'));
  const schedule = propertiesOf('AWS::Events::Rule', 'MailerSchedule');
  expect(schedule).toMatchObject({ ScheduleExpression: 'rate(1 minute)', Targets: [{ Input: '{}' }] });
  expect(mailer.Timeout).toBeLessThan(60);
  const { DestinationConfig } = propertiesOf('AWS::Lambda::EventInvokeConfig', 'MailerFailures') as never;
  expect(textOf((DestinationConfig as { OnFailure: { Destination: unknown } }).OnFailure.Destination)).toBe(
    arnOf('Failures'),
  );
});

test('an idle deployment stays within the million requests of SQS that are free', () => {
  const queues = resourcesOf(template, 'AWS::SQS::Queue').map(([id]) => `\${${id}.Arn}`);
  const sources = resourcesOf(template, 'AWS::Lambda::EventSourceMapping').map(([, { Properties }]) =>
    textOf(Properties.EventSourceArn),
  );
  const polled = sources.filter((source) => queues.includes(source)).length;
  const everyMinute = resourcesOf(template, 'AWS::Events::Rule').filter(
    ([, { Properties }]) => Properties.ScheduleExpression === 'rate(1 minute)',
  ).length;
  expect([polled, everyMinute]).toEqual([1, 1]);
  expect(idleQueueRequests({ polled, everyMinute })).toBe(734_400);
  expect(idleQueueRequests({ polled: 2, everyMinute: 0 })).toBeGreaterThan(1_000_000);
});

test('the mailer knows both queues, its number and the rates of the deployment', () => {
  const settings = { ...SENDER, mailRate: 200, smsRate: 30, mailerConcurrency: 7 };
  const own = synthesise(settings);
  const functions = resourcesOf(own, 'AWS::Lambda::Function').map(([, { Properties }]) => Properties);
  const itself = functions.find(({ FunctionName }) => FunctionName === 'Gatehouse-mailer') as typeof mailer;
  expect(itself.Environment.Variables).toMatchObject({
    GATEHOUSE_MAIL_RATE: '200',
    GATEHOUSE_SMS_RATE: '30',
    GATEHOUSE_MAILER_CONCURRENCY: '7',
    GATEHOUSE_CODE_QUEUE: { Ref: expect.stringMatching(/^Messages/) },
    GATEHOUSE_NOTICE_QUEUE: { Ref: expect.stringMatching(/^Notices/) },
  });
  expect(mailer.Environment.Variables).not.toHaveProperty('GATEHOUSE_MAIL_RATE');
  expect(only(own, 'AWS::Lambda::EventSourceMapping', 'Mailer').Properties).toMatchObject({
    ScalingConfig: { MaximumConcurrency: 7 },
  });
  expect(JSON.stringify(own)).not.toContain('ses:GetSendQuota');
});

test.each([
  ['Messages', queue],
  ['Notices', notices],
  ['UndeliveredMessages', undelivered],
])('the queue %s is encrypted, keeps messages for four days and requires TLS', (start, properties) => {
  expect(properties).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 4 * 86_400 });
  const policies = resourcesOf(template, 'AWS::SQS::QueuePolicy').filter(([id]) => id.startsWith(start));
  expect(JSON.stringify(policies)).toContain('"aws:SecureTransport":"false"');
});

test.each([
  ['MessageRule', 'Messages'],
  ['NoticeRule', 'Notices'],
])('only %s may send to the queue %s', (rule, to) => {
  const { PolicyDocument } = propertiesOf('AWS::SQS::QueuePolicy', to) as never;
  const allowed = (PolicyDocument as { Statement: Record<string, unknown>[] }).Statement.filter(
    ({ Effect }) => Effect === 'Allow',
  );
  expect(allowed).toHaveLength(1);
  const { Principal, Condition } = allowed[0] as { Principal: unknown; Condition: Record<string, never> };
  expect(Principal).toEqual({ Service: 'events.amazonaws.com' });
  expect(textOf(Condition.ArnEquals?.['aws:SourceArn'])).toBe(`\${${idOf('AWS::Events::Rule', rule)}.Arn}`);
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
