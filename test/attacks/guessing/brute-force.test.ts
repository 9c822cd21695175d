// Threat: an attacker guesses the password of one account: serially, in parallel, or with many addresses and spellings.
// An account, known or not, allows ten guesses in fifteen minutes. The owner gets in afterwards.
import { describe, expect, test } from '@jest/globals';
import { advance } from '../../../lib/platform/clock.ts';
import type { Reply } from '../../support/http.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const MAX = 10;
const WINDOW = 15 * 60_000;
const service = useService();
const tenant = prepared(() => service.tenant());

const guess = (email: string, headers?: Record<string, string>) =>
  service.login({ tenant, email, password: newPassword() }, { headers });
const repeat = async (times: number, call: () => Promise<Reply>) => {
  const replies: Reply[] = [];
  for (let at = 0; at < times; at++) replies.push(await call());
  return replies;
};

describe('guessing a password serially', () => {
  test('locks the account after ten guesses, and accepts the correct password when the lock ends', async () => {
    const user = await service.signup(tenant);
    expect(outcomes(await repeat(MAX, () => guess(user.email)))).toEqual({ '401 INVALID_CREDENTIALS': MAX });
    const locked = await service.login(user);
    expect([locked.status, locked.body.code]).toEqual([429, 'ACCOUNT_LOCKED']);
    expect(locked.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    const wait = Number(locked.headers['retry-after']) * 1000;
    expect(wait).toBeLessThanOrEqual(WINDOW);
    advance(wait);
    expect((await service.login(user)).status).toBe(200);
  });

  test('does not extend the lock by attempts during it', async () => {
    const { email } = await service.signup(tenant);
    await repeat(MAX, () => guess(email));
    const [first] = await repeat(5, () => guess(email));
    advance(60_000);
    const later = await guess(email);
    const elapsed = Number(first?.headers['retry-after']) - Number(later.headers['retry-after']);
    expect(elapsed).toBeGreaterThanOrEqual(60);
  });

  test('resets the count of wrong passwords when the correct one is used', async () => {
    const user = await service.signup(tenant);
    for (let round = 0; round < 3; round++) {
      await repeat(MAX - 1, () => guess(user.email));
      expect((await service.login(user)).status).toBe(200);
    }
  });

  test('limits an account that does not exist at the same attempt', async () => {
    const [known, ghost] = [(await service.signup(tenant)).email, newEmail()];
    const both = await Promise.all([known, ghost].map((email) => repeat(MAX + 2, () => guess(email))));
    const [one, other] = both.map((replies) => replies.map(({ status, text }) => `${status} ${text}`));
    expect(one).toEqual(other);
    const waits = both.map((replies) => Number(replies.at(-1)?.headers['retry-after']));
    expect(Math.abs(waits[0]! - waits[1]!)).toBeLessThanOrEqual(2);
  });

  test('counts a wrong current password in a password change like a failed login', async () => {
    const user = await service.signup(tenant);
    const change = (currentPassword: string) =>
      service.post(
        '/auth/change-password',
        { currentPassword, newPassword: newPassword() },
        { headers: bearer(user.tokens) },
      );
    expect(outcomes(await repeat(12, () => change(newPassword())))).toEqual({
      '400 CURRENT_PASSWORD_INCORRECT': 10,
      '429 ACCOUNT_LOCKED': 2,
    });
    expect((await change(user.password)).body.code).toBe('ACCOUNT_LOCKED');
    expect((await service.login(user)).body.code).toBe('ACCOUNT_LOCKED');
  });
});

describe('guessing a password in parallel', () => {
  test.each(['an account', 'an account that does not exist'])('checks only ten of 200 guesses at %s', async (kind) => {
    const email = kind === 'an account' ? (await service.signup(tenant)).email : newEmail();
    const replies = await race(200, () => guess(email));
    expect(outcomes(replies)).toEqual({ '401 INVALID_CREDENTIALS': MAX, '429 ACCOUNT_LOCKED': 200 - MAX });
  });

  test('allows at most twenty guesses when one of 200 attempts has the correct password', async () => {
    const user = await service.signup(tenant);
    const replies = await race(200, (caller) => (caller === 100 ? service.login(user) : guess(user.email)));
    const checked = replies.filter(({ status }) => status === 401).length;
    expect(checked).toBeLessThanOrEqual(2 * MAX);
    expect(checked + replies.filter(({ status }) => status === 200 || status === 429).length).toBe(200);
  });
});

describe('a disguised password guess', () => {
  test('is limited although its headers claim other IP addresses', async () => {
    const { email } = await service.signup(tenant);
    const names = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip'];
    const replies = await race(40, (caller) =>
      guess(email, { [names[caller % names.length]!]: `203.0.113.${caller}` }),
    );
    expect(outcomes(replies)).toEqual({ '401 INVALID_CREDENTIALS': MAX, '429 ACCOUNT_LOCKED': 30 });
  });

  test('is limited across all spellings of an e-mail address', async () => {
    const name = newEmail().split('@')[0]!;
    const spellings = [
      `${name}@b\u00fccher.example`,
      `${name.toUpperCase()}@b\u00fccher.example`,
      `${name}@B\u00dcCHER.example`,
      `${name}@bu\u0308cher.EXAMPLE`,
      `${name}@xn--bcher-kva.example`,
      `${name}@XN--BCHER-KVA.example`,
    ];
    const replies = await race(30, (caller) => guess(spellings[caller % spellings.length]!));
    expect(outcomes(replies)).toEqual({ '401 INVALID_CREDENTIALS': MAX, '429 ACCOUNT_LOCKED': 20 });
  });

  test('is limited across all spellings of a phone number', async () => {
    const spellings = ['+4915112345678', '+49 151 1234 5678', '004915112345678', '+49 (151) 12345-678'];
    const replies = await race(30, (caller) => {
      const credentials = { phone: spellings[caller % spellings.length], password: newPassword() };
      return service.post('/auth/login', { providerName: 'phone', tenantId: tenant.id, credentials });
    });
    expect(outcomes(replies)).toEqual({ '401 INVALID_CREDENTIALS': MAX, '429 ACCOUNT_LOCKED': 20 });
  });

  test('finds no route through a variant of the login path', async () => {
    const { email } = await service.signup(tenant);
    await repeat(MAX, () => guess(email));
    const body = { tenantId: tenant.id, credentials: { email, password: newPassword() } };
    const paths = ['//auth/login', '/auth//login', '/auth/login//', '/AUTH/login', '/auth/login;a=b', '/auth/%6cogin'];
    for (const path of paths) expect((await service.post(path, body)).body.code).toBe('ROUTE_NOT_FOUND');
    for (const path of ['/auth/login?again=1', '/auth/login/'])
      expect((await service.post(path, body)).body.code).toBe('ACCOUNT_LOCKED');
  });
});
