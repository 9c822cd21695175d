// The documents made from the contract: complete, consistent in themselves, and the same every time.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { documents, outdated } from '../../infra/docs/docs.ts';
import { SETTINGS } from '../../infra/settings/settings.ts';
import { VARIABLES } from '../../infra/settings/variables.ts';
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
import { openapi } from '../../lib/contract/pages/openapi.ts';
import { cookieName } from '../../lib/http/cookies.ts';

type Schema = { type?: string; properties?: Record<string, unknown>; required?: string[]; enum?: string[] };
type Content = { content: { 'application/json': { schema: Schema & { allOf?: Schema[] } } } };
type Described = {
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: Content & { required: boolean };
  responses: Record<string, Content & { description: string }>;
  'x-rate': string;
  'x-extension'?: true;
};
type Document = {
  openapi: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, Described>>;
  components: { schemas: { ErrorBody: Schema }; securitySchemes: Record<string, { name?: string }> };
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
      tags: [operation.extension ? 'extensions' : kebab(group)],
      'x-rate': operation.rate,
    });
    expect(described['x-extension']).toBe(operation.extension);
    const inPath = (described.parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name, required }) => [name, required])).toEqual(
      paramNames(pathOf(route)).map((name) => [name, true]),
    );
    expect(described.requestBody?.required).toBe((operation.body ?? operation.form) && true);
  });

  test.each(operations)('$route answers its success and its errors, each with its codes', ({ route, operation }) => {
    const { responses } = describedAs(route);
    const codes = [...errorsOf(route, operation), ...UNIVERSAL];
    const successes = operation.reload ? [200, operation.status] : [operation.status];
    const statuses = new Set([...successes, ...codes.map(statusOf)].map(String));
    expect(new Set(Object.keys(responses))).toEqual(statuses);
    for (const code of codes) {
      const response = responses[statusOf(code)];
      const own = response?.content['application/json'].schema.allOf?.[1]?.properties?.code as Schema;
      expect(own.enum).toContain(code);
      expect(own.enum?.map((each) => statusOf(each as ErrorCode))).toEqual(own.enum?.map(() => statusOf(code)));
      expect(response?.description).toContain(code);
    }
  });

  test('has no operation beyond the contract, and no operationId twice', () => {
    const all = Object.values(document.paths).flatMap((item) => Object.values(item));
    expect(all).toHaveLength(operations.length);
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  test('says what a request must hold, as the validator does', () => {
    const { content } = describedAs('POST /auth/login').requestBody as Content;
    const { schema } = content['application/json'];
    // `providerName` and `rememberMe` have defaults and `tenantId` an error of its own.
    expect(schema.required).toEqual(['credentials']);
    const lookup = describedAs('GET /auth/tenants/lookup').parameters;
    expect(lookup).toEqual([
      { name: 'slug', in: 'query', required: false, schema: { type: 'string', maxLength: 1024 } },
    ]);
  });

  test('names who may call', () => {
    expect(describedAs('POST /auth/login').security).toEqual([]);
    expect(describedAs('GET /auth/me').security).toEqual([{ bearer: [] }, { accessCookie: [] }]);
    expect(describedAs('POST /auth/logout').security).toContainEqual({});
    expect(describedAs('GET /auth/admin/me').security).toEqual([{ adminCookie: [] }]);
    const schemes = Object.keys(document.components.securitySchemes);
    const used = operations.flatMap(({ route }) => describedAs(route).security.flatMap(Object.keys));
    expect([...new Set(used)].sort()).toEqual(schemes.sort());
  });

  test('names the cookies as they are set over https', () => {
    Object.assign(process.env, {
      GATEHOUSE_BASE_URL: 'https://auth.example.com',
      GATEHOUSE_TABLE: 'table',
      GATEHOUSE_ROOT_SECRET: 'root',
    });
    const { accessCookie, refreshCookie, adminCookie } = document.components.securitySchemes;
    expect(accessCookie?.name).toBe(cookieName('access'));
    expect(refreshCookie?.name).toBe(cookieName('refresh'));
    expect(adminCookie?.name).toBe(cookieName('admin'));
  });

  test('asks for a CSRF token where a cookie can change something, and nowhere else', () => {
    const asks = (route: string) => describedAs(route).parameters?.some(({ name }) => name === 'x-csrf-token') ?? false;
    for (const { route, operation } of operations) {
      expect([route, asks(route)]).toEqual([route, errorsOf(route, operation).includes('CSRF_TOKEN_INVALID')]);
    }
  });

  test('has no reference that leads nowhere, and no schema of another dialect', () => {
    const references = everywhere(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    expect(new Set(references)).toEqual(new Set(['#/components/schemas/ErrorBody']));
    expect(everywhere(document).filter((each) => '$schema' in each || '$defs' in each)).toEqual([]);
    const { ErrorBody } = document.components.schemas;
    expect(ErrorBody.required).toEqual(Object.keys(errorBody('INTERNAL_ERROR')));
    expect(ErrorBody.properties?.code).toMatchObject({ enum: [...errorCodes].sort() });
  });

  test('declares the tags it uses', () => {
    const used = new Set(operations.flatMap(({ route }) => describedAs(route).tags));
    expect(document.tags.map(({ name }) => name)).toEqual([...used]);
  });
});

test('errors.md has a section for each code, with its status and the operations that raise it', () => {
  const page = documents()['errors.md'] as string;
  const sections = page.split('\n## ').slice(1);
  expect(sections.map((section) => section.split('\n')[0])).toEqual(errorCodes);
  for (const [at, code] of errorCodes.entries()) {
    expect(sections[at]).toContain(`\n${statusOf(code)} ${errorBody(code).error}: “${errorBody(code).message}”`);
    for (const { route, operation } of operations) {
      const raises = errorsOf(route, operation).includes(code) && !UNIVERSAL.includes(code);
      expect([code, route, sections[at]?.includes(`\`${route}\``)]).toEqual([code, route, raises]);
    }
  }
});

test('events.md has a section for each event, with a rule, a schema and an example that are true', () => {
  const sections = (documents()['events.md'] as string).split('\n## ').slice(1);
  expect(sections.map((section) => section.split('\n')[0])).toEqual(Object.keys(events));
  for (const [at, [name, shape]] of Object.entries(events).entries()) {
    const [rule, schema, example] = [...(sections[at] as string).matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) =>
      JSON.parse(text as string),
    );
    expect(rule).toEqual({ source: ['gatehouse'], 'detail-type': [name] });
    expect(schema.required).toEqual(expect.arrayContaining(['id', 'occurredAt']));
    expect(shape.parse(example)).toEqual(example);
    expect(Object.keys(example)).toEqual(Object.keys(schema.properties));
  }
});

test('configuration.md has each setting with what it may be, and each variable with what it is by itself', () => {
  const page = documents()['configuration.md'] as string;
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.map((row) => /^\| `([^`]+)`/.exec(row)?.[1]);
  expect(named).toEqual([...Object.keys(SETTINGS), ...Object.keys(VARIABLES)]);
  expect(rows.every((row) => row.split(' | ').at(-1)?.length)).toBe(true);
  expect(rows.find((row) => row.includes('`GATEHOUSE_ACCESS_TTL`'))).toContain('| `900` |');
});

test('the same contract gives the same documents, and a difference on disk is named', () => {
  expect(documents()).toEqual(documents());
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-docs-'));
  try {
    expect(outdated(directory)).toEqual(['openapi.json', 'errors.md', 'events.md', 'configuration.md']);
    for (const [name, text] of Object.entries(documents())) writeFileSync(join(directory, name), text);
    expect(outdated(directory)).toEqual([]);
    writeFileSync(join(directory, 'errors.md'), 'something else');
    expect(outdated(directory)).toEqual(['errors.md']);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
