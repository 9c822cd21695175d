// Pages through lists by cursors while rows are created, changed, trashed and restored at the same time.
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { useService } from '../support/service.ts';
import { random } from '../world/random.ts';
import { SEED } from './oracle/seed.ts';
import { createPermissions, inParallel, type Member, newMember } from './oracle/tenants.ts';

const service = useService();
type Task = { id: string; title: string; hours: number | null; dueAt: string | null };
type Listed = { items: Task[]; next: string | null };

/** Orders by the collection, by an index, by an index backwards with nulls first, and in memory by equal values. */
const LISTS = {
  'the default order': {},
  'an index': { order: { dueAt: 'ASC' } },
  'an index backwards': { order: { dueAt: 'DESC', id: 'DESC' } },
  'a filter and an index': { where: { dueAt: { $gte: '2026-01-02' } }, order: { dueAt: 'DESC' } },
  'an order without an index': { order: { hours: 'DESC', isDone: 'ASC' } },
  'a relation': { relations: { project: true }, where: { 'project.name': 'Many' }, order: { 'project.name': 'ASC' } },
} as const;

const KEPT = 45;
const VISITORS = 45;

describe('Pages by cursors', () => {
  let member: Member;
  let projectId: string;
  beforeAll(() => createPermissions(service));
  // A tenant for each test, so that a list has the rows of its test only.
  beforeEach(async () => {
    member = await newMember(service);
    const { body } = await member.api('POST', '/projects', { name: 'Many', slug: 'many' });
    projectId = body.id;
  });

  const chance = random(SEED);
  /** Equal times and hours, and nulls: many rows differ in nothing but their ids. */
  const bodyOf = (title: string) => ({
    projectId,
    title,
    hours: chance.next() < 0.3 ? null : chance.below(3),
    dueAt: chance.next() < 0.3 ? null : `2026-01-0${1 + chance.below(4)}T00:00:00Z`,
    isDone: chance.next() < 0.5,
  });
  const create = async (title: string, count: number): Promise<Task[]> => {
    const bodies = Array.from({ length: count }, () => bodyOf(title));
    const bulks = Array.from({ length: Math.ceil(count / 15) }, (_, at) => bodies.slice(at * 15, at * 15 + 15));
    const replies = await inParallel(bulks, 2, (bulk) => member.api('POST', '/tasks/bulk', { bulk }));
    return replies.flatMap(({ status, text, body }) => {
      if (status !== 201) throw new Error(text);
      return body as Task[];
    });
  };
  const page = async (list: object, cursor: string): Promise<Listed> => {
    const body = { ...list, take: 7, cursor };
    const reply = await member.send({
      method: 'POST',
      path: '/tasks',
      body,
      headers: { 'x-http-method-override': 'GET' },
    });
    if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`);
    return reply.body as Listed;
  };
  /** All pages. `meanwhile` runs at the same time as each page is read. */
  const walk = async (list: object, meanwhile: (page: number) => Promise<unknown>): Promise<Task[]> => {
    const seen: Task[] = [];
    let cursor: string | null = '';
    for (let at = 0; cursor !== null; at++) {
      const [listed]: [Listed, unknown] = await Promise.all([page(list, cursor), meanwhile(at)]);
      seen.push(...listed.items);
      cursor = listed.next;
      // At most two rows come while a page of seven is read, so a walk ends.
      if (at > 100) throw new Error('the list does not end');
    }
    return seen;
  };
  const idsOf = (tasks: readonly Task[]): string[] => tasks.map(({ id }) => id);

  for (const [name, list] of Object.entries(LISTS)) {
    test(`T-84: in ${name} repeat no row and lose none that was there throughout, while others come and go`, async () => {
      const kept = await create('kept', KEPT);
      const visitors = await create('visitor', VISITORS);
      const isListed = ({ dueAt }: Task): boolean =>
        !('where' in list && 'dueAt' in list.where) || (dueAt ?? '') >= '2026-01-02';
      const trashed: string[] = [];
      const seen = await walk(list, async () => {
        const gone = visitors.splice(chance.below(Math.max(visitors.length, 1)), 1)[0];
        const back = chance.next() < 0.3 ? trashed.shift() : undefined;
        if (gone) trashed.push(gone.id);
        const replies = await Promise.all([
          gone && member.api('DELETE', `/tasks/${gone.id}`),
          back && back !== gone?.id && member.api('PUT', `/tasks/${back}/restore`),
          member.api('POST', '/tasks', bodyOf('new')),
        ]);
        for (const reply of replies) if (reply && reply.status >= 300) throw new Error(reply.text);
      });
      expect(new Set(idsOf(seen)).size).toBe(seen.length);
      const expected = idsOf(kept.filter(isListed)).toSorted();
      const found = idsOf(seen.filter(({ title, id }) => title === 'kept' && expected.includes(id))).toSorted();
      expect(found).toEqual(expected);
    });
  }

  test('continue after a row that was deleted for good since it was the last of a page', async () => {
    const own = { where: { title: 'fleeting' }, order: { dueAt: 'ASC' } };
    const rows = await create('fleeting', 30);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { items, next }: Listed = await page(own, cursor);
      seen.push(...idsOf(items));
      const last = items.at(-1)!.id;
      for (const path of [`/tasks/${last}`, `/tasks/${last}/trash`])
        expect((await member.api('DELETE', path)).status).toBe(200);
      cursor = next;
    }
    expect(seen.toSorted()).toEqual(idsOf(rows).toSorted());
  });

  test('read at the same time by twenty callers are the same', async () => {
    const own = { where: { title: 'shared' }, order: { dueAt: 'DESC', hours: 'ASC' } };
    await create('shared', 30);
    const walks = await inParallel(Array.from({ length: 20 }), 20, () => walk(own, async () => undefined));
    expect(new Set(walks.map((rows) => idsOf(rows).join(' '))).size).toBe(1);
    expect(walks[0]).toHaveLength(30);
  });
});
