// Tests requests to join: people ask with an address of a verified domain, and those who may invite decide.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { attempt } from '../../../lib/domain/credentials/limits.ts';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { find, release } from '../../../lib/store/tenants/domains.ts';
import { createUser } from '../../support/admin-users.ts';
import { answerOf, DAY, later, MINUTE, published, refusal } from '../../support/api.ts';
import { freshIp, type Reply } from '../../support/http.ts';
import {
  ASK,
  ask,
  CLOSED,
  CONFIRM,
  confirm,
  JOIN_REQUESTS,
  linkFor,
  requested,
  verifiedDomain,
} from '../../support/join-requests.ts';
import { codeTo, messagesTo } from '../../support/messages.ts';
import { DOMAINS, type Manager, manager, newDomain, roleWith } from '../../support/organization.ts';
import { outcomes, race } from '../../support/race.ts';
import { newPassword, prepared, type Tenant, unique, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const tenant = prepared(() => service.tenant(CLOSED));
const domain = prepared(async () => ({ name: await verifiedDomain(tenant) }));
const owner = prepared(() => manager(service, tenant));
const BY_ADMINS = '/auth/admin/api/join-requests';

const person = () => `${unique('ada')}@${domain.name}`;
const list = async (by: Manager = owner): Promise<{ id: string; email: string }[]> =>
  (await by.ask('GET', JOIN_REQUESTS)).body.joinRequests;
const waiting = async (email: string, by?: Manager) => (await list(by)).some((each) => each.email === email);
const newRequest = async (email = person(), of: Tenant = tenant) => ({
  email,
  id: await requested(service, of, email),
});
/** The two doors to a decision. */
const DOORS = [
  [
    'a user who may invite',
    (id: string, verb: string, body?: object) => owner.ask('POST', `${JOIN_REQUESTS}/${id}/${verb}`, body),
  ],
  ['an admin', (id: string, verb: string, body?: object) => service.admin('POST', `${BY_ADMINS}/${id}/${verb}`, body)],
] as const;

describe('POST /auth/join-requests', () => {
  test('sends a link, and shows no request before the link is used', async () => {
    const email = person();
    const reply = await ask(service, tenant, email, { locale: 'de' });
    expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['message']]);
    const [message] = await messagesTo(service, 'svc.join_requested', email);
    expect(message).toMatchObject({ tenantId: tenant.id, channel: 'email', to: email, locale: 'de' });
    expect(await waiting(email)).toBe(false);
  });

  test('replies alike, and sends nothing, for other domains, other policies, open sign-up and unknown tenants', async () => {
    const open = await service.tenant();
    const [ofOpen, invited] = [await verifiedDomain(open), await verifiedDomain(tenant, { policy: 'invitation' })];
    const expected = (await ask(service, tenant, person())).body;
    const cases: [Pick<Tenant, 'id'>, string][] = [
      [tenant, `ada@${newDomain()}`],
      [tenant, `ada@sub.${domain.name}`],
      [tenant, `ada@${invited}`],
      [open, `ada@${ofOpen}`],
      [open, person()],
      [{ id: 'x' }, person()],
      [{ id: `ten_${'0'.repeat(22)}` }, person()],
    ];
    for (const [to, email] of cases) {
      expect((await ask(service, to, email)).body).toEqual(expected);
      expect(JSON.stringify(service.local.events())).not.toContain(email);
    }
  });

  test('replies alike for an address with an account', async () => {
    const member = await createUser(service, tenant, { email: person() });
    const [one, other] = [await ask(service, tenant, member.email), await ask(service, tenant, person())];
    expect([one.status, one.body]).toEqual([other.status, other.body]);
    expect(await messagesTo(service, 'svc.join_requested', member.email)).toHaveLength(1);
  });

  test('sends one message in a minute, and replies alike without one', async () => {
    const email = person();
    const replies = await race(5, () => ask(service, tenant, email));
    expect(outcomes(replies)).toEqual({ 200: 5 });
    expect(await messagesTo(service, 'svc.join_requested', email)).toHaveLength(1);
  });

  test('refuses what is no address', async () => {
    expect(answerOf(await ask(service, tenant, 'ada'))).toEqual(refusal('INVALID_INPUT'));
    expect(answerOf(await service.post(ASK, { tenantId: 5, email: person() }))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('POST /auth/join-requests/confirm', () => {
  test('puts the request before those who decide, and publishes it', async () => {
    const email = person();
    const reply = await confirm(service, await linkFor(service, tenant, email));
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        tenant: { id: tenant.id, slug: tenant.slug, name: expect.any(String) },
        status: 'open',
        expiresAt: expect.any(String),
      },
    ]);
    expect(await list()).toContainEqual({
      id: expect.stringMatching(/^jrq_[0-9A-Za-z]{44}$/),
      email,
      domain: domain.name,
      createdAt: expect.any(String),
      expiresAt: reply.body.expiresAt,
    });
    const events = await published(service, 'svc.join_request_opened', tenant.id);
    expect(events.map(({ detail }) => detail)).toContainEqual(
      expect.objectContaining({ tenantId: tenant.id, domain: domain.name }),
    );
    expect(JSON.stringify(events)).not.toContain(email);
  });

  test('leaves no network in the audit log: the person has no account to erase', async () => {
    const own = await service.tenant(CLOSED);
    await requested(service, own, `ada@${await verifiedDomain(own)}`);
    const entry = await until(async () => {
      const { data } = (await service.admin('GET', `/auth/admin/api/audit?tenantId=${own.id}`)).body;
      return data.find(({ action }: { action: string }) => action === 'join_request_opened');
    }, 'the entry');
    expect([entry.source, entry.target.type]).toEqual([null, 'tenant']);
  });

  test('opens one request for twenty uses of a link at once, and for the tags of a mailbox', async () => {
    const email = person();
    const token = await linkFor(service, tenant, email);
    const replies = await race(20, () => confirm(service, token));
    expect(outcomes(replies)).toEqual({ 200: 20 });
    const tagged = email.replace('@', '+two@');
    expect((await later(2 * MINUTE, async () => confirm(service, await linkFor(service, tenant, tagged)))).status).toBe(
      200,
    );
    expect((await list()).filter((each) => each.email === email || each.email === tagged)).toHaveLength(1);
  });

  test('refuses other text, an altered link and one of yesterday', async () => {
    const token = await linkFor(service, tenant, person());
    for (const wrong of ['x', `${token}x`, `${token.slice(0, -6)}AAAAAA`])
      expect(answerOf(await confirm(service, wrong))).toEqual(refusal('JOIN_LINK_INVALID'));
    expect(answerOf(await later(DAY + 1, () => confirm(service, token)))).toEqual(refusal('JOIN_LINK_INVALID'));
    expect((await confirm(service, token)).status).toBe(200);
  });

  test('tells the owner of the mailbox that they have an account', async () => {
    const member = await createUser(service, tenant, { email: person() });
    const token = await linkFor(service, tenant, member.email);
    expect(answerOf(await confirm(service, token))).toEqual(refusal('USER_ALREADY_EXISTS'));
    expect(await waiting(member.email)).toBe(false);
  });

  test('refuses the 51st use of an IP address in 15 minutes', async () => {
    const ip = freshIp();
    const token = await linkFor(service, tenant, person());
    for (let round = 0; round < 50; round++) await service.post(CONFIRM, { token: 'x' }, { ip });
    expect(answerOf(await service.post(CONFIRM, { token }, { ip }))).toEqual(refusal('RATE_LIMITED'));
  });
});

describe.each(DOORS)('a decision by %s', (_, decide) => {
  test('accepts: the person gets an invitation with roles, and an account with its link', async () => {
    const roleId = await roleWith(service, tenant, ['organization.invite']);
    const { id, email } = await newRequest();
    const reply = await decide(id, 'accept', { roleIds: [roleId] });
    expect([reply.status, reply.body.invitation]).toMatchObject([201, { email, roleIds: [roleId], status: 'pending' }]);
    expect(await waiting(email)).toBe(false);
    const [{ token }] = await messagesTo(service, 'svc.user_invited', email);
    const password = newPassword();
    expect((await service.post('/auth/reset-password', { token, newPassword: password })).status).toBe(200);
    expect((await service.login({ tenant, email, password })).status).toBe(200);
  });

  test('refuses: the person is told, and asks again after 30 days', async () => {
    const { id, email } = await newRequest();
    expect((await decide(id, 'refuse')).status).toBeLessThan(300);
    expect(await waiting(email)).toBe(false);
    expect(await messagesTo(service, 'svc.join_refused', email)).toHaveLength(1);
    const again = await later(2 * MINUTE, async () => confirm(service, await linkFor(service, tenant, email, 2)));
    expect(again.body.status).toBe('refused');
    expect(await waiting(email)).toBe(false);
    expect(answerOf(await decide(id, 'accept', {}))).toEqual(refusal('JOIN_REQUEST_NOT_FOUND'));
  });

  test('makes one account when twenty accept at once', async () => {
    const { id, email } = await newRequest();
    const replies = await race(20, () => decide(id, 'accept', {}));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 201))
      expect(['JOIN_REQUEST_NOT_FOUND', 'RATE_LIMITED']).toContain(reply.body.code);
    expect(await messagesTo(service, 'svc.user_invited', email)).toHaveLength(1);
  });

  test('has one outcome when ten accept and ten refuse at once', async () => {
    const { id } = await newRequest();
    const replies = await race(20, (caller) => (caller % 2 ? decide(id, 'accept', {}) : decide(id, 'refuse')));
    const done = replies.flatMap(({ status, body }, at) =>
      status < 300 ? [at % 2 ? 'invitation' in body : 'message' in body] : [],
    );
    expect(done).toEqual([true]);
  });

  test('is refused for requests that are unknown, decided, malformed or have expired', async () => {
    const { id } = await newRequest();
    expect((await decide(id, 'refuse')).status).toBeLessThan(300);
    for (const wrong of [id, 'x', id.replace(/.{22}$/, '0'.repeat(22))])
      for (const verb of ['accept', 'refuse'] as const)
        expect(answerOf(await decide(wrong, verb, verb === 'accept' ? {} : undefined))).toEqual(
          refusal('JOIN_REQUEST_NOT_FOUND'),
        );
  });

  test('is refused once the domain is not the tenant’s any more', async () => {
    const lost = await verifiedDomain(tenant);
    const { id, email } = await newRequest(`ada@${lost}`);
    const before = await find(tenant.id as TenantId, lost);
    if (before) await release(before, { events: [] });
    expect(await waiting(email)).toBe(false);
    expect(answerOf(await decide(id, 'accept', {}))).toEqual(refusal('JOIN_REQUEST_NOT_FOUND'));
  });

  test('is refused with an account that has the address meanwhile, roles that cannot be given, and blocked domains', async () => {
    const taken = await newRequest();
    await createUser(service, tenant, { email: taken.email });
    expect(answerOf(await decide(taken.id, 'accept', {}))).toEqual(refusal('USER_ALREADY_EXISTS'));
    const { id } = await newRequest();
    const foreign = await roleWith(service, await service.tenant(), ['organization.invite']);
    expect(answerOf(await decide(id, 'accept', { roleIds: [foreign] }))).toEqual(refusal('ROLE_NOT_FOUND'));
    const { role } = (
      await service.admin('POST', '/auth/admin/api/roles', { name: unique('api'), guard: 'api', tenantId: tenant.id })
    ).body;
    expect(answerOf(await decide(id, 'accept', { roleIds: [role.id] }))).toEqual(refusal('GUARD_MISMATCH'));
    const blocked = await verifiedDomain(tenant);
    const request = await newRequest(`ada@${blocked}`);
    await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: [blocked] });
    expect(answerOf(await decide(request.id, 'accept', {}))).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
  });

  test('is limited as invitations are', async () => {
    const { id, email } = await newRequest();
    for (let each = 0; each < 10; each++) await attempt('email-day', tenant.id, 'invite', email);
    expect(answerOf(await decide(id, 'accept', {}))).toEqual(refusal('RATE_LIMITED'));
  });
});

