// Tests GET /auth/client-config.
import { describe, expect, test } from '@jest/globals';
import { useService } from '../../support/service.ts';

const service = useService();

describe('GET /auth/client-config 200', () => {
  test('returns what a sign-in page may offer', async () => {
    const { status, body } = await service.get('/auth/client-config');
    expect(status).toBe(200);
    expect(body).toEqual({
      tenants: { enabled: true, mode: 'isolated' },
      multipleAccounts: { enabled: true },
      roleGuards: ['web'],
      emailAuth: { enabled: true },
      phoneAuth: { enabled: true },
      passwordless: { enabled: true, allowSignUp: false },
      google: { enabled: false },
      facebook: { enabled: false },
      apple: { enabled: false },
      github: { enabled: false },
      customProviders: [],
      registration: { enabled: true, requireInvitation: false, collectProfileFields: [] },
      mfa: { enabled: true, methods: ['totp', 'email', 'sms'], allowUserToggle: true, allowMethodSelection: true },
      platformAccess: { enabled: false },
      accessTokenType: 'header',
    });
  });
});
