// Stores which mailer sends a message, so that only one of those that received it does. A claim is a lease: if its
// owner dies, another mailer may take it over after it has expired.
import { newTokenId } from '../../platform/ids.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';

export type MessageClaim = table.Item & {
  type: 'message-claim';
  state: 'sending' | 'sent';
  owner: string;
  leaseUntil: number;
  ttl: number;
};

/** Longer than a mailer can run (infra/stack/mailer.ts), shorter than the time after which the queue redelivers. */
export const LEASE_MS = 60_000;
/** Far longer than the queues and the bus keep an event. */
const KEEP_SECONDS = 30 * 86_400;

/** Returns the claim if this caller got it, else whether the message was sent or is being sent. `now` in ms. */
export async function claim(message: string, now: number): Promise<MessageClaim | 'sent' | 'sending'> {
  const item: MessageClaim = {
    ...keys.messageClaim(message),
    type: 'message-claim',
    state: 'sending',
    owner: newTokenId(),
    leaseUntil: now + LEASE_MS,
    ttl: Math.floor(now / 1000) + KEEP_SECONDS,
  };
  if (await table.create(item)) return item;
  const taken = await table.update<MessageClaim>(keys.messageClaim(message), {
    set: { owner: item.owner, leaseUntil: item.leaseUntil },
    if: '#state = :sending AND #leaseUntil <= :now',
    values: { now, sending: 'sending' },
  });
  return 'refused' in taken ? (taken.refused?.state ?? 'sending') : taken;
}

/** Records that the message needs no more work, also if another mailer holds the claim by now. */
export async function settle({ pk, sk }: MessageClaim): Promise<void> {
  await table.update({ pk, sk }, { set: { state: 'sent' } });
}

/** Ends the lease of a message that was not sent, so that the next mailer may try at once. */
export async function release({ pk, sk, owner }: MessageClaim): Promise<void> {
  const sending = { owner, state: 'sending' };
  await table.update({ pk, sk }, { set: { leaseUntil: 0 }, ...table.unchanged(sending, 'owner', 'state') });
}
