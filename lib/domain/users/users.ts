// Users as admins manage them: one change at a time, each with its events and an entry for the audit log in the same
// transaction. Sessions carry the user's epoch; raising it ends them with the change itself.
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import {
  type RoleId,
  roleId,
  type TenantId,
  tenantId,
  tenantOfRole,
  tenantOfUser,
  userId,
} from '../../platform/ids.ts';
import { describeError, log } from '../../platform/log.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { asRole, roleKey } from '../../store/roles.ts';
import { asTenant, find as findTenant, type Tenant, tenantKey } from '../../store/tenants.ts';
import * as store from '../../store/users.ts';
import { USER_GUARD } from '../access/grants.ts';
import { canonicalEmail, canonicalPhone } from '../addresses.ts';
import type { Acting } from '../audit.ts';
import * as limits from '../credentials/limits.ts';
import * as passwords from '../credentials/passwords.ts';
import { anyShard, syncUser } from '../directory/sync-user.ts';
import { requirePlain } from '../metadata.ts';
import * as guesses from '../mfa/guesses.ts';
import { canComplete, methodsOf } from '../sessions/mfa-policy.ts';
import { requireAllowedDomain } from '../tenants/blocked-domains.ts';
import { eventsOf } from './events.ts';
import { type UserView, viewsOf } from './view.ts';

type User = store.User;

type NewUser = Body<'POST /auth/admin/api/users'>;
type UserPatch = Body<'PATCH /auth/admin/api/users/{id}'>;

const invalid = (field: string, reason: string): never => fail('INVALID_INPUT', { message: `${field}: ${reason}` });

/**
 * Creates a user. Without a password the account has none: its owner sets one by invitation or reset. Throws
 * USER_ALREADY_EXISTS, of any number of racers for an address for all but one.
 */
export async function create(acting: Acting, input: NewUser): Promise<{ user: UserView }> {
  if (!input.tenantId) fail('TENANT_ID_REQUIRED');
  if (input.isPlatformUser) fail('PLATFORM_ACCESS_DISABLED');
  const email = canonicalEmail(input.email);
  const phone = input.phone === undefined ? null : await canonicalPhone(input.phone);
  if (phone === null && input.phoneVerifiedAt) invalid('phoneVerifiedAt', 'there is no phone number');
  if (input.metadata) requirePlain(input.metadata, 'metadata');
  const known = tenantId(input.tenantId);
  const [tenant] = await Promise.all([known && findTenant(known), requireAllowedDomain(email)]);
  if (!tenant || tenant.status === 'deleted') return fail('TENANT_NOT_FOUND');
  const roleIds = (await rolesFor(tenant.id, input)) ?? [];
  const user: User = {
    ...store.newUser(tenant.id, { email, phone, passwordHash: await hashed(input.password, email, tenant) }),
    ...storedAsSent(input),
    emailVerifiedAt: timeOf(input.emailVerifiedAt) ?? null,
    phoneVerifiedAt: timeOf(input.phoneVerifiedAt) ?? null,
    roleIds,
  };
  const events = eventsOf(acting, 'created', undefined, user);
  if ((await store.create(user, undefined, events)) !== 'done') fail('USER_ALREADY_EXISTS');
  return { user: await shown(user, tenant) };
}

/**
 * Changes the fields sent and no others. A new password or address, and any change of `isActive` or of whether a second
 * factor is needed, ends every session;
 * a new address is unverified unless the call says otherwise.
 */
export async function update(acting: Acting, id: string, patch: UserPatch): Promise<{ user: UserView }> {
  if (patch.isPlatformUser || patch.platformRoleIds?.length) fail('PLATFORM_ACCESS_DISABLED');
  if (patch.metadata) requirePlain(patch.metadata, 'metadata');
  const email = patch.email == null ? patch.email : canonicalEmail(patch.email);
  const phone = patch.phone == null ? patch.phone : await canonicalPhone(patch.phone);
  const fields = Object.keys(patch).filter((field) => !['isPlatformUser', 'platformRoleIds'].includes(field));
  if (!fields.length) invalid('body', 'nothing is to be changed');
  if (email) await requireAllowedDomain(email);
  let passwordHash: string | null | undefined;
  return retryOnConflict('the user', async () => {
    const { user: before, tenant } = await load(id);
    const roleIds = await rolesFor(tenant.id, patch);
    const after = applied(before, patch, email, phone, roleIds);
    if (patch.password !== undefined) {
      passwordHash ??= await hashed(patch.password, after.email, tenant);
      Object.assign(after, { passwordHash, isPasswordUnproved: false, mustChangePassword: false });
    }
    if (patch.isMfaEnabled && !canComplete(after, methodsOf(after, tenant))) fail('MFA_CANNOT_ENABLE_WITHOUT_METHOD');
    const result = await store.change(before, after, [
      eventsOf(acting, 'updated', before, after, fields.filter(differs(before, after))),
    ]);
    if (result === 'taken') fail('USER_ALREADY_EXISTS');
    if (result !== 'done') return undefined;
    if (patch.password !== undefined) await limits.resetLogins(after);
    if (patch.isMfaEnabled !== undefined) await guesses.reset(after);
    return { user: await shown(after, tenant) };
  });
}

