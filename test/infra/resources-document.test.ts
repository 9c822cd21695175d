// Checks that docs/resources.json describes every route of every declared resource, without what is hidden.
import { describe, expect, test } from '@jest/globals';
import type * as z from 'zod/mini';
import { documents } from '../../infra/tools/docs/docs.ts';
import { statusOf } from '../../lib/contract/errors.ts';
import { errorsOf, methodOf, type Operation, paramNames, pathOf, UNIVERSAL } from '../../lib/contract/operation.ts';
import { writesOf } from '../../lib/records/declare/fields.ts';
import { groupOf, overridable, routeOf } from '../../lib/records/declare/group.ts';
import type { Resource } from '../../lib/records/declare/resource.ts';
import { typeName } from '../../lib/records/documents/fields.ts';
import { resources } from '../../lib/records/resources/index.ts';

type Schema = {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  examples?: unknown[];
  enum?: string[];
};
type Parameter = {
  $ref?: string;
  name: string;
  in: string;
  required: boolean;
  description: string;
  schema: Schema;
  example: unknown;
};
type Described = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
};
type Document = {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

const text = documents()['resources.json'] as string;
const document = JSON.parse(text) as Document;
const group = groupOf(resources);
const all: readonly Resource[] = Object.values(resources);
const operations = all.flatMap((resource) =>
  resource.routes.map((action) => {
    const route = routeOf(resource, action);
    return { resource, action, route, operation: group[route] as Operation };
  }),
);
const describedAs = (method: string, path: string) => document.paths[path]?.[method.toLowerCase()] as Described;
const everywhere = (value: unknown): Record<string, unknown>[] =>
  typeof value === 'object' && value !== null
    ? [value as Record<string, unknown>, ...Object.values(value).flatMap(everywhere)]
    : [];

test('the routes of the group are exactly those that the declarations name', () => {
  expect(Object.keys(group).sort()).toEqual(operations.map(({ route }) => route).sort());
});

describe.each(operations)('$route', ({ resource, action, route, operation }) => {
  const described = describedAs(methodOf(route), pathOf(route));

  test('is described with its parameters, reply and errors', () => {
    expect(described).toMatchObject({ operationId: `${resource.name}.${action}`, tags: [resource.name] });
    expect(described.summary.length).toBeGreaterThan(5);
    expect(described.description).toMatch(/Needs the permission|Every user/);
    const inPath = (described.parameters ?? []).filter((each) => each.in === 'path');
    expect(inPath.map(({ name }) => name)).toEqual(paramNames(pathOf(route)));
    const codes = [...errorsOf(route, operation), ...UNIVERSAL];
    const statuses = new Set([operation.status, ...codes.map(statusOf)].map(String));
    expect(new Set(Object.keys(described.responses))).toEqual(statuses);
    for (const status of new Set(codes.map(statusOf)))
      expect(described.responses[status]?.description).toBe(
        codes
          .filter((code) => statusOf(code) === status)
          .sort()
          .join(', '),
      );
    expect(described.requestBody !== undefined).toBe(operation.body !== undefined);
  });

  test('takes a CSRF token exactly if it changes something', () => {
    const takes = (described.parameters ?? []).some(({ $ref }) => $ref?.endsWith('/CsrfTokenHeader'));
    expect(takes).toBe(errorsOf(route, operation).includes('CSRF_TOKEN_INVALID'));
  });
});

test('a read is also described by POST, unless the path creates by POST', () => {
  const reads = operations.filter(({ operation }) => operation.overridable);
  expect(reads.length).toBeGreaterThan(all.length);
  for (const { route } of reads) {
    const path = pathOf(route);
    const post = describedAs('POST', path);
    if (Object.hasOwn(group, `POST ${path}`)) {
      expect(post.description).toContain('X-HTTP-Method-Override');
      continue;
    }
    expect(overridable(group)).toContain(`POST ${path}`);
    const read = describedAs('GET', path);
    const override = post.parameters?.find(({ name }) => name === 'X-HTTP-Method-Override');
    expect(override).toMatchObject({ in: 'header', required: true, schema: { const: 'GET' } });
    const members = Object.keys(post.requestBody?.content['application/json']?.schema.properties ?? {});
    expect(members).toEqual((read.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name));
    expect(post.responses).toEqual(read.responses);
  }
});

test('the parameters are those that the operation names', () => {
  for (const { route, operation } of operations) {
    const shape = Object.keys((operation.query as z.ZodMiniObject | undefined)?.shape ?? {});
    const { parameters = [] } = describedAs(methodOf(route), pathOf(route));
    const described = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
    expect([route, ...described.sort()]).toEqual([route, ...shape.sort()]);
  }
});

describe.each(all)('$name', (resource) => {
  const name = typeName(resource);
  const { schemas } = document.components;
  const fields = Object.entries(resource.fields);
  const hidden = fields.filter(([, { options }]) => options.hidden).map(([field]) => field);

  test('a row has every visible field and no hidden one, in replies, filters and choices of columns', () => {
    const visible = fields.filter(([, { options }]) => !options.hidden).map(([field]) => field);
    for (const schema of [name, `${name}View`, `${name}Filter`]) {
      const properties = Object.keys(schemas[schema]?.properties ?? {});
      expect(properties).toEqual(expect.arrayContaining(['id', 'createdAt', 'updatedAt', 'version', ...visible]));
      expect(properties.filter((each) => hidden.some((field) => each === field || each.endsWith(`.${field}`)))).toEqual(
        [],
      );
    }
    const enums = everywhere(document).flatMap(({ enum: values }) => (Array.isArray(values) ? values : []));
    expect(enums.filter((value) => hidden.includes(value as string))).toEqual([]);
  });

  test('bodies have the fields that clients may write', () => {
    const writable = (allowed: readonly string[]) =>
      fields.filter(([, field]) => allowed.includes(writesOf(field))).map(([field]) => field);
    expect(Object.keys(schemas[`${name}Create`]?.properties ?? {})).toEqual(writable(['always', 'create']));
    expect(Object.keys(schemas[`${name}Update`]?.properties ?? {})).toEqual(writable(['always']));
    expect(Object.keys(schemas[`${name}UpdateEntry`]?.properties ?? {})).toEqual(['id', ...writable(['always'])]);
  });

  test('the example of each body is what the validator accepts', () => {
    for (const action of ['create', 'update'] as const) {
      const schema = schemas[`${name}${action === 'create' ? 'Create' : 'Update'}`];
      const { body } = group[routeOf(resource, action)] as Operation;
      for (const example of schema?.examples ?? []) expect(body?.safeParse(example).error).toBeUndefined();
      for (const [field, value] of Object.entries(schema?.examples?.[0] as object))
        expect([field, resource.fields[field]?.schema.safeParse(value).success]).toEqual([field, true]);
    }
  });
});

test('the example of each row is what the reply accepts', () => {
  for (const { resource, action, operation } of operations) {
    const name = typeName(resource);
    const [row] = document.components.schemas[name]?.examples ?? [];
    const [view] = document.components.schemas[`${name}View`]?.examples ?? [];
    if (action === 'create') expect(operation.reply.safeParse(row).error).toBeUndefined();
    if (action === 'findOne') expect(operation.reply.safeParse(view).error).toBeUndefined();
  }
});

test('every schema, field and parameter is described, and no reference is broken', () => {
  const { schemas } = document.components;
  const silent = Object.entries(schemas).flatMap(([name, schema]) =>
    [[name, schema] as const, ...Object.entries(schema.properties ?? {})].filter(([, each]) => !each.description),
  );
  expect(silent).toEqual([]);
  const parameters = Object.values(document.paths).flatMap((item) =>
    Object.values(item).flatMap(({ parameters: own = [] }) => own.filter(({ $ref }) => !$ref)),
  );
  expect(parameters.filter(({ description }) => !description)).toEqual([]);
  expect(document.tags.filter(({ description }) => !description)).toEqual([]);
  const references = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name as string);
  expect([...new Set(references)].filter((name) => !schemas[name])).toEqual([]);
  expect(Object.keys(schemas).filter((name) => !references.includes(name))).toEqual([]);
});

test('errors.json names the actions that respond with a code, once for all resources', () => {
  const text = documents()['errors.json'] as string;
  const { CRUD_INVALID_FIELD } = JSON.parse(text) as Record<string, { operations: string[]; actions: string[] }>;
  expect(CRUD_INVALID_FIELD?.actions).toContain('findMany');
  expect(text).not.toContain('/projects');
});
