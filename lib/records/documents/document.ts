// Writes docs/resources.json, an OpenAPI 3.1 document of the declared resources. docs/openapi.json describes the
// specification and does not change with them.

import { errorResponses, errorSchemas, sharedResponses } from '../../contract/documents/error-responses.ts';
import type { Json } from '../../contract/documents/schemas.ts';
import {
  IDEMPOTENCY_KEY,
  PARAMETERS,
  SECURITY,
  SECURITY_SCHEMES,
  SERVER,
  sorted,
} from '../../contract/documents/shared.ts';
import {
  errorsOf,
  type Group,
  methodOf,
  type Operation,
  pathOf,
  type Route,
  UNIVERSAL,
} from '../../contract/operation.ts';
import type { Action } from '../declare/actions.ts';
import { routeOf } from '../declare/group.ts';
import type { Registry, Resource } from '../declare/resource.ts';
import { listOf, resourceSchemas, used } from './components.ts';
import { describeAction } from './describe-action.ts';
import { exampleId, refTo, typeName } from './fields.ts';
import { bodyOf, parametersOf, queryOf } from './parameters.ts';

const INFO: Json = {
  title: 'Gatehouse: resources',
  version: '1',
  summary: 'The resources that this deployment declares',
  description: `Rows belong to the tenant of the session. [openapi.json](openapi.json) describes sign-up and login.

* **Parameters** that are objects or lists are JSON, or nested by brackets. Unknown parameters and names are refused.
* **A query that is too long for a URL** is sent by POST to the same path, with the header \`X-HTTP-Method-Override: GET\` and the
  parameters as members of a JSON body. It has the rights and the reply of the GET.
* **Errors** always have the fields of \`Error\`. docs/errors.md explains each code.
* **Budget**: a query that would read too much is refused with \`CRUD_QUERY_TOO_BROAD\` and the index that would help.`,
  contact: { name: 'The maintainers of Gatehouse' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

const OVERRIDE: Json = {
  name: 'X-HTTP-Method-Override',
  in: 'header',
  required: true,
  description: 'Makes the request a read.',
  schema: { const: 'GET' },
};
const IF_MATCH: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The version that the row must have: another one is refused with 409.',
  schema: { type: 'string' },
};

/** Returns the document. `group` has the operations of the resources (../declare/group.ts). */
export function resourcesDocument(all: Registry, group: Group): Json {
  const resources = Object.values(all);
  const paths: Record<string, Json> = {};
  const add = (path: string, method: string, described: Json): void => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: described };
  };
  for (const resource of resources) {
    for (const action of resource.routes) {
      const route = routeOf(resource, action);
      const path = pathOf(route);
      const operation = group[route];
      if (!operation) throw new Error(`${route} is no operation of the group`);
      add(path, methodOf(route), describe(resource, action, route, operation));
      // A path has one POST in an OpenAPI document. The create of the collection is more useful there.
      if (operation.overridable && !Object.hasOwn(group, `POST ${path}`))
        add(path, 'POST', describeByPost(resource, action, route, operation));
    }
  }
  const schemas = used(paths, { ...resourceSchemas(all), ...(errorSchemas() as Record<string, Json>) });
  const { bearer, accessCookie } = SECURITY_SCHEMES;
  const { CsrfTokenHeader } = PARAMETERS;
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [SERVER],
    tags: resources.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: sorted(schemas),
      responses: sharedResponses(paths),
      parameters: { CsrfTokenHeader },
      securitySchemes: { bearer, accessCookie },
    },
  };
}

/** `order-lines` -> `orderLines`. */
const camel = (name: string): string => name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function describe(resource: Resource, action: Action, route: Route, operation: Operation): Json {
  const parameters = [
    ...pathParameters(resource, route),
    ...queryOf(parametersOf(action, resource)),
    ...(methodOf(route) === 'GET' ? [] : [{ $ref: '#/components/parameters/CsrfTokenHeader' }]),
    ...(action === 'update' ? [IF_MATCH] : []),
    ...(action === 'create' ? [IDEMPOTENCY_KEY] : []),
  ];
  const body = requestSchema(action, resource);
  return {
    operationId: `${camel(resource.name)}.${action}`,
    tags: [resource.name],
    summary: operation.summary,
    description: describeAction(action, resource),
    security: SECURITY[operation.access],
    ...(parameters.length && { parameters }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: responsesOf(action, resource, route, operation),
    'x-rate': operation.rate,
  };
}

/** The same read, by POST. */
function describeByPost(resource: Resource, action: Action, route: Route, operation: Operation): Json {
  const members = bodyOf('The parameters of the GET.', parametersOf(action, resource));
  return {
    operationId: `${camel(resource.name)}.${action}ByPost`,
    tags: [resource.name],
    summary: `${operation.summary}, with parameters in a body`,
    description: describeAction(action, resource),
    security: SECURITY[operation.access],
    parameters: [...pathParameters(resource, route), OVERRIDE],
    requestBody: { required: true, content: { 'application/json': { schema: members } } },
    responses: responsesOf(action, resource, route, { ...operation, status: 200 }),
    'x-rate': operation.rate,
  };
}

const pathParameters = (resource: Resource, route: Route): Json[] =>
  route.includes('{id}')
    ? [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: `The id of the ${resource.singular}.`,
          schema: { type: 'string' },
          example: exampleId(resource),
        },
      ]
    : [];

const responsesOf = (action: Action, resource: Resource, route: Route, operation: Operation): Json => ({
  [operation.status]: {
    description: 'Success.',
    content: { 'application/json': { schema: replySchema(action, resource) } },
  },
  ...errorResponses([...errorsOf(route, operation), ...UNIVERSAL]),
});

function requestSchema(action: Action, resource: Resource): Json | undefined {
  const name = typeName(resource);
  switch (action) {
    case 'create':
      return refTo(`${name}Create`);
    case 'createMany':
      return refTo(`${name}CreateMany`);
    case 'update':
      return refTo(`${name}Update`);
    case 'updateMany':
      return refTo(`${name}UpdateMany`);
    case 'reorder':
    case 'restoreMany':
      return refTo('Ids');
    default:
      return undefined;
  }
}

function replySchema(action: Action, resource: Resource): Json {
  const name = typeName(resource);
  switch (action) {
    case 'findMany':
      return { anyOf: [refTo(`${name}Page`), refTo(`${name}CursorPage`)] };
    case 'findAll':
      return listOf(refTo(`${name}View`));
    case 'counts':
      return refTo('Counts');
    case 'findOne':
      return refTo(`${name}View`);
    case 'create':
    case 'update':
      return refTo(name);
    case 'createMany':
    case 'updateMany':
      return listOf(refTo(name));
    default:
      return refTo('Done');
  }
}
