// Measures cold and warm invocations, beside those of a runtime whose handler does nothing. Runs after everything else,
// one process at a time, and alternates between them, so that both meet the same load on the machine.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Rehearsal } from './run.ts';
import { type FunctionSpec, type Runtime, startRuntime } from './runtime/runtime.ts';

const ROUNDS = 5;
/** Warm invocations in each round. */
const REPETITIONS = 20;
export const BARE = 'bare runtime';

/** In ms. A factor compares it with the bare runtime. */
export type Timing = { name: string; cold: number; coldFactor: number; p50: number; p95: number; warmFactor: number };

/** Invokes each function in new processes with the last event it served. */
export async function measure(rehearsal: Rehearsal): Promise<Timing[]> {
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-bare-'));
  try {
    await writeFile(join(directory, 'index.js'), 'exports.handler = async () => ({ statusCode: 204 });');
    const bare = {
      name: BARE,
      directory,
      handler: 'index.handler',
      memoryMb: 512,
      timeoutSeconds: 10,
      environment: {},
    };
    const samples: [FunctionSpec, unknown][] = rehearsal
      .functions()
      .flatMap((spec) => (rehearsal.samples().has(spec.name) ? [[spec, rehearsal.samples().get(spec.name)]] : []));
    const taken = new Map([bare, ...samples.map(([spec]) => spec)].map(({ name }) => [name, noTimes()]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const [spec, event] of [[bare, {}] as const, ...samples]) await once(spec, event, taken.get(spec.name));
    }
    const floor = taken.get(BARE) ?? noTimes();
    return [...taken].map(([name, { cold, warm }]) => ({
      name,
      cold: quantile(cold, 0.5),
      coldFactor: quantile(cold, 0.5) / quantile(floor.cold, 0.5),
      p50: quantile(warm, 0.5),
      p95: quantile(warm, 0.95),
      warmFactor: quantile(warm, 0.5) / quantile(floor.warm, 0.5),
    }));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

type Times = { cold: number[]; warm: number[] };
const noTimes = (): Times => ({ cold: [], warm: [] });

async function once(spec: FunctionSpec, event: unknown, times = noTimes()): Promise<void> {
  const runtime: Runtime = startRuntime(spec);
  try {
    for (let count = 0; count <= REPETITIONS; count++) await runtime.invoke(event);
    times.cold.push(...runtime.figures().cold);
    times.warm.push(...runtime.figures().warm);
  } finally {
    await runtime.stop();
  }
}

function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}
