// Sends a request as it was drawn, byte by byte where a client library would correct it, and prints it for people.

import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';

export type Draft = {
  method: string;
  /** Encoded, as it is sent. */
  path: string;
  /** Encoded, without the question mark. */
  query: string;
  /** In order. A name may be there twice. */
  headers: [name: string, value: string][];
  body?: Buffer;
};

export type Reply = {
  status: number;
  headers: IncomingHttpHeaders;
  setCookies: string[];
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what came back is what the checks look into
  body: any;
};

export const targetOf = ({ path, query }: Draft): string => (query ? `${path}?${query}` : path);

/** Sends the draft on a connection of its own. Throws if there is no reply. */
export function deliver(baseUrl: string, draft: Draft, ip: string): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const { host, port } = new URL(baseUrl);
  const length = draft.body === undefined ? [] : ['content-length', String(draft.body.length)];
  const sent = httpRequest(
    {
      host: '127.0.0.1',
      port,
      method: draft.method,
      path: targetOf(draft),
      agent: false,
      maxHeaderSize: 1024 * 1024,
      localAddress: ip,
      headers: ['host', host, 'connection', 'close', ...draft.headers.flat(), ...length],
    },
    (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0, headers } = response;
        const bytes = Buffer.concat(chunks);
        const isPacked = headers['content-encoding'] === 'gzip' && bytes.length > 0;
        const text = (isPacked ? gunzipSync(bytes) : bytes).toString();
        resolve({ status: statusCode, headers, setCookies: headers['set-cookie'] ?? [], text, body: parsed(text) });
      });
    },
  );
  sent.on('error', reject);
  sent.end(draft.body);
  return promise;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns a shell command that sends the same request. */
export function curlOf(baseUrl: string, draft: Draft): string {
  const { method, headers, body } = draft;
  const lines = [
    `curl -i --path-as-is -X ${quoted(method)} ${quoted(`${baseUrl}${targetOf(draft)}`)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
  ];
  if (body) {
    const text = body.toString();
    const isPlain = Buffer.from(text).equals(body) && /^[\x20-\x7e]*$/.test(text);
    const encoded = `@<(base64 -d <<< ${body.toString('base64')})`;
    lines.push(`--data-binary ${isPlain ? quoted(text) : encoded}`);
  }
  return lines.join(' \\\n  ');
}
