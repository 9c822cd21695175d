// Runs work on many items with a fixed number of workers.

/**
 * Runs `work` on every item, at most `workers` at a time. `worker` is the number of the worker, from 0: two calls with
 * the same number never overlap. All items are tried; then the first failure, if any, is thrown.
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  workers: number,
  work: (item: T, worker: number) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  const failures: unknown[] = [];
  const queue = items.entries();
  const run = async (_: unknown, worker: number): Promise<void> => {
    for (const [index, item] of queue) {
      try {
        results[index] = await work(item, worker);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, run));
  if (failures.length) throw failures[0];
  return results;
}
