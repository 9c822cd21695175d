// Delivers a message: by the function of the setting `messageSender`, or through SES or SNS without one, or if that
// function leaves the message to us.
import { type MessageRequest, messageReply } from '../domain/messages/request.ts';
import { sendEmail } from '../platform/aws/email.ts';
import { callMessageFunction } from '../platform/aws/message-function.ts';
import { sendSms } from '../platform/aws/sms.ts';
import { Unavailable, Undeliverable } from '../platform/errors.ts';
import { config } from '../platform/settings/config.ts';
import { inTurn, inTurnOfFunction, type Share } from './message-turns.ts';

/** Who took the message. */
export type DeliveredBy = 'function' | 'aws';

/**
 * Delivers the message of an event. Throws `Undeliverable`, `Unavailable`. After a time-out the message may have left: the
 * function then gets it again, with the same `messageId`.
 */
export async function deliver(event: string, message: MessageRequest, share: Share): Promise<DeliveredBy> {
  const { messageSender, sender } = config();
  if (messageSender !== undefined) {
    if ((await handOver(messageSender, message, share)) === 'sent') return 'function';
    // Without a sender, the mailer has no permission to send.
    if (sender === undefined) throw new Undeliverable('default without sender');
  }
  const { channel, to, subject, text, html } = message;
  await inTurn(channel, share, () =>
    channel === 'email'
      ? sendEmail({ to, event, subject: subject as string, text, html: html as string })
      : sendSms({ to, event, text }),
  );
  return 'aws';
}

async function handOver(arn: string, message: MessageRequest, share: Share): Promise<'sent' | 'default'> {
  const reply = await inTurnOfFunction(share, () => callMessageFunction(arn, message));
  const parsed = messageReply.safeParse(reply);
  if (!parsed.success) throw new Unavailable('the message sender returned no delivery');
  return parsed.data.delivery;
}
