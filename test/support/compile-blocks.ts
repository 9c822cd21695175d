// Type-checks code of documents that imports our packages, in strict mode.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');

type Files = Readonly<Record<string, string>>;

/** Compiles each block as a file of its own, beside others. Returns what the compiler printed: nothing if they are right. */
export async function compileBlocks(blocks: readonly string[], others: Files = {}): Promise<string> {
  const cache = join(ROOT, 'test/node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const directory = await mkdtemp(join(cache, 'guide-'));
  await Promise.all(blocks.map((code, at) => writeFile(join(directory, `block-${at}.ts`), code)));
  await Promise.all(Object.entries(others).map(([name, text]) => writeFile(join(directory, name), text)));
  const paths = {
    '@gatehouse-auth/client': [join(ROOT, 'lib/packages/client/index.ts')],
    '@gatehouse-auth/client/*': [join(ROOT, 'lib/packages/client/*.ts')],
    '@gatehouse-auth/react': [join(ROOT, 'lib/packages/react/index.ts')],
    '@gatehouse-auth/testing': [join(ROOT, 'lib/packages/testing/index.ts')],
    '@gatehouse-auth/server': [join(ROOT, 'lib/packages/server/index.ts')],
    '@gatehouse-auth/server/*': [join(ROOT, 'lib/packages/server/*.ts')],
  };
  // Settings of a reader's project, where they are stricter here.
  const compilerOptions = { noUnusedLocals: false, noImplicitReturns: false, paths };
  const files = blocks.map((_, at) => `block-${at}.ts`);
  const settings = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, files, include: [] };
  await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(settings));
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const printed = await promisify(execFile)(tsc, ['-p', directory]).then(
    ({ stdout }) => stdout,
    ({ stdout, message }) => stdout || message,
  );
  await rm(directory, { recursive: true });
  return printed;
}
