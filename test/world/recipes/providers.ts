// Makes calls of logins with an identity provider succeed.
import type { sso } from '../../../lib/contract/groups/sso.ts';
import { CHALLENGE, VERIFIER } from '../../support/binding.ts';
import type { Person } from '../../support/identity-provider.ts';
import type { Jar } from '../../support/jar.ts';
import { signedIn } from '../../support/oauth-browser.ts';
import { bearer } from '../../support/service.ts';
import { newSetup } from '../../support/setup-links.ts';
import * as flows from '../../support/sso.ts';
import { type Call, good, type Recipes, type World } from '../recipe.ts';

const { PROVIDER, stranger } = flows;

export const providerCode = async ({ service, tenant, realm }: World, person: Person): Promise<string> =>
  flows.codeIn(await flows.roundTrip(service, tenant, realm, person));
export const newToken = ({ service, tenant, realm }: World, person: Person): Promise<string> =>
  flows.newToken(service, tenant, realm, person);
export const withVerifier = ({ tenant }: World, credentials: object): Call => ({
  body: { tenantId: tenant.id, providerName: PROVIDER, credentials: { codeVerifier: VERIFIER, ...credentials } },
});

/** The browser is back from the provider. */
async function back(world: World, person: Person, mode: string): Promise<Call> {
  const { service, tenant, realm } = world;
  const trip = await flows.leave(service, tenant, { mode });
  const query = Object.fromEntries(realm.logIn(trip.location, person).searchParams);
  return { params: { provider: PROVIDER }, query, headers: { cookie: trip.cookie } };
}

/** A browser in which a user is logged in, with the cookies and headers of its session. */
const cookieUser = async ({ service, tenant }: World): Promise<Jar> => (await signedIn(service, tenant)).jar;
const inCookies = (jar: Jar) => ({ 'x-access-token-type': 'cookie', cookie: jar.header() });

/** The browser of a user who links an identity is back from the provider. */
async function backToLink(world: World): Promise<Call> {
  const jar = await cookieUser(world);
  const { location } = good(await jar.post('/auth/identities', { provider: PROVIDER }), 'link');
  const query = Object.fromEntries(world.realm.logIn(location, stranger()).searchParams);
  return { params: { provider: PROVIDER }, query, headers: inCookies(jar) };
}

/** A person with an identity, and the headers of their session. */
export async function federated(world: World) {
  const login = await world.service.post(
    '/auth/login',
    withVerifier(world, { token: await newToken(world, stranger()) }).body,
  );
  const headers = bearer(good(login, 'login'));
  const { identities } = good(await world.service.get('/auth/identities', { headers }), 'identities');
  return { headers, id: identities[0].id as string };
}

export const recipes = {
  'GET /auth/sso/{provider}': async ({ tenant }) => {
    const { searchParams } = new URL(flows.startPath(tenant), 'http://localhost');
    return { params: { provider: PROVIDER }, query: Object.fromEntries(searchParams) };
  },
  'GET /auth/callback/{provider}': {
    'new account': (world) => back(world, stranger(), 'header'),
    'new account, cookies': (world) => back(world, stranger(), 'cookie'),
    'known account': async (world) => {
      const person = stranger();
      await providerCode(world, person);
      return back(world, person, 'header');
    },
    'further identity': backToLink,
  },
  'POST /auth/sso/{provider}': async (world) => {
    const { params = {}, query } = await back(world, stranger(), 'header');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return { params, raw: new URLSearchParams(query).toString(), headers };
  },
  'POST /auth/sso/{provider}/nonce': async ({ tenant }) => ({
    params: { provider: PROVIDER },
    body: { tenantId: tenant.id, codeChallenge: CHALLENGE },
  }),
  'POST /auth/organization/providers/{name}/try': async ({ service, tenant }) => ({
    params: { name: PROVIDER },
    headers: (await newSetup(service, tenant)).headers,
  }),
  'GET /auth/identities': async (world) => ({ headers: (await federated(world)).headers }),
  'POST /auth/identities': async (world) => ({
    headers: inCookies(await cookieUser(world)),
    body: { provider: PROVIDER },
  }),
  'DELETE /auth/identities/{id}': async (world) => {
    const { headers, id } = await federated(world);
    return { headers, params: { id } };
  },
  'POST /auth/identities/{id}/allow': async (world) => {
    const { headers, id } = await federated(world);
    good(await world.service.send('DELETE', `/auth/identities/${id}`, { headers }), 'unlink');
    return { headers, params: { id } };
  },
} satisfies Record<keyof typeof sso, Recipes>;
