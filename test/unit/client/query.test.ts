// Runs the query builder: what a person writes, and the query that results.
import { describe, expect, test } from '@jest/globals';
import { query } from '../../../lib/packages/client/query.ts';
import { resourcesOf } from '../../../lib/packages/client/resources.ts';
import type { resources } from '../../../lib/records/resources/index.ts';

const projects = () => query<typeof resources, 'projects'>();
const a = { status: 'active' } as const;
const b = { isPublic: true };
const c = { budget: { $gt: 5 } };

describe('conditions of the query builder', () => {
  test('where after where is AND', () => {
    expect(projects().where(a).where(b).toObject()).toEqual({ where: { status: 'active', isPublic: true } });
    expect(projects().where(a).andWhere(a).toObject()).toEqual({ where: { $and: [a, a] } });
    expect(projects().where(a).where(a).where(a).toObject()).toEqual({ where: { $and: [a, a], ...a } });
  });

  test('T-88: orWhere is OR over everything so far', () => {
    expect(projects().where(a).orWhere(b).toObject()).toEqual({ where: { $or: [a, b] } });
    expect(projects().where(a).orWhere(b).orWhere(c).toObject()).toEqual({ where: { $or: [a, b, c] } });
    expect(projects().where(a).where(b).orWhere(c).toObject()).toEqual({ where: { $or: [{ ...a, ...b }, c] } });
    expect(projects().orWhere(a).toObject()).toEqual({ where: a });
  });

  test('where after orWhere is AND over everything so far', () => {
    expect(projects().where(a).orWhere(b).where(c).toObject()).toEqual({ where: { $or: [a, b], ...c } });
    expect(projects().where(a).orWhere(b).where(c).orWhere(a).toObject()).toEqual({
      where: { $or: [{ $or: [a, b], ...c }, a] },
    });
  });

  test('a callback is a group in brackets', () => {
    const grouped = projects()
      .where(a)
      .where((group) => group.where(b).orWhere('budget', '$isNull', true));
    expect(grouped.toObject()).toEqual({ where: { ...a, $or: [b, { budget: { $isNull: true } }] } });
    const alternative = projects()
      .where(a)
      .orWhere((group) => group.where(b).where(c));
    expect(alternative.toObject()).toEqual({ where: { $or: [a, { ...b, ...c }] } });
  });

  test('a callback that does not return its group throws', () => {
    expect(() => projects().where((() => undefined) as never)).toThrow('must return its group');
    expect(() => projects().where((() => ({})) as never)).toThrow('must return its group');
  });

  test('an empty condition changes nothing, and is no alternative', () => {
    expect(projects().where({}).where(a).where({}).toObject()).toEqual({ where: a });
    expect(() => projects().where(a).orWhere({})).toThrow('needs a condition');
  });

  test('a value may be null, a time, a list or a text that begins with $', () => {
    expect(projects().where('budget', null).toObject()).toEqual({ where: { budget: { $isNull: true } } });
    expect(projects().where('budget', '$ne', null).toObject()).toEqual({ where: { budget: { $isNotNull: true } } });
    expect(projects().where('dueAt', '$lt', new Date(0)).toObject()).toEqual({
      where: { dueAt: { $lt: '1970-01-01T00:00:00.000Z' } },
    });
    expect(projects().where('status', ['active', 'done']).toObject()).toEqual({
      where: { status: { $in: ['active', 'done'] } },
    });
    expect(projects().where('name', '$isNull').toObject()).toEqual({ where: { name: '$isNull' } });
    expect(
      projects()
        .where({ budget: null, $or: [{ name: ['x'] }, { createdAt: { $gt: new Date(0) } }] })
        .toObject(),
    ).toEqual({
      where: {
        budget: { $isNull: true },
        $or: [{ name: { $in: ['x'] } }, { createdAt: { $gt: '1970-01-01T00:00:00.000Z' } }],
      },
    });
  });

  test('a value that is missing throws: without its condition, the query would list more rows', () => {
    const missing = undefined as never;
    expect(() => projects().where('name', missing)).toThrow('no value for name');
    expect(() => projects().where('name', '$like', missing)).toThrow('no value for name');
    expect(() => projects().where({ name: missing })).toThrow('no value for name');
    expect(() => projects().where({ $or: [{ name: { $like: missing } }] })).toThrow('no value for $like');
    expect(() => projects().addRelation('tasks', { where: { title: missing } })).toThrow('no value for title');
    expect(() => projects().where('name', [])).toThrow('needs values');
    expect(() => projects().where('budget', '$gt', null as never)).toThrow('needs a value');
  });

  test('the client rejects a filter with a missing value, too', async () => {
    const { projects } = resourcesOf<typeof resources>({ request: async () => ({}) });
    await expect(projects.findMany({ where: { name: undefined } })).rejects.toThrow('no value for name');
    await expect(projects.counts({ filter: { where: { name: undefined } } })).rejects.toThrow('no value for name');
    await expect(projects.findMany({ relations: { tasks: { where: { title: undefined } } } })).rejects.toThrow(
      'no value for title',
    );
    await expect(projects.findMany({ where: undefined, take: undefined })).resolves.toEqual({});
  });
});

