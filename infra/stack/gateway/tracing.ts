// Turns on X-Ray traces for every function, and for the stage of a REST API. HTTP APIs have none.
import type { CfnStage } from 'aws-cdk-lib/aws-apigateway';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Gateway } from './gateway.ts';

export function enableTracing({ rest, responder }: Gateway, functions: Iterable<LambdaFunction>): void {
  if (rest) (rest.deploymentStage.node.defaultChild as CfnStage).tracingEnabled = true;
  for (const each of [...functions, ...(responder ? [responder] : [])]) {
    (each.node.defaultChild as CfnFunction).tracingConfig = { mode: 'Active' };
    // X-Ray has no resources that a policy could name (service authorization reference of AWS X-Ray).
    const actions = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'];
    each.addToRolePolicy(new PolicyStatement({ actions, resources: ['*'] }));
  }
}
