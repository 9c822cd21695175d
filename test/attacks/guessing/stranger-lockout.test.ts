// Threat: a stranger who knows an address keeps its owner out, by using up every limit that belongs to the address.
// Devices and networks that the account was used from have a reserve, and a stranger has at most 80 guesses in a row.
import { describe, expect, test } from '@jest/globals';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import { enrol, freshCode, pendingLogin, verify } from '../../support/factors.ts';
import { cookieHeader, cookieOf, freshIp, type Send } from '../../support/http.ts';
import { codeTo, messagesTo } from '../../support/messages.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, newEmail, newPassword, prepared, type User, useService } from '../../support/service.ts';

const LOCKED = refusal('ACCOUNT_LOCKED');
const COOKIES = { 'x-access-token-type': 'cookie' };
const RESET = 'svc.password_reset_requested';
const service = useService();
const tenant = prepared(() => service.tenant());

type Login = Pick<User, 'tenant' | 'email' | 'password'>;
const guess = (user: Pick<User, 'tenant' | 'email'>, options?: Send) =>
  service.login({ ...user, password: newPassword() }, options);
/** Uses up what strangers have in this quarter of an hour. */
async function lock(user: Login): Promise<void> {
  await race(10, () => guess(user));
  expect(answerOf(await service.login(user))).toEqual(LOCKED);
}
/** Uses up the row of strangers. Returns the minute after it, and the number of guesses that were compared. */
async function fillRow(user: Login): Promise<{ minute: number; compared: number }> {
  let compared = 0;
  for (let window = 0; window < 13; window++) {
    const replies = await later(window * 16 * MINUTE, () => race(10, () => guess(user)));
    compared += replies.filter(({ status }) => status === 401).length;
  }
  return { minute: 13 * 16, compared };
}

describe('an account that strangers have locked', () => {
  test('opens to its owner in a network from which they logged in before', async () => {
    const [user, ip] = [await service.signup(tenant), freshIp()];
    await service.login(user, { ip });
    await lock(user);
    expect((await service.login(user, { ip })).status).toBe(200);
  });

  test('opens in a known network after logging out there', async () => {
    const [user, ip] = [await service.signup(tenant), freshIp()];
    const { body } = await service.login(user, { ip });
    await service.post('/auth/logout', {}, { headers: bearer(body) });
    await lock(user);
    expect((await service.login(user, { ip })).status).toBe(200);
  });

  test('opens to a browser that holds a session of it, in any network', async () => {
    const user = await service.signup(tenant);
    const cookie = cookieHeader(await service.login(user, { headers: COOKIES }));
    await lock(user);
    expect((await service.login(user, { headers: { ...COOKIES, cookie } })).status).toBe(200);
  });

  test('opens to a client that sends the refresh token of an ended session, in any network', async () => {
    const user = await service.signup(tenant);
    await service.post('/auth/logout', {}, { headers: bearer(user.tokens) });
    await lock(user);
    const headers = { 'x-svc-device-trust': user.tokens.refreshToken };
    expect((await service.login(user, { headers })).status).toBe(200);
  });

  test('opens to a trusted device', async () => {
    const person = await enrol(service, tenant);
    const more = { trustDevice: true };
    const full = await verify(service, await pendingLogin(service, person), freshCode(person.secret), 'totp', more);
    await lock(person);
    const headers = { 'x-svc-device-trust': full.body.trustToken };
    expect((await service.login(person, { headers })).body).toMatchObject({ isRequiresMfa: false });
  });

  test('opens where its password was reset', async () => {
    const [user, ip, password] = [await service.signup(tenant), freshIp(), newPassword()];
    await service.post('/auth/forgot-password', { tenantId: tenant.id, email: user.email }, { ip });
    const code = await service.code(user.email);
    const body = { tenantId: tenant.id, email: user.email, code };
    const { body: verified } = await service.post('/auth/verify-forgot-password-otp', body, { ip });
    const reset = { token: verified.resetToken, newPassword: password };
    expect((await service.post('/auth/reset-password', reset, { ip })).status).toBe(200);
    await lock({ ...user, password });
    expect((await service.login({ ...user, password }, { ip })).status).toBe(200);
  });

  test.each(['a token of another account', 'a pending login', 'an access token', 'junk'])(
    'stays locked for a caller with %s',
    async (kind) => {
      const user = await enrol(service, tenant);
      const other = await service.signup(tenant);
      const tokens: Record<string, string> = {
        'a token of another account': other.tokens.refreshToken,
        'a pending login': (await pendingLogin(service, user)).refreshToken,
        'an access token': user.tokens.accessToken,
        junk: `${'x'.repeat(40)}.${'y'.repeat(40)}`,
      };
      await lock(user);
      const header = await service.login(user, { headers: { 'x-svc-device-trust': tokens[kind] as string } });
      const cookies = { ...COOKIES, cookie: `svc_refresh=${tokens[kind]}` };
      expect([answerOf(header), answerOf(await service.login(user, { headers: cookies }))]).toEqual([LOCKED, LOCKED]);
    },
  );
});

