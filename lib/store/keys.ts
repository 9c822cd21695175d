// Every key of the one table. Nothing else in the project builds or takes apart a key; ids are validated before they
// come here (platform/ids.ts), everything free-form is hashed or canonical, so `#` can't be injected.
//
//   item               pk                        sk               notes
//   tenant             T#<t>                     TENANT           status, epoch, settings; index1 lists tenants
//   slug               P#SLUG#<slug>             SLUG             unique; holds what the public lookup answers
//   user               T#<t>#U#<u>               USER             status, epoch, password hash, verified flags
//   session            T#<t>#U#<u>               SES#<slot>       a user has N slots; a login takes one conditionally
//   unique e-mail      T#<t>#EMAIL#<email>       LOCK             user id, written with the user
//   unique phone       T#<t>#PHONE#<phone>       LOCK             likewise
//   admin              P#ADMINS                  ADM#<a>          epoch, password hash
//   admin e-mail       P#ADMINS                  EMAIL#<email>    admin id
//   bootstrap flag     P#ADMINS                  BOOTSTRAP        never removed
//   number of admins   P#ADMINS                  COUNT            guards the last one
//   admin session      P#ADM#<a>                 SES#<hash>       ttl
//   limiter            L#<scope>#<hash>          BUCKET           bounded add; ttl
//   outbox             T#<t>#OUT#<id>            EVENT            written with the change; ttl
//   key ring           P#KEYS                    RING             signing keys, private parts sealed
//
// One tenant is the prefix T#<t>: export, erasure and an IAM LeadingKeys condition become possible.
import { type AdminId, type SessionId, slotOf, type TenantId, type UserId } from '../platform/ids.ts';

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

export const email = (t: TenantId, canonical: string): Key => ({ pk: `T#${t}#EMAIL#${canonical}`, sk: 'LOCK' });
export const phone = (t: TenantId, canonical: string): Key => ({ pk: `T#${t}#PHONE#${canonical}`, sk: 'LOCK' });

const ADMINS = 'P#ADMINS';
export const admin = (a: AdminId): Key => ({ pk: ADMINS, sk: `ADM#${a}` });
export const adminEmail = (canonical: string): Key => ({ pk: ADMINS, sk: `EMAIL#${canonical}` });
export const adminBootstrap: Key = { pk: ADMINS, sk: 'BOOTSTRAP' };
export const adminCount: Key = { pk: ADMINS, sk: 'COUNT' };
export const adminSession = (a: AdminId, hash: string): Key => ({ pk: `P#ADM#${a}`, sk: `SES#${hash}` });

export const limiter = (scope: string, hash: string): Key => ({ pk: `L#${scope}#${hash}`, sk: 'BUCKET' });
export const outbox = (t: TenantId, event: string): Key => ({ pk: `T#${t}#OUT#${event}`, sk: 'EVENT' });
export const keyRing: Key = { pk: 'P#KEYS', sk: 'RING' };

/** Tenants in the order of their creation; the id settles ties. */
export const TENANTS_INDEX = { index: 'index1', pk: 'TENANTS' } as const;
export const tenantIndex = (t: TenantId, createdAt: number) => ({
  pk1: TENANTS_INDEX.pk,
  sk1: `${new Date(createdAt).toISOString()}#${t}`,
});
