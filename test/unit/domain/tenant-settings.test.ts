// Settings of a tenant are replaced key by key; a null resets one, and a client secret is kept but never shown.
import { describe, expect, test } from '@jest/globals';
import { unseal } from '../../../lib/crypto/seal.ts';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { rootSecret } from '../../../lib/platform/secrets.ts';
import * as tenants from '../../../lib/store/tenants.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const patch = async (id: string, settings: unknown) => {
  const reply = await service.admin('PATCH', `/auth/admin/api/tenants/${id}`, { settings });
  return reply.status === 200 ? reply.body.tenant.settings : reply.body.code;
};
const provider = { name: 'corp', issuer: 'https://idp.example.com', clientId: 'client' };

describe('a key', () => {
  test('that is sent replaces the old value whole; others stay', async () => {
    const { id } = await service.tenant({ locale: 'de', session: { maxPerUser: 3, idleTtlSeconds: 60 } });
    expect(await patch(id, { session: { maxPerUser: 5 } })).toEqual({ locale: 'de', session: { maxPerUser: 5 } });
    expect(await patch(id, {})).toEqual({ locale: 'de', session: { maxPerUser: 5 } });
  });

  test('that is null goes back to its default', async () => {
    const { id } = await service.tenant({ locale: 'de', password: { minLength: 12 } });
    expect(await patch(id, { locale: null })).toEqual({ password: { minLength: 12 } });
    expect(await patch(id, { password: null, mfa: null })).toEqual({});
  });

  test('that is not declared is dropped', async () => {
    const { id } = await service.tenant();
    expect(await patch(id, { admin: true, locale: 'fr', password: { minLength: 9, secret: 1 } })).toEqual({
      locale: 'fr',
      password: { minLength: 9 },
    });
  });

  test.each([
    [{ password: { minLength: 7 } }],
    [{ password: { minLength: 65 } }],
    [{ password: { minLength: '9' } }],
    [{ session: { accessTtlSeconds: 901 } }],
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
  ])('out of bounds changes nothing: %j', async (settings) => {
    const { id } = await service.tenant({ locale: 'de' });
    expect(await patch(id, settings)).toBe('INVALID_INPUT');
    expect(await patch(id, {})).toEqual({ locale: 'de' });
  });
});

describe('the secret of a provider', () => {
  const storedSecret = async (id: string) => {
    const tenant = await tenants.find(id as TenantId);
    const [first] = tenant?.settings.ssoProviders ?? [];
    return first?.clientSecret as string;
  };

  test('is stored sealed, never answered, and kept when it is not sent again', async () => {
    const { id } = await service.tenant({ ssoProviders: [{ ...provider, clientSecret: 'canary-secret' }] });
    const sealed = await storedSecret(id);
    expect(sealed).not.toContain('canary-secret');
    expect(unseal(await rootSecret(), `sso|${id}|corp`, sealed)).toBe('canary-secret');
    expect(await patch(id, { ssoProviders: [{ ...provider, scopes: ['email'] }] })).toEqual({
      ssoProviders: [{ ...provider, scopes: ['email'] }],
    });
    expect(await storedSecret(id)).toBe(sealed);
  });

  test.each([{ clientId: 'other' }, { issuer: 'https://elsewhere.example' }])(
    'does not travel to %j',
    async (change) => {
      const { id } = await service.tenant({ ssoProviders: [{ ...provider, clientSecret: 'canary-secret' }] });
      await patch(id, { ssoProviders: [{ ...provider, ...change }] });
      expect(await storedSecret(id)).toBeUndefined();
    },
  );

  test('does not open in another tenant', async () => {
    const [one, two] = [
      await service.tenant({ ssoProviders: [{ ...provider, clientSecret: 's' }] }),
      await service.tenant(),
    ];
    const roots = await rootSecret();
    const sealed = await storedSecret(one.id);
    expect(() => unseal(roots, `sso|${two.id}|corp`, sealed)).toThrow('cannot unseal');
  });

  test('goes when the provider goes', async () => {
    const { id } = await service.tenant({ ssoProviders: [{ ...provider, clientSecret: 's' }] });
    expect(await patch(id, { ssoProviders: null })).toEqual({});
    expect(JSON.stringify((await tenants.find(id as TenantId))?.settings)).toBe('{}');
  });
});
