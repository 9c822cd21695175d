// Packs the client as `npm run packages` does, and uses the tarball as an application would: installs it into an empty
// folder, compiles against it, bundles it, and runs it in versions of Node, from bundles and with the URL class of React
// Native.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import ts from 'typescript';
import { resources } from '../../lib/records/resources/index.ts';
import { ROOT, useApplication } from '../support/application.ts';
import { holder, PERMISSIONS } from '../support/grants.ts';
import { newEmail, newPassword, prepared, useService } from '../support/service.ts';
import { tools } from '../support/tools.ts';
import { BUNDLE, EVERY_CALL, PROGRAM } from './programs.ts';
import { bundle, writeNative } from './react-native.ts';

const application = useApplication(['client']);
const { run, write, compile } = application;
const installed = (file: string): string => application.installed('client', file);
let tool = '';
beforeAll(async () => {
  tool = await tools();
  write('consumer.ts', CONSUMER);
  write('program.js', PROGRAM);
  write('bundle.js', BUNDLE);
  write('every-call.js', EVERY_CALL);
});

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

  test('shows names and descriptions of operations in an editor', () => {
    const text =
      "import { createUserClient } from '@gatehouse-auth/client';\ncreateUserClient({ baseUrl: '' }).authentication.login;";
    const shown = hover(join(application.folder, 'hover.ts'), text, text.lastIndexOf('login'));
    expect(shown.type).toMatch(/login: \(input: LoginRequest, options\?: CallOptions\) => Promise<\w+>/);
    expect(shown.documentation).toContain('Log in with a password, a code or an identity provider.');
    expect(shown.throws).toContain('INVALID_CREDENTIALS');
  });

  test('takes the declarations of resources as types', async () => {
    write(
      'resources.ts',
      `import { createClient } from '@gatehouse-auth/client';
      import { resourcesOf } from '@gatehouse-auth/client/resources';
      import type { resources } from '${ROOT}/lib/records/resources/index.ts';
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

  // Each new operation adds about 12 bytes, and a storage that never throws added 43. esbuild 0.28, minified, gzip -9. The peers were measured in the same way.
  const peers = 'keycloak-js 8.2 KB, better-auth 11.9 KB, oidc-client-ts 17.6 KB';
  test.each([
    // Thirteen operations of grants and protected resources are 100 bytes, fifteen of devices and API keys 90 more. Twelve
    // of passkeys fit into 30; what asks the browser is an entry of its own. Sixteen of admins' passkeys, links and the import
    // are 110 more. Eleven of users who manage their tenant, the search for one's organizations and four of admins are 70 more.
    // The client's own address is 10. Twenty of users (providers, domains, setup links, figures, their other organizations)
    // are 167, measured at 4537; eight of admins for the domains and setup links of a tenant are 48 more, measured at 5345. Seven
    // of SCIM connections and their groups are 96 more, measured at 5445. Eight of users for their directories are 83, measured at 4621;
    // with one more of admins, all are measured at 5502. Five of requests to join and six of users for their applications are 112, measured
    // at 4733; with three more of admins, all are measured at 5620.
    ['all operations', 5640, 'createClient'],
    ['the operations of users', 4750, 'createUserClient, GatehouseError, webStorage'],
  ])(`adds the client with %s in at most %i bytes (${peers})`, async (what, most, names) => {
    const size = await sizeOf(names);
    process.stdout.write(`the client with ${what}: ${size} bytes. ${peers}\n`);
    expect(size).toBeLessThanOrEqual(most);
  });
});

const service = useService();
const names = Object.values(resources).flatMap((each) => Object.values(each.permissions) as string[]);
beforeAll(async () => {
  for (const name of names) await service.admin('POST', PERMISSIONS, { name });
});
const user = prepared(async () => (await holder(service, names)).user);

/** Runs the program against the service and checks what it saw. */
async function expectToWork(node: string, ...args: string[]): Promise<void> {
  const input = {
    baseUrl: service.baseUrl,
    tenantId: user.tenant.id,
    known: { email: user.email, password: user.password },
    fresh: { email: newEmail(), password: newPassword() },
  };
  const printed = await run(node, args, { INPUT: JSON.stringify(input), NODE_OPTIONS: '' });
  expect(JSON.parse(printed)).toEqual({
    email: [input.fresh.email, user.email],
    isRefreshed: true,
    status: 200,
    rows: ['Bridge'],
    code: 'INVALID_CREDENTIALS',
  });
}

test.each(['20', '22'])('the client works in Node %s', async (version) => {
  const node = join(tool, 'node_modules', `node${version}`, 'bin/node');
  expect(await run(node, ['--version'], { NODE_OPTIONS: '' })).toMatch(`v${version}.`);
  await expectToWork(node, 'program.js');
});

test('the client works in Node 24', async () => {
  expect(process.version).toMatch('v24.');
  await expectToWork(process.execPath, 'program.js');
});

test.each(['vite', 'webpack', 'rollup'])('the client works in a bundle that %s made', async (bundler) => {
  await run(process.execPath, ['bundle.js', bundler, tool]);
  expect(application.read('bundle.mjs')).not.toMatch(/getSetCookie|from ?["']@gatehouse/);
  await expectToWork(process.execPath, 'bundle.mjs');
  application.remove('bundle.mjs');
});

test('the client works in a bundle that esbuild made', async () => {
  await bundle(application, 'program.js', 'bundle.mjs');
  expect(application.read('bundle.mjs')).not.toMatch('getSetCookie');
  await expectToWork(process.execPath, 'bundle.mjs');
});

describe('with the URL class of React Native 0.79', () => {
  beforeAll(async () => {
    writeNative(application, tool);
    for (const program of ['program', 'every-call']) {
      write(`${program}-native.js`, `import './native.js';\nimport './${program}.js';`);
      await bundle(application, `${program}-native.js`, `${program}-native.mjs`);
    }
    await bundle(application, 'every-call.js', 'every-call.mjs');
  });

  test('every call sends what it sends elsewhere', async () => {
    const [native, elsewhere] = await Promise.all(
      ['every-call-native.mjs', 'every-call.mjs'].map((file) => run(process.execPath, [file], { NODE_OPTIONS: '' })),
    );
    expect(JSON.parse(elsewhere as string).length).toBeGreaterThan(100);
    expect(JSON.parse(native as string)).toEqual(JSON.parse(elsewhere as string));
  });

  test('the client works', () => expectToWork(process.execPath, 'program-native.mjs'));
});

/** Returns what an editor shows at a position of a file. */
function hover(file: string, text: string, position: number) {
  const options = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, types: [] };
  const read = (path: string) => (path === file ? text : ts.sys.readFile(path));
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString(read(path) ?? ''),
    getCurrentDirectory: () => application.folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    readFile: read,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  };
  const info = ts.createLanguageService(host).getQuickInfoAtPosition(file, position);
  const throws = info?.tags?.find(({ name }) => name === 'throws');
  return {
    type: ts.displayPartsToString(info?.displayParts),
    documentation: ts.displayPartsToString(info?.documentation),
    throws: ts.displayPartsToString(throws?.text),
  };
}
