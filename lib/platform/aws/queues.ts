// Receives messages from a queue, removes them, and decides when they come back.
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { describeError, log } from '../log.ts';
import { TIMEOUTS } from './aws.ts';

/** `receives` counts how often the queue delivered the message, this time included. */
export type QueuedMessage = { messageId: string; receiptHandle: string; body: string; receives: number };

let client: SQSClient | undefined;

const sqs = (): SQSClient => {
  // The queue's URL names the queue only. As an endpoint it would pass by AWS_ENDPOINT_URL.
  client ??= new SQSClient({ requestHandler: TIMEOUTS, useQueueUrlAsEndpoint: false });
  return client;
};

/** Returns at most `most` messages, up to ten, without waiting for them. */
export async function receive(QueueUrl: string, most: number): Promise<QueuedMessage[]> {
  const MessageSystemAttributeNames = ['ApproximateReceiveCount'] as const;
  const command = new ReceiveMessageCommand({
    QueueUrl,
    MaxNumberOfMessages: most,
    WaitTimeSeconds: 0,
    MessageSystemAttributeNames: [...MessageSystemAttributeNames],
  });
  const { Messages = [] } = await sqs().send(command);
  return Messages.map(({ MessageId = '', ReceiptHandle = '', Body = '', Attributes }) => ({
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    receives: Number(Attributes?.ApproximateReceiveCount ?? 1),
  }));
}

/** Removes up to ten messages. A message that could not be removed is delivered again. */
export async function remove(QueueUrl: string, messages: readonly QueuedMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const Entries = messages.map(({ receiptHandle }, at) => ({ Id: String(at), ReceiptHandle: receiptHandle }));
  await sqs().send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
}

/**
 * Lets up to ten messages come back after their seconds, instead of after the queue's visibility timeout. If that
 * fails, they come back after the latter.
 */
export async function retryAfter(
  QueueUrl: string | undefined,
  messages: readonly { receiptHandle: string; seconds: number }[],
): Promise<void> {
  if (QueueUrl === undefined || messages.length === 0) return;
  const Entries = messages.map(({ receiptHandle, seconds }, at) => ({
    Id: String(at),
    ReceiptHandle: receiptHandle,
    VisibilityTimeout: seconds,
  }));
  try {
    await sqs().send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }));
  } catch (error) {
    log.warn('retry_late', describeError(error));
  }
}

/** Returns the messages that wait in the queue, and those that were received and not removed. SQS approximates both. */
export async function backlog(QueueUrl: string): Promise<{ waiting: number; received: number }> {
  const [waiting, received] = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
  const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [waiting, received] });
  const { Attributes } = await sqs().send(command);
  return { waiting: Number(Attributes?.[waiting] ?? 0), received: Number(Attributes?.[received] ?? 0) };
}
