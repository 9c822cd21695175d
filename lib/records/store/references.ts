// Checks that the rows exist to which references lead, in the transaction that writes the reference.
import { orderedId } from '../../platform/ids.ts';
import type { Write } from '../../store/dynamo/table.ts';
import * as keys from '../../store/keys.ts';
import type { Collection, Row } from './row.ts';

type Changed = Readonly<{ before: Row | undefined; after: Row }>;

/**
 * The checks by field that the rows exist, and are not in the trash, to which changed references lead; or the field whose
 * reference is no id. Each row is checked once: a transaction may not name an item twice. Rows that the transaction
 * itself writes need no check.
 */
export function referenceWrites(
  { tenantId, resource }: Collection,
  changes: readonly Changed[],
): ReadonlyMap<string, Write[]> | { missing: string } {
  const checks = new Map<string, Write[]>();
  const own = new Set(changes.map(({ after }) => after.id));
  const seen = new Set<string>();
  for (const [field, { to }] of Object.entries(resource.fields)) {
    if (to === undefined) continue;
    checks.set(field, []);
    for (const { before, after } of changes) {
      const id = after.data[field];
      if (id === undefined || id === before?.data[field]) continue;
      if (typeof id !== 'string' || !orderedId(id)) return { missing: field };
      if (seen.has(`${to} ${id}`) || (to === resource.name && own.has(id))) continue;
      seen.add(`${to} ${id}`);
      checks.get(field)?.push({ check: { ...keys.row(tenantId, to, id), if: '#type = :row', values: { row: 'row' } } });
    }
  }
  return checks;
}
