// Keeps how far a run is, so that one that was interrupted goes on where it was.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { newReport, type Report } from '../../../lib/records/store/repair/report.ts';
import type { Key } from '../../../lib/store/keys.ts';
import { UserError } from '../../user-error.ts';
import type { Collections } from './rows.ts';

/**
 * Segments of the table, which are read side by side. With a page of each every half second (`PAGE_MS`), reading takes 4096
 * units a second: a third of what a new table serves (DynamoDB developer guide, "Initial throughput and scaling properties":
 * 12 000).
 */
export const SEGMENTS = 16;

/** How a failure to read on begins. It is over when a later run goes on. */
export const READING = 'reading the table';

export type Progress = {
  startedAt: string;
  /** How far each segment is read: to this key, or not at all, or to its end. */
  segments: (Key | 'new' | 'done')[];
  items: number;
  users: number;
  /** Users whose entries were not as they should be, or who may be in two pages. */
  synced: number;
  erased: number;
  jobs: number;
  /** Collections that were met and are not repaired yet. */
  collections: Collections;
  rows: Report;
  /** What could not be done, by ids and reasons. */
  failed: string[];
};

export const newProgress = (): Progress => ({
  startedAt: new Date().toISOString(),
  segments: new Array<'new'>(SEGMENTS).fill('new'),
  items: 0,
  users: 0,
  synced: 0,
  erased: 0,
  jobs: 0,
  collections: {},
  rows: newReport(),
  failed: [],
});

/** Nothing is left to read or repair, other than what failed by itself. */
export const isDone = ({ segments, collections }: Progress): boolean =>
  segments.every((each) => each === 'done') && Object.keys(collections).length === 0;

/** The file of an interrupted run, in the working directory. */
export const fileOf = (table: string): string => `resync-${table}.json`;

/**
 * Returns the progress to start from. Throws `UserError` if a run was interrupted and the caller does not say that this one
 * goes on, and for a file of which nothing can go on.
 */
export function load(file: string, isContinued: boolean): Progress {
  if (!existsSync(file)) {
    if (isContinued) throw new UserError(`there is no ${file} here: no run was interrupted.`);
    return newProgress();
  }
  const progress = progressIn(readFileSync(file, 'utf8'));
  if (!progress) throw new UserError(`${file} is damaged, or of another release. Delete it to start anew.`);
  if (isContinued) return { ...progress, failed: progress.failed.filter((each) => !each.startsWith(READING)) };
  throw new UserError(
    `the run of ${progress.startedAt} was interrupted. Go on with --continue, or delete ${file} to start anew.`,
  );
}

/** A file with fewer segments would end a run that has not read the others. */
function progressIn(text: string): Progress | undefined {
  try {
    const found = JSON.parse(text) as Progress;
    const isWhole = Object.entries(newProgress()).every(
      ([name, value]) => kindOf(found[name as keyof Progress]) === kindOf(value),
    );
    return isWhole && found.segments.length === SEGMENTS && found.segments.every(isPosition) ? found : undefined;
  } catch {
    return undefined;
  }
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value);

const isPosition = (at: Progress['segments'][number]): boolean =>
  at === 'new' || at === 'done' || (typeof at?.pk === 'string' && typeof at.sk === 'string');

/** Keeps the file as long as there is something to go on with. Returns whether there is. */
export function save(file: string, progress: Progress): boolean {
  const isKept = progress.items > 0 && !isDone(progress);
  if (isKept) {
    // A run that is killed meanwhile leaves the file of before.
    writeFileSync(`${file}.new`, JSON.stringify(progress));
    renameSync(`${file}.new`, file);
  } else rmSync(file, { force: true });
  return isKept;
}
