// Synthesizes the launch stack, and fills in its parameters as CloudFormation would, to compare it with another template.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLaunchStack } from '../../infra/tools/packing/launch/stack.ts';
import { type Template, withApp } from './synthesis.ts';

export type LaunchTemplate = Template & {
  Parameters: Record<string, { Description: string; Default?: string }>;
  Outputs: Record<string, { Description: string; Condition?: string }>;
};

export const launchTemplate = (given: Readonly<Record<string, string>> = {}): LaunchTemplate =>
  withApp((app, bundles) => {
    createLaunchStack(app, given, bundles);
    const { directory, stacks } = app.synth();
    return JSON.parse(readFileSync(join(directory, stacks[0]?.templateFile as string), 'utf8'));
  });

type Values = Readonly<Record<string, string>>;

/** Removed by a condition that does not hold. */
const NOTHING = Symbol('nothing');

/**
 * Returns resources and outputs with the values filled in, with one name of the stack, and without what only tells where code
 * is: buckets, keys, and the hashes that follow from them.
 */
export function deployed({ Resources, Outputs }: Template, values: Values = {}): unknown {
  const filled = JSON.stringify(fill({ Resources, Outputs }, { 'AWS::StackName': 'Gatehouse', ...values }));
  return JSON.parse(
    filled
      .replace(/(CurrentVersion|Deployment)([0-9A-F]{8}[0-9a-f]{32}|[0-9a-f]{16})/g, '$1')
      // The id of a subscription contains its address, or says that it is a token.
      .replace(/"Alarms(opsexamplecom|TokenSubscription1)[0-9A-F]{8}"/g, '"AlarmsSubscription"'),
  );
}

function fill(value: unknown, values: Values): unknown {
  if (Array.isArray(value)) return value.map((each) => fill(each, values)).filter((each) => each !== NOTHING);
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return value;
  const { Condition, Ref, S3Bucket, ...rest } = value as Record<string, unknown>;
  if (S3Bucket !== undefined) return 'code';
  if (typeof Condition === 'string') return holds(values) ? fill({ Ref, ...rest }, values) : NOTHING;
  if (typeof Ref === 'string') return values[Ref] ?? { Ref };
  const [[name = '', input] = []] = Object.entries(rest);
  if (name === 'Fn::If') return chosen(input as [string, unknown, unknown], values) ?? { 'Fn::If': input };
  if (name === 'Fn::Sub' && typeof input === 'string')
    return { 'Fn::Sub': input.replaceAll(`\${AWS::StackName}`, 'Gatehouse') };
  const entries = Object.entries(value)
    .map(([key, each]) => [key, fill(each, values)] as const)
    .filter(([, each]) => each !== NOTHING && each !== undefined);
  return calculated(Object.fromEntries(entries));
}

const holds = ({ DomainName }: Values): boolean => DomainName !== '';

/** The choice by the one condition of the launch stack; `undefined` for those that only AWS decides. */
const chosen = ([condition, yes, no]: [string, unknown, unknown], values: Values): unknown =>
  condition === 'HasDomain' ? fill(holds(values) ? yes : no, values) : undefined;

/** Joins, splits and selects what is text by now. */
function calculated(value: Record<string, unknown>): unknown {
  const { 'Fn::Join': join, 'Fn::Split': split, 'Fn::Select': select } = value as Record<string, never>;
  if (join) {
    const [between, parts] = join as [string, unknown[]];
    if (between !== '' || !Array.isArray(parts)) return value;
    const flat = parts.flatMap((each) => (isJoin(each) ? each['Fn::Join'][1] : [each]));
    const merged: unknown[] = [];
    for (const each of flat) {
      const last = merged.at(-1);
      if (typeof each === 'string' && typeof last === 'string') merged[merged.length - 1] = last + each;
      else merged.push(each);
    }
    return merged.length === 1 ? merged[0] : { 'Fn::Join': ['', merged] };
  }
  if (split && typeof split[1] === 'string') return (split as string[])[1]?.split((split as string[])[0] as string);
  if (select && Array.isArray(select[1])) return (select[1] as unknown[])[Number(select[0])];
  return value;
}

const isJoin = (value: unknown): value is { 'Fn::Join': [string, unknown[]] } =>
  typeof value === 'object' && value !== null && 'Fn::Join' in value;
