// Writes every mutable field of every record through its change function and reads it back. The fields come from
// complete records, so a field that a change forgets fails here.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { newTenantId } from '../../../lib/platform/ids.ts';
import * as admins from '../../../lib/store/admins/admins.ts';
import { INDEXES } from '../../../lib/store/keys.ts';
import { event, outboxWrite } from '../../../lib/store/outbox.ts';
import * as users from '../../../lib/store/people/users.ts';
import { WAYS_IN } from '../../../lib/store/people/ways-in.ts';
import type { Versioned } from '../../../lib/store/record.ts';
import * as permissions from '../../../lib/store/tenants/permissions.ts';
import * as roles from '../../../lib/store/tenants/roles.ts';
import * as tenants from '../../../lib/store/tenants/tenants.ts';
import { newEmail, unique } from '../../support/service.ts';
import { useTable } from './support.ts';

type Kind<T extends Versioned> = {
  /** With a value in every field: an optional field that is left out does not compile. */
  record: Required<T>;
  /** What no change may write, stated a second time: adding a field to it must be a decision. */
  fixed: { declared: readonly string[]; expected: readonly string[] };
  create: (record: T) => Promise<unknown>;
  find: () => Promise<T | undefined>;
  change: (before: T, after: T) => Promise<string>;
};

const events = () => outboxWrite(null, [event('svc.admin_created', { adminId: 'adm_x', email: 'x' })], 1);

const user: Required<users.User> = {
  ...users.newUser(newTenantId(), { email: newEmail(), phone: '+4915112345678', passwordHash: 'hash' }),
  importedAs: ['auth0#hash'],
};
const tenant: Omit<Required<tenants.Tenant>, 'clientHosts'> & { clientHosts: Uint8Array } = {
  ...tenants.newTenant(newTenantId(), {
    name: 'Acme',
    slug: unique('slug'),
    description: null,
    metadata: {},
    status: 'active',
    settings: {},
  }),
  activeSince: 1,
  sessionsEndedAt: 1,
  actingSince: 1,
  deviceGrantSince: 1,
  clientHosts: Uint8Array.of(1),
  logo: { digest: 'digest', width: 1, height: 1 },
};
const role: Required<roles.Role> = roles.newRole({
  tenantId: null,
  name: unique('role'),
  guard: 'users',
  isSystem: false,
  isActive: true,
  permissionIds: [],
  permissionNames: [],
  permissionsEpoch: 0,
});
const permission: Required<permissions.Permission> = permissions.newPermission({
  name: unique('permission'),
  guard: 'users',
  description: null,
  category: null,
});
const admin: Required<admins.Admin> = {
  ...admins.newAdmin({
    email: newEmail(),
    name: null,
    passwordHash: 'hash',
    metadata: {},
    role: 'owner',
    tenants: null,
  }),
  identity: { issuer: 'https://id.example', subject: 'x' },
  totp: { secret: 'sealed', lastStep: 1 },
  totpSetup: { secret: 'sealed', epoch: 1, guesses: 0, expiresAt: 1 },
  passkeyHandle: 'x',
};

const kinds = {
  user: kind({
    record: user,
    fixed: { declared: users.FIXED, expected: ['id', 'tenantId', 'linkEpoch', 'createdAt'] },
    create: (record) => users.create(record, undefined, events()),
    find: () => users.find(user.tenantId, user.id),
    change: (before, after) => users.change(before, after, [events()]),
  }),
  tenant: kind({
    record: tenant,
    fixed: { declared: tenants.FIXED, expected: ['id', 'createdAt'] },
    create: (record) => tenants.create(record, events()),
    find: () => tenants.find(tenant.id),
    change: (before, after) => tenants.change(before, after, events()),
  }),
  role: kind({
    record: role,
    fixed: { declared: roles.FIXED, expected: ['id', 'tenantId', 'guard', 'isSystem', 'createdAt'] },
    create: (record) => roles.create(record, events()),
    find: async () => (await roles.find(role.id))?.role,
    change: (before, after) => roles.change(before, after, events()),
  }),
  permission: kind({
    record: permission,
    fixed: { declared: permissions.FIXED, expected: ['id', 'guard', 'createdAt'] },
    create: (record) => permissions.create(record, events()),
    find: () => permissions.find(permission.id),
    change: (before, after) => permissions.change(before, after, events()),
  }),
  admin: kind({
    record: admin,
    fixed: { declared: admins.FIXED, expected: ['id', 'email', 'createdAt'] },
    create: (record) => admins.bootstrap(record, events()),
    find: () => admins.find(admin.id),
    change: (before, after) => admins.change(undefined, before, after, events()),
  }),
};

/** Forgets the type of the record, so that all kinds are tested alike. */
function kind<T extends Versioned>(of: Kind<T>): Kind<Versioned> {
  return of as unknown as Kind<Versioned>;
}

/** The names of a record's own fields: without its key, without what indexes derive from it, and what the store sets. */
const DERIVED = new Set(['pk', 'sk', 'type', ...INDEXES.flatMap(({ pk, sk }) => [pk, sk])]);
const fieldsOf = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !DERIVED.has(field)));

/** A value of the same shape that differs. */
function another(value: unknown): unknown {
  if (value === null) return 7;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return `${value}x`;
  return Array.isArray(value) ? [...value, 'another'] : { ...value, another: true };
}

useTable();
beforeAll(async () => {
  for (const { create, record } of Object.values(kinds)) await create(record);
});

describe.each(Object.entries(kinds))('a change of the %s', (_, { record, fixed, find, change }) => {
  const mutable = Object.keys(fieldsOf(record)).filter(
    (field) => field !== 'version' && !fixed.declared.includes(field),
  );

  test.each(mutable)('stores the field %s, raises the version, and leaves the other fields alone', async (field) => {
    const before = (await find()) as Versioned & Record<string, unknown>;
    const value = another(before[field]);
    expect(await change(before, { ...before, [field]: value } as Versioned)).toBe('done');
    expect(fieldsOf((await find()) as Versioned)).toEqual({
      ...fieldsOf(before),
      [field]: value,
      // A change of what opens an account ends its links.
      ...('linkEpoch' in before && WAYS_IN.includes(field as never) && { linkEpoch: (before.linkEpoch as number) + 1 }),
      version: before.version + 1,
    });
  });

  test('is refused when the record was changed since it was read', async () => {
    const before = (await find()) as Versioned;
    expect(await change(before, { ...before })).toBe('done');
    expect(await change(before, { ...before })).toBe('changed');
  });

  test('fixes only the fields that are meant to be fixed', () => {
    expect(fixed.declared).toEqual(fixed.expected);
  });
});

test('a change removes an optional field that is undefined', async () => {
  const before = (await admins.find(admin.id)) as admins.Admin;
  expect(before.totp).toBeDefined();
  expect(await admins.change(undefined, before, { ...before, totp: undefined }, events())).toBe('done');
  expect(await admins.find(admin.id)).not.toHaveProperty('totp');
});
