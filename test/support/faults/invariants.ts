// Checks all items of the table against the invariants that must hold after any fault.

import { isDeepStrictEqual } from 'node:util';
import { maxOf, type Scope } from '../../../lib/domain/credentials/limits.ts';
import { NO_TENANT, pairIn, type RoleId, slotOf, tenantOfRole, tenantOfUser } from '../../../lib/platform/ids.ts';
import { asCopied, COPIES, type Copied, type CopyItem } from '../../../lib/store/copies.ts';
import type { Session } from '../../../lib/store/people/sessions.ts';
import type { User } from '../../../lib/store/people/users.ts';
import { asHead, HEAD_COPIES, type HeadItem, headOf } from '../../../lib/store/tenants/tenant-heads.ts';
import type { Tenant } from '../../../lib/store/tenants/tenants.ts';
import type { Row } from '../rows.ts';
import { auditLog } from './audit.ts';
import { type Complain, counters, type World } from './recount.ts';
import { resourceRows } from './rows.ts';
import { shapeOf, tenantIn, userIn } from './shapes.ts';

export type Circumstances = {
  /** Ids of the events that reached the bus; not looked at if absent. */
  published?: ReadonlySet<string>;
  /** The moment of the scan, ms. */
  now?: number;
};

/** Returns every violation in the table; none if all is well. */
export function violations(rows: readonly Row[], { published, now = Date.now() }: Circumstances = {}): string[] {
  const found: string[] = [];
  const complain: Complain = (invariant, what) => found.push(`${invariant}: ${what}`);
  const world = worldOf(rows);
  shapes(world, complain, now);
  onceOnly(world, complain);
  attempts(world, complain);
  sessions(world, complain, now);
  addresses(world, complain);
  passkeys(world, complain);
  imports(world, complain);
  heads(world, complain);
  copies(world, complain, 'role');
  copies(world, complain, 'application');
  names(world, complain);
  admins(world, complain);
  adminPasskeys(world, complain);
  factors(world, complain, now);
  isolation(world, complain);
  if (published) {
    outbox(world, complain, published);
    auditLog(world, complain, now);
  }
  counters(world, complain);
  leftovers(world, complain);
  resourceRows(world, complain);
  return found;
}

function worldOf(rows: readonly Row[]): World {
  const byKey = new Map(rows.map((row) => [`${row.pk}\n${row.sk}`, row]));
  const of = <T>(type: string) => rows.filter((row) => row.type === type) as (Row & T)[];
  return {
    rows,
    of,
    at: (pk, sk) => byKey.get(`${pk}\n${sk}`),
    users: new Map(of<User>('user').map((user) => [user.id as string, user])),
    tenants: new Map(of<Tenant>('tenant').map((tenant) => [tenant.id as string, tenant])),
  };
}

/** Returns the violations in rows of resources alone. They must not occur at any time, also while other work goes on. */
export function rowProblems(rows: readonly Row[]): string[] {
  const found: string[] = [];
  resourceRows(worldOf(rows), (invariant, what) => found.push(`${invariant}: ${what}`));
  return found;
}

const place = ({ pk, sk }: Row): string => `${pk} ${sk}`;
const TEN_YEARS = 10 * 365 * 86_400;

function shapes({ rows }: World, complain: Complain, now: number): void {
  for (const row of rows) {
    const known = shapeOf(row);
    if (!known) complain('shape', `${row.type} at ${place(row)} is nothing we know`);
    const { ttl } = row as { ttl?: unknown };
    const sound = typeof ttl === 'number' && Number.isInteger(ttl) && Math.abs(ttl - now / 1000) < TEN_YEARS;
    if (known?.ttl && !sound) complain('shape', `${place(row)} never goes: ttl ${ttl}`);
  }
}

/** A code or token carries no sign of its use but its absence; a set of recovery codes must not hold one twice. */
function onceOnly({ of }: World, complain: Complain): void {
  const ids = new Map<string, string>();
  for (const row of [...of<{ id: string }>('one-time-code'), ...of<{ id: string }>('link-token')]) {
    const other = ids.get(row.id);
    if (other) complain('I1', `${place(row)} is also at ${other}`);
    ids.set(row.id, place(row));
  }
}

