// Makes entries of the audit log from the changes that caused them: from the outbox, and from sessions that begin and end,
// which write no event. The same change always makes the same entry, so it does no harm to see it twice.

import { iso } from '../../platform/clock.ts';
import {
  derivedEventId,
  scimConnectionId,
  setupLinkId,
  type TenantId,
  tenantId,
  tenantOfUser,
  type UserId,
  userId,
} from '../../platform/ids.ts';
import type { Origin } from '../../platform/request-context.ts';
import type { AdminSession } from '../../store/admins/admins.ts';
import { type AuditNote, ERASED, type OutboxEvent, type OutboxItem, UNRECORDED } from '../../store/outbox.ts';
import type { Session } from '../../store/people/sessions.ts';
import { isSameLineage } from '../../store/people/sessions.ts';
import { isShown } from '../audit-parts.ts';
import type { Content, EntryBody } from './entry.ts';

/** An entry of the audit log that is not recorded yet. */
export type NewEntry = {
  body: Omit<EntryBody, 'facts' | 'personal'>;
  /** The recorder splits it into facts and personal data. */
  content: Content;
  /** Other users whom it is about: it is listed among their entries, and erased with them. */
  mentions: UserId[];
};

type Actor = EntryBody['actor'];
type Fields = Record<string, unknown>;

/** Events that only accompany others, or that only announce a message. */
const MINOR = /^svc\.(user_created|signup_attempted|two_factor_code_sent|\w+_requested)$/;
/** Events that carry what changed: one of them is the entry. */
const CHANGES: readonly string[] = ['svc.admin_action', 'svc.organization_action'];

/** Events that a person causes who proves to be the user, though no session says so yet. */
const BY_OWNER =
  /^svc\.(registered|user_migrated|email_verified|phone_verified|password_reset|password_changed|mfa_\w+|two_factor_enabled|identity_linked)$/;

const FAILURES = /^svc\.(admin_login_failed|guessing_detected|refresh_token_\w+_detected)$/;

/** Ids become keys. */
const ID = /^[\w.-]{1,128}$/;

/** Whether the entry can be stored. One that another version of this code wrote may lack what this one needs. */
export function isSound({ body: { id, occurredAt, tenantId: tenant, action, actor, target } }: NewEntry): boolean {
  const ids = [id, target.id, ...(actor.id === null ? [] : [actor.id])];
  return (
    ids.every((each) => ID.test(each)) &&
    Number.isFinite(Date.parse(occurredAt)) &&
    (tenant === null || tenantId(tenant) !== undefined) &&
    /^[\w.]{1,64}$/.test(action)
  );
}

/** Returns the entry of an outbox item, or `undefined` if it makes none. */
export function fromOutbox({ events, by, note }: OutboxItem): NewEntry | undefined {
  if (note) return fromNote(note, by);
  const known = events.filter(({ name }) => !UNRECORDED.test(name));
  const main =
    known.find(({ name }) => CHANGES.includes(name)) ?? known.find(({ name }) => !MINOR.test(name)) ?? known[0];
  if (!main) return undefined;
  const { name, detail } = main;
  const target = targetOf(main);
  if (!target) return undefined;
  const isChange = CHANGES.includes(name);
  const actor = isChange ? changerOf(main) : actorOf(by, target, BY_OWNER.test(name));
  return {
    body: {
      id: detail.id,
      occurredAt: detail.occurredAt,
      tenantId: text(detail.tenantId),
      action: isChange ? String(detail.action) : name.slice('svc.'.length),
      events: known.map((each) => each.name),
      outcome: FAILURES.test(name) ? 'failure' : 'success',
      actor,
      via: isChange ? makerOf(main) : viaOf(by),
      target,
      requestId: by?.r ?? null,
      operation: by?.o ?? null,
    },
    content: {
      source: sourceOf(by),
      before: isChange ? fieldsIn(detail.before) : {},
      after: isChange ? fieldsIn(detail.after) : {},
      detail: isChange ? {} : shownOf(detail),
    },
    mentions: mentioned(actor, target),
  };
}

function fromNote({ id, occurredAt, action, outcome, target, detail }: AuditNote, by: Origin | undefined): NewEntry {
  const user = userId(target.id);
  const actor = actorOf(by, target, false);
  return {
    body: {
      id,
      occurredAt,
      tenantId: user ? tenantOfUser(user) : text(detail.tenantId),
      action,
      events: [],
      outcome,
      actor,
      via: viaOf(by),
      target,
      requestId: by?.r ?? null,
      operation: by?.o ?? null,
    },
    content: { source: sourceOf(by), before: {}, after: {}, detail: shownOf(detail) },
    mentions: mentioned(actor, target),
  };
}

/** Returns the entry of a session that `before` in its slot became. `undefined`: it is no new session. */
export function fromSession(user: UserId, session: Session, before: Session | undefined): NewEntry | undefined {
  if (session.id === before?.id) return undefined;
  const isContinued = before !== undefined && isSameLineage(before.id, session.id);
  const action = session.pending ? 'session.pending' : isContinued ? 'session.stepped_up' : 'session.started';
  return {
    body: {
      ...ofSession(user, `${session.id}|${action}`, session.rotatedAt, action),
      ...holderOf(user, session),
      requestId: session.requestId ?? null,
    },
    content: {
      source: { ipAddress: session.ip, userAgent: session.userAgent || null },
      before: {},
      after: {},
      detail: {
        sessionId: session.id,
        methods: session.amr,
        ...(before && { replaced: before.id }),
      },
    },
    mentions: [],
  };
}

