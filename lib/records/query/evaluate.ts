// Decides whether a row fulfils a condition. It is the definition of what filters mean; the table only saves reads.
import { operatorRow } from './operators.ts';
import type { Condition, Path, Value, Values } from './tree.ts';

/** What a condition is asked about: a row, perhaps with one row of each relation that the condition names. */
export type Subject = Readonly<{ valueOf: (path: Path) => Value; hasRow: (relation: string) => boolean }>;

type Predicate = (subject: Subject) => boolean;
/** Conditions are immutable. Folded operands, sets and patterns are prepared once for all rows. */
const prepared = new WeakMap<Condition, Predicate>();

/** Whether the subject fulfils the condition. A test of a value that is `null` fails, except `$isNull` (SQL). */
export function matches(condition: Condition | undefined, subject: Subject): boolean {
  if (!condition) return true;
  return (prepared.get(condition) ?? remember(condition))(subject);
}

function remember(condition: Condition): Predicate {
  const predicate = prepare(condition);
  prepared.set(condition, predicate);
  return predicate;
}

function prepare(condition: Condition): Predicate {
  if (condition.kind === 'exists') {
    const { relation, isNegated } = condition;
    return (subject) => subject.hasRow(relation) !== isNegated;
  }
  if (condition.kind === 'test') {
    const { path, operator, operand } = condition;
    const { test, onNull = false } = operatorRow(operator);
    const passes = test(operand);
    return (subject) => {
      const value = subject.valueOf(path);
      return value === null ? onNull : passes(value);
    };
  }
  const legs = condition.legs.map(prepare);
  return condition.kind === 'and'
    ? (subject) => legs.every((leg) => leg(subject))
    : (subject) => legs.some((leg) => leg(subject));
}

/**
 * Returns the subject of one row alone, or of the aggregates of a row by alias. A relation that the condition names has
 * no value and no row.
 */
export const subjectOf = (values: Values): Subject => ({
  valueOf: ({ relation, field }) =>
    (relation === undefined && Object.hasOwn(values, field) ? values[field] : null) ?? null,
  hasRow: () => false,
});

/** Returns the relations of which a condition needs rows (`tested`), or only whether there is one (`exists`). */
export function relationsIn(condition: Condition | undefined): { tested: Set<string>; exists: Set<string> } {
  const tested = new Set<string>();
  const exists = new Set<string>();
  const visit = (each: Condition): void => {
    if (each.kind === 'exists') exists.add(each.relation);
    else if (each.kind === 'test') {
      if (each.path.relation !== undefined) tested.add(each.path.relation);
    } else each.legs.forEach(visit);
  };
  if (condition) visit(condition);
  return { tested, exists };
}
