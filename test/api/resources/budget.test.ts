// Reads more than one request may: every read of resources is refused by CRUD_QUERY_TOO_BROAD, and none is cut short.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { resources } from '../../../lib/records/resources/index.ts';
import { writeRows } from '../../bench/harness/resource-rows.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { project, query, worker } from '../../support/resources.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
/** One row more than a request reads (lib/records/store/budget.ts). */
const ROWS = 20_001;
let projectId: string;

const by = prepared(() => worker(service));
beforeAll(async () => {
  projectId = (await project(by)).id;
  const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB as string;
  await writeRows(endpoint, by.tenant.id, resources.tasks, ROWS, (at) => ({
    projectId,
    title: `Task ${at}`,
    isDone: at % 2 === 0,
  }));
});

describe('a read of more rows than a request may read', () => {
  const none = { title: { $endsWith: 'none has it' } };
  test.each([
    ['a list', () => `/tasks${query({ where: none })}`],
    ['a list without pages', () => `/tasks/get/all${query({ where: none })}`],
    ['a count', () => `/tasks/get/counts${query({ filter: { where: none } })}`],
    ['a row with its relations', () => `/projects/${projectId}${query({ relations: ['tasks'] })}`],
    ['an aggregate', () => `/projects${query({ aggregates: [{ fn: 'count', field: 'tasks.id', as: 'n' }] })}`],
  ])('is refused: %s', async (_, path) => {
    expect(answerOf(await by.get(path()))).toEqual(refusal('CRUD_QUERY_TOO_BROAD'));
  });

  test('works where an index or the counter serves it', async () => {
    expect((await by.get('/tasks/get/counts')).body).toEqual({ total: ROWS });
    const { body } = await by.get(
      `/tasks${query({ where: { projectId }, order: { dueAt: 'ASC' }, cursor: '', take: 5 })}`,
    );
    expect(body.items).toHaveLength(5);
  });
});
