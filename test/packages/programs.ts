// Applications that the tests of the packed client run: in versions of Node, from bundles, with the URL class of React
// Native.

/** Uses the client against a service. It prints what it saw as JSON. */
export const PROGRAM = `
import { createUserClient } from '@gatehouse-auth/client';
import { resourcesOf } from '@gatehouse-auth/client/resources';

const { baseUrl, tenantId, fresh, known } = JSON.parse(globalThis.process.env.INPUT);
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
await projects.deleteMany([id]);
await projects.deleteFromTrashMany([id]);
const code = await client.authentication
  .login({ tenantId, credentials: { ...known, password: 'a wrong one' } })
  .catch((error) => error.code);
console.log(JSON.stringify({ email, isRefreshed, status, rows, code }));
`;

/** Calls every operation and every method of a resource. It prints the requests. */
export const EVERY_CALL = `
import { createClient } from '@gatehouse-auth/client';
import { resourcesOf } from '@gatehouse-auth/client/resources';

const lines = [];
const fetch = async (url, { method, body }) => {
  lines.push([method, url, body].join(' '));
  return new Response('{"items":[],"next":null}');
};
const client = createClient({ baseUrl: 'https://auth.example.com/', fetch });
const input = { id: 'a/b', provider: 'acme', deviceId: 'd', sessionId: 's', identityId: 'i', idOrDomain: 'é', q: 'a b&c' };
for (const group of Object.values(client).filter((each) => typeof each === 'object'))
  for (const call of Object.values(group)) {
    const { location } = await call({ ...input, codeChallenge: 'c', refreshToken: 'r' });
    if (location) lines.push('location ' + location);
  }
const { projects } = resourcesOf(client);
const query = { where: { name: 'a b&c' }, select: ['name', 'slug'], take: 3 };
for (const name of ['findMany', 'findAll', 'findPage', 'counts']) await projects[name](query);
for await (const row of projects.rows(query)) lines.push(row);
await projects.findOne('a/b', query);
for (const name of ['update', 'delete', 'deleteFromTrash', 'restore']) await projects[name]('a/b', query);
for (const name of ['deleteMany', 'deleteFromTrashMany', 'reorder', 'restoreMany']) await projects[name](['a b', 'é']);
await client.fetch('https://api.example.com/orders?q=a%20b', {});
console.log(JSON.stringify(lines));
`;

/** Bundles program.js for browsers with the bundler that is named, into bundle.mjs. */
export const BUNDLE = `
import { createRequire } from 'node:module';
import { rename } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
const [name, tools] = process.argv.slice(2);
const require = createRequire(tools + '/package.json');
const load = async (each) => {
  const loaded = await import(pathToFileURL(require.resolve(each)));
  return loaded.default ?? loaded;
};
const here = import.meta.dirname;
const bundlers = {
  vite: async () => {
    const { build } = await import(pathToFileURL(tools + '/node_modules/vite/dist/node/index.js'));
    const lib = { entry: here + '/program.js', formats: ['es'], fileName: () => 'bundle.mjs' };
    await build({ root: here, logLevel: 'warn', build: { lib, outDir: here, emptyOutDir: false } });
  },
  webpack: async () => {
    const webpack = await load('webpack');
    const output = { path: here, filename: 'bundle.mjs', module: true, library: { type: 'module' } };
    const options = { mode: 'production', target: 'web', context: here, entry: './program.js', output };
    await new Promise((resolve, reject) =>
      webpack({ ...options, experiments: { outputModule: true } }, (error, stats) =>
        error || stats.hasErrors() ? reject(error ?? new Error(stats.toString())) : resolve(),
      ),
    );
  },
  rollup: async () => {
    const { rollup } = await load('rollup');
    const nodeResolve = await load('@rollup/plugin-node-resolve');
    const plugin = (nodeResolve.nodeResolve ?? nodeResolve)({ browser: true });
    const bundle = await rollup({ input: here + '/program.js', plugins: [plugin] });
    await bundle.write({ file: here + '/bundle.mjs', format: 'es' });
  },
};
await bundlers[name]();
`;
