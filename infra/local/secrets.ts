// Generates the secrets of the local run at the first start and stores them with the data.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomSecret } from '../../lib/crypto/secrets.ts';
import { UserError } from '../user-error.ts';

export type Secrets = {
  /** By the name that functions use. */
  values: Readonly<Record<string, string>>;
  /** The key that gates admin bootstrap. */
  adminKey: string;
  /** The name of the secret with the identity providers. */
  sso: string;
};

export const ROOT_SECRET = 'gatehouse/root';
export const ADMIN_SECRET = 'gatehouse/admin';
export const SSO_SECRET = 'gatehouse/sso';

type Stored = { root: string; admin: string };

/** The root secret is stored beside the data it protects, so that both have the same lifetime. */
export async function loadSecrets(directory: string | undefined, adminSecretKey: string | undefined): Promise<Secrets> {
  const { root, admin } = directory === undefined ? newSecrets() : await loadOrCreate(join(directory, 'secrets.json'));
  const adminKey = adminSecretKey ?? admin;
  return { values: { [ROOT_SECRET]: root, [ADMIN_SECRET]: adminKey }, adminKey, sso: SSO_SECRET };
}

const newSecrets = (): Stored => ({ root: JSON.stringify({ 1: randomSecret(48) }), admin: randomSecret(32) });

async function loadOrCreate(file: string): Promise<Stored> {
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new UserError(`cannot read ${file}: ${error.code}`);
  });
  if (stored !== undefined) return secretsIn(file, stored);
  const secrets = newSecrets();
  await writeFile(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}

function secretsIn(file: string, text: string): Stored {
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError(`${file} is damaged. Restore it, or remove the directory to start over.`);
  }
}
