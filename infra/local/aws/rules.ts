// Rules on the bus: which events go where. Patterns name the exact values of `source` and `detail-type`; that is all the
// stack's own rules use.

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

export type Pattern = { source?: readonly string[]; 'detail-type'?: readonly string[] };
/** A target that rejects makes the bus refuse the event, so that the change feed brings it again. */
export type Rule = { name: string; pattern: Pattern; target: (event: Envelope) => unknown };

/** What a pattern doesn't name may be anything. */
export const matches = (pattern: Pattern, event: Envelope): boolean =>
  [pattern.source?.includes(event.source), pattern['detail-type']?.includes(event['detail-type'])].every(
    (answer) => answer ?? true,
  );
