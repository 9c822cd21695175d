// The OpenAPI 3.1 document, made from the contract. What it says about a request is what the validator enforces.
import * as z from 'zod/mini';
import { type ErrorCode, errorBody, errorCodes, statusOf } from './errors.ts';
import { kebab } from './index.ts';
import {
  type Access,
  errorsOf,
  type Group,
  isRedirect,
  methodOf,
  type Operation,
  paramNames,
  pathOf,
  type Route,
  UNIVERSAL,
} from './operation.ts';

type Json = Record<string, unknown>;

const html: Json = { 'text/html': { schema: { type: 'string' } } };

/** Tag of the operations that are additions of ours. */
const EXTENSIONS = 'extensions';
const ERROR_BODY = '#/components/schemas/ErrorBody';

/** Any one entry suffices; an empty one says that a credential may also be absent or travel in the body. */
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
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Access token, header mode.' },
  accessCookie: cookieScheme('__Host-svc_access', 'Access token, cookie mode.'),
  refreshCookie: cookieScheme('__Host-svc_refresh', 'Refresh token, cookie mode; in header mode it is in the body.'),
  adminCookie: cookieScheme('__Host-svc_admin', 'Session of an admin.'),
};

const LOCATION = { description: 'Where the browser goes on.', schema: { type: 'string', format: 'uri' } };
const RETRY_AFTER = { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } };

/** The document for these groups. The same contract gives the same document, byte for byte. */
export function openapi(groups: Readonly<Record<string, Group>>): Json {
  const entries = Object.entries(groups).flatMap(([group, operations]) =>
    Object.entries(operations).map(([route, operation]) => ({ group, route: route as Route, operation })),
  );
  const paths: Record<string, Json> = {};
  for (const { group, route, operation } of entries) {
    const path = pathOf(route);
    paths[path] = { ...paths[path], [methodOf(route).toLowerCase()]: describe(group, route, operation) };
  }
  const tags = [...new Set(entries.map(({ group, operation }) => tagOf(group, operation)))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse',
      version: '1',
      summary: 'Multi-tenant authentication and administration',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      {
        url: '{baseUrl}',
        description: 'A deployment',
        variables: { baseUrl: { default: 'http://localhost:3000', description: 'The ApiUrl of the stack' } },
      },
    ],
    tags: tags.map((name) => ({ name })),
    paths,
    components: { schemas: { ErrorBody: errorSchema() }, securitySchemes: SECURITY_SCHEMES },
  };
}

const tagOf = (group: string, operation: Operation): string =>
  operation.extension ? EXTENSIONS : kebab(group as Parameters<typeof kebab>[0]);

function describe(group: string, route: Route, operation: Operation): Json {
  const parameters = parametersOf(route, operation);
  return {
    operationId: `${group}.${operation.name}`,
    tags: [tagOf(group, operation)],
    summary: operation.summary,
    security: SECURITY[operation.access],
    ...(parameters.length ? { parameters } : {}),
    ...(operation.body ? { requestBody: { required: true, content: json(schemaOf(operation.body, 'input')) } } : {}),
    ...(operation.form ? { requestBody: { required: true, content: form(schemaOf(operation.form, 'input')) } } : {}),
    responses: {
      [operation.status]: isRedirect(operation)
        ? { description: 'Redirect', headers: { Location: LOCATION } }
        : { description: 'Success', content: json(schemaOf(operation.reply, 'output')) },
      ...(operation.reload
        ? { 200: { description: 'A page that loads this address again, for browsers', content: html } }
        : {}),
      ...errorResponses([...errorsOf(route, operation), ...UNIVERSAL]),
    },
    'x-rate': operation.rate,
    ...(operation.extension ? { 'x-extension': true } : {}),
  };
}

function parametersOf(route: Route, operation: Operation): Json[] {
  const inPath = paramNames(pathOf(route)).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return [...inPath, ...queryParameters(operation), ...headerParameters(route, operation)];
}

function queryParameters({ query }: Operation): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

/** What browsers add: the proof of origin beside a cookie, and the wish for cookies instead of tokens in the body. */
function headerParameters(route: Route, { access, cookies }: Operation): Json[] {
  const byCookie = SECURITY[access].length > 0 && methodOf(route) !== 'GET';
  const ofSession = cookies === 'start-session' || cookies === 'end-session';
  return [
    ...(byCookie ? [optionalHeader('x-csrf-token', 'CSRF token; for cookies only.', { type: 'string' })] : []),
    ...(ofSession
      ? [optionalHeader('x-access-token-type', 'Cookie mode for this call.', { type: 'string', enum: ['cookie'] })]
      : []),
  ];
}

const optionalHeader = (name: string, description: string, schema: Json): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

/** One response for each status, naming the codes that have it. */
function errorResponses(codes: readonly ErrorCode[]): Json {
  const statuses = [...new Set(codes.map(statusOf))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => statusOf(code) === status).sort();
      const schema = { allOf: [{ $ref: ERROR_BODY }, { properties: { code: { enum: own } } }] };
      const headers = status === 429 || status === 503 ? { headers: { 'Retry-After': RETRY_AFTER } } : {};
      return [status, { description: own.join(', '), ...headers, content: json(schema) }];
    }),
  );
}

function errorSchema(): Json {
  const fields = Object.entries(errorBody('INTERNAL_ERROR')).map(([name, value]) => [
    name,
    { type: typeof value === 'number' ? 'integer' : 'string' },
  ]);
  const properties = { ...Object.fromEntries(fields), code: { type: 'string', enum: [...errorCodes].sort() } };
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1, inline and without a `$schema` of its own. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    reused: 'inline',
    // Its format says it already; the pattern is 300 characters long.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    },
  });
  return rest;
}

const json = (schema: Json): Json => ({ 'application/json': { schema } });
const form = (schema: Json): Json => ({ 'application/x-www-form-urlencoded': { schema } });
