// Names the resources of a deployment, so that several of them fit into one account, one region and one app.
import { Aws, Stack } from 'aws-cdk-lib';
import type { Construct, IConstruct } from 'constructs';

const NAMES = new WeakMap<IConstruct, string>();

/** Sets the name that the physical names below this construct begin with. */
export function nameDeployment(scope: Construct, name: string): void {
  NAMES.set(scope, name);
}

/** The alias of each function behind the API. */
export const LIVE = 'live';

/** The namespace of the metrics that functions write. */
export const NAMESPACE = 'Gatehouse';
/** WAF requires this prefix (WAF developer guide, "Sending logs to CloudWatch Logs"). */
export const firewallLogName = (scope: Construct): string => `aws-waf-logs-${deploymentName(scope)}`;

/** The text of `Fn::Sub` takes no token. The stack's name is one in the launch stack, which is named when it is deployed. */
export const withStackName = (text: string): string => text.replaceAll(Aws.STACK_NAME, `\${AWS::StackName}`);

/** Whether the construct is part of a deployment. */
export const isDeployed = (scope: IConstruct): boolean => scope.node.scopes.some((each) => NAMES.has(each));

/** Whether the stack has the name of the deployment, and so no other one in it. */
export const isAlone = (scope: Construct): boolean => Stack.of(scope).stackName === deploymentName(scope);

/** Returns the name of the deployment that contains the construct. Throws outside of one. */
export function deploymentName(scope: Construct): string {
  const named = scope.node.scopes.findLast((each) => NAMES.has(each));
  if (!named) throw new Error(`${scope.node.path} is not part of a deployment`);
  return NAMES.get(named) as string;
}

/** Environment variables that keep the metrics of two deployments in one account apart. */
export const metricsEnvironment = (scope: Construct): Record<string, string> => ({
  POWERTOOLS_METRICS_NAMESPACE: NAMESPACE,
  POWERTOOLS_SERVICE_NAME: deploymentName(scope),
});

/** The name of the metric that the access log's filter writes. A filter cannot add a dimension with a constant. */
export const gatewayThrottledName = (scope: Construct) => ({
  metricNamespace: `${NAMESPACE}/${deploymentName(scope)}`,
  metricName: 'GatewayThrottled',
});
