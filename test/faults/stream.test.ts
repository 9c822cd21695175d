// Threat: the stream delivers records twice, late, out of order or malformed, and lists, counters or messages become
// wrong.
// The records of a real run are delivered up to five times and shuffled. Counters, lists, events and messages are the
// same as after one delivery.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { advance, now } from '../../lib/platform/clock.ts';
import { removeRows } from '../../lib/records/remove-rows.ts';
import { handleChanges } from '../../lib/workers/change-feed.ts';
import { claimsOf } from '../support/api.ts';
import { violations } from '../support/faults/invariants.ts';
import { type StreamReader, startStreamReader } from '../support/faults/stream-reader.ts';
import { race } from '../support/race.ts';
import { everyRow } from '../support/rows.ts';
import {
  bearer,
  newEmail,
  newPassword,
  type Service,
  startService,
  type Tenant,
  type User,
  unique,
} from '../support/service.ts';
import { until } from '../support/until.ts';
import { chance, SEED } from '../world/random.ts';

let service: Service;
let reader: StreamReader;
let tenant: Tenant;
const published: string[] = [];
const api = '/auth/admin/api';
const A_MINUTE = 61_000;
const draw = chance('stream');

beforeAll(async () => {
  const all = {
    name: 'all',
    pattern: {},
    target: ({ detail }: { detail: unknown }) => void published.push((detail as { id: string }).id),
  };
  service = await startService({}, { changeFeed: false, rules: [all] });
  reader = await startStreamReader(service.local.engine.endpoint, service.local.table);
  tenant = await service.tenant();
});
afterAll(async () => {
  process.stderr.write(`stream: GATEHOUSE_FAULT_SEED=${SEED}\n`);
  reader.stop();
  await service.stop();
});

const idOf = ({ tokens }: User): string => claimsOf(tokens.accessToken).sub;
const create = async (path: string, body: object) => {
  const reply = await service.admin('POST', `${api}/${path}`, body);
  if (reply.status !== 201) throw new Error(`${path}: ${reply.text}`);
  return reply.body;
};
const findViolations = async () => violations(await everyRow(), { published: new Set(published), now: now() });
const mails = (to: string) => service.inbox(to);
const waitForQueue = () => until(() => service.local.queue.waiting().length === 0, 'an empty queue');