describe('an accepted person', () => {
  const accepted = async () => {
    const email = person();
    const token = await linkFor(service, tenant, email);
    await confirm(service, token);
    const id = (await list()).find((each) => each.email === email)?.id;
    const { body } = await owner.ask('POST', `${JOIN_REQUESTS}/${id}/accept`, {});
    return { email, token, invitation: body.invitation as { id: string } };
  };
  const askAgain = (email: string, minutes = 2) =>
    later(minutes * MINUTE, async () => (await confirm(service, await linkFor(service, tenant, email, 2))).body);

  test('hears that they were, for as long as their invitation waits or they have an account', async () => {
    const { email } = await accepted();
    expect(await askAgain(email)).toMatchObject({ status: 'accepted' });
    expect(await waiting(email)).toBe(false);
  });

  test('asks again, with a new link, once their invitation is revoked', async () => {
    const { email, token, invitation } = await accepted();
    await service.admin('DELETE', `/auth/admin/api/invitations/${invitation.id}`);
    // This one is from before the request.
    expect((await confirm(service, token)).body.status).toBe('accepted');
    const late = await later(2 * MINUTE, () => linkFor(service, tenant, email, 2));
    const replies = await later(2 * MINUTE, () => race(20, () => confirm(service, late)));
    expect(new Set(replies.map(({ body }) => body.status))).toEqual(new Set(['open']));
    expect(new Set(replies.map(({ body }) => body.expiresAt)).size).toBe(1);
    expect(await waiting(email)).toBe(true);
  });

  test('does not ask again once they sign in by code, or while their account is off', async () => {
    const [coded, off] = [await accepted(), await accepted()];
    const by = { identifier: coded.email, tenantId: tenant.id };
    await service.post('/auth/passwordless/send', { ...by, channel: 'email' });
    const code = await codeTo(service, 'svc.passwordless_code_requested', coded.email);
    const credentials = { identifier: coded.email, channels: ['email'], code };
    const login = { tenantId: tenant.id, providerName: 'passwordless', credentials };
    expect((await service.post('/auth/login', login)).status).toBe(200);
    expect(await askAgain(coded.email)).toMatchObject({ code: 'USER_ALREADY_EXISTS' });
    await service.admin('PATCH', `/auth/admin/api/users/${off.invitation.id}`, { isActive: false });
    expect(await askAgain(off.email)).toMatchObject({ status: 'accepted' });
  });

  test('asks again once their account is deleted', async () => {
    const { email, invitation } = await accepted();
    await service.admin('DELETE', `/auth/admin/api/users/${invitation.id}`);
    expect(await askAgain(email)).toMatchObject({ status: 'open' });
    expect(await waiting(email)).toBe(true);
  });

  test('asks again once their invitation has expired', async () => {
    const { email } = await accepted();
    expect(await askAgain(email, 8 * 24 * 60)).toMatchObject({ status: 'open' });
  });
});

