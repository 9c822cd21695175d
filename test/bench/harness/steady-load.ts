// Generates open-loop load: requests begin at a steady rate, however long the earlier ones take. What this process itself
// was too late for is left out: a burst afterwards would be another load.

/** As late as this process may be, in seconds. */
const LATE = 0.02;

export type Request = { name: string; run: () => Promise<unknown> };
export type SteadyLoad = { times: Record<string, number[]>; sent: number; failed: string[] };

/** Sends `rate` requests a second, evenly, until `isOver` returns `true`, and waits for the last of them. */
export async function sendSteadily(
  rate: number,
  next: () => Request,
  isOver: (sent: number) => boolean,
): Promise<SteadyLoad> {
  const load: SteadyLoad = { times: {}, sent: 0, failed: [] };
  const open = new Set<Promise<void>>();
  let began = performance.now();
  const send = async ({ name, run }: Request): Promise<void> => {
    const times = load.times[name] ?? [];
    load.times[name] = times;
    const started = performance.now();
    try {
      await run();
      times.push(performance.now() - started);
    } catch (error) {
      load.failed.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  };
  while (!isOver(load.sent)) {
    const behind = (performance.now() - began) / 1000 - load.sent / rate;
    if (behind > LATE) began += behind * 1000;
    const due = ((performance.now() - began) / 1000) * rate;
    while (load.sent < due) {
      load.sent++;
      const sending = send(next()).finally(() => open.delete(sending));
      open.add(sending);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(open);
  return load;
}
