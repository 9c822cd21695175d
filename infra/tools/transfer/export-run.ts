// Writes the pages of an export into a file. What is kept beside it says how far it is, so a run that was killed goes on: no line is
// there twice, and none is lost.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { UserError } from '../../user-error.ts';
import { replaceFile, writeNewFile } from './files.ts';
import { chained, type Manifest, manifestOf, NO_LINES, requireManifest, writeManifest } from './manifest.ts';

type Page = { data: readonly Record<string, unknown>[]; meta: { nextCursor: string | null } };
type Run = {
  file: string;
  /** Another tenant, deployment or key is another export. */
  purpose: string;
  tenant: Manifest['tenant'];
  recipient: string;
  /** Writes roles and settings, and returns what the manifest says of them. */
  setup?: () => Pick<Manifest, 'tenantFile' | 'leftOut'>;
  page: (cursor: string | undefined) => Promise<Page>;
  say: (text: string) => void;
};
/** `bytes`: of the lines that are certainly in the file. */
type Progress = Pick<Manifest, 'exportedAt' | 'lines' | 'sealed' | 'chain'> & {
  purpose: string;
  cursor: string | null;
  bytes: number;
};

const progressOf = (file: string): string => `${file}.progress.json`;

/** Exports into the file, and returns its manifest. Throws `UserError` if the file is of another export, and what `page` throws. */
export async function runExport({ file, purpose, tenant, recipient, setup, page, say }: Run): Promise<Manifest> {
  const progress = openFile(file, purpose);
  if (progress.lines > 0) say(`${file}: goes on after line ${progress.lines}`);
  for (;;) {
    const { data, meta } = await page(progress.cursor ?? undefined);
    const lines = data.map((line) => JSON.stringify(line));
    progress.bytes += append(file, lines);
    progress.lines += lines.length;
    progress.sealed += data.filter(({ sealed }) => sealed !== undefined).length;
    progress.chain = lines.reduce(chained, progress.chain);
    progress.cursor = meta.nextCursor;
    if (progress.cursor === null) break;
    replaceFile(progressOf(file), JSON.stringify(progress));
    say(`${file}: ${progress.lines} users`);
  }
  const { exportedAt, lines, sealed, chain } = progress;
  const manifest: Manifest = { format: 1, tenant, exportedAt, recipient, lines, sealed, chain, ...setup?.() };
  writeManifest(file, manifest);
  rmSync(progressOf(file), { force: true });
  await requireManifest(file);
  return manifest;
}

/** Cuts off what a killed run wrote after its progress: that page comes again. */
function openFile(file: string, purpose: string): Progress {
  const isBegun = existsSync(progressOf(file));
  if (!isBegun && existsSync(manifestOf(file)))
    throw new UserError(`${file} is complete: give another folder for a new export`);
  if (isBegun) {
    const stored = JSON.parse(readFileSync(progressOf(file), 'utf8')) as Progress;
    if (stored.purpose !== purpose) throw new UserError(`${file} is of another tenant, deployment or key`);
    truncateSync(file, stored.bytes);
    return stored;
  }
  writeNewFile(file, '');
  return {
    purpose,
    cursor: null,
    bytes: 0,
    lines: 0,
    sealed: 0,
    chain: NO_LINES,
    exportedAt: new Date().toISOString(),
  };
}

function append(file: string, lines: readonly string[]): number {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  const handle = openSync(file, 'a');
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return bytes.length;
}
