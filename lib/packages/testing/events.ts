// Reads the events that the service has published.
import type { EventDetails } from '../server/events.ts';
import type { ServiceProcess } from './service-process.ts';

/** An event on the bus of the service. */
export type GatehouseEvent<Name extends keyof EventDetails = keyof EventDetails> = {
  [Each in Name]: { id: string; source: string; detailType: Each; detail: EventDetails[Each]; time: string };
}[Name];

/** The events that the service has published. */
export type Events = {
  /** Returns the events, newest first. */
  all: () => Promise<GatehouseEvent[]>;
  /** Waits for an event of this name that `matches`, 10 seconds unless `withinMs` is given. Returns the newest one. */
  waitFor: <Name extends keyof EventDetails>(
    name: Name,
    matches?: (event: GatehouseEvent<Name>) => boolean,
    withinMs?: number,
  ) => Promise<GatehouseEvent<Name>>;
};

const PATIENCE_MS = 10_000;

export function createEvents({ call }: ServiceProcess): Events {
  return {
    all: async () => (await call('events')) as GatehouseEvent[],
    waitFor: async (name, matches = () => true, withinMs = PATIENCE_MS) => {
      let events = await call('events');
      for (;;) {
        const found = events.find((event) => event.detailType === name && matches(event as never));
        if (found) return found as never;
        const newest = events[0]?.id;
        events = await call('eventsAfter', newest, withinMs);
        if (events[0]?.id === newest) {
          const names = [...new Set(events.map(({ detailType }) => detailType))];
          throw new Error(`no ${name} in ${withinMs} ms. Published: ${names.join(', ') || 'nothing'}`);
        }
      }
    },
  };
}
