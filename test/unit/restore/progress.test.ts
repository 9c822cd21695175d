// Checks which files a resync goes on with.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { load, newProgress, READING, SEGMENTS, save } from '../../../infra/tools/restore/progress.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'resync-'));
  file = join(directory, 'resync-table.json');
});
afterEach(() => rmSync(directory, { recursive: true }));

const begun = () => ({ ...newProgress(), items: 7, failed: [`${READING}: throttled`, 'user usr_1: broken'] });

test('a run goes on with what was saved, but for failures to read on, and asks before it starts anew', () => {
  const progress = begun();
  progress.segments[0] = { pk: 'T#1', sk: 'TENANT' };
  progress.segments[1] = 'done';
  expect(save(file, progress)).toBe(true);
  expect(readdirSync(directory)).toEqual(['resync-table.json']);
  expect(load(file, true)).toEqual({ ...progress, failed: ['user usr_1: broken'] });
  expect(() => load(file, false)).toThrow(`the run of ${progress.startedAt} was interrupted.`);
  expect(save(file, { ...progress, segments: new Array<'done'>(SEGMENTS).fill('done') })).toBe(false);
  expect(readdirSync(directory)).toEqual([]);
});

test.each([
  ['nothing', ''],
  ['the half of it', JSON.stringify(begun()).slice(0, -20)],
  ['no object', 'null'],
  ['a list', '[]'],
  ['no segments', JSON.stringify({ ...begun(), segments: undefined })],
  ['fewer segments, which would leave others unread', JSON.stringify({ ...begun(), segments: ['done'] })],
  ['a segment of another kind', JSON.stringify({ ...begun(), segments: new Array(SEGMENTS).fill({ pk: 1 }) })],
  ['a number as text', JSON.stringify({ ...begun(), users: '3' })],
])('a file with %s is refused by its name, with the way out', (_, text) => {
  writeFileSync(file, text);
  for (const isContinued of [true, false])
    expect(() => load(file, isContinued)).toThrow(
      `${file} is damaged, or of another release. Delete it to start anew.`,
    );
});
