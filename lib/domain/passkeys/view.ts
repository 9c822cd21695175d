// Shows the passkeys of an account: to people, and to browsers.
import type { Reply } from '../../contract/index.ts';
import { iso } from '../../platform/clock.ts';
import type { StoredPasskey } from '../../store/people/passkeys.ts';
import type { User } from '../../store/people/users.ts';

/** Returns those that open the account now, oldest first. A handle that was replaced shuts the others out. */
export const usableOf = <P extends StoredPasskey>(passkeys: readonly P[], user: Pick<User, 'passkeyHandle'>): P[] =>
  passkeys.filter(({ handle }) => handle === user.passkeyHandle).toSorted((a, b) => a.createdAt - b.createdAt);

/** Returns what people see of a passkey. */
export const viewOf = (passkey: StoredPasskey): Reply<'GET /auth/passkeys'>['passkeys'][number] => ({
  id: passkey.id,
  name: passkey.name,
  isSynced: passkey.isBackupEligible,
  isBackedUp: passkey.isBackedUp,
  aaguid: passkey.aaguid,
  lastUsedAt: iso(passkey.lastUsedAt),
  createdAt: iso(passkey.createdAt),
});

/** Returns what browsers call the account. */
export const namesOf = ({ id, name, email, phone }: Pick<User, 'id' | 'name' | 'email' | 'phone'>) => {
  const address = email ?? phone ?? id;
  return { name: address, displayName: name ?? address };
};

/** Returns how options name a passkey. */
export const descriptorOf = ({ credentialId, transports }: StoredPasskey) => ({
  type: 'public-key' as const,
  id: credentialId,
  transports,
});
