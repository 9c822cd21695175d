// GET /auth/client-config
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe('200', () => {
  test('says what a sign-in page may offer', async () => {
    const { status, body } = await service.get('/auth/client-config');
    expect(status).toBe(200);
    expect(body).toEqual({
      tenants: { enabled: true, mode: 'isolated' },
      multipleAccounts: { enabled: false },
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
