// Connects the bus to the function that tells applications about ended sessions. In the stack a rule invokes it
// asynchronously: Lambda stores the event, tries three times and reports what failed. Here a queue does that.
import { EVENT_SOURCE, LOGOUT_EVENT } from '../../../lib/contract/events.ts';
import { startQueue } from './aws/queue.ts';
import { forgetQueue } from './aws/queue-file.ts';
import type { MessageRoute } from './messages.ts';

const NAME = 'logouts';
/** The function is invoked once, and twice more if it fails. */
const TRIES = 3;

type Tell = (event: object) => Promise<unknown>;

/** `load` is called when the first session of an application has ended. */
export async function startLogouts(
  directory: string | undefined,
  isNew: boolean,
  load: () => Promise<Tell>,
): Promise<MessageRoute> {
  if (isNew) await forgetQueue(directory, NAME);
  const handler = async () => {
    const tell = await load();
    return async ({ Records }: { Records: readonly { messageId: string; body: string }[] }) => {
      const [record] = Records;
      // The function has logged why.
      const isTold = await tell(JSON.parse(record?.body ?? '{}')).then(
        () => true,
        () => false,
      );
      return { batchItemFailures: isTold ? [] : [{ itemIdentifier: record?.messageId ?? '' }] };
    };
  };
  const queue = await startQueue({ name: NAME, directory, load: handler, batch: 1, maxReceives: TRIES });
  const pattern = { source: [EVENT_SOURCE], 'detail-type': [LOGOUT_EVENT] };
  return { rules: [{ name: NAME, pattern, target: (event) => queue.send(JSON.stringify(event)) }], queue };
}
