// Admins of the whole deployment, managed by one another. Each write is refused if whoever acts has lost his session
// meanwhile: two who delete each other at once can't both succeed.
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { now } from '../../platform/clock.ts';
import { adminId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import * as store from '../../store/admins.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { event, type NewEvent, outboxWrite } from '../../store/outbox.ts';
import { canonicalEmail } from '../addresses.ts';
import { type Acting, adminAction } from '../audit.ts';
import * as passwords from '../credentials/passwords.ts';
import { requirePlain } from '../metadata.ts';
import { type AdminActor, view } from './sessions.ts';
import { totpAction } from './totp.ts';

type Admin = store.Admin;
type NewAdmin = Body<'POST /auth/admin/admins'>;
type AdminPatch = Body<'PATCH /auth/admin/admins/{id}'>;

type Verb = 'created' | 'updated' | 'password_reset' | 'deleted';

/** What the audit log shows of an admin; metadata may hold anything, so only that it changed. */
const audited = ({ email, name }: Admin) => ({ email, name });

/** The events of a change: an item of the audit log, and what other systems are told. */
export function eventsOf(acting: Acting, verb: Verb, before?: Admin, after?: Admin, updatedFields?: string[]): Write {
  const { id, email } = (after ?? before) as Admin;
  const shown = after && { ...audited(after), ...(updatedFields && { updatedFields }) };
  const action = adminAction(acting, `admin.${verb}`, { type: 'admin', id }, before && audited(before), shown);
  const detail = { adminId: id, email };
  const events: NewEvent[] = [action];
  if (verb === 'created') events.unshift(event('svc.admin_created', detail));
  if (verb === 'password_reset') events.unshift(event('svc.admin_password_reset', detail));
  if (before?.totp && after && !after.totp) events.push(totpAction(acting, id, 'removed'));
  return outboxWrite(null, events, now());
}

/**
 * A new admin, not stored yet. Throws INVALID_INPUT, PASSWORD_TOO_SHORT, _TOO_LONG, _TOO_COMMON,
 * _CONTAINS_IDENTIFIER.
 */
export async function newAdmin(input: NewAdmin): Promise<Admin> {
  const email = canonicalEmail(input.email);
  passwords.requireAcceptable(input.password, [email]);
  const metadata = requirePlain(input.metadata ?? {}, 'metadata');
  return store.newAdmin({
    email,
    name: input.name ?? null,
    passwordHash: await passwords.hash(input.password),
    metadata,
  });
}

/** Every admin, newest first; the id settles ties. */
export async function list() {
  const admins = await store.list();
  admins.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  return { data: admins.map(view) };
}

/** Creates an admin. Throws what `newAdmin` throws, ADMIN_USER_EXISTS. Of any number of racers for an address one wins. */
export async function create(actor: AdminActor, input: NewAdmin) {
  const admin = await newAdmin(input);
  const result = await store.create(actor.admin, admin, eventsOf(actor, 'created', undefined, admin));
  if (result === 'actor-gone') fail('SESSION_INVALID');
  if (result === 'email-taken') fail('ADMIN_USER_EXISTS');
  return { admin: view(admin) };
}

/**
 * Changes the fields sent and no others. A new password ends every session of that admin with the same write. Throws
 * INVALID_INPUT when there is nothing to change, ADMIN_USER_NOT_FOUND, and the codes of the password policy.
 */
export async function update(actor: AdminActor, id: string, patch: AdminPatch) {
  if (Object.values(patch).every((value) => value === undefined))
    fail('INVALID_INPUT', { message: 'body: must hold name, password or metadata' });
  if (patch.metadata) requirePlain(patch.metadata, 'metadata');
  const { email } = (await find(id)) ?? fail('ADMIN_USER_NOT_FOUND');
  if (patch.password !== undefined) passwords.requireAcceptable(patch.password, [email]);
  const passwordHash = patch.password === undefined ? undefined : await passwords.hash(patch.password);
  const admin = await change(actor, id, 'updated', { ...patch, passwordHash }, Object.keys(patch));
  return { admin: view(admin ?? fail('ADMIN_USER_NOT_FOUND')) };
}

type Fields = Omit<AdminPatch, 'password'> & { passwordHash?: string; removesTotp?: boolean };

/**
 * Applies `fields` to the admin as he is now, whoever else changes him at the same time. `undefined`: there is no such
 * admin. Throws SESSION_INVALID if the admin who acts is gone.
 */
export async function change(
  acting: AdminActor | 'secret-key',
  id: string,
  verb: Verb,
  { name, metadata, passwordHash, removesTotp = false }: Fields,
  updatedFields: string[],
): Promise<Admin | undefined> {
  const changed = await retryOnConflict<Admin | null>('the admin', async () => {
    const before = await find(id);
    if (!before) return null;
    const after: Admin = {
      ...before,
      name: name === undefined ? before.name : name,
      metadata: metadata ?? before.metadata,
      passwordHash: passwordHash ?? before.passwordHash,
      epoch: passwordHash === undefined ? before.epoch : before.epoch + 1,
      totp: removesTotp ? undefined : before.totp,
      updatedAt: now(),
    };
    const by = acting === 'secret-key' ? undefined : acting.admin;
    const events = eventsOf(acting, verb, before, after, updatedFields);
    // Changing oneself needs no check of its own, but one that is out of date is not oneself any more.
    if (by?.id === before.id && by.epoch !== before.epoch) fail('SESSION_INVALID');
    const result = await store.change(by, before, after, events);
    if (result === 'done') return after;
    if (result === 'actor-gone') fail('SESSION_INVALID');
    return undefined;
  });
  return changed ?? undefined;
}

/**
 * Deletes another admin: his sessions end and his address is free with the same write. However many delete each other
 * at once, one remains. Throws ADMIN_USER_NOT_FOUND, ADMIN_LAST_REMAINING, and FORBIDDEN for oneself.
 */
export async function remove(actor: AdminActor, id: string) {
  if (id === actor.admin.id) return fail((await store.count()) > 1 ? 'FORBIDDEN' : 'ADMIN_LAST_REMAINING');
  const admin = (await find(id)) ?? fail('ADMIN_USER_NOT_FOUND');
  const result = await store.remove(actor.admin, admin, eventsOf(actor, 'deleted', admin));
  if (result === 'actor-gone') fail('SESSION_INVALID');
  if (result === 'gone') fail('ADMIN_USER_NOT_FOUND');
  if (result === 'last') fail('ADMIN_LAST_REMAINING');
  return { message: 'Admin deleted.' };
}

async function find(id: string): Promise<Admin | undefined> {
  const known = adminId(id);
  return known && store.find(known);
}
