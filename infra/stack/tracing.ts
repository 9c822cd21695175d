// Turns on X-Ray traces for the API's stage and every function.
import type { CfnStage, SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';

export function enableTracing(api: SpecRestApi, functions: Iterable<LambdaFunction>): void {
  (api.deploymentStage.node.defaultChild as CfnStage).tracingEnabled = true;
  for (const each of functions) {
    (each.node.defaultChild as CfnFunction).tracingConfig = { mode: 'Active' };
    // X-Ray has no resources that a policy could name (service authorization reference of AWS X-Ray).
    const actions = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'];
    each.addToRolePolicy(new PolicyStatement({ actions, resources: ['*'] }));
  }
}
