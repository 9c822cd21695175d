// Packs the functions of this checkout into one file, for the upgrade tests of later versions: `node
// test/upgrade/pack.ts`. Run it once for each release, on its commit, and commit the file.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';
import { BUNDLING } from '../../infra/bundling/bundle.ts';
import { functionNames } from '../../infra/functions.ts';
import packageJson from '../../package.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Functions share most of their code, so one bundle of all of them is a tenth of their sum. */
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
const code = outputFiles[0]?.contents as Uint8Array;
const packed = brotliCompressSync(code, {
  params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
});
const file = fileURLToPath(new URL(`releases/${packageJson.version}.cjs.br`, import.meta.url));
await writeFile(file, packed);
process.stdout.write(`${file}: ${code.length} bytes, ${packed.length} packed\n`);
