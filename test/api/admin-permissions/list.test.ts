// Tests GET /auth/admin/api/permissions.
import { describe, expect, test } from '@jest/globals';
import { organizationPermissions } from '../../../lib/contract/groups/parts/organization-permissions.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { newPermission, PERMISSIONS } from '../../support/grants.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const BUILT_IN: readonly string[] = [...organizationPermissions].sort();

const list = (query = '') => service.admin('GET', `${PERMISSIONS}${query}`);
const names = async (query: string) => (await list(query)).body.data.map(({ name }: { name: string }) => name);

describe('GET /auth/admin/api/permissions 200', () => {
  test('lists the built-in ones at first', async () => {
    const { status, body } = await list();
    expect([status, body.data.map(({ name }: { name: string }) => name)]).toEqual([200, BUILT_IN]);
    expect(body.data[0]).toMatchObject({ guard: 'web', category: 'Organization' });
  });

  test('lists every permission by name, then by guard', async () => {
    const created = [];
    for (const [name, more] of [
      ['users.read', { guard: 'api', description: 'See 100% of THEM', category: 'People' }],
      ['news.write', { category: 'News' }],
      ['users.read', {}],
      ['news-old.read', { description: 'a.*c' }],
    ] as const)
      created.push(await newPermission(service, { name, ...more }));
    const { data } = (await list()).body;
    const others = data.filter(({ name }: { name: string }) => !BUILT_IN.includes(name));
    expect(others).toEqual([created[3], created[1], created[0], created[2]]);
  });

  test.each([
    ['search=READ', ['news-old.read', 'organization.audit', 'users.read', 'users.read']],
    ['search=them', ['users.read']],
    ['search=100%25', ['users.read']],
    ['search=.*', ['news-old.read']],
    ['search=_', []],
    ['search=', ['news-old.read', 'news.write', ...BUILT_IN, 'users.read', 'users.read']],
    ['category=News', ['news.write']],
    ['category=news', []],
    ['category=&guard=', ['news-old.read', 'news.write', ...BUILT_IN, 'users.read', 'users.read']],
    ['guard=api', ['users.read']],
    ['guard=ap', []],
    ['search=read&guard=web&limit=1', ['news-old.read']],
    ['limit=3', ['news-old.read', 'news.write', 'organization.applications']],
    ['limit=0001', ['news-old.read']],
    ['limit=1000', ['news-old.read', 'news.write', ...BUILT_IN, 'users.read', 'users.read']],
  ])('filters by %s', async (query, expected) => {
    expect(await names(`?${query}`)).toEqual(expected);
  });
});

describe('GET /auth/admin/api/permissions 400', () => {
  test.each(['', '0', '0000', '1001', '9999', '00001', '-1', '+1', '1.5', '1e2', '0x10', '%D9%A3', 'x', '1%20'])(
    'rejects the limit %j',
    async (limit) => {
      expect(answerOf(await list(`?limit=${limit}`))).toEqual(refusal('INVALID_INPUT'));
    },
  );
});
