// Creates the bus that events are published on, and the queue that its rule fills with the events that become messages.
// A queue, because SES and SNS may be slow or down, and one bad message must be retried without the others.
import { Duration } from 'aws-cdk-lib';
import { EventBus, type IEventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { EVENT_SOURCE, messageEvents } from '../../lib/contract/events.ts';
import { FUNCTIONS } from '../functions.ts';
import type { Settings } from '../settings/settings.ts';
import { deploymentName } from './names.ts';
import { createQueue } from './queues.ts';

/**
 * What AWS recommends for a queue that feeds a function; also longer than the lease of a claim
 * (lib/store/message-claims.ts), so that a retry finds the lease expired.
 */
const VISIBILITY_SECONDS = 6 * FUNCTIONS.mailer.timeoutSeconds;
/** Ten attempts in about twenty minutes. Most codes have expired by then. */
const ATTEMPTS = 10;

/** The rule on the bus, the queue it fills, and the queue of messages that could not be delivered. */
export type Messages = { rule: Rule; queue: Queue; undelivered: Queue };

/** An existing bus keeps its own policy and encryption. */
export const createBus = (scope: Construct, { busName }: Pick<Settings, 'busName'>): IEventBus =>
  busName === undefined
    ? new EventBus(scope, 'Bus', { eventBusName: deploymentName(scope) })
    : EventBus.fromEventBusName(scope, 'Bus', busName);

export function createMessages(scope: Construct, bus: IEventBus): Messages {
  const undelivered = createQueue(scope, 'UndeliveredMessages');
  const queue = createQueue(scope, 'Messages', {
    visibilityTimeout: Duration.seconds(VISIBILITY_SECONDS),
    deadLetterQueue: { queue: undelivered, maxReceiveCount: ATTEMPTS },
  });
  const rule = new Rule(scope, 'MessageRule', {
    description: 'Gatehouse: queues the events that become an e-mail or an SMS',
    eventBus: bus,
    eventPattern: { source: [EVENT_SOURCE], detailType: [...messageEvents] },
    targets: [
      new SqsQueue(queue, { deadLetterQueue: undelivered, maxEventAge: Duration.hours(24), retryAttempts: 185 }),
    ],
  });
  return { rule, queue, undelivered };
}
