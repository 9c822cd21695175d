// Threat: a thief of the root secret makes refresh tokens, or a thief of a token follows its owner unseen.
// A token that the service did not issue ends the session it names, and only the client that exchanged a token gets the
// tokens that replaced it.
import { expect, test } from '@jest/globals';
import { signingKey } from '../../../lib/crypto/purpose-keys.ts';
import { rootSecret } from '../../../lib/platform/aws/secrets.ts';
import { advance, now } from '../../../lib/platform/clock.ts';
import { answerOf, claimsOf, published, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, prepared, type User, useService } from '../../support/service.ts';
import { forge, headerOf, hs256 } from '../../support/tokens.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const refresh = (refreshToken: string, more = {}) => service.post('/auth/refresh-token', { refreshToken }, more);
const me = async (tokens: User['tokens']) => answerOf(await service.get('/auth/me', { headers: bearer(tokens) }));

/** A token that is signed with the root secret, with other claims. */
async function forged(token: string, claims: Record<string, unknown>): Promise<string> {
  const key = signingKey(await rootSecret('session'), 'refresh-token', now()).key;
  return forge(headerOf(token), { ...claimsOf(token), ...claims }, hs256(key));
}

test.each([
  ['of a later generation', { gen: 7 }],
  ['of the next generation', { gen: 2 }],
  ['of the current generation with an id of its own', { jti: 'abcdefghijklmnopqrstuv' }],
  ['of an earlier generation', { gen: 0 }],
])('a refresh token forged with the root secret, %s, ends the session with an event', async (_, claims) => {
  const own = await service.tenant();
  const { tokens } = await service.signup(own);
  const token = await forged(tokens.refreshToken, claims);
  expect(answerOf(await refresh(token))).toEqual(refusal('REFRESH_TOKEN_INVALID'));
  expect(await me(tokens)).toEqual(refusal('SESSION_NOT_FOUND'));
  expect(await published(service, 'svc.refresh_token_forgery_detected', own.id)).toMatchObject([
    { detail: { sessionId: claimsOf(tokens.refreshToken).sid } },
  ]);
});

test('twenty forged tokens beside the owner leave no valid session and report one forgery', async () => {
  const own = await service.tenant();
  const { tokens } = await service.signup(own);
  const token = await forged(tokens.refreshToken, { jti: 'abcdefghijklmnopqrstuv' });
  const replies = await race(20, () => refresh(token));
  expect(replies.every(({ status }) => status === 401)).toBe(true);
  expect(await published(service, 'svc.refresh_token_forgery_detected', own.id)).toHaveLength(1);
});

test('an access token of a pending login that is forged with the root secret opens nothing', async () => {
  const { tokens } = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
  const key = signingKey(await rootSecret('session'), 'pending-login', now()).key;
  const claims = { ...claimsOf(tokens.accessToken), jti: 'abcdefghijklmnopqrstuv' };
  const status = (token: string) => service.get('/auth/mfa/status', { headers: bearer(token) });
  expect(answerOf(await status(forge(headerOf(tokens.accessToken), claims, hs256(key))))).toEqual(
    refusal('SESSION_NOT_FOUND'),
  );
  expect((await status(tokens.accessToken)).status).toBe(200);
});

test('within the grace period another client gets no tokens, and coming back ends the session', async () => {
  const { tokens } = await service.signup(tenant);
  const ip = freshIp();
  const next = await refresh(tokens.refreshToken, { ip });
  for (const elsewhere of [{ ip: freshIp() }, { ip, headers: { 'user-agent': 'another' } }])
    expect(answerOf(await refresh(tokens.refreshToken, elsewhere))).toEqual(refusal('RATE_LIMITED'));
  expect(await me(next.body)).toEqual([200, undefined]);
  expect((await refresh(tokens.refreshToken, { ip })).status).toBe(200);
  advance(11_000);
  expect(answerOf(await refresh(tokens.refreshToken))).toEqual(refusal('REFRESH_TOKEN_REUSED'));
  expect(await me(next.body)).toEqual(refusal('SESSION_NOT_FOUND'));
});

test('GET /auth/verify-session says the same before and after a refresh', async () => {
  const { tokens } = await service.signup(tenant);
  const verify = async () => (await service.get('/auth/verify-session', { headers: bearer(tokens) })).body;
  const before = await verify();
  advance(60_000);
  await refresh(tokens.refreshToken);
  expect(await verify()).toEqual(before);
});

test('GET /auth/accounts shows nothing for a token that was exchanged before, and ends its session', async () => {
  const user = await service.signup(tenant);
  const list = () =>
    service.get('/auth/accounts', {
      headers: { 'x-access-token-type': 'cookie', cookie: `svc_refresh=${user.tokens.refreshToken}` },
    });
  const { body } = await refresh(user.tokens.refreshToken);
  expect((await list()).body.accounts).toHaveLength(1);
  advance(11_000);
  expect((await list()).body).toEqual({ accounts: [] });
  expect(await me(body)).toEqual(refusal('SESSION_NOT_FOUND'));
});

test('refusals of refresh are limited by session and address, and the live token works nevertheless', async () => {
  const { tokens } = await service.signup(tenant);
  const ip = freshIp();
  const ended = (await service.signup(tenant)).tokens;
  await service.post('/auth/logout', {}, { headers: bearer(ended) });
  const bySession = await race(40, () => refresh(ended.refreshToken));
  expect(outcomes(bySession)).toEqual({ '401 SESSION_NOT_FOUND': 30, '429 RATE_LIMITED': 10 });
  const byAddress = [];
  for (let part = 0; part < 8; part++) byAddress.push(...(await race(40, () => refresh('a.b.c', { ip }))));
  expect(outcomes(byAddress)).toEqual({ '401 REFRESH_TOKEN_INVALID': 300, '429 RATE_LIMITED': 20 });
  expect((await refresh(tokens.refreshToken, { ip })).status).toBe(200);
});
