// Reads a synthesized assembly as the deployment that CloudFormation would create from it.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../../user-error.ts';
import { ACCOUNT, arn, REGION } from '../../local/aws/account.ts';
import type { TableDefinition } from '../../local/table.ts';
import type { Findings } from '../findings.ts';
import { listOf, requireSupported, type Statement } from '../iam/policy.ts';
import type { DeployedFunction } from '../runtime/functions.ts';
import { type Api, readApi } from './api.ts';
import { type Resources, resolveIn } from './intrinsics.ts';
import { type Mapping, readMapping } from './mapping.ts';
import { nameIn, qualifiedNameIn } from './names.ts';
import type * as is from './properties.ts';
import { isKnown } from './resource-types.ts';

/** `function` has the qualifier that the permission is for, if any: `Gatehouse-mfa:live`. */
export type Permission = { function: string; principal: string; sourceArn: string | undefined };
/** A name that leads to a version of a function. `function` is the name of the function. */
export type StackAlias = { arn: string; function: string };
/** A custom domain, and what it is mapped to. `basePath` is empty or `/` and a name. */
export type StackDomain = { name: string; basePath: string; api: string; stage: string | undefined };
export type StackRule = {
  name: string;
  arn: string;
  enabled: boolean;
  /** The name of the bus. */
  bus: string;
  pattern: Record<string, unknown> | undefined;
  schedule: string | undefined;
  targets: { Arn: string; Input?: string }[];
};
export type StackQueue = {
  name: string;
  arn: string;
  statements: Statement[];
  redrive: { deadLetterTargetArn: string; maxReceiveCount: number } | undefined;
  visibilitySeconds: number;
};
export type StackSecret = { id: string; arn: string; generate: is.Generation | undefined };
export type Stack = {
  functions: DeployedFunction[];
  aliases: StackAlias[];
  permissions: Permission[];
  api: Api;
  domains: StackDomain[];
  /** CloudFront before the API: its origin, and the headers that it adds there, by name. */
  front: { origin: string; headers: Readonly<Record<string, string>> } | undefined;
  rules: StackRule[];
  buses: { name: string; arn: string }[];
  queues: StackQueue[];
  /** The ARNs of the log groups, and what their resource policies allow. */
  logs: { groups: string[]; statements: Statement[] };
  mappings: Mapping[];
  secrets: StackSecret[];
  /** Where failed asynchronous invocations are reported. */
  destinations: { function: string; retries: number; onFailure: string | undefined }[];
  rotations: { secret: string; function: string }[];
  /** The table that the change feed follows: the stack's own, or one that was restored and has the same keys. */
  table: TableDefinition & { arn: string; streamArn: string };
};

/** The stack of the login probe, if there is one, is not part of it. */
const isOfDeployment = (file: string): boolean =>
  file.endsWith('.template.json') && !file.endsWith('LoginProbe.template.json');

/** Reads the one stack of the assembly. Throws `UserError` if there is none or it cannot be read. */
export function readAssembly(directory: string, findings: Findings): Stack {
  const files = existsSync(directory) ? readdirSync(directory).filter(isOfDeployment) : [];
  if (files.length !== 1)
    throw new UserError(`${directory} has ${files.length} templates, not one. Run npm run synth to create it.`);
  const text = readFileSync(join(directory, files[0] as string), 'utf8');
  return readTemplate(JSON.parse(moved(text, placeOf(directory))), directory, findings);
}

type Place = { account: string | undefined; region: string | undefined };

/** The account and the region that synthesis was told, as production's are (`aws://111111111111/eu-central-1`). */
function placeOf(directory: string): Place {
  const file = join(directory, 'manifest.json');
  const { artifacts = {} } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const environments = Object.values<{ environment?: string }>(artifacts).flatMap(
    ({ environment }) => environment ?? [],
  );
  const [, account, region] = /^aws:\/\/(?:(\d{12})|[^/]+)\/(?:unknown-region|(.+))$/.exec(environments[0] ?? '') ?? [];
  return { account, region };
}

