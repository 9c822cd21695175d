// Lets admins create, change and delete users. Each change writes its events and its audit event in the same
// transaction. Sessions carry the user's epoch, so a change that raises it ends them at once.
import { fail } from '../../contract/errors.ts';
import { now } from '../../platform/clock.ts';
import { tenantId, tenantOfUser, userId } from '../../platform/ids.ts';
import { describeError, log } from '../../platform/log.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { getMany, type Write } from '../../store/dynamo/table.ts';
import { endedWrite } from '../../store/people/ended-sessions.ts';
import { factorRemovals } from '../../store/people/factors.ts';
import { asSession } from '../../store/people/sessions.ts';
import * as store from '../../store/people/users.ts';
import { asTenant, find as findTenant, headOf, type Tenant, tenantKey } from '../../store/tenants/tenants.ts';
import { canonicalEmail, canonicalPhone } from '../addresses.ts';
import type { AuditActor } from '../audit.ts';
import * as limits from '../credentials/limits.ts';
import { withoutCreator } from '../credentials/proofs.ts';
import { anyShard, syncUser } from '../directory/sync-user.ts';
import { leftWrites } from '../left-addresses.ts';
import { requirePlain } from '../metadata.ts';
import * as guesses from '../mfa/guesses.ts';
import { requireSmsNumber } from '../phone-numbers.ts';
import type { Keep } from '../repeats.ts';
import { canComplete, methodsOf } from '../sessions/mfa-policy.ts';
import { hasPasskeyFactor } from '../sessions/passkey-policy.ts';
import { requireAllowedDomain } from '../tenants/blocked-domains.ts';
import { changeEventsWrite } from './events.ts';
import {
  applyPatch,
  failInvalid,
  hashPassword,
  mustChange,
  type NewUser,
  requireRoles,
  storedAsSent,
  timeOf,
  type UserPatch,
} from './fields.ts';
import { type UserView, viewsOf } from './view.ts';

type User = store.User;

/**
 * Decides on each attempt whether the caller may change this user, and throws if not. Returns what must still hold when
 * the change is written.
 */
export type Permit = (user: User) => Promise<readonly Write[]>;
/** Admins: the guard of requests has decided (lib/http/guard.ts). */
export const ADMINS_MAY: Permit = async () => [];

/**
 * Creates a user. If no password is sent, the account has none until its owner sets one by invitation or reset. If
 * several callers use one address at once, one succeeds and the others get USER_ALREADY_EXISTS. Throws INVALID_INPUT,
 * TENANT_ID_REQUIRED, TENANT_NOT_FOUND, PLATFORM_ACCESS_DISABLED, EMAIL_DOMAIN_NOT_ALLOWED, what `requireRoles` throws
 * and the codes of the password policy.
 */
export async function create(
  actor: AuditActor,
  input: NewUser,
  keep: Keep<{ user: UserView }> = async () => [],
): Promise<{ user: UserView }> {
  if (!input.tenantId) fail('TENANT_ID_REQUIRED');
  if (input.isPlatformUser) fail('PLATFORM_ACCESS_DISABLED');
  const email = canonicalEmail(input.email);
  const phone = input.phone === undefined ? null : await canonicalPhone(input.phone);
  if (phone === null && input.phoneVerifiedAt) failInvalid('phoneVerifiedAt', 'requires a phone number');
  if (input.metadata) requirePlain(input.metadata, 'metadata');
  const validId = tenantId(input.tenantId);
  const [tenant] = await Promise.all([validId && findTenant(validId), requireAllowedDomain(email)]);
  if (!tenant || tenant.status === 'deleted') return fail('TENANT_NOT_FOUND');
  if (phone !== null) await requireSmsNumber(phone, tenant.settings);
  const roleIds = (await requireRoles(tenant.id, input)) ?? [];
  const { password } = input;
  const passwordHash = password === undefined ? null : await hashPassword(password, { email, phone, tenant });
  const mustChangeInitial = tenant.settings.password?.mustChangeInitial ?? false;
  const user: User = {
    ...store.newUser(tenant.id, { email, phone, passwordHash }),
    ...storedAsSent(input),
    mustChangePassword: mustChange(input.mustChangePassword, mustChangeInitial, passwordHash),
    emailVerifiedAt: timeOf(input.emailVerifiedAt) ?? null,
    phoneVerifiedAt: timeOf(input.phoneVerifiedAt) ?? null,
    roleIds,
  };
  const events = changeEventsWrite(actor, 'created', undefined, user);
  const kept = await keep(async () => ({ user: await viewOf(user, tenant) }));
  if ((await store.create(user, undefined, events, kept)) !== 'done') fail('USER_ALREADY_EXISTS');
  return { user: await syncAndView(user, tenant) };
}