/** Whether a field that was sent is another now; what isn't kept under its own name, like a password, always is. */
const differs = (before: User, after: User) => (field: string) => {
  const values = [before, after].map((user) => JSON.stringify((user as Record<string, unknown>)[field]));
  return values[0] === undefined || values[0] !== values[1];
};

/** Deletes the user: his sessions are dead and his addresses free with the same write. His data is purged after it. */
export async function remove(acting: Acting, id: string): Promise<{ message: string }> {
  return retryOnConflict('the user', async () => {
    const { user } = await load(id);
    if (!(await store.remove(user, [eventsOf(acting, 'deleted', user, undefined)]))) return undefined;
    await syncDirectory(user);
    return { message: 'User deleted.' };
  });
}

/** The user with his tenant and all that lies in his partition. Throws USER_NOT_FOUND. */
export async function load(id: string) {
  const known = userId(id);
  if (!known) return fail('USER_NOT_FOUND');
  const tenant = tenantOfUser(known);
  const [items, [tenantItem]] = await Promise.all([store.everything(tenant, known), getMany([tenantKey(tenant)])]);
  const user = items.map(store.asUser).find(Boolean);
  const owner = asTenant(tenantItem);
  if (!user || !owner || owner.status === 'deleted') return fail('USER_NOT_FOUND');
  return { user, tenant: owner, items };
}

/**
 * Returns the fields that are stored as they were sent, under their own names. The other fields of a body are listed
 * here. A body has no other fields than those of the contract: its schema dropped them.
 */
function storedAsSent(body: UserPatch & Partial<Omit<NewUser, keyof UserPatch>>) {
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

function applied(
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
  after.emailVerifiedAt = verified('email', before, after, patch.emailVerifiedAt);
  after.phoneVerifiedAt = verified('phone', before, after, patch.phoneVerifiedAt);
  if (patch.emailLoginEnabled && after.email === null) invalid('emailLoginEnabled', 'there is no email address');
  if (patch.phoneLoginEnabled && after.phone === null) invalid('phoneLoginEnabled', 'there is no phone number');
  const ending =
    patch.password !== undefined ||
    after.email !== before.email ||
    after.phone !== before.phone ||
    after.isActive !== before.isActive ||
    after.isMfaEnabled !== before.isMfaEnabled;
  return ending ? { ...after, epoch: before.epoch + 1 } : after;
}

/** When the address was proved: what the admin says, or what it was while the address is the same. */
function verified(kind: 'email' | 'phone', before: User, after: User, sent: string | null | undefined): number | null {
  const field = `${kind}VerifiedAt` as const;
  if (sent && after[kind] === null)
    invalid(field, `there is no ${kind === 'email' ? 'email address' : 'phone number'}`);
  if (sent !== undefined) return timeOf(sent) ?? null;
  return after[kind] === before[kind] ? before[field] : null;
}

const timeOf = (text: string | null | undefined): number | null | undefined =>
  text ? Date.parse(text) : (text as null | undefined);

async function hashed(password: string | undefined, email: string | null, tenant: Tenant): Promise<string | null> {
  if (password === undefined) return null;
  passwords.requireAcceptable(password, [email, tenant.slug], tenant.settings.password?.minLength);
  return passwords.hash(password);
}

/**
 * The roles the call gives, or `undefined` when it doesn't speak of roles. Throws TENANT_NOT_FOUND for roles in a tenant
 * that isn't the user's, ROLE_NOT_FOUND for one that is unknown there, GUARD_MISMATCH.
 */
async function rolesFor(tenant: TenantId, { roleIds, tenantRoles }: UserPatch): Promise<RoleId[] | undefined> {
  if (tenantRoles?.some((each) => each.tenantId !== tenant)) fail('TENANT_NOT_FOUND');
  const sets = [roleIds, ...(tenantRoles ?? []).map((each) => each.roleIds)].filter((set) => set !== undefined);
  if (!sets.length) return undefined;
  const ids = [...new Set(sets.flat())].map((text) => {
    const id = roleId(text);
    return id && [null, tenant].includes(tenantOfRole(id)) ? id : fail('ROLE_NOT_FOUND');
  });
  if (ids.length > MAX_ROLES) invalid('roleIds', `must be at most ${MAX_ROLES} entries long`);
  for (const item of await getMany(ids.map(roleKey))) {
    const role = asRole(item) ?? fail('ROLE_NOT_FOUND');
    if (role.guard !== USER_GUARD) fail('GUARD_MISMATCH');
  }
  return ids;
}

const MAX_ROLES = 20;

/** The user as the admin sees him after his change, with lists and counters in step. */
async function shown(user: User, tenant: Tenant): Promise<UserView> {
  const [[view]] = await Promise.all([viewsOf([user], [tenant]), syncDirectory(user)]);
  return view ?? fail('USER_NOT_FOUND');
}

/**
 * The change feed would do it a moment later; an admin who looks for what he just made should find it. The change is
 * made whatever comes of this.
 */
async function syncDirectory({ tenantId: tenant, id }: User): Promise<void> {
  await syncUser(tenant, id, anyShard()).catch((error: unknown) => log.warn('directory_late', describeError(error)));
}
