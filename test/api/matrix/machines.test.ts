// Calls every operation of admins as machines that administer. A machine gets what an admin of its role and tenants gets, and
// is refused what is for people. Generated from the contract, so a new operation is covered the day it is declared.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { methodOf, needsStepUp, type Operation, pathOf } from '../../../lib/contract/operation.ts';
import { advance, now } from '../../../lib/platform/clock.ts';
import { tenantIn } from '../../../lib/platform/ids.ts';
import { ALLOWED } from '../../support/acting.ts';
import { adminToken, newAdministrator, withToken } from '../../support/administering.ts';
import { answerOf, pathFor, refusal } from '../../support/api.ts';
import type { Reply } from '../../support/http.ts';
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts';
import { operations } from '../../support/ledger.ts';
import { scopedAdmin } from '../../support/scoped-admins.ts';
import { bearer, prepared, type Tenant, useService } from '../../support/service.ts';
import { type Call, newTenant, optionsOf, type World } from '../../world/recipe.ts';
import { SCENARIOS } from '../../world/recipes/all.ts';

const service = useService(ALLOWED);
const user = prepared(async () => service.signup(await service.tenant()));
let idp: IdentityProvider;
let world: World;
let elsewhere: Tenant;
beforeAll(async () => {
  await service.adminCookie();
  idp = await startIdentityProvider();
  const parts = { service, realm: idp.realm(), staff: idp.realm(), events: [] };
  world = { ...parts, tenant: await newTenant(parts) };
  elsewhere = await service.tenant();
});
afterAll(() => idp?.stop());

const FORBIDDEN = refusal('FORBIDDEN');
const ofAdmins = operations.filter(({ operation }) => operation.access === 'admin');

/** Role and tenants of a machine. */
const CALLERS = [
  ['operator', 'the deployment'],
  ['operator', 'its tenant'],
  ['operator', 'another tenant'],
  ['support', 'its tenant'],
  ['auditor', 'the deployment'],
] as const;

type Role = (typeof CALLERS)[number][0];

/** Makes each caller once: with the first call that needs it. */
function once<T>(make: (role: Role, tenants: readonly string[] | null) => Promise<T>) {
  const made = new Map<string, Promise<T>>();
  return (role: Role, tenants: readonly string[] | null): Promise<T> => {
    const key = `${role} ${tenants}`;
    const known = made.get(key) ?? make(role, tenants);
    made.set(key, known);
    return known;
  };
}
const machineOf = once((role, tenants) => newAdministrator(role, tenants));
const personOf = once((role, tenants) => scopedAdmin(service, role, tenants));

const send = (route: string, { params = {}, query = {}, ...call }: Call, credential: Record<string, string>) => {
  const path = pathOf(route).replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const { headers, ...options } = optionsOf(call);
  const { cookie: _, ...others } = headers as Record<string, string>;
  return service.send(methodOf(route), `${path}?${new URLSearchParams(query)}`, {
    ...options,
    headers: { ...others, ...credential },
  });
};

/** Whether the call is for people, as the contract says. */
const isForPeople = ({ duty, stepUp = false }: Operation, { body }: Call): boolean =>
  duty === 'self' || (duty?.needs ?? 'own') === 'own' || stepUp === true || needsStepUp(stepUp, body ?? {});

/** The body without the fields that need a recent login. */
const freeOf = (body: unknown, stepUp: Operation['stepUp']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body as object).filter(
      ([field]) => typeof stepUp === 'object' && (stepUp as Record<string, unknown>)[field] === false,
    ),
  );

describe.each(ofAdmins)('$route', ({ route, operation }) => {
  const { duty, stepUp } = operation;
  const isRead = route.startsWith('GET ');
  const { recipe } = SCENARIOS.find((each) => each.route === route)!;
  const prepare = async (): Promise<{ call: Call; tenant: string }> => {
    // Recipes move the clock, and the identity provider has its own.
    advance(Date.now() - now());
    const made = await recipe(world);
    const place = typeof duty === 'object' ? duty.tenant : 'deployment';
    const query = { ...(made.query as Record<string, string>), tenantId: world.tenant.id };
    const call = place === 'query' ? { ...made, query } : made;
    const tenant = place === 'path' ? (tenantIn(call.params?.id ?? '') as string) : world.tenant.id;
    advance(Date.now() - now());
    return { call, tenant };
  };
  const tenantsFor = (reach: (typeof CALLERS)[number][1], tenant: string) =>
    ({ 'the deployment': null, 'its tenant': [tenant], 'another tenant': [elsewhere.id] })[reach];
  const asMachine = async (call: Call, role: Role, tenants: readonly string[] | null): Promise<Reply> =>
    send(route, call, withToken(await adminToken(service, await machineOf(role, tenants))));
  const asPerson = async (call: Call, role: Role, tenants: readonly string[] | null): Promise<Reply> =>
    send(route, call, { cookie: (await personOf(role, tenants)).cookie });

  test('responds to a machine as to an admin of its role and tenants, or refuses it what is for people', async () => {
    // A read, and a call that is refused to every machine, leaves what the next call needs.
    const shared = isRead || isForPeople(operation, {}) ? await prepare() : undefined;
    for (const [role, reach] of CALLERS) {
      const { call, tenant } = shared ?? (await prepare());
      const tenants = tenantsFor(reach, tenant);
      const got = [role, reach, ...answerOf(await asMachine(call, role, tenants))];
      if (isForPeople(operation, call)) {
        expect(got).toEqual([role, reach, ...FORBIDDEN]);
        continue;
      }
      const again = shared ?? (await prepare());
      const person = await asPerson(again.call, role, tenantsFor(reach, again.tenant));
      expect(got).toEqual([role, reach, ...answerOf(person)]);
      if (role === 'operator' && reach === 'the deployment') expect(got[2]).toBe(operation.status);
    }
  });

  if (typeof stepUp === 'object' && typeof duty === 'object' && duty.needs !== 'own')
    test('takes from a machine the fields that need no recent login', async () => {
      const { call } = await prepare();
      const body = freeOf(call.body, stepUp);
      expect(answerOf(await asMachine({ ...call, body }, 'operator', null))).not.toEqual(FORBIDDEN);
    });

  test('is closed to the token of a user, and to a caller without one', async () => {
    const at = (headers: Record<string, string>) => service.send(methodOf(route), pathFor(route), { headers });
    expect(answerOf(await at(bearer(user.tokens) as Record<string, string>))).toEqual(refusal('INVALID_TOKEN'));
    expect(answerOf(await at({}))).toEqual(refusal('NO_AUTH_PROVIDED'));
  });
});
