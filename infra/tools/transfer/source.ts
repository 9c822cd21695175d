// Opens what is imported: a file, or an object of S3 as s3://BUCKET/KEY, which is read in ranges.
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { UserError } from '../../user-error.ts';

/**
 * `beside`: the local file beside which a run keeps its report and its progress. `marks`: another text once the content has
 * changed. `chunks` reads from the beginning, and throws `UserError`. `publish` takes a report to where the content is, and returns
 * where that is.
 */
export type Source = {
  beside: string;
  marks: string;
  chunks: () => AsyncIterable<Buffer>;
  publish: (report: string) => Promise<string>;
};

/** A few seconds of lines: a connection that breaks costs no more than that. */
const RANGE_BYTES = 8 * 1024 * 1024;
const OPTIONS = {
  maxAttempts: 5,
  followRegionRedirects: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  requestHandler: { connectionTimeout: 5000, requestTimeout: 60_000, throwOnRequestTimeout: true },
} as const;

/** Throws `UserError` if there is no such file or object, or it may not be read. */
export async function openSource(name: string): Promise<Source> {
  const [, bucket, key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(name) ?? [];
  if (bucket && key) return openObject(name, bucket, key);
  return openFile(name);
}

export function openFile(name: string): Source {
  try {
    const { size, mtimeMs } = statSync(name);
    return {
      beside: name,
      marks: `${size} ${mtimeMs}`,
      chunks: () => readable(name, createReadStream(name)),
      publish: async (report) => report,
    };
  } catch (error) {
    throw unreadable(name, error);
  }
}

async function openObject(name: string, Bucket: string, Key: string): Promise<Source> {
  const { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client(OPTIONS);
  const head = await client.send(new HeadObjectCommand({ Bucket, Key })).catch((error: unknown) => {
    throw unreadable(name, error);
  });
  const { ContentLength: size = 0, ETag } = head;
  // The object that the head is of: one that is replaced meanwhile is not read half and half.
  const range = async (from: number): Promise<Buffer> => {
    const to = Math.min(from + RANGE_BYTES, size) - 1;
    const Range = `bytes=${from}-${to}`;
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range, IfMatch: ETag }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  };
  async function* ranges(): AsyncIterable<Buffer> {
    for (let from = 0; from < size; from += RANGE_BYTES) yield await range(from);
  }
  return {
    beside: basename(Key),
    marks: `${size} ${ETag}`,
    chunks: () => readable(name, ranges()),
    publish: async (report) => {
      const target = `${Key}.report.ndjson`;
      const ContentLength = statSync(report).size;
      await client
        .send(new PutObjectCommand({ Bucket, Key: target, Body: createReadStream(report), ContentLength }))
        .catch((error: unknown) => {
          throw new UserError(`${report} is here, and was not written to the bucket: ${(error as Error).message}`);
        });
      return `s3://${Bucket}/${target}`;
    },
  };
}

async function* readable(name: string, chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    throw unreadable(name, error);
  }
}

function unreadable(name: string, error: unknown): UserError {
  const { name: kind, message } = error as Error;
  return new UserError(`${name} cannot be read: ${message === 'UnknownError' ? kind : message}`);
}
