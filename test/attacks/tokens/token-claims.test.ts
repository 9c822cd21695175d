// Threat: an attacker presents a correctly signed access token whose claims are missing, malformed, expired or another
// user's.
// Every claim is checked, and roles and permissions come from the account and not from the token.
import { describe, expect, test } from '@jest/globals';
import { advance, seconds } from '../../../lib/platform/clock.ts';
import { bearer, prepared, useService } from '../../support/service.ts';
import { claimsOf, headerOf, type Part, signedByService } from '../../support/tokens.ts';

const service = useService();
const user = prepared(async () => service.signup(await service.tenant()));
const header = prepared(() => headerOf(user.tokens.accessToken));
const claims = prepared(() => claimsOf(user.tokens.accessToken));

const me = (token: string) => service.get('/auth/me', { headers: bearer(token) });
async function expectRefused(token: string): Promise<void> {
  const { status, body } = await me(token);
  expect({ status, code: body.code }).toEqual({ status: 401, code: 'INVALID_TOKEN' });
}

describe('a correctly signed token', () => {
  const now = seconds();
  test.each<[string, Part]>([
    ['no expiry', { exp: undefined }],
    ['an expiry in the past', { iat: now - 2000, exp: now - 1100 }],
    ['an expiry at infinity', { exp: 1e308 }],
    ['an expiry beyond the longest lifetime', { exp: now + 86_400 }],
    ['an expiry as text', { exp: String(now + 600) }],
    ['an issue time in the future', { iat: now + 3600, exp: now + 4000 }],
    ['a start time in the future', { nbf: now + 3600 }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['our issuer with a slash', { iss: 'http://localhost/' }],
    ['another audience', { aud: 'https://evil.example' }],
    ['two audiences', { aud: ['https://evil.example', 'x'] }],
    ['no session', { sid: undefined }],
    ['no tenant', { tid: undefined }],
    ['no subject', { sub: '' }],
    ['a number as subject', { sub: 1 }],
    ['no id', { jti: undefined }],
    ['malformed ids', { tid: 'ten_x', sub: 'usr_x', sid: 'ses_x' }],
    ['a key in the subject', { sub: 'usr_x#USER' }],
    ['no authentication time', { auth_time: undefined }],
  ])('is refused with %s', async (_, more) => {
    await expectRefused(await signedByService(header, { ...claims, ...more }));
  });

  test('is refused when its claims are not a JSON object', async () => {
    for (const payload of ['null', '[]', '"x"', '', '{', '{}'])
      await expectRefused(await signedByService(header, payload));
  });

  test('is refused with the tenant, user or session of another user', async () => {
    const other = await service.signup(await service.tenant());
    const { tid, sub, sid } = claimsOf(other.tokens.accessToken);
    for (const more of [{ tid }, { sub }, { sid }, { tid, sub }, { tid, sid }, { sub, sid }]) {
      const reply = await me(await signedByService(header, { ...claims, ...more }));
      expect(reply.status).toBe(401);
    }
  });

  test('gives no access by its roles and permissions claims', async () => {
    const token = await signedByService(header, { ...claims, roles: ['admin'], permissions: ['*'] });
    expect((await me(token)).body).toMatchObject({ roles: [], permissions: [] });
  });
});

test('a token is refused one second after its expiry', async () => {
  const token = await signedByService(header, { ...claims, iat: seconds(), exp: seconds() + 60 });
  expect((await me(token)).status).toBe(200);
  advance(61_000);
  await expectRefused(token);
});
