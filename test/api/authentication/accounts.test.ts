// GET /auth/accounts
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cookieHeader } from '../../support/http.ts';
import { bearer, type Service, startService } from '../../support/service.ts';
import { COOKIES, claimsOf, cookieSession, disable } from '../support.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const accounts = (cookie: string) => service.get('/auth/accounts', { headers: { ...COOKIES, cookie } });

describe('200', () => {
  test('cookie mode: the account whose session lives', async () => {
    const user = await service.signup(await service.tenant());
    const { status, body } = await accounts(cookieHeader(await cookieSession(service, user)));
    expect(status).toBe(200);
    expect(body).toEqual({
      accounts: [
        {
          accountId: claimsOf(user.tokens.accessToken).sub,
          email: user.email,
          phone: null,
          tenantId: user.tenant.id,
          isActive: true,
        },
      ],
    });
  });

  test('header mode: none', async () => {
    const { tokens } = await service.signup(await service.tenant());
    expect((await service.get('/auth/accounts', { headers: bearer(tokens) })).body).toEqual({ accounts: [] });
  });

  test('none for a session that ended, an account that is disabled, a tenant that is gone, a forged cookie', async () => {
    const people = [];
    for (let count = 0; count < 3; count++) people.push(await service.signup(await service.tenant()));
    const cookies = [];
    for (const user of people) cookies.push(cookieHeader(await cookieSession(service, user)));
    await service.post('/auth/logout', {}, { headers: { cookie: cookies[0]! } });
    await disable(people[1]!);
    await service.admin('DELETE', `/auth/admin/api/tenants/${people[2]!.tenant.id}`);
    const forged = (await service.signup(await service.tenant())).tokens.refreshToken.replace(/.{4}$/, 'AAAA');
    for (const cookie of [...cookies, `svc_refresh=${forged}`, 'svc_refresh=', ''])
      expect((await accounts(cookie)).body).toEqual({ accounts: [] });
  });
});
