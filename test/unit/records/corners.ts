// Declares resources with the corners that the example resources do not have, and helpers for tests of queries.
import { ApiError, type ErrorBody } from '../../../lib/contract/errors.ts';
import {
  boolean,
  choice,
  dateTime,
  integer,
  number,
  reference,
  text,
  texts,
} from '../../../lib/records/declare/fields.ts';
import { registry } from '../../../lib/records/declare/registry.ts';
import { belongsTo, hasMany, type Resource, resource } from '../../../lib/records/declare/resource.ts';

const D = { description: 'For tests.' };

const owners = resource({
  name: 'owners',
  singular: 'owner',
  prefix: 'own',
  ...D,
  fields: { name: text({ max: 40, ...D }), pin: text({ max: 40, hidden: true, ...D }) },
  relations: { corners: hasMany('corners', 'ownerId') },
});

/** A field of each kind, visible and hidden, and relations of each kind, visible and hidden. */
const corners = resource({
  name: 'corners',
  singular: 'corner',
  prefix: 'crn',
  ...D,
  fields: {
    ownerId: reference('owners', { optional: true, ...D }),
    keeperId: reference('owners', { optional: true, hidden: true, ...D }),
    name: text({ max: 4096, optional: true, ...D }),
    whole: integer({ optional: true, ...D }),
    decimal: number({ optional: true, ...D }),
    flag: boolean({ optional: true, ...D }),
    at: dateTime({ optional: true, ...D }),
    kind: choice(['a', 'b', 'c'], { optional: true, ...D }),
    tags: texts({ max: 40, ...D }),
    secret: text({ max: 40, optional: true, hidden: true, ...D }),
    salary: number({ optional: true, hidden: true, ...D }),
  },
  indexes: [['ownerId']],
  relations: {
    owner: belongsTo('owners', 'ownerId'),
    keeper: { ...belongsTo('owners', 'keeperId'), hidden: true },
    notes: hasMany('notes', 'cornerId'),
    marks: hasMany('marks', 'cornerId'),
    traces: { ...hasMany('marks', 'cornerId'), hidden: true },
  },
  softDelete: true,
  reorder: true,
});

const child = {
  cornerId: reference('corners', D),
  title: text({ max: 40, ...D }),
  hours: integer({ optional: true, ...D }),
};

const notes = resource({
  name: 'notes',
  singular: 'note',
  prefix: 'nte',
  ...D,
  fields: {
    ...child,
    isOpen: boolean(D),
    words: texts({ max: 40, ...D }),
    secret: text({ max: 40, hidden: true, ...D }),
  },
  indexes: [['cornerId']],
  relations: { corner: belongsTo('corners', 'cornerId') },
});

/** Without a trash and without an order of its own. */
const marks = resource({
  name: 'marks',
  singular: 'mark',
  prefix: 'mrk',
  ...D,
  fields: child,
  indexes: [['cornerId']],
  relations: { corner: belongsTo('corners', 'cornerId') },
  maxPerPage: 20,
});

export const all = registry({ owners, corners, notes, marks });
export { corners, marks, notes, owners };

/** Returns the body of the error that `action` throws, or `undefined`. An error outside the catalogue is thrown. */
export function refusal(action: () => unknown): ErrorBody | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.body;
    throw error;
  }
}

export type Parse = (resource: Resource, registry: typeof all, raw: Record<string, unknown>) => unknown;
