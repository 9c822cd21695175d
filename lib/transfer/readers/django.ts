// Reads `manage.py dumpdata auth` of Django, also with a user model of one's own.
import { json } from '../records.ts';
import type { Draft, Reader } from './reader.ts';
import * as from from './reader.ts';

export const django: Reader = {
  title: 'Django',
  records: (bytes) => json(bytes, (document) => document),
  read: (row): Draft | undefined => {
    const fields = from.record(row.fields);
    // A model of users, in any app, is what has a password.
    if (typeof fields.password !== 'string') return;
    return {
      sourceId: from.text(row.pk) ?? from.text(fields.username),
      email: from.text(fields.email),
      name: from.fullName(fields.name, fields.first_name, fields.last_name),
      metadata: from.present({ username: fields.username }),
      isActive: fields.is_active === false ? false : undefined,
      createdAt: from.time(fields.date_joined),
      // `!` begins the password of a user who has none (`set_unusable_password`).
      passwordHash: fields.password.startsWith('!') ? undefined : from.text(fields.password),
      // With --natural-foreign, a group is a list with its name.
      roles: from.some(
        (Array.isArray(fields.groups) ? fields.groups : []).flatMap((group) => from.texts(group)[0] ?? []),
      ),
    };
  },
};
