// Checks that the documents made from the contract are complete, consistent and reproducible.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { SETTINGS } from '../../infra/settings/sections.ts';
import { VARIABLES } from '../../infra/settings/variables.ts';
import { documents, outdated } from '../../infra/tools/docs/docs.ts';
import type { errorSources } from '../../lib/contract/documents/error-page.ts';
import { namedShapes, openapi } from '../../lib/contract/documents/openapi.ts';
import { type ErrorCode, errorBody, errorCodes, statusOf } from '../../lib/contract/errors.ts';
import { events } from '../../lib/contract/events.ts';
import { groupNames, groups, kebab } from '../../lib/contract/index.ts';
import {
  errorsOf,
  methodOf,
  type Operation,
  paramNames,
  pathOf,
  type Route,
  UNIVERSAL,
} from '../../lib/contract/operation.ts';
import { cookieName } from '../../lib/http/cookies.ts';
import { CEILINGS } from '../../lib/platform/settings/ceilings.ts';
import { rootSettings } from '../support/roots.ts';

type Schema = {
  $ref?: string;
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
  enum?: string[];
  examples?: unknown[];
};
type Content = { content: Record<string, { schema: Schema & { allOf?: Schema[] }; example?: unknown }> };
type Parameter = { name: string; in: string; required: boolean; description: string; schema: Schema };
type Described = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: (Parameter & { $ref?: string })[];
  requestBody?: Content & { required: boolean };
  responses: Record<string, Content & { $ref?: string; description: string }>;
  'x-rate': string;
  'x-extension'?: true;
};
type Document = {
  openapi: string;
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Content & { description: string }>;
    parameters: Record<string, Parameter>;
    securitySchemes: Record<string, { name?: string; description: string }>;
  };
};

const document = openapi() as Document;
const operations = groupNames.flatMap((group) =>
  Object.entries(groups[group]).map(([route, operation]) => ({
    group,
    route: route as Route,
    operation: operation as Operation,
  })),
);
const describedAs = (route: string) => document.paths[pathOf(route)]?.[methodOf(route).toLowerCase()] as Described;
/** The value a JSON pointer such as `#/components/schemas/User` refers to. */
const pointedAt = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
const resolved = <T extends { $ref?: string }>(value: T): T => (value.$ref ? (pointedAt(value.$ref) as T) : value);
const parametersOf = (route: string): Parameter[] => (describedAs(route).parameters ?? []).map(resolved);
const everywhere = (value: unknown): Record<string, unknown>[] =>
  typeof value === 'object' && value !== null
    ? [value as Record<string, unknown>, ...Object.values(value).flatMap(everywhere)]
    : [];

