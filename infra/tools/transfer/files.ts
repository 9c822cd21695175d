// Writes the files of imports and exports whole: what is read is the file of before or the new one.
import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file that its owner alone may read. What is there is replaced: a link goes, and the file that it names stays. */
export function writeNewFile(file: string, text: string): void {
  rmSync(file, { force: true });
  // `wx` follows no link, also none that was made since.
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
}

/** Replaces the file at once. A run that is killed meanwhile leaves the one of before. */
export function replaceFile(file: string, text: string): void {
  writeNewFile(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
