// Tests GET /auth/accounts.
import { describe, expect, test } from '@jest/globals';
import { answerOf, COOKIES, claimsOf, cookieSession, disable, refusal } from '../../support/api.ts';
import { cookieHeader } from '../../support/http.ts';
import { createJar } from '../../support/jar.ts';
import { bearer, type User, useService } from '../../support/service.ts';

const service = useService();

const accounts = (cookie: string) => service.get('/auth/accounts', { headers: { ...COOKIES, cookie } });
const newUser = async (): Promise<User> => service.signup(await service.tenant());
const accountView = ({ email, tenant, tokens }: User, slot: number | null) => ({
  accountId: claimsOf(tokens.accessToken).sub,
  email,
  phone: null,
  tenantId: tenant.id,
  isActive: slot === null,
  slot,
});
const login = ({ email, password, tenant }: User) => ({ tenantId: tenant.id, credentials: { email, password } });
const cleared = (slot: number) => `svc_refresh_${slot}=; Path=/; SameSite=Strict; HttpOnly; Max-Age=0`;

describe('GET /auth/accounts 200', () => {
  test('lists the account of a cookie session', async () => {
    const user = await newUser();
    const { status, body, setCookies } = await accounts(cookieHeader(await cookieSession(service, user)));
    expect([status, setCookies]).toEqual([200, []]);
    expect(body).toEqual({ accounts: [accountView(user, null)] });
  });

  test('lists the active account first, then each waiting account with its slot', async () => {
    const users = [await newUser(), await newUser(), await newUser()];
    const browser = createJar(service);
    for (const user of users) await browser.post('/auth/login', login(user));
    const [first, second, third] = users as [User, User, User];
    const all = [accountView(third, null), accountView(first, 1), accountView(second, 2)];
    expect((await browser.get('/auth/accounts')).body).toEqual({ accounts: all });
    await browser.post('/auth/logout');
    const reply = await browser.get('/auth/accounts');
    expect(reply.body).toEqual({ accounts: [accountView(first, 1), accountView(second, 2)] });
    expect(reply.setCookies).toEqual([]);
  });

  test('clears slots that hold a forged token, an ended session or a duplicate account', async () => {
    const [user, other, disabled] = [await newUser(), await newUser(), await newUser()];
    const browser = createJar(service);
    for (const each of [disabled, other, user]) await browser.post('/auth/login', login(each));
    const forged = other.tokens.refreshToken.replace(/.{4}$/, 'AAAA');
    await disable(disabled);
    const cookie = `${browser.header()}; svc_refresh_3=${forged}; svc_refresh_4=${browser.cookies.get('svc_refresh')}`;
    const reply = await accounts(cookie);
    expect(reply.body).toEqual({ accounts: [accountView(user, null), accountView(other, 2)] });
    expect(reply.setCookies).toEqual([cleared(1), cleared(3), cleared(4)]);
  });

  test('neither lists nor clears a pending login', async () => {
    const pending = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
    const reply = await accounts(`svc_refresh_2=${pending.tokens.refreshToken}`);
    expect([reply.body, reply.setCookies]).toEqual([{ accounts: [] }, []]);
  });

  test('lists no accounts in header mode', async () => {
    const { tokens } = await newUser();
    const headers = { ...bearer(tokens), cookie: `svc_refresh=${tokens.refreshToken}; svc_refresh_1=x` };
    const reply = await service.get('/auth/accounts', { headers });
    expect([reply.body, reply.setCookies]).toEqual([{ accounts: [] }, []]);
  });

  test('lists no account for an ended session, a disabled account, a deleted tenant or a forged cookie', async () => {
    const users = [await newUser(), await newUser(), await newUser()];
    const cookies = [];
    for (const user of users) cookies.push(cookieHeader(await cookieSession(service, user)));
    await service.post('/auth/logout', {}, { headers: { cookie: cookies[0]! } });
    await disable(users[1]!);
    await service.admin('DELETE', `/auth/admin/api/tenants/${users[2]!.tenant.id}`);
    const forged = (await newUser()).tokens.refreshToken.replace(/.{4}$/, 'AAAA');
    for (const cookie of [...cookies, `svc_refresh=${forged}`, 'svc_refresh=', ''])
      expect((await accounts(cookie)).body).toEqual({ accounts: [] });
  });
});

test('GET /auth/accounts 400 rejects a cookie header that names a slot twice', async () => {
  expect(answerOf(await accounts('svc_refresh_2=a; svc_refresh_2=a'))).toEqual(refusal('CONFLICTING_CREDENTIALS'));
});
