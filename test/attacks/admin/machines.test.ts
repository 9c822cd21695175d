// Threat: a token that is not one of a machine that administers opens operations of admins, a machine keeps what was taken from
// it, or it gets or gives more than an owner gave it.
import { describe, expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { adminForm, adminToken, askForToken, newAdministrator, withToken } from '../../support/administering.ts';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import { basicOf, type Known, newMachine, postForm } from '../../support/applications.ts';
import { startFeed } from '../../support/audit.ts';
import { callWith, newProofKey, tokenWith } from '../../support/dpop.ts';
import { newServer, signedIn, tokensOf } from '../../support/oauth-browser.ts';
import { newResource } from '../../support/protected-resources.ts';
import { race } from '../../support/race.ts';
import { scopedAdmin } from '../../support/scoped-admins.ts';
import { newEmail, newPassword, prepared, running, unique, useService } from '../../support/service.ts';
import { claimsOf, forge, headerOf, hs256, signedByService, unsigned } from '../../support/tokens.ts';

const service = useService({}, { changeFeed: false });
const feed = running(() => startFeed(service));
const tenant = prepared(() => service.tenant());
const operator = prepared(() => newAdministrator('operator'));

const APPLICATIONS = '/auth/admin/api/applications';
const TENANTS = '/auth/admin/api/tenants';
const INVALID = refusal('INVALID_TOKEN');
const list = (token: string) => service.get(TENANTS, { headers: withToken(token) });
const patch = async ({ application }: Known, body: object): Promise<void> => {
  const reply = await service.admin('PATCH', `${APPLICATIONS}/${application.id}`, body);
  if (reply.status !== 200) throw new Error(reply.text);
};
const post = (token: string, path: string, body: unknown) => service.post(path, body, { headers: withToken(token) });

describe('a token of another kind opens no operation of admins', () => {
  test('of a user, of a browser session of an application, of a machine in a tenant and of a protected resource', async () => {
    const user = await service.signup(tenant);
    const { jar } = await signedIn(service, tenant);
    const ofApplication = await tokensOf(service, jar, await newServer(), { scope: 'openid' });
    const machine = await newMachine(tenant);
    const form = { grant_type: 'client_credentials' };
    const plain = await postForm(service, '/oauth2/token', form, { headers: basicOf(machine) });
    const resource = await newResource();
    const elsewhere = await postForm(
      service,
      '/oauth2/token',
      { ...form, resource: resource.uri },
      { headers: basicOf(machine) },
    );
    const tokens = [
      user.tokens.accessToken,
      user.tokens.refreshToken,
      ofApplication.access_token,
      ofApplication.id_token,
      plain.body.access_token,
      elsewhere.body.access_token,
    ];
    for (const token of tokens) {
      expect(typeof token).toBe('string');
      expect(answerOf(await list(token))).toEqual(INVALID);
    }
  });

  test('of the same claims, signed with the keys of access tokens, or with none', async () => {
    const token = await adminToken(service, operator);
    const [header, claims] = [headerOf(token), claimsOf(token)];
    expect(header).toMatchObject({ alg: 'HS256', typ: 'machine-admin+jwt' });
    const more = { tid: tenant.id, roles: [], permissions: [], client_id: claims.sub };
    const forged = [
      await signedByService({ alg: 'RS256', kid: header.kid, typ: header.typ }, { ...claims, ...more }),
      await signedByService({ alg: 'RS256', typ: 'at+jwt', kid: header.kid }, { ...claims, ...more }),
      forge({ ...header, alg: 'none' }, claims, unsigned),
      forge(header, claims, hs256('guess')),
      forge(header, { ...claims, exp: claims.exp + 3600 }, hs256('')),
      `${token.slice(0, -4)}AAAA`,
    ];
    for (const each of forged) expect(answerOf(await list(each))).toEqual(INVALID);
    expect((await list(token)).status).toBe(200);
  });

  test('and a token for operations of admins opens nothing else', async () => {
    const token = await adminToken(service, operator);
    for (const path of ['/auth/me', '/userinfo', '/projects'])
      expect((await service.get(path, { headers: withToken(token) })).status).toBeGreaterThan(400);
    const machine = await newMachine(tenant);
    const seen = await postForm(service, '/oauth2/introspect', { token }, { headers: basicOf(machine) });
    expect(seen.body).toEqual({ active: false });
  });

  test('after five minutes', async () => {
    const reply = await askForToken(service, operator);
    expect(reply.body).toMatchObject({ token_type: 'Bearer', expires_in: 300 });
    expect((await later(4 * MINUTE, () => list(reply.body.access_token))).status).toBe(200);
    expect(answerOf(await later(5 * MINUTE, () => list(reply.body.access_token)))).toEqual(INVALID);
  });
});

describe('a token beside a cookie', () => {
  test('counts for nothing, so no page of another site uses the cookie by it', async () => {
    const token = withToken(await adminToken(service, operator));
    const cookie = await service.adminCookie();
    for (const shown of [token, { authorization: 'Bearer x' }]) {
      const headers = { ...shown, cookie };
      expect((await service.get('/auth/admin/me', { headers })).body.email).toBe(service.adminLogin.email);
      const foreign = { headers: { ...headers, origin: 'https://evil.example' } };
      const sent = await service.post(TENANTS, { name: 'Evil', slug: unique('t') }, foreign);
      expect(sent.status).toBe(403);
    }
    const ended = { headers: { ...token, cookie: cookie.replace(/=[^;]+/, '=gone') } };
    expect(answerOf(await service.get(TENANTS, ended))).toEqual(refusal('SESSION_INVALID'));
  });
});

describe('a token that is bound to a key', () => {
  test('needs a proof of that key, as a token of a machine that must prove one does', async () => {
    const key = await newProofKey();
    const { body } = await tokenWith(service, operator, key, adminForm(service));
    expect(body.token_type).toBe('DPoP');
    expect(answerOf(await list(body.access_token))).toEqual(INVALID);
    const bare = { headers: { authorization: `DPoP ${body.access_token}` } };
    expect(answerOf(await service.get(TENANTS, bare))).toEqual(INVALID);
    expect((await callWith(service, key, body.access_token, TENANTS)).status).toBe(200);
    expect(answerOf(await callWith(service, await newProofKey(), body.access_token, TENANTS))).toEqual(INVALID);
    expect(answerOf(await callWith(service, key, body.access_token, TENANTS, { htm: 'POST' }))).toEqual(INVALID);
  });

  test('is the only one that counts once the machine must prove a key', async () => {
    const machine = await newAdministrator('operator');
    const token = await adminToken(service, machine);
    await patch(machine, { requiresDpop: true });
    expect(answerOf(await list(token))).toEqual(INVALID);
  });
});

describe('a machine that lost something', () => {
  const ENDS: Record<string, (machine: Known) => Promise<unknown>> = {
    'its right': (machine) => patch(machine, { administers: null }),
    'the grant': (machine) => patch(machine, { grants: ['urn:ietf:params:oauth:grant-type:token-exchange'] }),
    'its status': (machine) => patch(machine, { isActive: false }),
    'its sessions': ({ application }) => service.admin('DELETE', `${APPLICATIONS}/${application.id}/sessions`),
    'its secret': ({ application: { id, secrets } }) =>
      service.admin('DELETE', `${APPLICATIONS}/${id}/secrets/${secrets[0]?.id}`),
    'the use of secrets': (machine) => patch(machine, { refusesSecrets: true }),
    'its existence': ({ application }) => service.admin('DELETE', `${APPLICATIONS}/${application.id}`),
  };

  test.each(Object.keys(ENDS))('is refused on the next request: %s', async (what) => {
    const machine = await newAdministrator('operator');
    const token = await adminToken(service, machine);
    expect((await list(token)).status).toBe(200);
    await ENDS[what]?.(machine);
    expect(answerOf(await list(token))).toEqual(INVALID);
  });

  test('gets back nothing of before when it is given its right again', async () => {
    const machine = await newAdministrator('operator');
    const token = await adminToken(service, machine);
    await patch(machine, { administers: null });
    expect(answerOf(await askForToken(service, machine))).toEqual(refusal('INVALID_TARGET'));
    await patch(machine, { administers: { role: 'operator', tenants: null } });
    expect(answerOf(await list(token))).toEqual(INVALID);
    expect((await list(await adminToken(service, machine))).status).toBe(200);
  });

  test('has another role and other tenants on the next request', async () => {
    const machine = await newAdministrator('operator');
    const token = await adminToken(service, machine);
    await patch(machine, { administers: { role: 'auditor', tenants: [tenant.id] } });
    expect(answerOf(await post(token, TENANTS, { name: 'Acme', slug: unique('t') }))).toEqual(refusal('FORBIDDEN'));
    expect((await list(token)).body.data.map(({ id }: { id: string }) => id)).toEqual([tenant.id]);
  });

  test('passes with no call that begins after the reply, when twenty race its end', async () => {
    const machine = await newAdministrator('operator');
    const token = await adminToken(service, machine);
    let endedAt: number | undefined;
    const calls = await race(20, async (caller) => {
      if (caller === 0) {
        await patch(machine, { administers: null });
        endedAt = performance.now();
        return [];
      }
      const seen: { began: number; status: number }[] = [];
      do {
        const began = performance.now();
        seen.push({ began, status: (await list(token)).status });
      } while (endedAt === undefined || (seen.at(-1) as { began: number }).began <= endedAt);
      return seen;
    });
    const after = calls.flat().filter(({ began }) => began > (endedAt as number));
    expect(after.length).toBeGreaterThanOrEqual(19);
    expect(after.filter(({ status }) => status !== 401)).toEqual([]);
  });
});

describe('a machine gets no more than an owner gave', () => {
  test('one that does not administer gets no token for the operations of admins', async () => {
    expect(answerOf(await askForToken(service, await newMachine(tenant)))).toEqual(refusal('INVALID_TARGET'));
  });

  test.each([
    ['a tenant', { tenant: 'ten_x' }, 'INVALID_INPUT'],
    ['a scope', { scope: 'account' }, 'INVALID_SCOPE'],
  ] as const)('a token is for no tenant and no scope: %s', async (_, more, code) => {
    const form = { ...adminForm(service), ...more };
    expect(answerOf(await postForm(service, '/oauth2/token', form, { headers: basicOf(operator) }))).toEqual(
      refusal(code),
    );
  });

  test('one of a tenant never administers another one, by either field', async () => {
    const other = await service.tenant();
    const create = (body: object) => service.admin('POST', APPLICATIONS, { name: 'M', kind: 'machine', ...body });
    const wide = { administers: { role: 'operator', tenants: null }, tenantIds: [tenant.id] };
    expect(answerOf(await create(wide))).toEqual(refusal('INVALID_INPUT'));
    const narrow = { administers: { role: 'operator', tenants: [tenant.id] }, tenantIds: [tenant.id] };
    const made = await create(narrow);
    expect(made.status).toBe(201);
    const path = `${APPLICATIONS}/${made.body.application.id}`;
    for (const body of [
      { administers: { role: 'operator', tenants: null } },
      { administers: { role: 'operator', tenants: [tenant.id, other.id] } },
      { tenantIds: [other.id] },
    ])
      expect(answerOf(await service.admin('PATCH', path, body))).toEqual(refusal('INVALID_INPUT'));
    // Behind the back of the operations.
    const stored = await newAdministrator('operator', null, { tenantIds: [tenant.id as TenantId] });
    expect(answerOf(await askForToken(service, stored))).toEqual(refusal('INVALID_TARGET'));
  });

  test('only an owner of the deployment with a recent login gives it, to a machine, and never the role owner', async () => {
    const machine = await newMachine(tenant, { tenantIds: null });
    const path = `${APPLICATIONS}/${machine.application.id}`;
    const given = { administers: { role: 'support', tenants: null } };
    for (const [role, tenants] of [
      ['operator', null],
      ['owner', [tenant.id]],
    ] as const) {
      const admin = await scopedAdmin(service, role, tenants);
      expect(answerOf(await admin.send('PATCH', path, given))).toEqual(refusal('FORBIDDEN'));
    }
    const owner = await scopedAdmin(service, 'owner');
    expect(answerOf(await later(16 * MINUTE, () => owner.send('PATCH', path, given)))).toEqual(
      refusal('REAUTH_REQUIRED'),
    );
    const asOwner = { administers: { role: 'owner', tenants: null } };
    expect(answerOf(await owner.send('PATCH', path, asOwner))).toEqual(refusal('INVALID_INPUT'));
    expect(answerOf(await owner.send('POST', APPLICATIONS, { name: 'S', kind: 'server', ...given }))).toEqual(
      refusal('INVALID_INPUT'),
    );
    expect((await owner.send('PATCH', path, given)).status).toBe(200);
  });

  test('a machine gives itself and others nothing', async () => {
    const token = await adminToken(service, operator);
    const { id } = operator.application;
    const send = (method: string, path: string, body?: unknown) =>
      service.send(method, path, { body, headers: withToken(token) });
    const attempts = [
      send('PATCH', `${APPLICATIONS}/${id}`, { administers: { role: 'operator', tenants: null } }),
      send('POST', `${APPLICATIONS}/${id}/secrets`, {}),
      send('POST', APPLICATIONS, { name: 'M', kind: 'machine', administers: { role: 'auditor', tenants: null } }),
      send('POST', '/auth/admin/admins', { email: newEmail(), role: 'auditor' }),
      send('POST', '/auth/admin/invitations', { email: newEmail(), role: 'auditor' }),
      send('GET', '/auth/admin/me'),
      send('POST', '/auth/admin/logout', {}),
    ];
    for (const reply of await Promise.all(attempts)) expect(answerOf(reply)).toEqual(refusal('FORBIDDEN'));
  });

  test('no protected resource takes the address of the operations of admins', async () => {
    const body = { uri: `${service.baseUrl}/auth/admin`, name: 'Fake', scopes: [] };
    expect(answerOf(await service.admin('POST', '/auth/admin/api/protected-resources', body))).toEqual(
      refusal('INVALID_INPUT'),
    );
  });
});

describe('the audit log', () => {
  test('names the application as the actor of changes, reads, refusals and tokens', async () => {
    const machine = await newAdministrator('operator');
    const { id } = machine.application;
    const token = await adminToken(service, machine);
    const made = (await post(token, TENANTS, { name: 'Acme', slug: unique('t') })).body.tenant.id;
    const email = newEmail();
    const invited = await post(token, '/auth/admin/api/invitations', { tenantId: made, email });
    expect(invited.body.invitation.invitedBy).toEqual({ type: 'application', id });
    await service.get(`/auth/admin/api/users?tenantId=${made}`, { headers: withToken(token) });
    await service.get('/auth/admin/me', { headers: withToken(token) });
    await feed.drain();
    const log = await service.admin('GET', `/auth/admin/api/audit?actorId=${id}`);
    const seen = log.body.data.map(({ action, actor }: { action: string; actor: object }) => [action, actor]);
    const actor = { type: 'application', id, name: 'An application' };
    for (const action of ['tenant.created', 'user.read', 'admin.refused', 'machine.token_issued'])
      expect(seen).toContainEqual([action, actor]);
    expect(seen.every(([, by]: [string, object]) => JSON.stringify(by) === JSON.stringify(actor))).toBe(true);
  });

  test('has the refusal of a field that asks for a recent login of a person', async () => {
    const machine = await newAdministrator('operator');
    const { sub } = claimsOf((await service.signup(tenant)).tokens.accessToken);
    const sent = { body: { password: newPassword() }, headers: withToken(await adminToken(service, machine)) };
    const reply = await service.send('PATCH', `/auth/admin/api/users/${sub}`, sent);
    expect(answerOf(reply)).toEqual(refusal('FORBIDDEN'));
    await feed.drain();
    const log = await service.admin(
      'GET',
      `/auth/admin/api/audit?actorId=${machine.application.id}&action=admin.refused`,
    );
    expect(log.body.data).toEqual([expect.objectContaining({ operation: 'update', outcome: 'failure' })]);
  });

  test('tells a user that an admin changed the account, and not which machine', async () => {
    const user = await service.signup(tenant);
    const { sub: id } = claimsOf(user.tokens.accessToken);
    const headers = withToken(await adminToken(service, operator));
    const changed = await service.send('PATCH', `/auth/admin/api/users/${id}`, { body: { name: 'Ada' }, headers });
    expect(changed.status).toBe(200);
    await feed.drain();
    const own = await service.get('/auth/audit', { headers: withToken(user.tokens.accessToken) });
    const entry = own.body.data.find(({ action }: { action: string }) => action === 'user.updated');
    expect(entry).toMatchObject({ by: 'admin', ipAddress: null });
    expect(own.text).not.toContain(operator.application.id);
  });

  test('shows the admin who gave the right, and which one', async () => {
    const machine = await newMachine(tenant, { tenantIds: null });
    await patch(machine, { administers: { role: 'support', tenants: [tenant.id] } });
    await feed.drain();
    const log = await service.admin('GET', `/auth/admin/api/audit?targetId=${machine.application.id}`);
    expect(log.body.data[0]).toMatchObject({
      action: 'application.updated',
      actor: { type: 'admin' },
      before: { administers: null },
      after: { administers: { role: 'support', tenants: [tenant.id] } },
    });
  });
});

test('a machine shows one token, not two', async () => {
  const token = await adminToken(service, operator);
  const headers = { authorization: [`Bearer ${token}`, `Bearer ${token}`] };
  expect(answerOf(await service.get(TENANTS, { headers }))).toEqual(refusal('CONFLICTING_CREDENTIALS'));
  expect(answerOf(await service.get(TENANTS, { headers: { authorization: 'Bearer' } }))).toEqual(
    refusal('NO_AUTH_PROVIDED'),
  );
});
