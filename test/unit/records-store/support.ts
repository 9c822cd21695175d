// Makes collections and rows for the tests of the store of resources.

import { newTenantId } from '../../../lib/platform/ids.ts';
import { boolean, choice, dateTime, number, reference, text, texts } from '../../../lib/records/declare/fields.ts';
import { resource } from '../../../lib/records/declare/resource.ts';
import type { Order, Query } from '../../../lib/records/query/tree.ts';
import { newBudget } from '../../../lib/records/store/budget.ts';
import { newRowId } from '../../../lib/records/store/ids.ts';
import { planOf } from '../../../lib/records/store/plan.ts';
import { readRows } from '../../../lib/records/store/read.ts';
import type { Collection, Row } from '../../../lib/records/store/row.ts';
import { createRows, mostRows } from '../../../lib/records/store/write.ts';
import type { Write } from '../../../lib/store/dynamo/table.ts';
import { outboxWrite } from '../../../lib/store/outbox.ts';

const note = { description: 'For tests.', optional: true } as const;

export const parts = resource({
  name: 'parts',
  singular: 'part',
  prefix: 'prt',
  description: 'Rows with a field of each kind.',
  fields: {
    code: text({ max: 40, unique: true, ...note }),
    size: number({ ...note, unique: true }),
    name: text({ max: 60, ...note }),
    weight: number(note),
    isNew: boolean(note),
    dueAt: dateTime(note),
    status: choice(['a', 'b', 'c'], note),
    tags: texts({ max: 40, description: 'For tests.' }),
    secret: text({ max: 40, hidden: true, ...note }),
    boxId: reference('boxes', note),
    parentId: reference('parts', note),
  },
  indexes: [['status', 'name'], ['weight'], ['isNew', 'dueAt'], ['boxId']],
  softDelete: true,
  reorder: true,
});

export const boxes = resource({
  name: 'boxes',
  singular: 'box',
  prefix: 'box',
  description: 'Rows that others refer to.',
  fields: { label: text({ max: 40, ...note }) },
  softDelete: true,
});

/** A collection of a new tenant. */
export const collectionOf = (of: Collection['resource'] = parts): Collection => ({
  tenantId: newTenantId(),
  resource: of,
});

let ms = Date.parse('2026-01-01T00:00:00.000Z');
/** A new row, a millisecond later than the one before unless `at` (ms) is given. It is not stored. */
export function newRow({ tenantId, resource: of }: Collection, data: Row['data'] = {}, at = ++ms): Row {
  const createdAt = new Date(at).toISOString();
  const id = newRowId(of, at);
  return { pk: tenantId, sk: id, type: 'row', id, version: 1, createdAt, updatedAt: createdAt, data };
}

/** The event of a change: one item of the outbox. */
export const events = (): Write =>
  outboxWrite(null, [{ name: 'svc.key_rotated' as never, detail: {} as never }], 1_767_225_600_000);

/** Stores rows in as many transactions as they need. */
export async function store(collection: Collection, rows: readonly Row[]): Promise<void> {
  const most = mostRows(collection.resource, 'create');
  for (let first = 0; first < rows.length; first += most) {
    const written = await createRows(collection, rows.slice(first, first + most), events());
    if (written !== 'done') throw new Error(JSON.stringify(written));
  }
}

export const order = (text: string): Order =>
  text
    .split(',')
    .filter(Boolean)
    .map((key) => ({
      path: { field: key.replace('-', '') },
      direction: key.startsWith('-') ? 'DESC' : 'ASC',
    }));

/** Everything that a query reads. */
export async function readAll(
  collection: Collection,
  query: Partial<Pick<Query, 'where' | 'order' | 'rows'>>,
  { batch = 7, after }: { batch?: number; after?: Row } = {},
): Promise<Row[]> {
  const plan = planOf(collection.resource, query.where, query.order ?? [], query.rows ?? 'live');
  const rows: Row[] = [];
  const options = { budget: newBudget(''), batch, ...(after && { after }) };
  for await (const page of readRows(collection, plan, options)) rows.push(...page);
  return rows;
}
