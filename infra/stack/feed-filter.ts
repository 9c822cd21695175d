// Selects the records of the table's stream that the change feed receives, in the cloud and in the local run.
import type { AdminSession } from '../../lib/store/admins.ts';
import type { Heartbeat } from '../../lib/store/heartbeat.ts';
import type { Job } from '../../lib/store/jobs.ts';
import type { OutboxItem } from '../../lib/store/outbox.ts';
import type { Session } from '../../lib/store/sessions.ts';
import type { Tenant } from '../../lib/store/tenants.ts';
import type { User } from '../../lib/store/users.ts';

type Filter = {
  eventName?: 'INSERT' | 'REMOVE';
  image: 'NewImage' | 'OldImage';
  types: readonly (OutboxItem | User | Job | Tenant | Heartbeat | Session | AdminSession)['type'][];
  /** Attributes that are numbers, with the value that they must have. */
  numbers?: Readonly<Record<string, string>>;
};

/** A record passes if it matches one of these. */
export const FEED_FILTERS: readonly Filter[] = [
  { eventName: 'INSERT', image: 'NewImage', types: ['outbox', 'admin-session'] },
  // A session that begins, also in the slot of another one. A refresh raises `gen`: it costs no invocation.
  { image: 'NewImage', types: ['session'], numbers: { gen: '1' } },
  { image: 'NewImage', types: ['user', 'job', 'tenant', 'heartbeat'] },
  { eventName: 'REMOVE', image: 'OldImage', types: ['user', 'session'] },
];

/** The maximum of records per invocation. */
export const FEED_BATCH = 100;
