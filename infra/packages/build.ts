// Builds a package into a folder: bundles, declarations, licence, README and package.json.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { declarationsOf } from './declarations.ts';
import { PACKAGES, type Package } from './table.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const SCOPE = '@gatehouse-auth';

/** Where the sources are published. `npm publish --provenance` compares it with the repository that runs the build. */
const REPOSITORY = 'git+https://github.com/gatehouse-auth/gatehouse.git';

/** The name of the files of an entry: `.` is `index`. */
const stemOf = (subpath: string): string => (subpath === '.' ? 'index' : subpath.slice(2));

const nodeStemOf = (subpath: string): string => `${stemOf(subpath)}.node`;

/** Writes the package into `directory`, which must be empty. The same sources give the same files, byte for byte. */
export async function buildPackage(row: Package, directory: string): Promise<void> {
  const subpaths = Object.keys(row.entries);
  const sources = siblingSources(row);
  await build({
    absWorkingDir: ROOT,
    // In one build, so that both variants of an entry share their classes.
    entryPoints: [
      ...Object.entries(row.entries).map(([subpath, source]) => ({ in: source, out: stemOf(subpath) })),
      ...Object.entries(row.nodeEntries ?? {}).map(([subpath, source]) => ({ in: source, out: nodeStemOf(subpath) })),
    ],
    outdir: directory,
    bundle: true,
    splitting: true,
    chunkNames: 'chunk-[hash]',
    format: 'esm',
    platform: row.platform,
    external: [...(row.dependencies ?? []), ...Object.keys(row.peerDependencies ?? {})],
    plugins: [siblings(sources)],
    // Node 20 and the browsers of 2022. Bundlers of applications go lower if they must.
    target: 'es2022',
    // Names and comments stay: the application's own build minifies, and people read what they depend on.
    legalComments: 'none',
    logLevel: 'warning',
  });
  const outside = new Map([
    ...sources,
    ...Object.keys(row.peerDependencies ?? {}).map((name) => [name, name] as const),
  ]);
  const types = declarationsOf(ROOT, Object.values(row.entries), outside);
  for (const [subpath, source] of Object.entries(row.entries)) {
    const target = `./types/${source.replace(/\.ts$/, '.js')}`;
    types.set(`${stemOf(subpath)}.d.ts`, `export * from '${target}';\n`);
  }
  for (const [path, text] of types) await write(join(directory, path), text);
  await write(join(directory, 'package.json'), `${JSON.stringify(await manifestOf(row, subpaths), null, 2)}\n`);
  await cp(join(ROOT, 'LICENSE'), join(directory, 'LICENSE'));
  await cp(join(ROOT, `infra/packages/readmes/${row.name}.md`), join(directory, 'README.md'));
}

/** Source file -> import, for the entries of packages of ours that the application brings. */
const siblingSources = ({ peerDependencies = {} }: Package): Map<string, string> =>
  new Map(
    PACKAGES.filter(({ name }) => `${SCOPE}/${name}` in peerDependencies).flatMap(({ name, entries }) =>
      Object.entries(entries).map(([subpath, source]) => [source, `${SCOPE}/${name}${subpath.slice(1)}`]),
    ),
  );

/** Replaces imports of those files, so that an application has one copy of them. */
const siblings = (sources: ReadonlyMap<string, string>): Plugin => ({
  name: 'siblings',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const sibling = sources.get(relative(ROOT, join(resolveDir, path)));
      return sibling === undefined ? undefined : { path: sibling, external: true };
    }),
});

async function manifestOf(row: Package, subpaths: readonly string[]): Promise<Record<string, unknown>> {
  const { version, license, dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const needed = row.dependencies?.map((name) => [name, `^${dependencies[name]}`]);
  const peers = Object.entries(row.peerDependencies ?? {}).map(([name, range]) => [
    name,
    range === '*' ? version : range,
  ]);
  const conditionsOf = (subpath: string) => ({
    types: `./${stemOf(subpath)}.d.ts`,
    ...(row.nodeEntries?.[subpath] && { node: `./${nodeStemOf(subpath)}.js` }),
    default: `./${stemOf(subpath)}.js`,
  });
  return {
    name: `${SCOPE}/${row.name}`,
    version,
    description: row.description,
    keywords: row.keywords,
    license,
    repository: { type: 'git', url: REPOSITORY, directory: dirname(row.entries['.'] as string) },
    type: 'module',
    sideEffects: false,
    engines: { node: row.node },
    ...(needed && { dependencies: Object.fromEntries(needed) }),
    ...(peers.length && { peerDependencies: Object.fromEntries(peers) }),
    main: './index.js',
    types: './index.d.ts',
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
