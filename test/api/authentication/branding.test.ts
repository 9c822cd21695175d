// Tests the face of sign-in pages: `branding` of GET /auth/client-config and GET /auth/tenants/lookup.
import { describe, expect, test } from '@jest/globals';
import { useService } from '../../support/service.ts';

const LINKS = { terms: 'https://all.example/terms', privacy: 'https://all.example/privacy' };
const service = useService({
  GATEHOUSE_APP_NAME: 'Everyone',
  GATEHOUSE_BRANDING: JSON.stringify({ colors: { dark: { accent: '#FFD54F' } }, links: LINKS }),
});

const brandingOf = async (settings?: object) => {
  const tenant = await service.tenant(settings as never);
  const { body } = await service.get(`/auth/client-config?tenantId=${tenant.id}`);
  const { body: found } = await service.get(`/auth/tenants/lookup?slug=${tenant.slug}`);
  expect(found.branding).toEqual(body.branding);
  return { tenant, branding: body.branding };
};

const OURS = { accent: '#1d4ed8', onAccent: '#ffffff', background: '#ffffff', text: '#000000' };
const OF_DEPLOYMENT = { accent: '#FFD54F', onAccent: '#000000', background: '#101828', text: '#ffffff' };

describe('branding', () => {
  test('is that of the deployment for a page without a tenant, and ours where it chooses nothing', async () => {
    expect((await service.get('/auth/client-config')).body.branding).toEqual({
      name: 'Everyone',
      logo: null,
      colors: { light: OURS, dark: OF_DEPLOYMENT },
      links: LINKS,
    });
  });

  test('has the name of a tenant that chooses nothing', async () => {
    const { tenant, branding } = await brandingOf();
    expect(branding).toEqual({
      name: tenant.name,
      logo: null,
      colors: { light: OURS, dark: OF_DEPLOYMENT },
      links: LINKS,
    });
  });

  test('is that of the tenant first: a mode of colors and a link at a time', async () => {
    const own = {
      name: 'Acme',
      colors: { light: { accent: '#7a1f3d', background: '#fff8f0' } },
      links: { terms: 'https://acme.example/terms', support: 'https://help.acme.example' },
    };
    const { branding } = await brandingOf({ branding: own });
    expect(branding).toEqual({
      name: 'Acme',
      logo: null,
      colors: { light: { ...own.colors.light, onAccent: '#ffffff', text: '#000000' }, dark: OF_DEPLOYMENT },
      links: { ...LINKS, ...own.links },
    });
  });

  test('has the style that the tenant chooses, as a page applies it', async () => {
    const styleOf = async (style: object) => (await brandingOf({ branding: { style } })).branding.style;
    expect(await styleOf({})).toEqual({ frame: 'card' });
    expect(await styleOf({ corners: 'rounded', font: 'system' })).toEqual({ frame: 'card' });
    const { fontFamily, ...rest } = await styleOf({ corners: 'pill', font: 'slab', frame: 'none' });
    expect(rest).toEqual({ borderRadius: '1.4375rem', frame: 'none' });
    expect(fontFamily).toMatch(/^Rockwell, .*, serif$/);
    expect((await styleOf({ corners: 'square' })).borderRadius).toBe('0px');
  });

  test('follows a change, and is that of the deployment again after a reset', async () => {
    const { tenant } = await brandingOf({ branding: { name: 'Acme' } });
    const patch = (branding: unknown) =>
      service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { settings: { branding } });
    const names = async () => [
      (await service.get(`/auth/client-config?tenantId=${tenant.id}`)).body.branding.name,
      (await service.get(`/auth/tenants/lookup?slug=${tenant.slug}`)).body.branding.name,
    ];
    await patch({ name: 'Acme & Sons' });
    expect(await names()).toEqual(['Acme & Sons', 'Acme & Sons']);
    await patch(null);
    expect(await names()).toEqual([tenant.name, tenant.name]);
  });
});
