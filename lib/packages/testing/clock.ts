// Moves the clock of the service.
import type { ServiceProcess } from './service-process.ts';

/** The clock of the service. Moving it forward is how tests wait for what expires. */
export type Clock = {
  /** Returns the service's time in milliseconds. */
  now: () => Promise<number>;
  /** Moves the clock by so many milliseconds. Returns the new time. */
  advance: (ms: number) => Promise<number>;
  /** Sets the clock to this time, from which it goes on. */
  set: (time: Date | number) => Promise<number>;
  /** By how much the clock was moved altogether, in milliseconds. */
  offset: () => number;
};

export function createClock({ call }: ServiceProcess): Clock {
  let offset = 0;
  const advance = (ms: number): Promise<number> => {
    offset += ms;
    return call('advance', ms);
  };
  const now = (): Promise<number> => call('advance', 0);
  return { now, advance, set: async (time) => advance(Number(time) - (await now())), offset: () => offset };
}
