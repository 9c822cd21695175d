// Reads users of better-auth, one JSON object each, with their rows of `account` in `accounts`.
import { json } from '../records.ts';
import type { Draft, Reader } from './reader.ts';
import * as from from './reader.ts';

export const betterAuth: Reader = {
  title: 'better-auth',
  records: (bytes) => json(bytes, (document) => document),
  read: (user): Draft => {
    const accounts = from.list(user.accounts);
    const phone = from.phone(user.phoneNumber);
    return {
      sourceId: from.text(user.id),
      email: from.text(user.email),
      isEmailVerified: from.flag(user.emailVerified),
      phone,
      isPhoneVerified: phone === undefined ? undefined : from.flag(user.phoneNumberVerified),
      name: from.text(user.name),
      metadata: from.present({ image: user.image, username: user.username }),
      isActive: from.flag(user.banned) === true ? false : undefined,
      createdAt: from.time(user.createdAt),
      passwordHash: from.text(accounts.find(({ providerId }) => providerId === 'credential')?.password),
      roles: from.some((from.text(user.role) ?? '').split(',').filter((name) => name !== '')),
      identities: from.some(
        accounts
          .filter(({ providerId }) => providerId !== 'credential')
          .flatMap(({ providerId, accountId }) => from.identity(providerId, accountId)),
      ),
    };
  },
};
