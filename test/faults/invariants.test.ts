// The oracle itself: silent about a table that a service made, and loud about every kind of damage.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { now } from '../../lib/platform/clock.ts';
import { addDevice, pendingLogin, reachable, recoveryCodes } from '../support/factors.ts';
import { violations } from '../support/faults/invariants.ts';
import { SHAPES } from '../support/faults/shapes.ts';
import { everyRow, type Row } from '../support/rows.ts';
import { bearer, newEmail, newPassword, type Service, startService, unique } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: Service;
let rows: Row[];
let published: Set<string>;

const api = '/auth/admin/api';
const made = async (path: string, body: object, what: string) => {
  const reply = await service.admin('POST', `${api}/${path}`, body);
  if (reply.status !== 201) throw new Error(`${path}: ${reply.text}`);
  return reply.body[what];
};
const idsOnBus = () => new Set(service.local.events().map(({ detail }) => (detail as { id: string }).id));
const judge = (some: readonly Row[]) => violations(some, { published, now: now() });

beforeAll(async () => {
  service = await startService();
  const tenant = await service.tenant({ allowedOrigins: ['https://app.example'] });
  const other = await service.tenant({ allowedOrigins: ['https://app.example', 'https://b.example'] });
  const gone = await service.tenant();
  await service.signup(gone);
  await made('permissions', { name: 'users.invite' }, 'permission');
  await made('permissions', { name: 'reports.read' }, 'permission');
  const role = await made('roles', { name: 'Owner', tenantId: tenant.id, permissions: ['users.invite'] }, 'role');
  await made('roles', { name: 'Everywhere', permissions: ['reports.read'] }, 'role');
  const account = { tenantId: tenant.id, email: newEmail(), password: newPassword(), roleIds: [role.id] };
  await made('users', { ...account, metadata: { name: 'Ada Lovelace' } }, 'user');
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
    tenantId: gone.id,
    email: newEmail(),
    password: newPassword(),
  });
  await service.admin('DELETE', `${api}/tenants/${gone.id}`);
  const second = { email: newEmail(), password: newPassword() };
  await service.admin('POST', '/auth/admin/admins', { ...second, name: unique('admin') });
  await until(async () => {
    rows = await everyRow();
    published = idsOnBus();
    return judge(rows).length === 0;
  }, 'a table at rest').catch(() => undefined); // the first test says what is wrong
});
afterAll(() => service.stop());

