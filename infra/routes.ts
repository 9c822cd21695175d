// Lists what the API serves: each function behind it with its operations. The gateway, its throttles, the local run, the
// rehearsal and the documents read it.

import { type GroupName, groupNames, groups } from '../lib/contract/index.ts';
import { type Group, methodOf, type Operation, pathOf, type Route } from '../lib/contract/operation.ts';
import { refreshes } from '../lib/contract/refreshes.ts';
import { groupOf, overridable } from '../lib/records/declare/group.ts';
import { resources } from '../lib/records/resources/index.ts';
import { type Extent, type FunctionName, functionOf, RESOURCES, SCIM, WEB } from './functions.ts';
import { shellNames } from './web/shells.ts';

export type Served = Readonly<{
  name: FunctionName;
  group: Group;
  /** Further methods of paths: a POST that is read as the GET there (lib/http/override.ts). */
  overridable: readonly Route[];
  /** Paths of pages, which are no operations. */
  pages: readonly string[];
  /** These paths are one for the gateway: the router of the function finds their operations. */
  gathered?: RegExp;
  /** The path of a protocol that has its own contract, below which the function finds its operations. */
  protocol?: string;
}>;

/** Everything that the code can serve. The local run always does. */
export const EVERYTHING: Extent = { hasResources: true };

/** The functions of a deployment that are behind the API. */
export function servedBy({ hasResources }: Extent): Served[] {
  const none = { overridable: [], pages: [] };
  const ofGroups = groupNames.map((each) => ({
    name: functionOf(each),
    group: routedTo(each),
    ...none,
    ...(GATHERED[each] && { gathered: GATHERED[each] }),
  }));
  const always = [...ofGroups, ofScim(), ofPages()];
  return hasResources ? [...always, ofResources()] : always;
}

/**
 * The groups whose paths a gateway need not tell apart, with the beginning that they share. AWS grants a REST API 300 resources, one
 * for each beginning of a path. Paths of release 0.1.0 keep theirs, and so does the sign-in with a setup link, whose throttle is another.
 */
const GATHERED: Partial<Record<GroupName, RegExp>> = { organization: /^(\/auth\/organization\/)(?!setup\/).+/ };

/**
 * The operations that the function of a group is called for. Refreshes, most requests of a deployment, go to the function
 * `account`: it is small, and logins, which hash, take none of its instances. `authentication` serves them as well, so that they
 * work while a deployment moves the route.
 */
function routedTo(name: GroupName): Group {
  if (name === 'account') return { ...groups.account, ...refreshes };
  const entries = Object.entries<Operation>(groups[name]).filter(([route]) => !Object.hasOwn(refreshes, route));
  return Object.fromEntries(entries);
}

/** A shell serves its path and all below it. */
const ofPages = (): Served => ({
  name: WEB,
  group: {},
  overridable: [],
  pages: [...shellNames.flatMap((name) => [`/${name}`, `/${name}/{page+}`]), '/assets/{file}'],
});

/** All of SCIM has one route: an HTTP API has 300. Directories change far more than they read, so it has the throttle of changes. */
const ofScim = (): Served => ({
  name: SCIM,
  group: {},
  overridable: [],
  pages: [],
  protocol: '/scim/v2/{connection}/{resource+}',
});
const PROTOCOL_METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const;

/** The names of the declared resources. */
export const RESOURCE_NAMES: readonly string[] = Object.keys(resources);

function ofResources(): Served {
  const group = groupOf(resources);
  return { name: RESOURCES, group, overridable: overridable(group), pages: [] };
}

/** A method of a path, with the throttle that applies to it. */
export type ServedMethod = Readonly<{ method: string; path: string; rate: Operation['rate'] }>;

/** The path that the gateway has for the path of an operation. */
export const gatewayPath = ({ gathered: beginning }: Pick<Served, 'gathered'>, path: string): string =>
  beginning ? path.replace(beginning, '$1{path+}') : path;

/**
 * Every method of the API. A POST that is read as a GET has the throttle of reads. On a path that has an operation
 * of its own by POST, the gateway cannot tell them apart, and that operation's throttle applies.
 */
export const methodsOf = (served: Served): ServedMethod[] => {
  const { overridable: instead, pages, protocol } = served;
  return [
    ...operationsOf(served),
    ...instead.map((route) => methodFor(route, 'read')),
    ...pages.map((path) => methodFor(`GET ${path}`, 'read')),
    ...(protocol ? PROTOCOL_METHODS.map((method) => methodFor(`${method} ${protocol}`, 'write')) : []),
  ];
};