describe('a person who is invited already', () => {
  test('is accepted without a second message, and their request ends', async () => {
    const { id, email } = await newRequest();
    await service.admin('POST', '/auth/admin/api/invitations', { tenantId: tenant.id, email });
    const replies = await race(20, () => owner.ask('POST', `${JOIN_REQUESTS}/${id}/accept`, {}));
    expect(replies.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect(await waiting(email)).toBe(false);
    expect(await messagesTo(service, 'svc.user_invited', email)).toHaveLength(1);
  });

  test('has no open request after any accept, if others invite them at the same time', async () => {
    const { id, email } = await newRequest();
    const replies = await race(20, (caller) =>
      caller % 2
        ? owner.ask('POST', `${JOIN_REQUESTS}/${id}/accept`, {})
        : service.admin('POST', '/auth/admin/api/invitations', { tenantId: tenant.id, email }),
    );
    expect(replies.some(({ status }, at) => at % 2 && status === 201)).toBe(true);
    expect(await waiting(email)).toBe(false);
  });

  test('is accepted or refused when ten accept and ten refuse at once', async () => {
    const { id, email } = await newRequest();
    await service.admin('POST', '/auth/admin/api/invitations', { tenantId: tenant.id, email });
    const replies = await race(20, (caller) =>
      owner.ask('POST', `${JOIN_REQUESTS}/${id}/${caller % 2 ? 'accept' : 'refuse'}`, caller % 2 ? {} : undefined),
    );
    const done = replies.flatMap(({ status }, at) => (status < 300 ? [at % 2 ? 'accept' : 'refuse'] : []));
    expect(new Set(done).size).toBe(1);
    expect(await waiting(email)).toBe(false);
  });
});

describe('the door of users', () => {
  test('is open to organization.invite alone, and to no role beyond theirs', async () => {
    const { id } = await newRequest();
    const others = await manager(service, tenant, [
      'organization.members',
      'organization.roles',
      'organization.domains',
    ]);
    for (const [method, path] of [
      ['GET', JOIN_REQUESTS],
      ['POST', `${JOIN_REQUESTS}/${id}/accept`],
      ['POST', `${JOIN_REQUESTS}/${id}/refuse`],
    ] as const)
      expect(answerOf(await others.ask(method, path, path.endsWith('accept') ? {} : undefined))).toEqual(
        refusal('MISSING_REQUIRED_PERMISSIONS'),
      );
    const inviter = await manager(service, tenant, ['organization.invite']);
    const accept = (roleId: string) => inviter.ask('POST', `${JOIN_REQUESTS}/${id}/accept`, { roleIds: [roleId] });
    expect(answerOf(await accept(owner.roleId))).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
    expect((await accept(inviter.roleId)).status).toBe(201);
  });

  test('does not open the requests of another tenant', async () => {
    const other = await service.tenant(CLOSED);
    const foreign = await newRequest(`ada@${await verifiedDomain(other)}`, other);
    for (const verb of ['accept', 'refuse'])
      expect(
        answerOf(await owner.ask('POST', `${JOIN_REQUESTS}/${foreign.id}/${verb}`, verb === 'accept' ? {} : undefined)),
      ).toEqual(refusal('JOIN_REQUEST_NOT_FOUND'));
    expect(await waiting(foreign.email)).toBe(false);
  });

  test('writes refusals to the audit log without the address', async () => {
    const { id, email } = await newRequest();
    await owner.ask('POST', `${JOIN_REQUESTS}/${id}/refuse`);
    const entry = await until(async () => {
      const { data } = (await owner.ask('GET', '/auth/organization/audit?action=join_request.refused')).body;
      return data.find(({ actor }: { actor: { id: string } }) => actor.id === owner.id);
    }, 'the entry');
    expect(entry).toMatchObject({ actor: { type: 'user' }, before: { domain: domain.name } });
    expect(JSON.stringify(entry)).not.toContain(email);
  });
});

describe('the door of admins', () => {
  test('does not exist at a tenant that is unknown or deleted', async () => {
    const gone = await service.tenant(CLOSED);
    const { id } = await newRequest(`ada@${await verifiedDomain(gone)}`, gone);
    await service.admin('DELETE', `/auth/admin/api/tenants/${gone.id}`);
    const replies: Reply[] = [
      await service.admin('GET', `/auth/admin/api/tenants/${gone.id}/join-requests`),
      await service.admin('GET', '/auth/admin/api/tenants/x/join-requests'),
      await service.admin('POST', `${BY_ADMINS}/${id}/accept`, {}),
      await service.admin('POST', `${BY_ADMINS}/${id}/refuse`),
    ];
    for (const reply of replies) expect(answerOf(reply)).toEqual(refusal('TENANT_NOT_FOUND'));
  });
});

describe('the policy', () => {
  test('needs a tenant whose sign-up is closed, and is then shown to the sign-in page', async () => {
    const own = await service.tenant();
    const by = await manager(service, own);
    const name = await verifiedDomain(own, { policy: 'invitation' });
    const set = () => by.ask('PATCH', `${DOMAINS}/${name}`, { join: { policy: 'request' } });
    expect(answerOf(await set())).toEqual(refusal('INVALID_INPUT'));
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { settings: CLOSED });
    expect((await set()).body.domain.join).toEqual({ policy: 'request' });
    const found = async () => (await service.post('/auth/tenants/discover', { email: `ada@${name}` })).body;
    expect(await found()).toMatchObject({ tenant: { id: own.id }, provider: null, isRequestOpen: true });
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { settings: { signup: { mode: 'instant' } } });
    expect(await found()).toMatchObject({ isRequestOpen: false });
  });

  test('has no role and no provider', async () => {
    const join = (more: object) =>
      owner.ask('PATCH', `${DOMAINS}/${domain.name}`, { join: { policy: 'request', ...more } });
    expect(answerOf(await join({ roleId: owner.roleId }))).toEqual(refusal('INVALID_INPUT'));
    expect(answerOf(await join({ provider: 'acme' }))).toEqual(refusal('INVALID_INPUT'));
  });
});
