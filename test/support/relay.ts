// Relays calls to the engine, so that tests can watch the store's calls or lose some of them.
import { createServer, request } from 'node:http';
import { close, listen } from '../../infra/local/ports.ts';

/** What becomes of a call: it goes through, it never arrives, or it is carried out and its response is lost. */
export type Fate = 'passes' | 'request lost' | 'answer lost';
export type Relay = { endpoint: string; stop: () => Promise<void> };

/** Starts a relay. It passes the operation (`PutItem`) of every call of the table, not of the stream, to `fateOf`. */
export async function startRelay(engine: string, fateOf: (operation: string) => Fate): Promise<Relay> {
  const relay = createServer((incoming, outgoing) => {
    const [api, operation] = String(incoming.headers['x-amz-target']).split('.');
    const fate = api === 'DynamoDB_20120810' ? fateOf(operation as string) : 'passes';
    if (fate === 'request lost') return void incoming.destroy();
    const { method, url, headers } = incoming;
    const onward = request(engine + url, { method, headers }, (answer) => {
      if (fate === 'answer lost') {
        answer.resume().on('end', () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  return { endpoint: `http://127.0.0.1:${await listen(relay, 0)}`, stop: () => close(relay) };
}
