// Threat: a machine turns the token of a user into one for more than the user gave away, for longer, or for someone else.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { MOST_ACTORS } from '../../../lib/crypto/act.ts';
import { seconds } from '../../../lib/platform/clock.ts';
import type { TenantId } from '../../../lib/platform/ids.ts';
import type { ProtectedResource } from '../../../lib/store/applications/protected-resources.ts';
import { ALLOWED, acting, openTenant } from '../../support/acting.ts';
import { claimsOf, giveRoles, headerOf, later, MINUTE, SECOND } from '../../support/api.ts';
import { basicOf, type Known, postForm } from '../../support/applications.ts';
import { newPermission, newRole } from '../../support/grants.ts';
import { newServer, type SignedIn, signedIn, tokensOf } from '../../support/oauth-browser.ts';
import { newResource, scopeOf } from '../../support/protected-resources.ts';
import { race, tally } from '../../support/race.ts';
import { scopedAdmin } from '../../support/scoped-admins.ts';
import { type Tenant, useService } from '../../support/service.ts';
import { actedBy, actingToken, EXCHANGE, exchangeAs, newActor } from '../../support/token-exchange.ts';
import { forge, hs256, type Part, signedByService, unsigned } from '../../support/tokens.ts';

const service = useService({ ...ALLOWED, GATEHOUSE_LIMITS: 'off' });
let tenant: Tenant;
let browser: SignedIn;
let known: Known;
let notes: ProtectedResource;
let machine: Known;
let letters: ProtectedResource;
let subject: string;
beforeAll(async () => {
  tenant = await openTenant(service);
  browser = await signedIn(service, tenant);
  known = await newServer();
  notes = await newResource();
  machine = await newActor(tenant);
  letters = await actedBy([machine]);
  subject = await subjectOf();
});

const subjectOf = async (from = browser, application = known, resource = notes, scope = 'notes:read notes:write') =>
  (await tokensOf(service, from.jar, application, { scope, resource: resource.uri })).access_token;
const PATH = '/auth/admin/api';
const patch = async (path: string, body: object) => {
  const reply = await service.admin('PATCH', `${PATH}/${path}`, body);
  if (reply.status !== 200) throw new Error(reply.text);
};
const introspect = async (token: string) =>
  (await postForm(service, '/oauth2/introspect', { token }, { headers: basicOf(known) })).body;
const refused = async (...sent: Parameters<typeof exchangeAs> extends [unknown, ...infer Rest] ? Rest : never) => {
  const { status, body } = await exchangeAs(service, ...sent);
  return `${status} ${body.error} ${body.code}`;
};
const SUBJECT = '400 invalid_request INVALID_SUBJECT_TOKEN';
const TARGET = '400 invalid_target INVALID_TARGET';
const SCOPE = '400 invalid_scope INVALID_SCOPE';

describe('a subject token', () => {
  const cases: [string, () => Promise<string>][] = [
    [
      'that is an id token',
      async () => (await tokensOf(service, browser.jar, known, { resource: notes.uri, scope: 'openid' })).id_token,
    ],
    [
      'that is a refresh token',
      async () =>
        (await tokensOf(service, browser.jar, known, { resource: notes.uri, scope: 'offline_access notes:read' }))
          .refresh_token,
    ],
    [
      'for this service',
      async () => (await tokensOf(service, browser.jar, known, { scope: 'openid account' })).access_token,
    ],
    ['of a browser', async () => browser.user.tokens.accessToken],
    [
      'of an admin who acts as the user',
      async () => (await acting(await scopedAdmin(service, 'operator'), browser.user)).tokens.accessToken,
    ],
    [
      'of a machine itself',
      async () => {
        const form = { grant_type: 'client_credentials', resource: letters.uri };
        return (await postForm(service, '/oauth2/token', form, { headers: basicOf(machine) })).body.access_token;
      },
    ],
    ['without a signature', async () => forge({ ...headerOf(subject), alg: 'none' }, claimsOf(subject), unsigned)],
    [
      'with the public key as a secret',
      async () => {
        const { keys } = (await service.get('/.well-known/jwks.json')).body;
        const key = JSON.stringify(keys[0]);
        return forge({ ...headerOf(subject), alg: 'HS256' }, claimsOf(subject), hs256(key));
      },
    ],
    ['whose claims were altered', async () => altered({ scope: 'notes:read letters:send' })],
    ['that names an actor who is not its client', () => signed({ act: { sub: known.application.id } })],
    ['whose actor has no name', () => signed({ act: {} })],
    ['whose actor is text', () => signed({ act: known.application.id })],
    ['of an unknown session', () => signed({ sid: claimsOf(browser.user.tokens.accessToken).sid })],
    [
      'of an application that is not that of its session',
      async () => signed({ client_id: (await newServer()).application.id }),
    ],
    ['for a resource that is not that of its session', async () => signed({ aud: (await newResource()).uri })],
    ['that expires never', () => signed({ exp: seconds() + 100_000_000 })],
  ];
  test.each(cases)('%s is refused', async (_, make) => {
    expect(await refused(machine, await make(), letters)).toBe(SUBJECT);
  });

  const signed = (over: Part) => signedByService(headerOf(subject), { ...claimsOf(subject), ...over });
  const altered = (over: Part) => {
    const [header, , signature] = subject.split('.');
    const claims = Buffer.from(JSON.stringify({ ...claimsOf(subject), ...over })).toString('base64url');
    return [header, claims, signature].join('.');
  };

  test('that has expired is refused, and a session that lives does not help', async () => {
    const { exp, iat } = claimsOf(subject);
    await later((Number(exp) - Number(iat)) * SECOND + SECOND, async () => {
      expect(await refused(machine, subject, letters)).toBe(SUBJECT);
    });
  });

  test('of another tenant is refused, also if the resource is for all tenants', async () => {
    const foreign = await newActor(await service.tenant());
    expect(await refused(foreign, subject, await actedBy([foreign]))).toBe(SUBJECT);
  });

  test('of a user who must change the password is refused', async () => {
    const from = await signedIn(service, tenant);
    const token = await subjectOf(from);
    await patch(`users/${claimsOf(token).sub}`, { mustChangePassword: true });
    expect(await refused(machine, token, letters)).toBe(SUBJECT);
  });
});

