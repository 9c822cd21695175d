// Keeps how far the change feed has read the table's stream, beside the table. Both are files that a person may restore,
// cut or mix up, so the position says which record it means, and is used only if the stream has that record there.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DynamoDBRecord } from 'aws-lambda';

/** `sequence`: of the last record that was handled. `mark`: what tells the record from another with this number. */
export type Position = { stream: string; sequence: string; mark: string };
export type PositionFile = {
  read: () => Promise<Position | 'damaged' | undefined>;
  write: (at: Position) => Promise<void>;
};

const TEXT = /^(\d+) (\S+) (\S+)$/;

/** The file in the directory. Without one, nothing is kept. */
export function positionFile(directory: string | undefined): PositionFile {
  if (directory === undefined) return { read: async () => undefined, write: async () => {} };
  const file = fileIn(directory);
  return {
    read: async () => {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      if (text === undefined) return undefined;
      const [, sequence, stream, mark] = TEXT.exec(text) ?? [];
      return sequence && stream && mark ? { sequence, stream, mark } : 'damaged';
    },
    write: async ({ sequence, stream, mark }) => {
      await writeFile(`${file}.new`, `${sequence} ${stream} ${mark}`);
      await rename(`${file}.new`, file);
    },
  };
}

export const fileIn = (directory: string): string => join(directory, 'stream-position');

export const positionOf = (stream: string, record: DynamoDBRecord): Position => ({
  stream,
  sequence: record.dynamodb?.SequenceNumber ?? '',
  mark: markOf(record),
});

/** Whether the record is the one that the position means. A restored table gives the same numbers to other records. */
export const isAt = (position: Position, stream: string, record: DynamoDBRecord | undefined): boolean =>
  position.stream === stream &&
  record?.dynamodb?.SequenceNumber === position.sequence &&
  markOf(record) === position.mark;

const markOf = ({ dynamodb: { ApproximateCreationDateTime: at, Keys } = {} }: DynamoDBRecord): string =>
  encodeURIComponent(`${new Date(at as unknown as Date).getTime()} ${Keys?.pk?.S} ${Keys?.sk?.S}`);
