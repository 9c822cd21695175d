// Builds arbitrary queries, and compares what the service makes of them with predicates written by hand.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { query } from '../../../lib/packages/client/query.ts';
import { matches, subjectOf } from '../../../lib/records/query/evaluate.ts';
import { parseList } from '../../../lib/records/query/parse/parse.ts';
import { resources } from '../../../lib/records/resources/index.ts';

type Row = {
  name: string;
  status: 'planned' | 'active' | 'done';
  budget: number | null;
  isPublic: boolean;
  dueAt: string | null;
  tags: string[];
};
type Predicate = (row: Row) => boolean;
/** Arguments of `where`, and what they mean. */
type Leaf = { args: readonly unknown[]; holds: Predicate };
type Step = { method: 'where' | 'andWhere' | 'orWhere'; condition: Leaf | Step[] };

const NAMES = ['', '$eq', '$100', 'a', 'A', 'null', '0123', 'ä%_', '\\'];
const TIMES = [0, 1000, 1_700_000_000_000].map((time) => new Date(time));
const name = fc.constantFrom(...NAMES);
const amount = fc.constantFrom(-1, 0, 1.5, 10);
const time = fc.constantFrom(...TIMES);
const status = fc.constantFrom<Row['status']>('planned', 'active', 'done');
const some = <T>(value: fc.Arbitrary<T>) => fc.uniqueArray(value, { minLength: 1, maxLength: 3 });

const rows = fc.array(
  fc.record<Row>({
    name,
    status,
    budget: fc.option(amount),
    isPublic: fc.boolean(),
    dueAt: fc.option(time.map((each) => each.toISOString())),
    tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
  }),
  { minLength: 1, maxLength: 8 },
);

const leaf = (args: readonly unknown[], holds: Predicate): Leaf => ({ args, holds });
const leaves: fc.Arbitrary<Leaf> = fc.oneof(
  name.map((value) => leaf(['name', value], (row) => row.name === value)),
  name.map((value) => leaf(['name', '$startsWith', value], (row) => row.name.startsWith(value))),
  some(name).map((values) => leaf(['name', values], (row) => values.includes(row.name))),
  status.map((value) => leaf(['status', '$ne', value], (row) => row.status !== value)),
  some(status).map((values) => leaf([{ status: values }], (row) => values.includes(row.status))),
  fc.constant(leaf(['budget', null], (row) => row.budget === null)),
  fc.constant(leaf(['budget', '$ne', null], (row) => row.budget !== null)),
  amount.map((value) => leaf([{ budget: { $gte: value } }], (row) => row.budget !== null && row.budget >= value)),
  amount.map((value) => leaf(['budget', '$ne', value], (row) => row.budget !== null && row.budget !== value)),
  fc.boolean().map((value) => leaf(['isPublic', value], (row) => row.isPublic === value)),
  time.map((value) => leaf(['dueAt', '$lt', value], ({ dueAt }) => dueAt !== null && new Date(dueAt) < value)),
  time.map((value) => leaf(['dueAt', value], ({ dueAt }) => dueAt === value.toISOString())),
  some(time).map((values) =>
    leaf([{ dueAt: values }], ({ dueAt }) => values.some((each) => each.toISOString() === dueAt)),
  ),
  fc.tuple(name, amount).map(([a, b]) => leaf([{ name: a, budget: b }], (row) => row.name === a && row.budget === b)),
  fc
    .tuple(name, fc.boolean())
    .map(([a, b]) => leaf([{ $or: [{ name: a }, { isPublic: b }] }], (row) => row.name === a || row.isPublic === b)),
  some(fc.constantFrom('x', 'y')).map((values) =>
    leaf(['tags', '$contArr', values], ({ tags }) => values.every((each) => tags.includes(each))),
  ),
  fc.constant(leaf([{}], () => true)),
);
const methods = fc.constantFrom('where' as const, 'andWhere' as const, 'orWhere' as const);
const isNothing = (condition: Leaf | Step[]): boolean =>
  Array.isArray(condition) ? condition.every((step) => isNothing(step.condition)) : emptyLeaf(condition);
