// Turns a line of an import into what it would store, by the rules for users whom an admin creates. Reads what all lines
// share once for a batch.
import type { ImportLine } from '../../contract/groups/admin-transfers.ts';
import { normaliseHash, VERIFYING_LIMITS } from '../../crypto/import-hash.ts';
import { UnsupportedScheme } from '../../crypto/key-derivation.ts';
import { passkeyKeyFrom } from '../../crypto/webauthn/cose-key.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { newIdentityId, newPasskeyId, type RoleId } from '../../platform/ids.ts';
import { config } from '../../platform/settings/config.ts';
import type { Item } from '../../store/dynamo/table.ts';
import type { Identity } from '../../store/people/identities.ts';
import { identityHashOf, identityKey } from '../../store/people/identities.ts';
import { type Origin, writtenOrigin } from '../../store/people/imports.ts';
import { type Passkey, passkeyHashOf, passkeyKey } from '../../store/people/passkeys.ts';
import { newUser, type User } from '../../store/people/users.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import { canonicalEmail, canonicalPhone } from '../addresses.ts';
import { requirePlain } from '../metadata.ts';
import { authenticatorOf } from '../mfa/enrolment.ts';
import { requireSmsNumber } from '../phone-numbers.ts';
import { providerOf } from '../sso/providers.ts';
import { refuse } from './outcome.ts';

/** The setting that the lines of a batch share. `roles`: ids by name, as the lines spell it. */
export type Setting = {
  tenant: Tenant;
  source: string;
  roles: ReadonlyMap<string, RoleId>;
};

/** A line that is right by itself. `user` would be stored, with what belongs to it. */
export type Prepared = {
  origin: Origin;
  user: User;
  identities: readonly Identity[];
  passkeys: readonly Passkey[];
  devices: readonly Item[];
  /** Passkeys of another domain, which no browser would use here. */
  leftOut: number;
};

/**
 * Returns what the line would store. Throws `Refused`, and INVALID_INPUT of the rules for users. `at` in ms. The hash of a
 * password is computed here, if it must be wrapped.
 */
export async function prepare(setting: Setting, line: ImportLine, at: number): Promise<Prepared> {
  const { tenant, source } = setting;
  const email = line.email === undefined ? null : canonicalEmail(line.email);
  const phone = line.phone === undefined ? null : await canonicalPhone(line.phone);
  if (email === null && phone === null && !line.identities?.length)
    refuse('EMAIL_OR_PHONE_REQUIRED', 'The line has no email address, no phone number and no identity.');
  if (line.isEmailVerified && email === null) refuse('INVALID_INPUT', 'isEmailVerified: requires an email address');
  if (line.isPhoneVerified && phone === null) refuse('INVALID_INPUT', 'isPhoneVerified: requires a phone number');
  if (phone !== null) await requireSmsNumber(phone, tenant.settings);
  if (line.metadata) requirePlain(line.metadata, 'metadata');
  const roleIds = (line.roles ?? []).map(
    (name) =>
      setting.roles.get(name) ?? refuse('ROLE_NOT_FOUND', `roles: the tenant has no role ${JSON.stringify(name)}`),
  );
  const origin = { source, sourceId: line.sourceId };
  const created: User = {
    ...newUser(tenant.id, { email, phone, passwordHash: await hashOf(line) }),
    name: line.name ?? null,
    locale: line.locale ?? null,
    isActive: line.isActive ?? true,
    emailVerifiedAt: line.isEmailVerified ? at : null,
    phoneVerifiedAt: line.isPhoneVerified ? at : null,
    metadata: line.metadata ?? {},
    roleIds: [...new Set(roleIds)],
    mustChangePassword: line.mustChangePassword ?? false,
    importedAs: [writtenOrigin(origin)],
    createdAt: line.createdAt === undefined ? at : Date.parse(line.createdAt),
  };
  const identities = await identitiesOf(setting, line, created, at);
  const { passkeys, leftOut } = passkeysOf(line, created, at);
  const devices = await Promise.all((line.totp ?? []).map((each) => authenticatorOf(created, each, at)));
  // Without an address that was verified, the line's creator may be a stranger to its address, as with a sign-up.
  const isProved = created.emailVerifiedAt !== null || created.phoneVerifiedAt !== null;
  const hasCredentials = Boolean(created.passwordHash || identities.length || passkeys.length || devices.length);
  const user: User = {
    ...created,
    isUnclaimed: (email ?? phone) !== null && !isProved && hasCredentials,
    hasIdentity: identities.length > 0,
    hasPasskey: passkeys.length > 0,
    passkeyHandle: passkeys[0]?.handle ?? null,
    passkeyRpId: passkeys[0]?.rpId ?? null,
    isTotpEnrolled: devices.length > 0,
    isMfaEnabled: line.isMfaEnabled ?? devices.length > 0,
  };
  return { origin, user, identities, passkeys, devices, leftOut };
}

