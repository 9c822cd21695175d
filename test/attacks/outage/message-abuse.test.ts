// Threat: our messages as a weapon: somebody's inbox is flooded, numbers that cost money are called, links lead to the
// attacker, or text of his travels under our name.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { later, MINUTE } from '../../support/api.ts';
import { challenge, pendingLogin, reachable, sentCode, verify } from '../../support/factors.ts';
import { messagesTo } from '../../support/messages.ts';
import { bearer, newEmail, type Tenant, useService } from '../../support/service.ts';

const service = useService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await service.tenant();
});

const RESET = 'svc.password_reset_requested';
const forgot = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  service.post('/auth/forgot-password', { tenantId: tenant.id, ...body }, { headers });

describe('floods', () => {
  test('a hundred requests for one inbox within a day, from anywhere: three in ten minutes, ten in all', async () => {
    const { email } = await service.signup(tenant);
    for (let round = 0; round < 40; round++) {
      const replies = await later((round * 12 + 1) * MINUTE, () => Promise.all([forgot({ email }), forgot({ email })]));
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    }
    expect(await messagesTo(service, RESET, email, 10)).toHaveLength(10);
  });

  test('one caller cannot have more than thirty messages sent in an hour', async () => {
    const people = await Promise.all(Array.from({ length: 35 }, () => service.signup(tenant)));
    const ip = '127.8.8.8';
    for (const { email } of people) {
      const body = { tenantId: tenant.id, email };
      expect((await service.post('/auth/forgot-password', body, { ip })).status).toBe(200);
    }
    const sent = async () => {
      const { body } = await service.get('/__events');
      const addresses = new Set(people.map(({ email }) => email));
      return body.filter(
        (event: { detailType: string; detail: { to: string } }) =>
          event.detailType === RESET && addresses.has(event.detail.to),
      );
    };
    await messagesTo(service, RESET, people[29]!.email);
    expect(await sent()).toHaveLength(30);
  });

  test('one caller who has had his messages cannot keep somebody else from getting any', async () => {
    const { email } = await service.signup(tenant);
    const from = (ip: string, address: string) =>
      service.post('/auth/forgot-password', { tenantId: tenant.id, email: address }, { ip });
    const ip = '127.8.8.9';
    for (let count = 0; count < 30; count++) await from(ip, newEmail());
    await from(ip, email);
    await from('127.8.8.10', email);
    expect(await messagesTo(service, RESET, email)).toHaveLength(1);
  });

  test('what is refused for coming too often does not count for the day', async () => {
    const { email } = await service.signup(tenant);
    for (let round = 0; round < 9; round++) await later(round * 61_000, () => forgot({ email }));
    for (let round = 1; round < 8; round++) await later(round * 12 * MINUTE, () => forgot({ email }));
    expect(await messagesTo(service, RESET, email, 10)).toHaveLength(10);
  });

  test('a range of numbers is closed after fifty messages in an hour', async () => {
    const range = '+4915119';
    const numbers = Array.from({ length: 60 }, (_, index) => `${range}${String(index).padStart(6, '0')}`);
    for (const identifier of numbers) {
      const body = { tenantId: tenant.id, identifier, channel: 'sms' };
      expect((await service.post('/auth/passwordless/send', body)).status).toBe(200);
    }
    // Nobody has these numbers; the limit counts all the same. Whoever has the next one gets nothing this hour.
    const phone = `${range}000099`;
    await service.admin('POST', '/auth/admin/api/users', { tenantId: tenant.id, email: newEmail(), phone });
    await service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier: phone, channel: 'sms' });
    await later(61 * MINUTE, () =>
      service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier: phone, channel: 'sms' }),
    );
    expect(await messagesTo(service, 'svc.passwordless_code_requested', phone, 1)).toHaveLength(1);
  });
});

describe('a second factor that comes as a message', () => {
  test('is not kept from its owner by strangers who have all the messages sent that his number may get', async () => {
    const user = await reachable(service, tenant);
    const send = () =>
      service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier: user.phone, channel: 'sms' });
    for (let round = 0; round < 8; round++) await later(round * 11 * MINUTE, send);
    expect(await messagesTo(service, 'svc.passwordless_code_requested', user.phone, 6)).toHaveLength(6);
    await later(80 * MINUTE, async () => {
      const pending = await pendingLogin(service, user);
      const code = await sentCode(service, pending, 'sms', user.phone);
      expect((await verify(service, pending, code, 'sms')).status).toBe(200);
    });
  });

  test('nor by somebody at his address who has had all of the hour’s', async () => {
    const user = await reachable(service, tenant);
    const ip = '127.8.8.11';
    for (let count = 0; count < 31; count++)
      await service.post('/auth/forgot-password', { tenantId: tenant.id, email: newEmail() }, { ip });
    const options = { ip, headers: bearer(await pendingLogin(service, user)) };
    expect((await service.post('/auth/mfa/challenge', { method: 'email' }, options)).status).toBe(200);
  });

  test('is bounded for itself: six to a number in a day', async () => {
    const user = await reachable(service, tenant);
    const seen: number[] = [];
    for (let round = 0; round < 8; round++)
      await later(round * 11 * MINUTE, async () => {
        seen.push((await challenge(service, await pendingLogin(service, user), 'sms')).status);
      });
    expect(seen).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
  });
});

describe('leaks', () => {
  test('no answer to a request for a message holds anything of it, whatever is asked for', async () => {
    const user = await service.signup(tenant);
    const headers = { 'x-debug': '1', accept: '*/*', prefer: 'return=representation' };
    const wish = { returnCode: true, debug: 1, deliveryType: 'return' };
    const replies = [
      await forgot({ email: user.email, ...wish }, headers),
      await service.post(
        '/auth/passwordless/send',
        { tenantId: tenant.id, identifier: user.email, channel: 'email', ...wish },
        { headers },
      ),
      await service.post('/auth/send-email-verification', wish, { headers: { ...headers, ...bearer(user.tokens) } }),
    ];
    for (const { status, body } of replies) {
      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual(['message']);
      expect(body.message).not.toMatch(/\d/);
    }
  });

  test('codes travel sealed: neither the bus nor the table shows one', async () => {
    const user = await service.signup(tenant);
    await forgot({ email: user.email });
    const [detail] = await messagesTo(service, RESET, user.email);
    expect(Object.keys(detail).sort()).toEqual([
      'channel',
      'codeId',
      'expiresAt',
      'id',
      'occurredAt',
      'sealed',
      'tenantId',
      'to',
      'userId',
    ]);
    expect(detail.sealed).toMatch(/^v1\.[\w-]+$/);
  });
});
