// Defines the rules of the bus: which events are passed to which target.
import type { Pattern } from './pattern.ts';

/** An event as EventBridge passes it to a target. */
export type Envelope = {
  version: '0';
  id: string;
  'detail-type': string;
  source: string;
  account: string;
  time: string;
  region: string;
  resources: string[];
  detail: unknown;
};

/** If a target rejects, the bus rejects the event, so that the change feed publishes it again. */
export type Rule = { name: string; pattern: Pattern; target: (event: Envelope) => unknown };
