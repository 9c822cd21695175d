// Threat: an attacker abuses the service's messages: they flood an inbox, send to expensive phone numbers, place a link
// to their own site, or send their own text under the service's name.
// Messages are limited by recipient, caller and number range, and a reply never contains a code.
import { describe, expect, test } from '@jest/globals';
import { later, MINUTE } from '../../support/api.ts';
import { challenge, pendingLogin, reachable, sentCode, verify } from '../../support/factors.ts';
import { messagesTo } from '../../support/messages.ts';
import { bearer, newEmail, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const RESET = 'svc.password_reset_requested';
const forgot = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  service.post('/auth/forgot-password', { tenantId: tenant.id, ...body }, { headers });

describe('the message limits', () => {
  test('allow ten messages a day to one inbox', async () => {
    const { email } = await service.signup(tenant);
    for (let round = 0; round < 40; round++) {
      const replies = await later((round * 12 + 1) * MINUTE, () => Promise.all([forgot({ email }), forgot({ email })]));
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    }
    expect(await messagesTo(service, RESET, email, 10)).toHaveLength(10);
  });

  test('allow thirty messages an hour requested from one IP address', async () => {
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

  test('of one IP address do not stop another caller from requesting a message to the same inbox', async () => {
    const { email } = await service.signup(tenant);
    const from = (ip: string, address: string) =>
      service.post('/auth/forgot-password', { tenantId: tenant.id, email: address }, { ip });
    const ip = '127.8.8.9';
    for (let count = 0; count < 30; count++) await from(ip, newEmail());
    await from(ip, email);
    await from('127.8.8.10', email);
    expect(await messagesTo(service, RESET, email)).toHaveLength(1);
  });

  test('of a day do not count messages that the minute limit refused', async () => {
    const { email } = await service.signup(tenant);
    for (let round = 0; round < 9; round++) await later(round * 61_000, () => forgot({ email }));
    for (let round = 1; round < 8; round++) await later(round * 12 * MINUTE, () => forgot({ email }));
    expect(await messagesTo(service, RESET, email, 10)).toHaveLength(10);
  });

  test('allow fifty messages an hour to one range of phone numbers', async () => {
    const range = '+4915119';
    const numbers = Array.from({ length: 60 }, (_, index) => `${range}${String(index).padStart(6, '0')}`);
    for (const identifier of numbers) {
      const body = { tenantId: tenant.id, identifier, channel: 'sms' };
      expect((await service.post('/auth/passwordless/send', body)).status).toBe(200);
    }
    // No account has these numbers, but they count. The owner of the next number gets no message this hour.
    const phone = `${range}000099`;
    await service.admin('POST', '/auth/admin/api/users', {
      tenantId: tenant.id,
      email: newEmail(),
      phone,
      phoneVerifiedAt: '2026-01-01T00:00:00Z',
    });
    await service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier: phone, channel: 'sms' });
    await later(61 * MINUTE, () =>
      service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier: phone, channel: 'sms' }),
    );
    expect(await messagesTo(service, 'svc.passwordless_code_requested', phone, 1)).toHaveLength(1);
  });
});

describe('a second-factor code sent as a message', () => {
  test('reaches its owner after strangers used up the messages to their number', async () => {
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

  test('can be requested after another caller with the same IP address used up its messages', async () => {
    const user = await reachable(service, tenant);
    const ip = '127.8.8.11';
    for (let count = 0; count < 31; count++)
      await service.post('/auth/forgot-password', { tenantId: tenant.id, email: newEmail() }, { ip });
    const options = { ip, headers: bearer(await pendingLogin(service, user)) };
    expect((await service.post('/auth/mfa/challenge', { method: 'email' }, options)).status).toBe(200);
  });

  test('is limited to six a day to one number', async () => {
    const user = await reachable(service, tenant);
    const seen: number[] = [];
    for (let round = 0; round < 8; round++)
      await later(round * 11 * MINUTE, async () => {
        seen.push((await challenge(service, await pendingLogin(service, user), 'sms')).status);
      });
    expect(seen).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
  });
});

describe('the code of a message', () => {
  test('is not in the reply to the request, even if the request asks for it', async () => {
    const user = await service.signup(tenant);
    const headers = { 'x-debug': '1', accept: '*/*', prefer: 'return=representation' };
    const options = { returnCode: true, debug: 1, deliveryType: 'return' };
    const replies = [
      await forgot({ email: user.email, ...options }, headers),
      await service.post(
        '/auth/passwordless/send',
        { tenantId: tenant.id, identifier: user.email, channel: 'email', ...options },
        { headers },
      ),
      await service.post('/auth/send-email-verification', options, { headers: { ...headers, ...bearer(user.tokens) } }),
    ];
    for (const { status, body } of replies) {
      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual(['message']);
      expect(body.message).not.toMatch(/\d/);
    }
  });

  test('is sealed in the event on the bus', async () => {
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
