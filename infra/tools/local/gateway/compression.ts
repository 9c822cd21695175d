// Compresses replies as API Gateway does for a client that accepts it. The local gateway uses it, and with it the
// rehearsal, so that sizes and headers are those of a deployment.
//
// Source: API Gateway developer guide, "Payload compression for REST APIs". API Gateway also knows deflate, which no
// browser prefers.
import { gzipSync } from 'node:zlib';
import type { Response } from '../../../../lib/http/response.ts';

/** What is sent: headers with `content-encoding`, and the bytes. */
type Sent = { headers: Record<string, string>; body: string | Buffer };

/** Returns what a client receives. `from` is the size in bytes from which replies are compressed; `undefined`: never. */
export function compressed(
  { headers, body }: Pick<Response, 'headers' | 'body'>,
  accepted: string | undefined,
  from: number | undefined,
): Sent {
  const isLong = from !== undefined && Buffer.byteLength(body) >= from;
  if (!isLong || !acceptsGzip(accepted)) return { headers, body };
  return { headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(body) };
}

/** Whether the client takes it, and with a weight that is not zero (RFC 9110 12.5.3). */
const acceptsGzip = (accepted = ''): boolean =>
  accepted
    .toLowerCase()
    .split(',')
    .map((each) => each.trim().split(/\s*;\s*q=/))
    .some(([coding, weight = '1']) => coding === 'gzip' && Number(weight) > 0);
