// Threat: strangers use up the messages of a tenant or of a mailbox, or earn from SMS to numbers of their own.
// Requests for unknown addresses, sign-ups, codes and second factors have budgets of their own, spellings of a mailbox
// share one, and no SMS leaves for premium numbers or countries that are not allowed.
import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import * as limits from '../../../lib/domain/credentials/limits.ts';
import { now } from '../../../lib/platform/clock.ts';
import { getMany } from '../../../lib/store/dynamo/table.ts';
import * as limiter from '../../../lib/store/limiter.ts';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import { challenge, pendingLogin, reachable } from '../../support/factors.ts';
import { freshIp } from '../../support/http.ts';
import { messagesTo } from '../../support/messages.ts';
import { race } from '../../support/race.ts';
import { newEmail, newPassword, prepared, type Tenant, unique, useService } from '../../support/service.ts';
import { setField } from '../../support/stored-users.ts';

const REQUESTED = 'svc.passwordless_code_requested';
const service = useService();
const tenant = prepared(() => service.tenant());

const sms = (where: Tenant, identifier: string, ip = freshIp()) =>
  service.post('/auth/passwordless/send', { tenantId: where.id, identifier, channel: 'sms' }, { ip });
const number = (index: number) => `+491511${String(index * 10_007).padStart(7, '0')}`;

/** How many messages of the day a budget of the tenant has counted. */
async function counted(where: Tenant, budget: string): Promise<number> {
  const items = await getMany(await limits.bucketKeys('sms-tenant-day', where.id, budget));
  return items.reduce((sum, item) => sum + limiter.attemptsIn(item, now()).count, 0);
}

describe('the SMS of a tenant', () => {
  test('are not used up by requests for numbers without an account, nor second factors by either', async () => {
    const own = await service.tenant();
    const user = await reachable(service, own);
    await race(20, (caller) => sms(own, number(caller)));
    expect([await counted(own, 'decoys'), await counted(own, 'accounts')]).toEqual([20, 0]);
    await sms(own, user.phone);
    expect(await messagesTo(service, REQUESTED, user.phone)).toHaveLength(1);
    expect((await challenge(service, await pendingLogin(service, user), 'sms')).status).toBe(200);
    expect([await counted(own, 'accounts'), await counted(own, 'second-factors')]).toEqual([1, 1]);
  });

  test('leave for an owner in a known network when the budget of all accounts is used up', async () => {
    const [own, ip] = [await service.tenant(), freshIp()];
    const user = await reachable(service, own);
    await service.login({ ...user, tenant: own }, { ip });
    await service.admin('PATCH', `/auth/admin/api/users/${user.id}`, { isMfaEnabled: false });
    await service.login({ ...user, tenant: own }, { ip });
    for (let count = 0; count < limits.maxOf('sms-tenant-day'); count += 50)
      await race(50, () => limits.tryConsume('sms-tenant-day', own.id, 'accounts'));
    await sms(own, user.phone);
    await sms(own, user.phone, ip);
    expect(await messagesTo(service, REQUESTED, user.phone)).toHaveLength(1);
  });
});

describe('the spellings of one mailbox', () => {
  test('get three messages in ten minutes together', async () => {
    const own = await service.tenant({ signup: { mode: 'verifyFirst' } });
    const name = unique('vic');
    const spellings = Array.from({ length: 12 }, (_, index) => `${name}+${index}@gmail.com`);
    for (const email of spellings)
      await service.post('/auth/signup', { email, password: newPassword(), tenantId: own.id });
    const sent = await Promise.all(spellings.map((email) => messagesTo(service, REQUESTED, email, 0)));
    expect(sent.flat().length).toBeLessThanOrEqual(3);
  });

  test('are different accounts', async () => {
    const name = unique('vic');
    const users = [
      await service.signup(tenant, `${name}@gmail.com`),
      await service.signup(tenant, `${name}+x@gmail.com`),
    ];
    for (const user of users) expect((await service.login(user)).status).toBe(200);
    expect(answerOf(await service.login({ ...users[0]!, email: users[1]!.email }))).toEqual(
      refusal('INVALID_CREDENTIALS'),
    );
  });
});

