// Makes the line of an export from the items of a user: what an import takes, and nothing that this deployment alone could use.
import { portable } from '../../crypto/imported/moved.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { iso } from '../../platform/clock.ts';
import type { RoleId } from '../../platform/ids.ts';
import type { Item } from '../../store/dynamo/table.ts';
import { asTotpDevice } from '../../store/people/factors.ts';
import { asIdentity } from '../../store/people/identities.ts';
import { asPasskey, type Passkey } from '../../store/people/passkeys.ts';
import { asUser, type User } from '../../store/people/users.ts';
import type { ImportLine, ImportPasskey } from '../../transfer/line.ts';
import { openSecret } from '../mfa/enrolment.ts';
import type { Sealer, Secrets } from './sealed-part.ts';

/** A line, whose secrets are sealed. */
export type ExportedLine = Omit<ImportLine, 'passwordHash' | 'totp'> & { sealed?: string };

/**
 * Returns the line of the user whose items these are; `undefined` if the user was deleted meanwhile. `roles`: the names of the
 * tenant's roles. Identities and passkeys that open nothing any more are left out.
 */
export async function exportedLine(
  items: readonly Item[],
  roles: ReadonlyMap<RoleId, string>,
  seal: Sealer,
): Promise<ExportedLine | undefined> {
  const user = asUser(items.find(({ type }) => type === 'user'));
  if (!user) return undefined;
  const identities = items
    .flatMap((item) => asIdentity(item) ?? [])
    .filter(({ epoch }) => epoch === user.identityEpoch)
    .map(({ provider, subject }) => ({ provider, providerId: subject }));
  const passkeys = items
    .flatMap((item) => asPasskey(item) ?? [])
    .filter(({ handle }) => handle === user.passkeyHandle)
    .map(passkeyOf);
  const names = user.roleIds.flatMap((id) => roles.get(id) ?? []);
  const secrets = await secretsOf(user, items);
  return {
    sourceId: user.id,
    ...(user.email !== null && { email: user.email, isEmailVerified: user.emailVerifiedAt !== null }),
    ...(user.phone !== null && { phone: user.phone, isPhoneVerified: user.phoneVerifiedAt !== null }),
    ...(user.name !== null && { name: user.name }),
    ...(user.locale !== null && { locale: user.locale }),
    ...(Object.keys(user.metadata).length > 0 && { metadata: user.metadata }),
    isActive: user.isActive,
    createdAt: iso(user.createdAt),
    ...(user.mustChangePassword && { mustChangePassword: true }),
    isMfaEnabled: user.isMfaEnabled,
    ...(names.length > 0 && { roles: names }),
    ...(identities.length > 0 && { identities }),
    ...(passkeys.length > 0 && { passkeys }),
    ...(Object.keys(secrets).length > 0 && { sealed: await seal(user.id, secrets) }),
  };
}

/** A hash without its pepper and a seed without its key open nothing here, either. */
async function secretsOf(user: User, items: readonly Item[]): Promise<Secrets> {
  const hash = user.passwordHash === null ? undefined : portable(user.passwordHash, await rootSecret('pepper'));
  const devices = items.flatMap((item) => asTotpDevice(item) ?? []);
  const seeds = await Promise.all(devices.map((device) => openSecret(user, device)));
  const totp = devices.flatMap(({ name }, at) => (seeds[at] === undefined ? [] : [{ secret: seeds[at], name }]));
  return { ...(hash !== undefined && { passwordHash: hash }), ...(totp.length > 0 && { totp }) };
}

const passkeyOf = (passkey: Passkey): ImportPasskey => ({
  credentialId: passkey.credentialId,
  publicKey: Buffer.from(passkey.publicKey).toString('base64url'),
  handle: passkey.handle,
  rpId: passkey.rpId,
  counter: passkey.counter,
  transports: passkey.transports,
  isBackupEligible: passkey.isBackupEligible,
  name: passkey.name,
  createdAt: iso(passkey.createdAt),
});
