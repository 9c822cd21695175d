// Tests how setup links are made, listed and revoked, by users and by admins, and what a session of one opens.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { attempt } from '../../../lib/domain/credentials/limits.ts';
import { answerOf, DAY, later, MINUTE, publishedAbout, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { messagesTo, opened } from '../../support/messages.ts';
import { manager, ORGANIZATION } from '../../support/organization.ts';
import { newEmail, prepared, useService } from '../../support/service.ts';
import { newSetup, newSetupLink, SETUP_MODE, setupWith, tokenIn } from '../../support/setup-links.ts';
import { until } from '../../support/until.ts';

const LINKS = `${ORGANIZATION}/setup-links`;
const service = useService();
beforeAll(() => service.adminCookie());
const tenant = prepared(() => service.tenant());
const owner = prepared(() => manager(service, tenant));
const begin = (url: string | null) => service.post(`${ORGANIZATION}/setup/begin`, { token: tokenIn(url) });
const admins = (id: string) => `/auth/admin/api/tenants/${id}/setup-links`;

describe('POST /auth/organization/setup-links', () => {
  test('shows a link for five minutes, which opens its intents for an hour', async () => {
    const { status, body } = await owner.ask('POST', LINKS, { intents: ['sso'] });
    expect([status, body.setupLink]).toMatchObject([
      201,
      { intents: ['sso'], email: null, status: 'open', createdBy: owner.id, usedAt: null, sessionExpiresAt: null },
    ]);
    expect(Date.parse(body.setupLink.expiresAt) - Date.parse(body.setupLink.createdAt)).toBe(5 * MINUTE);
    expect(body.url).toMatch(new RegExp(`^${service.baseUrl}/setup#token=stl_\\w{44}\\.[\\w-]{43}$`));
    const setup = await setupWith(service, body.url);
    expect(setup.body).toMatchObject({
      tenant: { id: tenant.id, slug: tenant.slug },
      permissions: ['organization.sso'],
      expiresAt: expect.any(String),
    });
    const own = await setup.ask('GET', ORGANIZATION);
    expect([own.status, own.body]).toMatchObject([200, { id: tenant.id, permissions: ['organization.sso'] }]);
    const { body: list } = await owner.ask('GET', LINKS);
    expect(list.setupLinks[0]).toMatchObject({ id: body.setupLink.id, status: 'active' });
  });

  test('sends a link for seven days in the language that was asked for, and shows it in no reply', async () => {
    const email = newEmail();
    const { status, body, text } = await owner.ask('POST', LINKS, { intents: ['sso', 'domains'], email, locale: 'de' });
    expect([status, body.url, body.setupLink.email]).toEqual([201, null, email]);
    expect(Date.parse(body.setupLink.expiresAt) - Date.parse(body.setupLink.createdAt)).toBe(7 * DAY);
    const [sent] = await messagesTo(service, 'svc.setup_link_sent', email);
    const token = await opened(sent.id, sent.sealed);
    expect(text).not.toContain(token.split('.')[1]);
    const mail = await until(async () => service.inbox(email)[0]?.text, 'the message');
    expect(mail).toMatch(/einzurichten[\s\S]*\/setup#token=/);
    expect((await begin(`http://x/#token=${token}`)).body.permissions).toEqual([
      'organization.sso',
      'organization.domains',
    ]);
  });

  test('refuses intents that the caller lacks, unknown ones, none, and the 31st within an hour', async () => {
    const half = await manager(service, await service.tenant(), ['organization.sso']);
    for (const intents of [['domains'], ['sso', 'domains']])
      expect(answerOf(await half.ask('POST', LINKS, { intents }))).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
    for (const intents of [['members'], [], ['sso', 'sso']])
      expect(answerOf(await half.ask('POST', LINKS, { intents }))).toEqual(refusal('INVALID_INPUT'));
    for (let made = 0; made < 30; made++)
      expect((await half.ask('POST', LINKS, { intents: ['sso'] })).status).toBe(201);
    expect(answerOf(await half.ask('POST', LINKS, { intents: ['sso'] }))).toEqual(refusal('RATE_LIMITED'));
    const none = await manager(service, tenant, ['organization.members']);
    for (const [method, path, body] of [
      ['GET', LINKS],
      ['POST', LINKS, { intents: ['sso'] }],
      ['DELETE', `${LINKS}/x`],
    ] as const)
      expect(answerOf(await none.ask(method, path, body))).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
  });
});

describe('DELETE /auth/organization/setup-links/{id}', () => {
  test('ends the link and its session with the next request', async () => {
    const { body } = await owner.ask('POST', LINKS, { intents: ['sso'] });
    const setup = await setupWith(service, body.url);
    expect((await owner.ask('DELETE', `${LINKS}/${body.setupLink.id}`)).status).toBe(200);
    expect(answerOf(await setup.ask('GET', ORGANIZATION))).toEqual(refusal('SESSION_NOT_FOUND'));
    expect(answerOf(await owner.ask('DELETE', `${LINKS}/${body.setupLink.id}`))).toEqual(
      refusal('SETUP_LINK_NOT_FOUND'),
    );
  });

  test('does not find links of other tenants, malformed ids, and links for what the caller lacks', async () => {
    const other = await newSetupLink(service, await service.tenant());
    const domains = await newSetupLink(service, tenant, ['domains']);
    const half = await manager(service, tenant, ['organization.sso']);
    for (const id of [other.setupLink.id, domains.setupLink.id, 'x'])
      expect(answerOf(await half.ask('DELETE', `${LINKS}/${id}`))).toEqual(refusal('SETUP_LINK_NOT_FOUND'));
    const { body } = await half.ask('GET', LINKS);
    expect(body.setupLinks.map(({ id }: { id: string }) => id)).not.toContain(domains.setupLink.id);
  });
});

describe('setup links of admins', () => {
  test('are made, listed and revoked, and users do not learn which admin made them', async () => {
    const { setupLink } = await newSetupLink(service, tenant);
    expect(setupLink.createdBy).toMatch(/^adm_/);
    const { body } = await service.admin('GET', admins(tenant.id));
    expect(body.setupLinks[0]).toEqual(setupLink);
    expect((await owner.ask('GET', LINKS)).body.setupLinks[0]).toEqual({ ...setupLink, createdBy: null });
    expect((await service.admin('DELETE', `${admins(tenant.id)}/${setupLink.id}`)).status).toBe(200);
    for (const [id, link, code] of [
      [tenant.id, setupLink.id, 'SETUP_LINK_NOT_FOUND'],
      [tenant.id, 'x', 'SETUP_LINK_NOT_FOUND'],
      ['x', setupLink.id, 'TENANT_NOT_FOUND'],
    ] as const)
      expect(answerOf(await service.admin('DELETE', `${admins(id)}/${link}`))).toEqual(refusal(code));
    expect(answerOf(await service.admin('GET', admins('x')))).toEqual(refusal('TENANT_NOT_FOUND'));
    expect(answerOf(await service.admin('POST', admins('x'), { intents: ['sso'] }))).toEqual(
      refusal('TENANT_NOT_FOUND'),
    );
    const { id } = await service.tenant();
    for (let made = 0; made < 30; made++) await newSetupLink(service, { id });
    expect(answerOf(await service.admin('POST', admins(id), { intents: ['sso'] }))).toEqual(refusal('RATE_LIMITED'));
  });
});

describe('the session of a setup link', () => {
  test('adds a provider, in the audit log as the act of the link, with who made it', async () => {
    const mine = await service.tenant();
    const boss = await manager(service, mine);
    const { body } = await boss.ask('POST', LINKS, { intents: ['sso'] });
    const setup = await setupWith(service, body.url);
    const provider = { name: 'entra', issuer: 'https://login.example.com/v2.0', clientId: 'x', enabled: false };
    expect((await setup.ask('POST', `${ORGANIZATION}/providers`, provider)).status).toBe(201);
    const events = await publishedAbout(service, 'svc.organization_action', { actorId: body.setupLink.id });
    expect(events.map(({ detail }) => detail.action)).toEqual(expect.arrayContaining(['setup_link.used']));
    for (const { detail } of events) expect(detail).toMatchObject({ madeBy: boss.id, tenantId: mine.id });
    const entry = await until(async () => {
      const { data } = (await boss.ask('GET', `${ORGANIZATION}/audit?action=tenant.updated`)).body;
      return data[0];
    }, 'the entry');
    expect(entry).toMatchObject({
      actor: { type: 'setupLink', id: body.setupLink.id },
      via: { type: 'user', id: boss.id },
      operation: 'addProvider',
    });
  });

  test('ends with a logout, after which the link does not work again', async () => {
    const { url } = await newSetupLink(service, tenant);
    const setup = await setupWith(service, url);
    const ended = await setup.ask('POST', `${ORGANIZATION}/setup/end`);
    expect([ended.status, String(ended.headers['set-cookie'])]).toEqual([
      200,
      expect.stringMatching(/svc_setup=;.*Max-Age=0/),
    ]);
    expect(answerOf(await setup.ask('GET', ORGANIZATION))).toEqual(refusal('SESSION_NOT_FOUND'));
    expect(answerOf(await begin(url))).toEqual(refusal('SETUP_LINK_INVALID'));
  });

  test('ends after an hour, and needs no recent login before', async () => {
    const setup = await newSetup(service, tenant);
    await later(59 * MINUTE, async () => {
      const added = await setup.ask('POST', `${ORGANIZATION}/providers`, {
        name: 'late',
        issuer: 'https://login.example.com/v2.0',
        clientId: 'x',
      });
      expect(added.status).toBe(201);
    });
    await later(60 * MINUTE, async () => {
      expect(answerOf(await setup.ask('GET', ORGANIZATION))).toEqual(refusal('SESSION_NOT_FOUND'));
    });
  });

  test('needs the cookie, the header that says so, and no other credential', async () => {
    const setup = await newSetup(service, tenant);
    const { cookie } = setup.headers;
    expect(answerOf(await service.get(ORGANIZATION, { headers: SETUP_MODE }))).toEqual(refusal('NO_AUTH_PROVIDED'));
    expect(answerOf(await service.get(ORGANIZATION, { headers: { cookie } }))).toEqual(refusal('NO_AUTH_PROVIDED'));
    const both = { ...setup.headers, authorization: `Bearer ${owner.tokens.accessToken}` };
    expect(answerOf(await service.get(ORGANIZATION, { headers: both }))).toEqual(refusal('CONFLICTING_CREDENTIALS'));
    const foreign = { ...setup.headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const sent = await service.post(`${ORGANIZATION}/setup/end`, {}, { headers: foreign });
    expect(answerOf(sent)).toEqual(refusal('CSRF_ORIGIN_REJECTED'));
    const user = await service.post(
      `${ORGANIZATION}/setup/end`,
      {},
      {
        headers: { authorization: `Bearer ${owner.tokens.accessToken}` },
      },
    );
    expect(answerOf(user)).toEqual(refusal('FORBIDDEN'));
  });
});

describe('POST /auth/organization/setup/begin', () => {
  test('refuses a link after five minutes, unknown and malformed tokens', async () => {
    const { url } = await newSetupLink(service, tenant);
    await later(5 * MINUTE, async () => {
      expect(answerOf(await begin(url))).toEqual(refusal('SETUP_LINK_INVALID'));
    });
    const token = tokenIn(url);
    for (const wrong of ['x', `${token}x`, token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))])
      expect(answerOf(await begin(`http://x/#token=${wrong}`))).toEqual(refusal('SETUP_LINK_INVALID'));
  });

  test('429 after 50 wrong tokens of an IP address', async () => {
    const ip = freshIp();
    const { url } = await newSetupLink(service, tenant);
    const send = (token: string) => service.post(`${ORGANIZATION}/setup/begin`, { token }, { ip });
    for (let round = 0; round < 50; round++) await send('x');
    expect(answerOf(await send(tokenIn(url)))).toEqual(refusal('RATE_LIMITED'));
  });
});

test('the session of a link makes no more changes than an account', async () => {
  const setup = await newSetup(service, tenant);
  for (let each = 0; each < 60; each++) await attempt('account-change', setup.link.id);
  expect(answerOf(await setup.ask('PATCH', `${ORGANIZATION}/providers/x`, { enabled: true }))).toEqual(
    refusal('RATE_LIMITED'),
  );
  expect((await setup.ask('GET', ORGANIZATION)).status).toBe(200);
});
