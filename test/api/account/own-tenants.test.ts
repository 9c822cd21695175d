// Tests the list of a person's tenants: who gets it, what is in it, and that the mailbox decides.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { advance } from '../../../lib/platform/clock.ts';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, expectWellFormed, MINUTE, refusal } from '../../support/api.ts';
import { createJar } from '../../support/jar.ts';
import { codeTo } from '../../support/messages.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, newEmail, newPassword, prepared, type Tenant, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = useService({}, { changeFeed: true });
beforeAll(() => service.adminCookie());

const SEND = '/auth/tenants/mine/send';
const MINE = '/auth/tenants/mine';
const VERIFIED = { emailVerifiedAt: '2026-01-01T00:00:00Z' };
const REQUESTED = 'svc.email_verification_requested';
const REFUSED = refusal('VERIFICATION_CODE_INVALID');

type Person = { email: string; password: string };
const person = (): Person => ({ email: newEmail(), password: newPassword() });
const accountIn = (tenant: Tenant, who: Person, more: object = VERIFIED) =>
  createUser(service, tenant, { ...who, ...more });

/** Waits until the index finds `count` accounts with the address. */
const indexed = (email: string, count: number) =>
  until(async () => {
    const { body } = await service.admin('GET', `${USERS}?limit=100&search=${encodeURIComponent(email)}`);
    return body.data.length === count;
  }, `${count} accounts with ${email} in the index`);

/** Logs in, and returns what asks with the session. */
async function inside(tenant: Tenant, who: Person) {
  const login = await service.login({ ...who, tenant });
  if (login.status !== 200) throw new Error(`login: ${login.text}`);
  const headers = bearer(login.body);
  let sent = 0;
  return {
    send: () => service.post(SEND, {}, { headers }),
    mine: (code: string) => service.post(MINE, { code }, { headers }),
    code: async () => {
      expect((await service.post(SEND, {}, { headers })).status).toBe(200);
      sent += 1;
      return codeTo(service, REQUESTED, who.email, sent);
    },
  };
}

describe('POST /auth/tenants/mine: 200', () => {
  test('lists the tenants in which the address is proved, by name, and marks that of the session', async () => {
    const who = person();
    const [own, second, unproved, disabled, stranger] = [
      await service.tenant(),
      await service.tenant(),
      await service.tenant(),
      await service.tenant(),
      await service.tenant(),
    ];
    for (const tenant of [own, second]) await accountIn(tenant, who);
    await accountIn(unproved, who, {});
    await accountIn(disabled, who, { ...VERIFIED, isActive: false });
    await accountIn(stranger, person());
    await indexed(who.email, 4);
    const session = await inside(own, who);
    const reply = await session.mine(await session.code());
    expect(reply.body).toEqual({
      tenants: [own, second]
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ id, slug, name }) => ({ id, slug, name, isCurrent: id === own.id, isSignedIn: id === own.id })),
      invitations: [],
    });
    expectWellFormed(reply);
  });

  test('says which invitations wait, without what opens them', async () => {
    const who = person();
    const [own, inviting, revoking] = [await service.tenant(), await service.tenant(), await service.tenant()];
    await accountIn(own, who);
    const invite = (tenant: Tenant) =>
      service.admin('POST', '/auth/admin/api/invitations', { tenantId: tenant.id, email: who.email });
    expect((await invite(inviting)).status).toBe(201);
    const { invitation } = (await invite(revoking)).body;
    expect((await service.admin('DELETE', `/auth/admin/api/invitations/${invitation.id}`)).status).toBe(200);
    await indexed(who.email, 3);
    const session = await inside(own, who);
    const { body, text } = await session.mine(await session.code());
    expect(body.tenants.map(({ id }: Tenant) => id)).toEqual([own.id]);
    const { id, slug, name } = inviting;
    expect(body.invitations).toEqual([{ tenant: { id, slug, name }, expiresAt: expect.any(String) }]);
    expect(text).not.toContain('inv_');
  });

  test('knows in cookie mode where the browser is signed in', async () => {
    const who = person();
    const [first, second, third] = [await service.tenant(), await service.tenant(), await service.tenant()];
    for (const tenant of [first, second, third]) await accountIn(tenant, who);
    await indexed(who.email, 3);
    const jar = createJar(service);
    for (const tenant of [first, second])
      expect((await jar.post('/auth/login', { tenantId: tenant.id, credentials: who })).status).toBe(200);
    expect((await jar.post(SEND, {})).status).toBe(200);
    const { body } = await jar.post(MINE, { code: await codeTo(service, REQUESTED, who.email) });
    const of = (tenant: Tenant) => body.tenants.find(({ id }: Tenant) => id === tenant.id);
    expect([first, second, third].map((tenant) => of(tenant).isSignedIn)).toEqual([true, true, false]);
    expect(of(second).isCurrent).toBe(true);
  });
});

describe('POST /auth/tenants/mine: refusals', () => {
  const tenant = prepared(() => service.tenant());

  test('a code is used once, by one of twenty callers', async () => {
    const who = person();
    await accountIn(tenant, who);
    const session = await inside(tenant, who);
    const code = await session.code();
    // Five attempts are counted before anything is compared.
    const replies = await race(20, () => session.mine(code));
    expect(tally(replies.map(({ status }) => status))[200]).toBe(1);
    expect(answerOf(await session.mine(code))).toEqual(REFUSED);
  });

  test('a wrong code, an expired one, and that of another person open nothing', async () => {
    const [who, other] = [person(), person()];
    for (const each of [who, other]) await accountIn(tenant, each);
    const [session, foreign] = [await inside(tenant, who), await inside(tenant, other)];
    const code = await session.code();
    expect(answerOf(await session.mine(code === '000000' ? '000001' : '000000'))).toEqual(REFUSED);
    expect(answerOf(await foreign.mine(code))).toEqual(REFUSED);
    advance(11 * MINUTE);
    try {
      expect(answerOf(await session.mine(code))).toEqual(REFUSED);
    } finally {
      advance(-11 * MINUTE);
    }
  });

  test('an account without a proved e-mail address has no list', async () => {
    const who = person();
    await accountIn(tenant, who, {});
    const session = await inside(tenant, who);
    expect(answerOf(await session.send())).toEqual(refusal('NO_EMAIL_ADDRESS'));
    expect(answerOf(await session.mine('000000'))).toEqual(refusal('NO_EMAIL_ADDRESS'));
  });

  test('a second code within a minute is refused', async () => {
    const who = person();
    await accountIn(tenant, who);
    const session = await inside(tenant, who);
    expect((await session.send()).status).toBe(200);
    expect((await session.send()).body.code).toBe('RATE_LIMITED');
  });
});

test('an admin of a tenant who marks an address as proved learns of no other tenant of its owner', async () => {
  const owner = person();
  const [theirs, planted] = [await service.tenant(), await service.tenant()];
  await accountIn(theirs, owner);
  const attacker = { email: owner.email, password: newPassword() };
  await accountIn(planted, attacker);
  await indexed(owner.email, 2);
  const session = await inside(planted, attacker);
  const sent = await session.send();
  expect(sent.text).not.toContain(theirs.slug);
  for (let each = 0; each < 6; each += 1) {
    const reply = await session.mine(String(each).padStart(6, '0'));
    expect(reply.text).not.toContain(theirs.id);
    expect(reply.status).toBe(400);
  }
});
