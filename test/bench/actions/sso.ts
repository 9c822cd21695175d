// Defines budget actions of logins with an identity provider. Calls to the provider are not counted. Flows begin here,
// outside of the measurement.
import { JWT_BEARER } from '../../../lib/contract/grant-types.ts';
import { CHALLENGE, VERIFIER } from '../../support/binding.ts';
import { type IdentityProvider, type Person, startIdentityProvider } from '../../support/identity-provider.ts';
import type { Caller } from '../harness/caller.ts';
import type { World } from '../harness/world.ts';
import { times } from './times.ts';

const HOME = 'https://app.example.com/';
const PROVIDER = 'acme';
const [codeVerifier, codeChallenge] = [VERIFIER, CHALLENGE];
type Trip = { path: string; cookie: string };

export async function ssoActions(
  caller: Caller,
  { adminCookie: cookie }: World,
  own: (idp: IdentityProvider) => IdentityProvider,
  uses: number,
) {
  const realm = own(await startIdentityProvider()).realm();
  const settings = { redirectUris: [HOME], ssoProviders: [realm.settings(PROVIDER, { admitsAgents: true })] };
  const body = { name: 'Federated', slug: 'federated', settings };
  const { tenant } = await caller.ok('POST /auth/admin/api/tenants', { cookie, body });
  const tenantId = (tenant as { id: string }).id;
  let people = 0;
  let refusals = 0;
  const stranger = (): Person => ({
    sub: `sub-${people}`,
    email: `federated${people++}@bench.example`,
    email_verified: true,
  });

  const start = async (mode: string) => {
    const query = new URLSearchParams({ tenantId, redirectUri: HOME, mode, codeChallenge });
    const { status, location, cookies } = await caller.call(`GET /auth/sso/${PROVIDER}?${query}`);
    if (status !== 302) throw new Error(`expected 302 for a start, got ${status}`);
    return { location: location as string, cookie: cookies.map((line) => line.split(';')[0]).join('; ') };
  };
  const leave = async (person: Person, mode = 'header'): Promise<Trip> => {
    const left = await start(mode);
    const back = realm.logIn(left.location, person);
    return { path: back.pathname + back.search, cookie: left.cookie };
  };
  const comeBack = async (trip: Trip): Promise<string> => {
    const { status, location } = await caller.call(`GET ${trip.path}`, { cookie: trip.cookie });
    if (status !== 302) throw new Error(`expected 302 for a callback, got ${status}`);
    return location as string;
  };
  const codeFor = async (person: Person) => new URL(await comeBack(await leave(person))).searchParams.get('code');
  const login = (credentials: Record<string, unknown>) =>
    caller.ok('POST /auth/login', {
      body: { tenantId, providerName: PROVIDER, credentials: { ...credentials, codeVerifier } },
    });
  const several = <T>(make: () => Promise<T>): Promise<T[]> => times(uses, make);

  const known = stranger();
  await codeFor(known);
  const newcomers = await several(() => leave(stranger()));
  const newcomersByCookie = await several(() => leave(stranger(), 'cookie'));
  const regulars = await several(() => leave(known));
  const regularsByCookie = await several(() => leave(known, 'cookie'));
  const invited = await several(async () => {
    const person = stranger();
    await caller.ok('POST /auth/admin/api/users', { cookie, body: { tenantId, email: person.email } });
    return leave(person);
  });
  const strangers = await several(() => leave(stranger()));
  const refused = await several(() => leave(stranger()));
  const codes = await several(() => codeFor(known));
  const agentActions = async () => {
    const { issuer: aud } = await caller.ok('GET /.well-known/openid-configuration');
    const resource = 'https://api.bench.example/tools';
    const scopes = [{ name: 'tools:call', text: 'Call tools' }];
    await caller.ok('POST /auth/admin/api/protected-resources', {
      cookie,
      body: { uri: resource, name: 'Tools', scopes },
    });
    const agent = { name: 'Agent', kind: 'machine', tenantIds: [tenantId], grants: [JWT_BEARER] };
    const { application } = await caller.ok('POST /auth/admin/api/applications', { cookie, body: agent });
    const { id } = application as { id: string };
    const { secret } = await caller.ok(`POST /auth/admin/api/applications/${id}/secrets`, { cookie, body: {} });
    const basic = { name: id, secret: (secret as { secret: string }).secret };
    let shown = 0;
    const assertion = () =>
      realm.assertion({ sub: known.sub, aud, client_id: id, resource, scope: 'tools:call', jti: `${shown++}` });
    const admit = () =>
      caller.ok('POST /oauth2/token', { basic, form: { grant_type: JWT_BEARER, assertion: assertion() } });
    // The metadata and keys of the provider are fetched once in ten minutes.
    await admit();
    return { 'oauth token, identity assertion': admit };
  };
  const newNonce = async () =>
    (await caller.ok(`POST /auth/sso/${PROVIDER}/nonce`, { body: { tenantId, codeChallenge } })).nonce as string;
  const nonces = await several(newNonce);

  const assertions = await agentActions();
  return {
    ...assertions,
    'sso start': () => start('header'),
    'sso callback': () => comeBack(regulars.pop() as Trip),
    'sso callback, cookies': () => comeBack(regularsByCookie.pop() as Trip),
    'sso callback, new account': () => comeBack(newcomers.pop() as Trip),
    'sso callback, new account, cookies': () => comeBack(newcomersByCookie.pop() as Trip),
    'sso callback, account linked': () => comeBack(invited.pop() as Trip),
    'sso callback, another browser': async () => {
      const { status } = await caller.call(`GET ${strangers.pop()?.path}`);
      if (status !== 400) throw new Error(`expected 400 for a callback of another browser, got ${status}`);
    },
    'sso callback, refused by the provider': async () => {
      const { path = '', cookie: held = '' } = refused.pop() ?? {};
      const { status } = await caller.call(`GET ${path.replace(/code=[^&]*/, 'error=access_denied')}`, {
        cookie: held,
        from: `127.0.2.${++refusals}`,
      });
      if (status !== 401) throw new Error(`expected 401 for a refused login, got ${status}`);
    },
    'login, code of a provider': () => login({ code: codes.pop() }),
    'login, id token': () => login({ token: realm.idToken(known, { nonce: nonces.pop() }) }),
    'sso nonce': newNonce,
  };
}
