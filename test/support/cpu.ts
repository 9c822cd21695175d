// Measures work by the processor's time, which, unlike the clock's, does not grow with the load of the machine.

/** Returns the milliseconds that all threads of this process compute until `work` is done. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