/**
 * Changes only the fields that were sent. A new password, a new address and a changed `isActive` or `isMfaEnabled` end
 * every session. A new address is unverified unless the call says otherwise. A new password must be changed by the user
 * unless the call says otherwise. Throws USER_NOT_FOUND, USER_ALREADY_EXISTS, INVALID_INPUT, PLATFORM_ACCESS_DISABLED,
 * EMAIL_DOMAIN_NOT_ALLOWED, EMAIL_OR_PHONE_REQUIRED, MFA_CANNOT_ENABLE_WITHOUT_METHOD, TENANT_NOT_FOUND, ROLE_NOT_FOUND,
 * GUARD_MISMATCH and the codes of the password policy.
 */
export async function update(actor: AuditActor, id: string, patch: UserPatch): Promise<{ user: UserView }> {
  if (patch.isPlatformUser || patch.platformRoleIds?.length) fail('PLATFORM_ACCESS_DISABLED');
  if (patch.metadata) requirePlain(patch.metadata, 'metadata');
  const email = patch.email == null ? patch.email : canonicalEmail(patch.email);
  const phone = patch.phone == null ? patch.phone : await canonicalPhone(patch.phone);
  const fields = Object.keys(patch).filter((field) => !['isPlatformUser', 'platformRoleIds'].includes(field));
  if (!fields.length) failInvalid('body', 'must contain at least one field');
  if (email) await requireAllowedDomain(email);
  let passwordHash: string | undefined;
  return retryOnConflict('the user', async () => {
    const { user: before, tenant } = await load(id);
    if (phone && phone !== before.phone) await requireSmsNumber(phone, tenant.settings);
    const roleIds = await requireRoles(tenant.id, patch);
    const after = applyPatch(claimedBy(patch, before), patch, email, phone, roleIds);
    if (patch.password !== undefined) {
      passwordHash ??= await hashPassword(patch.password, { ...after, tenant });
      Object.assign(after, { passwordHash });
    }
    // A password that an admin chose is for the first login only (OWASP ASVS 6.4.6), unless the admin says otherwise.
    const isChosen = patch.password !== undefined;
    after.mustChangePassword = mustChange(
      patch.mustChangePassword,
      isChosen || before.mustChangePassword,
      after.passwordHash,
    );
    const isComplete = canComplete(after, methodsOf(after, tenant)) || hasPasskeyFactor(after, tenant);
    if (patch.isMfaEnabled && !isComplete) fail('MFA_CANNOT_ENABLE_WITHOUT_METHOD');
    const result = await write(actor, tenant, before, after, fields);
    if (result === 'taken') fail('USER_ALREADY_EXISTS');
    if (result !== 'done') return undefined;
    if (patch.password !== undefined) await limits.resetLogins(after);
    if (patch.isMfaEnabled !== undefined) await guesses.reset(after);
    return { user: await syncAndView(after, tenant) };
  });
}

/**
 * Changes whether a user may log in, or which roles they have: what `update` does, without code for passwords. Throws
 * USER_NOT_FOUND, ROLE_NOT_FOUND, GUARD_MISMATCH, and what `permit` throws.
 */
