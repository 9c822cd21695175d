// The online check of the server package: what must count at once counts at once, and only the service decides it.
import { describe, expect, test } from '@jest/globals';
import { bearer, prepared, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';
import { JWKS, network, refusal, verifierOf } from '../../support/verifier.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const user = prepared(() => service.signup(tenant));

const VERIFY = '/auth/verify-session';

test('a live session passes, with the claims of its token and one request', async () => {
  const net = network();
  const verifier = verifierOf(service, { fetch: net.fetch });
  const claims = await verifier.checkOnline(user.tokens.accessToken);
  expect(claims).toEqual(await verifier.verify(user.tokens.accessToken));
  expect([net.count(VERIFY), net.count(JWKS)]).toEqual([1, 1]);
});

describe('refused at once, while the token still verifies offline', () => {
  test('a session that was logged out', async () => {
    const { body } = await service.login(user);
    await service.post('/auth/logout', {}, { headers: bearer(body) });
    expect(await refusal(verifierOf(service).checkOnline(body.accessToken))).toBe('401 SESSION_NOT_FOUND');
    expect(await verifierOf(service).verify(body.accessToken)).toHaveProperty('userId');
  });

  test('a user who was removed', async () => {
    const gone = await service.signup(tenant);
    const { accessToken } = gone.tokens;
    await service.admin('DELETE', `/auth/admin/api/users/${claimsOf(accessToken).sub}`);
    expect(await refusal(verifierOf(service).checkOnline(accessToken))).toMatch(/^401 /);
    expect(await verifierOf(service).verify(accessToken)).toHaveProperty('userId');
  });
});

test('a token that is not valid causes no request to the service', async () => {
  const net = network();
  expect(await refusal(verifierOf(service, { fetch: net.fetch }).checkOnline('a.b.c'))).toBe('401 INVALID_TOKEN');
  expect(net.count(VERIFY)).toBe(0);
});

test.each([
  ['an outage', () => Promise.reject(new TypeError('fetch failed'))],
  ['an error page', async () => new Response('<html>', { status: 502 })],
  ['a success that says nothing', async () => Response.json({})],
  ['a limit', async () => Response.json({ statusCode: 429 }, { status: 429, headers: { 'retry-after': '7' } })],
  ['a refusal that is not of the service', async () => Response.json({ message: 'Forbidden' }, { status: 403 })],
])('%s admits no request, and blames no caller', async (_, respond) => {
  const send: typeof fetch = (input, init) => (String(input).endsWith(VERIFY) ? respond() : fetch(input, init));
  const check = verifierOf(service, { fetch: send }).checkOnline(user.tokens.accessToken);
  await expect(check).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    statusCode: 503,
    headers: { 'retry-after': expect.stringMatching(/^[17]$/) },
  });
});
