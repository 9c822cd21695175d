// Tests GET /auth/admin/api/permissions/search.
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

describe('GET /auth/admin/api/permissions/search 200', () => {
  test.each([
    ['', 0],
    ['?q=', 0],
    ['?guard=web', 0],
    ['?q=USERS', 2],
    // Two of them are built in.
    ['?q=people', 3],
    ['?q=users&guard=api', 1],
    ['?q=users&limit=1', 1],
    ['?q=u.*s', 0],
    ['?q=%25', 0],
  ])('returns for the query %j %i permissions', async (query, count) => {
    const { status, body } = await search(query);
    expect([status, body.data.length]).toEqual([200, count]);
  });

  test('returns 20 permissions by name unless the caller sets a limit', async () => {
    const many = Array.from({ length: 21 }, (_, index) => `many.n${String(index).padStart(2, '0')}`);
    await Promise.all(many.map((name) => newPermission(service, { name })));
    const searchNames = async (query: string) =>
      (await search(query)).body.data.map(({ name }: { name: string }) => name);
    expect(await searchNames('?q=many.n')).toEqual(many.slice(0, 20));
    expect(await searchNames('?q=many.n&limit=21')).toEqual(many);
  });
});

describe('GET /auth/admin/api/permissions/search 400', () => {
  test.each(['0', '1001', 'NaN', ''])('rejects the limit %j', async (limit) => {
    expect(answerOf(await search(`?q=a&limit=${limit}`))).toEqual(refusal('INVALID_INPUT'));
  });
});

test('PATCH and DELETE /auth/admin/api/permissions/{id} 404 reject `search` as an id', async () => {
  for (const method of ['PATCH', 'DELETE']) {
    const reply = await service.admin(method, `${PERMISSIONS}/search`, { description: 'x' });
    expect(answerOf(reply)).toEqual(refusal('PERMISSION_NOT_FOUND'));
  }
});
