// Makes API Gateway respond 503 by itself, with our error body, while functions must not be called. An HTTP API cannot, so a
// function without permissions does it. A stage throttle of zero would be a 429 without a reason. Every method keeps its place in the definition, so that the stage's throttles,
// permissions and URLs stay, and leaving maintenance replaces integrations only.
import { Code, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { errorBody } from '../../../lib/contract/errors.ts';
import { createFunction, MAINTENANCE } from '../lambda.ts';
import { maintenanceHeaders } from './rest-responses.ts';

/**
 * A mock integration (API Gateway developer guide, "Set up mock integrations"). Another content type than JSON matches no
 * template, and API Gateway refuses it with a gateway response, which is the same 503 (gateway-responses.ts).
 */
export function respondUnavailable(): Record<string, unknown> {
  const body = errorBody('SERVICE_UNAVAILABLE');
  const statusCode = String(body.statusCode);
  return {
    responses: { [statusCode]: { description: 'Maintenance' } },
    'x-amazon-apigateway-integration': {
      type: 'mock',
      passthroughBehavior: 'when_no_templates',
      requestTemplates: { 'application/json': JSON.stringify({ statusCode: body.statusCode }) },
      responses: {
        default: { statusCode, responseTemplates: { 'application/json': headerLines() + JSON.stringify(body) } },
      },
    },
  };
}

/**
 * Sets the headers in the template (developer guide, "Override your API's request and response parameters"): as static
 * parameters they would be in single quotes, which one of them contains.
 */
const headerLines = (): string =>
  Object.entries(maintenanceHeaders())
    .map(([name, value]) => `#set($context.responseOverride.header.${name} = "${value}")\n`)
    .join('');

/** For an HTTP API. It exists during maintenance only. */
export function createMaintenance(scope: Construct): LambdaFunction {
  const body = errorBody('SERVICE_UNAVAILABLE');
  const headers = { 'content-type': 'application/json; charset=utf-8', ...maintenanceHeaders() };
  const response = { statusCode: body.statusCode, headers, body: JSON.stringify(body) };
  return createFunction(scope, {
    name: MAINTENANCE,
    code: Code.fromInline(`exports.handler = async () => (${JSON.stringify(response)});`),
    memoryMb: 128,
    timeoutSeconds: 3,
    environment: {},
    reservedConcurrency: undefined,
    statements: [],
  });
}