const CODE_TRIES = 5;
const SETUP_TRIES = 10;

function attempts({ of }: World, complain: Complain): void {
  for (const row of of<{ count: number; resetAt: number }>('limiter')) {
    const scope = row.pk.split('#')[1] as Scope;
    if (!Number.isInteger(row.count) || row.count < 0 || row.count > maxOf(scope) || !(row.resetAt > 0))
      complain('I2', `${place(row)} counts ${row.count} of ${maxOf(scope)}, until ${row.resetAt}`);
  }
  const tries = (type: string, most: number) => {
    for (const row of of<{ attempts: number }>(type))
      if (!(row.attempts >= 0 && row.attempts <= most)) complain('I2', `${place(row)}: ${row.attempts} tries`);
  };
  tries('one-time-code', CODE_TRIES);
  tries('totp-setup', SETUP_TRIES);
}

const SKEW_MS = 10_000;

function sessions({ of, users }: World, complain: Complain, now: number): void {
  const ids = new Set<string>();
  for (const session of of<Session>('session')) {
    const where = place(session);
    if (ids.has(session.id)) complain('I3', `${where}: ${session.id} is there twice`);
    ids.add(session.id);
    if (!Number.isInteger(session.gen) || session.gen < 1) complain('I3', `${where}: generation ${session.gen}`);
    if (session.rotatedAt > now + SKEW_MS || session.rotatedAt < session.createdAt)
      complain('I3', `${where}: rotated at ${session.rotatedAt}`);
    const slot = slotOf(session.id);
    const ofBrowser = slot === undefined ? `PEN#${session.id}` : `SES#${String(slot).padStart(2, '0')}`;
    const expected = pairIn(session.id) ? `SAP#${session.id.slice(-9)}` : ofBrowser;
    if ((pairIn(session.id) === undefined) !== (session.application === undefined))
      complain('I3', `${where}: the slot of another kind of session`);
    if (session.sk !== expected) complain('I3', `${where} holds a session of ${expected}`);
    if (session.pending !== (slot === undefined)) complain('I7', `${where}: pending ${session.pending}`);
    if (session.idleExpiresAt > session.expiresAt + session.idleMs) complain('I3', `${where} idles past its end`);
    const user = users.get(userIn(session));
    if (user && session.epoch > user.epoch)
      complain('I4', `${where} is of epoch ${session.epoch}, the user of ${user.epoch}`);
  }
}

function addresses({ at, of, users }: World, complain: Complain): void {
  for (const lock of of<{ userId: string }>('address-claim')) {
    const [, tenant, kind, value] = /^T#(ten_\w+)#(EMAIL|PHONE)#(.+)$/.exec(lock.pk) ?? [];
    const user = users.get(lock.userId);
    if (!user) complain('I5', `${place(lock)} is of ${lock.userId}, who is not there`);
    else if (user.tenantId !== tenant || user[kind === 'EMAIL' ? 'email' : 'phone'] !== value)
      complain('I5', `${place(lock)} is of ${lock.userId}, who has ${user.email} and ${user.phone}`);
  }
  for (const { id, tenantId, email, phone } of users.values()) {
    for (const [kind, value] of [
      ['EMAIL', email],
      ['PHONE', phone],
    ] as const) {
      if (value !== null && at(`T#${tenantId}#${kind}#${value}`, 'CLAIM')?.userId !== id)
        complain('I5', `${id} has ${value} without its lock`);
    }
  }
  type Identity = { hash: string; epoch: number };
  for (const lock of of<{ userId: string; epoch: number }>('identity-claim')) {
    const hash = lock.pk.slice(lock.pk.indexOf('#IDP#') + 5);
    const own = of<Identity>('identity').some((each) => each.hash === hash && userIn(each) === lock.userId);
    if (!own) complain('I5', `${place(lock)} is of ${lock.userId}, who has no such identity`);
  }
  for (const identity of of<Identity>('identity')) {
    const user = users.get(userIn(identity));
    if (!user?.hasIdentity || identity.epoch !== user.identityEpoch) continue; // it opens nothing
    const lock = at(`T#${user.tenantId}#IDP#${identity.hash}`, 'CLAIM') as (Row & { userId: string }) | undefined;
    if (lock?.userId !== user.id) complain('I5', `${place(identity)} opens ${user.id} without a lock`);
  }
}

