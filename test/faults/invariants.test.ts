// Tests the oracle of the fault tests: it accepts a table that the service wrote and reports every kind of damage.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { now } from '../../lib/platform/clock.ts';
import { addDevice, pendingLogin, reachable, recoveryCodes } from '../support/factors.ts';
import { atKey, type Change, damaged, remove, set } from '../support/faults/damage.ts';
import { violations } from '../support/faults/invariants.ts';
import { SHAPES } from '../support/faults/shapes.ts';
import { everyRow, type Row } from '../support/rows.ts';
import { bearer, newEmail, newPassword, running, startService, unique } from '../support/service.ts';
import { until } from '../support/until.ts';

let rows: Row[];
let published: Set<string>;

const api = '/auth/admin/api';
const create = async (path: string, body: object, field: string) => {
  const reply = await service.admin('POST', `${api}/${path}`, body);
  if (reply.status !== 201) throw new Error(`${path}: ${reply.text}`);
  return reply.body[field];
};
const idsOnBus = () => new Set(service.local.events().map(({ detail }) => (detail as { id: string }).id));
const check = (table: readonly Row[]) => violations(table, { published, now: now() });

const service = running(() => startService());
beforeAll(async () => {
  const tenant = await service.tenant({ allowedOrigins: ['https://app.example'] });
  const other = await service.tenant({ allowedOrigins: ['https://app.example', 'https://b.example'] });
  const deleted = await service.tenant();
  await service.signup(deleted);
  await create('permissions', { name: 'users.invite' }, 'permission');
  await create('permissions', { name: 'reports.read' }, 'permission');
  const role = await create('roles', { name: 'Owner', tenantId: tenant.id, permissions: ['users.invite'] }, 'role');
  await create('roles', { name: 'Everywhere', permissions: ['reports.read'] }, 'role');
  const account = { tenantId: tenant.id, email: newEmail(), password: newPassword(), roleIds: [role.id] };
  await create('users', { ...account, metadata: { name: 'Ada Lovelace' } }, 'user');
  const owner = await service.login({ tenant, email: account.email, password: account.password });
  await service.post('/auth/invite', { email: newEmail() }, { headers: bearer(owner.body) });
  await service.post('/auth/forgot-password', { tenantId: tenant.id, email: account.email });
  await service.post('/auth/forgot-password', { tenantId: tenant.id, email: newEmail() });
  const person = await reachable(service, other);
  const enrolled = await service.signup(other);
  await addDevice(service, enrolled.tokens);
  await recoveryCodes(service, enrolled.tokens);
  await service.post('/auth/mfa/setup-totp', {}, { headers: bearer(enrolled.tokens) });
  await pendingLogin(service, person);
  await service.admin('POST', '/auth/admin/api/users', {
    tenantId: deleted.id,
    email: newEmail(),
    password: newPassword(),
  });
  await service.admin('DELETE', `${api}/tenants/${deleted.id}`);
  const second = { email: newEmail(), password: newPassword() };
  await service.admin('POST', '/auth/admin/admins', { ...second, name: unique('admin') });
  await until(async () => {
    rows = await everyRow();
    published = idsOnBus();
    return check(rows).length === 0;
  }, 'a table at rest').catch(() => undefined); // the first test reports what is wrong
});

test('the oracle reports nothing about a table that the service wrote', () => {
  expect(check(rows)).toEqual([]);
  const types = new Set(rows.map(({ type }) => type));
  const kinds = [
    'tenant',
    'tenant-head',
    'slug',
    'user',
    'address-claim',
    'session',
    'role',
    'role-name',
    'permission',
    'permission-name',
    'admin',
  ];
  const more = [
    'origin',
    'count',
    'counter',
    'directory',
    'outbox',
    'outbox-decoy',
    'limiter',
    'key-ring',
    'link-token',
  ];
  const factors = ['one-time-code', 'totp-device', 'totp-setup', 'recovery-codes', 'message-claim'];
  for (const kind of [...kinds, ...more, ...factors]) expect(types).toContain(kind);
});

test('the oracle lists each kind of item once', () => {
  expect(new Set(SHAPES.map(({ pk, sk }) => `${pk} ${sk}`)).size).toBe(SHAPES.length - 1); // events and decoys share one
});

