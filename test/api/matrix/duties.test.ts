// Calls every operation of admins in every role: for the whole deployment, for the tenant of the call and for another
// one. The duty that the contract declares decides the response. Generated from the contract, so a new operation is
// covered the day it is declared.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type * as z from 'zod/mini';
import { errorsOf, methodOf, pathOf, type Route } from '../../../lib/contract/operation.ts';
import { advance, now } from '../../../lib/platform/clock.ts';
import { absentId, NO_TENANT, tenantIn } from '../../../lib/platform/ids.ts';
import { ALLOWED } from '../../support/acting.ts';
import { type Account, callers, PATH } from '../../support/admins.ts';
import { answerOf, pathFor, refusal } from '../../support/api.ts';
import { EXPORT } from '../../support/exports.ts';
import type { Reply } from '../../support/http.ts';
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts';
import { IMPORT } from '../../support/imports.ts';
import { operations } from '../../support/ledger.ts';
import { scopedAdmin } from '../../support/scoped-admins.ts';
import { type Tenant, useService } from '../../support/service.ts';
import { type Call, newTenant, optionsOf, type World } from '../../world/recipe.ts';
import { SCENARIOS } from '../../world/recipes/all.ts';

const service = useService(ALLOWED);
let idp: IdentityProvider;
let world: World;
let elsewhere: Tenant;
let subject: Account & { cookie: string };
beforeAll(async () => {
  await service.adminCookie();
  idp = await startIdentityProvider();
  const parts = { service, realm: idp.realm(), staff: idp.realm(), events: [] };
  world = { ...parts, tenant: await newTenant(parts) };
  elsewhere = await service.tenant();
  const { account, session } = callers(service);
  const who = await account();
  subject = { ...who, cookie: await session(who) };
});
afterAll(() => idp?.stop());

const ROLES = {
  owner: ['readUsers', 'read', 'help', 'operate', 'own'],
  operator: ['readUsers', 'read', 'help', 'operate'],
  support: ['readUsers', 'help'],
  auditor: ['readUsers', 'read'],
} as const;
type Role = keyof typeof ROLES;
const roles = Object.keys(ROLES) as Role[];
const REACHES = ['the deployment', 'its tenant', 'another tenant'] as const;
type Reach = (typeof REACHES)[number];

/** Values of reserved fields that pass the validation, where `null` does not. */
const VALUES: Record<string, unknown> = { slug: 'a-b', isActive: true, metadata: {}, isSystem: true, jwks: [] };

const FORBIDDEN = refusal('FORBIDDEN');
const duties = operations.flatMap(({ route, operation }) =>
  operation.access === 'admin'
    ? [
        {
          route: route as Route,
          operation,
          duty: operation.duty,
          recipe: SCENARIOS.find((each) => each.route === route)!.recipe,
        },
      ]
    : [],
);

const assume = async (role: Role, tenants: readonly string[] | null, id = subject.id): Promise<void> => {
  const reply = await service.admin('PATCH', `${PATH}/${id}`, { role, tenants });
  if (reply.status !== 200) throw new Error(`role: ${reply.text}`);
};
/** The cookies of admins of a role and its tenants, who are made with the first call that needs them. */
const cookies = new Map<string, Promise<string>>();
async function cookieOf(role: Role, tenants: readonly string[] | null): Promise<string> {
  const key = `${role} ${tenants}`;
  const known = cookies.get(key) ?? scopedAdmin(service, role, tenants).then(({ cookie }) => cookie);
  cookies.set(key, known);
  return known;
}
const send = (route: Route, { params = {}, query = {}, ...call }: Call, cookie = subject.cookie): Promise<Reply> => {
  const path = pathOf(route).replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const options = optionsOf(call);
  return service.send(methodOf(route), `${path}?${new URLSearchParams(query)}`, {
    ...options,
    headers: { ...options.headers, cookie },
  });
};

/** The call with another tenant or another `{id}`. */
function about(call: Call, place: string, id: string): Call {
  if (place === 'path') return { ...call, params: { ...call.params, id } };
  if (place === 'query') return { ...call, query: { ...(call.query as Record<string, string>), tenantId: id } };
  return { ...call, body: { ...(call.body as object), ...(place === 'ids' ? { ids: [id] } : { tenantId: id }) } };
}
/** A role of a tenant that has no such role: without a tenant, it would be one of the platform. */
const absentRole = ({ params }: Call): string =>
  absentId(params?.id ?? '').replace(/^rol_0{22}/, `rol_${elsewhere.id.slice(4)}`);
