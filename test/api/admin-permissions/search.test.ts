// GET /auth/admin/api/permissions/search
import { beforeAll, describe, expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import { newPermission, PERMISSIONS } from '../../support/grants.ts';
import { useService } from '../../support/service.ts';

const service = useService();
beforeAll(async () => {
  await newPermission(service, { name: 'users.read', description: 'See people' });
  await newPermission(service, { name: 'users.read', guard: 'api' });
});

const search = (query: string) => service.admin('GET', `${PERMISSIONS}/search${query}`);

describe('200', () => {
  test.each([
    ['', 0],
    ['?q=', 0],
    ['?guard=web', 0],
    ['?q=USERS', 2],
    ['?q=people', 1],
    ['?q=users&guard=api', 1],
    ['?q=users&limit=1', 1],
    ['?q=u.*s', 0],
    ['?q=%25', 0],
  ])('%j finds %i', async (query, count) => {
    const { status, body } = await search(query);
    expect([status, body.data.length]).toEqual([200, count]);
  });

  test('answers 20 unless asked for more, by name', async () => {
    const many = Array.from({ length: 21 }, (_, index) => `many.n${String(index).padStart(2, '0')}`);
    await Promise.all(many.map((name) => newPermission(service, { name })));
    const found = async (query: string) => (await search(query)).body.data.map(({ name }: { name: string }) => name);
    expect(await found('?q=many.n')).toEqual(many.slice(0, 20));
    expect(await found('?q=many.n&limit=21')).toEqual(many);
  });
});

describe('400', () => {
  test.each(['0', '1001', 'NaN', ''])('limit %j', async (limit) => {
    expect(answerOf(await search(`?q=a&limit=${limit}`))).toEqual(refusal('INVALID_INPUT'));
  });
});

test('there is no permission with the id `search`', async () => {
  for (const method of ['PATCH', 'DELETE']) {
    const reply = await service.admin(method, `${PERMISSIONS}/search`, { description: 'x' });
    expect(answerOf(reply)).toEqual(refusal('PERMISSION_NOT_FOUND'));
  }
});
