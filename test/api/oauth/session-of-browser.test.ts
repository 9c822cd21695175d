// Checks that what ends the session of a browser ends the sessions of applications that began from it.
import { describe, expect, test } from '@jest/globals';
import { later, MINUTE } from '../../support/api.ts';
import { codeOf, exchange, newServer, signedIn, tokensOf, userinfo } from '../../support/oauth-browser.ts';
import { race } from '../../support/race.ts';
import { prepared, useService } from '../../support/service.ts';
import { childrenOf, storedSessions } from '../../support/sessions.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const known = prepared(() => newServer());

describe('sessions of applications end', () => {
  const pair = async () => {
    const { jar, user } = await signedIn(service, tenant);
    const other = await newServer();
    const tokens = [await tokensOf(service, jar, known), await tokensOf(service, jar, other)];
    return { jar, user, tokens };
  };
  const statuses = (tokens: { access_token: string }[]) =>
    Promise.all(tokens.map(async ({ access_token }) => (await userinfo(service, access_token)).status));

  test('with a logout of the browser', async () => {
    const { jar, user, tokens } = await pair();
    expect(await statuses(tokens)).toEqual([200, 200]);
    await jar.post('/auth/logout');
    expect(await statuses(tokens)).toEqual([401, 401]);
    expect(await childrenOf(user)).toEqual([]);
  });

  test('with a logout everywhere', async () => {
    const { jar, tokens } = await pair();
    await jar.post('/auth/logout-all');
    expect(await statuses(tokens)).toEqual([401, 401]);
  });

  test('when an admin ends the session of the browser', async () => {
    const { jar, user, tokens } = await pair();
    const { sessionId, id } = (await jar.get('/auth/me')).body;
    await service.admin('DELETE', `/auth/admin/api/users/${id}/sessions/${sessionId}`);
    expect(await statuses(tokens)).toEqual([401, 401]);
    expect(await childrenOf(user)).toEqual([]);
  });

  test('when a refresh token of the browser is replayed', async () => {
    const { jar, user, tokens } = await pair();
    const old = jar.copy();
    await jar.post('/auth/refresh-token');
    await later(MINUTE, () => old.post('/auth/refresh-token'));
    expect(await statuses(tokens)).toEqual([401, 401]);
    expect(await childrenOf(user)).toEqual([]);
  });

  test('not with another session of the user', async () => {
    const { user, tokens } = await pair();
    await service.post('/auth/logout', {}, { headers: { authorization: `Bearer ${user.tokens.accessToken}` } });
    expect(await statuses(tokens)).toEqual([200, 200]);
  });

  test('not when the application of another one signs out of itself', async () => {
    const { jar, tokens } = await pair();
    await service.post('/auth/logout', {}, { headers: { authorization: `Bearer ${tokens[0]?.access_token}` } });
    expect(await statuses(tokens)).toEqual([401, 200]);
    expect((await jar.get('/auth/me')).status).toBe(200);
  });
});

test('of twenty exchanges that race with a logout, none leaves a live session behind', async () => {
  const { jar, user } = await signedIn(service, tenant);
  const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(jar, known)));
  const leaving = jar.copy();
  const replies = await race(21, async (caller) => {
    const sent = codes[caller];
    return sent ? exchange(service, known, sent) : leaving.post('/auth/logout');
  });
  expect(replies.at(-1)?.status).toBe(200);
  expect(replies.slice(0, 20).every(({ status }) => status === 200 || status === 400)).toBe(true);
  const { sid } = claimsOf(user.tokens.accessToken);
  const left = await storedSessions(user);
  expect(left.map(({ id }) => id)).toEqual([sid]);
});
