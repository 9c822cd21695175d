// Generates the secrets of the local run at the first start and stores them with the data.
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomSecret } from '../../../lib/crypto/secrets.ts';
import { UserError } from '../../user-error.ts';
import { tableFile } from './engines/table-file.ts';

export type Secrets = {
  /** By the name that functions use. */
  values: Readonly<Record<string, string>>;
  /** The key that gates admin bootstrap. */
  adminKey: string;
  /** The name of the secret with the identity providers. */
  sso: string;
};

export const PEPPER_SECRET = 'gatehouse/pepper';
export const SEAL_SECRET = 'gatehouse/seal';
export const SESSION_SECRET = 'gatehouse/session';
export const ADMIN_SECRET = 'gatehouse/admin';
export const SSO_SECRET = 'gatehouse/sso';
export const PROXY_SECRET = 'gatehouse/proxy';

type Stored = { pepper: string; seal: string; session: string; admin: string };

/** The root secrets are stored beside the data they protect, so that both have the same lifetime. */
export async function loadSecrets(directory: string | undefined, adminSecretKey: string | undefined): Promise<Secrets> {
  const stored = directory === undefined ? newSecrets() : await loadOrCreate(join(directory, 'secrets.json'));
  const adminKey = adminSecretKey ?? stored.admin;
  const values = {
    [PEPPER_SECRET]: stored.pepper,
    [SEAL_SECRET]: stored.seal,
    [SESSION_SECRET]: stored.session,
    [ADMIN_SECRET]: adminKey,
  };
  return { values, adminKey, sso: SSO_SECRET };
}

const newRoot = (): string => JSON.stringify({ 1: randomSecret(48) });
const newSecrets = (): Stored => ({ pepper: newRoot(), seal: newRoot(), session: newRoot(), admin: randomSecret(32) });

async function loadOrCreate(file: string): Promise<Stored> {
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new UserError(`cannot read ${file}: ${error.code}`);
  });
  if (stored !== undefined) return secretsIn(file, stored);
  // New secrets would open no password, session or sealed text of the table.
  if (existsSync(tableFile(dirname(file))))
    throw new UserError(
      `${file} is missing, and ${tableFile(dirname(file))} needs it. Restore it, or remove the directory to start over.`,
    );
  const secrets = newSecrets();
  await writeFile(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function secretsIn(file: string, text: string): Stored {
  const stored = jsonIn(text) as Partial<Stored> | undefined;
  const isRoot = (root: unknown): boolean => typeof root === 'string' && Object.keys(Object(jsonIn(root))).length > 0;
  const { pepper, seal, session, admin } = stored ?? {};
  if (![pepper, seal, session].every(isRoot) || typeof admin !== 'string' || admin === '')
    throw new UserError(`${file} is damaged. Restore it, or remove the directory to start over.`);
  return stored as Stored;
}
