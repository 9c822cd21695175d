// Makes valid bodies from the declaration of a resource, and users who may use it.
import { type Action, type Right, ROUTES } from '../../lib/records/declare/actions.ts';
import { type Field, writesOf } from '../../lib/records/declare/fields.ts';
import type { Registry, Resource } from '../../lib/records/declare/resource.ts';
import { resources } from '../../lib/records/resources/index.ts';
import { holder, PERMISSIONS } from './grants.ts';
import type { Reply, Send } from './http.ts';
import { bearer, type Service, unique } from './service.ts';

export type Json = Record<string, unknown>;
/** A user of a tenant of their own, who may do everything with all resources unless `rights` says otherwise. */
export type Caller = {
  tenantId: string;
  send: (method: string, path: string, body?: unknown, more?: Send) => Promise<Reply>;
};

export const all: Registry = resources;
const RIGHTS: readonly Right[] = ['read', 'create', 'update', 'delete', 'trash'];

/** Returns a user with these rights on the resource, and every right on the others. */
export async function caller(service: Service, { name }: Resource, rights: readonly Right[] = RIGHTS): Promise<Caller> {
  const permissions = Object.values(all).flatMap((each) =>
    (each.name === name ? rights : RIGHTS).flatMap((right) => each.permissions[right] ?? []),
  );
  for (const each of new Set(permissions)) {
    const { status, text } = await service.admin('POST', PERMISSIONS, { name: each });
    if (status !== 201 && status !== 409) throw new Error(`permission ${each}: ${text}`);
  }
  const { user } = await holder(service, [...new Set(permissions)]);
  return {
    tenantId: user.tenant.id,
    send: (method, path, body, more) =>
      service.send(method, path, { body, ...more, headers: { ...bearer(user.tokens), ...more?.headers } }),
  };
}

/** Returns a new value that the field accepts. References lead to a row that is created for them. */
async function newValue(user: Caller, { kind, max = 40, choices, to }: Field): Promise<unknown> {
  switch (kind) {
    case 'text':
      return unique('text').slice(-max);
    case 'texts':
      return [unique('tag').slice(-max)];
    case 'integer':
    case 'number':
      return 1 + Math.trunc(performance.now() % 50);
    case 'boolean':
      return true;
    case 'dateTime':
      return '2026-05-04T03:02:01.000Z';
    case 'choice':
      return choices?.[0];
    case 'reference':
      return (await created(user, all[to as string] as Resource)).id;
  }
}

/** Returns a body of create with every field that clients may set. No two have the same texts. */
export async function newBody(user: Caller, { fields }: Resource): Promise<Json> {
  const body: Json = {};
  for (const [name, field] of Object.entries(fields))
    if (writesOf(field) !== 'never') body[name] = await newValue(user, field);
  return body;
}

/** Returns a body of update, of all visible fields that may be changed. */
export async function newPatch(user: Caller, { fields }: Resource): Promise<Json> {
  const patch: Json = {};
  for (const [name, field] of Object.entries(fields))
    if (writesOf(field) === 'always' && !field.options.hidden) patch[name] = await newValue(user, field);
  return patch;
}

/** Creates a row and returns it as the reply shows it. */
export async function created(user: Caller, resource: Resource): Promise<Json & { id: string; version: number }> {
  const { status, body, text } = await user.send('POST', `/${resource.name}`, await newBody(user, resource));
  if (status !== 201) throw new Error(`${resource.name}: ${status} ${text}`);
  return body;
}

/** Calls an action on a row, with a body or parameters that are valid. */
export async function act(user: Caller, resource: Resource, action: Action, id: string): Promise<Reply> {
  const { method, path } = ROUTES[action];
  const at = `/${resource.name}${path.replace('{id}', id)}`;
  switch (action) {
    case 'create':
      return user.send(method, at, await newBody(user, resource));
    case 'createMany':
      return user.send(method, at, { bulk: [await newBody(user, resource)] });
    case 'update':
      return user.send(method, at, await newPatch(user, resource));
    case 'updateMany':
      return user.send(method, at, { bulk: [{ id, ...(await newPatch(user, resource)) }] });
    case 'reorder':
    case 'restoreMany':
      return user.send(method, at, { ids: [id] });
    case 'deleteMany':
    case 'deleteFromTrashMany':
      return user.send(method, `${at}?ids=${id}`);
    default:
      return user.send(method, at);
  }
}

/** Returns the path of a list with these parameters, objects as JSON. */
export const listPath = ({ name }: Resource, parameters: Json = {}, path = ''): string =>
  `/${name}${path}?${new URLSearchParams(
    Object.entries(parameters).map(([each, value]) => [
      each,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )}`;
