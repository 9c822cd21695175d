// Collects the licences of the packages whose code a package of ours contains: most of them ask for it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the package that a bundled file belongs to. */
const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/**
 * Returns the notices for the files of a bundle, whose paths are relative to `root`; `undefined` if all are our own. Throws
 * for a package that states no licence.
 */
export function noticesFor(root: string, files: readonly string[]): string | undefined {
  const folders = [...new Set(files.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []))];
  const notices = new Map(folders.map((folder) => noticeOf(join(root, folder))));
  const texts = [...notices].sort(([a], [b]) => (a < b ? -1 : 1)).map(([title, text]) => `${title}\n\n${text}`);
  return texts.length
    ? `The bundled code of these packages has licences of its own.\n\n${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
    : undefined;
}

function noticeOf(folder: string): [title: string, text: string] {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string') throw new Error(`packages: ${name} states no licence`);
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  return [`${name} ${version} (${license})`, file ? readFileSync(join(folder, file), 'utf8').trim() : license];
}
