// Reads the JSON of `firebase auth:export`. Hashes need the parameters of the project.
import { json } from '../records.ts';
import type { Draft, Reader } from './reader.ts';
import * as from from './reader.ts';

/** These say how the user signs in here, not at a provider. */
const OWN = ['password', 'phone'];

export const firebase: Reader = {
  title: 'Firebase',
  records: (bytes) => json(bytes, (document) => from.record(document).users),
  read: (user, options): Draft => {
    const hash = from.text(user.passwordHash);
    return {
      sourceId: from.text(user.localId),
      email: from.text(user.email),
      isEmailVerified: from.flag(user.emailVerified),
      phone: from.phone(user.phoneNumber),
      isPhoneVerified: from.text(user.phoneNumber) === undefined ? undefined : true, // Firebase stores verified numbers alone
      name: from.text(user.displayName),
      metadata: claimsOf(user.customAttributes),
      isActive: user.disabled === true ? false : undefined,
      createdAt: from.time(user.createdAt),
      passwordHash: hash && from.firebaseHash(hash, user.salt, options.firebase),
      identities: from.some(
        from
          .list(user.providerUserInfo)
          .filter(({ providerId }) => !OWN.includes(String(providerId)))
          .flatMap(({ providerId, rawId }) => from.identity(providerId, rawId)),
      ),
    };
  },
};

/** Custom claims are JSON in a text. */
function claimsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    return from.present(from.record(JSON.parse(from.text(value) ?? '{}')));
  } catch {
    return { customAttributes: value };
  }
}
