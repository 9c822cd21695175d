// A deployment that leaves the CSRF check to something in front of it (GATEHOUSE_CSRF=off)
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { COOKIES, cookieSession } from '../../support/api.ts';
import { cookieHeader } from '../../support/http.ts';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ GATEHOUSE_CSRF: 'off' });
});
afterAll(() => service.stop());

test('there is no token, and nobody asks for one', async () => {
  const csrf = await service.get('/auth/csrf');
  expect([csrf.body, csrf.setCookies]).toEqual([{ enabled: false }, []]);
  const login = await cookieSession(service, await service.signup(await service.tenant()));
  expect(login.setCookies.map((line) => line.split('=')[0])).toEqual(['svc_access', 'svc_refresh']);
  const headers = { ...COOKIES, cookie: cookieHeader(login), 'sec-fetch-site': 'cross-site' };
  expect((await service.post('/auth/logout', {}, { headers })).status).toBe(200);
});
