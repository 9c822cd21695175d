// Defines one call of each operation in the budget. Each can be called as often as was prepared for: twice to count it,
// after a call that warms it up, and more often to time it.
import type { IdentityProvider } from '../../support/identity-provider.ts';
import { LARGEST_TENANT } from '../../support/largest-tenant.ts';
import type { Caller } from '../harness/caller.ts';
import { emailOf, login, loginBody, signup, type Tokens, type World } from '../harness/world.ts';
import { accountActions, from } from './account.ts';
import { adminActions } from './admin.ts';
import { apiKeyActions } from './api-keys.ts';
import { messageActions } from './messages.ts';
import { mfaActions } from './mfa.ts';
import { oauthActions } from './oauth.ts';
import { passkeyActions } from './passkeys.ts';
import { resourceActions } from './resources.ts';
import { ssoActions } from './sso.ts';
import { times } from './times.ts';

type Action = () => Promise<unknown>;

const NO_TENANT = `ten_${'0'.repeat(22)}`;

/**
 * Returns the actions. What they use up, such as sessions, is prepared here, outside of the measurement, for `uses` calls
 * of each.
 */
export async function budgetActions(
  caller: Caller,
  world: World,
  baseUrl: string,
  own: (idp: IdentityProvider) => IdentityProvider,
  uses = 2,
) {
  const { tenantId, slug, adminCookie } = world;
  const user = (name: string) => signup(caller, tenantId, name);
  const one = sessionHolder(caller, await user('one'));
  await user('two');
  await user('many');
  for (let sessions = 1; sessions < 9; sessions++) await login(caller, tenantId, 'many');
  const many = sessionHolder(caller, await login(caller, tenantId, 'many'));
  let made = 0;
  // An account each, because an account holds few sessions.
  const leaving = await times(uses, () => user(`leaving${made++}`));
  const everywhere = await times(uses, () => user(`everywhere${made++}`));
  const forgetful = await times(uses, async () => {
    const name = `wrong${made++}`;
    await user(name);
    return name;
  });
  // A new account for each: the fifth failure in a row costs less.
  const wrongLogin =
    (name: () => string, tenant = tenantId) =>
    () =>
      refuse(caller, loginBody(tenant, name(), 'not-the-password-5'));
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
    'login, wrong password': wrongLogin(() => forgetful.pop() as string),
    'login, unknown account': wrongLogin(() => `unknown${made++}`),
    'login, unknown tenant': wrongLogin(() => `unknown${made++}`, NO_TENANT),
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
    ...(await accountActions(caller, world, baseUrl, uses)),
    ...(await adminActions(caller, world, uses)),
    ...(await messageActions(caller, world, uses)),
    ...(await mfaActions(caller, world, uses)),
    ...(await passkeyActions(caller, world, uses)),
    ...(await oauthActions(caller, world, uses)),
    ...(await resourceActions(caller, world, uses)),
    // After the permissions of rows are made.
    ...(await apiKeyActions(caller, world)),
    ...(await ssoActions(caller, world, own, uses)),
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

async function refuse(caller: Caller, sent: { body: unknown }): Promise<void> {
  const { status } = await caller.call('POST /auth/login', sent);
  if (status !== 401) throw new Error(`expected 401 for a wrong login, got ${status}`);
}
