// Names the resources of a deployment, so that several of them fit into one account, one region and one app.
import type { Construct } from 'constructs';

const NAMES = new WeakMap<Construct, string>();

/** Sets the name that the physical names below this construct begin with. */
export function nameDeployment(scope: Construct, name: string): void {
  NAMES.set(scope, name);
}

/** WAF requires this prefix (WAF developer guide, "Sending logs to CloudWatch Logs"). */
export const firewallLogName = (scope: Construct): string => `aws-waf-logs-${deploymentName(scope)}`;

/** Returns the name of the deployment that contains the construct. Throws outside of one. */
export function deploymentName(scope: Construct): string {
  const named = scope.node.scopes.findLast((each) => NAMES.has(each));
  if (!named) throw new Error(`${scope.node.path} is not part of a deployment`);
  return NAMES.get(named) as string;
}