async function hashOf({ passwordHash }: ImportLine): Promise<string | null> {
  if (passwordHash === undefined) return null;
  const roots = await rootSecret('pepper');
  const result = await normaliseHash(passwordHash, VERIFYING_LIMITS, roots).catch((error: unknown) => {
    if (error instanceof UnsupportedScheme) return { refused: 'unknown' } as const;
    throw error;
  });
  if ('hash' in result) return result.hash;
  switch (result.refused) {
    case 'unknown':
      return refuse('PASSWORD_HASH_UNKNOWN', 'passwordHash: is of an algorithm that is not accepted');
    case 'malformed':
      return refuse('PASSWORD_HASH_MALFORMED', 'passwordHash: is not complete');
    case 'too_costly': {
      const needs = result.needsMiB === undefined ? 'more than a login may take' : `${result.needsMiB} MiB of memory`;
      return refuse('PASSWORD_HASH_TOO_COSTLY', `passwordHash: needs ${needs}`);
    }
  }
}

async function identitiesOf({ tenant }: Setting, line: ImportLine, user: User, at: number): Promise<Identity[]> {
  const found = await Promise.all(
    (line.identities ?? []).map(async ({ provider: name, providerId: subject }): Promise<Identity> => {
      const provider = await providerOf(tenant, name);
      if (!provider)
        return refuse('PROVIDER_NOT_FOUND', `identities: the tenant has no provider ${JSON.stringify(name)}`);
      const id = newIdentityId();
      return {
        ...identityKey(tenant.id, user.id, id),
        type: 'identity',
        id,
        hash: identityHashOf(provider.issuer, subject),
        epoch: user.identityEpoch,
        provider: provider.name,
        issuer: provider.issuer,
        subject,
        metadata: {},
        createdAt: at,
        updatedAt: at,
      };
    }),
  );
  requireDistinct(
    'identities',
    found.map(({ hash }) => hash),
  );
  return found;
}

const NO_MODEL = '00000000-0000-0000-0000-000000000000';

/** They have shown nothing here: one that verifies its user opens the account alone from its first use on that does. */
function passkeysOf({ passkeys: all = [] }: ImportLine, user: User, at: number) {
  const own = all.filter(({ rpId }) => rpId === config().passkeys?.rpId);
  const [first] = own;
  const passkeys = own.map((each, index): Passkey => {
    if (each.handle !== first?.handle) refuse('INVALID_INPUT', `passkeys.${index}.handle: is another one`);
    return {
      ...passkeyKey(user.tenantId, user.id, passkeyHashOf(each.credentialId)),
      type: 'passkey',
      id: newPasskeyId(),
      credentialId: each.credentialId,
      publicKey: keyOf(each.publicKey, index),
      handle: each.handle,
      rpId: each.rpId,
      name: each.name ?? 'Passkey',
      transports: each.transports ?? [],
      aaguid: NO_MODEL,
      isBackupEligible: each.isBackupEligible ?? false,
      isBackedUp: each.isBackupEligible ?? false,
      verifiesUser: false,
      counter: each.counter ?? 0,
      lastUsedAt: null,
      createdAt: each.createdAt === undefined ? at : Date.parse(each.createdAt),
    };
  });
  requireDistinct(
    'passkeys',
    passkeys.map(({ credentialId }) => credentialId),
  );
  return { passkeys, leftOut: all.length - own.length };
}

function keyOf(text: string, index: number): Uint8Array {
  const cose = Buffer.from(text, 'base64url');
  try {
    passkeyKeyFrom(cose);
    return cose;
  } catch {
    return refuse('INVALID_INPUT', `passkeys.${index}.publicKey: is not an accepted key`);
  }
}

function requireDistinct(field: string, names: readonly string[]): void {
  if (new Set(names).size < names.length) refuse('INVALID_INPUT', `${field}: holds one twice`);
}
