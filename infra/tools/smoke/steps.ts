// Runs a step of the smoke test and prints its result.
import { type Client, GatehouseError } from '../../../lib/packages/client/node.ts';

export type Print = (line: string) => void;
export type Step = <T>(name: string, act: () => Promise<T>) => Promise<T>;
/** A step after which the others go on. */
export type Check = (name: string, act: () => Promise<unknown>) => Promise<void>;
/** The tenant that the smoke test created, and an admin who is logged in. */
export type Run = { baseUrl: string; admin: Client; tenantId: string; step: Step };
/** `style`: the address of the sign-in page's style sheet. `since`: when the smoke test began, in milliseconds. */
export type DeepRun = Run & { style: string; print: Print; since: number };
/** Runs a step for each thing that the account shows. */
export type LookAtAccount = (run: DeepRun & { check: Check }) => Promise<void>;

/** Prints each step with its result and its duration. */
export function reporting(print: Print): Step {
  return async (name, act) => {
    const started = performance.now();
    try {
      const result = await act();
      print(`ok      ${name} (${Math.round(performance.now() - started)} ms)`);
      return result;
    } catch (error) {
      const reason = error instanceof GatehouseError ? `${error.statusCode} ${error.code}: ` : '';
      print(`FAILED  ${name}: ${reason}${error instanceof Error ? error.message : error}`);
      throw error;
    }
  };
}

/** Tries again each second until `attempt` returns true. Throws `problem` after `seconds`. */
export async function within(seconds: number, problem: string, attempt: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + seconds * 1000; !(await attempt()); ) {
    if (Date.now() > deadline) throw new Error(`${problem} after ${seconds} seconds`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

export async function expectRefusal(status: number, act: () => Promise<unknown>): Promise<void> {
  const received = await act().then(
    () => 200,
    (error: unknown) => (error instanceof GatehouseError ? error.statusCode : error),
  );
  if (received !== status) throw new Error(`expected status ${status}, got ${received}`);
}
