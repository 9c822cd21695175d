// Reads WordPress: its table `wp_users` as CSV, as JSON of phpMyAdmin, or from `wp user list --format=json`.
import { csv, json, looksLikeJson } from '../records.ts';
import type { Draft, Reader } from './reader.ts';
import * as from from './reader.ts';

export const wordpress: Reader = {
  title: 'WordPress',
  records: (bytes) => (looksLikeJson(bytes) ? json(bytes, usersOf) : csv(bytes)),
  read: (user): Draft => ({
    sourceId: from.text(user.ID),
    email: from.text(user.user_email),
    name: from.text(user.display_name),
    metadata: from.present({ username: user.user_login }),
    createdAt: from.time(user.user_registered),
    passwordHash: from.text(user.user_pass),
    roles: from.some((from.text(user.roles) ?? '').split(',').filter((name) => name !== '')),
  }),
};

/** phpMyAdmin writes a list of a header, a database and its tables. */
function usersOf(document: unknown): unknown {
  const table = from.list(document).find(({ type, name }) => type === 'table' && String(name).endsWith('users'));
  return table?.data ?? document;
}