/** Moves what is named literally, a restored table among it, to the rehearsal's own partition, account and region. */
function moved(text: string, { account, region }: Place): string {
  const here = text
    .replace(/arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\//g, arn('dynamodb', 'table/'))
    .replace(/arn:aws-[a-z-]+:/g, 'arn:aws:');
  const inAccount = account === undefined ? here : here.replaceAll(account, ACCOUNT);
  return region === undefined ? inAccount : inAccount.replace(new RegExp(`\\b${region}\\b`, 'g'), REGION);
}

type Template = { Resources: Resources; Parameters?: Record<string, { Default?: string }> };

function readTemplate({ Resources, Parameters = {} }: Template, directory: string, findings: Findings): Stack {
  const defaults = Object.fromEntries(Object.entries(Parameters).map(([id, { Default = '' }]) => [id, Default]));
  const { resolve, nameOf, ref } = resolveIn(Resources, defaults);
  const arnOf = (id: string): string => resolve({ 'Fn::GetAtt': [id, 'Arn'] }) as string;
  for (const [id, { Type }] of Object.entries(Resources)) {
    if (!isKnown(Type)) findings.add('wiring', id, `the rehearsal does not know ${Type}`);
  }
  const all = <P>(type: string): [id: string, properties: P][] =>
    Object.entries(Resources)
      .filter(([, { Type }]) => Type === type)
      .map(([id, { Properties }]) => [id, resolve(Properties ?? {}) as P]);
  const only = <P>(type: string): [id: string, properties: P] => {
    const found = all<P>(type);
    if (found.length !== 1) throw new UserError(`the template has ${found.length} resources of type ${type}, not one`);
    return found[0] as [string, P];
  };
  const statementsIn = (document: is.PolicyDocument, where: string): Statement[] => {
    const statements = listOf(document.Statement);
    for (const statement of statements) requireSupported(statement, where);
    return statements;
  };

  const policies = all<is.PolicyProperties>('AWS::IAM::Policy');
  const roles = all<is.RoleProperties>('AWS::IAM::Role');
  const roleStatements = (role: string): Statement[] => {
    const found = roles.find(([id]) => arnOf(id) === role);
    if (!found) return [];
    const [id, { Policies = [] }] = found;
    const inline = Policies.flatMap(({ PolicyDocument }) => statementsIn(PolicyDocument, id));
    const attached = policies
      .filter(([, { Roles }]) => Roles.includes(ref(id)))
      .flatMap(([name, { PolicyDocument }]) => statementsIn(PolicyDocument, name));
    return [...inline, ...attached];
  };

  const functions = all<is.FunctionProperties>('AWS::Lambda::Function').map(([id, properties]): DeployedFunction => {
    const { Handler, MemorySize = 128, Timeout = 3, Environment, Code, Role, Runtime } = properties;
    const asset =
      'ZipFile' in Code ? inline(Code.ZipFile) : join(directory, `asset.${Code.S3Key.replace(/\.zip$/, '')}`);
    if (!existsSync(asset)) throw new UserError(`${id} has its code in ${asset}, which does not exist`);
    if (!Runtime.startsWith('nodejs')) findings.add('wiring', nameOf(id), `the rehearsal has no runtime ${Runtime}`);
    return {
      name: nameOf(id),
      directory: asset,
      handler: Handler,
      memoryMb: MemorySize,
      timeoutSeconds: Timeout,
      environment: Environment?.Variables ?? {},
      arn: arnOf(id),
      statements: roleStatements(Role),
      bundleKb: sizeOf(asset) / 1024,
    };
  });

  const aliases = all<is.AliasProperties>('AWS::Lambda::Alias').map(([id, { FunctionName, FunctionVersion }]) => {
    const versions = all<is.VersionProperties>('AWS::Lambda::Version');
    const isOwn =
      versions.some(([, version]) => version.FunctionName === FunctionName) && FunctionVersion !== '$LATEST';
    if (!isOwn) findings.add('wiring', id, `leads to no version of ${FunctionName}`);
    return { arn: ref(id), function: nameIn(FunctionName) };
  });

  const queuePolicies = all<is.QueuePolicyProperties>('AWS::SQS::QueuePolicy');
  const [tableId, table] = only<is.TableProperties>('AWS::DynamoDB::GlobalTable');
  const mappings = all<is.MappingProperties>('AWS::Lambda::EventSourceMapping').map(([id, properties]) =>
    readMapping(id, properties),
  );
  const ownStream = resolve({ 'Fn::GetAtt': [tableId, 'StreamArn'] }) as string;
  return {
    functions,
    aliases,
    api: readApi(all, ref),
    domains: [
      ...all<is.PathMappingProperties>('AWS::ApiGateway::BasePathMapping').map(
        ([, { DomainName: name, BasePath = '', RestApiId: api, Stage: stage }]) => ({
          name,
          path: BasePath,
          api,
          stage,
        }),
      ),
      ...all<is.ApiMappingProperties>('AWS::ApiGatewayV2::ApiMapping').map(
        ([, { DomainName: name, ApiMappingKey = '', ApiId: api, Stage: stage }]) => ({
          name,
          path: ApiMappingKey,
          api,
          stage,
        }),
      ),
    ].map(({ path, ...domain }) => ({ ...domain, basePath: path && `/${path}` })),
    front: all<is.DistributionProperties>('AWS::CloudFront::Distribution')
      .flatMap(([, { DistributionConfig }]) => DistributionConfig.Origins)
      .map(({ DomainName: origin, OriginCustomHeaders = [] }) => ({
        origin,
        headers: Object.fromEntries(
          OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName, HeaderValue]),
        ),
      }))[0],
    permissions: all<is.PermissionProperties>('AWS::Lambda::Permission')
      .filter(([, { Action }]) => Action === 'lambda:InvokeFunction')
      .map(([, { FunctionName, Principal, SourceArn }]) => ({
        function: qualifiedNameIn(FunctionName),
        principal: Principal,
        sourceArn: SourceArn,
      })),
    buses: all('AWS::Events::EventBus').map(([id]) => ({ name: nameOf(id), arn: arnOf(id) })),
    rules: all<is.RuleProperties>('AWS::Events::Rule').map(
      ([id, { State, EventBusName = 'default', EventPattern, ScheduleExpression, Targets = [] }]) => ({
        name: nameOf(id),
        arn: arnOf(id),
        enabled: State !== 'DISABLED',
        bus: nameIn(EventBusName),
        pattern: EventPattern,
        schedule: ScheduleExpression,
        targets: Targets,
      }),
    ),
    queues: all<is.QueueProperties>('AWS::SQS::Queue').map(([id, { RedrivePolicy, VisibilityTimeout }]) => ({
      name: nameOf(id),
      arn: arnOf(id),
      redrive: RedrivePolicy,
      // SQS's default.
      visibilitySeconds: VisibilityTimeout ?? 30,
      statements: queuePolicies
        .filter(([, policy]) => policy.Queues.includes(ref(id)))
        .flatMap(([name, policy]) => statementsIn(policy.PolicyDocument, name)),
    })),
    logs: {
      groups: all('AWS::Logs::LogGroup').map(([id]) => arnOf(id).replace(/:\*$/, '')),
      statements: all<is.LogPolicyProperties>('AWS::Logs::ResourcePolicy').flatMap(([id, { PolicyDocument }]) =>
        statementsIn(JSON.parse(PolicyDocument), id),
      ),
    },
    mappings,
    secrets: all<is.SecretProperties>('AWS::SecretsManager::Secret').map(([id, { GenerateSecretString }]) => ({
      id,
      arn: ref(id),
      generate: GenerateSecretString,
    })),
    destinations: all<is.DestinationProperties>('AWS::Lambda::EventInvokeConfig').map(
      ([, { FunctionName, MaximumRetryAttempts, DestinationConfig }]) => ({
        function: nameIn(FunctionName),
        // Lambda's default.
        retries: MaximumRetryAttempts ?? 2,
        onFailure: DestinationConfig?.OnFailure?.Destination,
      }),
    ),
    rotations: all<is.RotationProperties>('AWS::SecretsManager::RotationSchedule').flatMap(
      ([, { SecretId, RotationLambdaARN }]) =>
        RotationLambdaARN === undefined ? [] : [{ secret: SecretId, function: RotationLambdaARN }],
    ),
    table: {
      ...readTable(nameOf(tableId), table),
      arn: arnOf(tableId),
      streamArn: ownStream,
      ...restoredIn(mappings, ownStream),
    },
  };
}

