// How messages travel, as in the stack: a rule on the bus lets through the events that become messages, a queue keeps
// them, the mailer takes them from there and sends them through SES and SNS, whose stand-in shows them in the inbox.

import type { Queue, QueueHandler } from './aws/queue.ts';
import type { Rule } from './aws/rules.ts';

const QUEUE = 'messages';

/** What lies between bus and mailer; `load` is called with the first message. */
export type Carrier = { rules: readonly Rule[]; queue: Queue };

/** `isNew`: the table is, so that what is queued is about another one. Imports late: requests are served by now. */
export async function carryMessages(
  directory: string | undefined,
  isNew: boolean,
  load: () => Promise<QueueHandler>,
): Promise<Carrier> {
  const [{ startQueue }, { forgetQueue }, { EVENT_SOURCE, messageEvents }] = await Promise.all([
    import('./aws/queue.ts'),
    import('./aws/queue-file.ts'),
    import('../../lib/contract/events.ts'),
  ]);
  if (isNew) await forgetQueue(directory, QUEUE);
  const queue = await startQueue({ name: QUEUE, directory, load });
  const rule: Rule = {
    name: QUEUE,
    pattern: { source: [EVENT_SOURCE], 'detail-type': messageEvents },
    target: (event) => queue.send(JSON.stringify(event)),
  };
  return { rules: [rule], queue };
}