describe('a scope', () => {
  test('that the subject token does not have is refused, also if the user has it', async () => {
    const narrow = await subjectOf(browser, known, notes, 'notes:read');
    expect(await refused(machine, narrow, letters, { scope: 'notes:write' })).toBe(SCOPE);
    expect(await refused(machine, narrow, letters, { scope: 'notes:read notes:write' })).toBe(SCOPE);
    expect(await refused(machine, narrow, letters, { scope: 'openid' })).toBe(SCOPE);
    expect(claimsOf(await actingToken(service, machine, narrow, letters)).scope).toBe('notes:read');
  });

  test('that was left out at one exchange is not there at the next', async () => {
    const second = await newActor(tenant);
    const archive = await actedBy([second]);
    const first = await actingToken(service, machine, subject, letters, { scope: 'notes:read' });
    expect(await refused(second, first, archive, { scope: 'notes:write' })).toBe(SCOPE);
    expect(claimsOf(await actingToken(service, second, first, archive)).scope).toBe('notes:read');
  });

  test('that the target does not know is left out, and a token without one is refused', async () => {
    const other = await actedBy([machine], { scopes: [scopeOf('letters:send')] });
    expect(await refused(machine, subject, other)).toBe(SCOPE);
    const bare = (await tokensOf(service, browser.jar, known, { scope: 'openid', resource: notes.uri })).access_token;
    expect(await refused(machine, bare, letters)).toBe(SCOPE);
  });

  test('needs the permission of the target, and still the one of where it came from', async () => {
    const names = [(await newPermission(service)).name, (await newPermission(service)).name] as const;
    const [there, here] = await Promise.all([
      newResource({ scopes: [scopeOf('notes:read'), scopeOf('notes:write', { permission: names[0] })] }),
      actedBy([machine], { scopes: [scopeOf('notes:read', { permission: names[1] }), scopeOf('notes:write')] }),
    ]);
    const roles = await Promise.all(names.map((name) => newRole(service, { permissions: [name] })));
    const from = await signedIn(service, tenant);
    await giveRoles(
      from.user,
      roles.map(({ id }) => id),
    );
    const token = await subjectOf(from, known, there);
    const acts = await actingToken(service, machine, token, here);
    expect([claimsOf(acts).scope, (await introspect(acts)).scope]).toEqual(Array(2).fill('notes:read notes:write'));
    await giveRoles(from.user, [roles[1]?.id as string]);
    expect(claimsOf(await actingToken(service, machine, token, here)).scope).toBe('notes:read');
    await giveRoles(from.user, [roles[0]?.id as string]);
    expect(claimsOf(await actingToken(service, machine, token, here)).scope).toBe('notes:write');
    expect((await introspect(acts)).scope).toBe('notes:write');
    await giveRoles(from.user, []);
    expect(await refused(machine, token, here)).toBe(SCOPE);
  });

  test('must be allowed to the application of the user and to the machine', async () => {
    const limited = await newActor(tenant, { scopes: ['notes:write'] });
    const at = await actedBy([limited, machine]);
    expect(claimsOf(await actingToken(service, limited, subject, at)).scope).toBe('notes:write');
    const application = await newServer();
    const token = await subjectOf(browser, application);
    await patch(`applications/${application.application.id}`, { scopes: ['notes:read'] });
    expect(claimsOf(await actingToken(service, machine, token, at)).scope).toBe('notes:read');
  });

  test('that needs a recent login is there for as long as the login is recent', async () => {
    const at = await actedBy([machine], {
      scopes: [scopeOf('notes:read'), scopeOf('notes:write', { needsRecentLogin: true })],
    });
    const from = await signedIn(service, tenant);
    await later(12 * MINUTE, async () => {
      const acts = await actingToken(service, machine, await subjectOf(from), at);
      expect(claimsOf(acts).scope).toBe('notes:read notes:write');
      await later(4 * MINUTE, async () => {
        expect((await introspect(acts)).scope).toBe('notes:read');
        expect(claimsOf(await actingToken(service, machine, await subjectOf(from), at)).scope).toBe('notes:read');
      });
    });
  });
});

