// Checks every metric of alarms and of the dashboard, in all kinds of deployments: those of AWS against what AWS documents,
// our own against those that functions write (test/unit/http/metrics.test.ts holds their format), and the values of dimensions against the resources that they name.
import { describe, expect, test } from '@jest/globals';
import { metricNames } from '../../lib/platform/metrics.ts';
import { INDEXES } from '../../lib/store/keys.ts';
import { only, resourcesOf, SENDER, synthesise, type Template, textOf } from '../support/synthesis.ts';
import { AWS_METRICS } from './aws-metrics.ts';

type Used = {
  where: string;
  namespace: string;
  metric: string;
  statistic: string;
  dimensions: Record<string, unknown>;
};
type Named = { Name: string; Value: unknown }[];
type Stat = { Namespace: string; MetricName: string; Dimensions?: Named };
type Alarm = Stat & {
  AlarmName: string;
  Statistic?: string;
  ExtendedStatistic?: string;
  Metrics?: { MetricStat?: { Metric: Stat; Stat: string } }[];
};

const STREAM = 'arn:aws:dynamodb:eu-west-1:123456789012:table/restored/stream/2026-11-21T10:00:00.000';
const ZONE = { domainName: 'auth.example.com', hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' };
const VARIANTS: Record<string, Record<string, unknown>> = {
  standard: {},
  'with a sender': SENDER,
  hardened: { ...SENDER, profile: 'hardened', smsBudget: 200 },
  'with a domain': { ...SENDER, ...ZONE },
  restored: { ...SENDER, profile: 'hardened', restoredStreamArn: STREAM },
  'with an HTTP API': { ...SENDER, gateway: 'http' },
  'with another name': { ...SENDER, profile: 'hardened', stackName: 'Other' },
};

const usedBy = (where: string, { Namespace, MetricName, Dimensions = [] }: Stat, statistic: string): Used => ({
  where,
  namespace: Namespace,
  metric: MetricName,
  statistic,
  dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value])),
});

function alarmMetrics(template: Template): Used[] {
  return resourcesOf(template, 'AWS::CloudWatch::Alarm').flatMap(([, { Properties }]) => {
    const alarm = Properties as Alarm;
    if (!alarm.Metrics) return [usedBy(alarm.AlarmName, alarm, alarm.Statistic ?? (alarm.ExtendedStatistic as string))];
    return alarm.Metrics.flatMap(({ MetricStat }) =>
      MetricStat ? [usedBy(alarm.AlarmName, MetricStat.Metric, MetricStat.Stat)] : [],
    );
  });
}

