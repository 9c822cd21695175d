// Stores objects in S3.
import { PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';

// An object has a few megabytes, and no request waits for it.
const TIMEOUTS = { connectionTimeout: 1000, requestTimeout: 30_000, throwOnRequestTimeout: true } as const;

let client: S3Client | undefined;

/** Stores an object unless there is one under this key. Returns whether it did. */
export async function putOnce(bucket: string, key: string, type: string, body: string): Promise<boolean> {
  client ??= new S3Client({ maxAttempts: 3, requestHandler: TIMEOUTS });
  try {
    await client.send(
      new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: type, IfNoneMatch: '*' }),
    );
    return true;
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === 'PreconditionFailed') return false;
    throw error;
  }
}
