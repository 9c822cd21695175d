// Builds a package into a folder: bundles, declarations, licence, README and package.json.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { bundle } from '../../bundling/bundle.ts';
import { RESOURCES } from '../../functions.ts';
import { buildPages } from '../../web/build.ts';
import { declarationsOf } from './declarations.ts';
import { noticesFor } from './notices.ts';
import { PACKAGES, type Package, sourceIn } from './packages.ts';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const SCOPE = '@gatehouse-auth';

/** Where the sources are published. `npm publish --provenance` compares it with the repository that runs the build. */
const REPOSITORY = 'git+https://github.com/gatehouse-auth/gatehouse.git';

/** The name of the files of an entry: `.` is `index`. */
const stemOf = (subpath: string): string => (subpath === '.' ? 'index' : subpath.slice(2));
const nodeStemOf = (subpath: string): string => `${stemOf(subpath)}.node`;

/** Writes the package into `directory`, which must be empty. The same sources give the same files, byte for byte. */
export async function buildPackage(row: Package, directory: string): Promise<void> {
  const subpaths = Object.keys(row.entries);
  const [entries, nodeEntries, programs] = [row.entries, row.nodeEntries, row.programs].map((files) =>
    sourcesOf(row, files),
  ) as [Sources, Sources, Sources];
  // In one build, so that both variants of an entry share their classes.
  const entryPoints = [
    ...Object.entries(entries).map(([subpath, source]) => ({ in: source, out: stemOf(subpath) })),
    ...Object.entries(nodeEntries).map(([subpath, source]) => ({ in: source, out: nodeStemOf(subpath) })),
  ];
  const peers = Object.keys(row.peers ?? {});
  const alias = Object.fromEntries(
    Object.entries(sourcesOf(row, row.replaced)).map(([name, file]) => [name, join(ROOT, file)]),
  );
  const common = { ...BUNDLING, alias, outdir: directory, platform: row.platform };
  const bundled: Metafile[] = [];
  const make = async (options: BuildOptions): Promise<void> => {
    bundled.push((await build({ ...common, ...options, metafile: true as const })).metafile);
  };
  const external = [...(row.dependencies ?? []), ...peers];
  if (entryPoints.length) await make({ ...MODULES, entryPoints, external, plugins: [siblings(row)] });
  if (row.hasCommonJs) await make({ ...COMMON_JS, entryPoints });
  if (row.programs) await make({ ...MODULES, ...PROGRAM, entryPoints: programs });
  for (const file of row.files ?? []) {
    await cp(join(ROOT, sourceIn(row, file)), join(directory, basename(file)), { recursive: true });
  }
  const types = declarationsOf(ROOT, Object.values(entries), {
    packages: siblingsOf(row),
    peers,
    // Browsers and other packages must not need @types/node.
    types: row.programs || peers.includes('aws-cdk-lib') ? ['node'] : [],
  });
  for (const [subpath, source] of Object.entries(entries)) {
    const target = `./types/${source.replace(/\.ts$/, '.js')}`;
    types.set(`${stemOf(subpath)}.d.ts`, `export * from '${target}';\n`);
  }
  if (row.hasPages) bundled.push(await buildPages(join(directory, 'pages')));
  if (row.hasFunctions) {
    const functions = join(directory, 'functions');
    bundled.push(await bundle(functions));
    // The function of resources has the declarations of this repository.
    for (const unused of ['meta.json', RESOURCES]) await rm(join(functions, unused), { recursive: true });
  }
  const notices = noticesFor(ROOT, bundled.flatMap(filesIn));
  if (notices) await write(join(directory, 'THIRD-PARTY-LICENSES'), notices);
  for (const [path, text] of types) await write(join(directory, path), text);
  await write(join(directory, 'package.json'), `${JSON.stringify(await manifestOf(row, subpaths), null, 2)}\n`);
  await cp(join(ROOT, 'LICENSE'), join(directory, 'LICENSE'));
  await cp(join(ROOT, sourceIn(row, 'README.md')), join(directory, 'README.md'));
}

