// Builds what the function of the setting `messageSender` gets for a message. Its type is also that of lib/packages/server, for the
// authors of such functions; test/unit/types/message-request.test.ts compares the two.
import * as z from 'zod/mini';
import type { Channel } from '../../contract/channels.ts';
import { now } from '../../platform/clock.ts';
import type { Recipient } from './event.ts';
import type { MessageKind } from './texts/locales/locale.ts';
import type { Content, Texts } from './texts/render.ts';

export type MessageRequest = Texts & {
  version: 1;
  messageId: string;
  template: MessageKind;
  channel: Channel;
  to: string;
  locale: string;
  tenant: { id: string; slug: string; name: string };
  userId: string;
  code: string | null;
  link: string | null;
  links: { name: string; url: string }[] | null;
  keyName: string | null;
  expiresAt: string | null;
};

/** Whom the message is for. Messages of the deployment have no tenant: its ids are empty. */
export type Addressee = Pick<MessageRequest, 'tenant' | 'userId'> & { locale: string | undefined };

/** What the function returns. `default`: the mailer sends the message as if there were no function. */
export const messageReply = z.object({ delivery: z.enum(['sent', 'default']) });

/** Returns the request for a message to a recipient. It is equal for each attempt, except for a second of `expiresAt`. */
export const requestOf = (
  { claim, channel, to }: Recipient,
  { tenant: { id, slug, name }, userId, locale }: Addressee,
  { kind, code, link, links, keyName, validMs }: Content,
  texts: Texts,
): MessageRequest => ({
  version: 1,
  messageId: claim,
  template: kind,
  channel,
  to,
  locale: locale ?? 'en',
  tenant: { id, slug, name },
  userId,
  code: code ?? null,
  link: link?.url ?? null,
  links: links?.map(({ name, url }) => ({ name, url })) ?? null,
  keyName: keyName ?? null,
  expiresAt: validMs === undefined ? null : secondOf(now() + validMs),
  ...texts,
});

const secondOf = (ms: number): string => new Date(Math.round(ms / 1000) * 1000).toISOString();
