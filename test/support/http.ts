// Sends HTTP requests, including ones that no client library would send, and publishes every exchange.
import { randomInt } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { record } from './ledger.ts';

export type Reply = {
  status: number;
  headers: IncomingHttpHeaders;
  setCookies: string[];
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what came back is what tests look into
  body: any;
};

export type Send = {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, as JSON unless `headers` say otherwise. */
  raw?: string | Buffer;
  headers?: Record<string, string | string[]>;
  /** Client address in 127.0.0.0/8; a fresh one by default, so that limits by address don't couple tests. */
  ip?: string;
};

/** Hears of every request and its response: a failing test shows the last. */
const exchanges = channel('gatehouse:exchange');

/** Returns a random loopback address. With nearly 24 random bits, a repetition is unlikely. */
export const freshIp = (): string => `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;

/** One request on its own connection. */
export async function send(
  baseUrl: string,
  method: string,
  path: string,
  { body, raw, headers, ip }: Send = {},
): Promise<Reply> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const length = payload === undefined ? undefined : Buffer.byteLength(payload);
  const reply = await exchange(baseUrl, payload, {
    method,
    path: new URL(baseUrl).pathname.replace(/\/$/, '') + path,
    localAddress: ip ?? freshIp(),
    headers: {
      ...(length !== undefined && { 'content-type': 'application/json', 'content-length': length }),
      ...headers,
    },
  });
  const { status, text } = reply;
  exchanges.publish({ method, path, payload, status, text });
  // New recovery codes come with a `code` of their own.
  const asksForGet = /^get$/i.test(String(headers?.['x-http-method-override']));
  record(method, path, status, status < 300 ? undefined : reply.body?.code, asksForGet);
  return reply;
}

/** Sends a request as it is, and reads its reply. Throws if there is none. */
export function exchange(
  baseUrl: string,
  payload: string | Buffer | undefined,
  options: RequestOptions,
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const { port } = new URL(baseUrl);
  const sent = httpRequest({ host: '127.0.0.1', port, agent: false, ...options }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const { statusCode: status = 0, headers } = response;
      const bytes = Buffer.concat(chunks);
      const isPacked = headers['content-encoding'] === 'gzip' && bytes.length > 0;
      const text = (isPacked ? gunzipSync(bytes) : bytes).toString();
      resolve({ status, headers, setCookies: headers['set-cookie'] ?? [], text, body: parsed(text) });
    });
  });
  sent.on('error', reject);
  sent.end(payload);
  return promise;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the value of a cookie that a reply sets, with or without the prefix `__Host-`. */
export function cookieOf(reply: Reply, name: string): string | undefined {
  const line = reply.setCookies.find((each) => new RegExp(`^(__Host-)?${name}=`).test(each));
  return line?.split(';')[0]?.split('=').slice(1).join('=');
}

/** Every cookie a reply sets, as the header that sends them back. */
export const cookieHeader = (reply: Reply): string => reply.setCookies.map((line) => line.split(';')[0]).join('; ');
