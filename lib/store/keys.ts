// Every key of the one table. Nothing else in the project builds or takes apart a key; ids are validated before they
// come here (platform/ids.ts), everything free-form is hashed or canonical, so `#` can't be injected.
//
//   item               pk                        sk               notes
//   tenant             T#<t>                     TENANT           status, epoch, settings; index1 lists tenants
//   slug               P#SLUG#<slug>             SLUG             unique; holds what the public lookup answers
//   user               T#<t>#U#<u>               USER             status, epoch, password hash, verified flags, role ids
//   session            T#<t>#U#<u>               SES#<slot>       a user has N slots; a login takes one conditionally
//   TOTP device        T#<t>#U#<u>               DEV#<d>          secret sealed
//   trusted device     T#<t>#U#<u>               TRU#<d>          hashed
//   identity           T#<t>#U#<u>               IDN#<id>         an account at a provider
//   unique e-mail      T#<t>#EMAIL#<email>       LOCK             user id, written with the user
//   unique phone       T#<t>#PHONE#<phone>       LOCK             likewise
//   role               T#<t>#ROLES               ROLE#<r>         ids of its permissions; of no tenant: P#ROLES
//   unique role name   T#<t>#ROLES               NAME#<guard>#<name>
//   permission         P#PERMS                   PERM#<p>
//   unique name        P#PERMS                   NAME#<guard>#<name>
//   permissions' epoch P#PERMS#EPOCH#<n>         EPOCH            n copies; raised when a name goes or changes
//   blocked domains    P#BLK#<nn>                DOMAINS          a share of all domains, one attribute each
//   admin              P#ADMINS                  ADM#<a>          epoch, password hash
//   admin e-mail       P#ADMINS                  EMAIL#<email>    admin id
//   bootstrap flag     P#ADMINS                  BOOTSTRAP        never removed
//   number of admins   P#ADMINS                  COUNT            guards the last one
//   admin session      P#ADM#<a>                 SES#<hash>       ttl
//   limiter            L#<scope>#<hash>          BUCKET           bounded add; ttl
//   number of them     P#COUNT#<what>            COUNT            roles, tenants; raised and lowered with each of them
//   outbox             T#<t>#OUT#<id>            EVENT            written with the change; ttl; of no tenant: P#OUT#<id>
//   key ring           P#KEYS                    RING             signing keys, private parts sealed
//
// One tenant is the prefix T#<t>: export, erasure and an IAM LeadingKeys condition become possible.
import {
  type AdminId,
  type DeviceId,
  type PermissionId,
  type RoleId,
  type SessionId,
  slotOf,
  type TenantId,
  tenantOfRole,
  type UserId,
} from '../platform/ids.ts';

export type Key = { pk: string; sk: string };

export const TTL = 'ttl';
/** General indexes, sparse. `index1` lists tenants; users join both with the administration plane. */
export const INDEXES = [
  { name: 'index1', pk: 'pk1', sk: 'sk1' },
  { name: 'index2', pk: 'pk2', sk: 'sk2' },
] as const;
export type IndexName = (typeof INDEXES)[number]['name'];

export const tenant = (t: TenantId): Key => ({ pk: `T#${t}`, sk: 'TENANT' });
export const slug = (text: string): Key => ({ pk: `P#SLUG#${text}`, sk: 'SLUG' });

const account = (t: TenantId, u: UserId): string => `T#${t}#U#${u}`;
export const user = (t: TenantId, u: UserId): Key => ({ pk: account(t, u), sk: 'USER' });
export const session = (t: TenantId, u: UserId, s: SessionId): Key => sessionSlot(t, u, slotOf(s));
export const sessionSlot = (t: TenantId, u: UserId, slot: number): Key => ({
  pk: account(t, u),
  sk: `SES#${String(slot).padStart(2, '0')}`,
});
export const sessionsOf = (t: TenantId, u: UserId) => ({ pk: account(t, u), prefix: 'SES#' });
/** What a login needs to know of an account, in one read: the sort keys of sessions and user are neighbours. */
export const sessionsAndUser = (t: TenantId, u: UserId) => ({ pk: account(t, u), from: 'SES#', to: 'USER' });

