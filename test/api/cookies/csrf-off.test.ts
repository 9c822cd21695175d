// Tests a deployment that leaves the CSRF check to a component in front of it (GATEHOUSE_CSRF=off).
import { expect, test } from '@jest/globals';
import { COOKIES, cookieSession } from '../../support/api.ts';
import { cookieHeader } from '../../support/http.ts';
import { useService } from '../../support/service.ts';

const service = useService({ GATEHOUSE_CSRF: 'off' });

test('GATEHOUSE_CSRF=off sets no CSRF token and accepts cross-site requests without one', async () => {
  const csrf = await service.get('/auth/csrf');
  expect([csrf.body, csrf.setCookies]).toEqual([{ enabled: false }, []]);
  const login = await cookieSession(service, await service.signup(await service.tenant()));
  expect(login.setCookies.map((line) => line.split('=')[0])).toEqual(['svc_access', 'svc_refresh']);
  const headers = { ...COOKIES, cookie: cookieHeader(login), 'sec-fetch-site': 'cross-site' };
  expect((await service.post('/auth/logout', {}, { headers })).status).toBe(200);
});
