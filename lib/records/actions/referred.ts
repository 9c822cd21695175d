// Checks that the references which a client sends lead to rows that the client may see.
import { fail } from '../../contract/errors.ts';
import { newBudget } from '../store/budget.ts';
import { findRows } from '../store/read.ts';
import type { Row } from '../store/row.ts';
import { type ActionContext, type NewValues, readScope } from './context.ts';
import { allRelated, inScope } from './related.ts';

/** What a client sends for a row, which is absent if it is to be created. */
type Sent = Readonly<{ before?: Row; body: NewValues }>;

/**
 * Throws INVALID_INPUT if a new reference leads to a row outside the scope of the resource that it leads to: the error of
 * a row that does not exist. Without such a scope nothing is read: the transaction checks that the row exists. References
 * that hooks set are up to the application.
 */
export async function requireReferredInScope(context: ActionContext, sent: readonly Sent[]): Promise<void> {
  const { resource, all, collection } = context;
  const related = allRelated(collection.tenantId, all, newBudget(''));
  for (const [field, { to }] of Object.entries(resource.fields)) {
    const target = to === undefined ? undefined : all[to];
    const ids = sent.flatMap(({ before, body }) => {
      const id = body[field];
      return typeof id === 'string' && id !== before?.data[field] ? id : [];
    });
    const scope = target && ids.length ? await readScope(context, target) : undefined;
    if (!target || !scope) continue;
    const distinct = [...new Set(ids)];
    const rows = await findRows({ ...collection, resource: target }, distinct, 'live');
    const visible = await inScope(related, target, rows, scope);
    if (visible.length < distinct.length) fail('INVALID_INPUT', { message: noSuchRow(field) });
  }
}

export const noSuchRow = (field: string): string => `${field}: there is no such row.`;