const ABSENT_ENTRY = `evt_${'0'.repeat(22)}`;
const absentUser = ({ body }: Call): string => absentId((body as { ids: string[] }).ids[0] as string);
/** The tenants that the reply is about. An import and an export name only users, whose ids contain their tenant. */
const tenantsShownBy = ({ text, body }: Reply, route: Route, tenant: string): unknown[] => {
  if (route === `POST ${IMPORT}`) {
    const users = body.results.flatMap(({ userId }: { userId?: string }) => userId ?? []);
    return [...new Set(users.map(tenantIn))];
  }
  if (route === `POST ${EXPORT}`)
    return [...new Set(body.data.map(({ sourceId }: { sourceId: string }) => tenantIn(sourceId)))];
  return text.includes(tenant) ? [tenant] : [];
};
const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value);

test('every operation of admins declares its duty, and no other operation does', () => {
  const wrong = operations.filter(({ operation }) => (operation.access === 'admin') !== (operation.duty !== undefined));
  expect(wrong.map(({ route }) => route)).toEqual([]);
});

test('what an operation reserves for some admins are fields of its body', () => {
  for (const { operation, duty } of duties) {
    if (!duty || duty === 'self') continue;
    for (const path of [...Object.keys(duty.fields ?? {}), ...(duty.ofSelf ?? [])]) {
      const shape = path.split('.').reduce<z.ZodMiniType | undefined>((schema, name) => {
        const inner = schema?.def as { innerType?: z.ZodMiniType; shape?: Record<string, z.ZodMiniType> } | undefined;
        const object = inner?.innerType?.def ?? inner;
        return (object as { shape?: Record<string, z.ZodMiniType> }).shape?.[name];
      }, operation.body);
      expect([path, shape !== undefined]).toEqual([path, true]);
    }
  }
});

test('only what every role and every machine may do cannot be refused with FORBIDDEN', () => {
  for (const { route, operation, duty } of duties) {
    const isForAll = typeof duty === 'object' && duty.needs === 'readUsers' && duty.tenant !== 'deployment';
    expect([route, errorsOf(route, operation).includes('FORBIDDEN')]).toEqual([route, !isForAll]);
  }
});

