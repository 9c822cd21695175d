// Threat: an attacker uses a token of one kind in place of another: refresh as access, access as refresh, admin as
// user.
// Each kind is accepted for its own use only, and a refused attempt ends no session.
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { signAccessToken } from '../../../lib/crypto/jwt.ts';
import { cookieHeader } from '../../support/http.ts';
import { bearer, newPassword, prepared, useService } from '../../support/service.ts';
import { claimsOf, forge, headerOf, hs256, signedByService } from '../../support/tokens.ts';

const service = useService();
const user = prepared(async () => service.signup(await service.tenant()));

const refresh = (refreshToken: unknown) => service.post('/auth/refresh-token', { refreshToken });
const statusOfMe = async () => (await service.get('/auth/me', { headers: bearer(user.tokens) })).status;

test('a refresh token is refused as a bearer token', async () => {
  for (const path of ['/auth/me', '/auth/user', '/auth/verify-session']) {
    const { status, body } = await service.get(path, { headers: bearer(user.tokens.refreshToken) });
    expect([status, body.code]).toEqual([401, 'INVALID_TOKEN']);
  }
  expect((await service.post('/auth/logout', {}, { headers: bearer(user.tokens.refreshToken) })).status).toBe(401);
  expect(await statusOfMe()).toBe(200);
});

test('an access token is refused as a refresh token and ends no session', async () => {
  for (let round = 0; round < 3; round++) {
    const { status, body } = await refresh(user.tokens.accessToken);
    expect([status, body.code]).toEqual([401, 'REFRESH_TOKEN_INVALID']);
  }
  expect(await statusOfMe()).toBe(200);
});

test('tokens that mix the header of one kind with the claims of another are refused', async () => {
  const access = headerOf(user.tokens.accessToken);
  const claims = claimsOf(user.tokens.refreshToken);
  const tokens = [
    await signedByService({ ...access, typ: 'rt+jwt' }, claims),
    await signedByService({ ...access, typ: 'rt+jwt', kid: '1' }, claims),
    await signedByService({ ...headerOf(user.tokens.refreshToken), alg: 'RS256' }, claims),
    forge(headerOf(user.tokens.refreshToken), claims, hs256('')),
    forge({ ...headerOf(user.tokens.refreshToken), kid: '__proto__' }, claims, hs256('')),
    forge({ ...headerOf(user.tokens.refreshToken), kid: '2' }, claims, hs256('x'.repeat(48))),
    forge({ ...headerOf(user.tokens.refreshToken), alg: 'none' }, claims, () => Buffer.alloc(0)),
  ];
  for (const token of tokens) expect((await refresh(token)).body.code).toBe('REFRESH_TOKEN_INVALID');
  const bearers = [
    user.tokens.refreshToken.replace(/^[^.]+/, user.tokens.accessToken.split('.')[0] as string),
    await signedByService(access, { ...claims, aud: service.baseUrl }),
  ];
  for (const token of bearers) {
    const { body } = await service.get('/auth/me', { headers: bearer(token) });
    expect(body.code).toBe('INVALID_TOKEN');
  }
  expect(await statusOfMe()).toBe(200);
});

test('an access token signed by another deployment is refused', async () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { kid } = headerOf(user.tokens.accessToken);
  const claims = claimsOf(user.tokens.accessToken) as never;
  const token = signAccessToken({ kid: kid as string, alg: 'RS256', key: pair.privateKey }, claims);
  expect((await service.get('/auth/me', { headers: bearer(token) })).body.code).toBe('INVALID_TOKEN');
});

describe('credentials of admins and users', () => {
  test('are refused in each other’s place', async () => {
    const cookie = await service.adminCookie();
    const value = /svc_admin=([^;]+)/.exec(cookie)?.[1] as string;
    expect((await service.get('/auth/me', { headers: bearer(value) })).body.code).toBe('INVALID_TOKEN');
    for (const token of [user.tokens.accessToken, user.tokens.refreshToken]) {
      const reply = await service.get('/auth/admin/me', { headers: { cookie: `svc_admin=${token}` } });
      expect([reply.status, reply.body.code]).toEqual([401, 'SESSION_INVALID']);
    }
  });

  test('are refused as cookies under each other’s names', async () => {
    const { tenant, email, password } = user;
    const login = await service.login({ tenant, email, password }, { headers: { 'x-access-token-type': 'cookie' } });
    const renamed = cookieHeader(login).replace('svc_access=', 'svc_x=').replace('svc_refresh=', 'svc_access=');
    expect((await service.get('/auth/me', { headers: { cookie: renamed } })).body.code).toBe('INVALID_TOKEN');
    const asAdmin = cookieHeader(login).replace('svc_access=', 'svc_admin=');
    expect((await service.get('/auth/admin/me', { headers: { cookie: asAdmin } })).body.code).toBe('SESSION_INVALID');
  });

  test.each([
    '',
    '.',
    'adm_',
    'x.y',
    `adm_${'x'.repeat(22)}.`,
    `adm_${'x'.repeat(22)}.${'y'.repeat(43)}`,
    '__proto__.x',
    '%00',
  ])('are refused when malformed: admin cookie %j', async (value) => {
    const reply = await service.get('/auth/admin/me', { headers: { cookie: `svc_admin=${value}` } });
    expect([reply.status, reply.body.code]).toEqual([401, value ? 'SESSION_INVALID' : 'NO_AUTH_PROVIDED']);
  });
});

test.each([undefined, '', 'x', 'a.b.c', '..', 'x'.repeat(4096)])(
  'a malformed refresh token is refused with REFRESH_TOKEN_INVALID: %j',
  async (token) => {
    expect((await refresh(token)).body.code).toBe('REFRESH_TOKEN_INVALID');
  },
);

test.each([null, 1, true, ['x'], { $gt: '' }, 'x'.repeat(4097)])(
  'a refresh token of the wrong type or length is refused with INVALID_INPUT: %j',
  async (token) => {
    const { status, body } = await refresh(token);
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  },
);

test('a password sent as a refresh token is refused and ends no session', async () => {
  expect((await refresh(newPassword())).status).toBe(401);
  expect(await statusOfMe()).toBe(200);
});
