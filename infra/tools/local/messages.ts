// Connects the bus to the mailer, as in the stack: rules select the events that become messages, two queues store them,
// and the mailer sends them through SES and SNS, whose stand-ins show them in the inbox. Another rule keeps the audit log.
import type { Urgency } from '../../../lib/contract/events.ts';
import type { Queue, QueueHandler } from './aws/queue.ts';
import type { Rule } from './aws/rules.ts';
import type { Aws } from './aws/server.ts';

export const QUEUES: Readonly<Record<Urgency, string>> = { urgent: 'messages', notice: 'notices' };

/** The path from the bus to the mailer. `queue` shows both queues as one. */
export type MessageRoute = { rules: readonly Rule[]; queue: Queue };

/** A second of the queues, so that a developer who has broken the mailer sees dead letters within some minutes. */
const SECOND_MS = 100;

/** Runs what the schedule would: the mailer takes notices by itself. */
export type Drain = () => Promise<unknown>;

/**
 * `isNew` says that the table is new, so that queued messages are about another one. `load` is called when the first
 * message arrives, `drain` when notices wait; without it, notices are delivered like codes. Modules are imported here
 * because requests are already being served by now.
 */
export async function startMessages(
  directory: string | undefined,
  isNew: boolean,
  load: () => Promise<QueueHandler>,
  drain: Drain | undefined,
  aws: Aws,
): Promise<MessageRoute> {
  const [{ joined, startQueue }, { forgetQueue }, { EVENT_SOURCE, messagesOf }, { auditRule }] = await Promise.all([
    import('./aws/queue.ts'),
    import('./aws/queue-file.ts'),
    import('../../../lib/contract/events.ts'),
    import('./audit-log.ts'),
  ]);
  const open = async (urgency: Urgency): Promise<{ rule: Rule; queue: Queue }> => {
    const name = QUEUES[urgency];
    if (isNew) await forgetQueue(directory, name);
    const reader = drain && urgency === 'notice' ? { drain } : { load };
    const queue = await startQueue({ name, directory, ...reader, secondMs: SECOND_MS });
    aws.addQueue(queue);
    const pattern = { source: [EVENT_SOURCE], 'detail-type': messagesOf(urgency) };
    return { rule: { name, pattern, target: (event) => queue.send(JSON.stringify(event)) }, queue };
  };
  const [urgent, notices] = [await open('urgent'), await open('notice')];
  const rules = [urgent.rule, notices.rule, ...(directory === undefined ? [] : [auditRule(directory)])];
  return { rules, queue: joined([urgent.queue, notices.queue]) };
}