/** Premium and special-rate numbers, and countries that are refused unless they are listed. */
const REFUSED = {
  'premium, US': '+19005550123',
  'premium, GB': '+449098790000',
  'premium, FR': '+33899123456',
  'premium, DE': '+499001234567',
  'premium, IT': '+39899123456',
  'premium, ES': '+34806123456',
  'premium, PL': '+48703123456',
  'personal, GB': '+447012345678',
  'toll-free, US': '+18005551212',
  Cuba: '+5352345678',
  Somalia: '+252612345678',
};

describe.each(Object.entries(REFUSED))('a number that is refused (%s)', (_, phone) => {
  test('is refused at sign-up and by admins with a reason', async () => {
    const password = newPassword();
    const signup = await service.post('/auth/signup', { phone, password, tenantId: tenant.id });
    const body = { tenantId: tenant.id, email: newEmail(), phone };
    const created = await service.admin('POST', '/auth/admin/api/users', body);
    for (const reply of [signup, created]) {
      expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
      expect(reply.body.message).toMatch(/^phone: is /);
    }
  });

  test('gets no SMS if it was stored before, and the reply does not show it', async () => {
    const user = await reachable(service, tenant);
    const pending = await pendingLogin(service, user);
    const plain = await sms(tenant, user.phone);
    await setField(user, 'phone', phone);
    expect(answerOf(await challenge(service, pending, 'sms'))).toEqual(refusal('MFA_METHOD_NOT_AVAILABLE'));
    const refused = await sms(tenant, phone);
    expect([refused.status, refused.text]).toEqual([plain.status, plain.text]);
    expect(await messagesTo(service, REQUESTED, phone, 0)).toEqual([]);
  });
});

test('a tenant with a list of countries sends SMS to these only', async () => {
  const own = await service.tenant({ sms: { countries: ['AT', 'SO'] } });
  const signup = (phone: string) =>
    service.post('/auth/signup', { phone, password: newPassword(), tenantId: own.id }).then(answerOf);
  expect(await signup('+4915112345671')).toEqual(refusal('INVALID_INPUT'));
  expect([await signup('+436641234567'), await signup('+252612345679')]).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
  expect(await signup('+43900123456')).toEqual(refusal('INVALID_INPUT'));
});

describe('an account with many sessions', () => {
  const challenge = () => createHash('sha256').update(unique('verifier')).digest('base64url');
  type Channel = 'email' | 'sms';
  /** Logs in often, and requests codes with each refresh token and another challenge each time. */
  async function flood(channel: Channel, to: string, credentials: object): Promise<void> {
    const providerName = channel === 'sms' ? 'phone' : 'email';
    for (let session = 0; session < 3; session++) {
      const { body } = await service.post('/auth/login', { tenantId: tenant.id, providerName, credentials });
      const headers = { 'x-svc-device-trust': body.refreshToken };
      for (let round = 0; round < 2; round++) {
        const codeChallenge = challenge();
        const request = { tenantId: tenant.id, identifier: to, channel, codeChallenge };
        expect((await service.post('/auth/passwordless/send', request, { headers })).status).toBe(200);
      }
    }
  }

  test('gets ten messages a day from its reserves, and one a minute', async () => {
    const { email, password } = await service.signup(tenant);
    const send = () => flood('email', email, { email, password });
    await send();
    expect(await messagesTo(service, REQUESTED, email, 4)).toHaveLength(4);
    for (let round = 1; round < 30; round++) await later(round * 2 * MINUTE, send);
    const most = limits.maxOf('email-day') + limits.maxOf('send-reserve-account');
    expect(await messagesTo(service, REQUESTED, email, most)).toHaveLength(most);
  });

  test('gets no SMS from them before an address of it is proved', async () => {
    const [phone, password] = [number(4711), newPassword()];
    await service.post('/auth/signup', { phone, password, tenantId: tenant.id });
    await flood('sms', phone, { phone, password });
    expect(await messagesTo(service, REQUESTED, phone, 3)).toHaveLength(3);
  });
});