export async function updateAccess(
  actor: AuditActor,
  id: string,
  patch: Pick<UserPatch, 'isActive' | 'roleIds'>,
  permit: Permit,
): Promise<{ user: UserView }> {
  return retryOnConflict('the user', async () => {
    const { user: before, tenant } = await load(id);
    const required = await permit(before);
    const roleIds = await requireRoles(tenant.id, patch);
    const after = applyPatch(before, patch, undefined, undefined, roleIds);
    const result = await write(actor, tenant, before, after, Object.keys(patch), required);
    return result === 'done' ? { user: await syncAndView(after, tenant) } : undefined;
  });
}

/** Replaces `before` by `after` with all that follows from it. `fields`: those that the caller sent. */
const write = async (
  actor: AuditActor,
  tenant: Tenant,
  before: User,
  after: User,
  fields: readonly string[],
  required: readonly Write[] = [],
) =>
  store.change(before, after, [
    changeEventsWrite(actor, 'updated', before, after, fields.filter(hasChanged(before, after))),
    ...(await factorRemovals(before, after)),
    ...leftWrites(headOf(tenant), before, after, 'admin'),
    ...required,
  ]);

/**
 * Returns the user as the patch is applied to them. An admin who marks an address as verified, or sets the password,
 * vouches for a person who may not be the creator of an unclaimed account: the creator's credentials go.
 */
function claimedBy(patch: UserPatch, before: User): User {
  const isMarked = Boolean(patch.emailVerifiedAt || patch.phoneVerifiedAt);
  if (!before.isUnclaimed || (!isMarked && patch.password === undefined)) return before;
  // The admin sees both addresses. One that is not marked stays, and opens nothing.
  return { ...withoutCreator(before, ['email', 'phone'], now()).user, epoch: before.epoch + 1 };
}

/** Whether a sent field changed. Fields that are not stored under their own name, such as a password, always count. */
const hasChanged = (before: User, after: User) => (field: string) => {
  const values = [before, after].map((user) => JSON.stringify((user as Record<string, unknown>)[field]));
  return values[0] === undefined || values[0] !== values[1];
};

/**
 * Deletes the user. The same write ends their sessions and releases their addresses. The rest of their data is purged
 * afterwards. Throws USER_NOT_FOUND.
 */
export async function remove(actor: AuditActor, id: string, permit = ADMINS_MAY): Promise<{ message: string }> {
  return retryOnConflict('the user', async () => {
    const { user, tenant, items } = await load(id);
    const required = await permit(user);
    const sessions = items.flatMap((item) => asSession(item) ?? []);
    const events = changeEventsWrite(actor, 'deleted', user, undefined);
    const ended = endedWrite(user.tenantId, user.id, sessions, events);
    const left = leftWrites(headOf(tenant), user, undefined, 'admin');
    if (!(await store.remove(user, [ended, ...left, ...required]))) return undefined;
    await syncDirectory(user);
    return { message: 'User deleted.' };
  });
}

/** Returns the user, their tenant and every item of their partition. Throws USER_NOT_FOUND. */
export async function load(id: string) {
  const validId = userId(id);
  if (!validId) return fail('USER_NOT_FOUND');
  const tenant = tenantOfUser(validId);
  const [items, [tenantItem]] = await Promise.all([store.everything(tenant, validId), getMany([tenantKey(tenant)])]);
  const user = items.map(store.asUser).find(Boolean);
  const owner = asTenant(tenantItem);
  if (!user || !owner || owner.status === 'deleted') return fail('USER_NOT_FOUND');
  return { user, tenant: owner, items };
}

/** Returns the user as admins see them, after updating lists and counters. */
async function syncAndView(user: User, tenant: Tenant): Promise<UserView> {
  const [view] = await Promise.all([viewOf(user, tenant), syncDirectory(user)]);
  return view;
}

const viewOf = async (user: User, tenant: Tenant): Promise<UserView> =>
  (await viewsOf([user], [tenant]))[0] ?? fail('USER_NOT_FOUND');

/**
 * Updates the lists and counters of a user. The change feed would do it a moment later, but admins should find a user
 * they just created. A failure is only logged, because the change itself is stored.
 */
async function syncDirectory({ tenantId: tenant, id }: User): Promise<void> {
  await syncUser(tenant, id, anyShard()).catch((error: unknown) => log.warn('directory_late', describeError(error)));
}
