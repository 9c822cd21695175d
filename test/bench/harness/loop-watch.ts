// Watches the event loop of the process that loads it with `--import`, and writes what it saw to the file in its URL
// when the process gets SIGUSR2. Only the benchmark loads it: the service knows nothing of it.
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';

/** How often the loop is looked at. A block is seen as up to this much longer than it was. */
const TICK_MS = 2;
export const BLOCK_MS = 20;
const KEPT = 1000;

/** A time in which the loop did nothing else, in ms. `cpu`: of this thread, in that time. `gc`: for garbage. */
export type Block = { wall: number; cpu: number; gc: number };
/** `p99` and `max` are of the loop's delay, in ms. `blocks`: those of more than `BLOCK_MS`, the longest ones first. */
export type LoopReport = { p50: number; p99: number; max: number; blocks: Block[]; gcMax: number; heapMb: number };

const file = new URL(import.meta.url).searchParams.get('file');
if (file) watch(file);

function watch(file: string): void {
  const histogram = monitorEventLoopDelay({ resolution: TICK_MS });
  histogram.enable();
  let blocks: Block[] = [];
  let collections: { end: number; duration: number }[] = [];
  let gcMax = 0;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      gcMax = Math.max(gcMax, duration);
      if (duration > 1) collections.push({ end: startTime + duration, duration });
    }
  }).observe({ entryTypes: ['gc'] });

  let last = performance.now();
  let lastCpu = cpuMs();
  setInterval(() => {
    const [at, cpu] = [performance.now(), cpuMs()];
    const block = { from: last, to: at, wall: at - last, cpu: cpu - lastCpu, gc: 0 };
    [last, lastCpu] = [at, cpu];
    if (block.wall <= BLOCK_MS + TICK_MS) return;
    // The observer is told a little later.
    setTimeout(() => {
      const during = collections.filter(({ end }) => end > block.from && end <= block.to + TICK_MS);
      blocks.push({ ...block, gc: during.reduce((sum, { duration }) => sum + duration, 0) });
    }, 50).unref();
  }, TICK_MS).unref();
  setInterval(() => {
    collections = collections.filter(({ end }) => end > performance.now() - 1000);
    blocks = blocks.sort((a, b) => b.wall - a.wall).slice(0, KEPT);
  }, 1000).unref();

  process.on('SIGUSR2', () => {
    const ms = (nanoseconds: number): number => nanoseconds / 1e6;
    const report: LoopReport = {
      p50: ms(histogram.percentile(50)),
      p99: ms(histogram.percentile(99)),
      max: ms(histogram.max),
      blocks: blocks.sort((a, b) => b.wall - a.wall).slice(0, KEPT),
      gcMax,
      heapMb: process.memoryUsage().heapUsed / 1024 / 1024,
    };
    writeFileSync(`${file}.part`, JSON.stringify(report));
    renameSync(`${file}.part`, file);
    histogram.reset();
    [blocks, gcMax, last, lastCpu] = [[], 0, performance.now(), cpuMs()];
  });
}

/** CPU time of the thread that runs the loop, in ms. What the machine withholds is not in it. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
