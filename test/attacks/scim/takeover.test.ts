// Tests that a directory gets no account that it did not bring, unless its domain is proved, and what it then gets.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createUser } from '../../support/admin-users.ts';
import { publishedAbout } from '../../support/api.ts';
import { useDns } from '../../support/dns.ts';
import { newDomain } from '../../support/organization.ts';
import { connectionsOf, directoryOf, patchOf, person } from '../../support/scim.ts';
import { newPassword, prepared, running, startService, type Tenant, unique } from '../../support/service.ts';

const dns = useDns();
const service = running(async () => startService({ GATEHOUSE_DNS_SERVERS: await dns.listen() }));
beforeAll(() => service.adminCookie());
const tenant = prepared(() => service.tenant());
const directory = prepared(() => directoryOf(service, tenant));
const accountOf = async (id: string) => (await service.admin('GET', `/auth/admin/api/users/${id}`)).body.user;

async function verified(of: Tenant, domain = newDomain()): Promise<string> {
  const path = `/auth/admin/api/tenants/${of.id}/domains`;
  const { body } = await service.admin('POST', path, { domain });
  dns.set(body.domain.record.name, body.domain.record.value);
  const checked = await service.admin('POST', `${path}/${domain}/check`);
  if (checked.body.domain?.state !== 'verified') throw new Error(checked.text);
  return domain;
}

describe('an account that the directory did not bring', () => {
  test('is not read, changed, deleted or taken up by its address', async () => {
    const user = await createUser(service, tenant, {});
    const tries = [
      await directory.ask('GET', `/Users/${user.id}`),
      await directory.ask('PUT', `/Users/${user.id}`, person()),
      await directory.ask('PATCH', `/Users/${user.id}`, patchOf({ op: 'replace', value: { active: false } })),
      await directory.ask('DELETE', `/Users/${user.id}`),
    ];
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const sent = person({ userName: user.email, emails: [{ value: user.email.toUpperCase(), primary: true }] });
    const { status, body } = await directory.ask('POST', '/Users', sent);
    expect([status, body.scimType]).toEqual([409, 'uniqueness']);
    expect(await accountOf(user.id)).toMatchObject({ isActive: true, email: user.email });
    expect(
      (await directory.ask('GET', `/Users?filter=${encodeURIComponent(`userName eq "${user.email}"`)}`)).body,
    ).toMatchObject({ totalResults: 0 });
  });

  test('is not reached by moving another user to its address', async () => {
    const user = await createUser(service, tenant, {});
    const { id } = await directory.create(person());
    const { status } = await directory.patch(id, { op: 'replace', path: 'emails', value: [{ value: user.email }] });
    expect(status).toBe(409);
  });

  test('is not taken up while the domain is only added, or proved by another tenant', async () => {
    const other = await service.tenant();
    const domain = await verified(other);
    const { id: user, email } = await createUser(service, tenant, { email: `${unique('a')}@${domain}` });
    await service.admin('POST', `/auth/admin/api/tenants/${tenant.id}/domains`, { domain });
    expect((await directory.ask('POST', '/Users', person({ userName: email, emails: [] }))).status).toBe(409);
    expect(await accountOf(user)).toMatchObject({ isActive: true });
  });

  test('is not taken up while another connection has it, and is after that one was removed', async () => {
    const domain = await verified(tenant);
    const sent = person({}, domain);
    const first = await directoryOf(service, tenant);
    const { id } = await first.create(sent);
    const second = await directoryOf(service, tenant);
    expect((await second.ask('POST', '/Users', sent)).status).toBe(409);
    // No change feed runs here: the job that forgets the users of the connection has not begun.
    await service.admin('DELETE', `${connectionsOf(tenant)}/${first.id}`);
    expect((await second.create(sent)).id).toBe(id);
  });
});

describe('an account that an admin disabled', () => {
  const disabled = async () => {
    const sent = person();
    const { id } = await directory.create(sent);
    await service.admin('PATCH', `/auth/admin/api/users/${id}`, { isActive: false });
    return { id, sent };
  };
  const isActive = async (id: string): Promise<boolean> => (await accountOf(id)).isActive;

  test('is not enabled by a directory that repeats what it said of it', async () => {
    const { id, sent } = await disabled();
    const replies = [
      await directory.ask('PUT', `/Users/${id}`, { ...sent, title: 'Engineer' }),
      await directory.patch(id, { op: 'replace', path: 'active', value: 'True' }),
    ];
    expect(replies.map(({ status, body }) => [status, body.active])).toEqual([
      [200, false],
      [200, false],
    ]);
    expect(await isActive(id)).toBe(false);
  });

  test('is not enabled by a directory that deletes the user and creates them again', async () => {
    const { id, sent } = await disabled();
    await directory.ask('DELETE', `/Users/${id}`);
    const again = await directory.create(sent);
    expect([again.id, again.active, await isActive(id)]).toEqual([id, false, false]);
  });

  test('is enabled by the directory that had deactivated it itself', async () => {
    const sent = person();
    const { id } = await directory.create(sent);
    await directory.patch(id, { op: 'replace', path: 'active', value: false });
    await directory.patch(id, { op: 'replace', path: 'title', value: 'Engineer' });
    expect((await directory.patch(id, { op: 'replace', path: 'active', value: true })).body.active).toBe(true);
    await directory.ask('DELETE', `/Users/${id}`);
    expect((await directory.create(sent)).active).toBe(true);
    expect(await isActive(id)).toBe(true);
  });
});

