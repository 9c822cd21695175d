// Tests GET, DELETE /auth/sessions, DELETE /auth/sessions/{id} and the trusted devices of an account.
import { describe, expect, test } from '@jest/globals';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import { complete, enrol } from '../../support/mfa.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, prepared, type User, useService } from '../../support/service.ts';

type Tokens = { accessToken?: string };
type Listed = { id: string; isCurrent: boolean };

const service = useService();
const tenant = prepared(() => service.tenant());

const headersOf = (tokens: Tokens) => ({ headers: bearer(tokens as never) });
const list = async (tokens: Tokens) =>
  (await service.get('/auth/sessions', headersOf(tokens))).body.sessions as Listed[];
const end = (tokens: Tokens, id: string) => service.send('DELETE', `/auth/sessions/${id}`, headersOf(tokens));
const endOthers = (tokens: Tokens) => service.send('DELETE', '/auth/sessions', headersOf(tokens));
const isAlive = async (tokens: Tokens) => (await service.get('/auth/me', headersOf(tokens))).status === 200;

/** A person with two sessions. */
async function person() {
  const user = await service.signup(tenant);
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const other = (await service.login(user, { headers: { 'user-agent': userAgent } })).body as Tokens;
  return { ...user, other };
}

describe('the list of sessions', () => {
  test('marks the own one and says where the others are', async () => {
    const { tokens, other } = await person();
    const sessions = await list(tokens);
    expect(sessions.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true]);
    expect(sessions.find(({ isCurrent }) => !isCurrent)).toEqual({
      id: (await list(other)).find(({ isCurrent }) => isCurrent)?.id,
      isCurrent: false,
      application: null,
      isByAdmin: false,
      isBoundToDevice: false,
      deviceName: 'Firefox on Linux',
      ipAddress: expect.stringMatching(/\d/),
      lastActive: expect.any(String),
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
    });
  });

  test('has no pending login and none that ended', async () => {
    const { tokens, other, ...user } = await person();
    await enrol(service, { tokens: tokens as never });
    await service.login(user);
    expect(await list(tokens)).toHaveLength(1);
  });
});

describe('the end of a session', () => {
  test('ends this one alone, once', async () => {
    const { tokens, other } = await person();
    const [target] = (await list(tokens)).filter(({ isCurrent }) => !isCurrent) as [Listed];
    expect((await end(tokens, target.id)).status).toBe(200);
    expect([await isAlive(tokens), await isAlive(other)]).toEqual([true, false]);
    expect(answerOf(await end(tokens, target.id))).toEqual(refusal('USER_SESSION_NOT_FOUND'));
  });

  test('of another person, of another tenant or unknown is 404 and ends nothing', async () => {
    const { tokens } = await person();
    const sameTenant = await person();
    const elsewhere = await service.signup(await service.tenant());
    for (const victim of [sameTenant.tokens, elsewhere.tokens]) {
      const [{ id }] = (await list(victim)).filter(({ isCurrent }) => isCurrent) as [Listed];
      expect(answerOf(await end(tokens, id))).toEqual(refusal('USER_SESSION_NOT_FOUND'));
      expect(await isAlive(victim)).toBe(true);
    }
    for (const id of ['ses_', 'x', '%00', '..%2Fme', '__proto__', `ses_${'0'.repeat(44)}`])
      expect([id, ...answerOf(await end(tokens, id))]).toEqual([id, ...refusal('USER_SESSION_NOT_FOUND')]);
  });

  test('succeeds once in twenty parallel calls', async () => {
    const { tokens } = await person();
    const [target] = (await list(tokens)).filter(({ isCurrent }) => !isCurrent) as [Listed];
    const replies = await race(20, () => end(tokens, target.id));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 404: 19 });
  });
});

