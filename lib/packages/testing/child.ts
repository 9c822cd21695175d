// Runs the service of one test in a process of its own. The process ends with the test's process, however that ends.
import './node-20.ts';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { requireEnvironment } from '../../../infra/tools/local/environment.ts';
import { type Local, startLocal } from '../../../infra/tools/local/run.ts';
import { describeError } from '../../../infra/user-error.ts';
import { advance, now } from '../../platform/clock.ts';
import { codeIn, linkIn } from './message-text.ts';
import type { Calls, Request, Response, Started, StartOptions, Wanted } from './protocol.ts';

/** In the package, the pages are built and beside this program. */
const PAGES = fileURLToPath(new URL('pages', import.meta.url));

const POLL_MS = 10;
const FINDERS = { code: codeIn, link: linkIn };

const send = (message: Started | Response): void => void process.send?.(message);

function callsOf({ outbound, events }: Local): Calls {
  const used = new Set<string>();
  const find = ({ to, kind, event }: Wanted): string | undefined => {
    for (const { id, text, event: from } of outbound.messages(to)) {
      const found = used.has(id) || (event !== undefined && event !== from) ? undefined : FINDERS[kind](text);
      if (found === undefined) continue;
      used.add(id);
      return found;
    }
    return undefined;
  };
  return {
    advance: (ms) => {
      advance(ms);
      return now();
    },
    messages: outbound.messages,
    events,
    eventsAfter: async (after, withinMs) => {
      await until(() => events()[0]?.id !== after, withinMs);
      return events();
    },
    waitForMessage: async (wanted) => {
      const found = await until(() => find(wanted), wanted.withinMs);
      if (found) return found;
      const sent = outbound.messages().map(({ to, event }) => `${event} to ${to}`);
      throw new Error(
        `no message to ${wanted.to} with a new ${wanted.kind} in ${wanted.withinMs} ms. Sent: ${sent.join(', ') || 'nothing'}`,
      );
    },
  };
}

/** Returns what `look` returns once that is a value, or else when the time is over. */
async function until<T>(look: () => T, withinMs: number): Promise<T> {
  for (const started = Date.now(); ; ) {
    const found = look();
    if (found || Date.now() - started > withinMs) return found;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function respond(calls: Calls, { id, name, args }: Request): Promise<void> {
  try {
    send({ id, value: await (calls[name] as (...args: unknown[]) => unknown)(...args) });
  } catch (error) {
    send({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

async function start({ port, engine }: StartOptions): Promise<void> {
  try {
    requireEnvironment(process.env);
    if (existsSync(PAGES)) process.env.GATEHOUSE_PAGES = PAGES;
    const local = await startLocal({ port, ...(engine !== undefined && { endpoint: engine }) });
    const calls = callsOf(local);
    process.on('message', (request: Request) => void respond(calls, request));
    send({ url: local.baseUrl, adminSecretKey: local.adminSecretKey });
  } catch (error) {
    send({ error: describeError(error) });
  }
}

// The engine ends with this process.
process.once('disconnect', () => process.exit());
// Ctrl-C reaches both processes. The test may still call the service before it ends.
process.on('SIGINT', () => {});
process.once('message', (options: StartOptions) => void start(options));
