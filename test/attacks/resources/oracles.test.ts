// Attacks what must not be known: hidden fields by errors, costs, cursors, events and logs, and rows by conflicts.
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { belongsTo, hasMany, reference, registry, resource, text } from '../../../lib/records/index.ts';
import { answerOf, feedAtRest, refusal } from '../../support/api.ts';
import { type Line, logged } from '../../support/logs.ts';
import { project, query, serveOwn, task, type Worker, worker } from '../../support/resources.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let owner: Worker;
// biome-ignore lint/suspicious/noExplicitAny: what came back is what tests look into
type Json = any;
let row: Json;
const CANARY = 'canary-of-a-hidden-field';

beforeAll(async () => {
  owner = await worker(service);
  row = await project(owner, { costCentre: CANARY });
  await task(owner, row.id);
});

describe('a hidden field', () => {
  /** Each position of a query that takes a name. */
  const POSITIONS: [string, (name: string) => Record<string, unknown>][] = [
    ['T-05: order', (name) => ({ order: { [name]: 'ASC' } })],
    ['T-05: order by a qualified name', (name) => ({ order: { [`projects.${name}`]: 'DESC' } })],
    ['T-04: select by a qualified name', (name) => ({ select: [`projects.${name}`] })],
    ['T-04: select by the name of a join', (name) => ({ relations: ['tasks'], select: [`tasks_project_${name}`] })],
    ['where within $or', (name) => ({ where: { $or: [{ name: 'x' }, { [name]: CANARY }] } })],
    ['T-06: $exists', (name) => ({ where: { [name]: { $exists: true } } })],
    ['T-09: the end of a cycle', (name) => ({ relations: { 'tasks.project': { where: { [name]: CANARY } } } })],
    ['T-09: the columns at the end of a cycle', (name) => ({ relations: { 'tasks.project': { select: [name] } } })],
    ['having', (name) => ({ aggregates: [aggregate('n')], having: { [name]: CANARY } })],
    ['order of aggregates', (name) => ({ aggregates: [aggregate('n')], order: { [name]: 'ASC' } })],
    ['aggregates', (name) => ({ aggregates: [{ ...aggregate('n'), field: `tasks.${name}` }] })],
  ];
  const aggregate = (as: string) => ({ fn: 'count', field: 'tasks.id', as });
  const text = ({ text }: { text: string }) => text;

  test.each(POSITIONS)('T-08: has the reply of an unknown one in %s, byte by byte', async (_, of) => {
    for (const name of ['costCentre', 'reviewNote']) {
      const [hidden, unknown] = [
        await owner.get(`/projects${query(of(name))}`),
        await owner.get(`/projects${query(of('nope'))}`),
      ];
      expect(answerOf(hidden)).toEqual(refusal('CRUD_INVALID_FIELD'));
      expect(text(hidden)).toBe(text(unknown));
    }
  });

  test('T-12: costs as many reads as an unknown one, in a list that would match and in one that would not', async () => {
    const unitsOf = async (where: object): Promise<unknown> => {
      const lines = await logged(async () => owner.get(`/projects${query({ where })}`));
      const { readUnits } = lines.find(({ readUnits }: Line) => readUnits !== undefined) as Line;
      return readUnits;
    };
    const unknown = await unitsOf({ nope: CANARY });
    expect(unknown).toEqual(expect.any(Number));
    expect(await unitsOf({ costCentre: CANARY })).toBe(unknown);
    expect(await unitsOf({ costCentre: 'other' })).toBe(unknown);
    expect(await unitsOf({ name: CANARY })).toBeGreaterThan(unknown as number);
  });

  test('T-07: gives its name to no alias, with the reply of any reserved name', async () => {
    const texts = await Promise.all(
      ['costCentre', 'COSTCENTRE', 'name', 'tasks', 'constructor', 'then', '1x'].map(async (as) =>
        text(await owner.get(`/projects${query({ aggregates: [aggregate(as)] })}`)),
      ),
    );
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('this alias is not available');
  });

  test('T-11: is in no log, event, cursor, error or reply, and neither are values of filters', async () => {
    const replies: string[] = [];
    const lines = await logged(async () => {
      const send = async (reply: Promise<{ text: string }>) => replies.push((await reply).text);
      await send(owner.put(`/projects/${row.id}`, { costCentre: `${CANARY}-2`, name: 'canary-of-a-name' }));
      await send(owner.put('/projects/bulk', { bulk: [{ id: row.id, costCentre: `${CANARY}-3` }] }));
      await send(owner.get(`/projects${query({ where: { costCentre: `${CANARY}-2` } })}`));
      await send(owner.get(`/projects${query({ where: { slug: 'canary-of-a-filter' } })}`));
      await send(owner.post('/projects', { where: { slug: 'canary-of-a-filter' } }, OVERRIDE));
      await send(owner.get(`/projects${query({ where: { name: { $in: 'canary-of-a-filter' } } })}`));
      await send(owner.get('/projects/canary-of-an-id'));
      await send(owner.post('/projects', { name: 'x', slug: row.slug, costCentre: CANARY }));
      await send(owner.put(`/projects/${row.id}`, { costCentre: 1 }));
    });
    const { body } = await owner.get('/projects?cursor=&take=1&order={"createdAt":"ASC"}');
    await project(owner);
    const { next } = (await owner.get('/projects?cursor=&take=1&order={"createdAt":"ASC"}')).body;
    await feedAtRest(service);
    const events = (await service.get('/__events')).text;
    const cursor = Buffer.from(next.split('.')[0], 'base64url').toString();
    expect(JSON.parse(cursor)).toEqual([expect.any(Number), [row.id, row.createdAt]]);
    expect(body.items).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toMatch(/canary/);
    expect(events).toContain(row.id);
    expect(`${events} ${cursor}`).not.toMatch(/canary|costCentre/);
    // The name is what the client sent; the value is repeated by no reply.
    expect(replies.join().replaceAll('canary-of-a-name', '')).not.toMatch(/canary/);
    expect(await service.get('/__events')).not.toMatchObject({ text: expect.stringContaining('reviewNote') });
  });
});

