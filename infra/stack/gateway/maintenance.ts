// Responds 503 with our error body while functions must not be called. A function without permissions does it: a mock
// integration in each method makes the template 250 KB longer, and a stage throttle of zero would be a 429 without a
// reason. Every method keeps its place in the definition, so that the stage's throttles, permissions and URLs stay, and
// leaving maintenance replaces integrations only.
import { Code, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { errorBody } from '../../../lib/contract/errors.ts';
import { createFunction, MAINTENANCE } from '../lambda.ts';
import { maintenanceHeaders } from './rest-responses.ts';

/** It exists during maintenance only. */
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
    lambdaLogs: 'warn',
    statements: [],
  });
}
