// Packs the custom elements as `npm run packages` does, and uses the tarball as an application would.
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { useApplication } from '../support/application.ts';

const application = useApplication(['client', 'elements']);
const { installed, compile, write, run } = application;

const CONSUMER = `
import { createRedirectClient, type UserClient } from '@gatehouse-auth/client';
import { defineElements } from '@gatehouse-auth/elements';
export const client: UserClient = defineElements({ client: { baseUrl: 'https://auth.example.com', delivery: 'cookie' } });
export const same = defineElements({
  client: createRedirectClient({ baseUrl: '', applicationId: 'app_1', redirectUri: 'https://app.example.com/callback' }),
});
// @ts-expect-error no client
defineElements({});
`;

test('the tarball needs the client from the application, and neither React nor anything else', () => {
  const manifest = JSON.parse(installed('elements', 'package.json'));
  expect(manifest).toMatchObject({ sideEffects: false, type: 'module', license: 'Apache-2.0' });
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest.peerDependencies).toEqual({ '@gatehouse-auth/client': manifest.version });
  expect(installed('elements', 'index.js')).not.toMatch(/from "(react|preact)/);
  expect(installed('elements', 'THIRD-PARTY-LICENSES')).toContain('preact');
  expect(installed('elements', 'README.md').split('\n').length).toBeLessThan(60);
});

test.each([
  ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ['nodenext', { module: 'nodenext' }],
])('the tarball compiles in an application with %s', async (_, options) => {
  write('consumer.ts', CONSUMER);
  expect(await compile('consumer.ts', options)).toBe('');
});

test('a server, which has no elements, gets the client alone', async () => {
  write(
    'server.js',
    `import { defineElements } from '@gatehouse-auth/elements';
    console.log(defineElements({ client: { baseUrl: 'https://auth.example.com/' } }).baseUrl);`,
  );
  expect(await run('node', ['server.js'])).toBe('https://auth.example.com\n');
});

test('all elements add at most 14 KB to the client, in English', async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: "export * from '@gatehouse-auth/elements';", resolveDir: application.folder },
    absWorkingDir: application.folder,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    external: ['@gatehouse-auth/client'],
    outdir: 'sizes',
    metafile: true,
    write: false,
  });
  const late = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint && entryPoint !== '<stdin>');
  // A file for each language that is not built in.
  expect(late).toHaveLength(11);
  const loaded = outputFiles.filter(({ path }) => !late.some(([file]) => path.endsWith(file)));
  const size = gzipSync(Buffer.concat(loaded.map(({ contents }) => contents)), { level: 9 }).length;
  process.stdout.write(`all elements: ${size} bytes\n`);
  expect(size).toBeLessThanOrEqual(14 * 1024);
});
