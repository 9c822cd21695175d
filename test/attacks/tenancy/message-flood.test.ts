// Threat: a stranger multiplies the messages that one mailbox or number gets by the number of open tenants.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Message, maySend } from '../../../lib/domain/credentials/message-budget.ts';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { freshIp } from '../../support/http.ts';
import { newEmail, useService } from '../../support/service.ts';

useService();
let next = 0;
const newTenant = (): TenantId => `ten_flood${next++}` as TenantId;
const send = (message: Partial<Message> & Pick<Message, 'channel' | 'to'>) =>
  maySend({ tenant: newTenant(), purpose: 'signup', ip: freshIp(), ...message }, { isDecoy: false, settings: {} });
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
