// Lists the operations of SCIM: what each one reads of its request, and what it responds (RFC 7644, 3 and 4).

import { baseOf } from '../../domain/scim/address.ts';
import type { Caller } from '../../domain/scim/authenticate.ts';
import { searchAll } from '../../domain/scim/everything.ts';
import { listGroups } from '../../domain/scim/group-list.ts';
import { groupBodies, versionOfGroup } from '../../domain/scim/group-view.ts';
import * as groups from '../../domain/scim/groups.ts';
import { create } from '../../domain/scim/join.ts';
import { requireUser } from '../../domain/scim/known.ts';
import { list } from '../../domain/scim/search.ts';
import * as users from '../../domain/scim/users.ts';
import { isOneOf, type Known, userBody, versionOf } from '../../domain/scim/view.ts';
import type { Request } from '../../http/request.ts';
import * as discovery from '../discovery.ts';
import { ScimError } from '../errors.ts';
import { listBody, readQuery } from '../list.ts';
import { compilePatch } from '../patch.ts';
import { readResource, selectionOf } from '../resource.ts';
import { GROUP_TYPE, type ResourceType, USER_TYPE } from '../schema.ts';
import { memberOf } from '../values.ts';
import { bodyOf, groupBodyOf, queryOf } from './input.ts';
import type { Result } from './respond.ts';

/** `id`: the segment of the path at `{id}`. */
export type Call = { caller: Caller; request: Request; id: string };
export type Operation = {
  /** For logs and the audit log. */
  name: string;
  method: string;
  /** Behind the connection. A literal segment comes before `{id}`. */
  path: readonly string[];
  run: (call: Call) => Result | Promise<Result>;
};

const operation = (name: string, route: string, run: Operation['run']): Operation => {
  const [method = '', path = ''] = route.split(' ');
  return { name, method, path: path.slice(1).split('/'), run };
};

const ok = (body: unknown, headers: Record<string, string> = {}): Result => ({ status: 200, body, headers });
const ifMatchOf = ({ headers }: Request) => ({ ifMatch: headers.get('if-match') ?? [] });

/** Returns what finds a member of the body of a search, which has the parameters of a list. */
function membersIn(request: Request): (name: string) => unknown {
  const body = bodyOf(request);
  return (name) => memberOf(body, name);
}

function selectedBy(request: Request, type: ResourceType) {
  const find = queryOf(request);
  return selectionOf(type, find('attributes'), find('excludedAttributes'));
}

/** The response with a user: its address and its entity tag are headers, too. */
function userResult({ caller: { connection }, request }: Call, known: Known, status: 200 | 201 = 200): Result {
  const etag = versionOf(known);
  const place = { etag, location: `${baseOf(connection)}/Users/${known.user.id}` };
  return { status, body: userBody(connection, known, selectedBy(request, USER_TYPE)), headers: place };
}

/** The response with a group. */
async function groupResult({ caller, request }: Call, group: Group, status: 200 | 201 = 200): Promise<Result> {
  const place = { etag: versionOfGroup(group), location: `${baseOf(caller.connection)}/Groups/${group.id}` };
  const [body] = await groupBodies(caller, [group], selectedBy(request, GROUP_TYPE));
  return { status, body, headers: place };
}
type Group = Awaited<ReturnType<typeof groups.requireGroup>>;

/** Returns a list of documents, which cannot be filtered (RFC 7644, 4). */
function documents(find: (base: string) => Record<string, unknown>[]) {
  return ({ caller, request }: Call): Result => {
    if (queryOf(request)('filter') !== undefined) throw new ScimError(403, 'These documents cannot be filtered.');
    return ok(listBody(find(baseOf(caller.connection))));
  };
}

/** Returns the document with the id in the path. */
function documentOf(find: (base: string) => Record<string, unknown>[]) {
  return ({ caller, id }: Call): Result => {
    const wanted = id.toLowerCase();
    const found = find(baseOf(caller.connection)).find((each) => String(each.id).toLowerCase() === wanted);
    if (!found) throw new ScimError(404, 'There is no such document.');
    return ok(found);
  };
}

const unsupported = (what: string) => (): never => {
  throw new ScimError(501, `${what} is not supported.`);
};