const damageItem = (type: string, change: Change, fits: (row: Row) => boolean = () => true): Row[] =>
  damaged(rows, type, change, fits);
/** Moves the session to the slot after its own. A fixed slot might be the session's own, because slots are drawn. */
const toNextSlot: Change = (row) => ({ ...row, sk: `SES#0${(Number(row.sk.slice(-1)) + 1) % 10}` });
const UNKNOWN_USER = `usr_${'x'.repeat(44)}`;
const active = (row: Row) => row.status === 'active';

describe('the oracle', () => {
  const cases: [string, string, () => Row[]][] = [
    [
      'I1',
      'a token stored twice',
      () => [...rows, ...rows.filter(({ type }) => type === 'link-token').map(set({ sk: 'TOK#reset-password' }))],
    ],
    ['I2', 'more attempts than allowed', () => damageItem('limiter', set({ count: 1e6 }))],
    ['I2', 'a negative number of attempts', () => damageItem('limiter', set({ count: -1 }))],
    ['I2', 'a sixth try at a code', () => damageItem('one-time-code', set({ attempts: 6 }))],
    ['I2', 'an eleventh try at a set-up', () => damageItem('totp-setup', set({ attempts: 11 }))],
    [
      'I3',
      'a session stored twice',
      () => [
        ...rows,
        ...rows
          .filter(({ type }) => type === 'session')
          .slice(0, 1)
          .map((row) => ({ ...row, sk: 'SES#09' })),
      ],
    ],
    ['I3', 'a session without a generation', () => damageItem('session', set({ gen: 0 }))],
    ['I3', 'a session rotated before it began', () => damageItem('session', set({ rotatedAt: 1 }))],
    ['I3', 'a session in the slot of another', () => damageItem('session', toNextSlot, atKey('SES#'))],
    ['I4', 'a session of a future epoch', () => damageItem('session', set({ epoch: 99 }))],
    ['I5', 'a claim of an unknown user', () => damageItem('address-claim', set({ userId: UNKNOWN_USER }))],
    ['I5', 'an e-mail address without a claim', () => damageItem('address-claim', remove, atKey('#EMAIL#'))],
    ['I5', 'a phone number without a claim', () => damageItem('address-claim', remove, atKey('#PHONE#'))],
    [
      'I5',
      'a claim of an address that its user no longer has',
      () => damageItem('user', set({ email: newEmail() }), (row) => row.email !== null),
    ],
    ['I5', 'a slug of an unknown tenant', () => damageItem('slug', set({ tenantId: `ten_${'x'.repeat(22)}` }))],
    ['I5', 'a slug that is inactive while its tenant is active', () => damageItem('slug', set({ isActive: false }))],
    ['I5', 'a tenant without its slug', () => damageItem('slug', remove)],
    ['I5', 'a role without its name record', () => damageItem('role-name', remove)],
    ['I5', 'a name record of a role that has another name', () => damageItem('role', set({ name: 'Other' }))],
    ['I5', 'a permission without its name record', () => damageItem('permission-name', remove)],
    ['I5', 'a name record of a deleted permission', () => damageItem('permission', remove)],
    ['I5', 'an admin without their address record', () => damageItem('admin-email', remove)],
    ['I6', 'a wrong count of admins', () => damageItem('admin-count', set({ count: 1 }))],
    ['I6', 'admin sign-up open again', () => damageItem('admin-bootstrap', remove)],
    ['I6', 'no admin left', () => rows.filter(({ type }) => !['admin', 'admin-email', 'admin-count'].includes(type))],
    ['I7', 'a pending login in a session slot', () => damageItem('session', set({ pending: true }), atKey('SES#'))],
    ['I7', 'a pending login without its flag', () => damageItem('session', set({ pending: false }), atKey('PEN#'))],
    ['I7', 'an enrolled user without an authenticator', () => damageItem('totp-device', remove)],
    [
      'I8',
      'an authenticator with a used step of tomorrow',
      () => damageItem('totp-device', set({ lastStep: Math.floor(now() / 30_000) + 2880 })),
    ],
    [
      'I9',
      'a user with a role of another tenant',
      () => damageItem('user', set({ roleIds: [`rol_${'x'.repeat(44)}`] })),
    ],
    ['I9', 'a claim that points to another user', () => damageItem('address-claim', set({ userId: UNKNOWN_USER }))],
    [
      'I9',
      'an event that names another tenant',
      () =>
        damageItem(
          'outbox',
          set({ events: [{ name: 'x', detail: { id: 'x', tenantId: `ten_${'x'.repeat(22)}` } }] }),
          atKey('T#ten_'),
        ),
    ],
    [
      'I11',
      'an event that was never published',
      () => damageItem('outbox', set({ events: [{ name: 'svc.x', detail: { id: 'evt_x' } }] })),
    ],
    ['I4', 'a copy of a head of an earlier epoch', () => damageItem('tenant-head', set({ epoch: 0 }))],
    ['I4', 'a missing copy of a head', () => damageItem('tenant-head', remove)],
    ['I11', 'a message still being sent', () => damageItem('message-claim', set({ state: 'sending' }))],
    [
      'I14',
      'a counter one too high',
      () => damageItem('counter', (row) => ({ ...row, c0: Number(row.c0 ?? 0) + 1 }), atKey('USERS')),
    ],
    ['I14', 'a missing search entry', () => damageItem('directory', remove, atKey('FIND#'))],
    ['I14', 'an outdated list entry', () => damageItem('user', set({ isActive: false }))],
    ['I14', 'a wrong count of tenants', () => damageItem('count', set({ count: 99 }), atKey('TENANTS'))],
    ['I14', 'a wrong count of roles', () => damageItem('count', set({ count: 99 }), atKey('ROLES'))],
    ['I14', 'an origin with a wrong count of tenants', () => damageItem('origin', set({ tenants: 9 }))],
    ['I15', 'a deleted user whose records remain', () => damageItem('user', remove)],
    [
      'I15',
      'a deleted tenant whose users remain',
      () =>
        damageItem(
          'tenant',
          set({ status: 'deleted' }),
          (row) => active(row) && rows.some(({ pk, type }) => type === 'user' && pk.startsWith(row.pk)),
        ),
    ],
    ['I15', 'an unfinished job', () => [...rows, { pk: 'P#JOB#evt_0000000000000000000000', sk: 'JOB', type: 'job' }]],
    ['shape', 'an item of an unknown type', () => [...rows, { pk: 'P#X', sk: 'X', type: 'x' }]],
    ['shape', 'an item of a type that does not fit its key', () => damageItem('user', set({ type: 'session' }))],
    ['shape', 'a limiter without expiry', () => damageItem('limiter', set({ ttl: undefined }))],
    ['shape', 'a time to live in milliseconds', () => damageItem('outbox', set({ ttl: Date.now() }))],
  ];

  test.each(cases)('reports %s for %s', (invariant, _, damagedTable) => {
    expect(check(damagedTable()).map((complaint) => complaint.split(':')[0])).toContain(invariant);
  });

  const identity = (user: Row, more: Record<string, unknown> = {}) => {
    const tenant = user.pk.slice(0, user.pk.indexOf('#U#'));
    return [
      ...rows.map((row) => (row === user ? { ...row, hasIdentity: true, identityEpoch: 1 } : row)),
      { pk: user.pk, sk: `IDN#idn_${'1'.repeat(22)}`, type: 'identity', hash: 'h', epoch: 1 },
      { pk: `${tenant}#IDP#h`, sk: 'CLAIM', type: 'identity-claim', userId: user.id, epoch: 1, ...more },
    ] as Row[];
  };
  const anyUser = () => rows.find(({ type }) => type === 'user') as Row;

  test('reports I5 for an identity whose claim is missing or another user’s', () => {
    expect(check(identity(anyUser()))).toEqual([]);
    expect(check(identity(anyUser(), { userId: 'nobody' }))).toEqual([
      expect.stringMatching(/^I5: .*IDP#h/),
      expect.stringMatching(/^I5: .*without a lock/),
    ]);
    expect(check(identity(anyUser()).slice(0, -1))).toEqual([expect.stringMatching(/^I5: .*without a lock/)]);
  });
});
