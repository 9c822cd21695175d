// Attacks rows by the relations that lead to them: no path shows or counts what a list of their own would not show.
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { belongsTo, hasMany, integer, reference, registry, resource, text } from '../../../lib/records/index.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { permissionsOf, project, query, serveOwn, task, worker } from '../../support/resources.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();

const owner = prepared(() => worker(service));

describe('a caller who may read projects and not tasks', () => {
  beforeAll(async () => {
    const { id } = await project(owner);
    await task(owner, id, { title: 'secret' });
  });
  const reader = prepared(() => worker(service, permissionsOf(['projects'], ['read']), owner.tenant));

  test.each([
    ['loads them', { relations: ['tasks'] }],
    ['loads them below themselves', { relations: { 'tasks.project': true } }],
    ['tests one of their fields', { relations: ['tasks'], where: { 'tasks.title': 'secret' } }],
    ['tests them where they are joined', { relations: { tasks: { where: { title: 'secret' } } } }],
    ['asks whether there is one', { where: { tasks: { $exists: true } } }],
    ['asks whether there is none, within $or', { where: { $or: [{ name: 'x' }, { tasks: { $notExists: true } }] } }],
    ['counts them', { aggregates: [{ fn: 'count', field: 'tasks.id', as: 'n' }] }],
    [
      'counts them by having',
      { aggregates: [{ fn: 'count', field: 'tasks.id', as: 'n' }], having: { n: { $gt: 0 } }, order: { n: 'ASC' } },
    ],
  ])('T-33: is refused in every list if the query %s', async (_, parameters) => {
    const headers = { 'x-http-method-override': 'GET' };
    const replies = [
      await reader.get(`/projects${query(parameters)}`),
      await reader.get(`/projects/get/all${query(parameters)}`),
      await reader.get(`/projects${query({ ...parameters, ...('aggregates' in parameters ? {} : { cursor: '' }) })}`),
      await reader.post('/projects', parameters, { headers }),
    ];
    if (!('aggregates' in parameters))
      replies.push(await reader.get(`/projects/get/counts${query({ filter: parameters })}`));
    for (const reply of replies) expect(answerOf(reply)).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
    expect((await owner.get(`/projects${query(parameters)}`)).status).toBe(200);
  });

  test('is refused before the row is looked for, and may read all the rest', async () => {
    for (const id of [(await project(owner)).id, 'prj_nope'])
      expect(answerOf(await reader.get(`/projects/${id}?relations=["tasks"]`))).toEqual(
        refusal('MISSING_REQUIRED_PERMISSIONS'),
      );
    expect((await reader.get('/projects?relations=[]')).status).toBe(200);
  });
});

/** The scopes of this test's hooks. */
// biome-ignore lint/suspicious/noExplicitAny: hooks of resources of the test's own
let scopes: { teams?: any; cards?: any } = {};
const open = { read: null, create: null, update: null, delete: null, trash: null } as const;
const teams = resource({
  name: 'teams',
  singular: 'team',
  prefix: 'tea',
  description: 'Teams of a test.',
  fields: { name: text({ max: 40, description: 'A name.' }) },
  relations: { cards: hasMany('cards', 'teamId') },
  permissions: open,
  hooks: { beforeFindMany: () => scopes.teams },
});
const cards = resource({
  name: 'cards',
  singular: 'card',
  prefix: 'car',
  description: 'Cards of a test.',
  fields: {
    teamId: reference('teams', { optional: true, description: 'A team.' }),
    colour: text({ max: 40, description: 'A colour.' }),
    size: integer({ optional: true, description: 'A size.' }),
  },
  indexes: [['teamId']],
  relations: { team: belongsTo('teams', 'teamId') },
  permissions: open,
  hooks: { beforeFindMany: () => scopes.cards },
});
const call = serveOwn(registry({ teams, cards }));
const post = async (path: string, body: object) => {
  const reply = await call(owner, 'POST', path, { body });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body;
};
const get = async (path: string, parameters: Record<string, unknown> = {}) =>
  (await call(owner, 'GET', `${path}${query(parameters)}`)).body;