const OVERRIDE = { headers: { 'x-http-method-override': 'GET' } };

/** The scope of this test's hooks. */
let scope: Record<string, unknown> | undefined;
const open = { read: null, create: null, update: null, delete: null, trash: null } as const;
const parts = resource({
  name: 'parts',
  singular: 'part',
  prefix: 'prt',
  description: 'Parts of a test.',
  fields: {
    code: text({ max: 40, unique: true, description: 'A code.' }),
    serial: text({ max: 40, optional: true, unique: true, hidden: true, writes: 'always', description: 'Hidden.' }),
    wholeId: reference('parts', { optional: true, hidden: true, writes: 'always', description: 'Hidden.' }),
  },
  indexes: [['wholeId']],
  relations: {
    whole: { ...belongsTo('parts', 'wholeId'), hidden: true },
    pieces: { ...hasMany('parts', 'wholeId'), hidden: true },
  },
  softDelete: true,
  permissions: open,
  hooks: { beforeMutate: () => scope },
});
const call = serveOwn(registry({ parts }));
const at = (method: string, path: string, body?: unknown, headers = {}) =>
  call(owner, method, `/parts${path}`, { body, headers });

describe('with hidden relations and unique fields', () => {
  beforeEach(() => {
    scope = undefined;
  });

  test('T-06: a hidden relation has the reply of an unknown one, in every position', async () => {
    const positions = [
      (name: string) => ({ where: { [name]: { $exists: true } } }),
      (name: string) => ({ where: { [name]: { $notExists: false } } }),
      (name: string) => ({ relations: [name] }),
      (name: string) => ({ relations: [name], where: { [`${name}.code`]: 'x' } }),
      (name: string) => ({ aggregates: [{ fn: 'count', field: `${name}.id`, as: 'n' }] }),
    ];
    for (const of of positions) {
      const texts = await Promise.all(
        ['whole', 'pieces', 'nope'].map(async (name) => (await at('GET', query(of(name)))).text),
      );
      expect(new Set(texts).size).toBe(1);
      expect(texts[0]).toContain('CRUD_INVALID_FIELD');
    }
  });

  test('T-01: writes reply without hidden fields, and a conflict does not name them', async () => {
    const one = await at('POST', '', { code: 'one', serial: CANARY });
    const [other] = (await at('POST', '/bulk', { bulk: [{ code: 'two', serial: 'canary-two', wholeId: one.body.id }] }))
      .body;
    const replies = [
      one,
      await at('POST', '', { code: 'three', serial: CANARY }),
      await at('PUT', `/${other.id}`, { serial: CANARY }),
      await at('PUT', '/bulk', { bulk: [{ id: other.id, serial: CANARY }] }),
      await at('PUT', '/bulk', { bulk: [{ id: other.id, serial: 'canary-three' }] }),
      await at('GET', `/${other.id}`),
    ];
    expect(replies.map(({ status }) => status)).toEqual([201, 409, 409, 409, 200, 200]);
    for (const { text } of replies) expect(text).not.toMatch(/canary|serial|wholeId/);
    expect(replies[1]?.body.message).toBe('a field: another row has this value.');
  });

  test('If-Match says nothing of a row outside the scope of changes, or of one in the trash', async () => {
    const { id } = (await at('POST', '', { code: 'scoped' })).body;
    const put = async (version: string, of = id) =>
      (await at('PUT', `/${of}`, { code: 'x' }, { 'if-match': version })).text;
    scope = { code: 'other' };
    expect(await put('1')).toBe(await put('2', `${id.slice(0, -4)}0000`));
    expect(await put('2')).toBe(await put('1'));
    scope = undefined;
    expect(JSON.parse(await put('2'))).toMatchObject({ code: 'CRUD_CONFLICT' });
    await at('DELETE', `/${id}`);
    expect(JSON.parse(await put('2'))).toMatchObject({ code: 'CRUD_NOT_FOUND' });
  });
});
