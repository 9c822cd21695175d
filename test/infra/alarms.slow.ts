// Checks the alarms: what they watch, when they are raised, whom they notify, and how many metrics they pay for.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { ALARM_THRESHOLDS, type ThresholdName } from '../../infra/settings/sections/alarm-thresholds.ts';
import { ALARM_METRICS } from '../bench/sections/costs.ts';
import { only, resourcesOf, SENDER, synthesise, textOf } from '../support/synthesis.ts';

type MathEntry = { Expression?: string; MetricStat?: { Metric: { MetricName: string }; Period: number } };
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
  'Latency',
  'RefreshTokenReuse',
  'RepairNeeded',
  'ServerErrors',
  'SmsSpend',
  'UndeliveredMessages',
];
const MORE = [
  'ErrorBudget',
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

const metricsOf = (all: Alarm[]): number =>
  all.reduce((sum, { Metrics = [] }) => sum + (Metrics.filter(isStatistic).length || 1), 0);

test('the standard profile has eleven alarms of fifteen metrics, of which ten are free', () => {
  expect(namesOf(alarms)).toEqual(NAMES);
  expect(metricsOf(alarms)).toBe(10 + ALARM_METRICS.standard);
});

test('the hardened profile adds thirteen alarms of twenty metrics, as the costs say', () => {
  expect(namesOf(hardened.alarms)).toEqual([...NAMES, ...MORE].sort());
  expect(metricsOf(hardened.alarms) - metricsOf(alarms)).toBe(ALARM_METRICS.hardened);
});

describe('alarms on traffic', () => {
  const partly = ['AuthenticationFailures', 'GatewayThrottles', 'RefreshTokenReuse', 'RateLimits', 'ErrorBudget'];
  const expressionOf = (alarm: Alarm | undefined): string | undefined =>
    alarm?.Metrics?.find(({ Expression }) => Expression)?.Expression;

  test.each([...partly, 'Latency'])('%s is raised by a part of the traffic, and only above its floor', (name) => {
    const { above, atLeast } = ALARM_THRESHOLDS[name as ThresholdName];
    const alarm = hardened.named(name);
    expect(expressionOf(alarm)).toMatch(new RegExp(`^IF\\(FILL\\(\\w+, 0\\) >= ${atLeast}, .+, 0\\)$`));
    expect(alarm?.Threshold).toBe(above);
  });

  test('the metrics of a part have its period: five minutes, or the day of the error budget', () => {
    const periods = (name: string) =>
      hardened.named(name)?.Metrics?.flatMap(({ MetricStat }) => MetricStat?.Period ?? []);
    expect(periods('AuthenticationFailures')).toEqual([300, 300]);
    expect(periods('ErrorBudget')).toEqual([86_400, 86_400]);
  });

  test('alarmThresholds changes the part, and the floor if it names one', () => {
    const chosen = alarmsIn({ ...SENDER, alarmThresholds: 'AuthenticationFailures:0.5:2000,Latency:750' });
    expect(chosen.named('AuthenticationFailures')?.Threshold).toBe(0.5);
    expect(expressionOf(chosen.named('AuthenticationFailures'))).toMatch(/>= 2000, /);
    expect(chosen.named('Latency')?.Threshold).toBe(750);
    expect(expressionOf(chosen.named('Latency'))).toMatch(/>= 100, /);
  });
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

test.each([...NAMES, ...MORE, 'ReplicationLag', 'LoginProbe'])('the alarm %s has a runbook', (name) => {
  const guide = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  expect(guide).toMatch(new RegExp(`\\n### ([A-Za-z]+, )*${name}\\b`));
});

test.each([...NAMES, ...MORE, 'ReplicationLag'])(
  'the guide to the first deployment says how to cause the alarm %s',
  (name) => {
    const guide = readFileSync(new URL('../../docs/guides/first-deployment.md', import.meta.url), 'utf8');
    expect(guide).toMatch(new RegExp(`\\n\\| (\`[A-Za-z]+\`, )*\`${name}\`[^|]*\\| .{20}`));
  },
);

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
  const metrics = alarms.flatMap(
    (alarm) => alarm.Metrics?.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []) ?? alarm,
  );
  // The gateway's own counter is of a filter, which has no dimensions.
  const own = (metrics as Alarm[]).filter(({ Namespace, Dimensions }) => Namespace === 'Gatehouse' && Dimensions);
  expect(own.map(({ MetricName }) => MetricName).sort()).toEqual([
    'AuthenticationFailure',
    'AuthenticationSuccess',
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
