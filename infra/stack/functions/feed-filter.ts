// Selects the records of the table's stream that the change feed receives, in the cloud and in the local run.
import type { DynamoDBRecord } from 'aws-lambda';
import type { AdminSession } from '../../../lib/store/admins/admins.ts';
import type { FAILURES } from '../../../lib/store/audit/activity.ts';
import type { Heartbeat } from '../../../lib/store/heartbeat.ts';
import type { Job } from '../../../lib/store/jobs.ts';
import type { OutboxItem } from '../../../lib/store/outbox.ts';
import type { Session } from '../../../lib/store/people/sessions.ts';
import type { User } from '../../../lib/store/people/users.ts';

type FailedSignIns = { type: typeof FAILURES };
type Filter = {
  eventName?: 'INSERT' | 'REMOVE';
  image: 'NewImage' | 'OldImage';
  types: readonly (OutboxItem | User | Job | Heartbeat | Session | AdminSession | FailedSignIns)['type'][];
  /** Numbers that the item must have. */
  numbers?: Readonly<Record<string, number>>;
};

/** A record passes if it matches one of these. AWS takes five for each source (Lambda guide, "Event filtering"). */
export const FEED_FILTERS: readonly Filter[] = [
  { eventName: 'INSERT', image: 'NewImage', types: ['outbox', 'admin-session'] },
  // A session that begins, also in the slot of another one. A refresh raises `gen`: it costs no invocation.
  { image: 'NewImage', types: ['session'], numbers: { gen: 1 } },
  { image: 'NewImage', types: ['user', 'job', 'heartbeat', 'failed-sign-ins'] },
  { eventName: 'REMOVE', image: 'OldImage', types: ['user', 'session'] },
];

/** Whether the record passes, as the stack's event filter decides. */
export const passesFeed = ({ eventName, dynamodb }: DynamoDBRecord): boolean =>
  FEED_FILTERS.some((filter) => {
    const image = dynamodb?.[filter.image];
    return (
      (filter.eventName ?? eventName) === eventName &&
      filter.types.includes(image?.type?.S as never) &&
      Object.entries(filter.numbers ?? {}).every(([name, value]) => image?.[name]?.N === String(value))
    );
  });

/** What a filter says of an image, in the form of items: each attribute has one of the values. */
export const attributesOf = ({ types, numbers = {} }: Filter): Record<string, Record<string, string[]>> => ({
  type: { S: [...types] },
  ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, { N: [String(value)] }])),
});

/** The maximum of records per invocation. */
export const FEED_BATCH = 100;