describe('a reserve', () => {
  test('allows ten of forty parallel guesses, and twenty in a row however slow', async () => {
    const [user, ip] = [await service.signup(tenant), freshIp()];
    await service.login(user, { ip });
    await fillRow(user);
    const counts = [];
    for (const minute of [300, 320, 340, 60 * 24 * 30]) {
      const replies = await later(minute * MINUTE, () => race(40, () => guess(user, { ip })));
      counts.push(outcomes(replies)['401 INVALID_CREDENTIALS'] ?? 0);
    }
    expect(counts).toEqual([10, 10, 0, 0]);
  });

  test('of a browser is beside the limit of its network', async () => {
    const [user, ip] = [await service.signup(tenant), freshIp()];
    const cookie = cookieHeader(await service.login(user, { headers: COOKIES }));
    await race(150, () => guess({ tenant, email: newEmail() }, { ip }));
    expect(answerOf(await service.login(user, { ip }))).toEqual(refusal('RATE_LIMITED'));
    expect((await service.login(user, { ip, headers: { ...COOKIES, cookie } })).status).toBe(200);
  });

  test('does not exist for an unknown account, whose replies are those of a known one', async () => {
    const [user, ghost] = [await service.signup(tenant), newEmail()];
    const { tokens } = await service.signup(tenant);
    const headers = { 'x-svc-device-trust': tokens.refreshToken };
    const sequence = async (email: string) => {
      const replies = [];
      for (let round = 0; round < 12; round++) replies.push(await guess({ tenant, email }, { headers }));
      return replies.map(({ status, text }) => `${status} ${text}`);
    };
    expect(await sequence(ghost)).toEqual(await sequence(user.email));
  });
});

describe('a refresh token from before', () => {
  const TRUST = 'x-svc-device-trust';
  const reset = async (user: User) => {
    await service.post('/auth/forgot-password', { tenantId: tenant.id, email: user.email });
    const code = await codeTo(service, RESET, user.email);
    const { body } = await service.post('/auth/verify-forgot-password-otp', {
      tenantId: tenant.id,
      email: user.email,
      code,
    });
    const password = newPassword();
    expect((await service.post('/auth/reset-password', { token: body.resetToken, newPassword: password })).status).toBe(
      200,
    );
    return { ...user, password };
  };

  test('the reset of the password has no reserve, one from after it has', async () => {
    const stranger = await service.signup(tenant);
    const before = await service.login(stranger);
    const owner = await later(MINUTE, () => reset(stranger));
    const after = await later(2 * MINUTE, () => service.login(owner));
    const by = ({ body }: Awaited<ReturnType<typeof service.login>>) =>
      service.login(owner, { headers: { [TRUST]: body.refreshToken } }).then(answerOf);
    await later(3 * MINUTE, async () => {
      await lock(owner);
      expect(await by(before)).toEqual(LOCKED);
      expect(await by(after)).toEqual([200, undefined]);
    });
  });
});

