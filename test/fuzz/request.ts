// Sends a request as it was drawn, byte by byte where a client library would correct it, and prints it for people.

import { exchange, type Reply } from '../support/http.ts';

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

export const targetOf = ({ path, query }: Draft): string => (query ? `${path}?${query}` : path);

/** Sends the draft on a connection of its own. Throws if there is no reply. */
export function deliver(baseUrl: string, draft: Draft, ip: string): Promise<Reply> {
  const { method, body, headers } = draft;
  const length = body === undefined ? [] : ['content-length', String(body.length)];
  return exchange(baseUrl, body, {
    method,
    path: targetOf(draft),
    maxHeaderSize: 1024 * 1024,
    localAddress: ip,
    headers: ['host', new URL(baseUrl).host, 'connection', 'close', ...headers.flat(), ...length],
  });
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
