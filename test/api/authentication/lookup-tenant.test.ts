// Tests GET /auth/tenants/lookup.
import { describe, expect, test } from '@jest/globals';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const lookup = (slug: string, options = {}) => service.get(`/auth/tenants/lookup?slug=${slug}`, options);

describe('GET /auth/tenants/lookup 200', () => {
  test('returns only id, slug, name and the face of the sign-in page', async () => {
    const { id, slug, name } = await service.tenant({ mfa: { policy: 'required' } });
    const { status, body } = await lookup(slug);
    expect([status, body]).toEqual([200, { id, slug, name, branding: expect.any(Object) }]);
  });

  test('finds a renamed tenant by its new slug only', async () => {
    const { id, slug } = await service.tenant();
    await service.admin('PATCH', `/auth/admin/api/tenants/${id}`, { name: 'Renamed', slug: `${slug}-2` });
    expect((await lookup(`${slug}-2`)).body).toMatchObject({ id, slug: `${slug}-2`, name: 'Renamed' });
    expect(answerOf(await lookup(slug))).toEqual(refusal('TENANT_NOT_FOUND'));
  });
});

describe('GET /auth/tenants/lookup 404', () => {
  test.each(['', 'nobody', 'NOBODY', '%20', 'a%23b', 'x'.repeat(64)])('rejects the unknown slug "%s"', async (slug) => {
    expect(answerOf(await lookup(slug))).toEqual(refusal('TENANT_NOT_FOUND'));
  });

  test('rejects a missing slug, another case, an id, and slugs of inactive or deleted tenants', async () => {
    const [inactive, deleted, live] = [await service.tenant(), await service.tenant(), await service.tenant()];
    await service.admin('PATCH', `/auth/admin/api/tenants/${inactive.id}`, { isActive: false });
    await service.admin('DELETE', `/auth/admin/api/tenants/${deleted.id}`);
    expect(answerOf(await service.get('/auth/tenants/lookup'))).toEqual(refusal('TENANT_NOT_FOUND'));
    for (const slug of [inactive.slug, deleted.slug, live.slug.toUpperCase(), live.id])
      expect(answerOf(await lookup(slug))).toEqual(refusal('TENANT_NOT_FOUND'));
  });
});

describe('GET /auth/tenants/lookup 429', () => {
  test('lets people of one IP address look up their tenant any number of times', async () => {
    const { slug } = await service.tenant();
    const ip = freshIp();
    for (let round = 0; round < 4; round++) {
      const replies = await Promise.all(Array.from({ length: 40 }, () => lookup(slug, { ip })));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    }
  });

  test('rejects an IP address after 50 unknown slugs in a minute', async () => {
    const { slug } = await service.tenant();
    const ip = freshIp();
    const replies = await Promise.all(Array.from({ length: 50 }, (_, at) => lookup(`${slug}-${at}`, { ip })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([404]));
    const reply = await lookup(slug, { ip });
    expect(answerOf(reply)).toEqual(refusal('RATE_LIMITED'));
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await later(MINUTE, () => lookup(slug, { ip }))).status).toBe(200);
  });
});
