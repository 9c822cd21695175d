// Watches, on a schedule, what is silent when it is dead: the change feed, and rotations of keys and secrets.
import type { Context } from 'aws-lambda';
import { type WatchEvent, watch } from '../lib/workers/watch.ts';

export const handler = (event: WatchEvent | null, context?: Context): Promise<void> => watch(event ?? {}, context);
