// Who sends a message, so that of any number of mailers that hear of it one does. A claim is a lease: if whoever held it
// is gone without a word, another may take it over when it has run out.
import { newTokenId } from '../platform/ids.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';

export type MessageClaim = table.Item & {
  type: 'message-claim';
  state: 'sending' | 'sent';
  owner: string;
  leaseUntil: number;
  ttl: number;
};

/** Longer than a mailer can live (infra/stack/mailer.ts), shorter than the time after which the queue comes back. */
export const LEASE_MS = 60_000;
/** Far longer than the queues and the bus keep an event. */
const KEEP_SECONDS = 30 * 86_400;

/** The claim, if it is ours now; else whether the message was sent already, or is being sent. `now` in ms. */
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
    set: 'SET #owner = :owner, #leaseUntil = :until',
    if: '#state = :sending AND #leaseUntil <= :now',
    values: { owner: item.owner, until: item.leaseUntil, now, sending: 'sending' },
  });
  return 'refused' in taken ? (taken.refused?.state ?? 'sending') : taken;
}

/** Nothing more is to be done for the message, whoever holds the claim by now. */
export async function settle({ pk, sk }: MessageClaim): Promise<void> {
  await table.update({ pk, sk }, { set: 'SET #state = :sent', values: { sent: 'sent' } });
}

/** The message wasn't sent: whoever comes next may try at once. */
export async function release({ pk, sk, owner }: MessageClaim): Promise<void> {
  await table.update(
    { pk, sk },
    {
      set: 'SET #leaseUntil = :now',
      if: '#owner = :owner AND #state = :sending',
      values: { now: 0, owner, sending: 'sending' },
    },
  );
}
