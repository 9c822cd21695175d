// The types of messages in the server package are those of the mailer. `npm run check` compiles this file.
import { expect, test } from '@jest/globals';
import type * as z from 'zod/mini';
import type { messageReply, MessageRequest as Ours } from '../../../lib/domain/messages/request.ts';
import { type MessageReply, type MessageRequest, messageSender } from '../../../lib/packages/server/index.ts';

type Flat<T> = { [Key in keyof T]: T[Key] };
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

const requestsAreSame: Same<Flat<Ours>, Flat<MessageRequest>> = true;
const repliesAreSame: Same<z.output<typeof messageReply>, MessageReply> = true;

test('the types of a message are those of the mailer, and the helper refuses another version', async () => {
  expect([requestsAreSame, repliesAreSame]).toEqual([true, true]);
  const handler = messageSender(({ template }) => (template === 'invitation' ? 'sent' : 'default'));
  const message = { version: 1, template: 'invitation' } as MessageRequest;
  expect(await handler(message)).toEqual({ delivery: 'sent' });
  expect(await handler({ ...message, template: 'login' })).toEqual({ delivery: 'default' });
  await expect(handler({ ...message, version: 2 as never })).rejects.toThrow('version 1');
});
