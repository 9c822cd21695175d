// Manages the admins of the deployment. Owners manage all admins. Each write fails if the acting admin is no longer an
// owner or lost their session meanwhile, so two owners who delete or demote each other at once cannot both succeed.
import { type AdminRole, ROLE_OF_SPECIFICATION } from '../../contract/duties.ts';
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import { adminId, type TenantId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { type AdminPasskey, passkeysOf, removePasskeyWrites } from '../../store/admins/admin-passkeys.ts';
import * as store from '../../store/admins/admins.ts';
import { getMany, type Write } from '../../store/dynamo/table.ts';
import { event, type NewEvent, outboxWrite } from '../../store/outbox.ts';
import { canonicalEmail } from '../addresses.ts';
import type { AdminActor } from '../administrator.ts';
import { type AuditActor, type AuditView, auditEvent, hidden, metadataView } from '../audit.ts';
import * as limits from '../credentials/limits.ts';
import * as passwords from '../credentials/passwords.ts';
import { requirePlain } from '../metadata.ts';
import { requireTenants } from '../required-tenants.ts';
import { viewOf } from './admin-sessions.ts';
import { sharedBuckets } from './attempts.ts';
import { factorChangedEvent } from './factor-notice.ts';
import { removedEvent } from './passkeys/events.ts';
import { refuseActor } from './scope.ts';
import { totpAuditEvent } from './totp.ts';

type Admin = store.Admin;
type NewAdmin = Body<'POST /auth/admin/admins'>;
type AdminPatch = Body<'PATCH /auth/admin/admins/{id}'>;

type Verb = 'created' | 'updated' | 'unlocked' | 'password_reset' | 'deleted';

/** The fields of an admin that the audit log shows. */
const auditViewOf = ({ email, name, role, tenants, passwordHash, metadata }: Admin): AuditView => ({
  email,
  name,
  role,
  tenants,
  password: hidden(passwordHash),
  ...metadataView(metadata),
});

/**
 * The write of the events of a change: the audit event, and the events for other systems. `removed`: the passkeys that the
 * change removes.
 */
export function changeEventsWrite(
  actor: AuditActor,
  verb: Verb,
  before?: Admin,
  after?: Admin,
  updatedFields?: string[],
  removed: readonly AdminPasskey[] = [],
): Write {
  const { id, email } = (after ?? before) as Admin;
  const view = after && { ...auditViewOf(after), ...(updatedFields && { updatedFields }) };
  const audit = auditEvent(actor, `admin.${verb}`, { type: 'admin', id }, before && auditViewOf(before), view);
  const detail = { adminId: id, email };
  const events: NewEvent[] = [audit];
  if (verb === 'created') events.unshift(event('svc.admin_created', detail));
  if (verb === 'password_reset') events.unshift(event('svc.admin_password_reset', detail));
  if (before?.totp && after && !after.totp)
    events.push(totpAuditEvent(actor, id, 'removed'), factorChangedEvent(before, 'authenticator_removed'));
  events.push(...removed.map((passkey) => removedEvent(actor, { id }, passkey)));
  if (removed.length) events.push(factorChangedEvent({ id, email }, 'passkey_removed'));
  return outboxWrite(null, events, now());
}

/**
 * Returns a new admin, not stored yet. Throws INVALID_INPUT, TENANT_NOT_FOUND,
 * PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_TOO_COMMON and PASSWORD_CONTAINS_IDENTIFIER.
 */
export async function newAdmin(input: NewAdmin & { role: AdminRole }): Promise<Admin> {
  const email = canonicalEmail(input.email);
  passwords.requireAcceptable(input.password, { email, phone: null, tenant: null });
  const metadata = requirePlain(input.metadata ?? {}, 'metadata');
  return store.newAdmin({
    email,
    name: input.name ?? null,
    role: input.role,
    tenants: input.tenants ? await requireTenants(input.tenants) : null,
    passwordHash: await passwords.hash(input.password),
    metadata,
  });
}

/** Returns every admin, newest first. The id breaks ties. */
export async function list() {
  const admins = await store.list();
  admins.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  return {
    data: await Promise.all(admins.map(async (admin) => ({ ...viewOf(admin), isLocked: await isLocked(admin) }))),
  };
}

/**
 * Creates an admin. If several callers use one address at once, one succeeds. Throws ADMIN_USER_EXISTS, INVALID_INPUT,
 * TENANT_NOT_FOUND and the codes of the password policy.
 */
export async function create(actor: AdminActor, input: NewAdmin) {
  const admin = await newAdmin({ ...input, role: input.role ?? ROLE_OF_SPECIFICATION });
  const result = await store.create(actor.admin, admin, changeEventsWrite(actor, 'created', undefined, admin));
  if (result === 'actor-gone') await refuseActor(actor.admin);
  if (result === 'email-taken') fail('ADMIN_USER_EXISTS');
  return { admin: viewOf(admin) };
}

/**
 * Changes only the fields that were sent. A new password ends every session of that admin with the same write. Admins
 * change their own password only with the current one, and cannot change their own role and tenants. Throws
 * INVALID_INPUT for an empty patch, ADMIN_USER_NOT_FOUND, TENANT_NOT_FOUND, FORBIDDEN, ADMIN_LAST_REMAINING,
 * CURRENT_PASSWORD_INCORRECT, ACCOUNT_LOCKED, and the codes of the password policy.
 */
export async function update(actor: AdminActor, id: string, patch: AdminPatch) {
  const { password, currentPassword, ...fields } = patch;
  if ([password, ...Object.values(fields)].every((value) => value === undefined))
    fail('INVALID_INPUT', { message: 'body: must contain name, password, metadata, role or tenants' });
  if (patch.metadata) requirePlain(patch.metadata, 'metadata');
  if (id === actor.admin.id && (fields.role !== undefined || fields.tenants !== undefined)) await refuseSelf(actor);
  const tenants = fields.tenants ? await requireTenants(fields.tenants) : fields.tenants;
  const { email } = (await find(id)) ?? fail('ADMIN_USER_NOT_FOUND');
  if (password !== undefined) {
    if (id === actor.admin.id) await requireCurrentPassword(actor, currentPassword);
    passwords.requireAcceptable(password, { email, phone: null, tenant: null });
  }
  const passwordHash = password === undefined ? undefined : await passwords.hash(password);
  const updatedFields = Object.keys(patch).filter((field) => field !== 'currentPassword');
  const admin = await change(actor, id, 'updated', { ...fields, tenants, passwordHash }, updatedFields);
  return { admin: viewOf(admin ?? fail('ADMIN_USER_NOT_FOUND')) };
}

/** Counts a guess, then compares. Throws CURRENT_PASSWORD_INCORRECT, also without one, and ACCOUNT_LOCKED. */
async function requireCurrentPassword({ admin }: AdminActor, given: string | undefined): Promise<void> {
  if (given === undefined)
    return fail('CURRENT_PASSWORD_INCORRECT', { message: 'Send your current password as currentPassword.' });
  const guess = await limits.consume('admin-current-password', admin.id);
  if (!(await passwords.matches(given, admin.passwordHash, [guess]))) fail('CURRENT_PASSWORD_INCORRECT');
  await limits.reset(guess);
}

type Fields = Pick<AdminPatch, 'name' | 'metadata' | 'role'> & {
  tenants?: TenantId[] | null | undefined;
  passwordHash?: string | undefined;
  removesTotp?: boolean | undefined;
  removesPasskeys?: boolean | undefined;
  unlocks?: true;
};

/**
 * Applies `fields` to the admin as currently stored, so that concurrent changes are kept. Returns `undefined` if there
 * is no such admin. Throws SESSION_INVALID if the acting admin lost their session, and FORBIDDEN if they are no longer
 * an owner.
 */
export async function change(
  actor: AdminActor | 'secret-key',
  id: string,
  verb: Verb,
  { name, metadata, role, tenants, passwordHash, removesTotp = false, removesPasskeys = false, unlocks }: Fields,
  updatedFields: string[],
): Promise<Admin | undefined> {
  const changed = await retryOnConflict<Admin | null>('the admin', async () => {
    const before = await find(id);
    if (!before) return null;
    const removed = removesPasskeys ? await passkeysOf(before) : [];
    const { passkeyHandle, ...rest } = before;
    const after: Admin = {
      ...rest,
      ...(passkeyHandle !== undefined && !removesPasskeys && { passkeyHandle }),
      name: name === undefined ? before.name : name,
      metadata: metadata ?? before.metadata,
      role: role ?? before.role,
      tenants: tenants === undefined ? before.tenants : tenants,
      passwordHash: passwordHash ?? before.passwordHash,
      epoch: passwordHash === undefined ? before.epoch : before.epoch + 1,
      unlocks: unlocks ? before.unlocks + 1 : before.unlocks,
      totp: removesTotp ? undefined : before.totp,
      updatedAt: now(),
    };
    const changedBy = actor === 'secret-key' ? undefined : actor.admin;
    const events = changeEventsWrite(actor, verb, before, after, updatedFields, removed);
    // The store checks the session of the acting admin only if they change another admin.
    if (changedBy?.id === before.id && changedBy.epoch !== before.epoch) fail('SESSION_INVALID');
    const result = await store.change(changedBy, before, after, events, removePasskeyWrites(removed));
    if (result === 'done') return after;
    if (result === 'actor-gone' && changedBy) await refuseActor(changedBy);
    return undefined;
  });
  return changed ?? undefined;
}

/**
 * Forgets the wrong guesses at the password and the authenticator of another admin. Throws ADMIN_USER_NOT_FOUND,
 * RATE_LIMITED, and FORBIDDEN for the caller's own account: a guesser with a session would go on for ever.
 */
export async function unlock(actor: AdminActor, id: string) {
  if (id === actor.admin.id) return fail('FORBIDDEN');
  const { id: known } = (await find(id)) ?? fail('ADMIN_USER_NOT_FOUND');
  await limits.consume('unlock-account', 'admin', known);
  if (!(await change(actor, known, 'unlocked', { unlocks: true }, []))) fail('ADMIN_USER_NOT_FOUND');
  return { message: 'The admin is unlocked.' };
}

/** Whether wrong guesses from many networks keep new ones out. */
async function isLocked(admin: Admin): Promise<boolean> {
  const [password, code] = await getMany(await sharedBuckets(admin));
  return limits.isFull('admin-row', password) || limits.isFull('admin-otp', code);
}

/**
 * Deletes another admin. The same write ends their sessions and releases their address and passkeys. At least one owner remains,
 * also when owners delete each other at once. Throws ADMIN_USER_NOT_FOUND, ADMIN_LAST_REMAINING, and FORBIDDEN for the
 * caller's own account.
 */
export async function remove(actor: AdminActor, id: string) {
  if (id === actor.admin.id) return refuseSelf(actor);
  await retryOnConflict('the admin', async () => {
    const admin = (await find(id)) ?? fail('ADMIN_USER_NOT_FOUND');
    const passkeys = removePasskeyWrites(await passkeysOf(admin));
    const result = await store.remove(actor.admin, admin, changeEventsWrite(actor, 'deleted', admin), passkeys);
    if (result === 'actor-gone') await refuseActor(actor.admin);
    if (result === 'last') fail('ADMIN_LAST_REMAINING');
    return result === 'done' || undefined;
  });
  return { message: 'Admin deleted.' };
}

/** Throws FORBIDDEN, or ADMIN_LAST_REMAINING if the caller is the only owner. */
async function refuseSelf({ admin }: AdminActor): Promise<never> {
  const others = (await store.list()).filter((each) => each.id !== admin.id && store.isOwner(each));
  return fail(others.length ? 'FORBIDDEN' : 'ADMIN_LAST_REMAINING');
}

async function find(id: string): Promise<Admin | undefined> {
  const validId = adminId(id);
  return validId && store.find(validId);
}
