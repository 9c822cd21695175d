// What actions on several rows have in common: their limit, and the rows that the caller may act on.
import { fail } from '../../contract/errors.ts';
import type { Raw } from '../query/parse/parse.ts';
import type { Condition } from '../query/tree.ts';
import { newBudget } from '../store/budget.ts';
import { findRows, type Place } from '../store/read.ts';
import type { Row } from '../store/row.ts';
import { type Kind, mostRows } from '../store/write.ts';
import { type ActionContext, scopeOf } from './context.ts';
import * as related from './related.ts';

/** Throws INVALID_INPUT if one transaction does not hold so many rows: a change is never split. */
export function requireRoom({ resource }: ActionContext, field: string, count: number, kind: Kind): void {
  const most = mostRows(resource, kind);
  if (count > most) fail('INVALID_INPUT', { message: `${field}: must be at most ${most} entries long` });
}

/** Returns the scope of the caller's changes. */
export const mutationScope = async (context: ActionContext): Promise<Condition | undefined> =>
  scopeOf(context, await context.hooks.beforeMutate?.(context.caller));

/** Returns those of the rows that are in the scope. */
export const inScope = (
  { collection, resource, all }: ActionContext,
  rows: readonly Row[],
  scope: Condition | undefined,
): Promise<readonly Row[]> =>
  related.inScope(related.allRelated(collection.tenantId, all, newBudget('')), resource, rows, scope);

/** Returns the rows with these ids that exist there and are in the scope, in the order of the ids. */
export const findOwn = async (
  context: ActionContext,
  ids: readonly string[],
  place: Place,
  scope: Condition | undefined,
): Promise<readonly Row[]> => inScope(context, await findRows(context.collection, ids, place), scope);

/** Returns the ids of `ids=a&ids=b` or `ids[]=a`. Throws INVALID_INPUT for anything else. */
export function idsOf(raw: Raw): string[] {
  const { ids, ...others } = raw;
  if (Object.keys(others).length) fail('INVALID_INPUT', { message: 'the parameters: there is an unknown one.' });
  const list: unknown[] = ids === undefined ? [] : Array.isArray(ids) ? ids : [ids];
  const texts = list.filter((each) => typeof each === 'string' && each !== '' && each.length <= MAX_ID) as string[];
  if (texts.length < list.length) fail('INVALID_INPUT', { message: 'ids: must be a list of ids.' });
  if (new Set(texts).size < texts.length) fail('INVALID_INPUT', { message: 'ids: must be distinct.' });
  return texts;
}

/** As in bodies (lib/records/declare/shapes.ts). */
const MAX_ID = 128;
