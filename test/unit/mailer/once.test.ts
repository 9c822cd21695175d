// Checks that each event leads to exactly one message, although the queue may deliver it repeatedly, in any order and
// to several mailers at once. No message is lost while a provider is down.
import { afterEach, describe, expect, test } from '@jest/globals';
import { advance, now } from '../../../lib/platform/clock.ts';
import * as claims from '../../../lib/store/people/message-claims.ts';
import { running } from '../../support/prepared.ts';
import { race } from '../../support/race.ts';
import {
  deliver,
  type Event,
  invoke,
  newCode,
  newInvitation,
  newTenantUser,
  notice,
  record,
  startWorld,
} from './support.ts';

const world = running(() => startWorld());
afterEach(() => world.refuse(() => undefined));

const mailsTo = (to: unknown): string[] => world.mails.filter((mail) => mail.to === to).map(({ subject }) => subject);
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item, at) => ({ item, rank: (at * 7919) % 31 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);

describe('the mailer sends one message', () => {
  test('when five mailers receive the same event at once, and the others requeue it', async () => {
    const user = await newTenantUser();
    const event = await newCode(user, 'login-email');
    const left = (await race(5, () => invoke([record(event)]))).flat();
    expect(mailsTo(user.email)).toHaveLength(1);
    advance(120_000);
    expect(await invoke(left)).toEqual([]);
    expect(mailsTo(user.email)).toHaveLength(1);
  });

  test('when one batch holds the same event five times and a later batch five times more', async () => {
    const user = await newTenantUser();
    const event = notice('svc.password_changed', user);
    const copies = () => Array.from({ length: 5 }, () => record(event));
    expect(await deliver(copies())).toEqual([]);
    expect(await invoke(copies())).toEqual([]);
    expect(mailsTo(user.email)).toHaveLength(1);
  });

  test('for each of twelve events that four mailers receive three times, in mixed order', async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => newTenantUser()));
    const events = users.map((user) => notice('svc.password_changed', user));
    const records = shuffled([...events, ...events, ...events].map((event) => record(event)));
    const left = (await race(4, (at) => invoke(records.filter((_, index) => index % 4 === at)))).flat();
    expect(await deliver(left)).toEqual([]);
    for (const { email } of users) expect(mailsTo(email)).toHaveLength(1);
  });
});

describe('the claim of a mailer that crashed', () => {
  test('is held for a minute, after which one of five mailers takes it over', async () => {
    const user = await newTenantUser();
    const event = notice('svc.password_changed', user);
    expect(await claims.claim(event.detail.id, now())).toMatchObject({ state: 'sending' });
    const early = record(event);
    expect(await invoke([early])).toEqual([early]);
    advance(claims.LEASE_MS + 1);
    await race(5, () => invoke([record(event)]));
    expect(mailsTo(user.email)).toHaveLength(1);
    expect(await invoke([early])).toEqual([]);
    expect(mailsTo(user.email)).toHaveLength(1);
  });

  test('cannot be released or settled by the slow mailer after another mailer took it over', async () => {
    const id = 'evt_slow';
    const first = (await claims.claim(id, now())) as claims.MessageClaim;
    const later = now() + claims.LEASE_MS + 1;
    expect(await claims.claim(id, later)).toMatchObject({ state: 'sending' });
    await claims.release(first);
    expect(await claims.claim(id, later + 1)).toBe('sending');
    await claims.settle(first);
    expect(await claims.claim(id, later + 2)).toBe('sent');
    await claims.release(first);
    expect(await claims.claim(id, later + 10 * claims.LEASE_MS)).toBe('sent');
  });
});

describe('the mailer drops', () => {
  const expectDropped = async (user: { email: string | null }, event: Event) => {
    expect(await invoke([record(event)])).toEqual([]);
    expect(mailsTo(user.email)).toEqual([]);
    // The event counts as sent, so it is not sent later, even if it becomes valid again.
    expect(await claims.claim(event.detail.id, now())).toBe('sent');
  };

  test('a message with an expired code', async () => {
    const user = await newTenantUser();
    const event = await newCode(user, 'reset');
    advance(600_000);
    await expectDropped(user, event);
  });

  test('a message with a code that a newer one replaced, in either order of delivery', async () => {
    const user = await newTenantUser();
    const older = await newCode(user, 'login-email', '111111');
    const newer = await newCode(user, 'login-email', '222222');
    expect(await deliver([record(newer), record(older), record(newer)])).toEqual([]);
    const bodies = world.mails.filter(({ to }) => to === user.email).map(({ text }) => text);
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toContain('\n222222\n');
  });

  test.each([
    ['verify-email', 'svc.password_reset_requested'],
    ['login-email', 'svc.two_factor_code_sent'],
    ['mfa-email', 'svc.passwordless_code_requested'],
    ['mfa-sms', 'svc.two_factor_code_sent'],
  ] as const)('a message with a code of another purpose: %s as %s by e-mail', async (purpose, name) => {
    const user = await newTenantUser();
    const event = await newCode(user, purpose, '204817', 'email');
    await expectDropped(user, { ...event, name });
  });

  test('a message with a code from before the sessions of the user were ended', async () => {
    const user = await newTenantUser();
    const event = await newCode({ ...user, epoch: user.epoch - 1 }, 'mfa-email');
    await expectDropped(user, event);
  });

  test('an invitation whose token was replaced by a newer one', async () => {
    const user = await newTenantUser();
    const older = await newInvitation(user);
    await newInvitation(user);
    await expectDropped(user, older);
  });
});

