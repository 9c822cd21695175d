// Builds filters step by step: values as a person writes them become conditions of the wire format.
import { requireDefined } from './parameters.ts';

/** A filter of the wire format. */
export type Filter = Readonly<Record<string, unknown>>;
type Scalar = string | number | boolean | Date;

/** The fields that a filter of type `W` may name. */
export type FieldOf<W> = Exclude<keyof W & string, '$and' | '$or'>;
type Plain<W, K extends keyof W> = Extract<W[K], Scalar>;
type OperatorsAt<W, K extends keyof W> = Exclude<NonNullable<W[K]>, Scalar>;
/** A value, a list of which it is one, `null` for a field without a value, or operators. */
type Loose<W, K extends keyof W> = NonNullable<W[K]> | readonly Plain<W, K>[] | null;
/** A filter in which values may be lists and `null`. */
export type LooseFilter<W> = { [K in keyof W]?: K extends '$and' | '$or' ? readonly LooseFilter<W>[] : Loose<W, K> };

/** The ways to state a condition. `Self` is what the method returns. */
export type AddCondition<W, Self> = {
  <K extends FieldOf<W>>(field: K, value: Loose<W, K>): Self;
  <K extends FieldOf<W>, O extends keyof OperatorsAt<W, K>>(
    field: K,
    operator: O,
    value: NonNullable<OperatorsAt<W, K>[O]> | (O extends '$eq' | '$ne' ? null : never),
  ): Self;
  (filter: LooseFilter<W> | ((group: Group<W>) => Group<W>)): Self;
};
/** A group of conditions, as in brackets. */
export type Group<W> = {
  where: AddCondition<W, Group<W>>;
  andWhere: AddCondition<W, Group<W>>;
  orWhere: AddCondition<W, Group<W>>;
};

/** The arguments of `AddCondition`. */
export type Condition = readonly [first: unknown, ...rest: unknown[]];

/** Returns `(so far) AND (condition)`. A condition without any field changes nothing. */
export function andAlso(soFar: Filter | undefined, condition: Condition): Filter | undefined {
  const added = filterOf(condition);
  if (soFar === undefined || isEmpty(added)) return isEmpty(added) ? soFar : added;
  const isDisjoint = Object.keys(added).every((key) => !Object.hasOwn(soFar, key));
  if (isDisjoint) return { ...soFar, ...added };
  return { $and: [...legsOf(soFar, '$and'), ...legsOf(added, '$and')] };
}

/**
 * Returns `(so far) OR (condition)`, or the condition if there is none so far. Throws a `TypeError` for a condition
 * without any field: the query would list every row.
 */
export function orElse(soFar: Filter | undefined, condition: Condition): Filter {
  const added = filterOf(condition);
  if (isEmpty(added)) throw new TypeError('an alternative needs a condition');
  return soFar === undefined ? added : { $or: [...legsOf(soFar, '$or'), ...legsOf(added, '$or')] };
}

const isEmpty = (filter: Filter): boolean => Object.keys(filter).length === 0;

/** The legs of a filter that has nothing beside them, or the filter as a leg. */
function legsOf(filter: Filter, joint: '$and' | '$or'): readonly unknown[] {
  const legs = filter[joint];
  return Object.keys(filter).length === 1 && Array.isArray(legs) ? legs : [filter];
}

function filterOf([first, ...rest]: Condition): Filter {
  if (typeof first === 'function') return filterOfGroup(first as (group: Group<never>) => unknown);
  if (typeof first !== 'string') return normalised(first as Filter);
  if (rest.length < 2) return normalised({ [first]: rest[0] });
  return { [first]: withOperator(first, String(rest[0]), rest[1]) };
}

function withOperator(field: string, operator: string, value: unknown): Filter {
  requireDefined(field, value, true);
  if (value === null && operator === '$eq') return { $isNull: true };
  if (value === null && operator === '$ne') return { $isNotNull: true };
  if (value === null) throw new TypeError(`${operator} of ${field} needs a value`);
  return { [operator]: copied(value) };
}

/** Copies a filter: times become ISO 8601, lists `$in`, and `null` becomes `$isNull`. */
export function normalised(filter: Filter): Filter {
  requireDefined('the filter', filter, true);
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => {
      if (name === '$and' || name === '$or') return [name, (value as readonly Filter[]).map(normalised)];
      if (value === null) return [name, { $isNull: true }];
      if (!Array.isArray(value)) return [name, copied(value)];
      if (!value.length || value.includes(null)) throw new TypeError(`the list of ${name} needs values, null is none`);
      return [name, { $in: copied(value) }];
    }),
  );
}

/** Copies a JSON value, so that a query shares nothing with its caller. Times become texts. */
export const copied = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** Conditions of a group are told apart from other objects by this key. */
const FILTER = Symbol('filter');

function groupOf(filter: Filter | undefined): Group<never> & { [FILTER]: Filter | undefined } {
  const where = (...condition: Condition) => groupOf(andAlso(filter, condition));
  const orWhere = (...condition: Condition) => groupOf(orElse(filter, condition));
  return { [FILTER]: filter, where, andWhere: where, orWhere } as never;
}

function filterOfGroup(build: (group: Group<never>) => unknown): Filter {
  const built = build(groupOf(undefined)) as { [FILTER]?: Filter } | undefined;
  if (typeof built !== 'object' || !(FILTER in built)) throw new TypeError('the callback must return its group');
  return built[FILTER] ?? {};
}
