// Writes docs/openapi.json, an OpenAPI 3.1 document, from the contract. It states what the validator enforces.
import { adminBlockedEmailDomainsDocs } from '../admin-blocked-email-domains.ts';
import { adminConsoleDocs } from '../admin-console.ts';
import { adminPermissionsDocs } from '../admin-permissions.ts';
import { adminRolesDocs } from '../admin-roles.ts';
import { adminTenantsDocs } from '../admin-tenants.ts';
import { adminUsersDocs } from '../admin-users.ts';
import { authenticationDocs } from '../authentication.ts';
import { discoveryDocs } from '../discovery.ts';
import type { GroupDocs, NamedShape } from '../documentation.ts';
import { type GroupName, groupNames, groups, kebab } from '../index.ts';
import { mfaDocs } from '../mfa.ts';
import {
  type Access,
  errorsOf,
  isRedirect,
  methodOf,
  type Operation,
  paramNames,
  pathOf,
  type Route,
  stepUpPaths,
  UNIVERSAL,
} from '../operation.ts';
import { recordDocs } from '../records.ts';
import { ssoDocs } from '../sso.ts';
import { errorResponses, errorSchemas, sharedResponses } from './error-responses.ts';
import { componentsOf, type Json } from './schemas.ts';

type Components = ReturnType<typeof componentsOf>;

const DOCS: Readonly<Record<GroupName, () => GroupDocs>> = {
  authentication: authenticationDocs,
  mfa: mfaDocs,
  sso: ssoDocs,
  discovery: discoveryDocs,
  adminBlockedEmailDomains: adminBlockedEmailDomainsDocs,
  adminConsole: adminConsoleDocs,
  adminTenants: adminTenantsDocs,
  adminUsers: adminUsersDocs,
  adminRoles: adminRolesDocs,
  adminPermissions: adminPermissionsDocs,
};

const INFO: Json = {
  title: 'Gatehouse',
  version: '1',
  summary: 'Multi-tenant authentication and administration',
  description: `Gatehouse signs users of many tenants up and in, and lets admins manage them.

* **Requests and replies** are JSON. Unknown fields of a request are ignored. A reply may gain fields.
* **Errors** always have the fields of \`Error\`. Branch on \`code\`. docs/errors.md explains each one.
* **Users** send an access token as \`Authorization: Bearer\`, or use cookies. **Admins** use a cookie.
* **Ids** are opaque strings. **Times** are ISO 8601 in UTC. Lifetimes in this document are the defaults.
* **Limits**: a body has at most 64 KB. Throttled requests get 429 with \`Retry-After\`.`,
  contact: { name: 'The maintainers of Gatehouse' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

const SERVER: Json = {
  url: '{baseUrl}',
  description: 'A deployment or a local run.',
  variables: { baseUrl: { default: 'http://localhost:3000', description: 'The output `ApiUrl` of the stack.' } },
};

/** Any one entry suffices. An empty entry means that the credential is optional, or is in the body. */
const SECURITY: Readonly<Record<Access, readonly Json[]>> = {
  public: [],
  secret: [],
  user: [{ bearer: [] }, { accessCookie: [] }],
  pending: [{ bearer: [] }, { accessCookie: [] }],
  enrolling: [{ bearer: [] }, { accessCookie: [] }],
  optional: [{}, { bearer: [] }, { accessCookie: [] }],
  refresh: [{}, { refreshCookie: [] }],
  admin: [{ adminCookie: [] }],
};

const cookieScheme = (name: string, description: string): Json => ({ type: 'apiKey', in: 'cookie', name, description });

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a user, in header mode. POST /auth/login returns it.',
  },
  accessCookie: cookieScheme(
    '__Host-svc_access',
    'The access token of a user, in cookie mode. POST /auth/login with `x-access-token-type: cookie` sets it.',
  ),
  refreshCookie: cookieScheme(
    '__Host-svc_refresh',
    'The refresh token of a user, in cookie mode. In header mode it is in the body.',
  ),
  adminCookie: cookieScheme('__Host-svc_admin', 'The session of an admin. POST /auth/admin/login sets it.'),
};

const PARAMETERS = {
  CsrfTokenHeader: {
    name: 'x-csrf-token',
    in: 'header',
    required: false,
    description: 'The token of GET /auth/csrf. Only for requests that a cookie authenticates.',
    schema: { type: 'string' },
  },
  AccessTokenTypeHeader: {
    name: 'x-access-token-type',
    in: 'header',
    required: false,
    description: 'Selects cookie mode for this request.',
    schema: { type: 'string', enum: ['cookie'] },
  },
  DeviceTrustHeader: {
    name: 'x-svc-device-trust',
    in: 'header',
    required: false,
    description: 'The `trustToken` of an earlier login, in header mode. A trusted device skips the second factor.',
    schema: { type: 'string' },
  },
};

