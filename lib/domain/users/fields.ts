// Turns what an admin sends about a user into the fields of the stored user.
import { ADDRESSES, type AddressKind } from '../../contract/channels.ts';
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import { type RoleId, roleId, type TenantId, tenantOfRole } from '../../platform/ids.ts';
import { getMany } from '../../store/dynamo/table.ts';
import type { User } from '../../store/people/users.ts';
import { asRole, roleKey } from '../../store/tenants/roles.ts';
import { USER_GUARD } from '../access/grants.ts';
import * as passwords from '../credentials/passwords.ts';

const MAX_ROLES = 20;

export type NewUser = Body<'POST /auth/admin/api/users'>;
export type UserPatch = Body<'PATCH /auth/admin/api/users/{id}'>;

/** Throws INVALID_INPUT that names the field. */
export const failInvalid = (field: string, reason: string): never =>
  fail('INVALID_INPUT', { message: `${field}: ${reason}` });

/**
 * Returns the fields that are stored as they were sent, under their own names. The other fields of a body are listed
 * here. A body has no other fields than those of the contract: its schema dropped them.
 */
export function storedAsSent(body: UserPatch & Partial<Omit<NewUser, keyof UserPatch>>) {
  const {
    email,
    phone,
    emailVerifiedAt,
    phoneVerifiedAt,
    password,
    roleIds,
    tenantRoles,
    tenantId,
    isPlatformUser,
    platformRoleIds,
    ...fields
  } = body;
  return fields satisfies { [F in keyof typeof fields]: F extends keyof User ? User[F] : never };
}

/** Returns the user with the patch applied. Raises the epoch if the change ends sessions. */
export function applyPatch(
  before: User,
  patch: UserPatch,
  email: string | null | undefined,
  phone: string | null | undefined,
  roleIds: RoleId[] | undefined,
): User {
  const after: User = {
    ...before,
    ...storedAsSent(patch),
    email: email === undefined ? before.email : email,
    phone: phone === undefined ? before.phone : phone,
    roleIds: roleIds ?? before.roleIds,
    updatedAt: now(),
  };
  if (after.email === null && after.phone === null) fail('EMAIL_OR_PHONE_REQUIRED');
  after.emailVerifiedAt = verifiedAt('email', before, after, patch.emailVerifiedAt);
  after.phoneVerifiedAt = verifiedAt('phone', before, after, patch.phoneVerifiedAt);
  if (patch.emailLoginEnabled && after.email === null) failInvalid('emailLoginEnabled', 'requires an email address');
  if (patch.phoneLoginEnabled && after.phone === null) failInvalid('phoneLoginEnabled', 'requires a phone number');
  const endsSessions =
    patch.password !== undefined ||
    after.email !== before.email ||
    after.phone !== before.phone ||
    after.isActive !== before.isActive ||
    after.isMfaEnabled !== before.isMfaEnabled;
  return endsSessions ? { ...after, epoch: before.epoch + 1 } : after;
}

/** Returns when the address was verified: what the admin sent, or the stored time if the address is unchanged. */
function verifiedAt(kind: AddressKind, before: User, after: User, sent: string | null | undefined): number | null {
  const field = `${kind}VerifiedAt` as const;
  if (sent && after[kind] === null) failInvalid(field, `requires ${ADDRESSES[kind].named}`);
  if (sent !== undefined) return timeOf(sent) ?? null;
  return after[kind] === before[kind] ? before[field] : null;
}

/** Returns the time in milliseconds. `null` and `undefined` stay as they are. */
export const timeOf = (text: string | null | undefined): number | null | undefined =>
  text ? Date.parse(text) : (text as null | undefined);

/** Returns the hash of the password. Throws the codes of the password policy. */
export async function hashPassword(password: string, owner: passwords.Owner): Promise<string> {
  passwords.requireAcceptable(password, owner);
  return passwords.hash(password);
}

/**
 * Whether the user must change the password: what the admin sent, or `otherwise`. Throws INVALID_INPUT if there is no
 * password to change. The owner can then set one by invitation or reset, which no admin knows.
 */
export function mustChange(sent: boolean | undefined, otherwise: boolean, passwordHash: string | null): boolean {
  if (sent && passwordHash === null) failInvalid('mustChangePassword', 'requires a password');
  return passwordHash !== null && (sent ?? otherwise);
}

/**
 * Returns the roles that the body assigns, or `undefined` if it has no field of roles. Throws TENANT_NOT_FOUND for
 * roles in a tenant that is not the user's, ROLE_NOT_FOUND for a role that is unknown there, and GUARD_MISMATCH.
 */
export async function requireRoles(
  tenant: TenantId,
  { roleIds, tenantRoles }: UserPatch,
): Promise<RoleId[] | undefined> {
  if (tenantRoles?.some((entry) => entry.tenantId !== tenant)) fail('TENANT_NOT_FOUND');
  const sets = [roleIds, ...(tenantRoles ?? []).map((entry) => entry.roleIds)].filter((set) => set !== undefined);
  if (!sets.length) return undefined;
  const ids = [...new Set(sets.flat())].map((text) => {
    const id = roleId(text);
    return id && [null, tenant].includes(tenantOfRole(id)) ? id : fail('ROLE_NOT_FOUND');
  });
  if (ids.length > MAX_ROLES) failInvalid('roleIds', `must be at most ${MAX_ROLES} entries long`);
  for (const item of await getMany(ids.map(roleKey))) {
    const role = asRole(item) ?? fail('ROLE_NOT_FOUND');
    if (role.guard !== USER_GUARD) fail('GUARD_MISMATCH');
  }
  return ids;
}
