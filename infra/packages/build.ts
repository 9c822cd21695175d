// Builds a package into a folder: bundles, declarations, licence, README and package.json.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { bundle } from '../bundling/bundle.ts';
import { RESOURCES } from '../functions.ts';
import { declarationsOf } from './declarations.ts';
import { noticesFor } from './notices.ts';
import type { Package } from './table.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const SCOPE = '@gatehouse-auth';

/** Where the sources are published. `npm publish --provenance` compares it with the repository that runs the build. */
const REPOSITORY = 'git+https://github.com/gatehouse-auth/gatehouse.git';

/** The name of the files of an entry: `.` is `index`. */
const stemOf = (subpath: string): string => (subpath === '.' ? 'index' : subpath.slice(2));

/** Writes the package into `directory`, which must be empty. The same sources give the same files, byte for byte. */
export async function buildPackage(row: Package, directory: string): Promise<void> {
  const subpaths = Object.keys(row.entries);
  const external = [...(row.dependencies ?? []), ...(row.peers ?? [])];
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: Object.entries(row.entries).map(([subpath, source]) => ({ in: source, out: stemOf(subpath) })),
    outdir: directory,
    bundle: true,
    splitting: true,
    chunkNames: 'chunk-[hash]',
    format: 'esm',
    platform: row.platform,
    external,
    // Node 20 and the browsers of 2022. Bundlers of applications go lower if they must.
    target: 'es2022',
    // Names and comments stay: the application's own build minifies, and people read what they depend on.
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  });
  const bundled = [metafile];
  const types = declarationsOf(ROOT, Object.values(row.entries), row.peers);
  for (const [subpath, source] of Object.entries(row.entries)) {
    const target = `./types/${source.replace(/\.ts$/, '.js')}`;
    types.set(`${stemOf(subpath)}.d.ts`, `export * from '${target}';\n`);
  }
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
  await cp(join(ROOT, `infra/packages/readmes/${row.name}.md`), join(directory, 'README.md'));
}

const filesIn = ({ inputs }: Metafile): string[] => Object.keys(inputs);

async function manifestOf(row: Package, subpaths: readonly string[]): Promise<Record<string, unknown>> {
  const { version, license, dependencies, devDependencies } = JSON.parse(
    await readFile(join(ROOT, 'package.json'), 'utf8'),
  );
  const needed = row.dependencies?.map((name) => [name, `^${dependencies[name]}`]);
  const peers = row.peers?.map((name) => [name, `^${devDependencies[name]}`]);
  const conditionsOf = (stem: string) => ({ types: `./${stem}.d.ts`, default: `./${stem}.js` });
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
    ...(peers && { peerDependencies: Object.fromEntries(peers) }),
    main: './index.js',
    types: './index.d.ts',
    exports: {
      ...Object.fromEntries(subpaths.map((subpath) => [subpath, conditionsOf(stemOf(subpath))])),
      './package.json': './package.json',
    },
    publishConfig: { access: 'public', provenance: true },
  };
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
