// Checks that several deployments fit into one app, one account and one region, and into the stack of another app.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { Template as Assertions } from 'aws-cdk-lib/assertions';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import { readSettings } from '../../infra/settings/read.ts';
import { Gatehouse } from '../../lib/packages/construct/gatehouse.ts';
import { namesIn, REGIONAL, repeated } from '../support/resource-names.ts';
import { only, resourcesOf, SENDER, synthesiseAll, type Template, withApp } from '../support/synthesis.ts';

describe('two stages in two regions of one account', () => {
  const regions = ['eu-central-1', 'us-east-1'];
  const stages = Object.fromEntries(
    ['test', 'prod'].flatMap((stage) => regions.map((region) => [`${stage}-${region}`, { stage, region }])),
  );
  const common = { ...SENDER, profile: 'hardened', identityProviders: 'on', account: '111111111111' };
  const templates = synthesiseAll({ gatehouse: { ...common, stages } });

  test('there is a stack for each', () => {
    expect(Object.keys(templates)).toEqual(Object.keys(stages).map((stage) => `Gatehouse-${stage}`));
  });

  test.each(regions)('no two resources of %s have the same name', (region) => {
    const here = Object.entries(templates).filter(([id]) => id.endsWith(region));
    const names = here.flatMap(([, template]) => namesIn(template));
    expect(here).toHaveLength(2);
    expect(names.length).toBeGreaterThan(60);
    expect(repeated(names.map(({ name }) => name))).toEqual([]);
  });

  test('no two resources of the account have the same global name', () => {
    const names = Object.values(templates).flatMap(namesIn);
    const global = names.filter(({ type }) => !REGIONAL.includes(type));
    expect(repeated(global.map(({ name }) => name))).toEqual([]);
    expect(global.filter(({ type }) => type === 'AWS::CloudWatch::Dashboard')).toHaveLength(4);
  });

  test('no two deployments of a region write the same metrics', () => {
    const services = Object.entries(templates).map(([id, template]) => {
      const { Environment } = only(template, 'AWS::Lambda::Function', 'Mailer').Properties as never as {
        Environment: { Variables: Record<string, string> };
      };
      return `${id.slice(-9)} ${Environment.Variables.POWERTOOLS_SERVICE_NAME}`;
    });
    expect(new Set(services).size).toBe(4);
  });

  test('nothing is exported under a name', () => {
    for (const { Outputs } of Object.values(templates))
      for (const output of Object.values(Outputs)) expect(output).not.toHaveProperty('Export');
  });
});

test('two deployments of one account that differ in stackName have no name in common', () => {
  const [one, other] = ['One', 'Two'].map((stackName) => synthesiseAll({ ...SENDER, stackName }).Gatehouse);
  const names = [one, other].flatMap((template) => namesIn(template as Template)).map(({ name }) => name);
  expect(repeated(names)).toEqual([]);
});

test('the example of the guide synthesises', () => {
  const guide = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const section = guide.split('\n## ').find((each) => each.startsWith('Several stages and regions')) as string;
  const { context } = JSON.parse(/```json\n([\s\S]*?)```/.exec(section)?.[1] as string);
  const templates = synthesiseAll(context);
  const named = [...section.matchAll(/cdk deploy (Gatehouse-\w+)/g)].map(([, id]) => id);
  expect(Object.keys(templates)).toEqual(['Gatehouse-test', 'Gatehouse-prod']);
  expect(Object.keys(templates)).toEqual(expect.arrayContaining(named));
  expect(named).not.toEqual([]);
});

describe('inside the stack of another app', () => {
  const { template, host } = withApp((app, bundles) => {
    // Keys of the host that have the names of settings.
    for (const [key, value] of Object.entries({ sender: 1, stage: { name: 'x' }, tags: [] }))
      app.node.setContext(key, value);
    const stack = new Stack(app, 'HostWithALongNameThatNoFunctionCouldHave', { suppressTemplateIndentation: true });
    new CfnQueue(stack, 'Queue');
    new CfnLogGroup(stack, 'Log', { retentionInDays: 1 });
    // Two hardened ones need a stack each (docs/decisions/0091-releases-that-roll-back.md).
    for (const [stackName, profile] of [
      ['First', 'hardened'],
      ['Second', 'standard'],
    ] as const) {
      const settings = readSettings({ ...SENDER, stackName, profile, tags: 'Team=Identity' });
      new Gatehouse(stack, stackName, { settings, bundles });
    }
    const json = Assertions.fromStack(stack).toJSON() as Template;
    return { template: json, host: [json.Resources.Queue, json.Resources.Log] };
  });

  test('two deployments fit into one stack, and have the names of their settings', () => {
    const functions = resourcesOf(template, 'AWS::Lambda::Function').map(([, { Properties }]) => Properties);
    const prefixes = functions.map(({ FunctionName }) => String(FunctionName).split('-')[0]);
    expect(new Set(prefixes)).toEqual(new Set(['First', 'Second']));
    expect(repeated(namesIn(template).map(({ name }) => name))).toEqual([]);
    expect(Object.keys(template.Resources).length).toBeLessThan(500);
  });

  test('the host’s own resources stay as they are', () => {
    expect(host.map((each) => each?.Properties)).toEqual([undefined, { RetentionInDays: 1 }]);
    const archived = resourcesOf(template, 'AWS::Logs::SubscriptionFilter').map(([, { Properties }]) => Properties);
    expect(JSON.stringify(archived)).not.toContain('{"Ref":"Log"}');
  });
});
