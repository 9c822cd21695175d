// A name server on this machine (RFC 1035, 4.1): TXT records by name, and the replies of a server that is broken.
import { createSocket } from 'node:dgram';
import { afterAll } from '@jest/globals';

/** `SERVFAIL`, or a reply that is no message. */
export type Fault = 'SERVFAIL' | 'garbage';
export type Dns = {
  /** Starts it. Returns its address for GATEHOUSE_DNS_SERVERS. */
  listen: () => Promise<string>;
  set: (name: string, ...texts: string[]) => void;
  break: (name: string, fault: Fault) => void;
  /** Removes the records and the fault of a name. */
  clear: (name: string) => void;
  /** The names that were asked for. */
  readonly asked: readonly string[];
};

const [NXDOMAIN, SERVFAIL] = [3, 2];
const TXT = 16;

/** Returns a server that stops after the tests of the file. */
export function useDns(): Dns {
  const records = new Map<string, string[]>();
  const faults = new Map<string, Fault>();
  const asked: string[] = [];
  const socket = createSocket('udp4').unref();
  socket.on('message', (query, { address, port }) => {
    const { name, end } = questionOf(query);
    asked.push(name);
    socket.send(replyTo(query, end, records.get(name), faults.get(name)), port, address);
  });
  afterAll(() => void socket.close());
  return {
    listen: async () => {
      await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
      return `127.0.0.1:${socket.address().port}`;
    },
    set: (name, ...texts) => void records.set(name, texts),
    break: (name, fault) => void faults.set(name, fault),
    clear: (name) => {
      records.delete(name);
      faults.delete(name);
    },
    asked,
  };
}

/** The name of the first question, and where the question ends. */
function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]; length; length = query[at]) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

function replyTo(query: Buffer, end: number, texts: readonly string[] | undefined, fault: Fault | undefined): Buffer {
  if (fault === 'garbage') return Buffer.from([...query.subarray(0, 2), 0xff]);
  const code = fault === 'SERVFAIL' ? SERVFAIL : texts ? 0 : NXDOMAIN;
  const answers = (fault ? [] : (texts ?? [])).map(answer);
  const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80 | code, 0, 1, 0, answers.length, 0, 0, 0, 0]);
  return Buffer.concat([header, query.subarray(12, end), ...answers]);
}

/** A record of the name in the question. Its text is in pieces of at most 255 characters. */
function answer(text: string): Buffer {
  const pieces = text.match(/.{1,255}/gs) ?? [''];
  const data = Buffer.concat(pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)])));
  const head = Buffer.from([0xc0, 12, 0, TXT, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 0xff]);
  return Buffer.concat([head, data]);
}
