// Reads rows of Logto's table `users`, one JSON object each.
import { RefusedLine } from '../line.ts';
import { json } from '../records.ts';
import type { Draft, Reader, Source } from './reader.ts';
import * as from from './reader.ts';

export const logto: Reader = {
  title: 'Logto',
  records: (bytes) => json(bytes, (document) => document),
  read: (row): Draft => {
    const user = camel(row);
    return {
      sourceId: from.text(user.id),
      email: from.text(user.primaryEmail),
      isEmailVerified: from.text(user.primaryEmail) === undefined ? undefined : true, // Logto stores verified ones alone
      phone: from.phone(user.primaryPhone),
      isPhoneVerified: from.text(user.primaryPhone) === undefined ? undefined : true,
      name: from.text(user.name),
      metadata: from.present({ username: user.username, ...from.record(user.customData) }),
      isActive: user.isSuspended === true ? false : undefined,
      createdAt: from.time(user.createdAt),
      passwordHash: hashOf(from.text(user.passwordEncrypted), from.text(user.passwordEncryptionMethod)),
      totp: from.some(
        from
          .list(user.mfaVerifications)
          .filter(({ type }) => type === 'Totp')
          .map(({ key }) => ({ secret: from.text(key) ?? '' })),
      ),
      identities: from.some(
        Object.entries(from.record(user.identities)).flatMap(([target, value]) =>
          from.identity(target, from.record(value).userId),
        ),
      ),
    };
  },
};

/** SQL has `primary_email` for what the API calls `primaryEmail`. */
const camel = (row: Source): Source =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()), value]),
  );

function hashOf(hash: string | undefined, method: string | undefined): string | undefined {
  if (hash === undefined) return;
  if (/^(?:Argon2(?:i|d|id)|Bcrypt|MD5|SHA1|SHA256)$/.test(method ?? '')) return hash;
  throw new RefusedLine('unknown_hash', 'passwordHash'); // `Legacy` names an algorithm of its own
}