describe('slow guesses of strangers', () => {
  test('end after eighty in a row, and a reset of the password is the way out', async () => {
    const user = await service.signup(tenant);
    const { minute, compared } = await fillRow(user);
    expect(compared).toBe(80);
    for (const days of [0, 30, 300])
      expect(answerOf(await later((minute + days * 1440) * MINUTE, () => service.login(user)))).toEqual(LOCKED);
    const password = newPassword();
    await later(minute * MINUTE, async () => {
      await service.post('/auth/forgot-password', { tenantId: tenant.id, email: user.email });
      const code = await service.code(user.email);
      const body = { tenantId: tenant.id, email: user.email, code };
      const { resetToken } = (await service.post('/auth/verify-forgot-password-otp', body)).body;
      await service.post('/auth/reset-password', { token: resetToken, newPassword: password });
      expect((await service.login({ ...user, password })).status).toBe(200);
    });
  });

  test('end for an unknown account at the same guess', async () => {
    expect((await fillRow({ tenant, email: newEmail(), password: newPassword() })).compared).toBe(80);
  });

  test('do not stop the owner from changing the password in a session', async () => {
    const user = await service.signup(tenant);
    const { minute } = await fillRow(user);
    const { refreshToken } = user.tokens;
    const reply = await later(minute * MINUTE, async () => {
      const { body } = await service.post('/auth/refresh-token', { refreshToken });
      const change = { currentPassword: user.password, newPassword: newPassword() };
      return service.post('/auth/change-password', change, { headers: bearer(body) });
    });
    expect(reply.status).toBe(200);
  });

  test('of one minute do not stop the owner from changing the password in a session', async () => {
    const user = await service.signup(tenant);
    for (let guess = 0; guess < 10; guess++) await service.login({ ...user, password: newPassword() });
    const change = { currentPassword: user.password, newPassword: newPassword() };
    expect((await service.post('/auth/change-password', change, { headers: bearer(user.tokens) })).status).toBe(200);
  });

  test('are told to the owner once a day, and not to an unverified address', async () => {
    const [user, squatted] = [await service.signup(tenant), await service.signup(tenant)];
    await service.post('/auth/send-email-verification', {}, { headers: bearer(user.tokens) });
    const code = await service.code(user.email);
    await service.post('/auth/verify-email', { code }, { headers: bearer(user.tokens) });
    await fillRow(squatted);
    await fillRow(user);
    const { body } = await service.get('/__events');
    const told = body.filter((each: { detailType: string }) => each.detailType === 'svc.guessing_detected');
    expect(told).toMatchObject([{ detail: { email: user.email, guessed: 'password', attempts: 20 } }]);
  });
});

describe('guesses at the codes of messages', () => {
  const REQUESTED = 'svc.passwordless_code_requested';
  const send = (identifier: string) =>
    service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier, channel: 'email' });
  const login = (email: string, code: string) =>
    service.post('/auth/login', {
      providerName: 'passwordless',
      tenantId: tenant.id,
      credentials: { identifier: email, channels: ['email'], code },
    });

  test('end after 25 in a row however slow, and the owner gets in with a code that is too long to guess', async () => {
    const user = await service.signup(tenant);
    for (let hour = 0; hour < 4; hour++)
      await later(hour * 61 * MINUTE, async () => {
        for (let round = 0; round < 15; round++) await login(user.email, '000000');
      });
    await later(365 * MINUTE, async () => {
      await send(user.email);
      const code = await codeTo(service, REQUESTED, user.email);
      expect(code).toMatch(/^\d{20}$/);
      // Neither kind of junk uses it up.
      for (const junk of ['000000', '0'.repeat(20)])
        for (let round = 0; round < 6; round++) expect((await login(user.email, junk)).status).toBe(400);
      expect((await login(user.email, code)).status).toBe(200);
      expect((await login(user.email, code)).status).toBe(400);
    });
    await later(370 * MINUTE, () => send(user.email));
    expect(await codeTo(service, REQUESTED, user.email, 2)).toMatch(/^\d{6}$/);
  });
});

describe('messages that strangers request', () => {
  const forgot = (user: User, options?: Send) =>
    service.post('/auth/forgot-password', { tenantId: tenant.id, email: user.email }, options);
  /** Uses up the ten messages of the day. Returns the minute after the last one. */
  async function useUpMessages(user: User): Promise<number> {
    for (let round = 0; round < 12; round++) await later(round * 11 * MINUTE, () => forgot(user));
    expect(await messagesTo(service, RESET, user.email, 10)).toHaveLength(10);
    return 12 * 11;
  }

  test('leave five a day for a network that the account was used from', async () => {
    const [user, ip] = [await service.signup(tenant), freshIp()];
    await service.login(user, { ip });
    const start = await useUpMessages(user);
    for (let round = 0; round < 8; round++)
      await later((start + round * 2) * MINUTE, async () => {
        await forgot(user);
        await forgot(user, { ip });
      });
    expect(await messagesTo(service, RESET, user.email, 15)).toHaveLength(15);
  });

  test('leave five a day for a browser with a session, although the strangers go on each minute', async () => {
    const user = await service.signup(tenant);
    const cookie = cookieHeader(await service.login(user, { headers: COOKIES }));
    expect(cookieOf(await service.login(user, { headers: COOKIES }), 'svc_refresh')).toBeDefined();
    const start = await useUpMessages(user);
    await later(start * MINUTE, async () => {
      await forgot(user);
      expect((await forgot(user, { headers: { ...COOKIES, cookie } })).status).toBe(200);
    });
    expect(await messagesTo(service, RESET, user.email, 11)).toHaveLength(11);
  });
});
