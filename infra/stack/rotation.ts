// Keys that change by themselves: the next signing key becomes the current one by a clock, the root secret gets a new
// version when Secrets Manager says so. Nobody notices either: what comes next was published one rotation before.
import { Aws, Duration, type Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnEventInvokeConfig, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnRotationSchedule } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { KEY_ROTATION, SECRET_ROTATION } from '../build/bundle.ts';
import type { Settings } from '../settings/settings.ts';
import { keyRotationNeeds, tableStatements } from './functions.ts';
import { allow, createFunction, SMALL_MB } from './lambda.ts';
import type { Secrets } from './secrets.ts';

export type RotationProps = {
  bundles: string;
  settings: Settings;
  table: ITable;
  secrets: Secrets;
  failures: Queue;
  environment: Record<string, string>;
};

/** An RSA key of 2048 bits takes a second or two of a small function; a retired one is only dropped here. */
const TIMEOUT = 30;

/** Answers the functions that rotate. */
export function createRotation(scope: Stack, props: RotationProps): LambdaFunction[] {
  return [rotateSigningKeys(scope, props), rotateRootSecret(scope, props)];
}

function rotateSigningKeys(scope: Stack, props: RotationProps): LambdaFunction {
  const { bundles, settings, table, secrets, failures, environment } = props;
  const rotation = createFunction(scope, {
    name: KEY_ROTATION,
    bundles,
    memorySize: SMALL_MB,
    timeout: TIMEOUT,
    environment,
    statements: [
      ...tableStatements(keyRotationNeeds, table),
      allow(['secretsmanager:GetSecretValue'], secrets.root.secretArn),
      allow(['sqs:SendMessage'], failures.queueArn),
    ],
  });
  // A run that throws is repeated twice, and then leaves a trace.
  new CfnEventInvokeConfig(scope, 'KeyRotationFailures', {
    functionName: rotation.functionName,
    qualifier: '$LATEST',
    maximumRetryAttempts: 2,
    maximumEventAgeInSeconds: 6 * 3600,
    destinationConfig: { onFailure: { destination: failures.queueArn } },
  });
  new Rule(scope, 'KeyRotationSchedule', {
    description: 'Gatehouse: the next signing key becomes the current one',
    schedule: Schedule.rate(Duration.days(settings.signingKeyDays)),
    targets: [
      new LambdaTarget(rotation, {
        // The rule's own event says nothing the function needs.
        event: RuleTargetInput.fromObject({}),
        deadLetterQueue: failures,
        maxEventAge: Duration.hours(6),
        retryAttempts: 10,
      }),
    ],
  });
  return rotation;
}

function rotateRootSecret(scope: Stack, { bundles, settings, secrets, environment }: RotationProps): LambdaFunction {
  const { secretArn } = secrets.root;
  const rotation = createFunction(scope, {
    name: SECRET_ROTATION,
    bundles,
    memorySize: SMALL_MB,
    timeout: TIMEOUT,
    environment,
    statements: [
      allow(
        [
          'secretsmanager:DescribeSecret',
          'secretsmanager:GetSecretValue',
          'secretsmanager:PutSecretValue',
          'secretsmanager:UpdateSecretVersionStage',
        ],
        secretArn,
      ),
    ],
  });
  rotation.addPermission('SecretsManager', {
    principal: new ServicePrincipal('secretsmanager.amazonaws.com'),
    sourceAccount: Aws.ACCOUNT_ID,
    sourceArn: secretArn,
  });
  const schedule = new CfnRotationSchedule(scope, 'RootSecretRotation', {
    secretId: secretArn,
    rotationLambdaArn: rotation.functionArn,
    rotationRules: { automaticallyAfterDays: settings.rootSecretDays },
    // Not with the deployment that makes it: nothing is to be gained, and a rollback would meet a rotation under way.
    rotateImmediatelyOnUpdate: false,
  });
  schedule.node.addDependency(rotation);
  return rotation;
}