export const OPERATIONS: readonly Operation[] = [
  operation('scimConfig', 'GET /ServiceProviderConfig', ({ caller }) =>
    ok(discovery.serviceProviderConfig(baseOf(caller.connection))),
  ),
  operation('scimResourceTypes', 'GET /ResourceTypes', documents(discovery.resourceTypes)),
  operation('scimResourceType', 'GET /ResourceTypes/{id}', documentOf(discovery.resourceTypes)),
  operation('scimSchemas', 'GET /Schemas', documents(discovery.schemas)),
  operation('scimSchema', 'GET /Schemas/{id}', documentOf(discovery.schemas)),
  operation('scimBulk', 'POST /Bulk', unsupported('Bulk')),
  operation('scimMe', 'GET /Me', unsupported('/Me')),

  operation('scimSearch', 'POST /.search', async ({ caller, request }) =>
    ok(await searchAll(caller, membersIn(request))),
  ),

  operation('scimSearchUsers', 'POST /Users/.search', async ({ caller, request }) =>
    ok(await list(caller, readQuery(USER_TYPE, membersIn(request)))),
  ),
  operation('scimListUsers', 'GET /Users', async ({ caller, request }) =>
    ok(await list(caller, readQuery(USER_TYPE, queryOf(request)))),
  ),
  operation('scimCreateUser', 'POST /Users', async (call) =>
    userResult(call, await create(call.caller, readResource(USER_TYPE, bodyOf(call.request))), 201),
  ),
  operation('scimUser', 'GET /Users/{id}', async (call) => {
    const known = await requireUser(call.caller, call.id);
    const etag = versionOf(known);
    const isSame = isOneOf(call.request.headers.get('if-none-match') ?? [], etag);
    return isSame ? { status: 304, headers: { etag } } : userResult(call, known);
  }),
  operation('scimReplaceUser', 'PUT /Users/{id}', async (call) => {
    const attributes = readResource(USER_TYPE, bodyOf(call.request));
    return userResult(call, await users.replace(call.caller, call.id, attributes, ifMatchOf(call.request)));
  }),
  operation('scimPatchUser', 'PATCH /Users/{id}', async (call) => {
    const changes = compilePatch(USER_TYPE, bodyOf(call.request));
    return userResult(call, await users.patch(call.caller, call.id, changes, ifMatchOf(call.request)));
  }),
  operation('scimDeleteUser', 'DELETE /Users/{id}', async ({ caller, request, id }) => {
    await users.remove(caller, id, ifMatchOf(request));
    return { status: 204 };
  }),

  operation('scimSearchGroups', 'POST /Groups/.search', async ({ caller, request }) =>
    ok(await listGroups(caller, readQuery(GROUP_TYPE, membersIn(request)))),
  ),
  operation('scimListGroups', 'GET /Groups', async ({ caller, request }) =>
    ok(await listGroups(caller, readQuery(GROUP_TYPE, queryOf(request)))),
  ),
  operation('scimCreateGroup', 'POST /Groups', async (call) =>
    groupResult(call, await groups.create(call.caller, readResource(GROUP_TYPE, groupBodyOf(call.request))), 201),
  ),
  operation('scimGroup', 'GET /Groups/{id}', async (call) =>
    groupResult(call, await groups.requireGroup(call.caller, call.id)),
  ),
  operation('scimReplaceGroup', 'PUT /Groups/{id}', async (call) => {
    const attributes = readResource(GROUP_TYPE, groupBodyOf(call.request));
    return groupResult(call, await groups.replace(call.caller, call.id, attributes, ifMatchOf(call.request)));
  }),
  operation('scimPatchGroup', 'PATCH /Groups/{id}', async (call) => {
    const changes = compilePatch(GROUP_TYPE, groupBodyOf(call.request));
    const group = await groups.patch(call.caller, call.id, changes, ifMatchOf(call.request));
    // A group may have thousands of members, which the client did not ask for (RFC 7644, 3.5.2).
    const isAsked = queryOf(call.request)('attributes') !== undefined;
    const done: Result = { status: 204, headers: { etag: versionOfGroup(group) } };
    if (!isAsked) return done;
    // The change is made. A group with more members than a reply has room for does not make it an error.
    return groupResult(call, group).catch((error) =>
      error instanceof ScimError && error.scimType === 'tooMany' ? done : Promise.reject(error),
    );
  }),
  operation('scimDeleteGroup', 'DELETE /Groups/{id}', async ({ caller, request, id }) => {
    await groups.remove(caller, id, ifMatchOf(request));
    return { status: 204 };
  }),
];