/** Each claim of an origin is of a user who says so, and the other way round. */
function imports({ at, of, users }: World, complain: Complain): void {
  const hashOf = (text: string): string => text.slice(text.lastIndexOf('#') + 1);
  for (const claim of of<{ userId: string }>('import-claim')) {
    const origins = users.get(claim.userId)?.importedAs ?? [];
    if (!origins.some((each) => hashOf(each) === hashOf(claim.pk)))
      complain('I5', `${place(claim)} is of ${claim.userId}, who was not imported as that`);
  }
  for (const { id, tenantId, importedAs = [] } of users.values()) {
    for (const each of importedAs)
      if (at(`T#${tenantId}#IMP#${hashOf(each)}`, 'CLAIM')?.userId !== id)
        complain('I5', `${id} was imported as ${each} without its claim`);
  }
}

/** Each passkey has its claim, and the account says that it has one. An account has at most twenty that open it. */
function passkeys({ at, of, users }: World, complain: Complain): void {
  type Passkey = { credentialId: string; handle: string };
  const hashOf = ({ sk }: Row): string => sk.slice('PKY#'.length);
  for (const lock of of<{ userId: string }>('passkey-claim')) {
    const hash = lock.pk.slice(lock.pk.indexOf('#PKY#') + 5);
    const own = of<Passkey>('passkey').some((each) => hashOf(each) === hash && userIn(each) === lock.userId);
    if (!own) complain('I5', `${place(lock)} is of ${lock.userId}, who has no such passkey`);
  }
  const usable = new Map<string, number>();
  for (const passkey of of<Passkey>('passkey')) {
    const user = users.get(userIn(passkey));
    if (!user || passkey.handle !== user.passkeyHandle) continue; // it opens nothing
    usable.set(user.id, (usable.get(user.id) ?? 0) + 1);
    const lock = at(`T#${user.tenantId}#PKY#${hashOf(passkey)}`, 'CLAIM') as (Row & { userId: string }) | undefined;
    if (lock?.userId !== user.id) complain('I5', `${place(passkey)} opens ${user.id} without a lock`);
  }
  for (const { id, hasPasskey = false } of users.values()) {
    const count = usable.get(id) ?? 0;
    if (hasPasskey !== count > 0 || count > 20) complain('I5', `${id} has ${count} passkeys and says ${hasPasskey}`);
  }
}

/** What ended in a tenant has ended in each copy of its head. */
function heads({ at, of, tenants }: World, complain: Complain): void {
  for (const copy of of<HeadItem>('tenant-head')) {
    const tenant = tenants.get(copy.id);
    const head = asHead(copy);
    // No reader uses a copy of an earlier release: a request makes it anew (lib/store/tenants/tenant-heads.ts).
    const isCurrent = head === undefined || (tenant && isDeepStrictEqual(head, headOf(tenant)));
    const isRight = tenant && copy.version <= tenant.version && isCurrent;
    if (!isRight) complain('I4', `${place(copy)} is not as ${copy.id} is`);
  }
  for (const { id } of tenants.values()) {
    const copies = Array.from({ length: HEAD_COPIES }, (_, copy) => at(`T#${id}#HEAD#${copy}`, 'HEAD'));
    if (copies.includes(undefined)) complain('I4', `${id} lacks a copy of its head`);
  }
}

/** What the index or the copy has alone, and the names of permissions, which are renewed in each copy by itself. */
const NOT_COPIED = [
  'pk',
  'pk1',
  'sk1',
  'pk2',
  'sk2',
  'permissionNames',
  'permissionIds',
  'permissionsEpoch',
  'writeId',
];
const copiedFields = (item: object) =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !NOT_COPIED.includes(name)));

/** What ended in a role or an application has ended in each of its copies. */
function copies({ at, of }: World, complain: Complain, type: 'role' | 'application'): void {
  const originals = new Map(of<Copied>(type).map((each) => [each.id, each]));
  for (const copy of of<CopyItem>(`${type}-copy`)) {
    const [original, copied] = [originals.get(copy.id), asCopied<Copied>(copy, type)];
    const isRight = original && copied && isDeepStrictEqual(copiedFields(copied), copiedFields(original));
    if (original ? !isRight : copied !== null) complain('I4', `${place(copy)} is not as ${copy.id} is`);
  }
  for (const { pk, sk, id } of originals.values()) {
    const all = Array.from({ length: COPIES }, (_, copy) => at(`${pk}#COPY#${copy}`, sk));
    if (all.includes(undefined)) complain('I4', `${id} lacks a copy`);
  }
}

