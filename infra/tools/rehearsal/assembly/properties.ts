// Types the properties of the template's resources that are read, after references have been resolved.
import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import type { Statement } from '../iam/policy.ts';

/** A proxy integration leads to a function. */
export type Integration = {
  type: string;
  httpMethod?: string;
  uri?: string;
  payloadFormatVersion?: string;
};
type GatewayResponse = {
  statusCode: string;
  responseParameters?: Record<string, string>;
  responseTemplates?: Record<string, string>;
};
/** `isDefaultRoute`: of an HTTP API, for what no other route matches. */
type Operation = { 'x-amazon-apigateway-integration': Integration; isDefaultRoute?: boolean };
export type ApiBody = {
  paths: Record<string, Record<string, Operation>>;
  'x-amazon-apigateway-minimum-compression-size'?: number;
  'x-amazon-apigateway-gateway-responses'?: Record<string, GatewayResponse>;
};

export type PolicyDocument = { Statement: Statement | Statement[] };
export type RoleProperties = { Policies?: { PolicyDocument: PolicyDocument }[] };
export type PolicyProperties = { Roles: string[]; PolicyDocument: PolicyDocument };
export type FunctionProperties = {
  Handler: string;
  MemorySize?: number;
  Timeout?: number;
  Environment?: { Variables: Record<string, string> };
  Code: { S3Key: string } | { ZipFile: string };
  Role: string;
  Runtime: string;
};
export type AliasProperties = { FunctionName: string; Name: string; FunctionVersion: string };
export type VersionProperties = { FunctionName: string };
export type PermissionProperties = { Action: string; FunctionName: string; Principal: string; SourceArn?: string };
export type ApiProperties = { Body: ApiBody; DisableExecuteApiEndpoint?: boolean };
/** Operations name their integration by a reference. */
export type HttpApiProperties = {
  DisableExecuteApiEndpoint?: boolean;
  Body: {
    paths: Record<
      string,
      Record<string, { 'x-amazon-apigateway-integration': { $ref: string }; isDefaultRoute?: boolean }>
    >;
    components: { 'x-amazon-apigateway-integrations': Record<string, Integration> };
  };
};
type RouteSetting = { ThrottlingRateLimit?: number; ThrottlingBurstLimit?: number };
/** The keys of `RouteSettings` are routes: a method and a path. */
export type HttpStageProperties = {
  StageName: string;
  DefaultRouteSettings?: RouteSetting;
  RouteSettings?: Record<string, RouteSetting>;
};
export type ApiMappingProperties = { DomainName: string; ApiMappingKey?: string; ApiId: string; Stage: string };
/** `ResourcePath` is a path with `~1` for each slash of it, below a slash. */
export type MethodSetting = {
  HttpMethod: string;
  ResourcePath: string;
  ThrottlingRateLimit?: number;
  ThrottlingBurstLimit?: number;
};
export type StageProperties = { StageName: string; MethodSettings?: MethodSetting[] };
export type DistributionProperties = {
  DistributionConfig: {
    Origins: { DomainName: string; OriginCustomHeaders?: { HeaderName: string; HeaderValue: string }[] }[];
  };
};
export type PathMappingProperties = { DomainName: string; BasePath?: string; RestApiId: string; Stage?: string };
export type RuleProperties = {
  State?: string;
  EventBusName?: string;
  EventPattern?: Record<string, unknown>;
  ScheduleExpression?: string;
  Targets?: { Arn: string; Input?: string }[];
};
export type QueueProperties = {
  RedrivePolicy?: { deadLetterTargetArn: string; maxReceiveCount: number };
  VisibilityTimeout?: number;
};
export type QueuePolicyProperties = { Queues: string[]; PolicyDocument: PolicyDocument };
/** The document is JSON. */
export type LogPolicyProperties = { PolicyDocument: string };
export type MappingProperties = {
  Enabled?: boolean;
  EventSourceArn: string;
  FunctionName: string;
  BatchSize?: number;
  FilterCriteria?: { Filters?: { Pattern: string }[] };
  FunctionResponseTypes?: string[];
  ScalingConfig?: { MaximumConcurrency?: number };
  MaximumRetryAttempts?: number;
  MaximumRecordAgeInSeconds?: number;
  BisectBatchOnFunctionError?: boolean;
  DestinationConfig?: { OnFailure?: { Destination: string } };
};
export type TableProperties = Pick<
  CreateTableCommandInput,
  'AttributeDefinitions' | 'KeySchema' | 'GlobalSecondaryIndexes' | 'BillingMode'
> & {
  StreamSpecification?: { StreamViewType: 'NEW_AND_OLD_IMAGES' };
  TimeToLiveSpecification?: { Enabled: boolean; AttributeName: string };
};
/** How Secrets Manager generates a value, as far as the rehearsal supports it. */
export type Generation = {
  SecretStringTemplate?: string;
  GenerateStringKey?: string;
  PasswordLength?: number;
  ExcludePunctuation?: boolean;
};
export type SecretProperties = { GenerateSecretString?: Generation };
export type DestinationProperties = {
  FunctionName: string;
  MaximumRetryAttempts?: number;
  DestinationConfig?: { OnFailure?: { Destination: string } };
};
export type RotationProperties = { SecretId: string; RotationLambdaARN?: string };
