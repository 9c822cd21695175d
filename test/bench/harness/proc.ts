// Reads CPU time and memory of a process from the kernel. Linux only, like the published numbers.
import { readdirSync, readFileSync } from 'node:fs';

/** Returns the CPU ms of all threads of a process. Reads `schedstat`, because `stat` counts in steps of 10 ms. */
export function cpuMs(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).reduce(
    (sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
    0,
  );
  return nanoseconds / 1e6;
}

/** Returns the resident memory of a process in MB. */
export const rssMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
