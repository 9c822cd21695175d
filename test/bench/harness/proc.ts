// What the kernel says about a process: CPU time and memory. Linux only, like the numbers this is about.
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of CPU that the process has used, all threads and to the nanosecond (`stat` counts in steps of 10 ms). */
export function cpuMs(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).reduce(
    (sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
    0,
  );
  return nanoseconds / 1e6;
}

/** Resident memory in MB. */
export const rssMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