describe('the query builder', () => {
  const rich = projects()
    .addSelect('name')
    .addSelect(['status', 'name'])
    .addRelation('tasks', ['title'], { isDone: false, dueAt: { $lt: new Date(0) } }, 'inner')
    .addAggregate({ fn: 'sum', field: 'tasks.hours', as: 'hours', where: { hours: { $in: [1, 2] } } })
    .having('hours', '$gt', 3)
    .orHaving('hours', null)
    .addOrder('hours', 'DESC')
    .addOrder('name')
    .take(10)
    .skip(20)
    .setOnlyDeleted();

  test('collects the parts of a query', () => {
    expect(rich.toObject()).toEqual({
      select: ['name', 'status'],
      relations: {
        tasks: {
          select: ['title'],
          where: { isDone: false, dueAt: { $lt: '1970-01-01T00:00:00.000Z' } },
          joinType: 'inner',
        },
      },
      aggregates: [{ fn: 'sum', field: 'tasks.hours', as: 'hours', where: { hours: { $in: [1, 2] } } }],
      having: { $or: [{ hours: { $gt: 3 } }, { hours: { $isNull: true } }] },
      order: { hours: 'DESC', name: 'ASC' },
      take: 10,
      skip: 20,
      onlyDeleted: true,
    });
  });

  test('removes the parts of a query', () => {
    const fewer = rich.removeSelect('status').removeRelation('tasks').removeAggregate('hours').removeOrder('name');
    expect(fewer.setTake(1).setSkip(2).toObject()).toEqual({
      select: ['name'],
      having: { $or: [{ hours: { $gt: 3 } }, { hours: { $isNull: true } }] },
      take: 1,
      skip: 2,
      onlyDeleted: true,
    });
    expect(projects().addSelect('name').removeSelect(['name']).toObject()).toEqual({});
  });

  test('encodes parameters as JSON texts', () => {
    expect(rich.removeRelation('tasks').removeAggregate('hours').toParams()).toEqual({
      select: '["name","status"]',
      having: '{"$or":[{"hours":{"$gt":3}},{"hours":{"$isNull":true}}]}',
      order: '{"name":"ASC"}',
      take: '10',
      skip: '20',
      onlyDeleted: 'true',
    });
    expect(projects().toParams()).toEqual({});
  });

  test('keeps the priority of orders when a direction changes', () => {
    const { order } = projects().addOrder('name').addOrder('budget').addOrder('name', 'DESC').toObject();
    expect(JSON.stringify(order)).toBe('{"name":"DESC","budget":"ASC"}');
  });

  test('changes neither the objects of its caller nor an earlier query', () => {
    const filter = Object.freeze({ $or: Object.freeze([Object.freeze({ name: Object.freeze(['x']) })]) });
    const config = Object.freeze({ where: filter, select: Object.freeze(['title'] as const) });
    const base = projects().where(a);
    base
      .where(filter)
      .orWhere(filter)
      .addRelation('tasks', { ...config, where: {} })
      .addOrder('name')
      .addSelect('name');
    expect(base.toObject()).toEqual({ where: a });

    const first = base.toObject() as { where: Record<string, unknown> };
    first.where.status = 'done';
    expect(base.toObject()).toEqual({ where: a });
    const list = ['x'];
    const named = base.where('name', list);
    list.push('y');
    expect(named.toObject()).toEqual({ where: { ...a, name: { $in: ['x'] } } });
  });
});

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(..._: Same<A, B> extends true ? [] : ['the types differ']): void => {};

test('a built query that does not fit the resource does not compile, and decides what rows have', async () => {
  const client = resourcesOf<typeof resources>({ request: async () => ({ items: [] }) });
  const { items } = await client.projects.findMany(
    projects()
      .where('status', 'active')
      .addSelect(['name', 'budget'])
      .removeSelect('budget')
      .addRelation('tasks', ['title'])
      .addAggregate({ fn: 'count', field: 'tasks.id', as: 'all' })
      .addAggregate({ fn: 'max', field: 'tasks.hours', as: 'most' })
      .removeAggregate('all')
      .toObject(),
  );
  same<
    (typeof items)[number],
    { id: string; name: string; tasks: { id: string; title: string }[]; most: number | null }
  >();
  let built = projects();
  built = built.where('name', 'x').addOrder('name').take(1);
  const wrong = [
    // @ts-expect-error The field is misspelt.
    () => built.where('nam', 'x'),
    // @ts-expect-error The operand is of another type.
    () => built.where('budget', 'x'),
    // @ts-expect-error The operand is of another type.
    () => built.where('budget', '$gt', 'x'),
    // @ts-expect-error The operator is misspelt.
    () => built.where('budget', '$gtt', 3),
    // @ts-expect-error The field is misspelt, in an object.
    () => built.where({ nam: 'x' }),
    // @ts-expect-error The field is misspelt, in a group.
    () => built.where((group) => group.where('nam', 'x')),
    // @ts-expect-error The field is hidden.
    () => built.addSelect('costCentre'),
    // @ts-expect-error The relation does not exist.
    () => built.addRelation('members'),
    // @ts-expect-error The column of the relation does not exist.
    () => built.addRelation('tasks', ['titel']),
    // @ts-expect-error A list has no order.
    () => built.addOrder('tags'),
    // @ts-expect-error No aggregate has this alias.
    () => built.having('hours', 3),
    // @ts-expect-error A text has no sum.
    () => built.addAggregate({ fn: 'sum', field: 'tasks.title', as: 'x' }),
  ];
  expect(wrong).toHaveLength(12);
});
