// Makes and checks the ids of rows.
import { newOrderedId, ORDERED_ID_START, orderedId } from '../../platform/ids.ts';
import type { Resource } from '../declare/resource.ts';

/** Returns the id of a new row. `now` (ms) must be its `createdAt`, so that the order of ids is that of creation. */
export const newRowId = ({ prefix }: Pick<Resource, 'prefix'>, now: number): string => newOrderedId(prefix, now);

/** Whether the text has the form of an id of this resource. No other text may enter a key. */
export const isRowId = ({ prefix }: Pick<Resource, 'prefix'>, text: string): boolean =>
  orderedId(text) !== undefined && text.startsWith(`${prefix}_`);

/** Returns what an id shares with those of the same resource and millisecond. */
export const timePartOf = (id: string): string => id.slice(0, ORDERED_ID_START);
