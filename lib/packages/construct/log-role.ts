// Finds out whether the account's role for logs of API Gateway is set already: an account and region has one, and two
// deployments that both set it would replace each other's.
import { Stack, Stage } from 'aws-cdk-lib';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import type { Construct, IConstruct } from 'constructs';
import { isDeployed } from '../../../infra/stack/names.ts';

/**
 * Returns what sets the role in the same account and region: an API of the same stack, or another Gatehouse of the app.
 * Other stages of the app are deployed apart, so they count as other apps.
 */
export function findLogRole(scope: Construct): IConstruct | undefined {
  const stage = Stage.of(scope);
  const stack = Stack.of(scope);
  return (stage ?? scope.node.root).node
    .findAll()
    .find(
      (each) =>
        each instanceof CfnAccount &&
        Stage.of(each) === stage &&
        (Stack.of(each) === stack || (isDeployed(each) && Stack.of(each).environment === stack.environment)),
    );
}
