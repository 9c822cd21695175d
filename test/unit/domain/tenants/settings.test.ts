// Checks how an admin changes tenant settings: key by key, null resets a key, client secrets are kept but not shown.
import { describe, expect, test } from '@jest/globals';
import { unseal } from '../../../../lib/crypto/seal.ts';
import { rootSecret } from '../../../../lib/platform/aws/secrets.ts';
import type { TenantId } from '../../../../lib/platform/ids.ts';
import * as tenants from '../../../../lib/store/tenants/tenants.ts';
import { useService } from '../../../support/service.ts';

const service = useService();

const patch = async (id: string, settings: unknown) => {
  const reply = await service.admin('PATCH', `/auth/admin/api/tenants/${id}`, { settings });
  return reply.status === 200 ? reply.body.tenant.settings : reply.body.code;
};
const provider = { name: 'corp', issuer: 'https://idp.example.com', clientId: 'client' };

describe('PATCH of tenant settings', () => {
  test('replaces the value of a key as a whole and keeps the other keys', async () => {
    const { id } = await service.tenant({ locale: 'de', session: { maxPerUser: 3, idleTtlSeconds: 60 } });
    expect(await patch(id, { session: { maxPerUser: 5 } })).toEqual({ locale: 'de', session: { maxPerUser: 5 } });
    expect(await patch(id, {})).toEqual({ locale: 'de', session: { maxPerUser: 5 } });
  });

  test('resets a key to its default when the value is null', async () => {
    const { id } = await service.tenant({ locale: 'de', password: { minLength: 12 } });
    expect(await patch(id, { locale: null })).toEqual({ password: { minLength: 12 } });
    expect(await patch(id, { password: null, mfa: null })).toEqual({});
  });

  test.each([{ admin: true }, { password: { minLength: 9, secret: 1 } }])(
    'refuses keys that are not declared, and changes nothing: %j',
    async (more) => {
      const { id } = await service.tenant({ locale: 'de' });
      expect(await patch(id, { locale: 'fr', ...more })).toBe('INVALID_INPUT');
      expect(await patch(id, {})).toEqual({ locale: 'de' });
    },
  );

  test.each([
    [{ password: { minLength: 7 } }],
    [{ password: { minLength: 65 } }],
    [{ password: { minLength: '9' } }],
    [{ session: { accessTtlSeconds: 3601 } }],
    [{ session: { maxPerUser: 0 } }],
    [{ session: { maxPerUser: 51 } }],
    [{ session: { idleTtlSeconds: 31 * 86_400 } }],
    [{ signup: { mode: 'open' } }],
    [{ redirectUris: ['http://evil.example'] }],
    [{ redirectUris: ['https://user:pass@app.example'] }],
    [{ allowedOrigins: ['https://app.example/path'] }],
    [{ allowedOrigins: ['*'] }],
    [{ locale: '../../etc' }],
    [{ ssoProviders: [{ ...provider, issuer: 'http://idp.example' }] }],
  ])('responds INVALID_INPUT and changes nothing for %j', async (settings) => {
    const { id } = await service.tenant({ locale: 'de' });
    expect(await patch(id, settings)).toBe('INVALID_INPUT');
    expect(await patch(id, {})).toEqual({ locale: 'de' });
  });
});

describe('the client secret of an identity provider', () => {
  const storedSecret = async (id: string) => {
    const tenant = await tenants.find(id as TenantId);
    const [first] = tenant?.settings.ssoProviders ?? [];
    return first?.clientSecret as string;
  };

  test('is stored sealed, left out of responses, and kept when a later change omits it', async () => {
    const { id } = await service.tenant({ ssoProviders: [{ ...provider, clientSecret: 'canary-secret' }] });
    const sealed = await storedSecret(id);
    expect(sealed).not.toContain('canary-secret');
    expect(unseal(await rootSecret('seal'), `sso|${id}|corp`, sealed)).toBe('canary-secret');
    expect(await patch(id, { ssoProviders: [{ ...provider, scopes: ['email'] }] })).toEqual({
      ssoProviders: [{ ...provider, scopes: ['email'] }],
    });
    expect(await storedSecret(id)).toBe(sealed);
  });

  test.each([{ clientId: 'other' }, { issuer: 'https://elsewhere.example' }])(
    'is removed when the provider changes to %j',
    async (change) => {
      const { id } = await service.tenant({ ssoProviders: [{ ...provider, clientSecret: 'canary-secret' }] });
      await patch(id, { ssoProviders: [{ ...provider, ...change }] });
      expect(await storedSecret(id)).toBeUndefined();
    },
  );

  test('cannot be unsealed in the context of another tenant', async () => {
    const [one, two] = [
      await service.tenant({ ssoProviders: [{ ...provider, clientSecret: 's' }] }),
      await service.tenant(),
    ];
    const roots = await rootSecret('seal');
    const sealed = await storedSecret(one.id);
    expect(() => unseal(roots, `sso|${two.id}|corp`, sealed)).toThrow('cannot unseal');
  });

  test('is removed with the provider', async () => {
    const { id } = await service.tenant({ ssoProviders: [{ ...provider, clientSecret: 's' }] });
    expect(await patch(id, { ssoProviders: null })).toEqual({});
    expect(JSON.stringify((await tenants.find(id as TenantId))?.settings)).toBe('{}');
  });
});
