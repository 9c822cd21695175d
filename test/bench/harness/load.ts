// Generates closed-loop load: each worker sends its next call when the previous one has returned.
import { quantile } from './stats.ts';

export type Load = { rps: number; p50: number; p95: number; p99: number };

/** Calls `act` with 0 to `count - 1`, `concurrency` calls at a time. Returns times in ms. */
export async function load(
  count: number,
  concurrency: number,
  act: (index: number) => Promise<unknown>,
): Promise<Load> {
  const times: number[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) {
      const started = performance.now();
      await act(index);
      times.push(performance.now() - started);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, worker));
  const rps = (count / (performance.now() - started)) * 1000;
  return { rps, p50: quantile(times, 0.5), p95: quantile(times, 0.95), p99: quantile(times, 0.99) };
}
