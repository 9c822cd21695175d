// Creates the REST API from one document, with one stage, throttles, an access log and one permission per function.
import { Aws, Fn, RemovalPolicy } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiDefinition,
  type CfnRestApi,
  EndpointType,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { FunctionName } from '../functions.ts';
import { methodsOf, type Served, servedBy } from '../served.ts';
import type { Rates, Throttle } from '../settings/rates.ts';
import type { Settings } from '../settings/settings.ts';
import { gatewayBody } from './gateway-body.ts';
import { functionName } from './lambda.ts';
import { LIVE } from './live.ts';
import { gatewayThrottledName } from './metrics.ts';
import { deploymentName } from './names.ts';

const STAGE = 'v1';

/** Nothing that a client sent except its address: paths as declared, without parameters, and no headers. */
const ACCESS_LOG = {
  requestId: '$context.requestId', // the id in the functions' log lines; a caller may choose it
  extendedRequestId: '$context.extendedRequestId', // a caller cannot choose this one
  ip: '$context.identity.sourceIp',
  route: '$context.httpMethod $context.resourcePath',
  status: '$context.status',
  error: '$context.error.responseType', // of the gateway's own responses, such as THROTTLED
  latency: '$context.responseLatency',
};

export function createApi(
  scope: Construct,
  {
    domain,
    setsLogRole,
    rates,
    life,
    hasResources,
  }: Pick<Settings, 'domain' | 'setsLogRole' | 'rates' | 'life' | 'hasResources'>,
): SpecRestApi {
  const served = servedBy({ hasResources });
  const uriOf = (name: FunctionName) => integrationUri(scope, name);
  const log = new LogGroup(scope, 'ApiLog', { removalPolicy: RemovalPolicy.RETAIN });
  const api = new SpecRestApi(scope, 'Api', {
    restApiName: deploymentName(scope),
    apiDefinition: ApiDefinition.fromInline(
      gatewayBody(deploymentName(scope), served, uriOf, life.maintenance !== 'off'),
    ),
    endpointTypes: [EndpointType.REGIONAL],
    // API Gateway has one role for logs per account and region, so the role outlives the stack. Without this one, the
    // access log needs the role that the account has.
    cloudWatchRole: setsLogRole,
    ...(setsLogRole && { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }),
    deployOptions: {
      stageName: STAGE,
      accessLogDestination: new LogGroupLogDestination(log),
      accessLogFormat: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      ...optionsOf(rates.read),
      methodOptions: throttles(served, rates),
    },
  });
  new MetricFilter(scope, 'GatewayThrottled', {
    logGroup: log,
    filterPattern: FilterPattern.stringValue('$.error', '=', 'THROTTLED'),
    ...gatewayThrottledName(scope),
  });
  api.node.tryRemoveChild('Endpoint'); // an output of the same URL under another name
  // Regional APIs accept TLS 1.0 by default; OWASP ASVS 12.1.1 requires 1.2.
  const resource = api.node.defaultChild as CfnRestApi;
  resource.securityPolicy = 'SecurityPolicy_TLS13_1_2_2021_06';
  resource.endpointAccessMode = 'BASIC';
  // One entry: a firewall or proxy in front of the custom domain cannot be bypassed.
  resource.disableExecuteApiEndpoint = domain !== undefined;
  return api;
}

/** The API's URL, built from its id only, because functions must not depend on the stage. */
export const urlOf = (api: SpecRestApi): string =>
  `https://${api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${STAGE}`;

/**
 * Allows only this API's stage to invoke the aliases, and publishes a new definition only after all of them have moved:
 * an operation is served before it is routed, and no deployment routes to an alias that does not exist yet.
 */
export function allowCalls(api: SpecRestApi, aliases: Iterable<Alias>): void {
  for (const alias of aliases) {
    alias.addPermission('Api', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: api.arnForExecuteApi('*', '/*', STAGE),
    });
    api.latestDeployment?.node.addDependency(alias);
  }
}

/**
 * Names the alias instead of referencing it: the function's environment contains the API's URL, so it is created after
 * the API. As one line (`Fn::Sub`), because a template with a `Fn::Join` for each method is twice as long, and a stack with
 * two deployments would exceed CloudFormation's megabyte.
 */
function integrationUri(scope: Construct, name: FunctionName): string {
  const prefix = 'arn:${AWS::Partition}';
  const target = `${prefix}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:${functionName(scope, name)}:${LIVE}`;
  return Fn.sub(`${prefix}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/${target}/invocations`);
}

/**
 * Throttles of one method, over all clients. They bound the bill. A client that fills one shuts out all others, so they are
 * far above what a deployment needs. The limiters in the table bound single clients, and hashing comes after them.
 */
const optionsOf = ({ rate, burst }: Throttle): MethodDeploymentOptions => ({
  throttlingRateLimit: rate,
  throttlingBurstLimit: burst,
});

const throttles = (served: readonly Served[], rates: Rates): Record<string, MethodDeploymentOptions> =>
  Object.fromEntries(
    served
      .flatMap(methodsOf)
      .map(({ method, path, rate }): [string, MethodDeploymentOptions] => [
        `${path}/${method}`,
        optionsOf(rates[rate]),
      ]),
  );
