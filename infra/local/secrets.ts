// The laptop's secrets: made at the first start, and kept with the data.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomSecret } from '../../lib/crypto/secrets.ts';
import { UserError } from '../user-error.ts';

export type Secrets = {
  /** By what the functions ask for. */
  values: Readonly<Record<string, string>>;
  /** The key that gates admin bootstrap. */
  adminKey: string;
  /** What they ask for to learn the identity providers. */
  sso: string;
};

export const ROOT_SECRET = 'gatehouse/root';
export const ADMIN_SECRET = 'gatehouse/admin';
export const SSO_SECRET = 'gatehouse/sso';

type Kept = { root: string; admin: string };

/** The root secret lives beside the data it protects, for as long as that lives. */
export async function keptSecrets(directory: string | undefined, adminSecretKey: string | undefined): Promise<Secrets> {
  const { root, admin } = directory === undefined ? fresh() : await keptIn(join(directory, 'secrets.json'));
  const adminKey = adminSecretKey ?? admin;
  return { values: { [ROOT_SECRET]: root, [ADMIN_SECRET]: adminKey }, adminKey, sso: SSO_SECRET };
}

const fresh = (): Kept => ({ root: JSON.stringify({ 1: randomSecret(48) }), admin: randomSecret(32) });

async function keptIn(file: string): Promise<Kept> {
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new UserError(`cannot read ${file}: ${error.code}`);
  });
  if (stored !== undefined) return secretsIn(file, stored);
  const secrets = fresh();
  await writeFile(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}

function secretsIn(file: string, text: string): Kept {
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError(`${file} is damaged: restore it, or remove the directory to begin anew`);
  }
}
