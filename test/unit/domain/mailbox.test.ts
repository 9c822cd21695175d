// Checks which spellings of an e-mail address share a budget of messages.
import { expect, test } from '@jest/globals';
import { mailboxOf } from '../../../lib/domain/credentials/mailbox.ts';

test.each([
  ['vic+1@example.com', 'vic@example.com'],
  ['vic+a+b@example.com', 'vic@example.com'],
  ['v.i.c+9@gmail.com', 'vic@gmail.com'],
  ['v.ic@googlemail.com', 'vic@gmail.com'],
  ['v.ic@example.com', 'v.ic@example.com'],
  ['+tag@example.com', '+tag@example.com'],
])('%s counts as the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