/** Delivers the records in small batches, four at once, which no stream does. Returns the ids of the failed records. */
async function deliver(records: readonly DynamoDBRecord[]): Promise<string[]> {
  const batches: DynamoDBRecord[][] = [];
  for (let left = [...records]; left.length; ) batches.push(left.splice(0, 1 + draw.below(20)));
  const replies: string[] = [];
  await race(4, async (lane) => {
    for (let at = lane; at < batches.length; at += 4) {
      const { batchItemFailures } = await handleChanges(batches[at]!, removeRows);
      replies.push(...batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    }
  });
  return replies;
}

/**
 * Delivers everything written so far and its consequences, each record `times()` times, shuffled. Returns the number of
 * deliveries.
 */
async function deliverAll(times: () => number): Promise<number> {
  let count = 0;
  for (let records = await reader.next(); records.length; records = await reader.next()) {
    const copies = records.flatMap((record) => Array.from({ length: times() }, () => record));
    count += copies.length;
    for (let left = copies, round = 0; left.length && round < 20; round++) {
      const failed = new Set(await deliver(draw.shuffled(left)));
      left = left.filter(({ dynamodb }) => failed.has(dynamodb?.SequenceNumber ?? ''));
      if (round === 19) throw new Error(`${left.length} records fail for ever`);
    }
  }
  return count;
}

type History = { forgetful: User; invited: string; loggedOut: User; changed: User; deleted: User };

/**
 * Makes users sign up, change, reset passwords, get invited and be deleted; renames a role; deletes a tenant. No record
 * is delivered yet.
 */
async function writeHistory(): Promise<History> {
  const [forgetful, loggedOut, changed, deleted] = (await Promise.all(
    [1, 2, 3, 4].map(() => service.signup(tenant)),
  )) as [User, User, User, User];
  const forget = ({ email }: User) => service.post('/auth/forgot-password', { tenantId: tenant.id, email });
  await Promise.all([forget(forgetful), forget(loggedOut), forget(deleted)]);
  await service.post('/auth/logout-all', {}, { headers: bearer(loggedOut.tokens) });
  const passwords = { currentPassword: changed.password, newPassword: newPassword() };
  await service.post('/auth/change-password', passwords, { headers: bearer(changed.tokens) });
  await create('permissions', { name: unique('p').replace('-', '.') });
  const permissions = await service.admin('GET', `${api}/permissions`);
  const names = permissions.body.data.map(({ name }: { name: string }) => name);
  if (!names.includes('users.invite')) await create('permissions', { name: 'users.invite' });
  const { role } = await create('roles', { name: unique('Owner'), tenantId: tenant.id, permissions: ['users.invite'] });
  const owner = { tenant, email: newEmail(), password: newPassword() };
  await create('users', { tenantId: tenant.id, email: owner.email, password: owner.password, roleIds: [role.id] });
  const { body: tokens } = await service.login(owner);
  const invited = newEmail();
  const invite = () =>
    service.post('/auth/invite', { email: invited, metadata: { name: 'Gil Evans' } }, { headers: bearer(tokens) });
  await invite();
  advance(A_MINUTE);
  await Promise.all([invite(), forget(forgetful)]);
  await service.admin('PATCH', `${api}/users/${idOf(changed)}`, { metadata: { name: 'Ada One' }, isActive: false });
  await service.admin('PATCH', `${api}/users/${idOf(changed)}`, { metadata: { name: 'Ada Two' }, isActive: true });
  await service.admin('PATCH', `${api}/roles/${role.id}`, { name: unique('Chief') });
  await service.admin('DELETE', `${api}/users/${idOf(deleted)}`);
  const deletedTenant = await service.tenant();
  await Promise.all([service.signup(deletedTenant), service.signup(deletedTenant)]);
  await service.admin('DELETE', `${api}/tenants/${deletedTenant.id}`);
  return { forgetful, invited, loggedOut, changed, deleted };
}

describe.each([
  ['twice, out of order', () => 2],
  ['five times', () => 5],
  ['one to five times at random', () => 1 + draw.below(5)],
])('records delivered %s', (_, times) => {
  let history: History;
  let deliveries: number;
  beforeAll(async () => {
    history = await writeHistory();
    deliveries = await deliverAll(times);
    await waitForQueue();
  });

  test('lead to the same counters, lists and jobs as one delivery, and lose no event', async () => {
    expect(deliveries).toBeGreaterThan(50);
    expect(await findViolations()).toEqual([]);
    // A later delivery of the same records changes nothing.
    const rows = await everyRow();
    expect(await deliverAll(times)).toBe(0);
    expect((await everyRow()).filter(({ type }) => type === 'directory').length).toBe(
      rows.filter(({ type }) => type === 'directory').length,
    );
  });

  test('lead to one message for each event that still holds', async () => {
    const { forgetful, invited, changed } = history;
    const [reset, ...more] = mails(forgetful.email);
    expect(more).toEqual([]);
    const code = /(?<!\d)\d{6}(?!\d)/.exec(reset!.text)![0];
    const exchange = { tenantId: tenant.id, email: forgetful.email, code };
    expect((await service.post('/auth/verify-forgot-password-otp', exchange)).status).toBe(200);
    const [invitation, ...others] = mails(invited);
    expect(others).toEqual([]);
    const token = /token=(\S+)/.exec(invitation!.text)![1];
    const reply = await service.post('/auth/reset-password', { token, newPassword: newPassword() });
    expect(reply.status).toBe(200);
    expect(mails(changed.email)).toHaveLength(1);
  });

  test('lead to no message with a code that became void or to a deleted user', () => {
    expect([mails(history.loggedOut.email), mails(history.deleted.email)]).toEqual([[], []]);
    expect(service.local.queue.deadLetters()).toEqual([]);
  });

  test('do not overwrite a newer version of a user with an older one', async () => {
    const find = async (search: string) =>
      (
        await service.admin('GET', `${api}/users?search=${encodeURIComponent(search)}&tenantId=${tenant.id}`)
      ).body.data.map(({ email }: { email: string }) => email);
    expect([await find('Ada Two'), await find('Ada One')]).toEqual([
      expect.arrayContaining([history.changed.email]),
      [],
    ]);
  });
});

describe('a malformed record', () => {
  beforeAll(waitForQueue);

  const outbox = (events: unknown, sequence: string) =>
    ({
      eventName: 'INSERT',
      dynamodb: { SequenceNumber: sequence, NewImage: { type: { S: 'outbox' }, ...(events ? { events } : {}) } },
    }) as never;
  const userRecord = (Keys: unknown, sequence: string) =>
    ({
      eventName: 'MODIFY',
      dynamodb: { SequenceNumber: sequence, Keys, NewImage: { type: { S: 'user' }, version: { N: '7' } } },
    }) as never;
  const detail = (more: object) => ({ M: { name: { S: 'svc.x' }, detail: { M: more } } });
  const poison: [string, DynamoDBRecord][] = [
    ['an empty record', {} as never],
    ['a record without images', { eventName: 'INSERT', dynamodb: { SequenceNumber: 'p1' } } as never],
    [
      'an unknown type',
      { eventName: 'INSERT', dynamodb: { SequenceNumber: 'p2', NewImage: { type: { S: 'nonsense' } } } } as never,
    ],
    [
      'a type that is not text',
      { eventName: 'INSERT', dynamodb: { SequenceNumber: 'p3', NewImage: { type: { N: '1' } } } } as never,
    ],
    ['an outbox without events', outbox(undefined, 'p4')],
    ['events that are not a list', outbox({ S: 'events' }, 'p5')],
    ['an event without a detail', outbox({ L: [{ M: { name: { S: 'svc.x' } } }] }, 'p6')],
    ['an event that is null', outbox({ L: [{ NULL: true }] }, 'p7')],
    ['an event without a timestamp', outbox({ L: [detail({ id: { S: 'evt_x' } })] }, 'p8')],
    [
      'an event with an invalid timestamp',
      outbox({ L: [detail({ id: { S: 'evt_x' }, occurredAt: { S: 'noon' } })] }, 'p9'),
    ],
    [
      'an event without a name',
      outbox({ L: [{ M: { detail: { M: { id: { S: 'x' }, occurredAt: { S: '2026-01-01T00:00:00Z' } } } } }] }, 'p10'),
    ],
    ['an image with a value of an unknown type', outbox({ L: [{ X: 'x' }] }, 'p14')],
    ['an image with a number that is too large', outbox({ L: [{ N: '1e126' }] }, 'p15')],
    [
      'an event with a number that JSON does not have',
      outbox(
        {
          L: [
            detail({ id: { S: 'x' }, occurredAt: { S: '2026-01-01T00:00:00Z' }, size: { N: '12345678901234567890' } }),
          ],
        },
        'p16',
      ),
    ],
    [
      'a job whose image cannot be read',
      {
        eventName: 'INSERT',
        dynamodb: { SequenceNumber: 'p17', NewImage: { type: { S: 'job' }, step: { X: '1' } } },
      } as never,
    ],
    ['a user without a key', userRecord(undefined, 'p11')],
    ['a user at a key of another kind', userRecord({ pk: { S: 'P#X' }, sk: { S: 'X' } }, 'p12')],
    ['a user of an unknown tenant', userRecord({ pk: { S: 'T#ten_x#U#usr_y' }, sk: { S: 'USER' } }, 'p13')],
  ];

  const good = (sequence: string) => {
    const id = `evt_good${sequence}`;
    const event = detail({ id: { S: id }, occurredAt: { S: new Date().toISOString() } });
    return { id, record: outbox({ L: [event] }, sequence) as DynamoDBRecord };
  };

  test.each(poison)('does not stop the rest of its batch: %s', async (_, bad) => {
    const user = await service.signup(tenant);
    const real = await reader.next();
    const [before, after] = [good(`${unique('b')}`), good(`${unique('a')}`)];
    const reply = await handleChanges([before.record, bad, ...real, after.record], removeRows);
    expect(reply).toEqual({ batchItemFailures: [] });
    await waitForQueue();
    expect(published).toEqual(expect.arrayContaining([before.id, after.id]));
    expect(await findViolations()).toEqual([]);
    expect(user.email).toMatch(/@/);
  });

  test('with a job of an unknown kind fails alone, and the rest of its batch is handled', async () => {
    await service.signup(tenant);
    const real = await reader.next();
    const NewImage = {
      type: { S: 'job' },
      id: { S: 'evt_x' },
      work: { M: { kind: { S: 'unknown' } } },
      step: { N: '1' },
    };
    const bad = { eventName: 'INSERT', dynamodb: { SequenceNumber: 'job', NewImage } } as never;
    const after = good(unique('j'));
    expect(await handleChanges([bad, ...real, after.record], removeRows)).toEqual({
      batchItemFailures: [{ itemIdentifier: 'job' }],
    });
    expect(published).toContain(after.id);
    expect(await findViolations()).toEqual([]);
  });
});
