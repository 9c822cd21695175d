// Serves the operations of SQS that functions call, in its JSON protocol.
import type { Queue } from './queue.ts';
import { md5Of } from './queue-record.ts';

type Entry = { Id: string; ReceiptHandle: string; VisibilityTimeout?: number };
type Input = { QueueUrl: string; MaxNumberOfMessages?: number; Entries?: Entry[] };

const PREFIX = 'AmazonSQS.';

const results = (entries: readonly Entry[], isDone: (entry: Entry) => boolean) => {
  const done = entries.map((entry) => ({ entry, ok: isDone(entry) }));
  const failed = { Code: 'ReceiptHandleIsInvalid', SenderFault: true };
  return {
    Successful: done.filter(({ ok }) => ok).map(({ entry: { Id } }) => ({ Id })),
    Failed: done.filter(({ ok }) => !ok).map(({ entry: { Id } }) => ({ Id, ...failed })),
  };
};

const OPERATIONS: Readonly<Record<string, (queue: Queue, input: Input) => unknown>> = {
  ReceiveMessage: (queue, { MaxNumberOfMessages = 1 }) => ({
    Messages: queue.receive(MaxNumberOfMessages).map(({ id, body, receives, handle }) => ({
      MessageId: id,
      ReceiptHandle: handle,
      Body: body,
      MD5OfBody: md5Of(body),
      Attributes: { ApproximateReceiveCount: String(receives) },
    })),
  }),
  DeleteMessageBatch: (queue, { Entries = [] }) => results(Entries, ({ ReceiptHandle }) => queue.remove(ReceiptHandle)),
  ChangeMessageVisibilityBatch: (queue, { Entries = [] }) =>
    results(Entries, ({ ReceiptHandle, VisibilityTimeout = 0 }) => queue.hide(ReceiptHandle, VisibilityTimeout)),
  GetQueueAttributes: (queue) => {
    const { visible, hidden } = queue.counts();
    const Attributes = {
      ApproximateNumberOfMessages: String(visible),
      ApproximateNumberOfMessagesNotVisible: String(hidden),
    };
    return { Attributes };
  },
};

/** Returns the response, or `undefined` if the target is no operation of SQS. */
export function handleSqs(target: string, body: string, queues: ReadonlyMap<string, Queue>): object | undefined {
  const operation = target.startsWith(PREFIX) ? OPERATIONS[target.slice(PREFIX.length)] : undefined;
  if (!operation) return undefined;
  const input: Input = JSON.parse(body);
  const queue = queues.get(input.QueueUrl.split('/').at(-1) as string);
  return queue ? (operation(queue, input) as object) : { __type: 'com.amazonaws.sqs#QueueDoesNotExist' };
}
