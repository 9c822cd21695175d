// Lists the names that templates give to resources, so that tests find two that are the same.
import type { Template } from './synthesis.ts';

/** Types whose names are of one region: their ARNs contain it. Names of all other types are taken to be global. */
export const REGIONAL = [
  'AWS::ApiGateway::RestApi',
  'AWS::Athena::NamedQuery',
  'AWS::Athena::WorkGroup',
  'AWS::CloudWatch::Alarm',
  'AWS::Events::EventBus',
  'AWS::Lambda::Function',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::ResourcePolicy',
  'AWS::WAFv2::WebACL',
];
/** Names of what is inside another resource, or of AWS's own metrics. */
const INNER = ['StageName', 'MetricName', 'Namespace', 'DeploymentConfigName'];
/** What is inside another resource by its type: an alias belongs to its function. */
const INNER_TYPES = ['AWS::Lambda::Alias'];

/** The names that a template gives away: type, property and value. Names that CloudFormation generates are not in it. */
export function namesIn({ Resources }: Template): { id: string; type: string; name: string }[] {
  const ids = Object.keys(Resources);
  // Also to what another stack exports.
  const refers = (value: unknown) =>
    /Fn::ImportValue/.test(JSON.stringify(value)) || ids.some((id) => JSON.stringify(value).includes(`"${id}"`));
  return Object.entries(Resources).flatMap(([id, { Type, Properties = {} }]) => [
    ...Object.entries(Properties)
      .filter(([key]) => /Name$/.test(key) && !INNER.includes(key) && !INNER_TYPES.includes(Type))
      .filter(([, value]) => !refers(value))
      .map(([key, value]) => ({
        id,
        type: Type,
        name: `${Type}${kindOf(Properties)} ${key} ${JSON.stringify(value)}`,
      })),
    // Metrics belong to no resource: the dimension and the namespace keep those of two deployments apart.
    ...(Type === 'AWS::Logs::MetricFilter'
      ? [{ id, type: Type, name: `${Type} ${JSON.stringify(Properties.MetricTransformations)}` }]
      : []),
  ]);
}

/** A name of DNS has a record for each version of IP. */
const kindOf = ({ Type }: Record<string, unknown>): string => (typeof Type === 'string' ? ` ${Type}` : '');

export const repeated = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) !== at);
