// Rules on the bus: which events go where.
import type { Pattern } from './pattern.ts';

/** An event as EventBridge hands it to a target. */
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

/** A target that rejects makes the bus refuse the event, so that the change feed brings it again. */
export type Rule = { name: string; pattern: Pattern; target: (event: Envelope) => unknown };
