// Checks the copies of a tenant's head: what is in them, that they are written with the tenant, and that no late or
// racing writer puts an earlier head back.
import { afterEach, describe, expect, test } from '@jest/globals';
import type { TenantSettings } from '../../../lib/contract/fields/settings.ts';
import { clientHostsAfter } from '../../../lib/domain/unregistered-clients.ts';
import { NO_TENANT, newTenantId, type TenantId } from '../../../lib/platform/ids.ts';
import { config } from '../../../lib/platform/settings/config.ts';
import { getMany, transact } from '../../../lib/store/dynamo/table.ts';
import * as keys from '../../../lib/store/keys.ts';
import { event, outboxWrite } from '../../../lib/store/outbox.ts';
import {
  HEAD_COPIES,
  HEAD_SETTINGS,
  type HeadItem,
  type HeadSettings,
  headKey,
  headOf,
  writeHeads,
} from '../../../lib/store/tenants/tenant-heads.ts';
import * as tenants from '../../../lib/store/tenants/tenants.ts';
import { race } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { unique } from '../../support/service.ts';
import { useTable } from './support.ts';

useTable();
const settings = config as () => { sessionsSince: number };
afterEach(() => {
  settings().sessionsSince = 0;
});

const events = (id: TenantId) =>
  outboxWrite(id, [event('svc.tenant_deleted', { tenantId: id, name: 'x', slug: 'x' })], 1);

const copyKeys = (id: TenantId) => Array.from({ length: HEAD_COPIES }, (_, copy) => keys.tenantHead(id, copy));
const copiesOf = (id: TenantId) => getMany(copyKeys(id)) as Promise<HeadItem[]>;

type More = { name?: string; slug?: string; clientHosts?: Uint8Array };
async function stored(given: TenantSettings = {}, names: More = {}) {
  const slug = unique('slug');
  const common = { name: slug, slug, ...names, description: null, metadata: {}, status: 'active' } as const;
  const tenant = tenants.newTenant(newTenantId(), { ...common, settings: given });
  await tenants.create(tenant, events(tenant.id));
  return (await tenants.find(tenant.id))!;
}

async function changed(before: tenants.Tenant, to: Partial<tenants.Tenant>): Promise<tenants.Tenant> {
  expect(await tenants.change(before, { ...before, ...to }, events(before.id))).toBe('done');
  return (await tenants.find(before.id))!;
}

/** Changes the item of a tenant alone, as in a restored table that contains a part of a change. */
async function changedInPart(before: tenants.Tenant, to: Partial<tenants.Tenant>): Promise<tenants.Tenant> {
  const after: tenants.Tenant = { ...before, ...to, version: before.version + 1 };
  await transact({ tenant: { put: after } });
  return (await tenants.find(before.id))!;
}

/** Reads each copy as requests do. */
const readEach = async (id: TenantId) => Promise.all((await copiesOf(id)).map((copy) => tenants.headFrom(id, copy)));
const all = <T>(value: T): T[] => Array.from({ length: HEAD_COPIES }, () => value);

/** The largest value of each setting in the head. The compiler asks for it when one is added. */
const LARGEST: Required<HeadSettings> = {
  session: { accessTtlSeconds: 899, idleTtlSeconds: 2_591_999, absoluteTtlSeconds: 2_591_999, maxPerUser: 49 },
  mfa: { policy: 'required', methods: ['email', 'sms', 'totp'] },
  signup: { mode: 'verifyFirst' },
  binding: { redirects: 'required', codes: 'required' },
  messages: { emailsPerDay: 99_999_999, smsPerDay: 9_999_999 },
  acting: { enabled: false, notify: false },
  deviceGrant: { enabled: true },
  apiKeys: { users: false },
  passkeys: { mode: 'required', firstFactor: false },
};

/** The size of an item (DynamoDB Developer Guide, "DynamoDB item sizes and formats"). */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.length;
  // Versions and epochs grow.
  if (typeof value === 'number') return 1 + Math.ceil(Math.max(String(value).length, 6) / 2);
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + 1 + sizeOf(each), 3);
  return Object.entries(value as object).reduce((sum, [name, each]) => sum + 1 + name.length + sizeOf(each), 3);
}

describe('the head of a tenant', () => {
  test('costs one unit to read and two to write with the largest settings and names', async () => {
    const allowedOrigins = Array.from({ length: 40 }, (_, at) => `https://${'x'.repeat(200)}${at}.example`);
    // The bounds of the contract. A character of a name takes up to three bytes in UTF-8.
    const hosts = Array.from({ length: 20 }, (_, at) => `${at}.example`);
    const clientHosts = clientHostsAfter({}, { policy: 'any', hosts }, Date.now());
    const names = { name: '名'.repeat(120), slug: 's'.repeat(63), ...(clientHosts && { clientHosts }) };
    const endsAt = '2027-06-30T00:00:00.000Z';
    const migration = { kind: 'hook', url: 'https://hook.example/', endsAt } as const;
    const times = { activeSince: Date.now(), actingSince: Date.now(), deviceGrantSince: Date.now() };
    const { id } = await changed(await stored({ ...LARGEST, allowedOrigins, migration }, names), times);
    const [copy] = await copiesOf(id);
    expect(copy).toMatchObject({ settings: LARGEST, ...names, ...times, moving: Date.parse(endsAt) / 3_600_000 });
    expect(sizeOf(copy)).toBeLessThan(2048);
  });

  test('contains no setting but the declared ones, and no description or metadata', async () => {
    const { id } = await stored({ ...LARGEST, redirectUris: ['https://a.example'], locale: 'de' });
    for (const copy of await copiesOf(id)) {
      expect(Object.keys(copy.settings).sort()).toEqual([...HEAD_SETTINGS].sort());
      for (const name of ['description', 'metadata']) expect(copy).not.toHaveProperty(name);
    }
  });

  test('is read from every copy', () => {
    const id = newTenantId();
    const read = new Set(Array.from({ length: 1000 }, () => headKey(id).pk));
    expect([...read].sort()).toEqual(
      copyKeys(id)
        .map(({ pk }) => pk)
        .sort(),
    );
  });
});

