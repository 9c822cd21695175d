// Reads a copy of the archive of the audit log from a folder, as `aws s3 sync` writes it.
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { UserError } from '../../user-error.ts';
import type { Anchor } from './verify.ts';

export type Archive = { anchors: Anchor[]; lines: () => AsyncIterable<string> };

/** Opens the archive in a folder. Throws `UserError` if there is none. */
export async function openArchive(folder: string): Promise<Archive> {
  // Names begin with the shard and the number of the first link, so their order is that of the chain.
  const files = (await namesIn(folder, 'links')).filter((name) => name.endsWith('.ndjson'));
  if (files.length === 0) throw new UserError(`${folder} has no links: synchronize the whole bucket, without a prefix`);
  const kept = (await namesIn(folder, 'anchors')).filter((name) => name.endsWith('.json'));
  const anchors = await Promise.all(kept.map(anchorsIn));
  return {
    anchors: anchors.flat(),
    lines: async function* () {
      for (const file of files) yield* linesOf(file);
    },
  };
}

/** Returns the files below a folder, in the order of their names. */
async function namesIn(folder: string, below: string): Promise<string[]> {
  const entries = await readdir(join(folder, below), { recursive: true }).catch(() => []);
  return entries.sort().map((name) => join(folder, below, name));
}

/** Reads the reply of GET /auth/admin/api/audit/anchors, as it was kept. */
export async function anchorsIn(path: string): Promise<Anchor[]> {
  const { data } = JSON.parse(await readFile(path, 'utf8')) as { data?: Anchor[] };
  if (!Array.isArray(data))
    throw new UserError(`${path} has no anchors: keep the reply of GET /auth/admin/api/audit/anchors`);
  return data;
}

/** Returns the lines of a file. */
export const linesOf = (path: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(path, 'utf8') });
