// Emulates S3: PutObject, only if there is no object with the key.
import type { IncomingMessage } from 'node:http';
import type { Reply } from './query-form.ts';

/** The text of each object by `bucket/key`. */
export type Objects = Map<string, string>;

/** Returns the bucket and the key that a request names. */
export const objectIn = (path: string): string => decodeURIComponent(path.replace(/^\//, '').replace(/\?.*$/, ''));

/** Whether the request is one for S3: of the other stand-ins, none takes PUT. */
export const isForObject = ({ method }: IncomingMessage): boolean => method === 'PUT';

/** Stores the object. */
export function putObject({ url = '', headers }: IncomingMessage, body: string, objects: Objects): Reply {
  const name = objectIn(url);
  if (headers['if-none-match'] === '*' && objects.has(name)) {
    const error = '<Error><Code>PreconditionFailed</Code><Message>the object exists</Message></Error>';
    return { status: 412, type: 'application/xml', body: error };
  }
  objects.set(name, body);
  return { status: 200, type: 'application/xml', body: '' };
}
