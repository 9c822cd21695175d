// Creates the stack of the login probe: a function that logs in on a schedule, and an alarm on its failures and its silence.
// A stack of its own shares nothing with the one that it watches, and takes none of its 500 resources.
import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { createKey, encryptEverything } from './hardened/encryption.ts';
import { createAlarm, topicOf } from './monitoring/alarms.ts';
import { lambdaMetric } from './monitoring/metrics.ts';
import type { Settings } from './settings/settings.ts';
import { govern } from './stack/governance.ts';
import { allow, createFunction, functionName, LOGIN_PROBE } from './stack/lambda.ts';
import { nameDeployment } from './stack/names.ts';
import { probeSecret } from './stack/secrets.ts';

/** Ends the ids and the names of such stacks. */
export const PROBE_STACK = 'LoginProbe';

/** `bundles` is the directory that `bundleProbe` wrote, and `id` that of the deployment's own stack. */
export function createProbeStack(
  scope: Construct,
  settings: Settings,
  bundles: string,
  id = 'Gatehouse',
): Stack | undefined {
  const { loginProbeMinutes: minutes, baseUrl, stackName, env, isHardened, keyArn, lambdaLogs } = settings;
  if (minutes === undefined || baseUrl === undefined) return undefined;
  const stack = new Stack(scope, `${id}-${PROBE_STACK}`, {
    stackName: `${stackName}-${PROBE_STACK}`,
    env,
    description: `Gatehouse: logs in to ${stackName} as a user does`,
  });
  nameDeployment(stack, stackName);
  const secret = probeSecret(stack);
  const created = createFunction(stack, {
    name: LOGIN_PROBE,
    code: Code.fromAsset(`${bundles}/${LOGIN_PROBE}`),
    memoryMb: 256,
    timeoutSeconds: 50,
    environment: { GATEHOUSE_BASE_URL: baseUrl, GATEHOUSE_PROBE_SECRET: secret.secretArn },
    reservedConcurrency: undefined,
    lambdaLogs,
    statements: [allow(['secretsmanager:GetSecretValue'], secret.secretArn)],
  });
  const every = Duration.minutes(minutes);
  new Rule(stack, 'LoginProbeSchedule', {
    schedule: Schedule.rate(every),
    // The next run repeats a failed one. Lambda's own repetition would be a second failure within the same period.
    targets: [new LambdaFunction(created, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
  });
  created.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
  const topic = topicOf(stack, settings);
  createAlarm(
    stack,
    PROBE_STACK,
    { settings, topic },
    {
      description: 'a login from outside failed twice in a row, or the probe does not run',
      // Lambda counts each run, as 0 or 1, so silence is no data. A period may hold none and the next one two.
      metric: lambdaMetric('Errors', functionName(stack, LOGIN_PROBE)).with({ period: every }),
      above: 0,
      periods: 2,
      mustReport: true,
    },
  );
  govern(stack, settings);
  if (isHardened) encryptEverything(stack, createKey(stack, keyArn), undefined);
  new CfnOutput(stack, 'LoginProbeSecretName', {
    description: 'The account of the login probe, as JSON with tenantId, email and password',
    value: secret.secretName,
  });
  new CfnOutput(stack, 'AlarmTopicArn', { description: 'The topic of the alarm LoginProbe', value: topic.topicArn });
  return stack;
}
