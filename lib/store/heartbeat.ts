// Stores the heartbeat: one item that is overwritten, so that the change feed has something to read in an idle deployment.
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';

/** `at` in ms. */
export type Heartbeat = table.Item & { type: 'heartbeat'; at: number };

/** Writes the heartbeat. An earlier one that comes late changes nothing. */
export async function beat(at: number): Promise<void> {
  const item: Heartbeat = { ...keys.heartbeat, type: 'heartbeat', at };
  await table.replace(item, { if: 'attribute_not_exists(pk) OR #at < :at', values: { at } });
}

/** When the last heartbeat was written, ms; `undefined` if never. */
export const findLastBeat = async (): Promise<number | undefined> =>
  (await table.get<Heartbeat>(keys.heartbeat, 'heartbeat'))?.at;
