// A service whose work can be counted: calls of the store on their way to the engine, and password hashes.
import { createHook } from 'node:async_hooks';
import { createServer, request } from 'node:http';
import { startEngine } from '../../../infra/local/engine.ts';
import { close, listen } from '../../../infra/local/ports.ts';
import type { Reply } from '../../support/http.ts';
import { type Service, startService } from '../../support/service.ts';

export type Observed = {
  service: Service;
  /** Makes the call and answers what a stranger sees of the reply, and what work it took. */
  observe: (call: () => Promise<Reply>) => Promise<Observation>;
  stop: () => Promise<void>;
};
export type Observation = { status: number; headers: object; text: string; storeCalls: string[]; hashes: number };

/** Starts the service with a relay in front of its engine. One observation at a time. */
export async function startObserved(): Promise<Observed> {
  const engine = await startEngine(undefined, undefined);
  let storeCalls: string[] = [];
  const relay = createServer((incoming, outgoing) => {
    const [api, operation] = String(incoming.headers['x-amz-target']).split('.');
    if (api === 'DynamoDB_20120810' && operation !== 'DescribeTable') storeCalls.push(operation as string);
    const { method, url, headers } = incoming;
    const onward = request(engine.endpoint + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  // Without the change feed, whose calls nobody made.
  const options = { changeFeed: false, endpoint: `http://127.0.0.1:${await listen(relay, 0)}` };
  const service = await startService({}, options);

  let hashes = 0;
  const hook = createHook({
    init: (_, type) => {
      if (type === 'SCRYPTREQUEST') hashes++;
    },
  }).enable();

  return {
    service,
    observe: async (call) => {
      [storeCalls, hashes] = [[], 0];
      const { status, headers, text } = await call();
      const { date, ...visible } = headers;
      return { status, headers: visible, text, storeCalls: storeCalls.toSorted(), hashes };
    },
    stop: async () => {
      hook.disable();
      await service.stop();
      await close(relay);
      await engine.stop();
    },
  };
}