export const device = (t: TenantId, u: UserId, d: DeviceId): Key => ({ pk: account(t, u), sk: `DEV#${d}` });

export const email = (t: TenantId, canonical: string): Key => ({ pk: `T#${t}#EMAIL#${canonical}`, sk: 'LOCK' });
export const phone = (t: TenantId, canonical: string): Key => ({ pk: `T#${t}#PHONE#${canonical}`, sk: 'LOCK' });

/** The part of the table that belongs to a tenant, or to nobody in particular. */
const space = (t: TenantId | null): string => (t === null ? 'P' : `T#${t}`);
export const role = (r: RoleId): Key => ({ pk: `${space(tenantOfRole(r))}#ROLES`, sk: `ROLE#${r}` });
/** The name comes last, so that whatever it holds can't make it another key. */
export const roleName = (t: TenantId | null, guard: string, name: string): Key => ({
  pk: `${space(t)}#ROLES`,
  sk: `NAME#${guard}#${name}`,
});
export const rolesOf = (t: TenantId | null) => ({ pk: `${space(t)}#ROLES`, prefix: 'ROLE#' });

const PERMISSIONS = 'P#PERMS';
export const permission = (p: PermissionId): Key => ({ pk: PERMISSIONS, sk: `PERM#${p}` });
export const permissionName = (guard: string, name: string): Key => ({ pk: PERMISSIONS, sk: `NAME#${guard}#${name}` });
export const permissions = { pk: PERMISSIONS, prefix: 'PERM#' };
export const permissionsEpoch = (copy: number): Key => ({ pk: `${PERMISSIONS}#EPOCH#${copy}`, sk: 'EPOCH' });

export const blockedDomains = (share: number): Key => ({
  pk: `P#BLK#${String(share).padStart(2, '0')}`,
  sk: 'DOMAINS',
});

const ADMINS = 'P#ADMINS';
export const admin = (a: AdminId): Key => ({ pk: ADMINS, sk: `ADM#${a}` });
export const admins = { pk: ADMINS, prefix: 'ADM#' };
export const adminEmail = (canonical: string): Key => ({ pk: ADMINS, sk: `EMAIL#${canonical}` });
export const adminBootstrap: Key = { pk: ADMINS, sk: 'BOOTSTRAP' };
export const adminCount: Key = { pk: ADMINS, sk: 'COUNT' };
export const adminSession = (a: AdminId, hash: string): Key => ({ pk: `P#ADM#${a}`, sk: `SES#${hash}` });

/** How many there are, for whoever shows a number; nothing is decided by it. */
export const count = (what: 'ROLES' | 'TENANTS'): Key => ({ pk: `P#COUNT#${what}`, sk: 'COUNT' });

export const limiter = (scope: string, hash: string): Key => ({ pk: `L#${scope}#${hash}`, sk: 'BUCKET' });
export const outbox = (t: TenantId | null, event: string): Key => ({ pk: `${space(t)}#OUT#${event}`, sk: 'EVENT' });
export const keyRing: Key = { pk: 'P#KEYS', sk: 'RING' };

/** Every role there is, by name. */
export const ROLES_INDEX = { index: 'index1', pk: 'ROLES' } as const;
export const roleIndex = (r: RoleId, name: string) => ({ pk1: ROLES_INDEX.pk, sk1: `${name}#${r}` });

/** Tenants in the order of their creation; the id settles ties. */
export const TENANTS_INDEX = { index: 'index1', pk: 'TENANTS' } as const;
export const tenantIndex = (t: TenantId, createdAt: number) => ({
  pk1: TENANTS_INDEX.pk,
  sk1: `${new Date(createdAt).toISOString()}#${t}`,
});