describe('a resource', () => {
  test('that does not name the machine is refused as an unknown one is', async () => {
    expect(await refused(machine, subject, await newResource())).toBe(TARGET);
    expect(await refused(machine, subject, await actedBy([await newActor(tenant)]))).toBe(TARGET);
    expect(await refused(machine, subject, { uri: 'https://unknown.example/' })).toBe(TARGET);
  });

  test('for first parties is closed to the user of an application of others, and to a machine of others', async () => {
    const third = await newServer({ party: 'third' });
    const open = await newResource({ isFirstPartyOnly: false });
    const token = await subjectOf(browser, third, open);
    expect(await refused(machine, token, letters)).toBe(TARGET);
    const alien = await newActor(tenant, { party: 'third' });
    expect(await refused(alien, subject, await actedBy([alien]))).toBe(TARGET);
    const both = await actedBy([machine], { isFirstPartyOnly: false });
    expect(claimsOf(await actingToken(service, machine, token, both)).aud).toBe(both.uri);
  });

  test('of another tenant, or switched off, is refused', async () => {
    const foreign = (await service.tenant()).id as TenantId;
    expect(await refused(machine, subject, await actedBy([machine], { tenantIds: [foreign] }))).toBe(TARGET);
    expect(await refused(machine, subject, await actedBy([machine], { status: 'disabled' }))).toBe(TARGET);
  });
});

describe('a chain', () => {
  test('ends after three machines, and has none twice', async () => {
    const machines = await Promise.all(Array.from({ length: MOST_ACTORS + 1 }, () => newActor(tenant)));
    const all = await actedBy([machine, ...machines]);
    let token = subject;
    for (const each of machines.slice(0, MOST_ACTORS)) {
      token = await actingToken(service, each, token, all);
      expect(await refused(each, token, all)).toBe(SUBJECT);
    }
    expect(await refused(machines[0] as Known, token, all)).toBe(SUBJECT);
    expect(await refused(machines[MOST_ACTORS] as Known, token, all)).toBe(SUBJECT);
    const names = machines.slice(0, MOST_ACTORS).map(({ application }) => application.id);
    const [one, two, three] = names;
    expect(claimsOf(token).act).toEqual({ sub: three, act: { sub: two, act: { sub: one } } });
    expect((await introspect(token)).active).toBe(true);
    const longer = {
      ...claimsOf(token),
      act: { sub: three, act: { sub: two, act: { sub: one, act: { sub: 'app_x' } } } },
    };
    expect(await introspect(await signedByService(headerOf(token), longer))).toEqual({ active: false });
  });

  test('never lives longer than its first token', async () => {
    const second = await newActor(tenant);
    const at = await actedBy([machine, second]);
    const first = await actingToken(service, machine, subject, at);
    await later(4 * MINUTE, async () => {
      expect(claimsOf(await actingToken(service, second, first, at)).exp).toBe(claimsOf(first).exp);
    });
    await later(6 * MINUTE, async () => expect(await refused(second, first, at)).toBe(SUBJECT));
  });
});