/** The body is JSON with references in it. Widgets that query logs have no metrics. A metric is namespace, name, names and values of dimensions, options. */
function dashboardMetrics(template: Template): Used[] {
  const { DashboardBody } = only(template, 'AWS::CloudWatch::Dashboard').Properties;
  const { widgets } = JSON.parse(textOf(DashboardBody)) as { widgets: { properties: Any }[] };
  return widgets.flatMap(({ properties: { title, metrics = [], stat = 'Average' } }) =>
    // An expression has no names. Its metrics follow it.
    metrics
      .filter(([first]: Any[]) => typeof first === 'string')
      .map((parts: Any[]): Used => {
        const options = typeof parts.at(-1) === 'object' ? parts.at(-1) : {};
        const [Namespace, MetricName, ...pairs] = parts.filter((part) => typeof part === 'string') as string[];
        const Dimensions = pairs.flatMap((Name, at) => (at % 2 ? [] : [{ Name, Value: pairs[at + 1] }]));
        return usedBy(title, { Namespace, MetricName, Dimensions } as Stat, options.stat ?? stat);
      }),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: a template is what tests reach into
type Any = any;

const filterMetrics = (template: Template): { namespace: string; metric: string }[] =>
  resourcesOf(template, 'AWS::Logs::MetricFilter').flatMap(([, { Properties }]) =>
    (Properties.MetricTransformations as Any[]).map(({ MetricNamespace, MetricName, Dimensions }) => {
      expect(Dimensions).toBeUndefined();
      return { namespace: MetricNamespace, metric: MetricName };
    }),
  );

const idsOf = (template: Template, type: string): string[] => resourcesOf(template, type).map(([id]) => id);
const propertyOf = (template: Template, type: string, name: string): unknown[] =>
  resourcesOf(template, type).map(([, { Properties }]) => Properties[name]);
const refs = (template: Template, type: string): string[] => idsOf(template, type).map((id) => `\${${id}}`);

/** What CloudFormation returns for the name of a rule: `Ref` is `bus|rule` for rules on a bus of our own. */
function isRuleName(template: Template, value: Any): boolean {
  const [index, split] = value?.['Fn::Select'] ?? [];
  const [separator, ref] = split?.['Fn::Split'] ?? [];
  return index === 1 && separator === '|' && template.Resources[ref?.Ref]?.Properties.EventBusName !== undefined;
}

/** Dimension -> whether the value names a resource of the template as CloudWatch does. */
const VALUES: Record<string, (value: unknown, template: Template) => boolean> = {
  ApiName: (value, template) => propertyOf(template, 'AWS::ApiGateway::RestApi', 'Name').includes(value),
  ApiId: (value, template) => refs(template, 'AWS::ApiGatewayV2::Api').includes(textOf(value)),
  Stage: (value, template) =>
    refs(template, 'AWS::ApiGateway::Stage').includes(textOf(value)) ||
    value === (idsOf(template, 'AWS::ApiGateway::Stage').length ? 'v1' : '$default'),
  FunctionName: (value, template) => propertyOf(template, 'AWS::Lambda::Function', 'FunctionName').includes(value),
  TableName: (value, template) =>
    value === 'restored' || refs(template, 'AWS::DynamoDB::GlobalTable').includes(textOf(value)),
  GlobalSecondaryIndexName: (value) => INDEXES.some(({ name }) => name === value),
  EventBusName: (value, template) => refs(template, 'AWS::Events::EventBus').includes(textOf(value)),
  RuleName: (value, template) => isRuleName(template, value),
  QueueName: (value, template) =>
    idsOf(template, 'AWS::SQS::Queue')
      .map((id) => `\${${id}.QueueName}`)
      .includes(textOf(value)),
  DeliveryStreamName: (value, template) =>
    refs(template, 'AWS::KinesisFirehose::DeliveryStream').includes(textOf(value)),
};

/** Returns what is wrong with the metric; `undefined` if AWS publishes it. */
function problemWith({ namespace, metric, statistic, dimensions }: Used, template: Template): string | undefined {
  const row = AWS_METRICS[namespace]?.find(({ metrics }) => metrics.includes(metric));
  if (!row) return 'has no row in aws-metrics.ts';
  const names = Object.keys(dimensions).sort();
  if (!row.dimensions.some((set) => [...set].sort().join() === names.join())) return `has no dimensions ${names}`;
  if (!row.statistics.includes(statistic)) return `has no statistic ${statistic}`;
  const wrong = Object.entries(dimensions).find(([name, value]) => !VALUES[name]?.(value, template));
  return wrong && `${wrong[0]} names no resource: ${JSON.stringify(wrong[1])}`;
}

describe.each(Object.entries(VARIANTS))('a deployment %s', (_, context) => {
  const template = synthesise(context);
  const stackName = context.stackName ?? 'Gatehouse';
  const used = [...alarmMetrics(template), ...dashboardMetrics(template)];
  const isOwn = ({ namespace }: { namespace: string }): boolean => !namespace.startsWith('AWS/');

  test('uses only metrics that AWS publishes, with its dimensions and of its own resources', () => {
    expect(used.length).toBeGreaterThan(20);
    const problems = used
      .filter((each) => !isOwn(each))
      .flatMap((each) => {
        const problem = problemWith(each, template);
        return problem ? [`${each.where}: ${each.namespace} ${each.metric} ${problem}`] : [];
      });
    expect(problems).toEqual([]);
  });

  test('uses only own metrics that functions or filters write', () => {
    const filters = filterMetrics(template);
    const problems = used.filter(isOwn).filter(({ namespace, metric, statistic, dimensions }) => {
      const isFilter = filters.some((each) => each.namespace === namespace && each.metric === metric);
      if (isFilter) return Object.keys(dimensions).length > 0 || statistic !== 'Sum';
      const isWritten = namespace === 'Gatehouse' && (metricNames as readonly string[]).includes(metric);
      return !isWritten || statistic !== 'Sum' || JSON.stringify(dimensions) !== JSON.stringify({ service: stackName });
    });
    expect(problems).toEqual([]);
    const environments = propertyOf(template, 'AWS::Lambda::Function', 'Environment') as Any[];
    // The function of pages writes no metric: it knows its address only.
    const isOfPages = ({ Variables }: Any): boolean => Object.keys(Variables).join() === 'GATEHOUSE_BASE_URL';
    expect(environments.filter(isOfPages)).toHaveLength(1);
    for (const { Variables } of environments.filter((each) => !isOfPages(each)))
      expect([Variables.POWERTOOLS_METRICS_NAMESPACE, Variables.POWERTOOLS_SERVICE_NAME]).toEqual([
        'Gatehouse',
        stackName,
      ]);
  });

  test('has no graph of what it does not have', () => {
    const isMail = ({ metric }: Used): boolean => ['EmailSent', 'SmsSent', 'MessageUndeliverable'].includes(metric);
    expect(used.some(isMail)).toBe('sender' in context);
  });
});

describe('a metric', () => {
  const template = synthesise({ ...SENDER, profile: 'hardened' });
  const lost = alarmMetrics(template).find(({ where }) => where === 'Gatehouse-EventsLost') as Used;
  const rule = (lost.dimensions.RuleName as Any)['Fn::Select'][1]['Fn::Split'][1];
  const { RuleName, EventBusName } = lost.dimensions;

  test.each<[string, Partial<Used>, RegExp]>([
    ['of a custom bus without the bus', { dimensions: { RuleName } }, /no dimensions RuleName/],
    ['with the id of a rule as its name', { dimensions: { EventBusName, RuleName: rule } }, /names no resource/],
    ['with an unknown name', { metric: 'EventsLost' }, /no row/],
    ['with a statistic that it does not have', { statistic: 'p99' }, /no statistic p99/],
    ['of another namespace', { namespace: 'AWS/EventBridge' }, /no row/],
  ])('%s is found out', (_, change, problem) => {
    expect(problemWith(lost, template)).toBeUndefined();
    expect(problemWith({ ...lost, ...change }, template)).toMatch(problem);
  });
});
