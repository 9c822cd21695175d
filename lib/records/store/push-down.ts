// Lets the table drop rows that a condition cannot select, so that they are neither sent nor parsed. It saves bytes and
// time, no read units. What the table keeps is a superset: the evaluator (../query/evaluate.ts) still tests every row.
//
// All names and values are passed beside the expression, under generated placeholders.
import type { Filter } from '../../store/dynamo/table.ts';
import type { Resource } from '../declare/resource.ts';
import type { Condition, Operand } from '../query/tree.ts';
import { isStorableNumber } from './limits.ts';

/** An expression has at most 4 KB and 300 operators (quotas of DynamoDB). */
const LONGEST = 4000;
const MOST_OPERATORS = 280;
/** IN takes at most 100 values (quotas of DynamoDB). */
const MOST_IN = 100;

/** Attributes of the item itself. `order` is not one of them: where it is missing, it counts as 0. */
const SYSTEM = ['id', 'createdAt', 'updatedAt', 'deletedAt', 'version'];

/**
 * Returns a filter that keeps every row that fulfils the condition; `undefined` if the table can drop none. Parts that
 * the table cannot test, or that exceed its limits, are left out.
 */
export function filterOf(resource: Resource, where: Condition | undefined): Filter | undefined {
  const names = new Map<string, string>();
  const values: unknown[] = [];
  const nameOf = (attribute: string): string => {
    if (!names.has(attribute)) names.set(attribute, `#n${names.size}`);
    return names.get(attribute) as string;
  };
  const pathOf = (field: string): string =>
    SYSTEM.includes(field) ? nameOf(field) : `${nameOf('data')}.${nameOf(field)}`;
  const placeholder = (value: unknown): string => `:v${values.push(value) - 1}`;
  const canTest = (field: string): boolean => SYSTEM.includes(field) || Object.hasOwn(resource.fields, field);

  const textOf = (condition: Condition): string | undefined => {
    if (condition.kind === 'exists') return undefined;
    if (condition.kind === 'test') {
      const { path, operator, operand } = condition;
      if (path.relation !== undefined || !canTest(path.field) || ![operand].flat().every(isStorable)) return undefined;
      return testOf(operator, operand, () => pathOf(path.field), placeholder);
    }
    const legs = condition.legs.map(textOf);
    if (condition.kind === 'and') return joined(legs.filter(isKnown), 'AND');
    return legs.every(isKnown) ? joined(legs, 'OR') : undefined;
  };

  // The legs of the outermost AND that fit together.
  let text = '';
  for (const leg of where?.kind === 'and' ? where.legs : where ? [where] : []) {
    const each = textOf(leg);
    if (each !== undefined && isSmall(`${text} AND ${each}`)) text = text ? `${text} AND ${each}` : each;
  }
  if (!text) return undefined;
  // DynamoDB refuses names and values that no expression mentions: those of parts that were left out.
  const used = new Set(text.match(/[#:]\w+/g));
  return {
    text,
    names: Object.fromEntries([...names].flatMap(([attribute, name]) => (used.has(name) ? [[name, attribute]] : []))),
    values: Object.fromEntries(
      values.flatMap((value, place) => (used.has(`:v${place}`) ? [[`:v${place}`, value]] : [])),
    ),
  };
}

const isKnown = (text: string | undefined): text is string => text !== undefined;
const isStorable = (operand: unknown): boolean => typeof operand !== 'number' || isStorableNumber(operand);
/** DynamoDB refuses redundant parentheses. */
const joined = (texts: readonly string[], by: 'AND' | 'OR'): string | undefined =>
  texts.length > 1 ? `(${texts.join(` ${by} `)})` : texts[0];

const isSmall = (text: string): boolean =>
  text.length <= LONGEST &&
  (text.match(/AND|OR|NOT|IN |attribute|begins|contains|[<>=]+/g)?.length ?? 0) <= MOST_OPERATORS;

const COMPARATORS: Readonly<Record<string, string>> = { $eq: '=', $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' };

function testOf(
  operator: Extract<Condition, { kind: 'test' }>['operator'],
  operand: Operand,
  path: () => string,
  value: (value: unknown) => string,
): string | undefined {
  const list = [operand].flat();
  const comparator = COMPARATORS[operator];
  if (comparator) return `${path()} ${comparator} ${value(operand)}`;
  switch (operator) {
    case '$ne':
      return `(attribute_exists(${path()}) AND ${path()} <> ${value(operand)})`;
    case '$isTrue':
    case '$isFalse':
      return `${path()} = ${value(operator === '$isTrue')}`;
    case '$isNull':
      return `attribute_not_exists(${path()})`;
    case '$isNotNull':
      return `attribute_exists(${path()})`;
    // Not BETWEEN: it is refused where the bounds are reversed.
    case '$between':
      return `(${path()} >= ${value(list[0])} AND ${path()} <= ${value(list[1])})`;
    case '$notBetween':
      return `(${path()} < ${value(list[0])} OR ${path()} > ${value(list[1])})`;
    case '$in':
      return list.length ? inList(list, path, value) : undefined;
    case '$notIn':
      return list.length ? `(attribute_exists(${path()}) AND NOT ${inList(list, path, value)})` : undefined;
    case '$contArr':
      return joined(
        list.map((each) => `contains(${path()}, ${value(each)})`),
        'AND',
      );
    case '$intersectsArr':
      return joined(
        list.map((each) => `contains(${path()}, ${value(each)})`),
        'OR',
      );
    case '$startsWith':
      return operand === '' ? undefined : `begins_with(${path()}, ${value(operand)})`;
    case '$endsWith':
      return operand === '' ? undefined : `contains(${path()}, ${value(operand)})`;
    case '$like':
      return like(String(operand), path, value);
    default:
      return undefined;
  }
}

function inList(list: readonly unknown[], path: () => string, value: (value: unknown) => string): string {
  const parts = Array.from({ length: Math.ceil(list.length / MOST_IN) }, (_, part) => {
    const some = list.slice(part * MOST_IN, (part + 1) * MOST_IN);
    return `${path()} IN (${some.map(value).join(', ')})`;
  });
  return joined(parts, 'OR') as string;
}

/** A text that matches contains the longest part of the pattern without wildcards. Escapes are left to the evaluator. */
function like(pattern: string, path: () => string, value: (value: unknown) => string): string | undefined {
  const runs = pattern.includes('\\') ? [] : pattern.split(/[%_]+/);
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  return longest === '' ? undefined : `contains(${path()}, ${value(longest)})`;
}
