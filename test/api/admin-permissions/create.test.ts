// Tests POST /auth/admin/api/permissions.
import { describe, expect, test } from '@jest/globals';
import { answerOf, publishedAbout, refusal } from '../../support/api.ts';
import { newName, PERMISSIONS } from '../../support/grants.ts';
import { outcomes, race } from '../../support/race.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const create = (more: Record<string, unknown> = {}) => service.admin('POST', PERMISSIONS, { name: newName(), ...more });

describe('POST /auth/admin/api/permissions 201', () => {
  test('returns the permission with its defaults', async () => {
    const { status, body } = await create({ name: 'users.invite' });
    expect([status, body]).toEqual([
      201,
      {
        permission: {
          id: expect.stringMatching(/^per_[0-9A-Za-z]{22}$/),
          name: 'users.invite',
          guard: 'web',
          description: null,
          category: null,
          createdAt: expect.stringMatching(/Z$/),
          updatedAt: body.permission.createdAt,
        },
      },
    ]);
  });

  test('stores the fields that were sent and empty text as null', async () => {
    const known = { name: 'a-1.b.c-2', guard: 'api-2', description: 'Ä 🔥', category: 'News' };
    expect((await create(known)).body.permission).toMatchObject(known);
    const empty = await create({ description: '', category: '' });
    expect(empty.body.permission).toMatchObject({ description: null, category: null });
  });

  test('creates another permission for the same name under another guard', async () => {
    const name = newName();
    const replies = [await create({ name }), await create({ name, guard: 'api' })];
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
  });

  test('publishes svc.permission_created and an audit event', async () => {
    const { id: permissionId, name, guard } = (await create()).body.permission;
    const [event] = await publishedAbout(service, 'svc.permission_created', { permissionId });
    expect(event?.detail).toMatchObject({ name, guard });
    const [audit] = await publishedAbout(service, 'svc.admin_action', { targetId: permissionId });
    expect(audit?.detail).toMatchObject({
      adminId: expect.stringMatching(/^adm_/),
      action: 'permission.created',
      targetType: 'permission',
      tenantId: null,
      before: {},
      after: { name, guard, description: null, category: null },
    });
  });
});

describe('POST /auth/admin/api/permissions 400', () => {
  test.each([
    '',
    'users',
    'users.',
    '.invite',
    'users..invite',
    'Users.invite',
    'users.*',
    'users invite',
    'ä.b',
    'a.b\n',
  ])('rejects the name %j', async (name) => {
    expect(answerOf(await create({ name }))).toEqual(refusal('INVALID_INPUT'));
  });

  test.each([
    ['a missing name', { name: undefined }],
    ['a name of 256 characters', { name: `a.${'b'.repeat(254)}` }],
    ['a guard in upper case', { guard: 'Web' }],
    ['an empty guard', { guard: '' }],
    ['a guard of 33 characters', { guard: 'a'.repeat(33) }],
    ['a description of 1001 characters', { description: 'x'.repeat(1001) }],
    ['a category of 101 characters', { category: 'x'.repeat(101) }],
    ['a category with a bidi override', { category: 'a\u202eb' }],
  ])('rejects %s', async (_, more) => {
    expect(answerOf(await create(more))).toEqual(refusal('INVALID_INPUT'));
  });

  test('accepts fields of the maximum length', async () => {
    const longest = { guard: 'g'.repeat(32), description: 'x'.repeat(1000), category: 'x'.repeat(100) };
    expect((await create({ name: `a.${'b'.repeat(253)}`, ...longest })).status).toBe(201);
  });
});

describe('POST /auth/admin/api/permissions 409', () => {
  test('creates one permission from twenty parallel calls with one name', async () => {
    const name = newName();
    expect(outcomes(await race(20, () => create({ name })))).toEqual({ 201: 1, '409 PERMISSION_ALREADY_EXISTS': 19 });
    expect((await service.admin('GET', `${PERMISSIONS}?search=${name}`)).body.data).toHaveLength(1);
  });
});
