// From the bus to people: a rule puts the events that are messages into a queue, the mailer takes them out and sends.
// A queue, because SES and SNS may be slow or down, and one bad message must come back without its neighbours.
import { Duration, Stack } from 'aws-cdk-lib';
import { type EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { EVENT_SOURCE, messageEvents } from '../../lib/contract/events.ts';
import { MAILER } from '../build/bundle.ts';
import { type FunctionsProps, mailerNeeds, tableStatements } from './functions.ts';
import { allow, createFunction, SMALL_MB } from './lambda.ts';
import { createQueue } from './queues.ts';

/** Seconds. Shorter than a claim's lease (lib/store/message-claims.ts): nobody is overtaken while he sends. */
const TIMEOUT = 20;
/** What AWS advises for a queue that feeds a function; also longer than the lease, so that a repetition finds it over. */
const VISIBILITY = 6 * TIMEOUT;
/** Ten times in some twenty minutes; most codes are dead by then. */
const TRIES = 10;

export type MailerProps = Omit<FunctionsProps, 'baseUrl' | 'settings'> & {
  bus: EventBus;
  environment: Record<string, string>;
  /** `address` or `Name <address>`. */
  sender: string;
};

/** Answers the function, its queue, the rule that fills it, and the queue of what could not be delivered. */
export function createMailer(
  scope: Construct,
  { bundles, table, secrets, bus, environment, sender }: MailerProps,
): { mailer: LambdaFunction; messages: Queue; rule: Rule; undelivered: Queue } {
  const undelivered = createQueue(scope, 'UndeliveredMessages');
  const queue = createQueue(scope, 'Messages', {
    visibilityTimeout: Duration.seconds(VISIBILITY),
    deadLetterQueue: { queue: undelivered, maxReceiveCount: TRIES },
  });
  const rule = new Rule(scope, 'MessageRule', {
    description: 'Gatehouse: events that become an e-mail or an SMS',
    eventBus: bus,
    eventPattern: { source: [EVENT_SOURCE], detailType: [...messageEvents] },
    targets: [
      new SqsQueue(queue, { deadLetterQueue: undelivered, maxEventAge: Duration.hours(24), retryAttempts: 185 }),
    ],
  });
  const mailer = createFunction(scope, {
    name: MAILER,
    bundles,
    memorySize: SMALL_MB,
    timeout: TIMEOUT,
    environment: { ...environment, GATEHOUSE_SENDER: sender },
    statements: [
      ...tableStatements(mailerNeeds, table),
      allow(['secretsmanager:GetSecretValue'], secrets.root.secretArn),
      allowEmail(scope, sender, environment.GATEHOUSE_SES_CONFIGURATION_SET),
      allowSms(scope),
      // The poller works with the function's role.
      allow(['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'], queue.queueArn),
    ],
  });
  new EventSourceMapping(scope, 'MailerSource', {
    target: mailer,
    eventSourceArn: queue.queueArn,
    batchSize: 10,
    reportBatchItemFailures: true,
    // Ten messages at a time: SES grants 14 a second to begin with, and what was too fast for it comes again.
    maxConcurrency: 2,
  });
  return { mailer, messages: queue, rule, undelivered };
}

/** The domain of an address and those it lies in: whichever SES has verified. */
function domainsOf(address: string): string[] {
  const labels = address.slice(address.indexOf('@') + 1).split('.');
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_, at) => labels.slice(at).join('.'));
}

/** As the sender and nobody else. SES may have verified the address, its domain or one above. */
function allowEmail(scope: Construct, sender: string, configurationSet: string | undefined): PolicyStatement {
  const address = /[^ <>]+@[^ <>]+/.exec(sender)?.[0] as string;
  const names = [address, ...domainsOf(address)].map((identity) => `identity/${identity}`);
  if (configurationSet) names.push(`configuration-set/${configurationSet}`);
  const resources = names.map((name) => {
    const [resource, resourceName] = name.split('/');
    return Stack.of(scope).formatArn({ service: 'ses', resource: resource as string, resourceName });
  });
  return new PolicyStatement({
    actions: ['ses:SendEmail'],
    resources,
    conditions: { StringEquals: { 'ses:FromAddress': address } },
  });
}

/** A phone number is no resource of AWS, so this can only say what it is not for: topics, and whatever else has an ARN. */
function allowSms(scope: Construct): PolicyStatement {
  const topics = Stack.of(scope).formatArn({ service: 'sns', region: '*', account: '*', resource: '*' });
  return new PolicyStatement({ actions: ['sns:Publish'], notResources: [topics] });
}
