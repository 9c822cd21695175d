// Starts the jobs of a day, at its first heartbeat.
import type { DynamoDBRecord } from 'aws-lambda';
import type { Heartbeat } from '../store/heartbeat.ts';
import { startOnce } from '../store/jobs.ts';
import { dayOf } from '../store/people/directory.ts';
import { newImage, oldImage } from './stream-record.ts';

/** Returns the day that a heartbeat begins, in UTC. `undefined`: it is another record, or not the first one of its day. */
export function newDay(record: DynamoDBRecord): number | undefined {
  const [before, after] = [oldImage<Heartbeat>(record, 'heartbeat'), newImage<Heartbeat>(record, 'heartbeat')];
  if (!before || !after || dayOf(before.at) >= dayOf(after.at)) return undefined;
  return dayOf(after.at);
}

/** Starts the jobs. A repetition starts none that still runs. */
export async function startDay(day: number): Promise<void> {
  await startOnce(`inactivity-${day}`, { kind: 'inactivity', day });
}
