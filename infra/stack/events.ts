// Creates the bus that events are published on, and the queues that its rules fill with the events that become messages.
// Queues, because SES and SNS may be slow or down, and one bad message must be retried without the others.
import { Duration } from 'aws-cdk-lib';
import { EventBus, type IEventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { EVENT_SOURCE, messagesOf, type Urgency } from '../../lib/contract/events.ts';
import type { Settings } from '../settings/settings.ts';
import { deploymentName } from './names.ts';
import { createQueue } from './queues.ts';

/**
 * What a mailer that died had received comes back after this. Longer than the lease of a claim
 * (lib/store/people/message-claims.ts), so that the retry finds it expired, and than the function may run, as Lambda requires.
 * AWS recommends six times the function's timeout, for retries of throttled invocations; codes cannot wait that long.
 */
const VISIBILITY_SECONDS = 120;
/** How long they last, the function decides (lib/workers/message-retries.ts). */
const ATTEMPTS = 30;

/** A rule on the bus and the queue it fills. */
type Way = { rule: Rule; queue: Queue };
/** The ways of urgent messages and of notices, and the queue of messages that could not be delivered. */
export type Messages = { urgent: Way; notices: Way; undelivered: Queue };

/** An existing bus keeps its own policy and encryption. */
export const createBus = (scope: Construct, { busName }: Pick<Settings, 'busName'>): IEventBus =>
  busName === undefined
    ? new EventBus(scope, 'Bus', { eventBusName: deploymentName(scope) })
    : EventBus.fromEventBusName(scope, 'Bus', busName);

/** Lambda polls the queue of urgent messages; a schedule empties that of notices (infra/stack/functions/triggers.ts). */
export function createMessages(scope: Construct, bus: IEventBus): Messages {
  const undelivered = createQueue(scope, 'UndeliveredMessages');
  const way = (ids: { queue: string; rule: string }, urgency: Urgency, description: string): Way => {
    const queue = createQueue(scope, ids.queue, {
      visibilityTimeout: Duration.seconds(VISIBILITY_SECONDS),
      deadLetterQueue: { queue: undelivered, maxReceiveCount: ATTEMPTS },
    });
    const target = new SqsQueue(queue, {
      deadLetterQueue: undelivered,
      maxEventAge: Duration.hours(24),
      retryAttempts: 185,
    });
    const rule = new Rule(scope, ids.rule, {
      description: `Gatehouse: queues the events that become ${description}`,
      eventBus: bus,
      eventPattern: { source: [EVENT_SOURCE], detailType: messagesOf(urgency) },
      targets: [target],
    });
    return { rule, queue };
  };
  return {
    urgent: way({ queue: 'Messages', rule: 'MessageRule' }, 'urgent', 'a code, which leaves first'),
    notices: way({ queue: 'Notices', rule: 'NoticeRule' }, 'notice', 'a notice or an invitation'),
    undelivered,
  };
}
