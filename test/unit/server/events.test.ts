// The types of events in the server package are those of the contract. `npm run check` compiles this file.
import { expect, test } from '@jest/globals';
import type { EventBridgeEvent } from 'aws-lambda';
import type * as z from 'zod/mini';
import { EVENT_SOURCE, type events } from '../../../lib/contract/events.ts';
import type { EventDetails, EventName, EventOf } from '../../../lib/packages/server/index.ts';

type Flat<T> = { [Key in keyof T]: T[Key] };
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Contract = { [Name in keyof typeof events]: z.output<(typeof events)[Name]> };
/** The names whose details differ. */
type Different = {
  [Name in EventName]: Same<Flat<EventDetails[Name]>, Flat<Contract[Name]>> extends true ? never : Name;
}[EventName];

const namesAreSame: Same<EventName, keyof Contract> = true;
const detailsAreSame: Same<Different, never> = true;
const source: EventOf<'svc.user_created'>['source'] = EVENT_SOURCE as 'gatehouse';

/** A handler as an application writes it. */
function describe(event: EventOf<'svc.user_created' | 'svc.tenant_created'>): string {
  return event['detail-type'] === 'svc.tenant_created' ? event.detail.slug : event.detail.userId;
}

test('the types of events are those of the contract, and events of EventBridge', () => {
  const delivered: EventBridgeEvent<'svc.tenant_created', EventDetails['svc.tenant_created']> = {
    version: '0',
    id: '1',
    'detail-type': 'svc.tenant_created',
    source,
    account: '1',
    time: '2026-01-01T00:00:00Z',
    region: 'eu-central-1',
    resources: [],
    detail: { id: 'e', occurredAt: '2026-01-01T00:00:00.000Z', tenantId: 'ten_x', name: 'Acme', slug: 'acme' },
  };
  expect([namesAreSame, detailsAreSame, source]).toEqual([true, true, EVENT_SOURCE]);
  expect(describe({ ...delivered, source })).toBe('acme');
});
