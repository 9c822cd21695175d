// Packs the client as `npm run packages` does, and uses the tarball as an application would: installs it into an empty
// folder, compiles against it, runs it in the machine's versions of Node, and bundles it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { resources } from '../../lib/resources/index.ts';
import { ROOT, useApplication } from '../support/application.ts';
import { holder, PERMISSIONS } from '../support/grants.ts';
import { newEmail, newPassword, useService } from '../support/service.ts';

const application = useApplication(['client']);
const { run, write, compile } = application;
const installed = (file: string): string => application.installed('client', file);
beforeAll(() => write('consumer.ts', CONSUMER));

const CONSUMER = `
import { type BaseClient, createClient, createUserClient, GatehouseError, webStorage } from '@gatehouse-auth/client';
import type { Account, ClientOptions, LoginRequest, Session, Tenant, Tokens, User } from '@gatehouse-auth/client';
import { query } from '@gatehouse-auth/client/query';
import { resourcesOf } from '@gatehouse-auth/client/resources';

const body: LoginRequest = { tenantId: 'ten_1', credentials: { email: 'ada@example.com', password: 'secret' } };
const options: ClientOptions = { baseUrl: '', tokens: undefined };
export const users = async (): Promise<User[]> => (await createClient(options).adminUsers.list()).data;
export const renamed = async (id: string, name: string): Promise<Tenant> =>
  (await createClient(options).adminTenants.update({ id, name })).tenant;
export const token = (client: BaseClient): Promise<string | undefined> => client.accessToken();
export const kept = (storage: Storage): Tokens | undefined => createUserClient({ ...options, tokenStorage: webStorage(storage) }).tokens();
export const isLocked = (error: unknown): boolean => error instanceof GatehouseError && error.code === 'ACCOUNT_LOCKED';
export const login = async (signal: AbortSignal): Promise<Account['id']> => {
  const client = createUserClient(options);
  await client.authentication.login(body, { signal, timeoutMs: 1000 });
  return (await client.authentication.me()).id;
};
export const since = ({ createdAt }: Session): Date => new Date(createdAt);
export const helpers = { query, resourcesOf };
// @ts-expect-error an operation of admins
createUserClient(options).adminUsers;
// @ts-expect-error a field is misspelt
createUserClient(options).authentication.lookupTenant({ slugg: 'demo' });
// @ts-expect-error a code that no error has
export const wrong = (error: GatehouseError): boolean => error.code === 'LOCKED';
`;

describe('the tarball of the client', () => {
  test('brings no dependency and no file of the repository', async () => {
    expect(readdirSync(join(application.folder, 'node_modules/@gatehouse-auth'))).toEqual(['client']);
    expect(readdirSync(join(application.folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toHaveLength(
      1,
    );
    const manifest = JSON.parse(installed('package.json'));
    expect(manifest).toMatchObject({ sideEffects: false, type: 'module', license: 'Apache-2.0', engines: {} });
    expect(manifest).not.toHaveProperty('dependencies');
    expect(installed('index.js')).not.toMatch(/ZodMini|from ["']zod/);
    expect(installed('README.md').split('\n').length).toBeLessThan(60);
    expect(installed('LICENSE')).toContain('Apache License');
  });

  test.each([
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
    ['nodenext', { module: 'nodenext' }],
    ['node16', { module: 'node16' }],
    ['node10', { module: 'esnext', moduleResolution: 'node10', ignoreDeprecations: '6.0' }],
    ['exactOptionalPropertyTypes', { module: 'nodenext', exactOptionalPropertyTypes: true }],
    ['lib es2020', { module: 'nodenext', target: 'es2020', lib: ['es2020', 'dom'] }],
  ])('compiles in an application with %s', async (_, options) => {
    expect(await compile('consumer.ts', options)).toBe('');
  });

  test('takes the declarations of resources as types', async () => {
    write(
      'resources.ts',
      `import { createClient } from '@gatehouse-auth/client';
      import { resourcesOf } from '@gatehouse-auth/client/resources';
      import type { resources } from '${ROOT}/lib/resources/index.ts';
      const { projects } = resourcesOf<typeof resources>(createClient({ baseUrl: '' }));
      export const names = async (): Promise<string[]> =>
        (await projects.findMany({ where: { status: 'active' }, select: ['name'] })).items.map(({ name }) => name);
      // @ts-expect-error a value that the field does not have
      projects.findMany({ where: { status: 'late' } });`,
    );
    const options = { target: 'es2024', lib: ['es2024', 'dom'], module: 'nodenext', allowImportingTsExtensions: true };
    const types = { types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')], skipLibCheck: true };
    expect(await compile('resources.ts', { ...options, ...types })).toBe('');
  });

  /** The size that an application adds to its own when it imports `names`. */
  async function sizeOf(names: string): Promise<number> {
    const { outputFiles } = await build({
      stdin: { contents: `export { ${names} } from '@gatehouse-auth/client';`, resolveDir: application.folder },
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      write: false,
    });
    return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
  }

  // keycloak-js has 8.2 KB, better-auth 11.9, oidc-client-ts 17.6 (esbuild 0.28, minified, gzip).
  test.each([
    ['createClient', 'all operations', 4700],
    ['createUserClient, GatehouseError, webStorage', 'the operations of users', 4300],
  ])('adds %s with %s in at most %i bytes', async (names, _, most) => {
    expect(await sizeOf(names)).toBeLessThanOrEqual(most);
  });
});

const service = useService();

describe.each([
  ['the Node of the tests', process.execPath],
  ['the Node of the machine', 'node'],
])('the client in %s', (_, node) => {
  test('signs up, logs in, refreshes, calls an API and lists a resource', async () => {
    const names = Object.values(resources).flatMap((each) => Object.values(each.permissions) as string[]);
    for (const name of names) await service.admin('POST', PERMISSIONS, { name });
    const { user } = await holder(service, names);
    write('program.js', PROGRAM);
    const input = {
      baseUrl: service.baseUrl,
      tenantId: user.tenant.id,
      known: { email: user.email, password: user.password },
      fresh: { email: newEmail(), password: newPassword() },
    };
    const printed = await run(node, ['program.js'], { INPUT: JSON.stringify(input), NODE_OPTIONS: '' });
    expect(JSON.parse(printed)).toEqual({
      email: [input.fresh.email, user.email],
      isRefreshed: true,
      status: 200,
      rows: ['Bridge'],
      code: 'INVALID_CREDENTIALS',
    });
  });
});

const PROGRAM = `
import { createUserClient } from '@gatehouse-auth/client';
import { resourcesOf } from '@gatehouse-auth/client/resources';

const { baseUrl, tenantId, fresh, known } = JSON.parse(process.env.INPUT);
const client = createUserClient({ baseUrl });
await client.authentication.signup({ tenantId, ...fresh });
const email = [(await client.authentication.me()).email];
await client.authentication.logout();
await client.authentication.login({ tenantId, credentials: known });
email.push((await client.authentication.me()).email);
const before = await client.accessToken();
await client.authentication.refreshToken();
const isRefreshed = before !== (await client.accessToken());
const { status } = await client.fetch(baseUrl + '/auth/me');
const { projects } = resourcesOf(client);
const { id } = await projects.create({ name: 'Bridge', slug: 'bridge' });
const rows = (await projects.findMany({ where: { name: 'Bridge' } })).items.map(({ name }) => name);
await projects.delete(id);
await projects.deleteFromTrash(id);
const code = await client.authentication
  .login({ tenantId, credentials: { ...known, password: 'a wrong one' } })
  .catch((error) => error.code);
console.log(JSON.stringify({ email, isRefreshed, status, rows, code }));
`;
