// Races callers for session slots, token rotation and the key ring: exactly one caller wins each state.
import { expect, test } from '@jest/globals';
import {
  newApplicationId,
  newApplicationSessionId,
  newSessionId,
  newTenantId,
  newUserId,
  pairOf,
} from '../../../lib/platform/ids.ts';
import { create, transact } from '../../../lib/store/dynamo/table.ts';
import { event, outboxWrite, userHeader } from '../../../lib/store/outbox.ts';
import * as sessions from '../../../lib/store/people/sessions.ts';
import * as users from '../../../lib/store/people/users.ts';
import type { StoredRing } from '../../../lib/store/signing-keys.ts';
import * as signingKeys from '../../../lib/store/signing-keys.ts';
import { race, tally } from '../../support/race.ts';
import { newEmail } from '../../support/service.ts';
import { newAccount, useTable } from './support.ts';

useTable();

const tenant = newTenantId();
const session = (user = newUserId(tenant), slot = 0): sessions.Session => ({
  ...sessions.slotKey(tenant, user, slot),
  type: 'session',
  id: newSessionId(tenant, slot),
  secret: 'a secret of the session',
  gen: 1,
  rotatedAt: 1000,
  before: null,
  client: 'a client',
  epoch: 1,
  tenantEpoch: 1,
  pending: false,
  amr: ['pwd'],
  authAt: 1000,
  mfaAt: null,
  channel: null,
  idleMs: 500,
  idleExpiresAt: 1500,
  expiresAt: 3000,
  persistent: true,
  ip: '',
  userAgent: '',
  createdAt: 1000,
  ttl: 1,
});

const ids = (user: ReturnType<typeof newUserId>, id: ReturnType<typeof newSessionId>) => ({
  tenant,
  user,
  session: id,
});
const rotate = (user: ReturnType<typeof newUserId>, id: ReturnType<typeof newSessionId>, now: number) =>
  sessions.rotate(
    { ...ids(user, id), gen: 1, before: 'the exchanged token', client: 'another client' },
    { scope: [] },
    now,
  );

/** A session of a browser with sessions of 200 applications: more than one transaction holds. */
async function withManyChildren() {
  const user = newUserId(tenant);
  const parent = { ...session(user), children: 200 };
  const children = Array.from({ length: 200 }, () => {
    const application = { id: newApplicationId(), name: 'An application' };
    const id = newApplicationSessionId(tenant, pairOf(parent.id, application.id), 0);
    const expiresAt = Date.now() + 60_000;
    const own = { ...sessions.sessionKey(tenant, user, id), id, application, parent: parent.id };
    return { ...session(user), ...own, idleExpiresAt: expiresAt, expiresAt };
  });
  for (const each of [parent, ...children]) await create(each);
  expect(await sessions.list(tenant, user)).toHaveLength(201);
  return { user, parent };
}

test('end ends a session of a browser with all sessions of applications, also more than a transaction holds', async () => {
  const { user, parent } = await withManyChildren();
  expect(await sessions.end(ids(user, parent.id))).toBe(true);
  expect(await sessions.list(tenant, user)).toEqual([]);
});

test('displacedWrites leaves as many sessions of applications as the transaction of a login holds', async () => {
  const { user, parent } = await withManyChildren();
  const { children, told } = await sessions.displacedWrites(parent);
  expect([children.length, told.length]).toEqual([80, 1]);
  const next = { ...session(user), id: newSessionId(tenant, 0) };
  expect(await transact({ slot: sessions.takeSlotWrite(next, parent), children, told })).toBe('done');
  expect((await sessions.list(tenant, user)).map(({ id }) => id)).toEqual([next.id]);
});

test('takeSlot lets one of twenty callers take a free slot', async () => {
  const user = newUserId(tenant);
  const results = await race(20, () => sessions.takeSlot(session(user), undefined));
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await sessions.list(tenant, user)).toHaveLength(1);
});

test('takeSlot lets one of twenty callers replace the session in a slot, and only the session that was read', async () => {
  const user = newUserId(tenant);
  const first = session(user);
  await sessions.takeSlot(first, undefined);
  const successors = Array.from({ length: 20 }, () => session(user));
  const results = await race(20, (caller) => sessions.takeSlot(successors[caller]!, first));
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await sessions.list(tenant, user)).toEqual([successors[results.indexOf(true)]]);
});

