// Types the messages between a test and the process of its service.
import type { BusEvent } from '../../../infra/tools/local/aws/bus.ts';
import type { Message } from '../../../infra/tools/local/aws/sent-messages.ts';

export type StartOptions = {
  port: number;
  /** The address of an engine that is already running. */
  engine: string | undefined;
};

/** What a test waits for: the first match that no earlier call has returned. */
export type Wanted = {
  to: string;
  kind: 'code' | 'link';
  /** The event that the message is made from. */
  event: string | undefined;
  withinMs: number;
};

/** The functions that the process offers to the test. */
export type Calls = {
  /** Moves the clock, and returns the new time. */
  advance: (ms: number) => number;
  messages: (to: string | undefined) => Message[];
  /** Returns the code or the link. */
  waitForMessage: (wanted: Wanted) => Promise<string>;
  events: () => BusEvent[];
  /** Waits for an event that is newer than the one with the id `after`, and returns the events, newest first. */
  eventsAfter: (after: string | undefined, withinMs: number) => Promise<BusEvent[]>;
};

export type Request = { id: number; name: keyof Calls; args: unknown[] };
export type Response = { id: number; value?: unknown; error?: string };
/** The first message of the process. */
export type Started = { url: string; adminSecretKey: string } | { error: string };
