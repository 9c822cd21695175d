// Writes docs/openapi.json, an OpenAPI 3.1 document, from the contract. It states what the validator enforces.

import type { GroupDocs, NamedShape } from '../documentation.ts';
import { adminRole, DUTIES } from '../duties.ts';
import { accountDocs } from '../groups/account.ts';
import { adminApplicationsDocs } from '../groups/admin-applications.ts';
import { adminAuditDocs } from '../groups/admin-audit.ts';
import { adminBlockedEmailDomainsDocs } from '../groups/admin-blocked-email-domains.ts';
import { adminConsoleDocs } from '../groups/admin-console.ts';
import { adminInvitationsDocs } from '../groups/admin-invitations.ts';
import { adminPermissionsDocs } from '../groups/admin-permissions.ts';
import { adminProtectedResourcesDocs } from '../groups/admin-protected-resources.ts';
import { adminRolesDocs } from '../groups/admin-roles.ts';
import { adminTenantsDocs } from '../groups/admin-tenants.ts';
import { adminTransfersDocs } from '../groups/admin-transfers.ts';
import { adminUsersDocs } from '../groups/admin-users.ts';
import { apiKeysDocs } from '../groups/api-keys.ts';
import { authenticationDocs } from '../groups/authentication.ts';
import { discoveryDocs } from '../groups/discovery.ts';
import { mfaDocs } from '../groups/mfa.ts';
import { oauthDocs } from '../groups/oauth.ts';
import { organizationDocs } from '../groups/organization.ts';
import { passkeysDocs } from '../groups/passkeys.ts';
import { ssoDocs } from '../groups/sso.ts';
import { type GroupName, groupNames, groups, kebab } from '../index.ts';
import {
  COOKIE_ACCESS,
  type Duty,
  errorsOf,
  isOpenToMachines,
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
import { errorResponses, errorSchemas, sharedResponses } from './error-responses.ts';
import { componentsOf, type Json, schemaOf } from './schemas.ts';
import { IDEMPOTENCY_KEY, PARAMETERS, SECURITY, SECURITY_SCHEMES, SERVER, sorted } from './shared.ts';

type Components = ReturnType<typeof componentsOf>;

const DOCS: Readonly<Record<GroupName, () => GroupDocs>> = {
  authentication: authenticationDocs,
  account: accountDocs,
  mfa: mfaDocs,
  passkeys: passkeysDocs,
  sso: ssoDocs,
  oauth: oauthDocs,
  apiKeys: apiKeysDocs,
  organization: organizationDocs,
  discovery: discoveryDocs,
  adminBlockedEmailDomains: adminBlockedEmailDomainsDocs,
  adminConsole: adminConsoleDocs,
  adminTenants: adminTenantsDocs,
  adminUsers: adminUsersDocs,
  adminRoles: adminRolesDocs,
  adminPermissions: adminPermissionsDocs,
  adminApplications: adminApplicationsDocs,
  adminProtectedResources: adminProtectedResourcesDocs,
  adminInvitations: adminInvitationsDocs,
  adminAudit: adminAuditDocs,
  adminTransfers: adminTransfersDocs,
};

const INFO: Json = {
  title: 'Gatehouse',
  version: '1',
  summary: 'Multi-tenant authentication and administration',
  description: `Gatehouse signs users of many tenants up and in, and lets admins manage them.

* **Requests and replies** are JSON. Unknown fields of a body are ignored. A reply may gain fields.
* **Errors** have the fields of \`Error\`, or below \`/oauth2\` those of \`OAuthError\`. Branch on \`code\`. docs/errors.md explains each one.
* **Users** send an access token as \`Authorization: Bearer\`, or use cookies. **Admins** use a cookie.
* **Ids** are opaque strings. **Times** are ISO 8601 in UTC. Lifetimes in this document are the defaults.
* **Limits**: a body has at most 64 KB. Throttled requests get 429 with \`Retry-After\`.`,
  contact: { name: 'The maintainers of Gatehouse' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
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

function describe(
  group: GroupName,
  route: Route,
  operation: Operation,
  docs: GroupDocs['operations'][string],
  components: Components,
): Json {
  const parameters = [
    ...pathParameters(route, docs.path),
    ...queryParameters(operation, docs.query),
    ...headerParameters(route, operation),
  ];
  return {
    operationId: `${group}.${operation.name}`,
    tags: [kebab(group)],
    summary: operation.summary,
    ...descriptionOf(operation, docs.description),
    security: [
      ...SECURITY[operation.access],
      ...(operation.admits?.apiKey ? SECURITY.key : []),
      ...(operation.access === 'admin' && isOpenToMachines(operation) ? [{ machine: [] }] : []),
    ],
    ...(parameters.length ? { parameters } : {}),
    ...requestBody(operation, components),
    responses: {
      ...successes(operation, components),
      ...errorResponses([...errorsOf(route, operation), ...UNIVERSAL], operation.errorForm),
    },
    'x-rate': operation.rate,
    ...(operation.duty ? { 'x-duty': dutyOf(operation.duty) } : {}),
    ...stepUpOf(operation),
    ...(operation.extension ? { 'x-extension': true } : {}),
  };
}

/** The roles of admins that may call the operation, and where it names its tenant. */
const dutyOf = (duty: Duty): Json =>
  duty === 'self'
    ? { needs: 'self', roles: adminRole.options }
    : { ...duty, roles: adminRole.options.filter((role) => DUTIES[role].includes(duty.needs)) };

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

function queryParameters({ query }: Operation, descriptions: Readonly<Record<string, string>> = {}): Json[] {
  if (!query) return [];
  // Not `components.use`: a query that has a name, because it is a form elsewhere, would be a reference without fields.
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
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
function headerParameters(
  route: Route,
  { access, browser: { cookies } = {}, input: { idempotent } = {} }: Operation,
): Json[] {
  const byCookie = COOKIE_ACCESS.includes(access) && methodOf(route) !== 'GET';
  const ofSession = cookies === 'start-session' || cookies === 'end-session';
  return [
    ...(byCookie ? [{ $ref: '#/components/parameters/CsrfTokenHeader' }] : []),
    ...(ofSession ? [{ $ref: '#/components/parameters/AccessTokenTypeHeader' }] : []),
    ...(idempotent ? [IDEMPOTENCY_KEY] : []),
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
        content: operation.browser?.media
          ? { [operation.browser?.media]: { schema: { type: 'string' } } }
          : { 'application/json': { schema: components.use(operation.reply, 'output') } },
      };
  return { ...(operation.browser?.reload ? { 200: RELOAD } : {}), [operation.status]: success };
}
