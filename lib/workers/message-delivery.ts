// Delivers a message: by the function of the setting `messageSender`, or through SES or SNS without one, or if that
// function leaves the message to us.
import type { Channel } from '../contract/channels.ts';
import { type MessageRequest, messageReply } from '../domain/messages/request.ts';
import { emailRate, sendEmail } from '../platform/aws/email.ts';
import { callMessageFunction } from '../platform/aws/message-function.ts';
import { sendSms } from '../platform/aws/sms.ts';
import { Unavailable, Undeliverable } from '../platform/errors.ts';
import { config } from '../platform/settings/config.ts';
import { inTurn, inTurnOfFunction, type Share } from './message-turns.ts';
import { createPace, type Pace } from './pace.ts';

/** Who took the message. */
export type DeliveredBy = 'function' | 'aws';

/** How each channel sends. `rate`: messages a second of the deployment. */
type Transport = {
  pace: Pace;
  rate: () => Promise<number>;
  send: (event: string, message: MessageRequest) => Promise<void>;
};
const TRANSPORTS: Readonly<Record<Channel, Transport>> = {
  email: {
    pace: createPace(),
    rate: emailRate,
    send: (event, { to, subject, text, html }) =>
      sendEmail({ to, event, subject: subject as string, text, html: html as string }),
  },
  sms: {
    pace: createPace(),
    rate: async () => config().smsRate,
    send: (event, { to, text }) => sendSms({ to, event, text }),
  },
};

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
  const { pace, rate, send } = TRANSPORTS[message.channel];
  await inTurn(pace, await rate(), share, () => send(event, message));
  return 'aws';
}

async function handOver(arn: string, message: MessageRequest, share: Share): Promise<'sent' | 'default'> {
  const reply = await inTurnOfFunction(share, () => callMessageFunction(arn, message));
  const parsed = messageReply.safeParse(reply);
  if (!parsed.success) throw new Unavailable('the message sender returned no delivery');
  return parsed.data.delivery;
}