describe('a change of a tenant', () => {
  test('writes every copy in the same transaction when it changes the head', async () => {
    const before = await stored();
    const after = await changed(before, { status: 'inactive', epoch: 2 });
    expect((await copiesOf(before.id)).map(({ version, epoch }) => [version, epoch])).toEqual(all([2, 2]));
    expect(await readEach(before.id)).toEqual(all(headOf(after)));
  });

  test('writes its version into every copy when it changes something else', async () => {
    const before = await stored();
    await changed(before, { description: 'Another', settings: { locale: 'fr' } });
    expect((await copiesOf(before.id)).map(({ version }) => version)).toEqual(all(2));
  });

  test('writes every copy when it renames the tenant', async () => {
    const before = await stored();
    const after = await changed(before, { name: 'Another' });
    expect((await readEach(before.id)).map((head) => head?.name)).toEqual(all(after.name));
  });

  test('that is refused writes no copy', async () => {
    const before = await stored();
    await changed(before, { description: 'Another' });
    expect(await tenants.change(before, { ...before, epoch: 9 }, events(before.id))).toBe('changed');
    expect((await copiesOf(before.id)).map(({ epoch }) => epoch)).toEqual(all(1));
  });

  test('by one of twenty racing callers leaves every copy as that one wrote it', async () => {
    const before = await stored();
    const results = await race(20, (caller) =>
      tenants.change(before, { ...before, epoch: 100 + caller }, events(before.id)),
    );
    const winner = 100 + results.indexOf('done');
    expect((await copiesOf(before.id)).map(({ epoch }) => epoch)).toEqual(all(winner));
  });
});

describe('a tenant without usable copies', () => {
  const removeCopies = (id: TenantId) => transact({ copies: copyKeys(id).map((erase) => ({ erase })) });

  test('is read from its item once, and from its copies after that', async () => {
    const tenant = await stored(LARGEST);
    await removeCopies(tenant.id);
    expect(await tenants.headFrom(tenant.id, undefined)).toEqual(headOf(tenant));
    expect(await readEach(tenant.id)).toEqual(all(headOf(tenant)));
    expect((await copiesOf(tenant.id)).map(({ version }) => version)).toEqual(all(1));
  });

  test('has copies of its latest head when twenty requests and a change race', async () => {
    const tenant = await stored();
    await removeCopies(tenant.id);
    await race(21, (caller) =>
      caller === 10 ? changed(tenant, { status: 'inactive', epoch: 2 }) : tenants.headFrom(tenant.id, undefined),
    );
    expect((await readEach(tenant.id)).map((head) => [head?.status, head?.epoch])).toEqual(all(['inactive', 2]));
  });

  test('gets new copies when they were written by code that did not know of a setting', async () => {
    const tenant = await stored(LARGEST);
    const knows = HEAD_SETTINGS.length - 1;
    const { mfa: _, ...without } = LARGEST;
    const copies: HeadItem[] = (await copiesOf(tenant.id)).map((copy) => ({ ...copy, knows, settings: without }));
    await transact({ copies: copies.map((put) => ({ put })) });
    const [copy] = await copiesOf(tenant.id);
    expect(await tenants.headFrom(tenant.id, copy)).toEqual(headOf(tenant));
    expect((await copiesOf(tenant.id)).map((each) => each.knows)).toEqual(all(HEAD_SETTINGS.length + 3));
  });

  test('gets new copies when GATEHOUSE_SESSIONS_SINCE sets them aside, even later ones', async () => {
    const tenant = await changedInPart(await stored(), { status: 'inactive', epoch: 2 });
    const copies: HeadItem[] = (await copiesOf(tenant.id)).map((each) => ({ ...each, version: 99 }));
    await transact({ copies: copies.map((put) => ({ put })) });
    await new Promise((resolve) => setTimeout(resolve, 2));
    settings().sessionsSince = Date.now();
    const [copy] = await copiesOf(tenant.id);
    expect((await tenants.headFrom(tenant.id, copy))?.status).toBe('inactive');
    expect((await readEach(tenant.id)).map((head) => [head?.status, head?.epoch])).toEqual(all(['inactive', 2]));
    expect((await copiesOf(tenant.id)).map(({ version }) => version)).toEqual(all(2));
  });

  test.each([['an unknown tenant', newTenantId()] as const, ['a malformed id', NO_TENANT] as const])(
    'that does not exist stays without copies: %s',
    async (_, id) => {
      expect(await tenants.headFrom(id, undefined)).toBeUndefined();
      expect((await everyRow()).filter(({ pk }) => pk.startsWith(`T#${id}`))).toEqual([]);
    },
  );
});

test('writeHeads of twenty versions in any order leaves the latest in every copy', async () => {
  const tenant = await stored();
  const versions = [7, 3, 20, 1, 15, 11, 4, 19, 2, 8, 16, 5, 12, 18, 6, 9, 13, 10, 17, 14];
  await race(20, (caller) => writeHeads({ ...tenant, version: versions[caller]!, epoch: versions[caller]! }));
  expect((await copiesOf(tenant.id)).map(({ version, epoch }) => [version, epoch])).toEqual(all([20, 20]));
});
