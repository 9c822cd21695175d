// Checks the alarms: what they watch, whom they notify, and that the standard profile stays free.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { only, resourcesOf, SENDER, synthesise, textOf } from '../support/synthesis.ts';

type MathEntry = { Expression?: string; MetricStat?: unknown };
type Alarm = {
  AlarmName: string;
  AlarmDescription: string;
  AlarmActions: unknown[];
  OKActions: unknown[];
  Namespace: string;
  MetricName: string;
  Metrics?: MathEntry[];
  Dimensions?: { Name: string; Value: unknown }[];
  Threshold: number;
  TreatMissingData: string;
};
const alarmsIn = (context: Record<string, unknown>) => {
  const template = synthesise(context);
  const alarms = resourcesOf(template, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties as Alarm);
  return { template, alarms, named: (name: string) => alarms.find((each) => each.AlarmName === `Gatehouse-${name}`) };
};
const { template, alarms, named } = alarmsIn({ ...SENDER, alarmEmail: 'ops@example.com', smsBudget: 200 });
const hardened = alarmsIn({ ...SENDER, profile: 'hardened' });
const NAMES = [
  'AuthenticationFailures',
  'ChangeFeedLag',
  'Failures',
  'GatewayThrottles',
  'Guessing',
  'RefreshTokenReuse',
  'RepairNeeded',
  'ServerErrors',
  'SmsSpend',
  'UndeliveredMessages',
];
const MORE = [
  'EventsLost',
  'FunctionThrottles',
  'LogArchive',
  'MessagesLate',
  'NoticesLost',
  'RateLimits',
  'RefreshTokenForged',
  'SendingLimited',
  'SmsSpendAll',
  'SmsSpendHalf',
  'TableThrottles',
  'TenantBudgets',
];
const isStatistic = ({ MetricStat }: MathEntry): boolean => MetricStat !== undefined;
const namesOf = (all: Alarm[]) => all.map(({ AlarmName }) => AlarmName.replace('Gatehouse-', '')).sort();

test('the standard profile has ten alarms of one metric each, which are free', () => {
  expect(namesOf(alarms)).toEqual(NAMES);
  expect(alarms.filter(({ Metrics }) => Metrics)).toEqual([]);
});

test('the hardened profile adds twelve alarms of seventeen metrics, as the costs say', () => {
  expect(namesOf(hardened.alarms)).toEqual([...NAMES, ...MORE].sort());
  const used = hardened.alarms.map(({ Metrics = [] }) => Metrics.filter(isStatistic).length || 1);
  expect(used.reduce((sum, each) => sum + each, 0)).toBe(10 + 17);
});

describe.each(NAMES)('%s', (name) => {
  const alarm = named(name) as Alarm;

  test('the alarm notifies when it begins and ends, and stays quiet without data unless something must report', () => {
    const [topic] = resourcesOf(template, 'AWS::SNS::Topic')[0] as [string, unknown];
    for (const actions of [alarm.AlarmActions, alarm.OKActions]) expect(actions.map(textOf)).toEqual([`\${${topic}}`]);
    expect(alarm.AlarmDescription).toMatch(/^Gatehouse: .{20}/);
    // The heartbeat keeps this metric alive; without it the change feed is dead.
    expect(alarm.TreatMissingData).toBe(name === 'ChangeFeedLag' ? 'breaching' : 'notBreaching');
  });
});

test.each([...NAMES, ...MORE])('the alarm %s has a runbook', (name) => {
  const guide = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  expect(guide).toMatch(new RegExp(`\\n### ([A-Za-z]+, )*${name}\\b`));
});

test.each([...NAMES, ...MORE])('the guide to the first deployment says how to cause the alarm %s', (name) => {
  const guide = readFileSync(new URL('../../docs/guides/first-deployment.md', import.meta.url), 'utf8');
  expect(guide).toMatch(new RegExp(`\\n\\| (\`[A-Za-z]+\`, )*\`${name}\`[^|]*\\| .{20}`));
});

test('alarms watch the metrics and resources they name', () => {
  const api = [
    { Name: 'ApiName', Value: 'Gatehouse' },
    { Name: 'Stage', Value: 'v1' },
  ];
  expect(named('ServerErrors')).toMatchObject({ MetricName: '5XXError', Statistic: 'Average', Threshold: 0.001 });
  expect(named('ServerErrors')?.Dimensions?.map(({ Name }) => Name)).toEqual(api.map(({ Name }) => Name));
  expect(named('SmsSpend')).toMatchObject({ MetricName: 'SMSMonthToDateSpentUSD', Threshold: 160 });
  expect(named('ChangeFeedLag')?.Dimensions).toEqual([{ Name: 'FunctionName', Value: 'Gatehouse-change-feed' }]);
  const queueOf = (name: string) => textOf(named(name)?.Dimensions?.[0]?.Value);
  expect(queueOf('Failures')).toMatch(/^\$\{Failures[0-9A-F]+\.QueueName\}$/);
  expect(queueOf('UndeliveredMessages')).toMatch(/^\$\{UndeliveredMessages[0-9A-F]+\.QueueName\}$/);
});

test('alarms on the functions’ own metrics watch this stack only', () => {
  const own = alarms.filter(({ Namespace }) => Namespace === 'Gatehouse');
  expect(own.map(({ MetricName }) => MetricName).sort()).toEqual([
    'AuthenticationFailure',
    'GuessingSuspected',
    'RefreshTokenReuse',
    'RepairNeeded',
  ]);
  // The function of the pages counts nothing.
  const functions = resourcesOf(template, 'AWS::Lambda::Function')
    .map(([, { Properties }]) => Properties)
    .filter(({ FunctionName }) => !String(FunctionName).endsWith('-web'));
  for (const { Environment } of functions as { Environment: { Variables: Record<string, unknown> } }[])
    expect(Environment.Variables).toMatchObject({
      POWERTOOLS_METRICS_NAMESPACE: 'Gatehouse',
      POWERTOOLS_SERVICE_NAME: 'Gatehouse',
    });
  for (const { Dimensions } of own) expect(Dimensions).toEqual([{ Name: 'service', Value: 'Gatehouse' }]);
});

test('only alarms of the account may publish to the topic, and only over TLS', () => {
  const { PolicyDocument } = only(template, 'AWS::SNS::TopicPolicy').Properties as never;
  const [allow, deny, ...others] = [...(PolicyDocument as { Statement: { Effect: string }[] }).Statement].sort((a, b) =>
    a.Effect.localeCompare(b.Effect),
  );
  expect(allow).toMatchObject({
    Effect: 'Allow',
    Action: 'sns:Publish',
    Principal: { Service: 'cloudwatch.amazonaws.com' },
    Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
  });
  expect(deny).toMatchObject({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } });
  expect(others).toEqual([]);
});

test('alarmEmail subscribes to the topic', () => {
  const subscription = only(template, 'AWS::SNS::Subscription').Properties;
  expect(subscription).toMatchObject({ Protocol: 'email', Endpoint: 'ops@example.com' });
});

test('the dashboard has fewer than fifty metrics, which are free', () => {
  const body = textOf(only(template, 'AWS::CloudWatch::Dashboard').Properties.DashboardBody);
  const widgets = JSON.parse(body.replaceAll(/\$\{[^}]*\}/g, 'x')).widgets as { properties: { metrics: unknown[] } }[];
  expect(widgets.flatMap(({ properties }) => properties.metrics).length).toBeLessThan(50);
});