/** The methods of the operations. Throws if one needs several throttles. */
function operationsOf(served: Served): ServedMethod[] {
  const found = new Map<string, ServedMethod>();
  for (const [route, { rate }] of Object.entries<Operation>(served.group)) {
    const method = methodFor(`${methodOf(route)} ${gatewayPath(served, pathOf(route))}`, rate);
    const name = `${method.method} ${method.path}`;
    if ((found.get(name) ?? method).rate !== rate) throw new Error(`${name} needs several throttles`);
    found.set(name, method);
  }
  return [...found.values()];
}

const methodFor = (route: string, rate: Operation['rate']): ServedMethod => ({
  method: methodOf(route),
  path: pathOf(route),
  rate,
});

/** Paths that the gateway has besides those of operations: every other path responds 404. */
export const OTHER_PATHS = ['/', '/{proxy+}'] as const;

/**
 * Bytes from which the gateway compresses a reply. Shorter ones fit into one packet either way (a TCP segment over
 * Ethernet carries 1460 bytes). No compressed reply with a secret repeats input (test/attacks/pages/breach.test.ts).
 */
export const MIN_COMPRESSED = 1400;

/**
 * API Gateway's quota of resources of a REST API, and of routes of an HTTP API (developer guide, "Quotas for configuring and
 * running" each). AWS raises it.
 */
export const GATEWAY_RESOURCES = 300;

/** The number of resources that API Gateway makes of the paths: one for each beginning of a path, `/` included. */
export function gatewayResources(served: readonly Served[]): number {
  const paths = [...OTHER_PATHS, ...served.flatMap((each) => methodsOf(each).map(({ path }) => path))];
  const beginnings = paths.flatMap((path) => {
    const segments = path.split('/').filter(Boolean);
    return segments.map((_, at) => segments.slice(0, at + 1).join('/'));
  });
  return new Set(['', ...beginnings]).size;
}

/** `ANY` is every method of the path without a route of its own. */
export type HttpRoute = Readonly<{ method: string; path: string; rate: Operation['rate']; name: FunctionName }>;

/**
 * Release 0.1.0 gave these a throttle. API Gateway refuses a definition without a route that the stage still names, so they keep a route of
 * their own, as the methods of an application's resources do.
 */
const SEPARATE: readonly string[] = [
  'DELETE /auth/admin/api/applications/{id}',
  'DELETE /auth/admin/api/permissions/{id}',
  'DELETE /auth/admin/api/users/{id}',
  'DELETE /auth/admin/api/users/{id}/sessions',
  'DELETE /auth/admin/sessions',
  'DELETE /auth/me',
  'DELETE /auth/sessions',
  'PATCH /auth/admin/api/applications/{id}',
  'PATCH /auth/admin/api/permissions/{id}',
  'PATCH /auth/admin/api/users/{id}',
  'PATCH /auth/me',
  'POST /auth/admin/admins',
  'POST /auth/admin/api/applications',
  'POST /auth/admin/api/blocked-email-domains',
  'POST /auth/admin/api/invitations',
  'POST /auth/admin/api/permissions',
  'POST /auth/admin/api/roles',
  'POST /auth/admin/api/tenants',
  'POST /auth/admin/api/users',
  'POST /auth/admin/invitations',
  'POST /auth/identities',
];

/**
 * Returns the routes. AWS grants an API 300 of them, so a path has one. One whose operations have several throttles has that of reads.
 */
export function httpRoutes(served: readonly Served[]): HttpRoute[] {
  const paths = new Map<string, { name: FunctionName; methods: ServedMethod[] }>();
  for (const each of served) {
    const { name } = each;
    for (const method of methodsOf(each)) {
      const found = paths.get(method.path) ?? { name, methods: [] };
      if (found.name !== name) throw new Error(`${method.path} belongs to two functions`);
      // An operation by POST comes before one that is read as a GET there, whose throttle is that of reads.
      if (!found.methods.some((other) => other.method === method.method)) found.methods.push(method);
      paths.set(method.path, found);
    }
  }
  return [...paths].flatMap(([path, { name, methods }]): HttpRoute[] => {
    const [first, ...others] = methods as [ServedMethod, ...ServedMethod[]];
    const any = others.every(({ rate }) => rate === first.rate) ? first.rate : 'read';
    const own = methods.filter(
      ({ method, rate }) => rate !== any && (name === RESOURCES || SEPARATE.includes(`${method} ${path}`)),
    );
    return [{ method: 'ANY', path, rate: any, name }, ...own.map(({ method, rate }) => ({ method, path, rate, name }))];
  });
}
