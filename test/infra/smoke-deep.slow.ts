// Runs `npm run smoke -- --deep` with an account of AWS: what its resources show, and what is wrong with them.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AwsAccount, type AwsReplies, type AwsReply } from '../support/aws-account.ts';
import { useService } from '../support/service.ts';

const service = useService({}, { changeFeed: true });
const account = new AwsAccount();
beforeAll(async () => {
  await service.adminCookie();
  await account.start();
});
afterAll(() => account.stop());

const MAIN = join(import.meta.dirname, '../../infra/tools/smoke/main.ts');

/** Runs the command with the credentials of the account, whose stack has `replies`. */
async function deep(replies: AwsReplies, ...more: string[]) {
  account.replies = replies;
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_'));
  const env = {
    ...Object.fromEntries(others),
    ...account.environment,
    GATEHOUSE_ADMIN_EMAIL: service.adminLogin.email,
    GATEHOUSE_ADMIN_PASSWORD: service.adminLogin.password,
  };
  const args = [MAIN, '--deep', '--stack', 'Auth', '--region', 'eu-central-1', ...more, service.baseUrl];
  const child = spawn(process.execPath, args, { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, lines: output.split('\n'), failed: output.split('\n').filter((line) => line.startsWith('FAILED')) };
}

/** Logical id and physical id of each resource, by type. */
function stack(ids: Record<string, string>): AwsReply {
  const members = Object.entries(ids).map(([name, physical]) => {
    const [type, id] = name.split(' ');
    return `<member><ResourceType>AWS::${type}</ResourceType><LogicalResourceId>${id}</LogicalResourceId><PhysicalResourceId>${physical}</PhysicalResourceId><ResourceStatus>CREATE_COMPLETE</ResourceStatus><LastUpdatedTimestamp>2026-11-26T12:00:00Z</LastUpdatedTimestamp></member>`;
  });
  return {
    xml: `<ListStackResourcesResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><ListStackResourcesResult><StackResourceSummaries>${members.join('')}</StackResourceSummaries></ListStackResourcesResult></ListStackResourcesResponse>`,
  };
}

/** Ids as the template of this checkout has them, and of another stack's resources. */
const resources = (): AwsReply =>
  stack({
    'Logs::LogGroup AuditLog0F1E2D3C': 'audit',
    'Logs::LogGroup MailerLogs0F1E2D3C': 'mailer',
    'SQS::Queue UndeliveredMessages0F1E2D3C': `${account.environment.AWS_ENDPOINT_URL}/1/undelivered`,
    'SQS::Queue Failures8A3E1A2F': `${account.environment.AWS_ENDPOINT_URL}/1/failures`,
    'SecretsManager::Secret PepperSecret5FCFF238': 'arn:aws:secretsmanager:eu-central-1:1:secret:Pepper-a',
    'CloudWatch::Alarm ServerErrorsAlarm67C711EB': 'Gatehouse-ServerErrors',
    'CloudWatch::Alarm SmsSpendAlarm495F9D9F': 'Gatehouse-SmsSpend',
    'S3::Bucket AuditArchiveBucket0F1E2D3C': 'archive',
  });
const queue = (count: number): AwsReply => ({ json: { Attributes: { ApproximateNumberOfMessages: String(count) } } });
const secret = (stages: readonly string[]): AwsReply => ({
  json: { Name: 'Pepper', VersionIdsToStages: { a: ['AWSCURRENT'], b: stages } },
});
const alarms = (...states: string[]): AwsReply => ({
  json: {
    MetricAlarms: ['Gatehouse-ServerErrors', 'Gatehouse-SmsSpend'].map((AlarmName, at) => ({
      AlarmName,
      StateValue: states[at],
    })),
  },
});
const objects = (minutes: number): AwsReply => ({
  xml: `<ListBucketResult><Contents><Key>anchors/a</Key><LastModified>${new Date(Date.now() - minutes * 60_000).toISOString()}</LastModified></Contents></ListBucketResult>`,
});

test('passes over a sound stack, and waits for the event on the bus', async () => {
  const asked: unknown[] = [];
  const { code, lines, failed } = await deep({
    ListStackResources: resources(),
    FilterLogEvents: (input) => {
      asked.push(JSON.parse(input));
      return { json: { events: asked.length > 1 ? [{ message: '{}' }] : [] } };
    },
    GetQueueAttributes: queue(0),
    DescribeSecret: secret(['AWSPREVIOUS']),
    DescribeAlarms: alarms('OK', 'INSUFFICIENT_DATA'),
    'GET /archive': objects(20),
    'GET /archive/': objects(20),
  });
  expect(failed).toEqual([]);
  expect(code).toBe(0);
  const question = { logGroupName: 'audit', filterPattern: expect.stringMatching(/^"ten_\w+"$/) };
  expect(asked).toEqual([expect.objectContaining(question), expect.objectContaining(question)]);
  expect(lines).toContainEqual(expect.stringMatching(/^ok .*reached the log group of the audit log/));
  expect(lines).toContainEqual(expect.stringMatching(/without data yet: Gatehouse-SmsSpend$/));
  expect(lines).toContainEqual(expect.stringMatching(/left out: LogArchive, which needs profile=hardened$/));
});

test('reports each defect of a stack and goes on', async () => {
  const { code, failed } = await deep({
    ListStackResources: resources(),
    FilterLogEvents: { error: 'AccessDeniedException' },
    GetQueueAttributes: (input) => queue(input.includes('undelivered') ? 2 : 0),
    DescribeSecret: secret(['AWSPENDING']),
    DescribeAlarms: alarms('ALARM', 'OK'),
    'GET /archive': objects(600),
    'GET /archive/': objects(600),
  });
  expect(code).toBe(1);
  expect(failed).toEqual([
    expect.stringContaining('reached the log group of the audit log: no'),
    expect.stringContaining('UndeliveredMessages is empty: it has 2 messages'),
    expect.stringContaining('Pepper has a version AWSPENDING'),
    expect.stringContaining('no alarm is on: Gatehouse-ServerErrors'),
    expect.stringContaining('AuditArchiveBucket got an object within 125 minutes: its newest object is older'),
    'FAILED',
  ]);
});

test('a stack that does not exist is one failed step', async () => {
  const { code, failed } = await deep({ ListStackResources: { error: 'ValidationError', status: 400 } });
  expect(code).toBe(1);
  expect(failed).toEqual([expect.stringContaining('the stack Auth lists its resources'), 'FAILED']);
});