function names({ at, of, tenants }: World, complain: Complain): void {
  for (const slug of of<{ slug: string; tenantId: string; name: string; isActive: boolean }>('slug')) {
    const tenant = tenants.get(slug.tenantId);
    const fits = tenant?.slug === slug.slug && tenant.name === slug.name && slug.pk === `P#SLUG#${slug.slug}`;
    if (!fits || tenant.status === 'deleted' || slug.isActive !== (tenant.status === 'active'))
      complain('I5', `${place(slug)} is not as ${slug.tenantId} is`);
  }
  for (const { id, slug, status } of tenants.values()) {
    if (status !== 'deleted' && at(`P#SLUG#${slug}`, 'SLUG')?.tenantId !== id)
      complain('I5', `${id} has no slug ${slug}`);
  }
  const named = (type: string, owner: string, pointer: string) => {
    type Named = { id: string; name: string; guard: string };
    const owners = new Map(of<Named>(owner).map((each) => [each.id, each]));
    for (const item of of<Record<string, string>>(type)) {
      const it = owners.get(item[pointer] as string);
      if (!it || it.pk !== item.pk || item.sk !== `NAME#${it.guard}#${it.name}`)
        complain('I5', `${place(item)} is of ${item[pointer]}, which is ${it?.name}`);
    }
    for (const { id, pk, guard, name } of owners.values()) {
      if (at(pk, `NAME#${guard}#${name}`)?.[pointer] !== id) complain('I5', `${id} has not its name ${name}`);
    }
  };
  named('role-name', 'role', 'roleId');
  named('permission-name', 'permission', 'permissionId');
}

function admins({ at, of }: World, complain: Complain): void {
  type Admin = { id: string; email: string };
  const all = of<Admin>('admin');
  const count = (of<{ count: number }>('admin-count')[0]?.count ?? 0) as number;
  const open = of('admin-bootstrap').length === 0;
  if (count !== all.length) complain('I6', `${all.length} admins are counted as ${count}`);
  if (open !== (all.length === 0)) complain('I6', `${all.length} admins, bootstrap ${open ? 'open' : 'closed'}`);
  for (const { id, email } of all)
    if (at('P#ADMINS', `EMAIL#${email}`)?.adminId !== id) complain('I5', `${id} has not his address ${email}`);
  for (const row of of<{ adminId: string }>('admin-email')) {
    const owner = all.find(({ id }) => id === row.adminId);
    if (`EMAIL#${owner?.email}` !== row.sk)
      complain('I5', `${place(row)} is of ${row.adminId}, who is ${owner?.email}`);
  }
}

/** Each passkey of an admin has its claim and the handle of its admin, who has a handle exactly with passkeys. */
function adminPasskeys({ at, of }: World, complain: Complain): void {
  const ownerOf = ({ pk }: Row): string => pk.slice('P#ADM#'.length);
  const handles = new Map(
    of<{ id: string; passkeyHandle?: string }>('admin').map(({ id, passkeyHandle }) => [id, passkeyHandle]),
  );
  // A test that signs the first admin up again removes the rows of all admins, and nothing else.
  const passkeys = of<{ handle: string }>('admin-passkey').filter((each) => handles.has(ownerOf(each)));
  for (const passkey of passkeys) {
    const id = ownerOf(passkey);
    const lock = at(`P#ADMPKY#${passkey.sk.slice('PKY#'.length)}`, 'CLAIM') as (Row & { adminId: string }) | undefined;
    if (lock?.adminId !== id) complain('I5', `${place(passkey)} opens ${id} without a lock`);
    if (handles.get(id) !== passkey.handle) complain('I5', `${place(passkey)} has another handle than ${id}`);
  }
  const locks = of<{ adminId: string }>('admin-passkey-claim').filter(({ adminId }) => handles.has(adminId)).length;
  if (locks !== passkeys.length) complain('I5', `${locks} claims of ${passkeys.length} passkeys of admins`);
  for (const [id, handle] of handles) {
    const has = passkeys.some((each) => ownerOf(each) === id);
    if (has !== (handle !== undefined)) complain('I5', `${id} has passkeys: ${has}, and says the opposite`);
  }
}

