// Tests POST /auth/sso/{provider}/nonce: an app asks for the nonce of an id token.
import { describe, expect, test } from '@jest/globals';
import { answerOf, COOKIES, expectWellFormed, MINUTE, refusal } from '../../support/api.ts';
import { CHALLENGE } from '../../support/binding.ts';
import { freshIp } from '../../support/http.ts';
import { PROVIDER, tenantWith, useSso } from '../../support/sso.ts';

const { service, realm, tenant } = useSso();

const ask = (body: Record<string, unknown>, options = {}, provider = PROVIDER) =>
  service.post(`/auth/sso/${provider}/nonce`, { tenantId: tenant.id, codeChallenge: CHALLENGE, ...body }, options);

describe('POST /auth/sso/{provider}/nonce 200', () => {
  test('returns a new nonce that lives ten minutes', async () => {
    const [one, two] = [await ask({}), await ask({})];
    expectWellFormed(one);
    expect(one.body).toEqual({ nonce: expect.stringMatching(/^[\w-]{43}$/), expiresAt: expect.any(String) });
    const ttl = Date.parse(one.body.expiresAt) - Date.now();
    expect(ttl > 9 * MINUTE && ttl <= 10 * MINUTE).toBe(true);
    expect([one.body.nonce === two.body.nonce, one.setCookies]).toEqual([false, []]);
  });

  test('binds the nonce of a browser in cookie mode to a cookie that later requests keep', async () => {
    const first = await ask({ codeChallenge: undefined }, { headers: COOKIES });
    expect(first.setCookies).toEqual([
      expect.stringMatching(/^svc_binding=[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly; Max-Age=1200$/),
    ]);
    const cookie = first.setCookies[0]?.split(';')[0] as string;
    const second = await ask({ codeChallenge: undefined }, { headers: { ...COOKIES, cookie } });
    expect(second.setCookies).toEqual(first.setCookies);
  });
});

test('POST /auth/sso/{provider}/nonce 400 names the missing code challenge or tenant', async () => {
  const reply = await ask({ codeChallenge: undefined });
  expect([...answerOf(reply), reply.body.message]).toEqual([
    ...refusal('INVALID_INPUT'),
    'codeChallenge: is required (S256, RFC 7636), except in cookie mode',
  ]);
  expect(answerOf(await ask({ codeChallenge: 'short' }))).toEqual(refusal('INVALID_INPUT'));
  expect(answerOf(await ask({ tenantId: undefined }))).toEqual(refusal('TENANT_ID_REQUIRED'));
});

test('POST /auth/sso/{provider}/nonce 404 responds alike to an unknown tenant, provider and one without id tokens', async () => {
  const [inactive, other] = [await tenantWith(service, realm), await service.tenant()];
  await service.admin('PATCH', `/auth/admin/api/tenants/${inactive.id}`, { isActive: false });
  for (const tenantId of [inactive.id, other.id, `ten_${'0'.repeat(22)}`, 'ten_nonsense']) {
    const reply = await ask({ tenantId });
    expectWellFormed(reply);
    expect(answerOf(reply)).toEqual(refusal('PROVIDER_NOT_FOUND'));
  }
  for (const name of ['nobody', 'Acme', '__proto__', 'github']) {
    expect(answerOf(await ask({}, {}, name))).toEqual(refusal('PROVIDER_NOT_FOUND'));
  }
});

test('POST /auth/sso/{provider}/nonce 429 counts with the starts of an IP address', async () => {
  const ip = freshIp();
  const replies = [];
  for (let round = 0; round < 5; round++)
    replies.push(...(await Promise.all(Array.from({ length: 61 }, () => ask({}, { ip })))));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(300);
  expect(answerOf(replies.find(({ status }) => status === 429)!)).toEqual(refusal('RATE_LIMITED'));
});
