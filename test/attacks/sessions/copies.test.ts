// Threat: requests read one of several copies of a role or an application, or a tenant that the process has cached. A copy
// that a withdrawal has missed would grant what was taken away. After the response to the change no request succeeds with
// any copy, also where copies were missing.
import { describe, expect, test } from '@jest/globals';
import type { ApplicationId, RoleId } from '../../../lib/platform/ids.ts';
import { COPIES, type CopyItem } from '../../../lib/store/copies.ts';
import { getMany, transact } from '../../../lib/store/dynamo/table.ts';
import * as keys from '../../../lib/store/keys.ts';
import type { Role } from '../../../lib/store/tenants/roles.ts';
import { basic, postForm } from '../../support/applications.ts';
import { grantsOf, holder, me, newPermission, ROLES, stored } from '../../support/grants.ts';
import { outcomes, race } from '../../support/race.ts';
import { prepared, type User, useService } from '../../support/service.ts';

const service = useService();

/** Enough that each copy is read: one of twelve is missed by 240 random reads once in 100 million runs. */
const ROUNDS = 12;
const CALLERS = 20;

const copyKeys = (key: keys.Key) => Array.from({ length: COPIES }, (_, copy) => keys.copyOf(key, copy));
const roleKey = (id: string) => keys.role(id as RoleId);
const copiesOf = async (key: keys.Key) => (await getMany(copyKeys(key))) as (CopyItem | undefined)[];
const removeCopies = (key: keys.Key) => transact({ copies: copyKeys(key).map((erase) => ({ erase })) });

const permissionsOf = async (user: User): Promise<string> => String((await grantsOf(service, user))[1]);
/** Returns what twenty callers see in twelve rounds each, without repetitions. */
async function seen(look: () => Promise<string>): Promise<string[]> {
  const all = await race(CALLERS, async () => {
    const values: string[] = [];
    while (values.length < ROUNDS) values.push(await look());
    return values;
  });
  return [...new Set(all.flat())];
}

/** Polls with nineteen callers while one makes the change. Returns what they saw in requests that began after its response. */
async function seenAfter(change: () => Promise<{ status: number }>, look: () => Promise<string>): Promise<string[]> {
  let isDone = false;
  const late = await race(CALLERS, async (caller) => {
    if (caller === 10) {
      expect((await change()).status).toBe(200);
      isDone = true;
      return [];
    }
    const values: string[] = [];
    while (values.length < ROUNDS) {
      const isLate = isDone;
      const value = await look();
      if (isLate) values.push(value);
    }
    return values;
  });
  return [...new Set(late.flat())];
}

const withdrawals: [string, (id: string) => Promise<{ status: number }>][] = [
  ['that loses its permissions', (id) => service.admin('PATCH', `${ROLES}/${id}`, { permissions: [] })],
  ['that is switched off', (id) => service.admin('PATCH', `${ROLES}/${id}`, { isActive: false })],
  ['that is deleted', (id) => service.admin('DELETE', `${ROLES}/${id}`)],
];

describe.each(withdrawals)('a role %s', (_, withdraw) => {
  test('grants nothing to twenty callers on every copy from the moment of the response', async () => {
    const { name } = await newPermission(service);
    const { user, role } = await holder(service, [name]);
    expect(await permissionsOf(user)).toBe(name);
    expect(
      await seenAfter(
        () => withdraw(role.id),
        () => permissionsOf(user),
      ),
    ).toEqual(['']);
  });

  test('grants nothing at once if copies were missing', async () => {
    const { name } = await newPermission(service);
    const { user, role } = await holder(service, [name]);
    await loseCopies(role.id);
    expect((await withdraw(role.id)).status).toBe(200);
    expect(await seen(() => permissionsOf(user))).toEqual(['']);
  });
});

/** Removes the copies, as a part of a change in a restored table does, or GATEHOUSE_SESSIONS_SINCE. */
async function loseCopies(id: string): Promise<Role> {
  await removeCopies(roleKey(id));
  return (await stored(id)).role as Role;
}