describe('with a verified domain', () => {
  test('an account is linked, in the log, and keeps its password', async () => {
    const domain = await verified(tenant);
    const password = newPassword();
    const email = `${unique('a')}@${domain}`;
    const { id } = await createUser(service, tenant, { email, password });
    const linked = await directory.create(person({ userName: email, emails: [] }));
    expect(linked.id).toBe(id);
    const found = await publishedAbout(service, 'svc.organization_action', { targetId: id, action: 'user.linked' });
    expect(found[0]?.detail).toMatchObject({ actorId: directory.id, tenantId: tenant.id });
    expect(await accountOf(id)).toMatchObject({ emailVerifiedAt: expect.any(String), isActive: true });
    expect((await service.login({ tenant, email, password })).status).toBe(200);
    expect((await directory.patch(id, { op: 'replace', value: { active: false } })).status).toBe(200);
    expect((await service.login({ tenant, email, password })).status).toBe(401);
  });

  test('an account that an admin disabled stays so when it is linked', async () => {
    const email = `${unique('a')}@${await verified(tenant)}`;
    const { id } = await createUser(service, tenant, { email });
    await service.admin('PATCH', `/auth/admin/api/users/${id}`, { isActive: false });
    const linked = await directory.create(person({ userName: email, emails: [] }));
    expect([linked.id, linked.active, (await accountOf(id)).isActive]).toEqual([id, false, false]);
  });

  test('the creator of an account that was never proved loses it', async () => {
    const domain = await verified(tenant);
    const attacker = await service.signup(tenant, `${unique('victim')}@${domain}`);
    const { id } = await directory.create(person({ userName: attacker.email, emails: [] }));
    expect((await service.login(attacker)).status).toBe(401);
    const me = await service.get('/auth/me', { headers: { authorization: `Bearer ${attacker.tokens.accessToken}` } });
    expect(me.status).toBe(401);
    expect(await accountOf(id)).toMatchObject({ email: attacker.email, isActive: true });
  });

  test('a linked account is not moved to an address of another domain', async () => {
    const domain = await verified(tenant);
    const email = `${unique('a')}@${domain}`;
    await createUser(service, tenant, { email });
    const { id } = await directory.create(person({ userName: email, emails: [] }));
    const moved = await directory.patch(id, { op: 'add', path: 'emails', value: [{ value: 'thief@example.org' }] });
    expect([moved.status, moved.body.scimType]).toEqual([400, 'invalidValue']);
    const within = `${unique('b')}@${domain}`;
    expect((await directory.patch(id, { op: 'add', path: 'emails', value: [{ value: within }] })).status).toBe(200);
    expect(await accountOf(id)).toMatchObject({ email: within, emailVerifiedAt: expect.any(String) });
  });

  test('a new account has a verified address', async () => {
    const { id } = await directory.create(person({}, await verified(tenant)));
    expect(await accountOf(id)).toMatchObject({ emailVerifiedAt: expect.any(String) });
  });
});

describe('races of twenty', () => {
  const twenty = <T>(run: (at: number) => Promise<T>) => Promise.all(Array.from({ length: 20 }, (_, at) => run(at)));
  const count = (statuses: number[]) =>
    Object.entries(Object.groupBy(statuses, String)).map(([each, all]) => [each, all?.length]);

  test('one of those who create a user of one name succeeds', async () => {
    const sent = person();
    const replies = await twenty((at) =>
      directory.ask('POST', '/Users', {
        ...sent,
        externalId: `${at}`,
        emails: [{ value: `${unique('e')}@example.com` }],
      }),
    );
    expect(count(replies.map(({ status }) => status))).toEqual([
      ['201', 1],
      ['409', 19],
    ]);
  });

  test('one of those who change one version of a user succeeds', async () => {
    const { id, meta } = await directory.create(person());
    const replies = await twenty((at) =>
      directory.ask('PATCH', `/Users/${id}`, patchOf({ op: 'add', path: 'title', value: `t${at}` }), {
        headers: { 'if-match': meta.version },
      }),
    );
    expect(count(replies.map(({ status }) => status))).toEqual([
      ['200', 1],
      ['412', 19],
    ]);
  });

  test('all changes of different attributes without a version are kept', async () => {
    const { id } = await directory.create(person());
    const replies = await twenty((at) =>
      directory.patch(id, { op: 'add', path: 'phoneNumbers', value: [{ value: `${at}`, type: `t${at}` }] }),
    );
    expect(count(replies.map(({ status }) => status))).toEqual([['200', 20]]);
    expect((await directory.ask('GET', `/Users/${id}`)).body.phoneNumbers).toHaveLength(20);
  });

  test('one deletion of a user succeeds, and the number of users is right after it', async () => {
    const mine = await directoryOf(service, await service.tenant());
    const { id } = await mine.create(person());
    await mine.create(person());
    const replies = await twenty(() => mine.ask('DELETE', `/Users/${id}`));
    expect(count(replies.map(({ status }) => status))).toEqual([
      ['204', 1],
      ['404', 19],
    ]);
    expect((await mine.ask('GET', '/Users?count=0')).body.totalResults).toBe(1);
  });
});
