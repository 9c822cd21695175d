// Reads users of @ackplus/nest-auth, one JSON object each, with `identities`, `mfaSecrets` and the names of `roles`.
import { json } from '../records.ts';
import type { Draft, Reader } from './reader.ts';
import * as from from './reader.ts';

export const nestAuth: Reader = {
  title: 'nest-auth',
  records: (bytes) => json(bytes, (document) => document),
  read: (user): Draft => {
    const [email, phone] = [from.text(user.email), from.phone(user.phone)];
    return {
      sourceId: from.text(user.id),
      email,
      isEmailVerified: email === undefined ? undefined : user.emailVerifiedAt != null,
      phone,
      isPhoneVerified: phone === undefined ? undefined : user.phoneVerifiedAt != null,
      metadata: metadataOf(user.metadata),
      isActive: from.flag(user.isActive) === false ? false : undefined,
      createdAt: from.time(user.createdAt),
      passwordHash: from.text(user.passwordHash),
      roles: from.some(from.texts(user.roles)),
      totp: from.some(
        from
          .list(user.mfaSecrets)
          .filter(({ verified }) => from.flag(verified) === true)
          .map(({ secret, deviceName }) => {
            const [value, name] = [from.text(secret) ?? '', from.text(deviceName)];
            return name === undefined ? { secret: value } : { secret: value, name };
          }),
      ),
      identities: from.some(
        from.list(user.identities).flatMap(({ provider, providerId }) => from.identity(provider, providerId)),
      ),
    };
  },
};

/** TypeORM's `simple-json` is JSON in a text for those who read the table by SQL. */
function metadataOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'string') return from.present(from.record(value));
  try {
    return from.present(from.record(JSON.parse(value)));
  } catch {
    return { metadata: value };
  }
}
