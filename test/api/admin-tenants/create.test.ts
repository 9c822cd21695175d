// Tests POST /auth/admin/api/tenants.
import { describe, expect, test } from '@jest/globals';
import { answerOf, published, refusal } from '../../support/api.ts';
import { unique, useService } from '../../support/service.ts';

const service = useService();

const create = (more: Record<string, unknown> = {}) =>
  service.admin('POST', '/auth/admin/api/tenants', { name: 'Acme', slug: unique('t'), ...more });

describe('POST /auth/admin/api/tenants 201', () => {
  test('returns the tenant with its defaults', async () => {
    const slug = unique('t');
    const { status, body } = await create({ slug });
    expect(status).toBe(201);
    expect(body).toEqual({
      tenant: {
        id: expect.stringMatching(/^ten_[0-9A-Za-z]{22}$/),
        name: 'Acme',
        slug,
        description: null,
        metadata: {},
        isActive: true,
        settings: {},
        logo: null,
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: body.tenant.createdAt,
      },
    });
  });

  test('stores the fields that were sent', async () => {
    const known = { description: 'All of it', metadata: { plan: ['a', { b: 1.5 }] }, isActive: false };
    const settings = { locale: 'en', signup: { mode: 'closed' } };
    const { body } = await create({ ...known, settings });
    expect(body.tenant).toMatchObject(known);
    expect(body.tenant.settings).toEqual(settings);
  });

  test('publishes svc.tenant_created', async () => {
    const { id: tenantId, name, slug } = (await create()).body.tenant;
    expect(await published(service, 'svc.tenant_created', tenantId)).toMatchObject([
      { detail: { tenantId, name, slug } },
    ]);
  });

  test.each(['a', '7', 'a-b-c', 'x'.repeat(63)])('accepts the slug %s', async (slug) => {
    expect((await create({ slug })).status).toBe(201);
  });
});

describe('POST /auth/admin/api/tenants 400', () => {
  test.each(['A', 'a_b', 'a b', '-a', 'a-', 'a--b', 'ä', 'a.b', 'a#b', 'a\n', 'admin', 'gatehouse'])(
    'rejects the slug %j',
    async (slug) => {
      expect(answerOf(await create({ slug }))).toEqual(refusal('INVALID_SLUG_FORMAT'));
    },
  );

  test.each([
    ['a missing name', { name: undefined }],
    ['an empty name', { name: '' }],
    ['a name of 121 characters', { name: 'x'.repeat(121) }],
    ['a missing slug', { slug: undefined }],
    ['a slug of 64 characters', { slug: 'x'.repeat(64) }],
    ['metadata of more than 8 KB', { metadata: { a: Array(3).fill('x'.repeat(3000)) } }],
    ['a number closer to zero than the table can hold', { metadata: { a: 1e-200 } }],
    ['metadata of 9 levels', { metadata: JSON.parse(`${'{"a":'.repeat(8)}{}${'}'.repeat(8)}`) }],
  ])('rejects %s', async (_, more) => {
    expect(answerOf(await create(more))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('POST /auth/admin/api/tenants 409', () => {
  test('creates one tenant from five parallel calls with one slug', async () => {
    const slug = unique('t');
    const replies = await Promise.all(Array.from({ length: 5 }, () => create({ slug })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(answerOf(await create({ slug }))).toEqual(refusal('TENANT_ALREADY_EXISTS'));
  });
});
