// Delivers what the service sends: turns stored events into messages at the addresses that the mailer would choose.
import { EVENT_SOURCE, messageEvents } from '../../lib/contract/events.ts';
import { eventIn, recipientsOf } from '../../lib/domain/messages/event.ts';
import type { OutboxEvent } from '../../lib/store/outbox.ts';
import { opened } from '../support/messages.ts';
import type { Tap } from './tap.ts';

export type Letter = { event: string; to: string; tenantId: string; userId: string; code?: string; token?: string };
export type Post = {
  /** Returns what was sent, and the other events, since the last call. */
  collect: () => Promise<{ letters: Letter[]; events: OutboxEvent[] }>;
};

export const createPost = (tap: Tap): Post => ({
  collect: async () => {
    const events = tap.events();
    return { letters: (await Promise.all(events.map(lettersOf))).flat(), events };
  },
});

async function lettersOf({ name, detail }: OutboxEvent): Promise<Letter[]> {
  if (!messageEvents.some((each) => each === name)) return [];
  const message = eventIn(JSON.stringify({ source: EVENT_SOURCE, 'detail-type': name, detail }));
  // The model's people are users of tenants. It invites no admins, and sends no setup links.
  if (!message || message.tenant === null || !('user' in message)) return [];
  const { tenant: tenantId, user: userId } = message;
  const secrets = await secretsOf(detail);
  return recipientsOf(message).map(({ to }) => ({ event: name, to, tenantId, userId, ...secrets }));
}

/** The code or the token of a message. */
async function secretsOf(detail: OutboxEvent['detail']): Promise<Pick<Letter, 'code' | 'token'>> {
  const open = async (sealed: unknown): Promise<string | undefined> =>
    typeof sealed === 'string' ? opened(detail.id, sealed) : undefined;
  const [content, token] = [await open(detail.sealed), await open(detail.token)];
  return { ...(content && { code: JSON.parse(content).code }), ...(token && { token }) };
}
