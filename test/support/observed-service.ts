// Starts a service whose work can be counted: calls of the store on their way to the engine, and password hashes.
import { createHook } from 'node:async_hooks';
import { startEngine } from '../../infra/tools/local/engine.ts';
import type { Reply } from './http.ts';
import { startRelay } from './relay.ts';
import { type Service, startService } from './service.ts';

export type Observed = {
  service: Service;
  /** Makes the call. Returns what a stranger sees of the reply, and the work it took. */
  observe: (call: () => Promise<Reply>) => Promise<Observation>;
  stop: () => Promise<void>;
};
export type Observation = { status: number; headers: object; text: string; storeCalls: string[]; hashes: number };

/** Starts the service with a relay in front of its engine. One observation at a time. */
export async function startObserved(): Promise<Observed> {
  const engine = await startEngine(undefined, undefined);
  let storeCalls: string[] = [];
  const relay = await startRelay(engine.endpoint, (operation) => {
    if (operation !== 'DescribeTable') storeCalls.push(operation);
    return 'passes';
  });
  // The change feed would make calls of its own, which do not belong to an observed request.
  const service = await startService({}, { changeFeed: false, endpoint: relay.endpoint });

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
      const { date, 'x-amzn-requestid': requestId, ...visible } = headers;
      return { status, headers: visible, text, storeCalls: storeCalls.toSorted(), hashes };
    },
    stop: async () => {
      hook.disable();
      await service.stop();
      await relay.stop();
      await engine.stop();
    },
  };
}
