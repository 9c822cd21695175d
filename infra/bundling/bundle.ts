// Bundles the functions: one esbuild call for all of them, one self-contained file each.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { functionNames, rowOf, WARM, WEB } from '../functions.ts';
import { buildPages } from '../web/build.ts';

/** Functions that are no part of the service: an app creates them with the construct. */
const OF_APPS = { 'authorizer/index': 'lib/packages/construct/rest-authorizer.ts' };

/** Code of ours that is loaded on demand like a library: name -> file. */
const OWN_LAZY: Readonly<Record<string, string>> = { 'gatehouse-imported-hash': 'lib/crypto/imported/verify.ts' };

/** Libraries loaded on demand, for the first phone number, message or QR code, or an imported password hash. */
export const LAZY = [
  ...Object.keys(OWN_LAZY),
  'libphonenumber-js/min',
  'libphonenumber-js/max',
  'qrcode',
  'bcryptjs',
  '@aws-sdk/client-lambda',
  '@aws-sdk/client-sns',
];

/** Imports such code by its name. It shares no class and no state with the bundle, which has copies of what both import. */
const ownLazy: Plugin = {
  name: 'own-lazy',
  setup: ({ onResolve }) => {
    for (const [name, file] of Object.entries(OWN_LAZY)) {
      const end = new RegExp(`/${file.split('/').slice(-2).join('/').replaceAll('.', '\\.')}$`);
      onResolve({ filter: end }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: name, external: true } : undefined,
      );
    }
  },
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The directory from which the stack takes the code. */
export const BUNDLES = join(ROOT, 'dist/functions');

/**
 * Compresses the list of common passwords to 40 % of its size; in alphabetical order it takes two thirds of what it does
 * by frequency. It is unpacked on first use, within a millisecond.
 */
const compressedPasswords: Plugin = {
  name: 'compressed-passwords',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/lib\/domain\/credentials\/common-passwords\.ts$/ }, async ({ path }) => {
      const { commonPasswords } = await import(path);
      const sorted = commonPasswords().split('\n').sort().join('\n');
      const packed = brotliCompressSync(sorted).toString('base64');
      const unpack = `brotliDecompressSync(Buffer.from('${packed}', 'base64')).toString()`;
      const contents = `import { brotliDecompressSync } from 'node:zlib';\nexport const commonPasswords = () => ${unpack};`;
      return { contents, loader: 'js' };
    });
  },
};

