// Checks that the template is complete: a path for every operation, a rule for every message, and every kind of record
// that the change feed must read.
import { EVENT_SOURCE, type EventName } from '../../../lib/contract/events.ts';
import type { Extent } from '../../functions.ts';
import { EVERYTHING, methodsOf, servedBy } from '../../routes.ts';
import { FEED_FILTERS } from '../../stack/functions/feed-filter.ts';
import type { Api } from './assembly/api.ts';
import type { Findings } from './findings.ts';

const ANY = 'x-amazon-apigateway-any-method';

/** The methods that a deployment serves, as `METHOD path`. */
const methodsIn = (extent: Extent): string[] =>
  servedBy(extent).flatMap((served) => methodsOf(served).map(({ method, path }) => `${method} ${path}`));

const declared: ReadonlySet<string> = new Set(methodsIn(EVERYTHING));

export const isDeclared = (method: string, path: string): boolean => declared.has(`${method} ${path}`);

/** Reports operations that the API has no method for. An HTTP API may serve one by the route of every method. */
export function checkPaths({ kind, body: { paths } }: Api, extent: Extent, findings: Findings): void {
  for (const operation of methodsIn(extent)) {
    const [method = '', path = ''] = operation.split(' ');
    const isServed = paths[path]?.[method.toLowerCase()] ?? (kind === 'http' && paths[path]?.[ANY]);
    if (!isServed) findings.add('wiring', operation, 'is declared, but the API has no such method');
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
  for (const { eventName = 'INSERT', image, types, numbers = {} } of FEED_FILTERS) {
    const others = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, { N: String(value) }]));
    for (const type of types) {
      if (!passes({ eventName, dynamodb: { [image]: { type: { S: type }, ...others } } })) {
        findings.add('wiring', `${eventName} of ${type}`, 'must reach the change feed, but is filtered out');
      }
    }
  }
}
