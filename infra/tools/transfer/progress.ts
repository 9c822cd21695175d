// Keeps how far an import is, so that the same command goes on where it was interrupted.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { type Outcomes, outcomesOf } from '../../../lib/transfer/batches.ts';
import { replaceFile } from './files.ts';

/** `line`: the last one that is in the report. `reportBytes`: where its entry ends. */
export type Progress = { line: number; reportBytes: number; outcomes: Outcomes };
/** `purpose`: what a run does with which content. Another one starts anew. */
type Stored = Progress & { purpose: string };

export const newProgress = (): Progress => ({
  line: 0,
  reportBytes: 0,
  outcomes: outcomesOf([]),
});

/** The file of an interrupted run, beside the file that it imports. */
export const fileOf = (file: string): string => `${file}.progress.json`;

/** Returns the progress of an interrupted run of this purpose; a new one if there is none. */
export function load(file: string, purpose: string): Progress {
  if (!existsSync(fileOf(file))) return newProgress();
  try {
    const stored = JSON.parse(readFileSync(fileOf(file), 'utf8')) as Stored;
    return stored.purpose === purpose && Number.isInteger(stored.line) ? stored : newProgress();
  } catch {
    // A damaged file: what was imported before is skipped.
    return newProgress();
  }
}

export function save(file: string, purpose: string, { line, reportBytes, outcomes }: Progress): void {
  const stored: Stored = { line, reportBytes, outcomes, purpose };
  replaceFile(fileOf(file), JSON.stringify(stored));
}

export const forget = (file: string): void => rmSync(fileOf(file), { force: true });
