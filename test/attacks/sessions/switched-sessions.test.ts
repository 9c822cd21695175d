// Threat: a thief makes more of a stolen refresh token, or of a session, than its owner can take back: by switching
// tenant they get sessions and links of their own.
// What came of a session ends with it, the token that was shown is spent, and the owner is told.
import { expect, test } from '@jest/globals';
import { advance } from '../../../lib/platform/clock.ts';
import { answerOf, claimsOf, published, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { outcomes, race } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, type User, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = useService();

type Tokens = User['tokens'];
const GRACE = 10_000;
const newUser = async (): Promise<User> => service.signup(await service.tenant());
const logIn = async (user: User): Promise<Tokens> => (await service.login(user)).body;
const switchTo = (from: Tokens, { tenant }: User, refreshToken?: string, ip = freshIp()) =>
  service.post('/auth/switch-tenant', { tenantId: tenant.id, refreshToken }, { headers: bearer(from), ip });
const me = async (tokens: Tokens) => answerOf(await service.get('/auth/me', { headers: bearer(tokens) }));
const refresh = (refreshToken: string, ip = freshIp()) => service.post('/auth/refresh-token', { refreshToken }, { ip });
const logout = (tokens: Tokens) => service.post('/auth/logout', {}, { headers: bearer(tokens) });
const revoke = (tokens: Tokens) =>
  service.admin(
    'DELETE',
    `/auth/admin/api/users/${claimsOf(tokens.accessToken).sub}/sessions/${claimsOf(tokens.accessToken).sid}`,
  );
const ended = refusal('SESSION_NOT_FOUND');
const refused = refusal('NOT_A_MEMBER_OF_TENANT');

/** A thief with an account of their own shows the victim's refresh token. */
async function theft() {
  const [thief, victim] = [await newUser(), await newUser()];
  const { status, body } = await switchTo(thief.tokens, victim, victim.tokens.refreshToken);
  expect(status).toBe(200);
  return { thief, victim, stolen: body as Tokens };
}

const endings: [string, (victim: User) => Promise<unknown>][] = [
  [
    'the owner shows the spent token after the grace period',
    async ({ tokens }) => {
      advance(GRACE + 1000);
      expect(answerOf(await refresh(tokens.refreshToken))).toEqual(refusal('REFRESH_TOKEN_REUSED'));
    },
  ],
  ['the owner logs out with the access token from before', ({ tokens }) => logout(tokens)],
  ['an admin revokes the session that was shown', ({ tokens }) => revoke(tokens)],
  [
    'the owner logs out everywhere',
    async (victim) => service.post('/auth/logout-all', {}, { headers: bearer(await logIn(victim)) }),
  ],
];
test.each(endings)('a session made of a stolen refresh token ends, with its link, when %s', async (_, end) => {
  const { thief, victim, stolen } = await theft();
  const byLink = await switchTo(thief.tokens, victim);
  expect(byLink.status).toBe(200);
  await end(victim);
  for (const tokens of [stolen, byLink.body]) expect(await me(tokens)).toEqual(ended);
  for (const { refreshToken } of [stolen, byLink.body]) expect(answerOf(await refresh(refreshToken))).toEqual(ended);
  expect(answerOf(await switchTo(thief.tokens, victim))).toEqual(refused);
  expect(answerOf(await switchTo(await logIn(thief), victim))).toEqual(refused);
});

test('a second switch with a spent refresh token is a replay and ends the session', async () => {
  const { thief, victim, stolen } = await theft();
  advance(GRACE + 1000);
  expect(answerOf(await switchTo(thief.tokens, victim, victim.tokens.refreshToken))).toEqual(refused);
  expect(await me(stolen)).toEqual(ended);
  expect(await published(service, 'svc.refresh_token_reuse_detected', victim.tenant.id)).toHaveLength(1);
});

test('an owner who refreshes a moment after a thief has switched with the token ends the session of the thief', async () => {
  const { victim, stolen } = await theft();
  expect(answerOf(await refresh(victim.tokens.refreshToken))).toEqual(refusal('REFRESH_TOKEN_REUSED'));
  expect(await me(stolen)).toEqual(ended);
});

test('sessions that a link opened end when the session that asked for them is ended', async () => {
  for (const end of [logout, revoke]) {
    const [from, to] = [await newUser(), await newUser()];
    await switchTo(from.tokens, to, to.tokens.refreshToken);
    const { body: there } = await switchTo(from.tokens, to);
    const { body: asking } = await switchTo(there, from);
    const { body: opened } = await switchTo(asking, to);
    const { body: further } = await switchTo(opened, from);
    for (const tokens of [opened, further]) expect((await me(tokens))[0]).toBe(200);
    await end(asking);
    for (const tokens of [opened, further]) expect(await me(tokens)).toEqual(ended);
    expect((await me(from.tokens))[0]).toBe(200);
  }
});

test('switching back and forth by links thirty times ends no session that is in use', async () => {
  const [from, to] = [await newUser(), await newUser()];
  await switchTo(from.tokens, to, to.tokens.refreshToken);
  let held = from.tokens;
  for (let count = 0; count < 30; count++) {
    const reply = await switchTo(held, count % 2 ? from : to);
    expect(reply.status).toBe(200);
    held = reply.body;
  }
  expect((await me(held))[0]).toBe(200);
});

test('a chain of switches over three accounts ends with its first session', async () => {
  const [one, two, three] = [await newUser(), await newUser(), await newUser()];
  await switchTo(one.tokens, two, two.tokens.refreshToken);
  const { body: second } = await switchTo(one.tokens, two);
  const { body: third } = await switchTo(second, three, three.tokens.refreshToken);
  const { body: back } = await switchTo(third, two);
  expect((await me(back))[0]).toBe(200);
  await logout(one.tokens);
  expect([await me(second), await me(back)]).toEqual([ended, ended]);
  expect(answerOf(await switchTo(await logIn(three), two))).toEqual(refused);
});

test('a session of a switch passes no step-up, and cannot be made to by another switch', async () => {
  const [from, to] = [await newUser(), await newUser()];
  const { body: switched } = await switchTo(from.tokens, to, to.tokens.refreshToken);
  const { body: back } = await switchTo(switched, from);
  for (const tokens of [switched, back, (await refresh(switched.refreshToken)).body as Tokens]) {
    const reply = await service.post('/auth/mfa/setup-totp', {}, { headers: bearer(tokens) });
    expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
  }
});

test('a pending login of a switch cannot enrol an authenticator', async () => {
  const [from, to] = [await newUser(), await newUser()];
  await service.admin('PATCH', `/auth/admin/api/tenants/${to.tenant.id}`, {
    settings: { mfa: { policy: 'required' } },
  });
  const { body } = await switchTo(from.tokens, to, to.tokens.refreshToken);
  expect(body.isRequiresMfa).toBe(true);
  const reply = await service.post('/auth/mfa/setup-totp', {}, { headers: bearer(body) });
  expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
  // The session that was shown is still the owner's, until the login is completed.
  expect((await me(to.tokens))[0]).toBe(200);
  await logout(to.tokens);
  expect(answerOf(await service.get('/auth/mfa/status', { headers: bearer(body) }))).toEqual(ended);
});

test('owners of both accounts are told of a link once, also when twenty tabs make it', async () => {
  const [from, to] = [await newUser(), await newUser()];
  const ip = freshIp();
  const replies = await race(20, () => switchTo(from.tokens, to, to.tokens.refreshToken, ip));
  expect(outcomes(replies)).toEqual({ 200: 20 });
  expect(new Set(replies.map(({ body }) => claimsOf(body.accessToken).sid)).size).toBe(1);
  for (const [own, other] of [
    [from, to],
    [to, from],
  ] as const) {
    const [event, ...more] = await published(service, 'svc.account_linked', own.tenant.id);
    expect(event?.detail).toMatchObject({ email: own.email, linkedTenantId: other.tenant.id });
    expect(more).toEqual([]);
    const told = () => service.inbox(own.email).filter((message) => message.event === 'svc.account_linked');
    await until(() => told().length === 1);
  }
  expect((await everyRow()).filter(({ type }) => type === 'link').length).toBeGreaterThanOrEqual(2);
});

test('no session outlives a logout of its source that races with twenty switches', async () => {
  const [from, to] = [await newUser(), await newUser()];
  const { body: shown } = await switchTo(from.tokens, to, to.tokens.refreshToken);
  const replies = await race(21, (caller) => (caller ? switchTo(from.tokens, to) : logout(shown)));
  for (const { status, body } of replies.slice(1)) if (status === 200) expect(await me(body)).toEqual(ended);
  expect(answerOf(await switchTo(from.tokens, to))).toEqual(refused);
});

test('no session outlives a logout that races with twenty switches by the token of the session', async () => {
  for (let round = 0; round < 3; round++) {
    const [from, to] = [await newUser(), await newUser()];
    const ip = freshIp();
    const replies = await race(21, (caller) =>
      caller ? switchTo(from.tokens, to, to.tokens.refreshToken, ip) : logout(to.tokens),
    );
    for (const { status, body } of replies.slice(1)) if (status === 200) expect(await me(body)).toEqual(ended);
  }
});