describe('what ends a token with which a machine acts', () => {
  const NOT_AGAIN = async () => {};
  type Scene = { machine: Known; target: ProtectedResource; origin: ProtectedResource; earlier: Known };
  const off: [string, (scene: Scene) => Promise<void>, (scene: Scene) => Promise<void>][] = [
    [
      'the rule of the resource',
      ({ target }) => patch(`protected-resources/${target.id}`, { actorIds: [] }),
      ({ target, machine: { application } }) =>
        patch(`protected-resources/${target.id}`, { actorIds: [application.id] }),
    ],
    [
      'the resource',
      ({ target }) => patch(`protected-resources/${target.id}`, { isActive: false }),
      ({ target }) => patch(`protected-resources/${target.id}`, { isActive: true }),
    ],
    [
      'the resource that the user gave access to',
      ({ origin }) => patch(`protected-resources/${origin.id}`, { isActive: false }),
      ({ origin }) => patch(`protected-resources/${origin.id}`, { isActive: true }),
    ],
    [
      'the machine',
      (it) => patch(`applications/${it.machine.application.id}`, { isActive: false }),
      (it) => patch(`applications/${it.machine.application.id}`, { isActive: true }),
    ],
    [
      'the tenants of the machine',
      async (it) => patch(`applications/${it.machine.application.id}`, { tenantIds: [(await service.tenant()).id] }),
      (it) => patch(`applications/${it.machine.application.id}`, { tenantIds: [tenant.id] }),
    ],
    [
      'the earlier machine of the chain',
      ({ earlier }) => patch(`applications/${earlier.application.id}`, { isActive: false }),
      ({ earlier }) => patch(`applications/${earlier.application.id}`, { isActive: true }),
    ],
    [
      'the grant of the machine',
      (it) => patch(`applications/${it.machine.application.id}`, { grants: ['client_credentials'] }),
      (it) => patch(`applications/${it.machine.application.id}`, { grants: it.machine.application.grants }),
    ],
    [
      'the grant of the earlier machine of the chain',
      ({ earlier }) => patch(`applications/${earlier.application.id}`, { grants: ['client_credentials'] }),
      ({ earlier }) => patch(`applications/${earlier.application.id}`, { grants: earlier.application.grants }),
    ],
    [
      'the deletion of the machine',
      async (it) => void (await service.admin('DELETE', `${PATH}/applications/${it.machine.application.id}`)),
      NOT_AGAIN,
    ],
    [
      'the deletion of the resource',
      async ({ target }) => void (await service.admin('DELETE', `${PATH}/protected-resources/${target.id}`)),
      NOT_AGAIN,
    ],
  ];
  test.each(off)('%s does, and it stays so', async (_, switchOff, switchOn) => {
    const [earlier, last] = [await newActor(tenant), await newActor(tenant)];
    const [origin, between, target] = [await newResource(), await actedBy([earlier]), await actedBy([last])];
    const from = await actingToken(
      service,
      earlier,
      await subjectOf(await signedIn(service, tenant), known, origin),
      between,
    );
    const token = await actingToken(service, last, from, target);
    const scene = { machine: last, target, origin, earlier };
    const doors = async () => [
      (await introspect(token)).active,
      (await exchangeAs(service, last, from, target)).status,
    ];
    expect(await doors()).toEqual([true, 200]);
    await later(2 * SECOND, async () => {
      await switchOff(scene);
      expect((await doors())[0]).toBe(false);
      expect((await doors())[1]).toBeGreaterThanOrEqual(400);
    });
    await later(4 * SECOND, async () => {
      await switchOn(scene);
      expect((await introspect(token)).active).toBe(false);
    });
  });
});

describe('a revocation by the machine', () => {
  const revoke = (by: Known, token: string) => postForm(service, '/oauth2/revoke', { token }, { headers: basicOf(by) });

  test('ends its token, and neither the session of the user nor the token of their application', async () => {
    const token = await actingToken(service, machine, subject, letters);
    const [other] = [await newActor(tenant)];
    for (const stranger of [known, other]) await revoke(stranger, token);
    expect((await introspect(token)).active).toBe(true);
    await revoke(machine, token);
    expect(await introspect(token)).toEqual({ active: false });
    const second = await newActor(tenant);
    expect(await refused(second, token, await actedBy([second]))).toBe(SUBJECT);
    expect((await introspect(subject)).active).toBe(true);
    expect((await exchangeAs(service, machine, subject, letters)).status).toBe(200);
  });

  test('of the subject token changes nothing', async () => {
    await revoke(machine, subject);
    expect((await introspect(subject)).active).toBe(true);
  });
});

test('of twenty exchanges at the same time, all have a token of their own', async () => {
  const replies = await race(20, () => exchangeAs(service, machine, subject, letters));
  expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 20 });
  expect(new Set(replies.map(({ body }) => claimsOf(body.access_token).jti)).size).toBe(20);
});

test('a machine that does not prove itself exchanges nothing', async () => {
  const form = { ...EXCHANGE, subject_token: subject, resource: letters.uri };
  const headers = basicOf({ ...machine, secret: 'x'.repeat(43) });
  expect((await postForm(service, '/oauth2/token', form, { headers })).body.error).toBe('invalid_client');
  const { id } = machine.application;
  expect((await postForm(service, '/oauth2/token', { ...form, client_id: id })).body.error).toBe('invalid_client');
});
