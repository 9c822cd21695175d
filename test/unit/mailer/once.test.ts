// One message for each event, however often, in whatever order and by however many at once it is delivered; and none
// lost while a provider is down.
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { advance, now } from '../../../lib/platform/clock.ts';
import * as claims from '../../../lib/store/message-claims.ts';
import { race } from '../../support/race.ts';
import {
  deliver,
  type Event,
  invoke,
  newCode,
  newInvitation,
  notice,
  record,
  somebody,
  startWorld,
  type World,
} from './support.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
afterEach(() => world.refuse(() => undefined));

const mailsTo = (to: unknown): string[] => world.mails.filter((mail) => mail.to === to).map(({ subject }) => subject);
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item, at) => ({ item, place: (at * 7919) % 31 }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);

describe('duplicates', () => {
  test('five at once in five mailers: one message, and whoever came too early comes again', async () => {
    const user = await somebody();
    const event = await newCode(user, 'login-email');
    const left = (await race(5, () => invoke([record(event)]))).flat();
    expect(mailsTo(user.email)).toHaveLength(1);
    advance(120_000);
    expect(await invoke(left)).toEqual([]);
    expect(mailsTo(user.email)).toHaveLength(1);
  });

  test('five in one batch, and five more later', async () => {
    const user = await somebody();
    const event = notice('svc.password_changed', user);
    const copies = () => Array.from({ length: 5 }, () => record(event));
    expect(await deliver(copies())).toEqual([]);
    expect(await invoke(copies())).toEqual([]);
    expect(mailsTo(user.email)).toHaveLength(1);
  });

  test('twelve events, each three times, shuffled over four mailers', async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => somebody()));
    const events = users.map((user) => notice('svc.password_changed', user));
    const records = shuffled([...events, ...events, ...events].map((event) => record(event)));
    const left = (await race(4, (at) => invoke(records.filter((_, index) => index % 4 === at)))).flat();
    expect(await deliver(left)).toEqual([]);
    for (const { email } of users) expect(mailsTo(email)).toHaveLength(1);
  });
});

describe('a mailer that died', () => {
  test('keeps its claim for a minute; then one of five takes it over', async () => {
    const user = await somebody();
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

  test('and was only slow: it may not give back what another has by now', async () => {
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

describe('what is not true any more is not sent', () => {
  const dropped = async (user: { email: string | null }, event: Event) => {
    expect(await invoke([record(event)])).toEqual([]);
    expect(mailsTo(user.email)).toEqual([]);
    // Nor when it would be true again: it was dealt with.
    expect(await claims.claim(event.detail.id, now())).toBe('sent');
  };

  test('an expired code', async () => {
    const user = await somebody();
    const event = await newCode(user, 'reset');
    advance(600_000);
    await dropped(user, event);
  });

  test('a code that a newer one replaced, whichever event comes first', async () => {
    const user = await somebody();
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
  ] as const)('a code of another purpose: %s as %s by e-mail', async (purpose, name) => {
    const user = await somebody();
    const event = await newCode(user, purpose, '204817', 'email');
    await dropped(user, { ...event, name });
  });

  test('a code from before whatever ended the sessions', async () => {
    const user = await somebody();
    const event = await newCode({ ...user, epoch: user.epoch - 1 }, 'mfa-email');
    await dropped(user, event);
  });

  test('an invitation whose token is used, or was replaced', async () => {
    const user = await somebody();
    const older = await newInvitation(user);
    await newInvitation(user);
    await dropped(user, older);
  });
});

describe('a provider in trouble', () => {
  test.each([
    ['throttling', { status: 400, code: 'Throttling' }],
    ['failing', { status: 500, code: 'InternalFailure' }],
    ['unavailable', { status: 503, code: 'ServiceUnavailable' }],
    ['silent', 'silence'],
  ] as const)('%s, then well again: the message arrives once', async (_, refusal) => {
    const user = await somebody();
    const event = await newCode(user, 'login-email');
    const records = [record(event), record(event)];
    world.refuse((to) => (to === user.email ? refusal : undefined));
    expect(await invoke(records)).toEqual(expect.arrayContaining([expect.anything()]));
    expect(mailsTo(user.email)).toEqual([]);
    world.refuse(() => undefined);
    expect(await deliver(records)).toEqual([]);
    expect(mailsTo(user.email)).toHaveLength(1);
  });

  test('a hiccup: the record comes back at once, and goes out with the next try', async () => {
    const user = await somebody();
    let first = true;
    world.refuse(() => {
      const refusal = first ? { status: 400, code: 'Throttling' } : undefined;
      first = false;
      return refusal;
    });
    const once = record(await newCode(user, 'reset'));
    expect(await invoke([once])).toEqual([once]);
    expect(await invoke([once])).toEqual([]);
    expect(mailsTo(user.email)).toHaveLength(1);
  });

  test.each(['MessageRejected', 'MailFromDomainNotVerifiedException', 'InvalidParameterValue'])(
    '%s is for ever: it fails until it is put aside, its neighbours are sent, and it can be sent once mended',
    async (code) => {
      const [bad, good] = [await somebody(), await somebody()];
      const poisoned = record(notice('svc.password_changed', bad));
      world.refuse((to) => (to === bad.email ? { status: 400, code } : undefined));
      expect(await deliver([poisoned, record(notice('svc.password_changed', good))])).toEqual([poisoned]);
      expect([mailsTo(bad.email).length, mailsTo(good.email).length]).toEqual([0, 1]);
      world.refuse(() => undefined);
      expect(await deliver([poisoned, poisoned])).toEqual([]);
      expect(mailsTo(bad.email)).toHaveLength(1);
    },
  );
});

describe('records that are no messages', () => {
  const bodies = async () => {
    const user = await somebody();
    const event = notice('svc.password_changed', user);
    const { detail } = event;
    const good = JSON.parse(record(event).body);
    const changed = (more: object) => JSON.stringify({ ...good, ...more });
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
      changed({ detail: { ...detail, userId: (await somebody()).id } }),
      changed({ detail: { ...detail, tenantId: 'ten_x' } }),
      changed({ detail: { ...detail, email: 7 } }),
    ];
  };

  test('are put aside one by one, and what is good among them is sent', async () => {
    const bad = (await bodies()).map((body) => record(body));
    const users = await Promise.all(bad.map(() => somebody()));
    const mixed = bad.flatMap((each, at) => [each, record(notice('svc.password_changed', users[at]!))]);
    expect(await deliver(mixed)).toEqual(bad);
    for (const { email } of users) expect(mailsTo(email)).toHaveLength(1);
  });

  test.each([
    ['altered', { sealed: 'v1.AAAA' }],
    ['copied into another event', { id: 'evt_0000000000000000000000' }],
  ])('a sealed code that was %s is not opened, and fails until it is dead anyway', async (_, more) => {
    const user = await somebody();
    const event = await newCode(user, 'reset');
    const bad = record({ ...event, detail: { ...event.detail, ...more } });
    expect(await invoke([bad])).toEqual([bad]);
    expect(await deliver([bad])).toEqual([]);
    expect(mailsTo(user.email)).toEqual([]);
  });

  test('an update that is nobody’s business is no message', async () => {
    const user = await somebody();
    const calls = world.calls();
    const event = notice('svc.user_updated', user, { updatedFields: ['metadata', 'isActive', 'isMfaEnabled'] });
    expect(await invoke([record(event)])).toEqual([]);
    expect(world.calls()).toBe(calls);
  });
});
