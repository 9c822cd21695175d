// Defines what is in front of the functions: a REST API or an HTTP API. What else the stack connects to it is the same.
import { Fn } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct, IConstruct } from 'constructs';
import type { FunctionName } from '../../functions.ts';
import type { Settings } from '../../settings/settings.ts';
import { functionName, type MAINTENANCE } from '../lambda.ts';
import { LIVE, withStackName } from '../names.ts';

export type Gateway = Readonly<{
  /** One of the two is there. */
  rest?: SpecRestApi;
  http?: IHttpApi;
  id: string;
  stage: string;
  /** Its own URL. */
  url: string;
  /** What invokes the functions: its only stage, by every method and path. */
  callerArn: string;
  /** Makes a new definition the one that clients reach. */
  published: IConstruct;
  /** Responds for all functions during maintenance. */
  responder?: LambdaFunction | undefined;
  metrics: GatewayMetrics;
}>;

/** Its metrics in CloudWatch. `isRate`: the average of the errors is their part of all requests. */
export type GatewayMetrics = Readonly<{
  dimensions: Readonly<Record<string, string>>;
  names: Readonly<Record<'requests' | 'clientErrors' | 'serverErrors' | 'latency', string>>;
  isRate: boolean;
}>;

/**
 * Whether the custom domain is the only entry, so that a firewall or proxy in front of it cannot be bypassed. The own address of
 * a standby is open: the domain leads elsewhere until Route 53 sees there that it is healthy.
 */
export const hasOneEntry = ({ domain, secondRegion }: Pick<Settings, 'domain' | 'secondRegion'>): boolean =>
  domain !== undefined && secondRegion.role !== 'standby';

/**
 * Allows only this API to invoke the aliases and the responder, and publishes a new definition only after all of them have
 * moved: an operation is served before it is routed, and no deployment routes to an alias that does not exist yet.
 */
export function allowCalls({ callerArn, published, responder }: Gateway, aliases: Iterable<Alias>): void {
  for (const invoked of [...aliases, ...(responder ? [responder] : [])]) {
    invoked.addPermission('Api', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: callerArn,
    });
    published.node.addDependency(invoked);
  }
}

/**
 * Names the alias instead of referencing it: the function's environment contains the API's URL, so it is created after
 * the API. As one line (`Fn::Sub`), because a template with a `Fn::Join` for each method is twice as long, and a stack with
 * two deployments would exceed CloudFormation's megabyte. `qualifier`: empty for the function itself.
 */
export function integrationUri(
  scope: Construct,
  name: FunctionName | typeof MAINTENANCE,
  qualifier = `:${LIVE}`,
): string {
  const prefix = `arn:\${AWS::Partition}`;
  const target = `${prefix}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:${functionName(scope, name)}${qualifier}`;
  return Fn.sub(
    withStackName(`${prefix}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/${target}/invocations`),
  );
}
