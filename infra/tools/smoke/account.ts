// Looks at the resources of a deployment, with AWS credentials that may read them: what its API cannot show.
import {
  CloudFormationClient,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { DescribeSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type LookAtAccount, within } from './steps.ts';

/** EventBridge delivers within half a second as a rule; what is later than this is not delivered. */
const EVENT_SECONDS = 60;
/** Firehose writes every five minutes (infra/hardened/log-archive.ts). */
const LOG_ARCHIVE_MINUTES = 15;
/** The archive of the audit log runs each hour. */
const AUDIT_ARCHIVE_MINUTES = 125;
/** DescribeAlarms takes so many names (API reference). */
const ALARMS = 100;
const OPTIONS = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 5000, requestTimeout: 10_000, throwOnRequestTimeout: true },
};

type Resources = readonly StackResourceSummary[];

/** Throws without a region and without credentials. */
export async function openAccount(stack: string, region: string | undefined): Promise<LookAtAccount> {
  const client = new CloudFormationClient({ ...OPTIONS, ...(region !== undefined && { region }) });
  const options = { ...OPTIONS, region: await client.config.region() };
  await client.config.credentials();
  return async (run) => {
    const { check } = run;
    let resources: Resources = [];
    await check(`the stack ${stack} lists its resources`, async () => {
      const found: StackResourceSummary[] = [];
      for await (const page of paginateListStackResources({ client }, { StackName: stack }))
        found.push(...(page.StackResourceSummaries ?? []));
      resources = found;
    });
    if (resources.length === 0) return;
    await event(new CloudWatchLogsClient(options), resources, run);
    await queues(new SQSClient(options), resources, run);
    await check('no rotation of a secret is left half done', () =>
      secrets(new SecretsManagerClient(options), resources),
    );
    await check('no alarm is on', () => alarms(new CloudWatchClient(options), resources, run));
    await archives(new S3Client(options), resources, run);
  };
}

/** Returns the names of resources of a type whose logical ids end with `id` and the CDK's hash. */
const named = (resources: Resources, type: string, id = ''): string[] =>
  resources
    .filter(
      ({ ResourceType, LogicalResourceId = '' }) =>
        ResourceType === type && new RegExp(`${id}[0-9A-F]{8}$`).test(LogicalResourceId),
    )
    .flatMap(({ PhysicalResourceId }) => PhysicalResourceId ?? []);

async function event(
  client: CloudWatchLogsClient,
  resources: Resources,
  { check, tenantId, since }: Parameters<LookAtAccount>[0],
) {
  const groups = named(resources, 'AWS::Logs::LogGroup', 'AuditLog');
  await check('the event of the new tenant reached the log group of the audit log', () =>
    within(EVENT_SECONDS, 'there is no event', async () => {
      for (const logGroupName of groups) {
        const found = await client.send(
          new FilterLogEventsCommand({ logGroupName, startTime: since, filterPattern: `"${tenantId}"` }),
        );
        if (found.events?.length) return true;
      }
      return false;
    }),
  );
}

async function queues(client: SQSClient, resources: Resources, { check, print }: Parameters<LookAtAccount>[0]) {
  for (const id of ['UndeliveredMessages', 'Failures']) {
    const urls = named(resources, 'AWS::SQS::Queue', id);
    if (urls.length === 0) {
      print(`        left out: the queue ${id}, which the deployment does not have`);
      continue;
    }
    await check(`the queue ${id} is empty`, async () => {
      for (const QueueUrl of urls) {
        const { Attributes } = await client.send(
          new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
        );
        const count = Attributes?.ApproximateNumberOfMessages;
        if (count !== '0') throw new Error(`it has ${count} messages. docs/operations.md says what to do.`);
      }
    });
  }
}

/** A version that is pending and not current belongs to a rotation that did not end (user guide, "Rotation"). */
async function secrets(client: SecretsManagerClient, resources: Resources): Promise<void> {
  for (const SecretId of named(resources, 'AWS::SecretsManager::Secret')) {
    const { Name, VersionIdsToStages: versions = {} } = await client.send(new DescribeSecretCommand({ SecretId }));
    const isPending = Object.values(versions).some(
      (stages) => stages.includes('AWSPENDING') && !stages.includes('AWSCURRENT'),
    );
    if (isPending)
      throw new Error(`${Name} has a version AWSPENDING: aws secretsmanager rotate-secret --secret-id ${Name}`);
  }
}

async function alarms(
  client: CloudWatchClient,
  resources: Resources,
  { print }: Parameters<LookAtAccount>[0],
): Promise<void> {
  const names = named(resources, 'AWS::CloudWatch::Alarm');
  const states: { name: string; state: string }[] = [];
  for (let at = 0; at < names.length; at += ALARMS) {
    const { MetricAlarms = [] } = await client.send(
      new DescribeAlarmsCommand({ AlarmNames: names.slice(at, at + ALARMS), MaxRecords: ALARMS }),
    );
    states.push(...MetricAlarms.map(({ AlarmName = '', StateValue = '' }) => ({ name: AlarmName, state: StateValue })));
  }
  const of = (state: string): string => states.flatMap((each) => (each.state === state ? each.name : [])).join(', ');
  if (of('INSUFFICIENT_DATA')) print(`        without data yet: ${of('INSUFFICIENT_DATA')}`);
  if (of('ALARM')) throw new Error(of('ALARM'));
  if (states.length < names.length) throw new Error(`CloudWatch knows ${states.length} of ${names.length} alarms`);
}

async function archives(client: S3Client, resources: Resources, { check, print }: Parameters<LookAtAccount>[0]) {
  const kinds = [
    {
      id: 'AuditArchiveBucket',
      setting: 'auditArchiveDays',
      prefix: 'anchors/',
      minutes: AUDIT_ARCHIVE_MINUTES,
      hours: dayAndHour('-', 'T'),
    },
    {
      id: 'LogArchive',
      setting: 'profile=hardened',
      prefix: 'logs/',
      minutes: LOG_ARCHIVE_MINUTES,
      hours: dayAndHour('/', '/'),
    },
  ];
  for (const { id, setting, prefix, minutes, hours } of kinds) {
    const buckets = named(resources, 'AWS::S3::Bucket', id);
    if (buckets.length === 0) {
      print(`        left out: ${id}, which needs ${setting}`);
      continue;
    }
    await check(`${id} got an object within ${minutes} minutes`, async () => {
      for (const Bucket of buckets) {
        const pages = await Promise.all(
          hours.map((hour) => client.send(new ListObjectsV2Command({ Bucket, Prefix: `${prefix}${hour}` }))),
        );
        const newest = Math.max(
          0,
          ...pages.flatMap(({ Contents = [] }) => Contents.map((each) => each.LastModified?.getTime() ?? 0)),
        );
        if (newest < Date.now() - minutes * 60_000) throw new Error(`its newest object is older`);
      }
    });
  }
}

/** The last four hours in UTC, as the names of objects have them. */
function dayAndHour(separator: string, before: string): string[] {
  return [0, 1, 2, 3].map((back) => {
    const [day = '', time = ''] = new Date(Date.now() - back * 3_600_000).toISOString().split('T');
    return `${day.replaceAll('-', separator)}${before}${time.slice(0, 2)}`;
  });
}
