// Threat: one address ends up with two accounts, or with half an account, because many sign up with it at the same
// time.
// One transaction decides: one account per tenant is created, every other caller is refused and leaves no record.
import { expect, test } from '@jest/globals';
import { HEAD_COPIES } from '../../../lib/store/tenants/tenant-heads.ts';
import { outcomes, race, tally } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { newEmail, newPassword, useService } from '../../support/service.ts';

const service = useService();

/** Records that the change feed adds later. */
const DERIVED = ['directory', 'counter'];
const rowsOf = async (tenant: { id: string }) =>
  (await everyRow())
    .filter(({ pk }) => pk.startsWith(`T#${tenant.id}#`) || pk === `T#${tenant.id}`)
    .filter(({ type }) => !DERIVED.includes(type));
/** The tenant with its heads, the event of its creation, and for each account: user, address claims, session, event. */
const expected = (accounts: number, claimsEach = 1) => ({
  tenant: 1,
  'tenant-head': HEAD_COPIES,
  user: accounts,
  'address-claim': accounts * claimsEach,
  session: accounts,
  outbox: accounts + 1,
});

test('fifty parallel sign-ups with one address in each of two tenants create one account in each', async () => {
  const tenants = [await service.tenant(), await service.tenant()];
  const email = newEmail();
  const spellings = [email, email.toUpperCase(), email.replace('user', 'uSeR'), email.replace('example', 'Example')];
  const password = newPassword();
  const replies = await race(100, (caller) =>
    service.post('/auth/signup', { tenantId: tenants[caller % 2]!.id, email: spellings[(caller >> 1) % 4], password }),
  );
  for (const [index, tenant] of tenants.entries()) {
    const own = replies.filter((_, caller) => caller % 2 === index);
    expect(outcomes(own)).toEqual({ 200: 1, '400 EMAIL_ALREADY_EXISTS': 49 });
    const rows = await rowsOf(tenant);
    expect(tally(rows.map(({ type }) => type))).toEqual(expected(1));
    const user = rows.find(({ type }) => type === 'user')!;
    expect(user.email).toBe(email);
    expect(rows.find(({ type }) => type === 'address-claim')).toMatchObject({
      pk: `T#${tenant.id}#EMAIL#${email}`,
      userId: user.id,
    });
    expect(rows.find(({ type }) => type === 'session')?.pk).toBe(user.pk);
    expect((await service.login({ tenant, email, password })).status).toBe(200);
  }
});

test('thirty parallel sign-ups with one phone number create one account and claim no address of the others', async () => {
  const tenant = await service.tenant();
  const phone = '+4915112345678';
  const emails = Array.from({ length: 30 }, newEmail);
  const replies = await race(30, (caller) =>
    service.post('/auth/signup', { tenantId: tenant.id, email: emails[caller], phone, password: newPassword() }),
  );
  expect(outcomes(replies)).toEqual({ 200: 1, '400 PHONE_ALREADY_EXISTS': 29 });
  expect(tally((await rowsOf(tenant)).map(({ type }) => type))).toEqual(expected(1, 2));
  const loser = emails[replies.findIndex(({ status }) => status === 400)]!;
  await service.signup(tenant, loser);
});

test('fifty parallel sign-ups with different addresses create fifty accounts', async () => {
  const tenant = await service.tenant();
  await race(50, () => service.signup(tenant));
  expect(tally((await rowsOf(tenant)).map(({ type }) => type))).toEqual(expected(50));
});

test('thirty parallel sign-ups with one address publish each event once', async () => {
  const tenant = await service.tenant();
  const email = newEmail();
  const password = newPassword();
  await race(30, () => service.post('/auth/signup', { tenantId: tenant.id, email, password }));
  const published = () =>
    service.local.events().filter(({ detail }) => (detail as { tenantId?: string }).tenantId === tenant.id);
  while (published().length < 4) await service.get('/auth/health');
  for (let round = 0; round < 20; round++) await service.get('/auth/health');
  expect(tally(published().map(({ detailType }) => detailType))).toEqual({
    'svc.tenant_created': 1,
    'svc.admin_action': 1,
    'svc.user_created': 1,
    'svc.registered': 1,
  });
});

test('thirty parallel creations of a tenant with one slug create one tenant', async () => {
  const slug = `race-${Date.now()}`;
  await service.adminCookie();
  const replies = await race(30, (caller) =>
    service.admin('POST', '/auth/admin/api/tenants', { name: `Tenant ${caller}`, slug }),
  );
  expect(outcomes(replies)).toEqual({ 201: 1, '409 TENANT_ALREADY_EXISTS': 29 });
  const rows = (await everyRow()).filter((row) => row.slug === slug);
  expect(tally(rows.map(({ type }) => type))).toEqual({ tenant: 1, 'tenant-head': 12, slug: 1 });
});
