import { beforeAll, describe, expect, test } from '@jest/globals';
import { advance, seconds } from '../../../lib/platform/clock.ts';
import { bearer, type User, useService } from '../../support/service.ts';
import { claimsOf, headerOf, type Part, signedByService } from '../../support/tokens.ts';

const service = useService();
let user: User;
let header: Part;
let claims: Part;
beforeAll(async () => {
  user = await service.signup(await service.tenant());
  header = headerOf(user.tokens.accessToken);
  claims = claimsOf(user.tokens.accessToken);
});

const me = (token: string) => service.get('/auth/me', { headers: bearer(token) });
async function expectRefused(token: string): Promise<void> {
  const { status, body } = await me(token);
  expect({ status, code: body.code }).toEqual({ status: 401, code: 'INVALID_TOKEN' });
}

describe('claims, rightly signed', () => {
  const now = seconds();
  test.each<[string, Part]>([
    ['no expiry', { exp: undefined }],
    ['long expired', { iat: now - 2000, exp: now - 1100 }],
    ['an expiry that never comes', { exp: 1e308 }],
    ['an expiry beyond the longest lifetime', { exp: now + 86_400 }],
    ['an expiry as text', { exp: String(now + 600) }],
    ['issued in the future', { iat: now + 3600, exp: now + 4000 }],
    ['not valid yet', { nbf: now + 3600 }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['our issuer with a slash', { iss: 'http://localhost/' }],
    ['another audience', { aud: 'https://evil.example' }],
    ['two audiences', { aud: ['https://evil.example', 'x'] }],
    ['no session', { sid: undefined }],
    ['no tenant', { tid: undefined }],
    ['no subject', { sub: '' }],
    ['a number as subject', { sub: 1 }],
    ['no id', { jti: undefined }],
    ['ids that are none', { tid: 'ten_x', sub: 'usr_x', sid: 'ses_x' }],
    ['a key in the subject', { sub: 'usr_x#USER' }],
    ['no authentication time', { auth_time: undefined }],
  ])('%s', async (_, more) => {
    await expectRefused(await signedByService(header, { ...claims, ...more }));
  });

  test('that are no object', async () => {
    for (const payload of ['null', '[]', '"x"', '', '{', '{}'])
      await expectRefused(await signedByService(header, payload));
  });

  test('of the tenant, user or session of somebody else', async () => {
    const other = await service.signup(await service.tenant());
    const { tid, sub, sid } = claimsOf(other.tokens.accessToken);
    for (const more of [{ tid }, { sub }, { sid }, { tid, sub }, { tid, sid }, { sub, sid }]) {
      const reply = await me(await signedByService(header, { ...claims, ...more }));
      expect(reply.status).toBe(401);
    }
  });

  test('roles and permissions in a token open nothing here', async () => {
    const token = await signedByService(header, { ...claims, roles: ['admin'], permissions: ['*'] });
    expect((await me(token)).body).toMatchObject({ roles: [], permissions: [] });
  });
});

test('an expired token is over to the second', async () => {
  const token = await signedByService(header, { ...claims, iat: seconds(), exp: seconds() + 60 });
  expect((await me(token)).status).toBe(200);
  advance(61_000);
  await expectRefused(token);
});
