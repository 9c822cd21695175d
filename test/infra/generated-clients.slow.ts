// Generates typed clients from docs/openapi.json, and checks that they compile and have the names a person would
// choose.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENT = join(ROOT, 'docs/openapi.json');
const directory = mkdtempSync(join(tmpdir(), 'gatehouse-clients-'));
afterAll(() => rmSync(directory, { recursive: true }));

const run = (program: string, ...args: string[]): string => {
  try {
    return String(execFileSync(process.execPath, [join(ROOT, program), ...args], { cwd: directory }));
  } catch (error) {
    throw new Error(String((error as { stdout?: Buffer }).stdout), { cause: error });
  }
};
const compile = (file: string, source: string): void => {
  writeFileSync(join(directory, file), source);
  const options = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'esnext', '--moduleResolution', 'bundler'];
  run('node_modules/.bin/tsc', ...options, '--types', '', file);
};

test('openapi-typescript generates types that compile', () => {
  run('test/node_modules/openapi-typescript/bin/cli.js', DOCUMENT, '-o', 'types.ts');
  compile(
    'uses-types.ts',
    `import type { components, operations } from './types';
    type Schemas = components['schemas'];
    const login: Schemas['LoginRequest'] = {
      tenantId: 'ten_1', providerName: 'email', rememberMe: true, credentials: { email: 'ada@example.com' },
    };
    type Replied = operations['authentication.login']['responses'][200]['content']['application/json'];
    export const tokens: Schemas['Tokens'] = {} as Replied;
    export const user: Schemas['User']['email'] = null;
    // @ts-expect-error a code that the operation does not have
    export const code: operations['mfa.toggle']['responses'][415]['content']['application/json']['code'] = 'TIMEOUT';
    export default login;`,
  );
});

test('@hey-api/openapi-ts generates a client with methods such as authentication.login', () => {
  const sdk = {
    name: '@hey-api/sdk',
    operations: { strategy: 'single', containerName: 'Gatehouse', nesting: 'operationId' },
  };
  const config = { input: DOCUMENT, output: 'client', plugins: ['@hey-api/typescript', '@hey-api/client-fetch', sdk] };
  writeFileSync(join(directory, 'openapi-ts.config.mjs'), `export default ${JSON.stringify(config)};`);
  run(
    'test/node_modules/@hey-api/openapi-ts/bin/run.js',
    '-f',
    join(directory, 'openapi-ts.config.mjs'),
    '--no-log-file',
  );
  compile(
    'uses-client.ts',
    `import { Gatehouse, type LoginRequest, type Tenant, type Tokens, type User } from './client';
    const gatehouse = new Gatehouse();
    const body: LoginRequest = { tenantId: 'ten_1', credentials: { email: 'ada@example.com' } };
    export const login = async (): Promise<Tokens | undefined> => (await gatehouse.authentication.login({ body })).data;
    export const users = async (): Promise<User[] | undefined> => (await gatehouse.adminUsers.list()).data?.data;
    export const tenants = async (): Promise<Tenant[] | undefined> => (await gatehouse.adminTenants.list()).data?.data;
    export const verified = () => gatehouse.mfa.verify({ body: { method: 'totp', otp: '492039' } });`,
  );

  const types = readFileSync(join(directory, 'client/types.gen.ts'), 'utf8');
  const names = [...types.matchAll(/^export type (\w+)/gm)].map(([, name]) => name as string);
  expect(names).toEqual(expect.arrayContaining(['User', 'Session', 'Tenant', 'TenantSettings', 'Role', 'Permission']));
  expect(names).toEqual(expect.arrayContaining(['Admin', 'Tokens', 'MfaDevice', 'Error', 'CreateUserRequest']));
  expect(names.filter((name) => /\d$/.test(name))).toEqual([]);
});

test('both generators make types and methods of resources.json that compile', () => {
  const resources = join(ROOT, 'docs/resources.json');
  run('test/node_modules/openapi-typescript/bin/cli.js', resources, '-o', 'resources.ts');
  const sdk = {
    name: '@hey-api/sdk',
    operations: { strategy: 'single', containerName: 'Resources', nesting: 'operationId' },
  };
  const config = { input: resources, output: 'rows', plugins: ['@hey-api/typescript', '@hey-api/client-fetch', sdk] };
  writeFileSync(join(directory, 'rows.config.mjs'), `export default ${JSON.stringify(config)};`);
  run('test/node_modules/@hey-api/openapi-ts/bin/run.js', '-f', join(directory, 'rows.config.mjs'), '--no-log-file');
  compile(
    'uses-resources.ts',
    `import type { components, operations } from './resources';
    import { Resources, type ProjectFilter, type ProjectView } from './rows';
    type Schemas = components['schemas'];
    const body: Schemas['ProjectCreate'] = { name: 'Bridge', slug: 'bridge' };
    // @ts-expect-error a field that the resource does not have
    export const wrong: Schemas['ProjectCreate'] = { name: 'Bridge', slug: 'bridge', colour: 'red' };
    const filter: Schemas['ProjectFilter'] = {
      status: { $in: ['planned'] }, $or: [{ budget: { $gt: 3 } }, { tasks: { $exists: true } }, { 'tasks.title': 'x' }],
    };
    // A pair is a list of any length to one generator, and a tuple to the other.
    const where: ProjectFilter = { status: { $in: ['planned'] }, budget: { $between: [1, 3] } };
    type Listed = operations['projects.findMany']['responses'][200]['content']['application/json'];
    export const page: Listed = { items: [], total: 0 };
    const client = new Resources();
    export const create = () => client.projects.create({ body });
    // An object is JSON in the URL.
    export const list = () => client.projects.findMany({ query: { where: JSON.stringify(filter), take: 20 } });
    export const all = async (): Promise<ProjectView[] | undefined> =>
      (await client.projects.findAllByPost({ headers: { 'X-HTTP-Method-Override': 'GET' }, body: { where } })).data;`,
  );
});
