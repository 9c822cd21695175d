// Tests PUT and DELETE /auth/admin/api/tenants/{id}/logo, and GET /auth/tenants/{id}/logos/{digest}.
import { describe, expect, test } from '@jest/globals';
import { newTenantId, type TenantId } from '../../../lib/platform/ids.ts';
import { findLogo } from '../../../lib/store/tenants/tenants.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { JPEG, PNG, png, WEBP } from '../../support/images.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const path = (id: string) => `/auth/admin/api/tenants/${id}/logo`;
const put = (id: string, image: unknown = PNG) => service.admin('PUT', path(id), { image });
const remove = (id: string) => service.admin('DELETE', path(id));
const pathOf = (url: string) => url.slice(service.baseUrl.length);
const withLogo = async (image?: string) => {
  const { id } = await service.tenant();
  return (await put(id, image)).body.tenant as { id: TenantId; slug: string; logo: { url: string } };
};

describe('PUT /auth/admin/api/tenants/{id}/logo 200', () => {
  test.each([
    ['PNG', PNG, { width: 8, height: 4 }],
    ['JPEG', JPEG, { width: 1, height: 1 }],
    ['WebP', WEBP, { width: 1, height: 1 }],
  ])('stores a %s and returns its address and size', async (_, image, size) => {
    const { id } = await service.tenant();
    const { status, body } = await put(id, image);
    expect([status, body.tenant.logo]).toEqual([
      200,
      { url: expect.stringMatching(new RegExp(`^${service.baseUrl}/auth/tenants/${id}/logos/[\\w-]{43}$`)), ...size },
    ]);
  });

  test('shows the logo to sign-in pages, by id and by slug', async () => {
    const { id, slug, logo } = await withLogo();
    const config = await service.get(`/auth/client-config?tenantId=${id}`);
    const lookup = await service.get(`/auth/tenants/lookup?slug=${slug}`);
    expect([config.body.branding.logo, lookup.body.branding.logo]).toEqual([logo, logo]);
  });

  test('replaces the image, whose old address is gone', async () => {
    const { id, logo } = await withLogo();
    const { body } = await put(id, JPEG);
    expect(body.tenant.logo.url).not.toBe(logo.url);
    expect(answerOf(await service.get(pathOf(logo.url)))).toEqual(refusal('LOGO_NOT_FOUND'));
    expect((await service.get(pathOf(body.tenant.logo.url))).text).toContain('data:image/jpeg;base64,');
  });

  test('survives other changes of the tenant, and is in the audit log by its hash', async () => {
    const { id, logo } = await withLogo();
    const { body } = await service.admin('PATCH', `/auth/admin/api/tenants/${id}`, { name: 'Another' });
    expect(body.tenant.logo).toEqual(logo);
  });
});

describe('PUT /auth/admin/api/tenants/{id}/logo 400', () => {
  test.each([undefined, '', 'not base64!', 'data:image/png;base64,AAAA', 'AAA', 7])('rejects %j', async (image) => {
    const { id } = await service.tenant();
    const reply = await service.admin('PUT', path(id), { image });
    expect([...answerOf(reply), reply.body.message]).toEqual([
      ...refusal('INVALID_INPUT'),
      expect.stringMatching(/^image: /),
    ]);
  });
});

test.each(['PUT', 'DELETE'])('%s /auth/admin/api/tenants/{id}/logo 404 rejects an unknown tenant', async (method) => {
  const body = method === 'PUT' ? { image: PNG } : undefined;
  for (const id of [newTenantId(), 'x']) {
    expect(answerOf(await service.admin(method, path(id), body))).toEqual(refusal('TENANT_NOT_FOUND'));
  }
});

describe('DELETE /auth/admin/api/tenants/{id}/logo 200', () => {
  test('removes the logo and its image, once or twice', async () => {
    const { id, logo } = await withLogo();
    for (const { status, body } of [await remove(id), await remove(id)])
      expect([status, body.tenant.logo]).toEqual([200, null]);
    expect(answerOf(await service.get(pathOf(logo.url)))).toEqual(refusal('LOGO_NOT_FOUND'));
    expect(await findLogo(id)).toBeUndefined();
  });

  test('happens with the deletion of the tenant', async () => {
    const { id, logo } = await withLogo();
    await service.admin('DELETE', `/auth/admin/api/tenants/${id}`);
    expect(answerOf(await service.get(pathOf(logo.url)))).toEqual(refusal('LOGO_NOT_FOUND'));
    expect(await findLogo(id)).toBeUndefined();
  });
});

describe('GET /auth/tenants/{id}/logos/{digest} 200', () => {
  test('returns an SVG document that holds the image and nothing else', async () => {
    const image = png(3, 2).toString('base64');
    const { logo } = await withLogo(image);
    const { status, text } = await service.get(pathOf(logo.url));
    expect([status, text]).toEqual([
      200,
      `<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2" viewBox="0 0 3 2"><image width="3" height="2" href="data:image/png;base64,${image}"/></svg>`,
    ]);
  });

  test('may be kept for ever, and has an ETag', async () => {
    const { logo } = await withLogo();
    const { headers } = await service.get(pathOf(logo.url));
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const again = await service.get(pathOf(logo.url), { headers: { 'if-none-match': headers.etag as string } });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('GET /auth/tenants/{id}/logos/{digest} 404', () => {
  test('rejects another digest, another tenant and malformed ids', async () => {
    const { id, logo } = await withLogo();
    const other = await service.tenant();
    const digest = logo.url.split('/').at(-1);
    for (const wrong of [`${id}/logos/x`, `${other.id}/logos/${digest}`, `x/logos/${digest}`])
      expect(answerOf(await service.get(`/auth/tenants/${wrong}`))).toEqual(refusal('LOGO_NOT_FOUND'));
  });
});