const STEP_MS = 30_000;

function factors({ of, users }: World, complain: Complain, now: number): void {
  for (const device of of<{ lastStep: number }>('totp-device')) {
    if (!Number.isInteger(device.lastStep) || device.lastStep > Math.floor(now / STEP_MS) + 1)
      complain('I8', `${place(device)} was used in step ${device.lastStep}`);
  }
  const withDevice = new Set(of('totp-device').map(userIn));
  for (const { id, isTotpEnrolled } of users.values()) {
    if (isTotpEnrolled !== withDevice.has(id))
      complain('I7', `${id} is enrolled ${isTotpEnrolled}, and has ${withDevice.has(id) ? 'one' : 'none'}`);
  }
}

const ID = /^(?:ten|usr|ses|rol)_(\w{22})/;

/**
 * Every id in an item of a tenant is of that tenant, its roles of that one or of none. Excepted are links, the sessions
 * that descend from them, and the events that report them.
 */
function isolation({ rows, users }: World, complain: Complain): void {
  const none = NO_TENANT.slice(4);
  for (const row of rows) {
    const tenant = tenantIn(row)?.slice(4);
    // Users who act in another tenant are named in the audit log there.
    if (tenant === undefined || ['link', 'audit-entry', 'audit-mention'].includes(row.type)) continue;
    for (const text of textsIn(row)) {
      const part = ID.exec(text)?.[1];
      const ofNone = text.startsWith('rol_') && part === none;
      if (part !== undefined && part !== tenant && !ofNone) complain('I9', `${place(row)} refers to ${text}`);
    }
  }
  for (const { id, tenantId, roleIds } of users.values()) {
    if (tenantOfUser(id) !== tenantId) complain('I9', `${id} is of ${tenantId}`);
    const foreign = roleIds.filter((role) => ![null, tenantId].includes(tenantOfRole(role as RoleId)));
    if (foreign.length) complain('I9', `${id} has ${foreign}`);
  }
}

/** What names the accounts at the other end of a link. */
const LINKED = ['linkedTenantId', 'linkedUserId', 'descent', 'by'];

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...value.split('#')];
  if (value instanceof Set) return [...value].flatMap(textsIn);
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, each]) => (LINKED.includes(key) ? [] : textsIn(each)));
}

function outbox({ of }: World, complain: Complain, published: ReadonlySet<string>): void {
  for (const row of of<{ events: { name: string; detail: { id: string } }[] }>('outbox')) {
    for (const { name, detail } of row.events)
      if (!published.has(detail.id)) complain('I11', `${name} ${detail.id} was never published`);
  }
  for (const claim of of<{ state: string }>('message-claim'))
    if (claim.state !== 'sent') complain('I11', `${place(claim)} is ${claim.state}`);
}

/** Whether the row is a code for an unknown user. It is stored on purpose, to cost the same as one for a known user. */
const isDecoy = (row: Row): boolean => row.type === 'one-time-code' && /^usr_\w{22}0{22}$/.test(userIn(row));

const GOES_WITH_TENANT = [
  'user',
  'role',
  'role-copy',
  'role-name',
  'directory',
  'row',
  'row-entry',
  'row-claim',
  'row-count',
];

function leftovers({ rows, of, users, tenants }: World, complain: Complain): void {
  for (const row of rows) {
    const user = userIn(row);
    if (user && !users.has(user) && !isDecoy(row)) complain('I15', `${place(row)} is of a user who is gone`);
    const tenant = tenantIn(row);
    const gone = tenant !== undefined && tenants.get(tenant)?.status === 'deleted';
    if ((row as { isGone?: true }).isGone) continue;
    if (gone && (shapeOf(row)?.credential || GOES_WITH_TENANT.includes(row.type)) && !isDecoy(row))
      complain('I15', `${place(row)} is of a tenant that is gone`);
  }
  for (const job of of('job')) complain('I15', `${place(job)} is not done`);
}
