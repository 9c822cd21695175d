// Says what a repair did, and what it could not do.
import type { Collection } from '../row.ts';

export type Report = {
  collections: number;
  rows: number;
  /** Index entries and claims that rows lacked. */
  made: number;
  /** Index entries and claims that no row should have, and rows that were both live and in the trash. */
  removed: number;
  /** Counters that were wrong. */
  corrected: number;
  /** Counters that changed each time the rows were counted: whether they are right is unknown. */
  busy: number;
  /** What only people can decide: ids and names, no values. */
  problems: string[];
};

export const newReport = (): Report => ({
  collections: 0,
  rows: 0,
  made: 0,
  removed: 0,
  corrected: 0,
  busy: 0,
  problems: [],
});

/** The name of a field or index in a problem. */
export const nameOf = ({ tenantId, resource }: Collection, fields: string): string =>
  `${tenantId} ${resource.name} ${fields}`;
