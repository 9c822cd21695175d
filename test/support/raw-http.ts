// Sends bytes on a socket, for requests that no HTTP client would send.
import { connect } from 'node:net';

export type RawReply = { status: number; headers: Record<string, string>; body: Record<string, unknown> | undefined };

const PATIENCE_MS = 5000;

/** Sends the bytes and reads until the server closes. Returns its first response, or `undefined` if there was none. */
export function sendRaw(baseUrl: string, bytes: string | Buffer): Promise<RawReply | undefined> {
  const { promise, resolve } = Promise.withResolvers<RawReply | undefined>();
  const received: Buffer[] = [];
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => socket.write(bytes));
  const finish = () => {
    socket.destroy();
    resolve(parse(Buffer.concat(received).toString('latin1')));
  };
  socket.setTimeout(PATIENCE_MS, finish);
  socket.on('data', (chunk) => {
    received.push(chunk);
    if (isComplete(Buffer.concat(received).toString('latin1'))) finish();
  });
  socket.on('error', () => {});
  socket.on('close', finish);
  return promise;
}

const split = (text: string): [string, string] => {
  const at = text.indexOf('\r\n\r\n');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 4)];
};

function isComplete(text: string): boolean {
  const [head, body] = split(text);
  if (/transfer-encoding: chunked/i.test(head)) return body.endsWith('0\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  return length !== undefined && text.includes('\r\n\r\n') && body.length >= Number(length);
}

function parse(text: string): RawReply | undefined {
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
  if (!status) return undefined;
  const [head, rest] = split(text);
  const lines = head.split('\r\n').slice(1);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const json = /\{.*\}/s.exec(rest)?.[0];
  return { status, headers, body: json === undefined ? undefined : JSON.parse(json) };
}
