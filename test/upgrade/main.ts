// Packs the functions of this checkout for the upgrade tests of later versions: `npm run release:pack`, once for each release,
// on its commit. The file is committed.
import { mkdir, writeFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import packageJson from '../../package.json' with { type: 'json' };
import { bundleAll, RELEASES, SUFFIX } from './pack.ts';

const code = await bundleAll();
const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
const packed = brotliCompressSync(code, { params });
const file = `${RELEASES}${packageJson.version}${SUFFIX}`;
await mkdir(RELEASES, { recursive: true });
await writeFile(file, packed);
process.stdout.write(`${file}: ${code.length} bytes, ${packed.length} packed\n`);
