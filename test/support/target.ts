// Starts what tests run against: the laptop in this process, or the rehearsal of a synthesized stack if
// GATEHOUSE_TARGET names the directory of one.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Local, type LocalOptions, startLocal } from '../../infra/tools/local/run.ts';
import type { Deployment } from '../../infra/tools/local/target.ts';
import { type Rehearsal, startRehearsal } from '../../infra/tools/rehearsal/run.ts';
import { advance } from '../../lib/platform/clock.ts';
import { guardPartitions } from './partition-guard.ts';
import { FUNCTION_TIMEOUT_MS, waitForEngine } from './second-engine.ts';
import { stepAt } from './totp.ts';
import { until } from './until.ts';

/** For the laptop only: a deployment has no fast hashes, and the rehearsal reads what its functions log. */
/** No server listens at the port: no test asks the name servers of the machine. */
const LAPTOP = { GATEHOUSE_FAST_HASH: '1', GATEHOUSE_LOG_LEVEL: 'debug', GATEHOUSE_DNS_SERVERS: '127.0.0.1:1' };

/** The assembly to rehearse, if that is what tests run against. */
export const assembly = process.env.GATEHOUSE_TARGET;

/** `env` is the configuration of the functions. `deployment` replaces the shipped functions of the laptop. */
export async function startTarget(
  env: Record<string, string>,
  options: LocalOptions,
  deployment?: Deployment,
): Promise<Local> {
  if (assembly === undefined) {
    Object.assign(process.env, LAPTOP, env);
    const local = await startLocal({ functionTimeoutMs: FUNCTION_TIMEOUT_MS, ...options }, deployment);
    guardPartitions();
    if (options.directory === undefined) waitForEngine();
    return local;
  }
  const { directory: _, endpoint: __, changeFeed, mailer, ...rest } = options;
  if (changeFeed === false || mailer) throw new Error('a rehearsal runs all functions of the stack');
  return reporting(await startRehearsal({ ...rest, assembly, settings: env }));
}

/** Continues when authenticators show another code. Moves the laptop's clock; waits for the clock of a rehearsal. */
export async function nextTotpStep(): Promise<void> {
  if (assembly === undefined) return advance(30_000);
  const step = stepAt();
  await until(() => stepAt() > step, 'the next code of an authenticator', 31_000);
}

/** Adds a report when the rehearsal stops: a file in GATEHOUSE_REPORTS, for the process that started the tests. */
function reporting(rehearsal: Rehearsal): Rehearsal {
  const stop = async () => {
    const report = JSON.stringify(rehearsal.report());
    if (process.env.GATEHOUSE_REPORTS)
      writeFileSync(join(process.env.GATEHOUSE_REPORTS, `${randomUUID()}.json`), report);
    await rehearsal.stop();
  };
  return { ...rehearsal, stop };
}
