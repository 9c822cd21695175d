// Connects the bus to the mailer, as in the stack: a rule selects the events that become messages, a queue stores them,
// and the mailer sends them through SES and SNS, whose stand-ins show them in the inbox. Another rule keeps the audit log.

import type { Queue, QueueHandler } from './aws/queue.ts';
import type { Rule } from './aws/rules.ts';

const QUEUE = 'messages';

/** The path from the bus to the mailer. */
export type MessageRoute = { rules: readonly Rule[]; queue: Queue };

/**
 * `isNew` says that the table is new, so that queued messages are about another one. `load` is called when the first
 * message arrives. Modules are imported here because requests are already being served by now.
 */
export async function startMessages(
  directory: string | undefined,
  isNew: boolean,
  load: () => Promise<QueueHandler>,
): Promise<MessageRoute> {
  const [{ startQueue }, { forgetQueue }, { EVENT_SOURCE, messageEvents }, { auditRule }] = await Promise.all([
    import('./aws/queue.ts'),
    import('./aws/queue-file.ts'),
    import('../../lib/contract/events.ts'),
    import('./audit-log.ts'),
  ]);
  if (isNew) await forgetQueue(directory, QUEUE);
  const queue = await startQueue({ name: QUEUE, directory, load });
  const rule: Rule = {
    name: QUEUE,
    pattern: { source: [EVENT_SOURCE], 'detail-type': messageEvents },
    target: (event) => queue.send(JSON.stringify(event)),
  };
  return { rules: directory === undefined ? [rule] : [rule, auditRule(directory)], queue };
}
