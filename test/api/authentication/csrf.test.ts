// Tests GET /auth/csrf.
import { describe, expect, test } from '@jest/globals';
import { adminSession, answerOf, COOKIES, cookieSession, refusal } from '../../support/api.ts';
import { cookieHeader } from '../../support/http.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const csrf = (cookie?: string) => service.get('/auth/csrf', { headers: cookie === undefined ? {} : { cookie } });
const userCookies = async () =>
  cookieHeader(await cookieSession(service, await service.signup(await service.tenant())));
const logout = (cookie: string, token: string) =>
  service.post(
    '/auth/logout',
    {},
    {
      headers: { ...COOKIES, cookie, 'sec-fetch-site': 'cross-site', 'x-csrf-token': token },
    },
  );
const adminLogout = (cookie: string, token: string) =>
  service.post(
    '/auth/admin/logout',
    {},
    {
      headers: { cookie, 'sec-fetch-site': 'cross-site', 'x-csrf-token': token },
    },
  );

describe('GET /auth/csrf 200', () => {
  test('returns a token, its header and its cookie, which scripts can read', async () => {
    const { status, body, setCookies } = await csrf();
    expect(status).toBe(200);
    expect(body).toEqual({
      enabled: true,
      csrfToken: expect.stringMatching(/^[\w-]{16,}\.[\w-]{43}$/),
      headerName: 'x-csrf-token',
      cookieName: 'svc_csrf',
    });
    expect(setCookies).toEqual([`svc_csrf=${body.csrfToken}; Path=/; SameSite=Lax`]);
  });

  test('issues a token that is valid only for the session of the cookies', async () => {
    const [ownCookies, otherCookies] = [await userCookies(), await userCookies()];
    const token = (await csrf(ownCookies)).body.csrfToken;
    expect(answerOf(await logout(otherCookies, token))).toEqual(refusal('CSRF_TOKEN_INVALID'));
    expect((await logout(ownCookies, token)).status).toBe(200);
  });

  test('issues a token without a session that is valid for no session', async () => {
    const token = (await csrf()).body.csrfToken;
    expect(answerOf(await logout(await userCookies(), token))).toEqual(refusal('CSRF_TOKEN_INVALID'));
  });

  test('issues one token that is valid for the user and the admin of one browser', async () => {
    await service.adminCookie();
    const [user, admin] = [await userCookies(), await adminSession(service)];
    const both = `${user}; ${admin.split('; ').find((each) => each.startsWith('svc_admin='))}`;
    const token = (await csrf(both)).body.csrfToken;
    const tenants = await service.post(
      '/auth/admin/api/tenants',
      {},
      {
        headers: { cookie: admin, 'sec-fetch-site': 'cross-site', 'x-csrf-token': token },
      },
    );
    expect(answerOf(tenants)).toEqual(refusal('INVALID_INPUT'));
    expect((await logout(user, token)).status).toBe(200);
  });

  test("issues a user's token that is not valid for an admin", async () => {
    const admin = await service.adminCookie();
    const token = (await csrf(await userCookies())).body.csrfToken;
    expect(answerOf(await adminLogout(admin, token))).toEqual(refusal('CSRF_TOKEN_INVALID'));
  });

  test('ignores garbage in the cookies', async () => {
    expect((await csrf('svc_access=garbage; svc_refresh=x; svc_admin=y; =; ;; a')).status).toBe(200);
  });
});
