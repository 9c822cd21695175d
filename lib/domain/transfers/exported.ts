// Turns a user into a line of an export: what may be read, and the secrets.
import { iso } from '../../platform/clock.ts';
import type { RoleId } from '../../platform/ids.ts';
import { devicesOf } from '../../store/people/factors.ts';
import { identitiesOf } from '../../store/people/identities.ts';
import { passkeysOf } from '../../store/people/passkeys.ts';
import type { User } from '../../store/people/users.ts';
import type { ImportLine, ImportPasskey } from '../../transfer/line.ts';
import type { Secrets } from '../../transfer/sealed.ts';
import { openSecret } from '../mfa/enrolment.ts';

/** A line of an export. `sealed` is a JWE (RFC 7516, compact) of the secrets, absent if there are none. */
export type ExportedLine = Omit<ImportLine, keyof Secrets> & { sealed?: string };
/** Shared by the lines of a page. `hashOf`: the text of a stored hash that the export has, if an import can use it. */
export type Shared = {
  roleNames: ReadonlyMap<RoleId, string>;
  hashOf: (stored: string) => string | undefined;
};

/** Returns how many of the lines fit into `most` bytes of a response: at least one. */
export function fitting(lines: readonly (ExportedLine | undefined)[], most: number): number {
  let bytes = 0;
  for (const [at, line] of lines.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(line ?? null));
    if (bytes > most) return Math.max(at, 1);
  }
  return lines.length;
}

/** Returns what the line has in clear. Values that an import assumes by itself are left out. */
export async function openLine({ roleNames }: Shared, user: User): Promise<ExportedLine> {
  const [identities, passkeys] = await Promise.all([liveIdentities(user), livePasskeys(user)]);
  const roles = user.roleIds.flatMap((id) => roleNames.get(id) ?? []).sort();
  return {
    sourceId: user.id,
    ...(user.email !== null && { email: user.email }),
    ...(user.emailVerifiedAt !== null && { isEmailVerified: true }),
    ...(user.phone !== null && { phone: user.phone }),
    ...(user.phoneVerifiedAt !== null && { isPhoneVerified: true }),
    ...(user.name !== null && { name: user.name }),
    ...(user.locale !== null && { locale: user.locale }),
    ...(Object.keys(user.metadata).length > 0 && { metadata: user.metadata }),
    ...(!user.isActive && { isActive: false }),
    createdAt: iso(user.createdAt),
    ...(user.mustChangePassword && { mustChangePassword: true }),
    // A seed that no longer opens is left out, and the account needs its second factor all the same.
    ...((user.isMfaEnabled || user.isTotpEnrolled) && { isMfaEnabled: user.isMfaEnabled }),
    ...(roles.length > 0 && { roles }),
    ...(identities.length > 0 && { identities }),
    ...(passkeys.length > 0 && { passkeys }),
  };
}

/** Returns what the line has under seal; an empty object if there is nothing. */
export async function secretsOf({ hashOf }: Shared, user: User): Promise<Secrets> {
  const passwordHash = user.passwordHash === null ? undefined : hashOf(user.passwordHash);
  const totp = user.isTotpEnrolled ? await seedsOf(user) : [];
  return { ...(passwordHash !== undefined && { passwordHash }), ...(totp.length > 0 && { totp }) };
}

async function seedsOf(user: User): Promise<{ secret: string; name: string }[]> {
  const { devices } = await devicesOf(user.tenantId, user.id);
  const seeds = await Promise.all(devices.map(async (device) => ({ device, secret: await openSecret(user, device) })));
  return seeds
    .flatMap(({ device: { name }, secret }) => (secret === undefined ? [] : [{ secret, name }]))
    .sort((a, b) => (a.secret < b.secret ? -1 : 1));
}

/** Identities of another epoch were unlinked. */
async function liveIdentities(user: User): Promise<{ provider: string; providerId: string }[]> {
  const all = user.hasIdentity ? await identitiesOf(user.tenantId, user.id) : [];
  return all
    .filter(({ epoch }) => epoch === user.identityEpoch)
    .map(({ provider, subject }) => ({ provider, providerId: subject }))
    .sort((a, b) => (`${a.provider} ${a.providerId}` < `${b.provider} ${b.providerId}` ? -1 : 1));
}

/** Passkeys with another handle open nothing any more. */
async function livePasskeys(user: User): Promise<ImportPasskey[]> {
  const all = user.hasPasskey ? await passkeysOf(user.tenantId, user.id) : [];
  return all
    .filter(({ handle }) => handle === user.passkeyHandle)
    .map((each) => ({
      credentialId: each.credentialId,
      publicKey: Buffer.from(each.publicKey).toString('base64url'),
      handle: each.handle,
      rpId: each.rpId,
      counter: each.counter,
      transports: each.transports,
      isBackupEligible: each.isBackupEligible,
      name: each.name,
      createdAt: iso(each.createdAt),
    }))
    .sort((a, b) => (a.credentialId < b.credentialId ? -1 : 1));
}
