// Reads Amazon Cognito: the CSV of its user import, and what `aws cognito-idp list-users` prints. Neither has hashes.
import { csv, json, looksLikeJson } from '../records.ts';
import type { Draft, Reader, Source } from './reader.ts';
import * as from from './reader.ts';

const usersOf = (document: unknown): unknown => (Array.isArray(document) ? document : from.record(document).Users);

export const cognito: Reader = {
  title: 'Amazon Cognito',
  records: (bytes) => (looksLikeJson(bytes) ? json(bytes, usersOf) : csv(bytes)),
  read: (record): Draft => {
    const user = flat(record);
    return {
      sourceId: from.text(user.sub) ?? from.text(user['cognito:username']),
      email: from.text(user.email),
      isEmailVerified: from.flag(user.email_verified),
      phone: from.phone(user.phone_number),
      isPhoneVerified: from.flag(user.phone_number_verified),
      name: from.fullName(user.name, user.given_name, user.family_name),
      locale: from.text(user.locale),
      metadata: from.present(
        Object.fromEntries(
          Object.entries(user)
            .filter(([name]) => name.startsWith('custom:'))
            .map(([name, value]) => [name.slice('custom:'.length), value]),
        ),
      ),
      isActive: from.flag(user.Enabled) === false ? false : undefined,
      createdAt: from.time(user.UserCreateDate),
      roles: from.some((from.text(user['cognito:groups']) ?? '').split(',').filter((name) => name !== '')),
    };
  },
};

/** Returns the columns of the CSV: `list-users` has a list of names and values. */
function flat(record: Source): Source {
  const attributes = from.list(record.Attributes).map(({ Name, Value }) => [String(Name), Value]);
  return {
    ...record,
    'cognito:username': record['cognito:username'] ?? record.Username,
    ...Object.fromEntries(attributes),
  };
}
