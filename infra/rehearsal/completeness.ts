// Checks that the template is complete: a path for every operation, a rule for every message, and every kind of record
// that the change feed must read.
import { EVENT_SOURCE, type EventName } from '../../lib/contract/events.ts';
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

/** Reports operations that the API has no method for. */
export function checkPaths({ paths }: ApiBody, findings: Findings): void {
  for (const operation of operations) {
    const [method = '', path = ''] = operation.split(' ');
    if (!paths[path]?.[method.toLowerCase()])
      findings.add('wiring', operation, 'is declared, but the API has no such method');
  }
}

/** Reports events that have a purpose but match no rule. */
export function checkRules(
  names: readonly EventName[],
  purpose: string,
  matchesRule: (event: Record<string, unknown>) => boolean,
  findings: Findings,
): void {
  for (const name of names) {
    if (!matchesRule({ source: EVENT_SOURCE, 'detail-type': name, detail: {} })) {
      findings.add('wiring', name, `${purpose}, but no rule on the bus matches it`);
    }
  }
}

/** Reports kinds of records that the change feed must read but the filter excludes. */
export function checkRecords(passes: (record: Record<string, unknown>) => boolean, findings: Findings): void {
  for (const { eventName = 'INSERT', image, types } of FEED_FILTERS) {
    for (const type of types) {
      if (!passes({ eventName, dynamodb: { [image]: { type: { S: type } } } })) {
        findings.add('wiring', `${eventName} of ${type}`, 'must reach the change feed, but is filtered out');
      }
    }
  }
}
