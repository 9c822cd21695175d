// Describes an entry of the audit log as it is stored, and shows it to admins and to the user whom it concerns.
import type { Reply } from '../../contract/index.ts';
import { personalHash, sha256 } from '../../crypto/audit-chain.ts';
import { iso } from '../../platform/clock.ts';
import { type TenantId, tenantIn } from '../../platform/ids.ts';
import type { ChainLink, EntryItem, Ref } from '../../store/audit/audit-log.ts';
import { type Part, partOfChange, partOfDetail, partOfSource } from '../audit-parts.ts';
import { deviceName } from '../sessions/device-name.ts';

type View = Reply<'GET /auth/admin/api/audit'>['data'][number];
type OwnView = Reply<'GET /auth/audit'>['data'][number];
type Fields = Record<string, unknown>;

type Actor = Omit<View['actor'], 'name'>;
type Via = Omit<NonNullable<View['via']>, 'name'>;

/** The part of an entry that its hash covers. It stays when personal data is erased. */
export type EntryBody = Pick<View, 'id' | 'tenantId' | 'action' | 'outcome'> & {
  actor: Actor;
  via: Via | null;
  target: { type: string; id: string };
} & Pick<View, 'requestId' | 'operation' | 'occurredAt'> & {
    /** The names of all events of the change. */
    events: string[];
    /** The part that stays: it is evidence, and not personal to a user. */
    facts: Content;
    /** The salted hash of the personal part. `null`: there is none. */
    personal: string | null;
  };

/** All that is known of a change. A part of it is a fact, the other is personal. */
export type Content = {
  /** Absent: unknown, or in the other part. */
  source?: { ipAddress: string | null; userAgent: string | null } | null;
  /** Absent if empty. */
  before?: Fields;
  after?: Fields;
  detail?: Fields;
};

export const contentOf = ({ entry }: Pick<EntryItem, 'entry'>): string => sha256(entry);

/** Returns the facts of what an entry says, and what is personal in it (lib/domain/audit-parts.ts). */
export function partsOf({ actor, target }: Pick<EntryBody, 'actor' | 'target'>, content: Content) {
  const part = (wanted: Part): Content => {
    const { source, before, after, detail } = content;
    const of = (fields: Fields | undefined, partOf: (kind: string, name: string) => Part): Fields | undefined => {
      const chosen = Object.entries(fields ?? {}).filter(([name]) => partOf(target.type, name) === wanted);
      return chosen.length > 0 ? Object.fromEntries(chosen) : undefined;
    };
    const parts = {
      source: source && partOfSource(actor.type, target.type) === wanted ? source : undefined,
      before: of(before, partOfChange),
      after: of(after, partOfChange),
      detail: of(detail, partOfDetail),
    };
    return Object.fromEntries(Object.entries(parts).filter(([, each]) => each !== undefined));
  };
  return { facts: part('fact'), personal: part('personal') };
}

/** Returns an entry as admins see it. */
export function viewOf({ entry, personal }: EntryItem): View {
  const { events: _, personal: hash, facts, ...body } = JSON.parse(entry) as EntryBody;
  const own: Content = personal === undefined ? {} : JSON.parse(personal);
  const source = facts.source ?? own.source ?? null;
  const { ipAddress = null, userAgent = null } = source ?? {};
  const { actor, via, target } = body;
  return {
    ...body,
    // names.ts reads them.
    actor: { ...actor, name: null },
    via: via && { ...via, name: null },
    target: { ...target, name: null },
    source: source && { ipAddress, userAgent, deviceName: userAgent === null ? null : deviceName(userAgent) },
    before: { ...facts.before, ...own.before },
    after: { ...facts.after, ...own.after },
    detail: { ...facts.detail, ...own.detail },
    isErased: hash !== null && personal === undefined,
  };
}

/**
 * Returns an entry as an admin of these tenants sees it: without ids of other tenants, such as that of a linked account.
 * `null`: an admin of the whole deployment.
 */
export function viewFor(item: EntryItem, tenants: readonly TenantId[] | null): View {
  const view = viewOf(item);
  if (tenants === null) return view;
  const isForeign = (value: unknown): boolean => {
    const tenant = typeof value === 'string' ? tenantIn(value) : undefined;
    return tenant ? !tenants.includes(tenant) : false;
  };
  const { actor, detail } = view;
  return {
    ...view,
    actor: isForeign(actor.id) ? { ...actor, id: null } : actor,
    detail: Object.fromEntries(Object.entries(detail).filter(([, value]) => !isForeign(value))),
  };
}

/**
 * Returns an entry as the user sees it whom it concerns. Who helped or invited them, and from where, is for admins to
 * know.
 */
export function ownViewOf(item: EntryItem, user: string): OwnView {
  const { id, occurredAt, action, outcome, actor, source } = viewOf(item);
  const by = actor.id === user ? 'you' : isByAdministrator(item) ? 'admin' : 'other';
  const shown = by === 'you' || actor.type === 'stranger' ? source : null;
  const { ipAddress = null, deviceName: device = null } = shown ?? {};
  return { id, occurredAt, action, outcome, by, ipAddress, deviceName: device };
}

/** The event of what an admin did, or a machine with the role of one. */
export const ADMIN_ACTION = 'svc.admin_action';
/** Acts of administrators that change nothing, so no event says who they are (lib/domain/admins/evidence.ts). */
const READS: readonly string[] = ['user.read', 'audit.read'];

/** Whether an admin caused the entry, the holder of the secret key, or a machine with the role of an admin. */
export function isByAdministrator({ entry }: EntryItem): boolean {
  const { action, actor, events } = JSON.parse(entry) as EntryBody;
  return ['admin', 'secretKey'].includes(actor.type) || events.includes(ADMIN_ACTION) || READS.includes(action);
}

/** Returns the hash of the personal part as it is stored. */
export const hashOfPersonal = (salt: string, personal: string): string => personalHash(salt, personal);

/** Returns the entry's id, time and so on, as lists and the chain know them. */
export const refOf = ({
  id,
  occurredAt,
  tenantId,
  target,
  actor,
  action,
}: Omit<EntryBody, 'facts' | 'personal'>): Ref => ({
  id,
  occurredAt: Date.parse(occurredAt),
  tenantId: tenantId as Ref['tenantId'],
  targetId: target.id,
  actorId: actor.id,
  action,
});

/** A link as its hash covers it, without its place in the chain. */
export const linkOf = ({ occurredAt, keptUntil, ...link }: ChainLink) => ({
  ...link,
  occurredAt: iso(occurredAt),
  keptUntil: iso(keptUntil * 1000),
});