const LOCATION = { description: 'Where the browser goes next.', schema: { type: 'string', format: 'uri' } };
const RELOAD = {
  description: 'A page that makes a browser load this address again, with its cookies.',
  content: { 'text/html': { schema: { type: 'string' } } },
};

/** Returns every shape that has a name in the document. */
export const namedShapes = (): NamedShape[] => [
  ...recordDocs(),
  ...Object.values(DOCS).flatMap((docs) => docs().shapes),
];

/** Returns the document. The same contract gives the same document, byte for byte. */
export function openapi(): Json {
  const docs = groupNames.map((group) => ({ group, ...DOCS[group]() }));
  const components = componentsOf(namedShapes());
  const paths: Record<string, Json> = {};
  for (const { group, operations } of docs) {
    for (const [route, operation] of Object.entries<Operation>(groups[group])) {
      const described = describe(group, route as Route, operation, operations[route] ?? {}, components);
      paths[pathOf(route)] = { ...paths[pathOf(route)], [methodOf(route).toLowerCase()]: described };
    }
  }
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [SERVER],
    tags: docs.map(({ group, description }) => ({ name: kebab(group), description })),
    paths,
    components: {
      schemas: sorted({ ...components.all(), ...errorSchemas() }),
      responses: sharedResponses(paths),
      parameters: PARAMETERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const sorted = (schemas: Json): Json =>
  Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));

function describe(
  group: GroupName,
  route: Route,
  operation: Operation,
  docs: GroupDocs['operations'][string],
  components: Components,
): Json {
  const parameters = [
    ...pathParameters(route, docs.path),
    ...queryParameters(operation, docs.query, components),
    ...headerParameters(route, operation),
  ];
  return {
    operationId: `${group}.${operation.name}`,
    tags: [kebab(group)],
    summary: operation.summary,
    ...descriptionOf(operation, docs.description),
    security: SECURITY[operation.access],
    ...(parameters.length ? { parameters } : {}),
    ...requestBody(operation, components),
    responses: {
      ...successes(operation, components),
      ...errorResponses([...errorsOf(route, operation), ...UNIVERSAL]),
    },
    'x-rate': operation.rate,
    ...stepUpOf(operation),
    ...(operation.extension ? { 'x-extension': true } : {}),
  };
}

/** `true`, or the fields of the body that need a recent login. Absent if the operation never does. */
function stepUpOf({ stepUp = false }: Operation): { 'x-step-up'?: true | string[] } {
  if (typeof stepUp === 'boolean') return stepUp ? { 'x-step-up': true } : {};
  const fields = stepUpPaths(stepUp);
  return fields.length ? { 'x-step-up': fields } : {};
}

function descriptionOf(operation: Operation, description: string | undefined): { description?: string } {
  const { 'x-step-up': stepUp } = stepUpOf(operation);
  const needs = Array.isArray(stepUp)
    ? `These fields require a login at most 15 minutes old: ${stepUp.map((field) => `\`${field}\``).join(', ')}.`
    : stepUp && 'Requires a login at most 15 minutes old.';
  const sentences = [description, needs].filter(Boolean);
  return sentences.length ? { description: sentences.join(' ') } : {};
}

const pathParameters = (route: Route, descriptions: Readonly<Record<string, string>> = {}): Json[] =>
  paramNames(pathOf(route)).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: descriptions[name],
    schema: { type: 'string' },
  }));

function queryParameters(
  { query }: Operation,
  descriptions: Readonly<Record<string, string>> = {},
  components: Components,
): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = components.use(query, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description: descriptions[name],
    schema,
  }));
}

/** The headers of a client: proof of origin beside a cookie, the choice of cookie mode, trust in the device. */
function headerParameters(route: Route, { access, cookies }: Operation): Json[] {
  const byCookie = SECURITY[access].length > 0 && methodOf(route) !== 'GET';
  const ofSession = cookies === 'start-session' || cookies === 'end-session';
  return [
    ...(byCookie ? [{ $ref: '#/components/parameters/CsrfTokenHeader' }] : []),
    ...(ofSession ? [{ $ref: '#/components/parameters/AccessTokenTypeHeader' }] : []),
    ...(route === 'POST /auth/login' ? [{ $ref: '#/components/parameters/DeviceTrustHeader' }] : []),
  ];
}

function requestBody({ body, form }: Operation, components: Components): Json {
  const schema = body ?? form;
  if (!schema) return {};
  const type = body ? 'application/json' : 'application/x-www-form-urlencoded';
  return { requestBody: { required: true, content: { [type]: { schema: components.use(schema, 'input') } } } };
}

function successes(operation: Operation, components: Components): Json {
  const success = isRedirect(operation)
    ? { description: 'A redirect.', headers: { Location: LOCATION } }
    : {
        description: 'Success.',
        content: { 'application/json': { schema: components.use(operation.reply, 'output') } },
      };
  return { ...(operation.reload ? { 200: RELOAD } : {}), [operation.status]: success };
}
