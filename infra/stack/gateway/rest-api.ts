// Creates the REST API from one document, with one stage, throttles and an access log.
import { Aws } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiDefinition,
  type CfnRestApi,
  type Deployment,
  EndpointType,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { methodsOf, type Served, servedBy } from '../../routes.ts';
import type { Rates, Throttle } from '../../settings/rates.ts';
import type { Settings } from '../../settings/settings.ts';
import { KEPT } from '../keep.ts';
import { MAINTENANCE } from '../lambda.ts';
import { deploymentName, gatewayThrottledName } from '../names.ts';
import { type Gateway, hasOneEntry, integrationUri } from './gateway.ts';
import { createMaintenance } from './maintenance.ts';
import { gatewayBody } from './rest-body.ts';

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

export function createRestApi(scope: Construct, settings: Settings): Gateway {
  const { setsLogRole, rates, life, hasResources } = settings;
  const served = servedBy({ hasResources });
  const log = new LogGroup(scope, 'ApiLog', { removalPolicy: KEPT });
  const responder = life.maintenance === 'off' ? undefined : createMaintenance(scope);
  const api = new SpecRestApi(scope, 'Api', {
    restApiName: deploymentName(scope),
    apiDefinition: ApiDefinition.fromInline(
      gatewayBody(
        deploymentName(scope),
        served,
        (name) => (responder ? integrationUri(scope, MAINTENANCE, '') : integrationUri(scope, name)),
        responder !== undefined,
      ),
    ),
    endpointTypes: [EndpointType.REGIONAL],
    // API Gateway has one role for logs per account and region, so the role outlives the stack. Without this one, the
    // access log needs the role that the account has.
    cloudWatchRole: setsLogRole,
    ...(setsLogRole && { cloudWatchRoleRemovalPolicy: KEPT }),
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
  resource.disableExecuteApiEndpoint = hasOneEntry(settings);
  return {
    rest: api,
    id: api.restApiId,
    stage: STAGE,
    // From the id only, because functions must not depend on the stage.
    url: `https://${api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${STAGE}`,
    callerArn: api.arnForExecuteApi('*', '/*', STAGE),
    published: api.latestDeployment as Deployment,
    responder,
    metrics: {
      dimensions: { ApiName: api.restApiName, Stage: api.deploymentStage.stageName },
      names: { requests: 'Count', clientErrors: '4XXError', serverErrors: '5XXError', latency: 'Latency' },
      isRate: true,
    },
  };
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
