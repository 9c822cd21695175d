// Which records of the table's stream the change feed gets to see, in the cloud and on the laptop.
import type { Job } from '../../lib/store/jobs.ts';
import type { OutboxItem } from '../../lib/store/outbox.ts';
import type { User } from '../../lib/store/users.ts';

type Filter = {
  eventName?: 'INSERT' | 'REMOVE';
  image: 'NewImage' | 'OldImage';
  types: readonly (OutboxItem | User | Job)['type'][];
};

/** A record passes if one of these fits. */
export const FEED_FILTERS: readonly Filter[] = [
  { eventName: 'INSERT', image: 'NewImage', types: ['outbox'] },
  { image: 'NewImage', types: ['user', 'job'] },
  { eventName: 'REMOVE', image: 'OldImage', types: ['user'] },
];

/** Records of an invocation, at most. */
export const FEED_BATCH = 100;