describe('openapi.json', () => {
  test.each(operations)('describes $route', ({ group, route, operation }) => {
    const described = describedAs(route);
    expect(described).toMatchObject({
      operationId: `${group}.${operation.name}`,
      summary: operation.summary,
      tags: [kebab(group)],
      'x-rate': operation.rate,
    });
    expect(described['x-extension']).toBe(operation.extension);
    const inPath = parametersOf(route).filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name, required }) => [name, required])).toEqual(
      paramNames(pathOf(route)).map((name) => [name, true]),
    );
    expect(described.requestBody?.required).toBe((operation.body ?? operation.form) && true);
  });

  test.each(operations)('$route says more than its summary', ({ route }) => {
    // The generator adds what a recent login is needed for. That alone says nothing about the operation.
    const own = describedAs(route).description.replace(/(Requires a login at most|These fields require) .*/, '');
    expect(own).toMatch(/^\S.{8,}\.\s*$/s);
  });

  test.each(operations)('$route lists its success, and its errors with their codes', ({ route, operation }) => {
    const { responses } = describedAs(route);
    const codes = [...errorsOf(route, operation), ...UNIVERSAL];
    const successes = operation.reload ? [200, operation.status] : [operation.status];
    const statuses = new Set([...successes, ...codes.map(statusOf)].map(String));
    expect(new Set(Object.keys(responses))).toEqual(statuses);
    for (const code of codes) {
      const response = responses[statusOf(code)];
      const json = response && resolved(response).content['application/json'];
      const own = json?.schema.allOf?.[1]?.properties?.code;
      expect(own?.enum).toEqual(codes.filter((each) => statusOf(each) === statusOf(code)).sort());
      expect(own?.enum).toContain((json?.example as { code: ErrorCode } | undefined)?.code);
      expect(response?.description).toBe(own?.enum?.join(', '));
    }
  });

  test('has every operation of the contract once', () => {
    const all = Object.values(document.paths).flatMap((item) => Object.values(item));
    expect(all).toHaveLength(operations.length);
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  test('requires the fields that the validator requires', () => {
    const { content } = describedAs('POST /auth/login').requestBody as Content;
    expect(content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/LoginRequest' });
    // `providerName` and `rememberMe` have defaults, and a missing `tenantId` has its own error.
    expect(document.components.schemas.LoginRequest?.required).toEqual(['credentials']);
    expect(parametersOf('GET /auth/tenants/lookup')).toEqual([
      {
        name: 'slug',
        in: 'query',
        required: false,
        description: expect.any(String),
        schema: { type: 'string', maxLength: 1024 },
      },
    ]);
  });

  test('names the body of every request and reply', () => {
    const bodies = operations.flatMap(({ route, operation }) => {
      const { requestBody, responses } = describedAs(route);
      const reply = responses[operation.status]?.content;
      // An image is text without a shape.
      const shaped = operation.media ? {} : (reply ?? {});
      return [...Object.values(requestBody?.content ?? {}), ...Object.values(shaped)].map(({ schema }) => ({
        route,
        schema,
      }));
    });
    const unnamed = bodies.filter(({ schema: { $ref, items } }) => !($ref ?? items?.$ref));
    expect(bodies.length).toBeGreaterThan(100);
    expect(unnamed).toEqual([]);
  });

  test('describes every schema, every field and every parameter', () => {
    const { schemas, securitySchemes } = document.components;
    const silent = Object.entries(schemas).flatMap(([name, schema]) =>
      [[name, schema] as const, ...Object.entries(schema.properties ?? {})].filter(([, each]) => !each.description),
    );
    expect(silent).toEqual([]);
    const parameters = operations.flatMap(({ route }) => parametersOf(route));
    expect(parameters.filter(({ description }) => !description)).toEqual([]);
    const others = [...document.tags, ...Object.values(securitySchemes)];
    expect(others.filter(({ description }) => !description)).toEqual([]);
  });

  test('has no object without a name inside a schema', () => {
    const parts = Object.entries(document.components.schemas).flatMap(([name, { properties }]) =>
      everywhere(properties)
        .filter((each) => each.type === 'object' && each.properties)
        .map((each) => [name, each]),
    );
    expect(parts).toEqual([]);
  });

  test.each(namedShapes())('the example of $name is valid', ({ schema, name }) => {
    const described = document.components.schemas[name];
    expect(described).toBeDefined();
    for (const example of described?.examples ?? []) expect(schema.safeParse(example).error).toBeUndefined();
    expect(described?.examples?.length).toBe(described?.properties && 1);
  });

  test('states who may call an operation', () => {
    expect(describedAs('POST /auth/login').security).toEqual([]);
    expect(describedAs('GET /auth/me').security).toEqual([{ bearer: [] }, { accessCookie: [] }]);
    expect(describedAs('POST /auth/logout').security).toContainEqual({});
    expect(describedAs('GET /auth/admin/me').security).toEqual([{ adminCookie: [] }]);
    const schemes = Object.keys(document.components.securitySchemes);
    const used = operations.flatMap(({ route }) => describedAs(route).security.flatMap(Object.keys));
    expect([...new Set(used)].sort()).toEqual(schemes.sort());
  });

  test('uses the cookie names of https', () => {
    Object.assign(process.env, {
      GATEHOUSE_BASE_URL: 'https://auth.example.com',
      GATEHOUSE_TABLE: 'table',
      ...rootSettings('root'),
    });
    const { accessCookie, refreshCookie, adminCookie } = document.components.securitySchemes;
    expect(accessCookie?.name).toBe(cookieName('access'));
    expect(refreshCookie?.name).toBe(cookieName('refresh'));
    expect(adminCookie?.name).toBe(cookieName('admin'));
  });

  test('takes a CSRF token exactly where an operation checks one', () => {
    const asks = (route: string) => parametersOf(route).some(({ name }) => name === 'x-csrf-token');
    for (const { route, operation } of operations) {
      expect([route, asks(route)]).toEqual([route, errorsOf(route, operation).includes('CSRF_TOKEN_INVALID')]);
    }
  });

  test('has no broken reference and no schema of another dialect', () => {
    const references = everywhere(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    expect(references.length).toBeGreaterThan(500);
    expect(references.filter((reference) => pointedAt(reference) === undefined)).toEqual([]);
    expect(everywhere(document).filter((each) => '$schema' in each || '$defs' in each)).toEqual([]);
    const { Error: error, ErrorCode: code } = document.components.schemas;
    expect(error?.required).toEqual(Object.keys(errorBody('INTERNAL_ERROR')));
    expect(code?.enum).toEqual([...errorCodes].sort());
  });

  test('declares the tags that it uses', () => {
    const used = new Set(operations.flatMap(({ route }) => describedAs(route).tags));
    expect(document.tags.map(({ name }) => name)).toEqual([...used]);
  });
});

test('errors.md has a row for each code below its status, and errors.json the operations that raise it', () => {
  const page = documents()['errors.md'] as string;
  const sources = JSON.parse(documents()['errors.json'] as string) as ReturnType<typeof errorSources>;
  expect(page.match(/(?<=^\| `)\w+/gm)?.sort()).toEqual([...errorCodes].sort());
  expect(Object.keys(sources)).toEqual([...errorCodes]);
  for (const code of errorCodes) {
    const { error, message } = errorBody(code);
    const section = page.split('\n## ').find((each) => each.startsWith(`${statusOf(code)} ${error}\n`));
    expect(section).toContain(`\n| \`${code}\` | ${message} | `);
    const raising = operations.filter(({ route, operation }) => errorsOf(route, operation).includes(code));
    const listed = UNIVERSAL.includes(code) ? 'every' : raising.map(({ route }) => route);
    expect([code, sources[code].operations]).toEqual([code, listed]);
  }
});

test('events.md has a section for each event, with every field and a valid example', () => {
  const sections = (documents()['events.md'] as string).split('\n## ').slice(1);
  expect(sections.map((section) => section.split('\n')[0])).toEqual(Object.keys(events));
  for (const [at, shape] of Object.values(events).entries()) {
    const section = sections[at] as string;
    const example = JSON.parse(/^Example: `(.*)`$/m.exec(section)?.[1] as string);
    const rows = [...section.matchAll(/^\| `(\w+)` \| (.+) \| (.+) \|$/gm)].map(([, field]) => field);
    expect(shape.parse(example)).toEqual(example);
    expect(Object.keys(example)).toEqual(Object.keys(shape.shape));
    expect(['id', 'occurredAt', ...rows]).toEqual(Object.keys(shape.shape));
  }
});

test('configuration.md has a row for each setting, variable and limit, with rules and defaults', () => {
  const page = documents()['configuration.md'] as string;
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.map((row) => /^\| `([^`]+)`/.exec(row)?.[1]);
  expect(named).toEqual([...Object.keys(SETTINGS), ...Object.keys(VARIABLES), ...Object.keys(CEILINGS)]);
  expect(rows.every((row) => row.split(' | ').at(-1)?.length)).toBe(true);
  expect(rows.find((row) => row.includes('`GATEHOUSE_ACCESS_TTL`'))).toContain('| `900` |');
});

test('the documents are reproducible, and outdated ones on disk are named', () => {
  expect(documents()).toEqual(documents());
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-docs-'));
  try {
    expect(outdated(directory)).toEqual(Object.keys(documents()));
    mkdirSync(join(directory, 'explanation'));
    for (const [name, text] of Object.entries(documents())) writeFileSync(join(directory, name), text);
    expect(outdated(directory)).toEqual([]);
    writeFileSync(join(directory, 'errors.md'), 'something else');
    expect(outdated(directory)).toEqual(['errors.md']);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
