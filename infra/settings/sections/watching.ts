// Settings of alarms, logs and traces.
import { choice, reference, type Setting, text, whole } from '../setting.ts';
import { ALARM_THRESHOLDS, isThresholds } from './alarm-thresholds.ts';

/** What CloudWatch Logs offers (API reference, PutRetentionPolicy). */
const RETENTION = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
].map(String);

const STANDARD = Object.entries(ALARM_THRESHOLDS)
  .map(([name, { above, atLeast }]) => `\`${name}:${above}:${atLeast}\``)
  .join(', ');

export const WATCHING = {
  alarmEmail: text(
    'Receives alarms. Further recipients subscribe to the topic `AlarmTopicArn`.',
    'an e-mail address',
    /^[^\s@,;<>]{1,64}@[^\s@,;<>]{3,253}$/,
  ),
  alarmTopicArn: reference(
    'An existing topic for alarms, instead of a new one. Its policy must let CloudWatch publish; excludes `alarmEmail`.',
    'the ARN of a standard SNS topic',
    /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]{1,256}$/,
  ),
  alarmThresholds: text(
    `When alarms on traffic are raised: \`alarm:above\`, or \`alarm:above:floor\`, as in \`AuthenticationFailures:0.5:200,Latency:3000\`. \`above\` is a part of the traffic, or ms for \`Latency\`; below the floor of a period there is no alarm. Standard: ${STANDARD}.`,
    `a list like Latency:3000,RateLimits:0.1:500 of ${Object.keys(ALARM_THRESHOLDS).join(', ')}`,
    isThresholds,
  ),
  loginProbeMinutes: whole(
    'Minutes between two logins of a probe, which sees what users see and not only what API Gateway logs ([the alarm `LoginProbe`](operations.md#loginprobe)). Without it there is no probe. It is a second stack, whose name ends with `-LoginProbe`. Needs `domainName` or `baseUrl`.',
    '',
    1,
    60,
  ),
  logRetentionDays: {
    ...text(
      'Days that CloudWatch keeps every log of the deployment.',
      `one of ${RETENTION.join(', ')}`,
      (given) => RETENTION.includes(given),
      '90',
    ),
    type: RETENTION.join(' | '),
  },
  lambdaLogs: choice(
    'Lambda’s own lines. `warn`: of calls that fail or run out of time. `info`: of each call, with its duration, memory and cold start; they are a third of the logs.',
    'warn',
    'info',
  ),
  auditArchiveDays: whole(
    'Days that an archive of the audit log in a bucket of S3 is kept and cannot be changed. It has no personal data of users. Without it there is no archive.',
    '',
    1,
    3650,
  ),
  analytics: choice(
    'A table and saved queries in Athena over the archive: users, sign-ups and active users by tenant ([guide](guides/siem.md#a-year-by-athena)). Needs `auditArchiveDays`; costs 5 USD for a terabyte that queries read.',
    'off',
    'on',
  ),
  apiGatewayLogRole: choice(
    'API Gateway has one role for logs per account and region. `on` creates and sets it, replacing the account’s. `off` leaves the account’s role, which must exist: without one, API Gateway refuses the access log.',
    'on',
    'off',
  ),
  tracing: choice(
    'Traces in X-Ray, which cost money per request; [how OpenTelemetry gets them](observability.md#traces).',
    'off',
    'on',
  ),
} as const satisfies Record<string, Setting>;