/** Returns the entry of a session that was ended. Expiry ends none. `at`: when, ms. */
export function fromSessionEnd(user: UserId, session: Session, at: number): NewEntry | undefined {
  if (session.pending || Math.min(session.idleExpiresAt, session.expiresAt) <= at) return undefined;
  const action = 'session.ended';
  const entry = plain(user, ofSession(user, `${session.id}|${action}`, at, action), { sessionId: session.id });
  return session.acting ? { ...entry, body: { ...entry.body, via: { type: 'user', id: user } } } : entry;
}

/** Returns the entry of a change that ended all sessions of a user and did nothing else. */
export const fromRaisedEpoch = (user: UserId, epoch: number, at: number): NewEntry =>
  plain(user, ofSession(user, `${user}|epoch|${epoch}`, at, 'sessions.ended'), {});

/** Nothing personal is in it: it may be recorded after its user was erased. */
const plain = (user: UserId, body: ReturnType<typeof ofSession>, detail: Fields): NewEntry => ({
  body: {
    ...body,
    actor: { type: 'system', id: null },
    target: { type: 'user', id: user },
    via: null,
    requestId: null,
  },
  content: { source: null, before: {}, after: {}, detail },
  mentions: [],
});

const ofSession = (user: UserId, change: string, at: number, action: string) => ({
  id: derivedEventId(change),
  occurredAt: iso(at),
  tenantId: tenantOfUser(user) as TenantId,
  action,
  events: [],
  outcome: 'success' as const,
  target: { type: 'user', id: user as string },
  operation: null,
});

/** Whether the entry says that a user is erased from the log. Only then is personal data missing for a good reason. */
export const erases = ({ body }: NewEntry): UserId | undefined =>
  body.action === ERASED ? userId(body.target.id) : undefined;

/** Returns the entry of an admin's new session. */
export function fromAdminSession({ sk, adminId, createdAt, by }: AdminSession): NewEntry {
  return {
    body: {
      id: derivedEventId(sk),
      occurredAt: iso(createdAt),
      tenantId: null,
      action: 'admin.session_started',
      events: [],
      outcome: 'success',
      actor: { type: 'admin', id: adminId },
      via: null,
      target: { type: 'admin', id: adminId },
      requestId: by?.r ?? null,
      operation: by?.o ?? null,
    },
    content: { source: sourceOf(by), before: {}, after: {}, detail: {} },
    mentions: [],
  };
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const fieldsIn = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const shownOf = (detail: Fields): Fields =>
  Object.fromEntries(Object.entries(detail).filter(([name, value]) => isShown(name) && value !== null));
const sourceOf = (by: Origin | undefined): Content['source'] =>
  by ? { ipAddress: by.i ?? null, userAgent: by.u ?? null } : null;

/** The kind of target by the field that names it, the most specific one first. */
const TARGETS = [
  ['userId', 'user'],
  ['roleId', 'role'],
  ['permissionId', 'permission'],
  ['adminId', 'admin'],
  ['applicationId', 'application'],
  ['tenantId', 'tenant'],
] as const;

function targetOf({ name, detail }: OutboxEvent): { type: string; id: string } | undefined {
  if (CHANGES.includes(name)) return { type: String(detail.targetType), id: String(detail.targetId) };
  for (const [field, type] of TARGETS) {
    const id = text(detail[field]);
    if (id !== null) return { type, id };
  }
  // A failed login with an address that has no admin.
  return name === 'svc.admin_login_failed' ? { type: 'admin', id: 'unknown' } : undefined;
}

/**
 * Who made a change: a user of the tenant, a setup link, a SCIM connection, an admin, an application that administers, or the holder of the
 * secret key.
 */
function changerOf({ detail: { actorId, adminId, applicationId: machine } }: OutboxEvent): Actor {
  if (typeof actorId === 'string') return { type: actorTypeOf(actorId), id: actorId };
  if (typeof adminId === 'string') return { type: 'admin', id: adminId };
  return typeof machine === 'string' ? { type: 'application', id: machine } : { type: 'secretKey', id: null };
}

function actorTypeOf(id: string): Actor['type'] {
  if (scimConnectionId(id)) return 'scimConnection';
  return setupLinkId(id) ? 'setupLink' : 'user';
}

/** Who made the setup link by which a change was made. */
function makerOf({ detail: { madeBy } }: OutboxEvent): EntryBody['via'] {
  const id = text(madeBy);
  return id === null ? null : { type: userId(id) ? 'user' : 'admin', id };
}

const ACTORS: Readonly<Record<string, Actor['type']>> = {
  usr: 'user',
  adm: 'admin',
  stl: 'setupLink',
  scm: 'scimConnection',
  app: 'application',
  htt: 'application',
};

/** The user as whom an admin acted. */
const viaOf = (by: Origin | undefined): EntryBody['via'] => (by?.d && by.a ? { type: 'user', id: by.a } : null);

/** Who has the session, and through whom. */
function holderOf(user: UserId, { acting, application }: Session): Pick<EntryBody, 'actor' | 'via'> {
  if (acting) return { actor: { type: 'admin', id: acting.admin }, via: { type: 'user', id: user } };
  const via = application ? ({ type: 'application', id: application.id } as const) : null;
  return { actor: { type: 'user', id: user }, via };
}

/** Who caused it, as far as the request proved it. */
function actorOf(by: Origin | undefined, target: { type: string; id: string }, isOwner: boolean): Actor {
  if (!by) return { type: 'system', id: null };
  if (by.d) return { type: 'admin', id: by.d };
  const type = ACTORS[by.a?.slice(0, 3) ?? ''];
  if (type && by.a) return { type, id: by.a };
  return isOwner ? { type: 'user', id: target.id } : { type: 'stranger', id: null };
}

/** A user who did something to another one. */
function mentioned({ type, id }: Actor, target: { id: string }): UserId[] {
  const user = type === 'user' && id !== target.id ? userId(id) : undefined;
  return user ? [user] : [];
}
