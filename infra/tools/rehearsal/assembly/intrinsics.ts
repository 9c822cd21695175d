// Resolves references in a template as CloudFormation would, with names as it would generate them in an account of
// zeros.

import { UserError } from '../../../user-error.ts';
import { ACCOUNT, arn, REGION } from '../../local/aws/account.ts';

export type Resource = { Type: string; Properties?: Record<string, unknown> };
export type Resources = Readonly<Record<string, Resource>>;

const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::Region': REGION,
  'AWS::AccountId': ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'Gatehouse',
};

/** The property with the name of a resource, if it has one, and what `Ref` and its attributes return. */
type Kind = { name?: string; ref?: (name: string) => string; attributes: Record<string, (name: string) => string> };

/** A version and an alias of a function are named by their function: property with the function -> the qualifier. */
const QUALIFIERS: Readonly<Record<string, (properties: Record<string, unknown>) => unknown>> = {
  'AWS::Lambda::Version': () => VERSION,
  'AWS::Lambda::Alias': ({ Name }) => Name,
};
/** The number of every version. */
const VERSION = '1';

const table = (name: string): string => arn('dynamodb', `table/${name}`);
const queue = (name: string): string => arn('sqs', name);
/** The address of API Gateway that a record of the domain, or CloudFront, leads to. */
export const targetOf = (domain: string): string => `d-${domain}.execute-api.${REGION}.amazonaws.com`;
const KINDS: Readonly<Record<string, Kind>> = {
  'AWS::ApiGateway::DomainName': {
    name: 'DomainName',
    attributes: { RegionalDomainName: targetOf, RegionalHostedZoneId: () => 'Z0000000000000' },
  },
  'AWS::ApiGateway::Stage': { name: 'StageName', attributes: {} },
  'AWS::ApiGatewayV2::Stage': { name: 'StageName', attributes: {} },
  'AWS::DynamoDB::GlobalTable': {
    name: 'TableName',
    attributes: { Arn: table, StreamArn: (name) => `${table(name)}/stream/1` },
  },
  'AWS::SecretsManager::Secret': {
    name: 'Name',
    ref: (name) => arn('secretsmanager', `secret:${name}-Rehear`),
    attributes: { Id: (name) => arn('secretsmanager', `secret:${name}-Rehear`) },
  },
  'AWS::Events::EventBus': {
    name: 'Name',
    attributes: { Arn: (name) => arn('events', `event-bus/${name}`), Name: (name) => name },
  },
  'AWS::Events::Rule': { name: 'Name', attributes: { Arn: (name) => arn('events', `rule/${name}`) } },
  'AWS::Lambda::Function': { name: 'FunctionName', attributes: { Arn: (name) => arn('lambda', `function:${name}`) } },
  'AWS::IAM::Role': { name: 'RoleName', attributes: { Arn: (name) => `arn:aws:iam::${ACCOUNT}:role/${name}` } },
  'AWS::SQS::Queue': {
    name: 'QueueName',
    ref: (name) => `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/${name}`,
    attributes: { Arn: queue, QueueName: (name) => name },
  },
  'AWS::S3::Bucket': {
    name: 'BucketName',
    // Names of buckets have no capitals.
    ref: (name) => name.toLowerCase(),
    attributes: { Arn: (name) => `arn:aws:s3:::${name.toLowerCase()}` },
  },
  'AWS::SNS::Topic': {
    name: 'TopicName',
    ref: (name) => arn('sns', name),
    attributes: { TopicArn: (name) => arn('sns', name) },
  },
  'AWS::Logs::LogGroup': {
    name: 'LogGroupName',
    attributes: { Arn: (name) => arn('logs', `log-group:${name}:*`) },
  },
};

/** Resolves values of the template. Throws `UserError` for an unknown function or reference. */
export function resolveIn(resources: Resources, parameters: Readonly<Record<string, string>>) {
  const nameOf = (id: string): string => {
    const { Type, Properties = {} } = resources[id] as Resource;
    const given = Properties[KINDS[Type]?.name ?? ''];
    // Names with capitals and digits are valid in all of these services, so the logical id serves as the generated
    // name.
    return given === undefined ? id : String(resolve(given));
  };
  /** The ARN of a version or an alias, which is what `Ref` returns. */
  const qualifiedArn = ({ Type, Properties = {} }: Resource): string =>
    arn('lambda', `function:${resolve(Properties.FunctionName)}:${resolve(QUALIFIERS[Type]?.(Properties))}`);
  const ref = (id: string): string => {
    if (PSEUDO[id] !== undefined) return PSEUDO[id];
    if (parameters[id] !== undefined) return parameters[id];
    const resource = resources[id];
    if (!resource) throw new UserError(`the template refers to ${id}, which does not exist`);
    if (QUALIFIERS[resource.Type]) return qualifiedArn(resource);
    const name = nameOf(id);
    return KINDS[resource.Type]?.ref?.(name) ?? name;
  };
  const attribute = (id: string, name: string): string => {
    const resource = resources[id];
    if (!resource) throw new UserError(`the template refers to ${id}.${name}, which does not exist`);
    if (QUALIFIERS[resource.Type]) return name === 'Version' ? VERSION : qualifiedArn(resource);
    const kind = KINDS[resource.Type];
    // Nothing depends on an attribute of a resource that is not read.
    if (!kind) return `${id}.${name}`;
    const known = kind.attributes[name];
    if (!known) throw new UserError(`the rehearsal does not know the attribute ${name} of ${resource.Type} (${id})`);
    return known(nameOf(id));
  };
  const substitute = (text: string, given: Record<string, unknown> = {}): string =>
    text.replace(/\$\{([^!}][^}]*)\}/g, (_, name: string) => {
      if (given[name] !== undefined) return String(resolve(given[name]));
      const [id = '', ...path] = name.split('.');
      return path.length ? attribute(id, path.join('.')) : ref(id);
    });
  const functions: Readonly<Record<string, (input: never) => unknown>> = {
    Ref: ref,
    'Fn::GetAtt': (input: string | string[]) => {
      const [id = '', ...path] = typeof input === 'string' ? input.split('.') : input;
      return attribute(id, path.join('.'));
    },
    'Fn::Join': ([between, parts]: [string, unknown[]]) => parts.map(resolve).join(between),
    'Fn::Sub': (input: string | [string, Record<string, unknown>]) =>
      typeof input === 'string' ? substitute(input) : substitute(...input),
    'Fn::Select': ([index, list]: [number, unknown]) => (resolve(list) as unknown[])[index],
    'Fn::Split': ([between, text]: [string, unknown]) => String(resolve(text)).split(between),
    // The one condition decides about replicas of secrets, which no stand-in has.
    'Fn::If': () => undefined,
  };
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const [[name, input] = ['', undefined], ...more] = Object.entries(value);
    if (!more.length && functions[name]) return functions[name](input as never);
    if (!more.length && name.startsWith('Fn::')) throw new UserError(`the rehearsal does not know ${name}`);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each)]));
  };
  return { resolve, nameOf, ref };
}
