// Packs this checkout for the upgrade tests of later versions: its functions, and its templates in each state of a deployment.
// `npm run release:pack`, once for each release, on its commit. The files are committed.
import { mkdir, writeFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import packageJson from '../../package.json' with { type: 'json' };
import { bundleAll, RELEASES, SUFFIX, TEMPLATES } from './pack.ts';
import { templatesOfStates } from './states.ts';

const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
await mkdir(RELEASES, { recursive: true });
await pack(SUFFIX, await bundleAll());
await pack(TEMPLATES, Buffer.from(JSON.stringify(templatesOfStates())));

async function pack(suffix: string, content: Uint8Array): Promise<void> {
  const packed = brotliCompressSync(content, { params });
  const file = `${RELEASES}${packageJson.version}${suffix}`;
  await writeFile(file, packed);
  process.stdout.write(`${file}: ${content.length} bytes, ${packed.length} packed\n`);
}
