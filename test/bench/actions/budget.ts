// Defines one call of each operation in the budget. Each is called twice: the first warms up, the second is counted.
import type { IdentityProvider } from '../../support/identity-provider.ts';
import { LARGEST_TENANT } from '../../support/largest-tenant.ts';
import type { Caller } from '../harness/caller.ts';
import { emailOf, login, loginBody, signup, type Tokens, type World } from '../harness/world.ts';
import { accountActions, from } from './account.ts';
import { adminActions } from './admin.ts';
import { messageActions } from './messages.ts';
import { mfaActions } from './mfa.ts';
import { oauthActions } from './oauth.ts';
import { resourceActions } from './resources.ts';
import { ssoActions } from './sso.ts';

type Action = () => Promise<unknown>;

const NO_TENANT = `ten_${'0'.repeat(22)}`;

/** Returns the actions. Sessions that the actions use up are opened here, outside of the measurement. */
export async function budgetActions(
  caller: Caller,
  world: World,
  baseUrl: string,
  own: (idp: IdentityProvider) => IdentityProvider,
) {
  const { tenantId, slug, adminCookie } = world;
  const user = (name: string) => signup(caller, tenantId, name);
  const one = sessionHolder(caller, await user('one'));
  await user('two');
  await user('many');
  for (let sessions = 1; sessions < 9; sessions++) await login(caller, tenantId, 'many');
  const many = sessionHolder(caller, await login(caller, tenantId, 'many'));
  const leaving = [await user('leaving'), await login(caller, tenantId, 'leaving')];
  const everywhere = [await user('everywhere'), await user('everywhere-too')];
  const wrongLogin = (name: string, tenant = tenantId) =>
    refused(caller, loginBody(tenant, name, 'not-the-password-5'));
  const elsewhere = from('127.0.0.9', caller);
  const large = await createLargestTenant(elsewhere, adminCookie);
  const inLarge = sessionHolder(elsewhere, await signup(elsewhere, large, 'one'));
  let signups = 0;
  let codes = 0;

  return {
    'verify-session': one.get('/auth/verify-session'),
    me: one.get('/auth/me'),
    user: one.get('/auth/user'),
    session: one.get('/auth/session'),
    'session, stranger': () => caller.ok('GET /auth/session'),
    'client-config, tenant': () => caller.ok(`GET /auth/client-config?tenantId=${tenantId}`),
    login: () => login(caller, tenantId, 'two'),
    'login, wrong password': wrongLogin('two'),
    'login, unknown account': wrongLogin('unknown'),
    'login, unknown tenant': wrongLogin('two', NO_TENANT),
    'login, wrong code': refused(caller, codeBody(tenantId, 'two')),
    'refresh-token': one.refresh,
    signup: () => signup(caller, tenantId, `new${signups++}`),
    logout: () => caller.ok('POST /auth/logout', { bearer: leaving.pop()?.accessToken }),
    'logout-all': () => caller.ok('POST /auth/logout-all', { bearer: everywhere.pop()?.accessToken }),
    'tenants/lookup': () => caller.ok(`GET /auth/tenants/lookup?slug=${slug}`),
    'admin me': () => caller.ok('GET /auth/admin/me', { cookie: adminCookie }),
    'verify-session, 10 sessions': many.get('/auth/verify-session'),
    'refresh-token, 10 sessions': many.refresh,
    'login, 10 sessions': () => login(caller, tenantId, 'many'),
    'verify-session, largest tenant': inLarge.get('/auth/verify-session'),
    'me, largest tenant': inLarge.get('/auth/me'),
    'refresh-token, largest tenant': inLarge.refresh,
    'login, largest tenant': () => login(elsewhere, large, 'one'),
    'passwordless/send, largest tenant': () =>
      elsewhere.ok('POST /auth/passwordless/send', {
        body: { tenantId: large, identifier: emailOf(`large${codes++}`), channel: 'email' },
      }),
    ...(await accountActions(caller, world, baseUrl)),
    ...(await adminActions(caller, world)),
    ...(await messageActions(caller, world)),
    ...(await mfaActions(caller, world)),
    ...(await oauthActions(caller, world)),
    ...(await resourceActions(caller, world)),
    ...(await ssoActions(caller, world, own)),
  } satisfies Record<string, Action>;
}

/** Returns the id of a tenant with as much as an admin can put into one. */
async function createLargestTenant(caller: Caller, cookie: string): Promise<string> {
  const created = await caller.ok('POST /auth/admin/api/tenants', { cookie, body: { name: 'Large', slug: 'large' } });
  const { id } = (created as { tenant: { id: string } }).tenant;
  for (const body of LARGEST_TENANT) await caller.ok(`PATCH /auth/admin/api/tenants/${id}`, { cookie, body });
  return id;
}

export type BudgetAction = keyof Awaited<ReturnType<typeof budgetActions>>;

/** Returns the calls of a user with a session, who keeps the newest tokens after each refresh. */
function sessionHolder(caller: Caller, tokens: Tokens) {
  let { accessToken, refreshToken } = tokens;
  return {
    get: (path: string) => () => caller.ok(`GET ${path}`, { bearer: accessToken }),
    refresh: async () => {
      const next = await caller.ok('POST /auth/refresh-token', { body: { refreshToken } });
      ({ accessToken, refreshToken } = next as Tokens);
    },
  };
}

const codeBody = (tenantId: string, name: string) => ({
  body: {
    tenantId,
    providerName: 'passwordless',
    credentials: { identifier: emailOf(name), channels: ['email'], code: '000000' },
  },
});

const refused = (caller: Caller, sent: { body: unknown }) => async () => {
  const { status } = await caller.call('POST /auth/login', sent);
  if (status !== 401 && status !== 400) throw new Error(`expected a refusal of a wrong login, got ${status}`);
};
