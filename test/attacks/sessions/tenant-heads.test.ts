// Threat: requests read one of several copies of what they need of a tenant, so a copy that a revocation has missed would
// keep its sessions alive. After the response to the revocation no request succeeds with any copy, also where copies were
// missing.
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { getMany, transact } from '../../../lib/store/dynamo/table.ts';
import * as keys from '../../../lib/store/keys.ts';
import { HEAD_COPIES, type HeadItem } from '../../../lib/store/tenants/tenant-heads.ts';
import { find, type Tenant as Stored } from '../../../lib/store/tenants/tenants.ts';
import { outcomes, race, tally } from '../../support/race.ts';
import { bearer, type Tenant, type User, useService } from '../../support/service.ts';

const service = useService();

/** Enough that each copy is read: one of twelve is missed by 240 random reads once in 100 million runs. */
const ROUNDS = 12;
const CALLERS = 20;

const me = ({ tokens }: User) => service.get('/auth/me', { headers: bearer(tokens) });
const refresh = ({ tokens }: User) => service.post('/auth/refresh-token', { refreshToken: tokens.refreshToken });
const patch = ({ id }: Tenant, body: unknown) => service.admin('PATCH', `/auth/admin/api/tenants/${id}`, body);
const remove = ({ id }: Tenant) => service.admin('DELETE', `/auth/admin/api/tenants/${id}`);
async function repeat(call: () => ReturnType<typeof me>) {
  const replies: Awaited<ReturnType<typeof me>>[] = [];
  for (let round = 0; round < ROUNDS; round++) replies.push(...(await race(CALLERS, call)));
  return replies;
}

const idOf = ({ id }: Tenant) => id as TenantId;
const copyKeys = (tenant: Tenant) =>
  Array.from({ length: HEAD_COPIES }, (_, copy) => keys.tenantHead(idOf(tenant), copy));
const copiesOf = async (tenant: Tenant) => (await getMany(copyKeys(tenant))) as (HeadItem | undefined)[];
const removeCopies = (tenant: Tenant) => transact({ copies: copyKeys(tenant).map((erase) => ({ erase })) });

const revocations: [string, (tenant: Tenant) => ReturnType<typeof patch>][] = [
  ['deactivated', (tenant) => patch(tenant, { isActive: false })],
  ['deleted', remove],
];

describe.each(revocations)('a tenant that is %s', (_, revoke) => {
  test('refuses twenty callers on every copy from the moment of the response', async () => {
    const tenant = await service.tenant();
    const user = await service.signup(tenant);
    let isRevoked = false;
    const late = await race(CALLERS + 1, async (caller) => {
      if (caller === 10) {
        const { status } = await revoke(tenant);
        isRevoked = true;
        return status === 200 ? [] : [status];
      }
      const statuses: number[] = [];
      while (statuses.length < ROUNDS) {
        // Only a request that begins after the response counts.
        const isLate = isRevoked;
        const { status } = await me(user);
        if (isLate) statuses.push(status);
      }
      return statuses;
    });
    expect(tally(late.flat())).toEqual({ 401: CALLERS * ROUNDS });
    expect((await refresh(user)).body.code).toBe('SESSION_NOT_FOUND');
    expect((await service.login(user)).body.code).toBe('INVALID_CREDENTIALS');
  });
});

test('a policy that a tenant tightens counts on every copy', async () => {
  const tenant = await service.tenant();
  const user = await service.signup(tenant);
  await patch(tenant, { settings: { mfa: { policy: 'required' }, session: { maxPerUser: 1 } } });
  const logins = await race(CALLERS, () => service.login(user));
  expect(outcomes(logins)).toEqual({ 200: CALLERS });
  expect(logins.every(({ body }) => body.isRequiresMfa === true)).toBe(true);
});

describe('a tenant without copies, as in a restored table', () => {
  let tenant: Tenant;
  let user: User;
  beforeAll(async () => {
    tenant = await service.tenant({ mfa: { policy: 'optional' } });
    user = await service.signup(tenant);
  });

  test('serves its users, and has copies after the first request', async () => {
    const { version } = (await find(idOf(tenant))) as Stored;
    for (const call of [me, refresh, (one: User) => service.login(one)]) {
      await removeCopies(tenant);
      expect((await call(user)).status).toBe(200);
      expect((await copiesOf(tenant)).every((copy) => copy?.version === version)).toBe(true);
    }
  });

  test.each(revocations)('refuses everything at once after it is %s', async (_, revoke) => {
    const other = await service.tenant();
    const victim = await service.signup(other);
    await removeCopies(other);
    expect((await revoke(other)).status).toBe(200);
    expect(outcomes(await repeat(() => me(victim)))).toEqual({ '401 SESSION_NOT_FOUND': CALLERS * ROUNDS });
  });
});
