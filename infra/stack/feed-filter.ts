// Selects the records of the table's stream that the change feed receives, in the cloud and in the local run.
import type { Heartbeat } from '../../lib/store/heartbeat.ts';
import type { Job } from '../../lib/store/jobs.ts';
import type { OutboxItem } from '../../lib/store/outbox.ts';
import type { Tenant } from '../../lib/store/tenants.ts';
import type { User } from '../../lib/store/users.ts';

type Filter = {
  eventName?: 'INSERT' | 'REMOVE';
  image: 'NewImage' | 'OldImage';
  types: readonly (OutboxItem | User | Job | Tenant | Heartbeat)['type'][];
};

/** A record passes if it matches one of these. */
export const FEED_FILTERS: readonly Filter[] = [
  { eventName: 'INSERT', image: 'NewImage', types: ['outbox'] },
  { image: 'NewImage', types: ['user', 'job', 'tenant', 'heartbeat'] },
  { eventName: 'REMOVE', image: 'OldImage', types: ['user'] },
];

/** The maximum of records per invocation. */
export const FEED_BATCH = 100;
