// Threat: a stranger multiplies the messages that one mailbox or number gets by the number of open tenants.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Message, maySend, type Requester } from '../../../lib/domain/credentials/message-budget.ts';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { freshIp } from '../../support/http.ts';
import { messagesTo } from '../../support/messages.ts';
import { newEmail, newPassword, useService } from '../../support/service.ts';

const service = useService();
let next = 0;
const newTenant = (): TenantId => `ten_flood${next++}` as TenantId;
const send = (message: Partial<Message> & Pick<Message, 'channel' | 'to'>, requester: Partial<Requester> = {}) =>
  maySend(
    { tenant: newTenant(), purpose: 'signup', ip: freshIp(), ...message },
    { isDecoy: false, settings: {}, ...requester },
  );
const count = (sent: readonly boolean[]) => sent.filter(Boolean).length;
let digits = 0;
beforeAll(() => {
  digits = Date.now() % 10_000;
});

describe('a sign-up at many tenants', () => {
  test('sends six e-mails to a mailbox in ten minutes, to twenty callers at once', async () => {
    const to = newEmail();
    expect(count(await Promise.all(Array.from({ length: 20 }, () => send({ channel: 'email', to }))))).toBe(6);
  });

  test('counts the mailbox for all tags and purposes', async () => {
    const [name, host] = newEmail().split('@');
    const sent: boolean[] = [];
    for (const at of Array.from({ length: 20 }).keys()) {
      const purpose = at % 2 ? 'signup' : 'verify-email';
      sent.push(await send({ channel: 'email', to: `${name}+${at}@${host}`, purpose }));
    }
    expect(count(sent)).toBe(6);
  });

  test('sends six SMS to a number in ten minutes, to twenty callers at once', async () => {
    const to = `+49151${String(digits).padStart(4, '0')}7777`;
    expect(count(await Promise.all(Array.from({ length: 20 }, () => send({ channel: 'sms', to }))))).toBe(6);
  });

  test('uses up nothing of what an account of the mailbox may request', async () => {
    const to = newEmail();
    for (let each = 0; each < 10; each++) await send({ channel: 'email', to });
    expect(await send({ channel: 'email', to, purpose: 'reset' })).toBe(true);
  });
});

describe('codes for accounts that a stranger made at many tenants with an address of another person', () => {
  const email = { channel: 'email', to: newEmail() } as const;
  test('are sent six times in ten minutes to a mailbox, resets and login codes together', async () => {
    const purposes = ['reset', 'login-email'] as const;
    const sends = Array.from({ length: 20 }, (_, at) =>
      send({ ...email, purpose: purposes[at % 2] as 'reset' }, { isUnclaimed: true }),
    );
    expect(count(await Promise.all(sends))).toBe(6);
  });

  test('are sent six times in ten minutes to a number', async () => {
    const to = `+49151${String(digits).padStart(4, '0')}6666`;
    const sends = Array.from({ length: 20 }, () =>
      send({ channel: 'sms', to, purpose: 'reset' }, { isUnclaimed: true }),
    );
    expect(count(await Promise.all(sends))).toBe(6);
  });

  test('share the count with sign-ups', async () => {
    const to = newEmail();
    for (let each = 0; each < 6; each++) await send({ channel: 'email', to });
    expect(await send({ channel: 'email', to, purpose: 'reset' }, { isUnclaimed: true })).toBe(false);
  });

  test('draw twenty e-mails from the reserves of their sessions, and no more', async () => {
    const to = newEmail();
    const sent: boolean[] = [];
    for (const at of Array.from({ length: 40 }).keys()) {
      const reserve = [`usr_flood${at}`, 'device'] as unknown as NonNullable<Requester['reserve']>;
      sent.push(await send({ channel: 'email', to, purpose: 'reset' }, { isUnclaimed: true, reserve }));
    }
    expect(count(sent)).toBe(6 + 20);
  });

  test('are not sent by a service that has many open tenants either', async () => {
    const to = newEmail();
    for (let each = 0; each < 8; each++) {
      const { id: tenantId } = await service.tenant();
      await service.post('/auth/signup', { tenantId, email: to, password: newPassword() }, { ip: freshIp() });
      await service.post('/auth/forgot-password', { tenantId, email: to }, { ip: freshIp() });
    }
    expect(await messagesTo(service, 'svc.password_reset_requested', to, 6)).toHaveLength(6);
  });
});

test('codes for accounts whose owner proved an address are counted by each tenant alone', async () => {
  const to = newEmail();
  const sends = Array.from({ length: 20 }, () => send({ channel: 'email', to, purpose: 'reset' }));
  expect(count(await Promise.all(sends))).toBe(20);
});