test('there is nothing to complain about in a table that the service made', () => {
  expect(judge(rows)).toEqual([]);
  const types = new Set(rows.map(({ type }) => type));
  const kinds = [
    'tenant',
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

test('each kind of item stands in one place of the list', () => {
  expect(new Set(SHAPES.map(({ pk, sk }) => `${pk} ${sk}`)).size).toBe(SHAPES.length - 1); // events and decoys share theirs
});

type Change = (row: Row) => Row | undefined;
/** The table with one item, the first of its type that fits, changed or removed. */
function damaged(type: string, change: Change, fits: (row: Row) => boolean = () => true): Row[] {
  const at = rows.findIndex((row) => row.type === type && fits(row));
  if (at < 0) throw new Error(`there is no such ${type}`);
  const changed = change(rows[at] as Row);
  return [...rows.slice(0, at), ...(changed ? [changed] : []), ...rows.slice(at + 1)];
}
const gone: Change = () => undefined;
const set =
  (fields: Record<string, unknown>): Change =>
  (row) => ({ ...row, ...fields });
const atKey = (part: string) => (row: Row) => `${row.pk} ${row.sk}`.includes(part);
/** Slots are drawn: a fixed one might be the session's own. */
const toNextSlot: Change = (row) => ({ ...row, sk: `SES#0${(Number(row.sk.slice(-1)) + 1) % 10}` });
const STRANGER = `usr_${'x'.repeat(44)}`;
const active = (row: Row) => row.status === 'active';

describe('damage is noticed:', () => {
  const cases: [string, string, () => Row[]][] = [
    [
      'I1',
      'a token in two places',
      () => [
        ...rows,
        ...rows.filter(({ type }) => type === 'link-token').map(set({ sk: 'TOK#reset-password' }) as (row: Row) => Row),
      ],
    ],
    ['I2', 'more attempts than allowed', () => damaged('limiter', set({ count: 1e6 }))],
    ['I2', 'less attempts than none', () => damaged('limiter', set({ count: -1 }))],
    ['I2', 'a sixth try at a code', () => damaged('one-time-code', set({ attempts: 6 }))],
    ['I2', 'an eleventh try at a set-up', () => damaged('totp-setup', set({ attempts: 11 }))],
    [
      'I3',
      'a session twice',
      () => [
        ...rows,
        ...rows
          .filter(({ type }) => type === 'session')
          .slice(0, 1)
          .map((row) => ({ ...row, sk: 'SES#09' })),
      ],
    ],
    ['I3', 'no generation', () => damaged('session', set({ gen: 0 }))],
    ['I3', 'rotated before it began', () => damaged('session', set({ rotatedAt: 1 }))],
    ['I3', 'a session in the slot of another', () => damaged('session', toNextSlot, atKey('SES#'))],
    ['I4', 'a session from an epoch to come', () => damaged('session', set({ epoch: 99 }))],
    ['I5', 'a lock of nobody', () => damaged('address-claim', set({ userId: STRANGER }))],
    ['I5', 'an address without a lock', () => damaged('address-claim', gone, atKey('#EMAIL#'))],
    ['I5', 'a number without a lock', () => damaged('address-claim', gone, atKey('#PHONE#'))],
    [
      'I5',
      'a lock of an address that was given up',
      () => damaged('user', set({ email: newEmail() }), (row) => row.email !== null),
    ],
    ['I5', 'a slug of nobody', () => damaged('slug', set({ tenantId: `ten_${'x'.repeat(22)}` }))],
    ['I5', 'a slug that says the tenant is inactive', () => damaged('slug', set({ isActive: false }))],
    ['I5', 'a tenant without its slug', () => damaged('slug', gone)],
    ['I5', 'a role without its name', () => damaged('role-name', gone)],
    ['I5', 'a name of a role that has another', () => damaged('role', set({ name: 'Other' }))],
    ['I5', 'a permission without its name', () => damaged('permission-name', gone)],
    ['I5', 'a name of a permission that is gone', () => damaged('permission', gone)],
    ['I5', 'an admin without his address', () => damaged('admin-email', gone)],
    ['I6', 'admins counted wrongly', () => damaged('admin-count', set({ count: 1 }))],
    ['I6', 'bootstrap open again', () => damaged('admin-bootstrap', gone)],
    ['I6', 'no admin left', () => rows.filter(({ type }) => !['admin', 'admin-email', 'admin-count'].includes(type))],
    ['I7', 'a pending login in a slot', () => damaged('session', set({ pending: true }), atKey('SES#'))],
    ['I7', 'a pending login that is not pending', () => damaged('session', set({ pending: false }), atKey('PEN#'))],
    ['I7', 'enrolled without an authenticator', () => damaged('totp-device', gone)],
    ['I8', 'a step of tomorrow', () => damaged('totp-device', set({ lastStep: Math.floor(now() / 30_000) + 2880 }))],
    ['I9', 'a role of another tenant', () => damaged('user', set({ roleIds: [`rol_${'x'.repeat(44)}`] }))],
    ['I9', 'a lock that leads elsewhere', () => damaged('address-claim', set({ userId: STRANGER }))],
    [
      'I9',
      'an event that names another tenant',
      () =>
        damaged(
          'outbox',
          set({ events: [{ name: 'x', detail: { id: 'x', tenantId: `ten_${'x'.repeat(22)}` } }] }),
          atKey('T#ten_'),
        ),
    ],
    [
      'I11',
      'an event that was never published',
      () => damaged('outbox', set({ events: [{ name: 'svc.x', detail: { id: 'evt_x' } }] })),
    ],
    ['I11', 'a message still being sent', () => damaged('message-claim', set({ state: 'sending' }))],
    [
      'I14',
      'a counter one too high',
      () => damaged('counter', (row) => ({ ...row, c0: Number(row.c0 ?? 0) + 1 }), atKey('USERS')),
    ],
    ['I14', 'an entry that is missing', () => damaged('directory', gone, atKey('FIND#'))],
    ['I14', 'an entry that is old', () => damaged('user', set({ isActive: false }))],
    ['I14', 'tenants counted wrongly', () => damaged('count', set({ count: 99 }), atKey('TENANTS'))],
    ['I14', 'roles counted wrongly', () => damaged('count', set({ count: 99 }), atKey('ROLES'))],
    ['I14', 'an origin listed too often', () => damaged('origin', set({ tenants: 9 }))],
    ['I15', 'a user gone without what was his', () => damaged('user', gone)],
    [
      'I15',
      'a tenant gone without its people',
      () =>
        damaged(
          'tenant',
          set({ status: 'deleted' }),
          (row) => active(row) && rows.some(({ pk, type }) => type === 'user' && pk.startsWith(row.pk)),
        ),
    ],
    [
      'I15',
      'a job that is not done',
      () => [...rows, { pk: 'P#JOB#evt_0000000000000000000000', sk: 'JOB', type: 'job' }],
    ],
    ['shape', 'an item nobody knows', () => [...rows, { pk: 'P#X', sk: 'X', type: 'x' }]],
    ['shape', 'an item of another type than its place', () => damaged('user', set({ type: 'session' }))],
    ['shape', 'a limiter that never goes', () => damaged('limiter', set({ ttl: undefined }))],
    ['shape', 'a time to live in milliseconds', () => damaged('outbox', set({ ttl: Date.now() }))],
  ];

  test.each(cases)('%s %s', (invariant, _, damage) => {
    expect(judge(damage()).map((complaint) => complaint.split(':')[0])).toContain(invariant);
  });

  const identity = (user: Row, more: Record<string, unknown> = {}) => {
    const tenant = user.pk.slice(0, user.pk.indexOf('#U#'));
    return [
      ...rows.map((row) => (row === user ? { ...row, hasIdentity: true, identityEpoch: 1 } : row)),
      { pk: user.pk, sk: `IDN#idn_${'1'.repeat(22)}`, type: 'identity', hash: 'h', epoch: 1 },
      { pk: `${tenant}#IDP#h`, sk: 'CLAIM', type: 'identity-claim', userId: user.id, epoch: 1, ...more },
    ] as Row[];
  };
  const somebody = () => rows.find(({ type }) => type === 'user') as Row;

  test('an identity that another has, or nobody', () => {
    expect(judge(identity(somebody()))).toEqual([]);
    expect(judge(identity(somebody(), { userId: 'nobody' }))).toEqual([
      expect.stringMatching(/^I5: .*IDP#h/),
      expect.stringMatching(/^I5: .*without a lock/),
    ]);
    expect(judge(identity(somebody()).slice(0, -1))).toEqual([expect.stringMatching(/^I5: .*without a lock/)]);
  });
});
