// Prints and counts the checks of a drill.
import { setTimeout as sleep } from 'node:timers/promises';
import { GatehouseError } from '../../../../lib/packages/client/index.ts';

export type Checks = {
  /** `problems`: what is wrong; nothing if the check passed. */
  check: (what: string, problems: readonly string[] | boolean) => void;
  /** Checks that the request is refused with a status and, if given, a code. */
  refused: (what: string, status: number, act: () => Promise<unknown>, code?: string) => Promise<void>;
  /** Checks that the request succeeds. Returns its reply; throws if there is none, because nothing can follow. */
  succeeds: <T>(what: string, act: () => Promise<T>) => Promise<T>;
  /** Checks that something becomes true by itself. */
  becomes: (what: string, look: () => boolean | Promise<boolean>) => Promise<void>;
  failures: () => number;
};

/** Far longer than a busy machine takes, also for each user of a large deployment. */
const PATIENCE_MS = { least: 120_000, forUser: 60 };
const POLL_MS = 50;

/** Begins to count. `users`: how many the deployment has, where they are many. */
export function startChecks(print: (line: string) => void, users = 0): Checks {
  let failures = 0;
  const check: Checks['check'] = (what, outcome) => {
    const problems = typeof outcome === 'boolean' ? (outcome ? [] : ['no']) : outcome;
    if (problems.length) failures++;
    print(`${problems.length ? 'FAILED' : 'ok    '}  ${what}`);
    for (const problem of problems.slice(0, 5)) print(`        ${problem}`);
  };
  return {
    check,
    refused: async (what, status, act, code) => {
      const error = await act().catch((thrown: unknown) => thrown);
      const is = error instanceof GatehouseError ? `${error.statusCode} ${error.code}` : 'no refusal';
      const isRight =
        error instanceof GatehouseError && error.statusCode === status && (code ?? error.code) === error.code;
      check(what, isRight ? [] : [is]);
    },
    succeeds: async (what, act) => {
      try {
        const reply = await act();
        check(what, []);
        return reply;
      } catch (error) {
        check(what, [String(error)]);
        throw error;
      }
    },
    becomes: async (what, look) => {
      const end = Date.now() + PATIENCE_MS.least + users * PATIENCE_MS.forUser;
      let isTrue = await look();
      while (!isTrue && Date.now() < end) {
        await sleep(POLL_MS);
        isTrue = await look();
      }
      check(what, isTrue);
    },
    failures: () => failures,
  };
}
