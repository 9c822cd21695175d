// Creates the HTTP API, the cheaper one (docs/decisions/0065-http-api.md), with one stage, throttles and an access log.
// Functions get the events of a REST API.
import { createHash } from 'node:crypto';
import { Aws, Stack } from 'aws-cdk-lib';
import { CfnApi, CfnDeployment, CfnStage, HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { servedBy } from '../../routes.ts';
import type { Settings } from '../../settings/settings.ts';
import { KEPT } from '../keep.ts';
import { MAINTENANCE } from '../lambda.ts';
import { deploymentName, gatewayThrottledName } from '../names.ts';
import { type Gateway, hasOneEntry, integrationUri } from './gateway.ts';
import { httpBody, routeSettings, throttle } from './http-body.ts';
import { createMaintenance } from './maintenance.ts';

/** Served at the root of the address. The path of another stage would be part of each path that functions see. */
const STAGE = '$default';

/** Nothing that a client sent except its address: routes as declared, without parameters, and no headers. */
const ACCESS_LOG = {
  requestId: '$context.requestId', // the id in the functions' log lines
  extendedRequestId: '$context.extendedRequestId',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  route: '$context.routeKey',
  status: '$context.status',
  integration: '$context.integration.status', // `-` where no function was called
  error: '$context.error.message',
  latency: '$context.responseLatency',
};

export function createHttpApi(scope: Construct, settings: Settings): Gateway {
  const { rates, life, hasResources } = settings;
  const isClosed = hasOneEntry(settings);
  const served = servedBy({ hasResources });
  const log = new LogGroup(scope, 'ApiLog', { removalPolicy: KEPT });
  const responder = life.maintenance === 'off' ? undefined : createMaintenance(scope);
  const body = httpBody(
    deploymentName(scope),
    served,
    (name) => integrationUri(scope, name, name === MAINTENANCE ? '' : undefined),
    { isClosed, responder: responder && MAINTENANCE },
  );
  // The ids differ from those of a REST API, which another setting puts in its place.
  const api = new CfnApi(scope, 'HttpApi', { body, disableExecuteApiEndpoint: isClosed });
  // A stage that deploys by itself would route to an operation before its function has moved. Another definition is
  // another deployment, as for a REST API.
  const definition = createHash('sha256')
    .update(JSON.stringify(Stack.of(scope).resolve(body)))
    .digest('hex');
  const published = new CfnDeployment(scope, `HttpApiDeployment${definition.slice(0, 16)}`, { apiId: api.ref });
  const stage = new CfnStage(scope, 'HttpApiStage', {
    apiId: api.ref,
    stageName: STAGE,
    deploymentId: published.ref,
    accessLogSettings: { destinationArn: log.logGroupArn, format: JSON.stringify(ACCESS_LOG) },
    defaultRouteSettings: throttleOf(rates.read),
    routeSettings: routeSettings(served, rates),
  });
  new MetricFilter(scope, 'GatewayThrottled', {
    logGroup: log,
    // Functions respond 429, too, for single clients.
    filterPattern: FilterPattern.all(
      FilterPattern.stringValue('$.status', '=', '429'),
      FilterPattern.stringValue('$.integration', '=', '-'),
    ),
    ...gatewayThrottledName(scope),
  });
  const callerArn = Stack.of(scope).formatArn({ service: 'execute-api', resource: api.ref, resourceName: '*/*' });
  const url = `https://${api.ref}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`;
  return {
    http: HttpApi.fromHttpApiAttributes(scope, 'Imported', { httpApiId: api.ref, apiEndpoint: url }),
    id: api.ref,
    stage: stage.ref,
    url,
    callerArn,
    published,
    responder,
    metrics: {
      dimensions: { ApiId: api.ref, Stage: STAGE },
      names: { requests: 'Count', clientErrors: '4xx', serverErrors: '5xx', latency: 'Latency' },
      isRate: false,
    },
  };
}

const throttleOf = (rate: Parameters<typeof throttle>[0]) => {
  const { ThrottlingRateLimit: throttlingRateLimit, ThrottlingBurstLimit: throttlingBurstLimit } = throttle(rate);
  return { throttlingRateLimit, throttlingBurstLimit };
};