/** Writes the code of a function that is in the template itself, and returns its directory. */
function inline(code: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-inline-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  writeFileSync(join(directory, 'index.js'), code);
  return directory;
}

/** The table that a mapping follows instead of the stack's own. */
function restoredIn(mappings: readonly Mapping[], ownStream: string) {
  const followed = mappings.map(({ source }) => source).find((source) => STREAM.test(source) && source !== ownStream);
  if (followed === undefined) return {};
  const arn = followed.replace(STREAM, '');
  return { name: nameIn(arn), arn, streamArn: followed };
}

const STREAM = /\/stream\/[^/]+$/;

function readTable(name: string, properties: is.TableProperties): TableDefinition {
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, BillingMode, StreamSpecification } = properties;
  const { TimeToLiveSpecification: ttl } = properties;
  return {
    name,
    ttl: ttl?.Enabled ? ttl.AttributeName : undefined,
    shape: {
      AttributeDefinitions,
      KeySchema,
      BillingMode,
      ...(GlobalSecondaryIndexes && { GlobalSecondaryIndexes }),
      ...(StreamSpecification && { StreamSpecification: { StreamEnabled: true, ...StreamSpecification } }),
    },
  };
}

const sizeOf = (directory: string): number =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((file) => statSync(join(directory, file)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