describe.each(duties)('$route', ({ route, operation, duty, recipe }) => {
  /** Returns a call that succeeds for an owner, with the tenant that it is about. */
  const prepare = async () => {
    // Recipes move the clock, and the identity provider has its own.
    advance(Date.now() - now());
    const made = await recipe(world);
    const place = duty && duty !== 'self' ? duty.tenant : 'deployment';
    const call = place === 'query' ? about(made, 'query', world.tenant.id) : made;
    const tenant = place === 'path' ? (tenantIn(call.params?.id ?? '') as string) : world.tenant.id;
    return { call, tenant };
  };
  const isRead = route.startsWith('GET ');

  if (duty === 'self') {
    test.each(roles)('is open to the role %s', async (role) => {
      const call = await recipe(world);
      const cookie = String(call.headers?.cookie);
      const [id = ''] = /adm_\w{22}/.exec(cookie) ?? [];
      // Some recipes are calls of the first admin, who remains an owner.
      const isFirst = id === (await service.admin('GET', '/auth/admin/me')).body.id;
      await assume(role, [elsewhere.id], isFirst ? subject.id : id);
      expect((await send(route, call, isFirst ? subject.cookie : cookie)).status).toBe(operation.status);
    });
    return;
  }
  if (!duty) return;
  const { needs, tenant: place, fields = {} } = duty;
  /** An entry of the audit log has no tenant in its id: it is listed, and what is not listed does not exist. */
  const isEntry = place === 'listed' && pathOf(route).endsWith('/{id}');

  /** What the contract says about this caller and this call. */
  function expected(role: Role, reach: Reach, { body }: Call): 'passes' | 'forbidden' | 'absent' {
    const isLimited = reach !== 'the deployment';
    if (!(ROLES[role] as readonly string[]).includes(needs) || (isLimited && place === 'deployment'))
      return 'forbidden';
    const isReserved = ([path, more]: [string, string]): boolean =>
      valueAt(body, path) !== undefined && (more === 'own' ? role !== 'owner' : isLimited);
    if (Object.entries(fields).some(isReserved)) return 'forbidden';
    return reach === 'another tenant' && (place !== 'listed' || isEntry) ? 'absent' : 'passes';
  }

  test('responds to each role, for the deployment, its tenant and another one, as its duty says', async () => {
    const shared = await prepare();
    const foreign = (tenant: string): RegExp => new RegExp(tenant.slice(4));
    for (const role of roles) {
      for (const reach of REACHES) {
        const what = expected(role, reach, shared.call);
        const { call, tenant } = what === 'passes' && !isRead ? await prepare() : shared;
        const tenants = { 'the deployment': null, 'its tenant': [tenant], 'another tenant': [elsewhere.id] }[reach];
        const cookie = await cookieOf(role, tenants);
        const reply = await send(route, call, cookie);
        const seen = [role, reach, ...answerOf(reply)];
        if (what === 'forbidden') expect(seen).toEqual([role, reach, ...FORBIDDEN]);
        if (what === 'passes') expect(seen).toEqual([role, reach, operation.status, undefined]);
        if (what === 'absent') {
          const absentIds: Record<string, (call: Call) => string> = { path: absentRole, ids: absentUser };
          const id = absentIds[place]?.(call) ?? NO_TENANT;
          const other = isEntry ? about(call, 'path', ABSENT_ENTRY) : about(call, place, id);
          const absent = await send(route, other, cookie);
          expect([role, reach, reply.status, reply.text]).toEqual([role, reach, absent.status, absent.text]);
        }
        if (reach === 'another tenant') expect(reply.text).not.toMatch(foreign(tenant));
        if (reach === 'its tenant') expect(reply.text).not.toMatch(foreign(elsewhere.id));
      }
    }
    // The refused calls changed nothing that this call needs.
    expect((await send(route, shared.call, await service.adminCookie())).status).toBe(operation.status);
  });

  if (place === 'query' || place === 'body')
    test('fills in the only tenant of an admin, and asks for one of several', async () => {
      const role = roles.find((each) => (ROLES[each] as readonly string[]).includes(needs)) as Role;
      const { call, tenant } = await prepare();
      const { tenantId: _, ...query } = (call.query ?? {}) as Record<string, string>;
      const { tenantId: __, ...body } = (call.body ?? {}) as Record<string, unknown>;
      const open: Call = { ...call, query, ...(call.body ? { body } : {}) };
      await assume(role, [tenant, elsewhere.id]);
      expect(answerOf(await send(route, open))).toEqual(refusal('INVALID_INPUT'));
      await assume(role, [tenant]);
      const reply = await send(route, open);
      expect(reply.status).toBe(operation.status);
      if (isRead) expect(reply.body).toEqual((await send(route, call)).body);
      else expect(tenantsShownBy(reply, route, tenant)).toEqual([tenant]);
      // `null` means all tenants, or nothing at all.
      const ofAll = answerOf(await send(route, about(open, place, null as never)));
      if (place === 'body') expect([FORBIDDEN, refusal('INVALID_INPUT')]).toContainEqual(ofAll);
    });

  for (const [path, more] of Object.entries(fields))
    test(`reserves the field ${path}`, async () => {
      const { call, tenant } = await prepare();
      const [first = '', second] = path.split('.');
      const value = VALUES[path] ?? null;
      const body = { ...(call.body as object), [first]: second ? { [second]: value } : value };
      await assume(more === 'own' ? 'operator' : 'owner', more === 'own' ? null : [tenant]);
      expect(answerOf(await send(route, { ...call, body }))).toEqual(FORBIDDEN);
      await assume('owner', null);
      expect(answerOf(await send(route, { ...call, body }))).not.toEqual(FORBIDDEN);
    });
});

test('a caller without a session learns nothing of duties', async () => {
  for (const { route } of duties) {
    const reply = await service.send(methodOf(route), pathFor(route));
    expect([route, ...answerOf(reply)]).toEqual([route, ...refusal('NO_AUTH_PROVIDED')]);
  }
});