test('a role without copies serves its holders, and each request writes the copy that it missed', async () => {
  const { name } = await newPermission(service);
  const { user, role } = await holder(service, [name]);
  const old = await loseCopies(role.id);
  expect(await permissionsOf(user)).toBe(name);
  expect((await copiesOf(roleKey(role.id))).filter(Boolean)).toHaveLength(1);
  expect(await seen(() => permissionsOf(user))).toEqual([name]);
  expect((await copiesOf(roleKey(role.id))).every((copy) => copy?.version === old.version)).toBe(true);
});

test('a role that was deleted without its copies is known to be gone where a request has missed its copy', async () => {
  const { user, role } = await holder(service, [(await newPermission(service)).name]);
  await loseCopies(role.id);
  await transact({ role: { erase: roleKey(role.id) } });
  expect(await permissionsOf(user)).toBe('');
  expect((await copiesOf(roleKey(role.id))).filter((copy) => copy?.isGone)).toHaveLength(1);
  expect(await seen(() => permissionsOf(user))).toEqual(['']);
  expect((await copiesOf(roleKey(role.id))).every((copy) => copy?.isGone === true)).toBe(true);
});

test('a late reader without a copy does not bring a deleted role back', async () => {
  const { user, role } = await holder(service, [(await newPermission(service)).name]);
  await loseCopies(role.id);
  await race(CALLERS, (caller) => (caller === 10 ? service.admin('DELETE', `${ROLES}/${role.id}`) : me(service, user)));
  expect(await seen(() => permissionsOf(user))).toEqual(['']);
});

describe('an application', () => {
  const api = '/auth/admin/api/applications';
  let id: string;
  let headers: Record<string, string>;
  const introspect = async () =>
    String((await postForm(service, '/oauth2/introspect', { token: user.tokens.accessToken }, { headers })).status);
  const user = prepared(async () => service.signup(await service.tenant()));
  const prepare = async () => {
    const { body } = await service.admin('POST', api, { name: 'Shop', kind: 'machine', redirectUris: [] });
    id = body.application.id;
    const added = await service.admin('POST', `${api}/${id}/secrets`, {});
    headers = basic(id, added.body.secret.secret);
    expect(await introspect()).toBe('200');
  };

  test.each([
    ['is disabled', () => service.admin('PATCH', `${api}/${id}`, { isActive: false })],
    ['is deleted', () => service.admin('DELETE', `${api}/${id}`)],
  ])('that %s is refused on every copy from the moment of the response', async (_, withdraw) => {
    await prepare();
    // Each refusal counts in the limit of the address.
    const late = await seenAfter(withdraw, introspect);
    expect(late.filter((status) => status === '200')).toEqual([]);
  });

  test('without copies is read itself', async () => {
    await prepare();
    await removeCopies(keys.application(id as ApplicationId));
    expect(await introspect()).toBe('200');
  });
});

describe('a tenant that the process has cached', () => {
  const modes = async (tenant: { id: string }): Promise<string> => {
    const { body } = await service.get(`/auth/client-config?tenantId=${tenant.id}`);
    return body.tenant?.signup.mode ?? body.code;
  };
  const close = ({ id }: { id: string }) =>
    service.admin('PATCH', `/auth/admin/api/tenants/${id}`, { settings: { signup: { mode: 'closed' } } });

  test('shows twenty callers a change from the moment of the response', async () => {
    const tenant = await service.tenant();
    expect(await modes(tenant)).toBe('instant');
    const late = await seenAfter(
      () => close(tenant),
      () => modes(tenant),
    );
    expect(late.filter((mode) => mode !== 'RATE_LIMITED')).toEqual(['closed']);
  });

  test('that is deactivated refuses sign-ups at once', async () => {
    const tenant = await service.tenant();
    await service.signup(tenant);
    await service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { isActive: false });
    const body = { tenantId: tenant.id, email: 'late@example.com', password: 'plain-lantern-orbit-27' };
    const replies = await race(CALLERS, (caller) =>
      service.post('/auth/signup', { ...body, email: `${caller}@a.example` }),
    );
    expect(outcomes(replies)).toEqual({ '401 INVALID_CREDENTIALS': CALLERS });
  });
});
