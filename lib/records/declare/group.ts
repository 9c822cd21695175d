// Makes a group of the contract of the declared resources: router, gateway, documents and tests read it.
import type { ErrorCode } from '../../contract/errors.ts';
import { type Group, methodOf, type Operation, pathOf, type Route } from '../../contract/operation.ts';
import { type Action, ROUTES } from './actions.ts';
import type { Registry, Resource } from './resource.ts';
import { createBody, createManyBody, idsBody, parametersOf, replyOf, updateBody, updateManyBody } from './shapes.ts';

/** Returns the route of an action of a resource, such as `GET /projects/{id}`. */
export const routeOf = ({ name }: Pick<Resource, 'name'>, action: Action): Route =>
  `${ROUTES[action].method} /${name}${ROUTES[action].path}`;

/** Returns one operation for each route of each resource, in order. Their names are unique: `projects.findMany`. */
export const groupOf = (all: Registry): Group =>
  Object.fromEntries(
    Object.values(all).flatMap((resource) =>
      resource.routes.map((action) => [routeOf(resource, action), operationOf(resource, all, action)]),
    ),
  );

/** Returns the paths that take a POST as a GET, for gateways: `POST /projects/{id}` and so on. */
export const overridable = (group: Group): Route[] =>
  Object.entries(group)
    .filter(([route, { input }]) => input?.overridable && methodOf(route) === 'GET')
    .map(([route]): Route => `POST ${pathOf(route) as `/${string}`}`)
    .filter((route) => !(route in group));

function operationOf(resource: Resource, all: Registry, action: Action): Operation {
  const body = bodyOf(resource, action);
  const query = parametersOf(resource, action);
  const isRead = ROUTES[action].method === 'GET';
  let reply: Operation['reply'] | undefined;
  return {
    name: `${resource.name}.${action}`,
    summary: summaryOf(resource, action),
    access: 'user',
    admits: { acting: true, application: 'account', apiKey: true },
    rate: isRead ? 'read' : 'write',
    extension: true,
    ...(query && { query }),
    ...(body && { body }),
    input: {
      ...(action === 'create' && { idempotent: true }),
      ...(query && { structured: true }),
      ...(isRead && { overridable: true }),
      ...((action === 'create' || action === 'update') && { emptyBody: 'CRUD_EMPTY_BODY' }),
    },
    // Made at the first reply: the schemas of all replies are most of what a cold function would wait for.
    get reply() {
      reply ??= replyOf(resource, all, action);
      return reply;
    },
    status: action === 'create' || action === 'createMany' ? 201 : 200,
    errors: errorsOf(resource, all, action),
  };
}

function bodyOf(resource: Resource, action: Action) {
  switch (action) {
    case 'create':
      return createBody(resource);
    case 'createMany':
      return createManyBody(resource);
    case 'update':
      return updateBody(resource);
    case 'updateMany':
      return updateManyBody(resource);
    case 'reorder':
    case 'restoreMany':
      return idsBody;
    default:
      return undefined;
  }
}

const FIELDS: readonly ErrorCode[] = ['CRUD_INVALID_JSON', 'CRUD_INVALID_FIELD'];
const FILTERS: readonly ErrorCode[] = [
  ...FIELDS,
  'CRUD_INVALID_OPERATOR',
  'CRUD_INVALID_OPERAND',
  'CRUD_QUERY_TOO_COMPLEX',
  'CRUD_QUERY_TOO_BROAD',
];
const OWN: Readonly<Record<Action, readonly ErrorCode[]>> = {
  findMany: [...FILTERS, 'CRUD_PAGE_TOO_LARGE', 'CURSOR_INVALID'],
  findAll: [...FILTERS, 'CRUD_PAGE_TOO_LARGE'],
  counts: FILTERS,
  findOne: [...FILTERS, 'CRUD_NOT_FOUND'],
  create: ['CRUD_CONFLICT'],
  createMany: ['CRUD_CONFLICT'],
  update: ['CRUD_NOT_FOUND', 'CRUD_CONFLICT'],
  updateMany: ['CRUD_CONFLICT', 'CRUD_EMPTY_BODY'],
  delete: ['CRUD_NOT_FOUND'],
  deleteMany: [],
  reorder: [],
  deleteFromTrash: ['CRUD_NOT_FOUND'],
  deleteFromTrashMany: [],
  restore: ['CRUD_NOT_FOUND'],
  restoreMany: [],
};
/** What a hook may refuse an action with, besides what the action declares. Other codes are logged as undeclared. */
export const OF_HOOKS: readonly ErrorCode[] = [
  'FORBIDDEN',
  'INVALID_INPUT',
  'CRUD_NOT_FOUND',
  'CRUD_CONFLICT',
  'CRUD_QUERY_TOO_BROAD',
];

function errorsOf(resource: Resource, all: Registry, action: Action): ErrorCode[] {
  const { permissions, softDelete } = resource;
  const { right, method } = ROUTES[action];
  const concerned = concernedBy(resource, all);
  const isGuarded =
    permissions[right] !== null ||
    (method === 'GET' && softDelete && permissions.trash !== null) ||
    (method === 'GET' && concerned.some((each) => each.permissions.read !== null));
  return [
    ...OWN[action],
    ...(isGuarded ? (['MISSING_REQUIRED_PERMISSIONS'] as const) : []),
    ...(concerned.some(({ hooks }) => Object.keys(hooks).length) ? OF_HOOKS : []),
  ];
}

/** The resource, and those that its queries reach by relations and its bodies by references. */
function concernedBy(resource: Resource, all: Registry): Resource[] {
  const found = new Set([resource]);
  // Members that are added while it runs are visited, too.
  for (const { relations, fields } of found) {
    for (const { to } of [...Object.values(relations), ...Object.values(fields)]) {
      const target = to === undefined ? undefined : all[to];
      if (target) found.add(target);
    }
  }
  return [...found];
}

function summaryOf({ name, singular }: Resource, action: Action): string {
  const one = `${/^[aeiou]/.test(singular) ? 'an' : 'a'} ${singular}`;
  const SUMMARIES: Readonly<Record<Action, string>> = {
    findMany: `List ${name}`,
    findAll: `List ${name} without paging`,
    counts: `Count ${name}`,
    findOne: `Show ${one}`,
    create: `Create ${one}`,
    createMany: `Create several ${name}`,
    update: `Change ${one}`,
    updateMany: `Change several ${name}`,
    delete: `Delete ${one}`,
    deleteMany: `Delete several ${name}`,
    reorder: `Order ${name}`,
    deleteFromTrash: `Delete ${one} from the trash`,
    deleteFromTrashMany: `Delete several ${name} from the trash`,
    restore: `Restore ${one} from the trash`,
    restoreMany: `Restore several ${name} from the trash`,
  };
  return SUMMARIES[action];
}
