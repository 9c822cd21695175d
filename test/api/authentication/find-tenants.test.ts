// Tests POST /auth/tenants/find, from the request through the change feed and the queue to the message.
import { describe, expect, test } from '@jest/globals';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, feedAtRest, later, MINUTE, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { logged, ofEvent } from '../../support/logs.ts';
import { messagesTo } from '../../support/messages.ts';
import { race, tally } from '../../support/race.ts';
import { newEmail, type Tenant, unique, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = useService({ GATEHOUSE_CEILINGS: 'send-ip=40' }, { changeFeed: true });

const REQUESTED = 'svc.tenants_requested';
const TENANTS = '/auth/admin/api/tenants';
const REPLY = { message: 'If the address belongs to an account, a message is on its way.' };
const VERIFIED = { emailVerifiedAt: '2026-01-01T00:00:00Z' };

const find = (email: unknown, more: object = {}, ip = freshIp()) =>
  service.post('/auth/tenants/find', { email, ...more }, { ip });

/** Waits until the index finds `count` accounts with the address. */
const indexed = (email: string, count: number) =>
  until(async () => {
    const { body } = await service.admin('GET', `${USERS}?limit=100&search=${encodeURIComponent(email)}`);
    return body.data.length === count;
  }, `${count} accounts with ${email} in the index`);
const accountIn = (tenant: Tenant, email: string, more: object = VERIFIED) =>
  createUser(service, tenant, { email, ...more });
const messageTo = (email: string) =>
  until(() => service.inbox(email).find(({ event }) => event === REQUESTED), `a message to ${email}`);
const pageOf = ({ slug }: Pick<Tenant, 'slug'>): string => `${service.baseUrl}/login?tenant=${slug}`;
const linksIn = (text: string): string[] => text.split('\n').filter((line) => line.includes('/login?'));

/** Asks for the tenants of the address, and expects that the mailer finds none. */
async function expectNothing(email: string): Promise<void> {
  const lines = await logged(async (soFar) => {
    const { status, body } = await find(email);
    expect([status, body]).toEqual([200, REPLY]);
    const [event] = await messagesTo(service, REQUESTED, email);
    await until(() => soFar().some((line) => line.includes('message_dropped') && line.includes(event.id)), 'a drop');
  });
  expect(ofEvent(lines, 'message_dropped').map(({ reason }) => reason)).toContain('no tenants');
  expect(JSON.stringify(lines)).not.toContain(email);
  expect(service.inbox(email).filter(({ event }) => event === REQUESTED)).toEqual([]);
}

describe('200', () => {
  test('sends one message with the sign-in page of each tenant, by name, in the language of the page', async () => {
    const email = newEmail();
    const tenants = [await service.tenant(), await service.tenant()].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const tenant of tenants) await accountIn(tenant, email);
    await service.signup(await service.tenant(), newEmail());
    await indexed(email, 2);
    const { status, body } = await find(email, { locale: 'de' });
    expect([status, body]).toEqual([200, REPLY]);
    const { subject, text, html } = await messageTo(email);
    expect(subject).toBe('Ihre Organisationen bei Gatehouse');
    expect(linksIn(text)).toEqual(tenants.map(pageOf));
    for (const { name } of tenants) expect(text).toContain(name);
    expect([...(html ?? '').matchAll(/href="([^"]+)"/g)].map(([, url]) => url)).toEqual(tenants.map(pageOf));
    expect(service.inbox(email)).toHaveLength(1);
  });

  test('finds an address that is written in capitals', async () => {
    const [tenant, email] = [await service.tenant(), newEmail()];
    await accountIn(tenant, email);
    await indexed(email, 1);
    await find(email.toUpperCase());
    const { text, subject } = await messageTo(email);
    expect([subject, linksIn(text)]).toEqual(['Your organizations at Gatehouse', [pageOf(tenant)]]);
  });

  test('uses the language of an account if the caller names none', async () => {
    const user = await service.signup(await service.tenant());
    await service.send('PATCH', '/auth/me', {
      body: { locale: 'fr' },
      headers: { authorization: `Bearer ${user.tokens.accessToken}` },
    });
    await indexed(user.email, 1);
    const { body } = await service.admin('GET', `${USERS}?search=${user.email}`);
    await service.admin('PATCH', `${USERS}/${body.data[0].id}`, VERIFIED);
    await feedAtRest(service);
    await find(user.email);
    expect((await messageTo(user.email)).subject).toBe('Vos organisations sur Gatehouse');
  });

  test('lists at most 50 tenants and says how many are left out', async () => {
    const email = newEmail();
    const tenants = await Promise.all(Array.from({ length: 60 }, () => service.tenant()));
    for (const tenant of tenants) await accountIn(tenant, email);
    await indexed(email, 60);
    await find(email);
    const { text } = await messageTo(email);
    const sorted = tenants.sort((a, b) => a.name.localeCompare(b.name));
    expect(linksIn(text)).toEqual(sorted.slice(0, 50).map(pageOf));
    expect(text).toContain('There are 10 more.');
  });

  test.each([
    ['no account has', async () => newEmail()],
    [
      'an account has not proved',
      async () => {
        const { email } = await service.signup(await service.tenant());
        await indexed(email, 1);
        return email;
      },
    ],
    [
      'a disabled account has',
      async () => {
        const { id, email } = await accountIn(await service.tenant(), newEmail());
        await service.admin('PATCH', `${USERS}/${id}`, { isActive: false });
        await indexed(email, 1);
        return email;
      },
    ],
    [
      'an account of an inactive tenant has',
      async () => {
        const tenant = await service.tenant();
        const { email } = await accountIn(tenant, newEmail());
        await service.admin('PATCH', `${TENANTS}/${tenant.id}`, { isActive: false });
        await indexed(email, 1);
        return email;
      },
    ],
    [
      'an account of a deleted tenant has',
      async () => {
        const tenant = await service.tenant();
        const { email } = await accountIn(tenant, newEmail());
        await indexed(email, 1);
        await service.admin('DELETE', `${TENANTS}/${tenant.id}`);
        return email;
      },
    ],
    [
      'another account has as its name',
      async () => {
        const email = newEmail();
        await accountIn(await service.tenant(), newEmail(), { ...VERIFIED, name: email });
        await indexed(email, 1);
        return email;
      },
    ],
  ])('sends no message to an address that %s', async (_, address) => {
    await expectNothing(await address());
  });

  test('lists only the tenants in which the address is proved', async () => {
    const email = newEmail();
    const [proved, typed] = [await service.tenant(), await service.tenant()];
    await accountIn(proved, email);
    await service.signup(typed, email);
    await indexed(email, 2);
    await find(email);
    expect(linksIn((await messageTo(email)).text)).toEqual([pageOf(proved)]);
  });

  test('responds to a known address as to an unknown one', async () => {
    const email = newEmail();
    await accountIn(await service.tenant(), email);
    const seen = async (address: string) => {
      const { status, text, headers } = await find(address);
      const { date, 'x-amzn-requestid': id, ...visible } = headers;
      return { status, text, headers: visible };
    };
    expect(await seen(email)).toEqual(await seen(newEmail()));
  });
});

test('a tenant whose admin marked the address as proved is told to the mailbox alone', async () => {
  const [tenant, email] = [await service.tenant(), newEmail()];
  const { id } = await accountIn(tenant, email, {});
  await service.admin('PATCH', `${USERS}/${id}`, VERIFIED);
  await feedAtRest(service);
  await indexed(email, 1);
  const reply = await find(email);
  expect(linksIn((await messageTo(email)).text)).toEqual([pageOf(tenant)]);
  expect(reply.text + JSON.stringify(reply.headers)).not.toContain(tenant.slug);
  // Subscribers of the bus are not told either.
  expect(JSON.stringify(await messagesTo(service, REQUESTED, email))).not.toMatch(
    new RegExp(`${tenant.slug}|${tenant.id}`),
  );
});

describe('names of tenants', () => {
  const EVIL = '<a href="https://evil.example/x">Click</a> https://evil.example/login';

  test('are text: no markup and no further link', async () => {
    const email = newEmail();
    const slug = unique('t');
    const { body } = await service.admin('POST', TENANTS, { name: EVIL, slug });
    await accountIn(body.tenant, email);
    await indexed(email, 1);
    await find(email);
    const { text, html } = await messageTo(email);
    expect([...(html ?? '').matchAll(/<a href="([^"]+)"/g)].map(([, url]) => url)).toEqual([pageOf({ slug })]);
    for (const part of [text, html]) expect(part).not.toMatch(/evil\.example|:\/\/evil/);
    expect(html).toContain('&lt;a href=');
  });

  test('of which nothing is visible are replaced by the slug', async () => {
    const email = newEmail();
    const slug = unique('t');
    const { body } = await service.admin('POST', TENANTS, { name: 'https://', slug });
    await accountIn(body.tenant, email);
    await indexed(email, 1);
    await find(email);
    expect((await messageTo(email)).text).toContain(`\n${slug}\n${pageOf({ slug })}`);
  });
});

describe('limits', () => {
  test('one of twenty callers at once gets a message to the mailbox, and all get the same reply', async () => {
    const email = newEmail();
    await accountIn(await service.tenant(), email);
    await indexed(email, 1);
    const replies = await race(20, () => find(email));
    expect(tally(replies.map(({ status, text }) => `${status} ${text}`))).toEqual({
      [`200 ${JSON.stringify(REPLY)}`]: 20,
    });
    await messageTo(email);
    await feedAtRest(service);
    expect(await messagesTo(service, REQUESTED, email)).toHaveLength(1);
  });

  test('a mailbox gets three messages in ten minutes, under all its spellings, and more afterwards', async () => {
    const [name, host] = newEmail().split('@');
    for (let at = 0; at < 6; at++) expect((await find(`${name}+${at}@${host}`)).status).toBe(200);
    await feedAtRest(service);
    const sent = () =>
      (service.local.events() as { detailType: string; detail: { to?: string } }[]).filter(
        ({ detailType, detail }) => detailType === REQUESTED && detail.to?.startsWith(`${name}+`),
      );
    expect(sent()).toHaveLength(3);
    await later(11 * MINUTE, () => find(`${name}@${host}`));
    expect(await messagesTo(service, REQUESTED, `${name}@${host}`)).toHaveLength(1);
  });

  test('a network that asks for many addresses gets the same reply and no further messages', async () => {
    const ip = freshIp();
    const emails = Array.from({ length: 42 }, newEmail);
    for (const email of emails) expect((await find(email, {}, ip)).body).toEqual(REPLY);
    await feedAtRest(service);
    const asked = new Set((service.local.events() as { detail: { to?: string } }[]).map(({ detail }) => detail.to));
    expect(emails.filter((email) => asked.has(email))).toEqual(emails.slice(0, 40));
    const other = newEmail();
    await find(other);
    expect(await messagesTo(service, REQUESTED, other)).toHaveLength(1);
  });

  test('use up nothing of what the account may request to log in', async () => {
    const tenant = await service.tenant();
    const { email } = await accountIn(tenant, newEmail());
    for (let at = 0; at < 5; at++) await find(email);
    const body = { tenantId: tenant.id, identifier: email, channel: 'email' };
    await service.post('/auth/passwordless/send', body, { ip: freshIp() });
    expect(await messagesTo(service, 'svc.passwordless_code_requested', email)).toHaveLength(1);
  });
});

describe('400', () => {
  test.each([
    { email: 'no address' },
    { email: undefined },
    { email: '+4915112345678' },
    { email: 'ada@example.com', locale: 'not a language' },
    { email: 'ada@example.com', returnTo: 'https://evil.example' },
  ])('rejects %j', async (body) => {
    expect(answerOf(await service.post('/auth/tenants/find', body))).toEqual(refusal('INVALID_INPUT'));
  });
});

test('no entry of the audit log is made: strangers can ask for any address', async () => {
  const email = newEmail();
  await find(email);
  await messagesTo(service, REQUESTED, email);
  await feedAtRest(service);
  const { text } = await service.admin('GET', '/auth/admin/api/audit?limit=100');
  expect(text).not.toContain('tenants_requested');
  expect(text).toContain('tenant.created');
});
