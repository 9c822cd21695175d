// Admits a caller to an action: checks the rights, once for a request, and collects what the action needs.
import { fail } from '../../contract/errors.ts';
import type { Actor, KeyActor } from '../../domain/sessions/caller.ts';
import { callerId, permissionsOf } from '../../domain/sessions/permissions-of.ts';
import { type Action, MESSAGES, type Messages, type Right, ROUTES } from '../declare/actions.ts';
import type { HookContext, Hooks } from '../declare/hooks.ts';
import type { Registry, Resource } from '../declare/resource.ts';
import type { Scope } from '../declare/types.ts';
import { parseScope } from '../query/parse/scope.ts';
import type { Condition, Query, Values } from '../query/tree.ts';
import type { Collection } from '../store/row.ts';

/** Values that are to be stored, by field. */
export type NewValues = Record<string, unknown>;
/** The hooks of any resource. Their rows have all fields, hidden ones included. */
export type AnyHooks = Hooks<Values, NewValues, Scope>;

/** A request that may do what it asks for. */
export type ActionContext = Readonly<{
  action: Action;
  resource: Resource;
  all: Registry;
  collection: Collection;
  hooks: AnyHooks;
  /** What hooks are told about the caller. */
  caller: HookContext;
  message: (key: keyof typeof MESSAGES) => string;
}>;

export type Served = Readonly<{ resource: Resource; all: Registry; messages: Messages }>;

/** Returns the context of an action. Throws MISSING_REQUIRED_PERMISSIONS. Reads the caller's roles and nothing else. */
export async function admit(actor: Actor | KeyActor, action: Action, served: Served): Promise<ActionContext> {
  const { resource, all, messages } = served;
  const tenantId = actor.tenant.id;
  const caller: HookContext = { tenantId, userId: callerId(actor), action, permissions: await permissionsOf(actor) };
  requireRight(resource, caller, ROUTES[action].right);
  return {
    action,
    resource,
    all,
    collection: { tenantId, resource },
    // A resource types its hooks by its own fields.
    hooks: resource.hooks as unknown as AnyHooks,
    caller,
    message: (key) => resource.messages[key] ?? messages[key] ?? MESSAGES[key],
  };
}

/** Throws MISSING_REQUIRED_PERMISSIONS. */
export function requireRight(resource: Resource, { permissions }: HookContext, right: Right): void {
  const needed = resource.permissions[right];
  if (needed !== null && !permissions.includes(needed)) fail('MISSING_REQUIRED_PERMISSIONS');
}

/** Returns the scope that a list of this resource would have for the caller. */
export async function readScope({ caller }: ActionContext, resource: Resource): Promise<Condition | undefined> {
  const hooks = resource.hooks as unknown as AnyHooks;
  const scope = await hooks.beforeFindMany?.({ ...caller, action: 'findMany' });
  return scope && parseScope(resource, scope);
}

/**
 * Returns which rows the query may see. Throws MISSING_REQUIRED_PERMISSIONS if it asks for the trash without the right.
 * Without the consent of the resource's hook it sees live rows only.
 */
export async function visibleRows(
  { resource, caller, hooks }: ActionContext,
  rows: Query['rows'],
): Promise<Query['rows']> {
  if (rows === 'live') return rows;
  requireRight(resource, caller, 'trash');
  return (await hooks.allowSoftDeleteFilter?.(caller)) === false ? 'live' : rows;
}

/** Returns the filter that a hook adds to what the caller asks for. */
export const scopeOf = ({ resource }: ActionContext, scope: Scope | undefined): Condition | undefined =>
  scope && parseScope(resource, scope);

/** Returns the condition that all of these are, or `undefined` if there are none. */
export function allOf(...conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const legs = conditions.filter((each) => each !== undefined);
  return legs.length > 1 ? { kind: 'and', legs } : legs[0];
}