describe('the mailer, when a provider fails,', () => {
  test.each([
    ['throttles', { status: 400, code: 'Throttling' }],
    ['responds 500', { status: 500, code: 'InternalFailure' }],
    ['responds 503', { status: 503, code: 'ServiceUnavailable' }],
    ['does not respond', 'silence'],
  ] as const)('sends the message once after it recovers: the provider %s', async (_, refusal) => {
    const user = await newTenantUser();
    const event = await newCode(user, 'login-email');
    const records = [record(event), record(event)];
    world.refuse((to) => (to === user.email ? refusal : undefined));
    expect(await invoke(records)).toEqual(expect.arrayContaining([expect.anything()]));
    expect(mailsTo(user.email)).toEqual([]);
    world.refuse(() => undefined);
    expect(await deliver(records)).toEqual([]);
    expect(mailsTo(user.email)).toHaveLength(1);
  });

  test('sends the message in the same invocation after it was throttled once', async () => {
    const user = await newTenantUser();
    let isFirst = true;
    world.refuse(() => {
      const refusal = isFirst ? { status: 400, code: 'Throttling' } : undefined;
      isFirst = false;
      return refusal;
    });
    const refused = record(await newCode(user, 'reset'));
    expect(await invoke([refused])).toEqual([]);
    expect(mailsTo(user.email)).toHaveLength(1);
  });

  test.each(['MessageRejected', 'MailFromDomainNotVerifiedException', 'InvalidParameterValue'])(
    'lets a record fail with %s until it goes to the dead-letter queue, sends the others, and sends it once the cause is fixed',
    async (code) => {
      const [rejected, accepted] = [await newTenantUser(), await newTenantUser()];
      const poisoned = record(notice('svc.password_changed', rejected));
      world.refuse((to) => (to === rejected.email ? { status: 400, code } : undefined));
      expect(await deliver([poisoned, record(notice('svc.password_changed', accepted))])).toEqual([poisoned]);
      expect([mailsTo(rejected.email).length, mailsTo(accepted.email).length]).toEqual([0, 1]);
      world.refuse(() => undefined);
      expect(await deliver([poisoned, poisoned])).toEqual([]);
      expect(mailsTo(rejected.email)).toHaveLength(1);
    },
  );
});

describe('the mailer', () => {
  const malformedBodies = async () => {
    const user = await newTenantUser();
    const event = notice('svc.password_changed', user);
    const { detail } = event;
    const valid = JSON.parse(record(event).body);
    const changed = (more: object) => JSON.stringify({ ...valid, ...more });
    return [
      '',
      '{',
      'null',
      '[]',
      '"text"',
      changed({ source: 'elsewhere' }),
      changed({ 'detail-type': 'svc.session_created' }),
      changed({ 'detail-type': '__proto__' }),
      changed({ detail: null }),
      changed({ detail: { ...detail, id: 'P#KEYS' } }),
      changed({ detail: { ...detail, id: undefined } }),
      changed({ detail: { ...detail, userId: (await newTenantUser()).id } }),
      changed({ detail: { ...detail, tenantId: 'ten_x' } }),
      changed({ detail: { ...detail, email: 7 } }),
    ];
  };

  test('lets each malformed record fail and sends the valid ones in the same batch', async () => {
    const malformed = (await malformedBodies()).map((body) => record(body));
    const users = await Promise.all(malformed.map(() => newTenantUser()));
    const mixed = malformed.flatMap((each, at) => [each, record(notice('svc.password_changed', users[at]!))]);
    expect(await deliver(mixed)).toEqual(malformed);
    for (const { email } of users) expect(mailsTo(email)).toHaveLength(1);
  });

  test.each([
    ['altered', { sealed: 'v1.AAAA' }],
    ['copied into another event', { id: 'evt_0000000000000000000000' }],
  ])('does not open a sealed code that was %s, and drops its record after the code expires', async (_, more) => {
    const user = await newTenantUser();
    const event = await newCode(user, 'reset');
    const tampered = record({ ...event, detail: { ...event.detail, ...more } });
    expect(await invoke([tampered])).toEqual([tampered]);
    expect(await deliver([tampered])).toEqual([]);
    expect(mailsTo(user.email)).toEqual([]);
  });

  test('sends no message for an update of fields that no notice is about', async () => {
    const user = await newTenantUser();
    const calls = world.calls();
    const event = notice('svc.user_updated', user, { updatedFields: ['metadata', 'isActive', 'isMfaEnabled'] });
    expect(await invoke([record(event)])).toEqual([]);
    expect(world.calls()).toBe(calls);
  });
});