/** Node 20 and the browsers of 2022. Bundlers of applications go lower if they must. */
const BUNDLING: BuildOptions = {
  absWorkingDir: ROOT,
  bundle: true,
  target: 'es2022',
  // Names and comments stay: the application's own build minifies, and people read what they depend on.
  legalComments: 'none',
  logLevel: 'warning',
};
const MODULES: BuildOptions = { format: 'esm', splitting: true, chunkNames: 'chunk-[hash]' };
const COMMON_JS: BuildOptions = {
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
};
const PROGRAM: BuildOptions = {
  // Prefer ES modules of packages: only those can be tree-shaken. The others require what Node has built in.
  mainFields: ['module', 'main'],
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module';\nconst require = makeRequire(import.meta.url);",
  },
  // Emulators give credentials in the environment, and no operation streams events (infra/bundling).
  alias: {
    '@aws-sdk/credential-provider-node': join(ROOT, 'infra/bundling/lambda-credentials.ts'),
    '@smithy/core/event-streams': join(ROOT, 'infra/bundling/no-event-streams.ts'),
  },
  // The reference of the API is 3 MB. It is left out, and so is what builds the pages, which are built already.
  external: ['@scalar/fastify-api-reference', 'esbuild'],
};

type Sources = Record<string, string>;

/** Returns the files of a manifest as files of the repository. */
const sourcesOf = (row: Package, files: Readonly<Sources> = {}): Sources =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, sourceIn(row, file)]));

/** Returns the source file -> the entry of a package to import it from. */
const siblingsOf = ({ siblings = [] }: Package): Map<string, string> =>
  new Map(
    PACKAGES.filter(({ name }) => siblings.includes(name)).flatMap((each) =>
      [each.entries, each.nodeEntries ?? {}].flatMap((entries) =>
        Object.entries(entries).map(([subpath, file]): [string, string] => [
          sourceIn(each, file),
          posix.join(SCOPE, each.name, subpath),
        ]),
      ),
    ),
  );

/** Imports the files of siblings from their packages. */
function siblings(row: Package): Plugin {
  const packages = siblingsOf(row);
  return {
    name: 'siblings',
    setup: ({ onResolve }) => {
      onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
        const name = packages.get(relative(ROOT, join(resolveDir, path)));
        return name === undefined ? undefined : { path: name, external: true };
      });
    },
  };
}

const filesIn = ({ inputs }: Metafile): string[] => Object.keys(inputs);

async function manifestOf(row: Package, subpaths: readonly string[]): Promise<Record<string, unknown>> {
  const own = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const { version, license } = own;
  const needed = [
    ...(row.dependencies ?? []).map((name) => [name, `^${own.dependencies[name]}`]),
    ...(row.siblings ?? [])
      .map((name) => `${SCOPE}/${name}`)
      .filter((name) => !(name in (row.peers ?? {})))
      .map((name) => [name, version]),
  ];
  const versionOf = (name: string): string => (name.startsWith(SCOPE) ? version : `^${own.devDependencies[name]}`);
  const peers = Object.entries(row.peers ?? {}).map(([name, range]) => [name, range === '*' ? versionOf(name) : range]);
  const optional = row.optionalDependencies?.map((name) => [name, own.optionalDependencies[name]]);
  const conditionsOf = (subpath: string) => ({
    types: `./${stemOf(subpath)}.d.ts`,
    ...(row.hasCommonJs && { require: `./${stemOf(subpath)}.cjs` }),
    ...(row.nodeEntries?.[subpath] && { node: `./${nodeStemOf(subpath)}.js` }),
    default: `./${stemOf(subpath)}.js`,
  });
  return {
    name: `${SCOPE}/${row.name}`,
    version,
    description: row.description,
    keywords: row.keywords,
    license,
    repository: { type: 'git', url: REPOSITORY, directory: sourceIn(row, '') },
    type: 'module',
    sideEffects: false,
    engines: { node: row.node },
    ...(needed.length > 0 && { dependencies: Object.fromEntries(needed) }),
    ...(peers.length > 0 && { peerDependencies: Object.fromEntries(peers) }),
    ...(optional && { optionalDependencies: Object.fromEntries(optional) }),
    ...(row.bin && { bin: `./${row.bin}.js` }),
    ...(subpaths.length > 0 && { main: './index.js', types: './index.d.ts' }),
    exports: {
      ...Object.fromEntries(subpaths.map((subpath) => [subpath, conditionsOf(subpath)])),
      './package.json': './package.json',
    },
    publishConfig: { access: 'public', provenance: true },
  };
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
