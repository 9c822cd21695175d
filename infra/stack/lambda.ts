// Creates one Lambda function with its own role and log group.
import { Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  type Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { FunctionName } from '../functions.ts';
import type { Settings } from '../settings/settings.ts';
import { KEPT } from './keep.ts';
import { deploymentName } from './names.ts';

/** The function that responds for an HTTP API during maintenance (maintenance.ts). It has no file. */
export const MAINTENANCE = 'maintenance';

/** The function of the stack that logs in from outside (infra/probe-stack.ts). */
export const LOGIN_PROBE = 'login-probe';

export type FunctionProps = {
  name: FunctionName | typeof MAINTENANCE | typeof LOGIN_PROBE;
  code: Code;
  /** `file.export`; by default `index.handler`. */
  handler?: string;
  memoryMb: number;
  timeoutSeconds: number;
  environment: Record<string, string>;
  /** Reserved and maximum concurrent instances; unreserved if `undefined`. */
  reservedConcurrency: number | undefined;
  lambdaLogs: Settings['lambdaLogs'];
  /** What it may do besides writing its log. */
  statements: PolicyStatement[];
};

/** Derived from the deployment's name, so that the API can be described before the function exists. */
export const functionName = (scope: Construct, name: FunctionProps['name']): string =>
  `${deploymentName(scope)}-${name}`;

export function createFunction(scope: Construct, props: FunctionProps): LambdaFunction {
  const id = props.name.replace(/(^|-)[a-z]/g, (start) => start.replace('-', '').toUpperCase());
  // Logs are evidence: the group is kept when the stack is removed, and lines expire after the retention.
  const logGroup = new LogGroup(scope, `${id}Log`, { removalPolicy: KEPT });
  const writeLog = allow(['logs:CreateLogStream', 'logs:PutLogEvents'], logGroup.logGroupArn);
  const role = new Role(scope, `${id}Role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    // Inline, so that the role never exists without it.
    inlinePolicies: { needs: new PolicyDocument({ statements: [writeLog, ...props.statements] }) },
  });
  return new LambdaFunction(scope, id, {
    functionName: functionName(scope, props.name),
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: props.handler ?? 'index.handler',
    code: props.code,
    memorySize: props.memoryMb,
    timeout: Duration.seconds(props.timeoutSeconds),
    environment: props.environment,
    ...(props.reservedConcurrency && { reservedConcurrentExecutions: props.reservedConcurrency }),
    role,
    logGroup,
    // Lambda's lines have levels in this format only: a call's start and report are INFO, a timeout and a crash WARN (Lambda
    // developer guide, "Log-level filtering"). Our lines are JSON and written to stdout, so it adds nothing to them and
    // drops none; metrics in the embedded format are such lines, too (guide, "Using structured JSON logs with Node.js").
    loggingFormat: LoggingFormat.JSON,
    systemLogLevelV2: props.lambdaLogs === 'info' ? SystemLogLevel.INFO : SystemLogLevel.WARN,
    applicationLogLevelV2: ApplicationLogLevel.TRACE,
    // Versions are kept, so that an alias can go back to one. They cost nothing but their part of the 75 GB of code that
    // an account may have (AWS Lambda developer guide, "Lambda quotas"): some ten thousand deployments.
    currentVersionOptions: { removalPolicy: KEPT },
  });
}

export const allow = (actions: readonly string[], ...resources: string[]): PolicyStatement =>
  new PolicyStatement({ actions: [...actions], resources });