const emptyLeaf = ({ args: [first] }: Leaf): boolean => typeof first === 'object' && !Object.keys(first ?? {}).length;
/** An empty alternative is an error: query.test.ts. */
const isSound = ({ method, condition }: Step): boolean => method !== 'orWhere' || !isNothing(condition);
const steps = (condition: fc.Arbitrary<Leaf | Step[]>, maxLength: number): fc.Arbitrary<Step[]> =>
  fc.array(fc.record({ method: methods, condition }).filter(isSound), { maxLength });
const groups = steps(fc.oneof(leaves, steps(leaves, 3)), 3);
const programs = steps(fc.oneof({ weight: 3, arbitrary: leaves }, groups), 5);

type Chain = Record<Step['method'], (...args: readonly unknown[]) => Chain>;
const run = <C>(chain: C, program: readonly Step[]): C =>
  program.reduce(
    (built, { method, condition }) =>
      Array.isArray(condition)
        ? built[method]((group: Chain) => run(group, condition))
        : built[method](...condition.args),
    chain as unknown as Chain,
  ) as unknown as C;

/** What the steps mean, from left to right. `undefined`: no condition yet. */
const meaning = (program: readonly Step[]): Predicate | undefined =>
  program.reduce<Predicate | undefined>((before, { method, condition }) => {
    const added = Array.isArray(condition) ? meaning(condition) : emptyLeaf(condition) ? undefined : condition.holds;
    if (!before || !added) return before ?? added;
    return method === 'orWhere' ? (row) => before(row) || added(row) : (row) => before(row) && added(row);
  }, undefined);

describe('a built query', () => {
  test('is accepted by the service and means what its steps say', () => {
    const used = { filters: 0, matches: 0, others: 0 };
    fc.assert(
      fc.property(programs, rows, (program, all) => {
        const built = run(query<typeof resources, 'projects'>(), program);
        const native = parseList(resources.projects, resources, built.toObject());
        const sent = parseList(resources.projects, resources, built.toParams());
        const holds = meaning(program) ?? (() => true);
        if (native.where) used.filters++;
        for (const row of all) {
          const expected = holds(row);
          expect(matches(native.where, subjectOf(row))).toBe(expected);
          expect(matches(sent.where, subjectOf(row))).toBe(expected);
          expected ? used.matches++ : used.others++;
        }
      }),
      { numRuns: 1000 },
    );
    // The queries are not all alike.
    expect(Math.min(used.filters, used.matches, used.others)).toBeGreaterThan(300);
  });

  test('keeps every other part', () => {
    const built = query<typeof resources, 'projects'>()
      .addSelect(['name', 'status'])
      .addRelation('tasks', ['title'], { isDone: false, hours: [1, 2] }, 'inner')
      .addRelation('tasks.project')
      .addAggregate({ fn: 'sum', field: 'tasks.hours', as: 'hours', where: { dueAt: { $gt: new Date(0) } } })
      .having('hours', [3, 4])
      .orHaving('hours', null)
      .addOrder('hours', 'DESC')
      .addOrder('name')
      .take(10)
      .skip(20)
      .setOnlyDeleted();
    for (const raw of [built.toObject(), built.toParams()]) {
      expect(parseList(resources.projects, resources, raw)).toMatchObject({
        select: ['id', 'name', 'status'],
        relations: [
          {
            name: 'tasks',
            select: ['id', 'title'],
            isInner: true,
            where: { kind: 'and', legs: [{ operator: '$eq' }, { operator: '$in', operand: [1, 2] }] },
            nested: [{ name: 'project' }],
          },
        ],
        aggregates: [{ fn: 'sum', field: 'hours', as: 'hours', where: { operand: '1970-01-01T00:00:00.000Z' } }],
        having: { kind: 'or', legs: [{ operator: '$in' }, { operator: '$isNull' }] },
        order: [
          { path: { field: 'hours' }, direction: 'DESC' },
          { path: { field: 'name' }, direction: 'ASC' },
        ],
        take: 10,
        skip: 20,
        rows: 'trash',
      });
    }
  });
});
