// Every write of an admin raises the version, so a change that was decided before it cannot undo it: a used TOTP step
// or a counted guess must not come back.
import { beforeAll, expect, test } from '@jest/globals';
import * as totp from '../../../lib/store/admins/admin-totp.ts';
import * as admins from '../../../lib/store/admins/admins.ts';
import { event, outboxWrite } from '../../../lib/store/outbox.ts';
import { newEmail, unique } from '../../support/service.ts';
import { useTable } from './support.ts';

useTable();
beforeAll(() => admins.bootstrap(fresh, events()));

const events = () => outboxWrite(null, [event('svc.admin_created', { adminId: 'adm_x', email: 'x' })], 1);
const fresh = admins.newAdmin({
  email: newEmail(),
  name: null,
  passwordHash: 'hash',
  metadata: {},
  role: 'owner',
  tenants: null,
});
const stored = async () => (await admins.find(fresh.id)) as admins.Admin;

const session = (admin: admins.Admin): admins.AdminSession => ({
  ...admins.sessionKey(admin.id, unique('session')),
  type: 'admin-session',
  adminId: admin.id,
  epoch: admin.epoch,
  userAgent: 'test',
  ip: '192.0.2.1',
  provedAt: 1,
  lastUsedAt: 1,
  expiresAt: 1,
  createdAt: 1,
  ttl: 1,
});

const setup = { secret: 'sealed', epoch: 1, guesses: 0, expiresAt: 100 };

const writes: Record<string, (admin: admins.Admin) => Promise<unknown>> = {
  'a login without TOTP': (admin) => admins.startSession(admin, session(admin), 5),
  'the start of a TOTP set-up': (admin) => totp.putSetup(admin.id, { ...setup, epoch: admin.epoch }),
  'a guess at its code': (admin) => totp.guessSetup(admin.id, admin.epoch, 10, 1),
  'the end of the set-up': async (admin) => {
    const own = session(admin);
    await admins.startSession(admin, own, 5);
    const before = await stored();
    const after = { ...before, totp: { secret: 'sealed', lastStep: 1 }, epoch: before.epoch + 1 };
    return totp.enable(own, before, after, events());
  },
  'a login with TOTP': (admin) => admins.startSession(admin, session(admin), 6, 2),
  'a stronger hash of the password': (admin) => admins.rehash(admin, 'stronger'),
  'a logout': (admin) => admins.raiseEpoch(admin.id, events()),
};

test.each(Object.entries(writes))('%s refuses a change that was decided before it', async (_, write) => {
  const before = await stored();
  await write(before);
  const after = await stored();
  expect(after).not.toEqual(before);
  expect(await admins.change(undefined, before, { ...before, name: 'Ada' }, events())).toBe('changed');
  expect(await stored()).toEqual(after);
});
