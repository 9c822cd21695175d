// One Lambda function with a role and a log group that are its own.
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

export type FunctionProps = {
  /** In kebab case; also its directory in `bundles`. */
  name: string;
  bundles: string;
  memorySize: number;
  /** Seconds; 10 unless said. */
  timeout?: number;
  environment: Record<string, string>;
  /** Instances that it has for itself, and at most; unbounded unless said. */
  reservedConcurrency?: number | undefined;
  /** What it may do besides writing its log. */
  statements: PolicyStatement[];
};

/** One vCPU comes with 1769 MB (AWS Lambda developer guide, "Configure Lambda function memory"). */
export const ONE_CPU_MB = 1769;
export const SMALL_MB = 512;

/** The name follows from the stack's, so that the API can be described before the function exists. */
export const functionName = (scope: Construct, name: string): string => `${Stack.of(scope).stackName}-${name}`;

export function createFunction(scope: Construct, props: FunctionProps): LambdaFunction {
  const id = props.name.replace(/(^|-)[a-z]/g, (start) => start.replace('-', '').toUpperCase());
  // Evidence of what happened: it stays when the stack goes, and ends with its retention.
  const logGroup = new LogGroup(scope, `${id}Log`, {
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.RETAIN,
  });
  const writeLog = allow(['logs:CreateLogStream', 'logs:PutLogEvents'], logGroup.logGroupArn);
  const role = new Role(scope, `${id}Role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    // Inline, so that the role is never there without it.
    inlinePolicies: { needs: new PolicyDocument({ statements: [writeLog, ...props.statements] }) },
  });
  return new LambdaFunction(scope, id, {
    functionName: functionName(scope, props.name),
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: Code.fromAsset(`${props.bundles}/${props.name}`),
    memorySize: props.memorySize,
    timeout: Duration.seconds(props.timeout ?? 10),
    environment: props.environment,
    ...(props.reservedConcurrency && { reservedConcurrentExecutions: props.reservedConcurrency }),
    role,
    logGroup,
  });
}

export const allow = (actions: readonly string[], ...resources: string[]): PolicyStatement =>
  new PolicyStatement({ actions: [...actions], resources });
