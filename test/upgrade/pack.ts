// Bundles the functions of a checkout into one file, so that two versions of them can run on one table.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { BUNDLING } from '../../infra/bundling/bundle.ts';
import { functionNames } from '../../infra/functions.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The folder of packed releases, and the endings of their two files. */
export const RELEASES = fileURLToPath(new URL('releases/', import.meta.url));
export const SUFFIX = '.cjs.br';
export const TEMPLATES = '.templates.br';

/** Returns one bundle of all functions: they share most of their code, so it is a tenth of their sum. */
export async function bundleAll(): Promise<Uint8Array> {
  const entry = [
    ...functionNames.map((name) => `export * as ${JSON.stringify(name)} from './functions/${name}.ts';`),
    "export * as clock from './lib/platform/clock.ts';",
  ].join('\n');
  const { outputFiles } = await build({
    ...BUNDLING,
    external: ['@smithy/core/event-streams'],
    stdin: { contents: entry, resolveDir: ROOT, loader: 'ts' },
    write: false,
  });
  return outputFiles[0]?.contents as Uint8Array;
}
