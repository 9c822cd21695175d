// Says what an export consists of, so that a file that was cut, changed or put into another order is noticed before it is imported.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { UserError } from '../../user-error.ts';
import { replaceFile } from './files.ts';

/** `chain`: SHA-256 in hexadecimal, for each line that of the chain before it and the line. `recipient`: the key's digest. */
export type Manifest = {
  format: 1;
  tenant: { id: string; slug: string; name: string };
  exportedAt: string;
  recipient: string;
  lines: number;
  sealed: number;
  chain: string;
  /** SHA-256 in hexadecimal of the file with roles and settings, and what is in no file. */
  tenantFile?: string;
  leftOut?: readonly string[];
};

/** The chain of a file without a line. */
export const NO_LINES = '0'.repeat(64);

/** Returns the chain with one line more. `line` has no line break. */
export const chained = (chain: string, line: string): string =>
  createHash('sha256').update(Buffer.from(chain, 'hex')).update(line).digest('hex');

/** The manifest beside a file of lines. */
export const manifestOf = (file: string): string => `${file.replace(/\.ndjson$/, '')}.manifest.json`;

export function writeManifest(file: string, manifest: Manifest): void {
  replaceFile(manifestOf(file), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Throws `UserError` if the file is not the one of its manifest. Returns the manifest; `undefined` if there is none. */
export async function requireManifest(file: string): Promise<Manifest | undefined> {
  if (!existsSync(manifestOf(file))) return;
  const manifest = readManifest(manifestOf(file));
  let [chain, lines] = [NO_LINES, 0];
  for await (const line of linesIn(file)) {
    chain = chained(chain, line);
    lines += 1;
  }
  if (lines !== manifest.lines || chain !== manifest.chain)
    throw new UserError(
      `${file} is not as it was exported: it has ${lines} lines, ${manifestOf(file)} names ${manifest.lines}, and their hashes differ.`,
    );
  return manifest;
}

/** Yields the lines of a file. A line feed alone ends one: U+2028, which ends a line elsewhere, may be in a text of JSON. */
async function* linesIn(file: string): AsyncIterable<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    const parts = `${rest}${chunk}`.split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}

function readManifest(file: string): Manifest {
  try {
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    if (manifest.format === 1) return manifest;
  } catch {}
  throw new UserError(`${file} is no manifest that this version reads`);
}
