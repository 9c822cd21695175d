// Times `npm start` until the first response, as a multiple of a Node process that does nothing.

import { get } from 'node:http';
import { freePort } from '../../../infra/tools/local/ports.ts';
import { timeBareNode } from '../harness/processes.ts';
import { atMost, type Section } from '../harness/report.ts';
import { scoped } from '../harness/scope.ts';
import { type Service, startService } from '../harness/service.ts';
import { median } from '../harness/stats.ts';

const WARM_UPS = 2;
const ROUNDS = 10;
const POLL_MS = 3;
/** A quarter of the time of a comparable server: 222 ms on a machine where a bare process took 31 ms. */
const GOAL = 7.2;

export async function startup(): Promise<Section> {
  const rounds: { bare: number; first: number }[] = [];
  for (let round = 0; round < WARM_UPS + ROUNDS; round++) {
    const bare = await timeBareNode();
    const first = await timeToFirstResponse();
    if (round >= WARM_UPS) rounds.push({ bare, first });
  }
  const multiple = median(rounds.map(({ bare, first }) => first / bare));
  const row = {
    'first response, ms': median(rounds.map(({ first }) => first)),
    'bare node, ms': median(rounds.map(({ bare }) => bare)),
    multiple,
    ...atMost(multiple, GOAL),
  };
  return { tables: [{ title: 'Start of the local run (in memory, compile cache warm)', rows: [row] }] };
}

const timeToFirstResponse = (): Promise<number> =>
  scoped(async (own) => {
    const port = await freePort();
    const started = performance.now();
    const starting = startService({ PORT: String(port) });
    const [elapsed] = await Promise.all([
      waitUntilHealthy(`http://127.0.0.1:${port}/auth/health`).then(() => performance.now() - started),
      starting.then((service): Service => own(service)),
    ]);
    return elapsed;
  });

/** Waits for a healthy response. The gateway opens the port before it is ready, so only connecting is retried. */
async function waitUntilHealthy(url: string): Promise<void> {
  for (;;) {
    const status = await statusOf(url);
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const statusOf = (url: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', () => resolve(undefined));
  });