describe('403 of the end of other sessions', () => {
  test.each<[string, (tokens: Tokens, id: string) => ReturnType<typeof end>]>([
    ['one', end],
    ['all', endOthers],
  ])('without a login in the last 15 minutes, for %s', async (_, call) => {
    const { tokens, other } = await person();
    const [target] = (await list(tokens)).filter(({ isCurrent }) => !isCurrent) as [Listed];
    await later(16 * MINUTE, async () => {
      const fresh = (
        await service.post('/auth/refresh-token', { refreshToken: (tokens as User['tokens']).refreshToken })
      ).body;
      expect(answerOf(await call(fresh, target.id))).toEqual(refusal('REAUTH_REQUIRED'));
      const kept = (await service.post('/auth/refresh-token', { refreshToken: (other as User['tokens']).refreshToken }))
        .body;
      expect(await isAlive(kept)).toBe(true);
      // To leave needs no proof: oneself, or everywhere at once.
      expect((await service.post('/auth/logout', {}, headersOf(kept))).status).toBe(200);
      expect((await service.post('/auth/logout-all', {}, headersOf(fresh))).status).toBe(200);
    });
  });
});

describe('the end of all other sessions', () => {
  test('keeps the own session, its refresh token included', async () => {
    const { tokens, other } = await person();
    expect((await endOthers(tokens)).status).toBe(200);
    expect([await isAlive(tokens), await isAlive(other), (await list(tokens)).length]).toEqual([true, false, 1]);
    const { refreshToken } = tokens as { refreshToken?: string };
    expect((await service.post('/auth/refresh-token', { refreshToken })).status).toBe(200);
  });

  test('of two sessions that do it at once leaves at least one', async () => {
    const { tokens, other } = await person();
    const replies = await Promise.all([endOthers(tokens), endOthers(other)]);
    expect(replies.map(({ status }) => status).filter((status) => ![200, 401].includes(status))).toEqual([]);
    expect([await isAlive(tokens), await isAlive(other)].filter(Boolean)).toHaveLength(1);
  });
});

describe('trusted devices', () => {
  async function trusting() {
    const user = await service.signup(tenant);
    const { secret } = await enrol(service, user);
    const { trustToken = '', ...tokens } = await complete(service, { ...user, secret }, { trustDevice: true });
    return { ...user, tokens, trustToken };
  }
  const devices = async (tokens: Tokens, trust = '') =>
    (
      await service.get('/auth/trusted-devices', {
        headers: { ...bearer(tokens as never), 'x-svc-device-trust': trust },
      })
    ).body.devices;
  const forget = (tokens: Tokens, id: string) =>
    service.send('DELETE', `/auth/trusted-devices/${id}`, headersOf(tokens));

  test('are listed, with the own one marked', async () => {
    const { tokens, trustToken } = await trusting();
    expect(await devices(tokens, trustToken)).toEqual([
      {
        id: trustToken.split('.')[0],
        isCurrent: true,
        deviceName: expect.any(String),
        ipAddress: expect.any(String),
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
        lastUsedAt: null,
      },
    ]);
    expect(await devices(tokens)).toMatchObject([{ isCurrent: false }]);
    expect(
      await later(
        31 * 24 * 60 * MINUTE,
        async () => (await service.get('/auth/trusted-devices', headersOf(tokens))).status,
      ),
    ).toBe(401);
  });

  test('ask for a second factor again once they are forgotten', async () => {
    const { tokens, trustToken, ...user } = await trusting();
    const [{ id }] = await devices(tokens);
    expect((await forget(tokens, id)).status).toBe(200);
    expect(await devices(tokens)).toEqual([]);
    expect(answerOf(await forget(tokens, id))).toEqual(refusal('MFA_DEVICE_NOT_FOUND'));
    const login = await service.login(user, { headers: { 'x-svc-device-trust': trustToken } });
    expect(login.body.isRequiresMfa).toBe(true);
  });

  test('of another person are 404 and stay trusted', async () => {
    const [one, other] = [await trusting(), await trusting()];
    const [{ id }] = await devices(other.tokens);
    for (const each of [id, 'dev_', 'x', '__proto__'])
      expect(answerOf(await forget(one.tokens, each))).toEqual(refusal('MFA_DEVICE_NOT_FOUND'));
    expect(await devices(other.tokens)).toHaveLength(1);
  });
});
