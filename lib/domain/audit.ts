// Builds the audit event of a change that an admin makes, or a user in their tenant, to be written in the transaction of
// the change. Subscribers to `svc.admin_action` and `svc.organization_action` keep the audit log.
import type { EventDetail } from '../contract/events.ts';
import {
  type AdminId,
  applicationId,
  type ScimConnectionId,
  type SetupLinkId,
  type TenantId,
  type UserId,
} from '../platform/ids.ts';
import { event, type NewEvent } from '../store/outbox.ts';
import type { AdministratorId } from './administrator.ts';

/**
 * The caller who makes the change: an admin with a session, a machine that administers, a user who manages their tenant, a
 * person with a setup link, a directory by its SCIM connection, or the holder of the secret key.
 */
export type AuditActor = { admin: { id: AdministratorId } } | OrganizationActor | SetupActor | ScimActor | 'secret-key';
export type OrganizationActor = { user: { id: UserId } };
export type ScimActor = { connection: { id: ScimConnectionId } };
/** A setup link, and who made it: an admin, or a user of the tenant. */
export type SetupActor = { setup: { id: SetupLinkId; madeBy: AdminId | UserId } };

type Detail = EventDetail<'svc.admin_action'>;
type Target = { type: Detail['targetType']; id: string; tenantId?: TenantId | null };
/** The fields of a target that the log shows, by the name of the field: `email`, `settings.mfa`, `metadata.plan`. */
export type AuditView = Readonly<Record<string, unknown>>;

/** A value that is compared but never shown. */
class Hidden {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value ?? undefined;
  }
}

/** Hides a secret, or a value that may be one. The log says only whether it was set or changed. */
export const hidden = (value: unknown): unknown => new Hidden(value);

/** Returns the fields under names that begin with `prefix` and a dot. */
export const withPrefix = <P extends string>(prefix: P, fields: AuditView): Record<`${P}.${string}`, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}.${name}`, value])) as Record<
    `${P}.${string}`,
    unknown
  >;

/** Returns the view of metadata: its keys. Its values may be anything, so they are hidden. */
export const metadataView = (metadata: AuditView) =>
  withPrefix('metadata', Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, hidden(value)])));

/**
 * Returns the audit event of one change. `before` and `after` hold only what readers of the log may see, and hidden
 * values. The event keeps the fields that differ: a hidden value as `set`, or as `changed` if another one preceded it.
 * `before` is absent for a creation, `after` for a deletion.
 */
export function auditEvent(
  actor: AuditActor,
  action: string,
  target: Target,
  before: AuditView = {},
  after: AuditView = {},
): NewEvent {
  const change = {
    action,
    targetType: target.type,
    targetId: target.id,
    tenantId: target.tenantId ?? null,
    before: changed(before, after, () => 'set'),
    after: changed(after, before, (name) => (isSet(before[name]) ? 'changed' : 'set')),
  };
  if (actor !== 'secret-key' && 'user' in actor)
    return event('svc.organization_action', { actorId: actor.user.id, ...change });
  if (actor !== 'secret-key' && 'setup' in actor)
    return event('svc.organization_action', { actorId: actor.setup.id, madeBy: actor.setup.madeBy, ...change });
  if (actor !== 'secret-key' && 'connection' in actor)
    return event('svc.organization_action', { actorId: actor.connection.id, ...change });
  return event('svc.admin_action', { ...authorOf(actor), ...change });
}

function authorOf(
  actor: Exclude<AuditActor, OrganizationActor | SetupActor | ScimActor>,
): Pick<Detail, 'adminId' | 'applicationId'> {
  if (actor === 'secret-key') return { adminId: null };
  const machine = applicationId(actor.admin.id);
  return machine ? { adminId: null, applicationId: machine } : { adminId: actor.admin.id };
}

/** Returns the fields that differ from those of `other`. `label` replaces hidden values. */
function changed(fields: AuditView, other: AuditView, label: (name: string) => string): Record<string, unknown> {
  const differing = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(other[name]),
  );
  return Object.fromEntries(
    differing.flatMap(([name, value]): [string, unknown][] => {
      if (!(value instanceof Hidden)) return [[name, value]];
      return isSet(value) ? [[name, label(name)]] : [];
    }),
  );
}

const isSet = (value: unknown): boolean => value instanceof Hidden && value.value !== undefined;
