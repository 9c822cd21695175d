// What the template must do for the service to be whole, whatever else it does: a path for every operation, a way for
// every message, a reader for everything that others follow from.
import { EVENT_SOURCE, messageEvents } from '../../lib/contract/events.ts';
import { groups } from '../../lib/contract/index.ts';
import { methodOf, pathOf } from '../../lib/contract/operation.ts';
import { FEED_FILTERS } from '../stack/feed-filter.ts';
import type { ApiBody } from './assembly/properties.ts';
import type { Findings } from './findings.ts';

/** Declared operations, as `METHOD path`. */
const operations: readonly string[] = Object.values(groups).flatMap((group) =>
  Object.keys(group).map((route) => `${methodOf(route)} ${pathOf(route)}`),
);

export const isDeclared = (method: string, path: string): boolean => operations.includes(`${method} ${path}`);

/** Finds operations that no path of the API is for. */
export function demandPaths({ paths }: ApiBody, findings: Findings): void {
  for (const operation of operations) {
    const [method = '', path = ''] = operation.split(' ');
    if (!paths[path]?.[method.toLowerCase()])
      findings.add('wiring', operation, 'is declared, and the API has no such method');
  }
}

/** Finds events that should become messages and that no rule lets through. */
export function demandRules(leads: (event: Record<string, unknown>) => boolean, findings: Findings): void {
  for (const name of messageEvents) {
    if (!leads({ source: EVENT_SOURCE, 'detail-type': name, detail: {} })) {
      findings.add('wiring', name, 'becomes a message, and no rule on the bus lets it through');
    }
  }
}

/** Finds kinds of records that the change feed has to see and that are filtered out. */
export function demandRecords(concerns: (record: Record<string, unknown>) => boolean, findings: Findings): void {
  for (const { eventName = 'INSERT', image, types } of FEED_FILTERS) {
    for (const type of types) {
      if (!concerns({ eventName, dynamodb: { [image]: { type: { S: type } } } })) {
        findings.add('wiring', `${eventName} of ${type}`, 'must reach the change feed, and is filtered out');
      }
    }
  }
}