describe('rows outside the scope of their own lists', () => {
  // biome-ignore lint/suspicious/noExplicitAny: what came back
  let [red, blue, card]: any[] = [];
  beforeAll(async () => {
    [red, blue] = [await post('/teams', { name: 'red' }), await post('/teams', { name: 'blue' })];
    card = await post('/cards', { teamId: red.id, colour: 'green', size: 1 });
    await post('/cards', { teamId: red.id, colour: 'hidden', size: 100 });
    await post('/cards', { teamId: blue.id, colour: 'hidden', size: 100 });
  });
  beforeEach(() => {
    scopes = { cards: { colour: { $ne: 'hidden' } } };
  });

  test('T-33: are not shown, tested, found to exist, aggregated or counted by a relation to many', async () => {
    const aggregates = ['count', 'sum', 'max'].map((fn) => ({ fn, field: 'cards.size', as: `the_${fn}` }));
    const relations = ['cards'];
    const names = async (parameters: object) => {
      const { items, total } = await get('/teams', { select: ['name'], ...parameters });
      expect(items).toHaveLength(total);
      return items.map(({ name }: { name: string }) => name);
    };
    expect(await get('/teams', { relations: { cards: { select: ['colour'] } }, select: ['name'] })).toMatchObject({
      items: [{ cards: [{ id: card.id, colour: 'green' }] }, { cards: [] }],
    });
    expect(await names({ relations, where: { 'cards.size': 100 } })).toEqual([]);
    expect(await names({ relations: { cards: { where: { size: 100 } } } })).toEqual([]);
    expect(await names({ relations: { cards: { joinType: 'inner' } } })).toEqual(['red']);
    expect(await names({ where: { cards: { $exists: true } } })).toEqual(['red']);
    expect(await names({ where: { cards: { $notExists: true } } })).toEqual(['blue']);
    expect(await names({ aggregates, having: { the_sum: { $gt: 50 } } })).toEqual([]);
    expect(await get('/teams', { aggregates, order: { the_max: 'ASC' } })).toMatchObject({
      items: [
        { name: 'red', the_count: 1, the_sum: 1, the_max: 1 },
        { name: 'blue', the_count: 0, the_sum: 0, the_max: null },
      ],
    });
    const filter = { where: { cards: { $exists: true } } };
    expect(await get('/teams/get/counts', { filter })).toEqual({ total: 1 });
    expect(await get(`/teams/${blue.id}`, { relations })).toMatchObject({ cards: [] });
  });

  test('are not shown or sorted by as a relation to one, at either level', async () => {
    scopes = { teams: { name: 'blue' } };
    const shown = await get('/cards', { relations: ['team'], order: { 'team.name': 'DESC' } });
    expect(shown.items.map(({ team }: { team: { name: string } | null }) => team?.name ?? null)).toEqual([
      null,
      null,
      'blue',
    ]);
    scopes = { teams: { name: 'red' }, cards: { colour: 'green' } };
    const nested = await get('/teams', { relations: ['cards.team'] });
    expect(nested.items).toMatchObject([{ name: 'red', cards: [{ colour: 'green', team: { name: 'red' } }] }]);
  });

  test('T-32: are not found by id, counted or grouped either, without hooks of their own for that', async () => {
    const { items } = await get('/cards');
    expect(items).toEqual([card]);
    scopes = {};
    const all = (await get('/cards')).items;
    scopes = { cards: { colour: { $ne: 'hidden' } } };
    const found = await Promise.all(
      all.map(async ({ id }: { id: string }) => (await get(`/cards/${id}`)).code ?? 'shown'),
    );
    expect(found).toEqual(['shown', 'CRUD_NOT_FOUND', 'CRUD_NOT_FOUND']);
    expect(await get('/cards/get/counts', { groupByKey: 'colour' })).toEqual({
      total: 1,
      data: [{ count: 1, colour: 'green' }],
    });
  });

  test('do not recur for ever when two scopes name each other, and scopes see all rows', async () => {
    scopes = { teams: { cards: { $exists: true } }, cards: { team: { $exists: true }, colour: { $ne: 'hidden' } } };
    const { items } = await get('/teams', { relations: ['cards.team'] });
    expect(items).toMatchObject([
      { name: 'red', cards: [{ colour: 'green' }] },
      { name: 'blue', cards: [] },
    ]);
  });

  test('cannot be referred to, with the reply of a row that does not exist, by any body', async () => {
    const own = await post('/cards', { colour: 'own', teamId: blue.id });
    scopes = { teams: { name: 'red' } };
    const unknown = `${blue.id.slice(0, -4)}0000`;
    const send = (teamId: string) => [
      call(owner, 'POST', '/cards', { body: { colour: 'x', teamId } }),
      call(owner, 'POST', '/cards/bulk', { body: { bulk: [{ colour: 'x' }, { colour: 'x', teamId }] } }),
      call(owner, 'PUT', `/cards/${card.id}`, { body: { teamId } }),
      call(owner, 'PUT', '/cards/bulk', { body: { bulk: [{ id: card.id, teamId }] } }),
    ];
    const textsOf = async (teamId: string) =>
      (await Promise.all(send(teamId))).map(({ status, body }) => [status, body.code, body.message]);
    const refused = await textsOf(unknown);
    expect(refused).toEqual(refused.map(() => [400, 'INVALID_INPUT', 'teamId: there is no such row.']));
    expect(await textsOf(blue.id)).toEqual(refused);
    // A reference that the row has already is no new one.
    expect((await call(owner, 'PUT', `/cards/${own.id}`, { body: { teamId: blue.id, colour: 'y' } })).status).toBe(200);
    expect((await call(owner, 'PUT', `/cards/${own.id}`, { body: { teamId: red.id } })).status).toBe(200);
  });
});