test('takeSlot returns false when the session in the slot was refreshed since it was read', async () => {
  const first = session();
  const user = first.pk.split('#')[3] as ReturnType<typeof newUserId>;
  await sessions.takeSlot(first, undefined);
  await rotate(user, first.id, 1100);
  expect(await sessions.takeSlot(session(user), first)).toBe(false);
});

test('rotate lets one of twenty callers rotate a generation and extends the idle expiry, not the absolute one', async () => {
  const user = newUserId(tenant);
  const first = session(user);
  await sessions.takeSlot(first, undefined);
  const results = await race(20, () => rotate(user, first.id, 1400));
  const exchanged = { before: 'the exchanged token', client: 'another client' };
  const after = { ...first, ...exchanged, gen: 2, rotatedAt: 1400, idleExpiresAt: 1900 };
  expect(results.filter((result) => !('refused' in result))).toEqual([after]);
  expect(results.filter((result) => 'refused' in result)).toEqual(Array(19).fill({ refused: after }));
});

test('findWithHeld returns the user with all of their sessions and no session of another user', async () => {
  const [one, other] = [newAccount(newEmail(), tenant), newAccount(newEmail(), tenant)];
  for (const account of [one, other]) {
    await users.create(
      account,
      session(account.id),
      outboxWrite(tenant, [event('svc.user_created', userHeader(account))], 1),
    );
    for (const slot of [1, 9, 49]) await sessions.takeSlot(session(account.id, slot), undefined);
  }
  const found = await users.findWithHeld(tenant, one.id);
  expect(found.user).toMatchObject(one);
  expect(found.held.sessions.map(({ pk, sk }) => [pk, sk])).toEqual(
    ['SES#00', 'SES#01', 'SES#09', 'SES#49'].map((sk) => [one.pk, sk]),
  );
  const unknownUser = { user: undefined, held: { sessions: [], trusted: [] } };
  expect(await users.findWithHeld(tenant, newUserId(tenant))).toEqual(unknownUser);
});

test.each([
  ['past its idle expiry', 1500, {}],
  ['past its absolute expiry', 1100, { expiresAt: 1100 }],
])('rotate refuses a session that is %s, although DynamoDB has not yet removed the item', async (_, now, change) => {
  const user = newUserId(tenant);
  const first = { ...session(user), ...change };
  await sessions.takeSlot(first, undefined);
  expect(await rotate(user, first.id, now)).toEqual({ refused: first });
});

test('end removes a session once, and leaves a later session in the same slot alone', async () => {
  const user = newUserId(tenant);
  const [first, second] = [session(user), session(user)];
  await sessions.takeSlot(first, undefined);
  await sessions.takeSlot(second, first);
  expect(await sessions.end(ids(user, first.id))).toBe(false);
  expect(await sessions.list(tenant, user)).toEqual([second]);
  expect(tally((await race(20, () => sessions.end(ids(user, second.id)))).map(String))).toEqual({
    true: 1,
    false: 19,
  });
});

test('signingKeys.put stores one of twenty first key rings, and one of twenty rotations, each with its public part', async () => {
  const ring = (kid: string) => ({ keys: [{ kid } as StoredRing['ring']['keys'][number]] });
  const open = (kid: string) => [{ jwk: { kid }, state: 'current' as const, createdAt: 1 }];
  const created = await race(20, (caller) =>
    signingKeys.put(undefined, ring(`first ${caller}`), open(`first ${caller}`)),
  );
  expect(created.filter(Boolean)).toHaveLength(1);
  const stored = (await signingKeys.find())!;
  expect(stored.ring.keys[0]?.kid).toBe(`first ${created.indexOf(true)}`);
  const replaced = await race(20, (caller) =>
    signingKeys.put(stored, ring(`second ${caller}`), open(`second ${caller}`)),
  );
  expect(replaced.filter(Boolean)).toHaveLength(1);
  expect(await signingKeys.find()).toMatchObject({
    version: 2,
    ring: { keys: [{ kid: `second ${replaced.indexOf(true)}` }] },
  });
  expect(await signingKeys.findPublic()).toMatchObject({ keys: open(`second ${replaced.indexOf(true)}`) });
});