/** Clients of the SDK read their version from their package.json. The rest of it is 2 KB for each client. */
const versionOnly: Plugin = {
  name: 'version-only',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/@aws-sdk\/client-[^/]+\/package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/**
 * Classes of the SDK that no client here uses, 6 KB in each function: retries that slow callers down, and a hash for a Node.js
 * without its own.
 */
const UNUSED = { DefaultRateLimiter: 'retry/util-retry', Sha256Js: 'checksum/sha256' };
const unused: Plugin = {
  name: 'unused',
  setup: ({ onLoad }) => {
    for (const [name, folder] of Object.entries(UNUSED)) {
      onLoad({ filter: new RegExp(`/${folder}/${name}\\.js$`) }, () => ({
        contents: `export class ${name} { constructor() { throw new Error('${name} is not bundled'); } }`,
        loader: 'js',
      }));
    }
  },
};

/**
 * How a function is bundled. CommonJS, because an ES module that imports node:https makes Node build every export of
 * it, which loads undici. Measured with Node 24, time above a bare process, median of 12, authentication / discovery:
 * CommonJS 71 / 66 ms, CommonJS without the credential chain 56 / 52 ms, ES modules without it 62 / 55 ms and, with
 * node:http and node:https replaced as well, 61 / 51 ms. So the shorter configuration is also the faster one.
 */
export const BUNDLING: BuildOptions = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  // The first `import()` of a process makes Node set up its loader of ES modules: 18 ms of CPU time in the first request.
  supported: { 'dynamic-import': false },
  // Prefer ES modules of packages: only those can be tree-shaken.
  mainFields: ['module', 'main'],
  alias: {
    // Schemas are made when they are used: most of those of a function are not, in most requests.
    'zod/mini': join(ROOT, 'infra/bundling/deferred-zod.ts'),
    '@aws-sdk/credential-provider-node': join(ROOT, 'infra/bundling/lambda-credentials.ts'),
    // The SDK has this for operations that stream events, none of which we call: 20 KB in each function.
    '@smithy/core/event-streams': join(ROOT, 'infra/bundling/no-event-streams.ts'),
    // A cache of addresses, which no command that we call looks into: 8 KB in each function.
    '@aws-sdk/middleware-endpoint-discovery': join(ROOT, 'infra/bundling/no-endpoint-discovery.ts'),
  },
  // These are placed beside the bundle, because most requests never need them: up to a quarter of a bundle.
  external: LAZY,
  plugins: [ownLazy, compressedPasswords, versionOnly, unused],
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * A module that Lambda loads in place of the bundle. Only an ES module can wait, and the runtime, itself one, waits for it (AWS
 * Lambda developer guide, "Using Node.js ES modules and top-level await"). The bundle stays CommonJS, for the reason above.
 */
const warmModule = (route: string): string =>
  `import { createRequire } from 'node:module';
const { handler } = createRequire(import.meta.url)('./index.js');
await handler.warmUp('${route}');
export { handler };
`;

/**
 * Writes the package.json that Node's loader needs to find a path below a package. `file` is its code, without `.js`.
 */
async function describePackage(file: string, library: string): Promise<void> {
  const [, ...below] = library.replace(/^@[^/]+\//, '').split('/');
  // Two paths of one package share the file.
  const exports = below.length ? { './*': './*/index.js' } : { '.': './index.js' };
  const root = join(dirname(file), ...below.map(() => '..'));
  await writeFile(join(root, 'package.json'), JSON.stringify({ exports }));
}

/**
 * Writes `<outdir>/<name>/index.js` for every function, with its lazy libraries in `<outdir>/<name>/node_modules`, and
 * `<outdir>/meta.json`, which lists the inputs of each. `warm.mjs` is beside those that warm up. The pages are in `<outdir>/web/pages`, and their inputs are in it,
 * too.
 */
export async function bundle(outdir: string): Promise<Metafile> {
  const ofService = functionNames.map((name) => [`${name}/index`, `functions/${name}.ts`]);
  const entryPoints = { ...Object.fromEntries(ofService), ...OF_APPS };
  const { metafile } = await build({ ...BUNDLING, entryPoints, outdir, metafile: true as const });
  await mkdir(outdir, { recursive: true });
  const beside = Object.entries(metafile.outputs).flatMap(([file, { imports }]) =>
    LAZY.filter((library) => imports.some(({ path }) => path === library)).map((library) => [
      `${basename(dirname(file))}/node_modules/${library}/index`,
      OWN_LAZY[library] ?? library,
      library,
    ]),
  );
  const entries = Object.fromEntries(beside.map(([file, code]) => [file, code]));
  const lazy = { ...BUNDLING, external: [], entryPoints: entries, outdir, metafile: true as const };
  if (beside.length) Object.assign(metafile.inputs, (await build(lazy)).metafile.inputs);
  for (const [file = '', , library = ''] of beside) await describePackage(join(outdir, file), library);
  for (const name of functionNames) {
    const { warmUp } = rowOf(name);
    if (warmUp) await writeFile(join(outdir, name, `${WARM}.mjs`), warmModule(warmUp));
  }
  Object.assign(metafile.inputs, (await buildPages(join(outdir, WEB, 'pages'))).inputs);
  await writeFile(join(outdir, 'meta.json'), JSON.stringify(metafile));
  // Lambda treats index.js as CommonJS. In this repository, a package of modules, Node needs to be told.
  await writeFile(join(outdir, 'package.json'), '{"type":"commonjs"}\n');
  return metafile;
}
