// Builds the views of users that admins see. They never contain a hash, a secret or a token.
import { keptIn } from '../../contract/fields/field.ts';
import { keptOfUser } from '../../contract/fields/user.ts';
import type { Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import { tenantOfRole } from '../../platform/ids.ts';
import { getMany, type Item } from '../../store/dynamo/table.ts';
import { asRecoveryCodes, asTotpDevice, asTotpSetup, asTrustedDevice } from '../../store/people/factors.ts';
import { asIdentity } from '../../store/people/identities.ts';
import { asSession, type Session } from '../../store/people/sessions.ts';
import type { User } from '../../store/people/users.ts';
import { asRole, type Role, roleKey } from '../../store/tenants/roles.ts';
import { asTenant, type Tenant, tenantKey } from '../../store/tenants/tenants.ts';
import { usableOf } from '../application-standing.ts';
import { mayActIn } from '../sessions/acting.ts';
import { isAlive } from '../sessions/authenticate.ts';
import { deviceName } from '../sessions/device-name.ts';
import { allowedMethods, methodsOf, policyOf } from '../sessions/mfa-policy.ts';
import { profileOf } from '../tenants/profile.ts';

/**
 * Returns the views of users with their tenants and roles, without users of a deleted tenant. `knownItems` may contain
 * tenants that the caller has read. One read fetches the rest. If nothing is missing, there is no read.
 */
export async function viewsOf(
  users: readonly User[],
  knownItems: readonly (Item | undefined)[] = [],
): Promise<UserView[]> {
  const knownTenants = knownItems.flatMap((item) => asTenant(item) ?? []);
  const knownIds = new Set(knownTenants.map(({ id }) => id));
  const tenantKeys = users.filter(({ tenantId }) => !knownIds.has(tenantId)).map(({ tenantId }) => tenantKey(tenantId));
  const roleKeys = users.flatMap(({ roleIds }) => roleIds.map(roleKey));
  const items = await getMany([...tenantKeys, ...roleKeys]);
  const tenants = new Map(
    [...knownTenants, ...items.flatMap((item) => asTenant(item) ?? [])].map((tenant) => [tenant.id, tenant]),
  );
  const roles = new Map(items.flatMap((item) => asRole(item) ?? []).map((role) => [role.id, role]));
  return users.flatMap((user) => {
    const tenant = tenants.get(user.tenantId);
    return tenant && tenant.status !== 'deleted'
      ? [
          viewOf(
            user,
            tenant,
            user.roleIds.flatMap((id) => roles.get(id) ?? []),
          ),
        ]
      : [];
  });
}

type Detailed = Reply<'GET /auth/admin/api/users/{id}'>;
export type UserView = Detailed['user'];

function viewOf(user: User, tenant: Tenant, roles: readonly Role[]): UserView {
  return {
    id: user.id,
    tenantId: user.tenantId,
    ...keptIn(user, keptOfUser),
    userAccesses: [accessOf(user, tenant, roles)],
    platformAccess: null,
    isPlatformUser: false,
    emailVerifiedAt: iso(user.emailVerifiedAt),
    phoneVerifiedAt: iso(user.phoneVerifiedAt),
    metadata: user.metadata,
    createdAt: iso(user.createdAt),
    updatedAt: iso(user.updatedAt),
  };
}

/** Returns the one access of an account. It belongs to one tenant, so the access is the account itself. */
const accessOf = (user: User, tenant: Tenant, roles: readonly Role[]): UserView['userAccesses'][number] => ({
  id: user.id,
  userId: user.id,
  tenantId: tenant.id,
  tenant: profileOf(tenant),
  roles: roles.map(({ id, name, guard, isSystem, isActive }) => ({
    id,
    name,
    guard,
    isSystem,
    isActive,
    tenantId: tenantOfRole(id),
  })),
  isDefault: true,
  status: user.isActive ? 'active' : 'inactive',
  metadata: {},
  createdAt: iso(user.createdAt),
  updatedAt: iso(user.updatedAt),
});

/** Returns the live sessions, last active first. Reads the applications that have some. */
export async function sessionsOf(user: User, tenant: Tenant, items: readonly Item[]): Promise<Detailed['sessions']> {
  const isServed = user.isActive && tenant.status === 'active';
  // A login that still needs its second factor is not a session yet.
  const alive = items
    .flatMap((item) => asSession(item) ?? [])
    .filter((session) => isServed && !session.pending && isAlive(session, user, tenant, now()));
  return (await usableOf(alive, tenant))
    .sort((a, b) => b.rotatedAt - a.rotatedAt)
    .map((session: Session) => ({
      id: session.id,
      userId: user.id,
      application: session.application?.name ?? null,
      actingAdminId: session.acting?.admin ?? null,
      deviceName: deviceName(session.userAgent),
      userAgent: session.userAgent,
      ipAddress: session.ip,
      isBoundToDevice: session.device !== undefined,
      lastActive: iso(session.rotatedAt),
      createdAt: iso(session.createdAt),
      expiresAt: iso(Math.min(session.idleExpiresAt, session.expiresAt)),
    }));
}

/** Returns everything about a user apart from their own record, from the items of their partition. */
export async function detailsOf(user: User, tenant: Tenant, items: readonly Item[]): Promise<Omit<Detailed, 'user'>> {
  const policy = policyOf(tenant);
  const setups = items.flatMap((item) => asTotpSetup(item) ?? []).filter(({ expiresAt }) => expiresAt > now());
  const devices = [...items.flatMap((item) => asTotpDevice(item) ?? []), ...setups];
  // Identities of an earlier epoch are disabled.
  const identities = items
    .flatMap((item) => asIdentity(item) ?? [])
    .filter(({ epoch }) => epoch === user.identityEpoch);
  return {
    identities: identities.map(({ id, provider, subject, metadata, createdAt, updatedAt }) => ({
      id,
      provider,
      providerId: subject,
      metadata,
      createdAt: iso(createdAt),
      updatedAt: iso(updatedAt),
      userId: user.id,
    })),
    trustedDevices: items
      .flatMap((item) => asTrustedDevice(item) ?? [])
      .filter(({ expiresAt, epoch }) => expiresAt > now() && epoch === user.epoch)
      .map(({ id, userAgent, ip, expiresAt, lastUsedAt, createdAt }) => ({
        id,
        userAgent,
        ipAddress: ip,
        expiresAt: iso(expiresAt),
        lastUsedAt: iso(lastUsedAt),
        createdAt: iso(createdAt),
      })),
    loginCapabilities: {
      email: loginMethodOf(user, user.email, user.emailVerifiedAt, user.emailLoginEnabled),
      phone: loginMethodOf(user, user.phone, user.phoneVerifiedAt, user.phoneLoginEnabled),
      passwordless: { enabledInConfig: true, allowSignUp: false },
      social: {
        enabledProviders: (tenant.settings.ssoProviders ?? [])
          .filter(({ enabled = true }) => enabled)
          .map(({ name }) => name),
        identityProviders: [...new Set(identities.map(({ provider }) => provider))],
      },
      mfa: {
        enabledInConfig: policy !== 'off',
        requiredForAll: policy === 'required',
        requiredForUser: user.isMfaEnabled,
      },
    },
    mfa: {
      isEnabled: user.isMfaEnabled,
      allowUserToggle: policy === 'optional',
      availableMethods: allowedMethods(tenant),
      enabledMethods: methodsOf(user, tenant),
      hasRecoveryCode: items.some((item) => (asRecoveryCodes(item)?.hashes?.size ?? 0) > 0),
      totpDevices: devices.map((device) => ({
        id: device.id,
        deviceName: device.name,
        verified: device.type === 'totp-device',
        lastUsedAt: device.type === 'totp-device' ? iso(device.lastUsedAt) : null,
        createdAt: iso(device.createdAt),
      })),
    },
    sessions: await sessionsOf(user, tenant, items),
    isActingAllowed: mayActIn(tenant),
  };
}

type LoginMethod = Detailed['loginCapabilities']['email'];

const loginMethodOf = (
  user: User,
  address: string | null,
  verifiedAt: number | null,
  allowed: boolean,
): LoginMethod => ({
  enabledInConfig: true,
  hasIdentity: address !== null,
  verified: verifiedAt !== null,
  canPasswordLogin: address !== null && allowed && user.passwordHash !== null,
  canOtpLogin: address !== null && allowed,
});
