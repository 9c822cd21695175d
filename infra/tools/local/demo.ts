// Keeps the demo accounts beside the data, so that each start can show them again.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeSeed, type Seed, seed } from './seed.ts';

const FILE = 'demo.json';

/**
 * Returns what `npm start` prints about the demo data, which it creates on an empty store. Later starts show the accounts
 * as they were created; `undefined` if the store never had any.
 */
export async function demo(
  baseUrl: string,
  adminSecretKey: string,
  directory: string | undefined,
): Promise<string | undefined> {
  const made = await seed(baseUrl, adminSecretKey);
  if (directory === undefined) return made && describeSeed(baseUrl, made);
  const file = join(directory, FILE);
  if (made) await store(file, made);
  const known = made ?? (await stored(file));
  if (known && known !== 'damaged') return describeSeed(baseUrl, known);
  const problem = known ? `${file} is damaged.` : 'There are accounts, but not those of a demo.';
  return `${problem} For new demo accounts, remove ${directory} or set GATEHOUSE_DATA to another directory.\n`;
}

/** The passwords are those of accounts on this machine. The root secrets are in the same directory. */
async function store(file: string, made: Seed): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(made, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Returns `undefined` for a directory of an earlier version. Its accounts are of use without the file. */
async function stored(file: string): Promise<Seed | 'damaged' | undefined> {
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) =>
    code === 'ENOENT' ? undefined : 'damaged',
  );
  if (text === undefined) return undefined;
  try {
    const { tenant, admin, users } = JSON.parse(text) as Seed;
    return tenant && admin && users ? { tenant, admin, users } : 'damaged';
  } catch {
    return 'damaged';
  }
}
