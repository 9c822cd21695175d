// Threat: what was switched off goes on opening doors, or opens them again once it is switched on. Every switch is listed with
// every kind of token that the service gives. A new switch or kind does not compile until each of its cells is decided.
import { afterEach, describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { DEVICE_GRANT, JWT_BEARER } from '../../../lib/contract/grant-types.ts';
import { now } from '../../../lib/platform/clock.ts';
import { config } from '../../../lib/platform/settings/config.ts';
import { ALLOWED, acting, openTenant } from '../../support/acting.ts';
import { answerOf, giveRoles, later, SECOND } from '../../support/api.ts';
import { grant, KEYS, keysOfTenant, use } from '../../support/api-keys.ts';
import { basic, basicOf, type Known, newApplication, newMachine, postForm } from '../../support/applications.ts';
import { tokenAs, tokensAs, useDocuments } from '../../support/client-documents.ts';
import { allow, codesOf, poll } from '../../support/devices.ts';
import type { Reply } from '../../support/http.ts';
import { assertionFor, member, showAs } from '../../support/id-jag.ts';
import { startIdentityProvider } from '../../support/identity-provider.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { operations } from '../../support/ledger.ts';
import { codeTo, messagesTo } from '../../support/messages.ts';
import { loginTrusted } from '../../support/mfa.ts';
import {
  ask,
  codeOf,
  exchange,
  loggedIn,
  newServer,
  refreshAs,
  tokensOf,
  userinfo,
} from '../../support/oauth-browser.ts';
import { newResource } from '../../support/protected-resources.ts';
import { type ScopedAdmin, scopedAdmin } from '../../support/scoped-admins.ts';
import {
  bearer,
  newEmail,
  newPassword,
  prepared,
  running,
  type Tenant,
  type User,
  useService,
} from '../../support/service.ts';
import * as sso from '../../support/sso.ts';
import { actedBy, actingToken, exchangeAs, newActor } from '../../support/token-exchange.ts';
import { claimsOf } from '../../support/tokens.ts';
import { codeBefore, totp } from '../../support/totp.ts';

const service = useService({ ...ALLOWED, GATEHOUSE_LIMITS: 'off' });
/** Asks about tokens. Nothing of it is switched. */
const idp = running(() => startIdentityProvider());
const realm = prepared(() => idp.realm());
const elsewhere = prepared(() => service.tenant());
const caller = prepared(() => newApplication({ kind: 'server' }));
const documents = useDocuments();

const settings = config as () => { sessionsSince: number; acting: string };
afterEach(() => {
  settings().sessionsSince = 0;
  settings().acting = 'allowed';
});

/** What can be switched. `application`: the one that the token is of. Most cells need no browser and no admin. */
type World = {
  tenant: Tenant;
  user: User;
  userId: string;
  jar: () => Promise<Jar>;
  application: Known;
  /** Added to its requests. */
  asks: { prompt?: string };
  admin: () => Promise<ScopedAdmin>;
};

/** Made with the first call. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function newWorld(asks: World['asks']): Promise<World> {
  const tenant = await openTenant(service, {
    redirectUris: [sso.HOME],
    ssoProviders: [realm.settings(sso.PROVIDER, { admitsAgents: true })],
    deviceGrant: { enabled: true },
    apiKeys: { users: true },
    unregisteredClients: { policy: 'any' },
  });
  const user = await service.signup(tenant);
  const userId = claimsOf(user.tokens.accessToken).sub as string;
  const grants = ['authorization_code', 'refresh_token', JWT_BEARER, DEVICE_GRANT] as const;
  const application = await newServer({ tenantIds: [tenant.id as never], grants: [...grants] });
  const [jar, admin] = [once(() => loggedIn(service, user)), once(() => scopedAdmin(service, 'operator'))];
  return { tenant, user, userId, jar, application, asks, admin };
}

/** Whether the door opened. */
type Door = () => Promise<boolean>;
const opened = ({ status, body }: Reply): boolean => status < 400 && body?.active !== false;
const door =
  (call: () => Promise<Reply>): Door =>
  async () =>
    opened(await call());
const introspected = (token: string) =>
  door(() => postForm(service, '/oauth2/introspect', { token }, { headers: basicOf(caller) }));

/** Every online door that reads the access token of a user. */
const doorsOfAccess = (token: string): Record<string, Door> => {
  const headers = bearer(token);
  return {
    me: door(() => service.get('/auth/me', { headers })),
    'verify-session': door(() => service.get('/auth/verify-session', { headers })),
    'a visit': async () => (await service.get('/auth/session', { headers })).body.session != null,
    introspection: introspected(token),
  };
};

/** Gives the user an authenticator, and returns its secret. */
async function withAuthenticator({ tokens }: User): Promise<string> {
  const headers = bearer(tokens);
  const { secret } = (await service.post('/auth/mfa/setup-totp', {}, { headers })).body;
  must(await service.post('/auth/mfa/verify-totp-setup', { otp: codeBefore(secret) }, { headers }));
  return secret;
}

async function resetCode({ id: tenantId }: Tenant, { email }: User) {
  must(await service.post('/auth/forgot-password', { tenantId, email }));
  return { tenantId, email, code: await codeTo(service, 'svc.password_reset_requested', email) };
}
const setsPassword = (token: string): Door =>
  door(() => service.post('/auth/reset-password', { token, newPassword: newPassword() }));

/** Every door of an API key. */
const doorsOfKey = (key: string): Record<string, Door> => ({
  rows: door(() => use(service, key)),
  verification: door(() => service.post('/auth/api-keys/verify', { key }, { headers: basicOf(caller) })),
  exchange: door(() => service.post('/auth/api-keys/token', {}, { headers: bearer(key) })),
});
const shortToken = async (key: string): Promise<string> =>
  (await service.post('/auth/api-keys/token', {}, { headers: bearer(key) })).body.accessToken;

const READS = ['projects.read'];
async function keyOfUser({ tenant, user }: World): Promise<string> {
  await giveRoles(user, [await grant(service, tenant, READS)]);
  return (await service.post(KEYS, { name: 'A key', scopes: READS }, { headers: bearer(user.tokens) })).body.key;
}

/** The switches of applications turn the machine. */
async function keyOfMachine(world: World): Promise<string> {
  const { tenant } = world;
  world.application = await newMachine(tenant, { roleIds: [(await grant(service, tenant, READS)) as never] });
  const body = { applicationId: world.application.application.id, name: 'A key', scopes: READS };
  return (await service.admin('POST', keysOfTenant(tenant), body)).body.key;
}

/** The tokens of a device that its user has let in. */
async function tokensOfDevice({ jar, application }: World) {
  const codes = await codesOf(service, application, { scope: 'openid account offline_access' });
  await allow(await jar(), codes);
  return (await poll(service, application, codes)).body;
}

/** A client that is not registered, with its tokens. No switch of an application turns it. */
async function documentClient({ jar }: World) {
  const known = documents.publish();
  const asked = { scope: 'openid email offline_access', redirect_uri: documents.callback };
  return { known, ...(await tokensAs(service, await jar(), known, asked)) };
}

/** Gives a token of the kind and returns the doors that it opens. Some use it up, so each token is tried once. */
const TOKENS = {
  access: async ({ user }) => {
    const { accessToken } = (await service.login(user)).body;
    const sessions = door(() => service.get('/auth/sessions', { headers: bearer(accessToken) }));
    return { ...doorsOfAccess(accessToken), sessions };
  },
  refresh: async ({ user }) => {
    const { refreshToken } = (await service.login(user)).body;
    return { refresh: door(() => service.post('/auth/refresh-token', { refreshToken })) };
  },
  'cookies of a browser': async ({ user }) => {
    const [jar, known] = [await loggedIn(service, user), await newServer()];
    return { authorize: async () => (await ask(jar, known, { prompt: 'none' })).query.code !== undefined };
  },
  'pending login': async ({ user }) => {
    const secret = await withAuthenticator(user);
    const { accessToken } = (await service.login(user)).body;
    const proof = () => ({ method: 'totp', otp: totp(secret) });
    return { verify: door(() => service.post('/auth/mfa/verify', proof(), { headers: bearer(accessToken) })) };
  },
  'access of an application': async ({ jar, application, asks }) => {
    const { access_token } = await tokensOf(service, await jar(), application, { scope: 'openid account', ...asks });
    return { ...doorsOfAccess(access_token), userinfo: door(() => userinfo(service, access_token)) };
  },
  'access of an application without a refresh token': async ({ jar, application, asks }) => {
    const { access_token } = await tokensOf(service, await jar(), application, { scope: 'openid email', ...asks });
    return { userinfo: door(() => userinfo(service, access_token)) };
  },
  'access for a protected resource': async ({ jar, application, asks }) => {
    const asked = { scope: 'notes:read', resource: (await newResource()).uri, ...asks };
    return { introspection: introspected((await tokensOf(service, await jar(), application, asked)).access_token) };
  },
  'access of a machine that acts for the user': async ({ tenant, jar, application, asks }) => {
    const asked = { scope: 'notes:read', resource: (await newResource()).uri, ...asks };
    const { access_token: subject } = await tokensOf(service, await jar(), application, asked);
    const machine = await newActor(tenant);
    const target = await actedBy([machine]);
    const token = await actingToken(service, machine, subject, target);
    return {
      introspection: introspected(token),
      exchange: door(() => exchangeAs(service, machine, subject, target)),
    };
  },
  'access of an application that a provider admitted': async (world) => {
    const { tenant, application: agent } = world;
    const { person, id } = await member(service, tenant, realm);
    // The switch of the user turns this one.
    world.userId = id;
    const sent = assertionFor({ service, realm, agent, person, resource: await newResource() });
    return { introspection: introspected((await showAs(service, agent, sent)).body.access_token) };
  },
  'refresh of an application': async ({ jar, application, asks }) => {
    const { refresh_token } = await tokensOf(service, await jar(), application, asks);
    return { token: door(() => refreshAs(service, application, refresh_token)) };
  },
  'code of an application': async ({ jar, application, asks }) => {
    const code = await codeOf(await jar(), application, asks);
    return { token: door(() => exchange(service, application, code)) };
  },
  'entry in the list of sessions': async ({ jar, application, user, asks }) => {
    const scope = 'openid account';
    const { sid } = claimsOf((await tokensOf(service, await jar(), application, { scope, ...asks })).access_token);
    return {
      'list of the user': async () => {
        const { body } = await service.login(user);
        const { sessions } = (await service.get('/auth/sessions', { headers: bearer(body) })).body;
        return sessions?.some(({ id }: { id: string }) => id === sid) ?? false;
      },
      'list of the admin': async () => {
        const { sub } = claimsOf(user.tokens.accessToken);
        const { data } = (await service.admin('GET', `/auth/admin/api/users/${sub}/sessions`)).body;
        return data?.some(({ id }: { id: string }) => id === sid) ?? false;
      },
    };
  },
  'id token as a hint': async ({ user, application }) => {
    const jar = await loggedIn(service, user);
    const { id_token } = await tokensOf(service, jar, application);
    const isSignedIn = async () => (await jar.get('/auth/session')).body.session !== null;
    const logout = () => jar.get(`/oauth2/logout?${new URLSearchParams({ id_token_hint: id_token })}`);
    return { logout: async () => (await isSignedIn()) && (await logout()) !== undefined && !(await isSignedIn()) };
  },
  'code of a provider': async (world) => {
    const { tenant, user } = world;
    const person = sso.stranger({ sub: `sub-of-${user.email}`, email: `at-provider-${user.email}` });
    // The switch of the user turns this one.
    const { body } = await sso.logIn(service, tenant, realm, person);
    world.userId = claimsOf(body.accessToken).sub;
    const code = sso.codeIn(await sso.roundTrip(service, tenant, realm, person));
    return { login: door(() => sso.exchange(service, tenant, { code })) };
  },
  'access of an acting admin': async ({ admin, user }) =>
    doorsOfAccess((await acting(await admin(), user)).tokens.accessToken),
  'refresh of an acting admin': async ({ admin, user }) => {
    const { refreshToken } = (await acting(await admin(), user)).tokens;
    return { refresh: door(() => service.post('/auth/refresh-token', { refreshToken })) };
  },
  'code by e-mail': async ({ tenant, user: { email } }) => {
    must(await service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier: email, channel: 'email' }));
    const code = await codeTo(service, 'svc.passwordless_code_requested', email);
    const credentials = { identifier: email, channels: ['email'], code };
    const body = { tenantId: tenant.id, providerName: 'passwordless', credentials };
    return { login: door(() => service.post('/auth/login', body)) };
  },
  'code of a reset': async ({ tenant, user }) => {
    const body = await resetCode(tenant, user);
    return { exchange: door(() => service.post('/auth/verify-forgot-password-otp', body)) };
  },
  'link of a reset': async ({ tenant, user }) => {
    const reply = await service.post('/auth/verify-forgot-password-otp', await resetCode(tenant, user));
    must(reply);
    return { reset: setsPassword(reply.body.resetToken) };
  },
  'link of an invitation': async (world) => {
    const body = { tenantId: world.tenant.id, email: newEmail() };
    must(await service.admin('POST', '/auth/admin/api/invitations', body));
    const [{ token }] = await messagesTo(service, 'svc.user_invited', body.email);
    // The switch of the user turns this one.
    world.userId = /^inv_(\w+)\./.exec(token)?.[1] as string;
    return { acceptance: setsPassword(token) };
  },
  'trusted device': async ({ user }) => {
    const proof = { method: 'totp', otp: totp(await withAuthenticator(user)), trustDevice: true };
    const reply = await service.post('/auth/mfa/verify', proof, { headers: bearer((await service.login(user)).body) });
    must(reply);
    const { trustToken } = reply.body;
    const isLoggedIn = ({ accessToken, isRequiresMfa }: Reply['body']) => accessToken !== undefined && !isRequiresMfa;
    return { login: async () => isLoggedIn((await loginTrusted(service, user, trustToken)).body) };
  },
  'access of a machine': async (world) => {
    // The switches of applications turn this one.
    if (world.application.application.kind !== 'machine') world.application = await newMachine(world.tenant);
    const headers = basicOf(world.application);
    const { body } = await postForm(service, '/oauth2/token', { grant_type: 'client_credentials' }, { headers });
    return { introspection: introspected(body.access_token) };
  },
  'access of a device': async (world) => {
    const { access_token } = await tokensOfDevice(world);
    return { ...doorsOfAccess(access_token), userinfo: door(() => userinfo(service, access_token)) };
  },
  'refresh of a device': async (world) => {
    const { refresh_token } = await tokensOfDevice(world);
    return { token: door(() => refreshAs(service, world.application, refresh_token)) };
  },
  'code of a device that was let in': async ({ jar, application }) => {
    const codes = await codesOf(service, application);
    await allow(await jar(), codes);
    return { token: door(() => poll(service, application, codes)) };
  },
  'code of a device that waits': async ({ tenant, user: { email, password }, application }) => {
    const codes = await codesOf(service, application);
    const letIn = async () => {
      const jar = createJar(service);
      await jar.post('/auth/login', { tenantId: tenant.id, credentials: { email, password } });
      await allow(jar, codes).catch(() => undefined);
      return poll(service, application, codes);
    };
    return { 'page and token': door(letIn) };
  },
  'API key': async (world) => doorsOfKey(await keyOfUser(world)),
  'token of an API key': async (world) => ({ introspection: introspected(await shortToken(await keyOfUser(world))) }),
  'API key of a machine': async (world) => doorsOfKey(await keyOfMachine(world)),
  'token of the API key of a machine': async (world) => ({
    introspection: introspected(await shortToken(await keyOfMachine(world))),
  }),
  'access of a client by its document': async (world) => {
    const { access_token } = await documentClient(world);
    return { userinfo: door(() => userinfo(service, access_token)), introspection: introspected(access_token) };
  },
  'refresh of a client by its document': async (world) => {
    const { known, refresh_token } = await documentClient(world);
    return { token: door(() => tokenAs(service, known, { grant_type: 'refresh_token', refresh_token })) };
  },
} satisfies Record<string, (world: World) => Promise<Record<string, Door>>>;
type Token = keyof typeof TOKENS;

const must = (reply: Reply): void => {
  if (reply.status >= 400) throw new Error(`${answerOf(reply)} ${reply.text}`);
};
const patchOf =
  (path: (world: World) => string | Promise<string>, body: (world: World) => unknown) =>
  async (world: World): Promise<void> =>
    must(await service.admin('PATCH', `/auth/admin/${await path(world)}`, body(world)));
const ofUser = ({ userId }: World) => `api/users/${userId}`;
const ofTenant = ({ tenant }: World) => `api/tenants/${tenant.id}`;
const ofApplication = ({ application }: World) => `api/applications/${application.application.id}`;
const ofAdmin = async ({ admin }: World) => `admins/${(await admin()).id}`;
const secretPath = (world: World) => `/auth/admin/${ofApplication(world)}/secrets`;

/** A machine has one grant alone, which only ends with it. */
const without = ({ application: { kind, grants } }: Known, grant: string) =>
  kind === 'machine' ? grants : grants.filter((each) => each !== grant);

/** `asks`: what the requests of its application have, so that it can be switched. */
type Switch = { off: (world: World) => Promise<void>; on: (world: World) => Promise<void>; asks?: World['asks'] };
const NOT_AGAIN = async (): Promise<void> => {};
const SWITCHES = {
  user: { off: patchOf(ofUser, () => ({ isActive: false })), on: patchOf(ofUser, () => ({ isActive: true })) },
  tenant: { off: patchOf(ofTenant, () => ({ isActive: false })), on: patchOf(ofTenant, () => ({ isActive: true })) },
  application: {
    off: patchOf(ofApplication, () => ({ isActive: false })),
    on: patchOf(ofApplication, () => ({ isActive: true })),
  },
  'tenant of the application': {
    off: patchOf(ofApplication, () => ({ tenantIds: [elsewhere.id] })),
    on: patchOf(ofApplication, ({ tenant }) => ({ tenantIds: [tenant.id, elsewhere.id] })),
  },
  'tenant of the application, then all tenants': {
    off: patchOf(ofApplication, () => ({ tenantIds: [elsewhere.id] })),
    on: patchOf(ofApplication, () => ({ tenantIds: null })),
  },
  // An admin ends what was given in an emergency. Nothing is switched off, so nothing is switched on again.
  'sessions of the tenant': {
    off: async (world) => must(await service.admin('DELETE', `/auth/admin/${ofTenant(world)}/sessions`)),
    on: NOT_AGAIN,
  },
  'sessions of the application': {
    off: async (world) => must(await service.admin('DELETE', `/auth/admin/${ofApplication(world)}/sessions`)),
    on: NOT_AGAIN,
  },
  'existence of the application': {
    off: async (world) => must(await service.admin('DELETE', `/auth/admin/${ofApplication(world)}`)),
    on: NOT_AGAIN,
  },
  'grant of codes': {
    off: patchOf(ofApplication, ({ application }) => ({ grants: without(application, 'authorization_code') })),
    on: patchOf(ofApplication, ({ application }) => ({ grants: application.application.grants })),
  },
  'grant of refresh tokens': {
    off: patchOf(ofApplication, ({ application }) => ({ grants: without(application, 'refresh_token') })),
    on: patchOf(ofApplication, ({ application }) => ({ grants: application.application.grants })),
  },
  'grant of devices': {
    off: patchOf(ofApplication, ({ application }) => ({ grants: without(application, DEVICE_GRANT) })),
    on: patchOf(ofApplication, ({ application }) => ({ grants: application.application.grants })),
  },
  'setting of devices': {
    off: patchOf(ofTenant, () => ({ settings: { deviceGrant: null } })),
    on: patchOf(ofTenant, () => ({ settings: { deviceGrant: { enabled: true } } })),
  },
  'setting of API keys': {
    off: patchOf(ofTenant, () => ({ settings: { apiKeys: { users: false } } })),
    on: patchOf(ofTenant, () => ({ settings: { apiKeys: { users: true } } })),
  },
  'setting of clients by their documents': {
    off: patchOf(ofTenant, () => ({ settings: { unregisteredClients: null } })),
    on: patchOf(ofTenant, () => ({ settings: { unregisteredClients: { policy: 'any' } } })),
  },
  'grant of the user': {
    asks: { prompt: 'consent' },
    off: async (world) => {
      const path = `/auth/admin/${ofUser(world)}/grants`;
      const { data } = (await service.admin('GET', path)).body;
      for (const { id } of data) must(await service.admin('DELETE', `${path}/${id}`));
    },
    on: async ({ jar, application, asks }) => {
      const browser = await jar();
      const isSignedIn = (await browser.get('/auth/session')).body.session !== null;
      if (isSignedIn && application.application.kind !== 'machine') await codeOf(browser, application, asks);
    },
  },
  'secret of the application': {
    off: async (world) => {
      const [{ id } = { id: '' }] = world.application.application.secrets;
      must(await service.admin('DELETE', `${secretPath(world)}/${id}`));
    },
    on: async (world) => {
      const reply = await service.admin('POST', secretPath(world));
      must(reply);
      world.application.secret = reply.body.secret.secret;
      expect(basic(world.application.application.id, world.application.secret)).toEqual(basicOf(world.application));
    },
  },
  'setting of acting': {
    off: patchOf(ofTenant, () => ({ settings: { acting: null } })),
    on: patchOf(ofTenant, () => ({ settings: { acting: { enabled: true } } })),
  },
  GATEHOUSE_ACTING: {
    off: async () => {
      settings().acting = 'off';
    },
    on: async () => {
      settings().acting = 'allowed';
    },
  },
  'role of the admin': {
    off: patchOf(ofAdmin, () => ({ role: 'support' })),
    on: patchOf(ofAdmin, () => ({ role: 'operator' })),
  },
  provider: {
    off: patchOf(ofTenant, () => ({ settings: { ssoProviders: [] } })),
    on: patchOf(ofTenant, () => ({
      settings: { ssoProviders: [realm.settings(sso.PROVIDER, { admitsAgents: true })] },
    })),
  },
  GATEHOUSE_SESSIONS_SINCE: {
    off: async () => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      settings().sessionsSince = now();
    },
    on: NOT_AGAIN,
  },
} satisfies Record<string, Switch>;

/**
 * `ends`: refused, and refused once it is on again. `pauses`: refused while it is off. `keeps`: not concerned, like a token
 * that was already given of a grant: what it may do is decided by its session.
 */
type Effect = 'ends' | 'pauses' | 'keeps';
type Row = Readonly<Record<Token, Effect>>;
const row = <E extends Effect>(effect: E) =>
  Object.fromEntries(Object.keys(TOKENS).map((token) => [token, effect])) as Record<Token, E>;
const OF_APPLICATION = {
  'access of an application': 'ends',
  'access of an application without a refresh token': 'ends',
  'access for a protected resource': 'ends',
  'access of a machine that acts for the user': 'ends',
  'refresh of an application': 'ends',
  'code of an application': 'ends',
  'entry in the list of sessions': 'ends',
  'access of a machine': 'ends',
  'access of an application that a provider admitted': 'ends',
  'access of a device': 'ends',
  'refresh of a device': 'ends',
  'code of a device that was let in': 'ends',
  // No user has given it anything yet.
  'code of a device that waits': 'pauses',
  // A key is a credential. The token says when it was given.
  'API key of a machine': 'pauses',
  'token of the API key of a machine': 'ends',
} as const;
/** The kinds that no switch of an application concerns. The hint only ends a session, of the browser that shows it. */
const OF_OTHERS = {
  access: 'keeps',
  refresh: 'keeps',
  'cookies of a browser': 'keeps',
  'pending login': 'keeps',
  'id token as a hint': 'keeps',
  'code of a provider': 'keeps',
  'code by e-mail': 'keeps',
  'code of a reset': 'keeps',
  'link of a reset': 'keeps',
  'link of an invitation': 'keeps',
  'trusted device': 'keeps',
  'access of an acting admin': 'keeps',
  'refresh of an acting admin': 'keeps',
  'API key': 'keeps',
  'token of an API key': 'keeps',
  'access of a client by its document': 'keeps',
  'refresh of a client by its document': 'keeps',
} as const;
const DEVICES = {
  'access of a device': 'ends',
  'refresh of a device': 'ends',
  'code of a device that was let in': 'ends',
} as const;
const DOCUMENTS = {
  'access of a client by its document': 'ends',
  'refresh of a client by its document': 'ends',
} as const;
/** The key counts again, and would give another token at once (docs/decisions/0087-api-keys.md). */
const OWN_KEYS = { 'API key': 'pauses', 'token of an API key': 'pauses' } as const;
const MACHINE_KEYS = { 'API key of a machine': 'keeps', 'token of the API key of a machine': 'keeps' } as const;
const WAITS = { 'code of a device that waits': 'pauses' } as const;
/** No grant of the user is behind it, and no session. */
const ADMITTED = 'access of an application that a provider admitted';
const ACTING = { 'access of an acting admin': 'ends', 'refresh of an acting admin': 'ends' } as const;

const EFFECTS: Readonly<Record<keyof typeof SWITCHES, Row>> = {
  // A code of a provider lives for a minute, and proves the person anew as a password would.
  user: {
    ...row('ends'),
    'code of a provider': 'pauses',
    'access of a machine': 'keeps',
    ...WAITS,
    ...OWN_KEYS,
    ...MACHINE_KEYS,
  },
  // An invitation says who may come, for days, and a person who comes proves the address by it.
  tenant: {
    ...row('ends'),
    'link of an invitation': 'pauses',
    ...WAITS,
    'API key': 'pauses',
    'API key of a machine': 'pauses',
  },
  application: { ...OF_OTHERS, ...OF_APPLICATION },
  'tenant of the application': { ...OF_OTHERS, ...OF_APPLICATION },
  'tenant of the application, then all tenants': { ...OF_OTHERS, ...OF_APPLICATION },
  // Keys and what no user has decided yet are not given by a session.
  'sessions of the tenant': {
    ...row('ends'),
    'link of an invitation': 'keeps',
    'code of a device that waits': 'keeps',
    'API key': 'keeps',
    'API key of a machine': 'keeps',
  },
  'sessions of the application': {
    ...OF_OTHERS,
    ...OF_APPLICATION,
    'code of a device that waits': 'keeps',
    'API key of a machine': 'keeps',
  },
  'existence of the application': {
    ...OF_OTHERS,
    ...OF_APPLICATION,
    'code of a device that waits': 'ends',
    'API key of a machine': 'ends',
  },
  'grant of codes': { ...row('keeps'), 'code of an application': 'pauses' },
  'grant of refresh tokens': {
    ...row('keeps'),
    'refresh of an application': 'pauses',
    'refresh of a device': 'pauses',
  },
  'grant of devices': { ...row('keeps'), ...WAITS, 'code of a device that was let in': 'pauses' },
  'setting of devices': { ...row('keeps'), ...WAITS, ...DEVICES },
  'setting of API keys': { ...row('keeps'), ...OWN_KEYS },
  'setting of clients by their documents': { ...row('keeps'), ...DOCUMENTS },
  'grant of the user': {
    ...OF_OTHERS,
    ...OF_APPLICATION,
    ...DOCUMENTS,
    ...MACHINE_KEYS,
    'access of a machine': 'keeps',
    'code of a device that waits': 'keeps',
    [ADMITTED]: 'keeps',
  },
  'secret of the application': {
    ...row('keeps'),
    'refresh of an application': 'pauses',
    'code of an application': 'pauses',
    ...WAITS,
    'code of a device that was let in': 'pauses',
    'refresh of a device': 'pauses',
  },
  'setting of acting': { ...row('keeps'), ...ACTING },
  // A change of the deployment takes minutes; GATEHOUSE_SESSIONS_SINCE ends what is left.
  GATEHOUSE_ACTING: {
    ...row('keeps'),
    'access of an acting admin': 'pauses',
    'refresh of an acting admin': 'pauses',
  },
  'role of the admin': { ...row('keeps'), ...ACTING },
  provider: { ...row('keeps'), 'code of a provider': 'pauses', [ADMITTED]: 'pauses' },
  // A machine proves itself every quarter of an hour, and has no session.
  GATEHOUSE_SESSIONS_SINCE: { ...row('ends'), 'access of a machine': 'keeps' },
};

const isOpen = async (doors: Record<string, Door>): Promise<Record<string, boolean>> => {
  const open: Record<string, boolean> = {};
  for (const [name, each] of Object.entries(doors)) open[name] = await each();
  return open;
};
const all = (doors: Record<string, Door>, open: boolean) =>
  Object.fromEntries(Object.keys(doors).map((name) => [name, open]));

const cells = Object.entries(EFFECTS).flatMap(([name, effects]) =>
  Object.entries(effects).map(([token, effect]) => [name, token, effect] as [keyof typeof SWITCHES, Token, Effect]),
);

const given = async (token: Token, asks: World['asks'] = {}) => {
  const world = await newWorld(asks);
  const give: (world: World) => Promise<Record<string, Door>> = TOKENS[token];
  return { world, doors: await give(world) };
};

test('each kind of thing that an admin can switch off by `isActive` is a switch here', () => {
  const switching = operations.filter(({ route, operation: { body } }) => {
    const { properties = {} } = body ? z.toJSONSchema(body, { io: 'input' }) : {};
    return route.startsWith('PATCH /auth/admin/') && 'isActive' in properties;
  });
  // The rights of a role are read at each request, and are not in what was given. Protected resources end what was given for
  // them alone: attacks/oauth/protected-resources.test.ts.
  const switches = ['applications', 'protected-resources', 'roles', 'tenants', 'users'];
  expect(switching.map(({ route }) => route).sort()).toEqual(
    switches.map((name) => `PATCH /auth/admin/api/${name}/{id}`),
  );
});

test.each(Object.keys(TOKENS) as Token[])('opens each of its doors: %s', async (token) => {
  const { doors } = await given(token);
  expect(await isOpen(doors)).toEqual(all(doors, true));
});

describe.each(Object.keys(SWITCHES) as (keyof typeof SWITCHES)[])('switching off: %s', (name) => {
  const { off, on, asks }: Switch = SWITCHES[name];
  test.each(cells.filter(([each]) => each === name).map(([, token, effect]) => [token, effect] as const))(
    '%s: %s',
    async (token, effect) => {
      const whileOff = await given(token, asks);
      // A refused token may be spent, so what is tried once it is on again was not tried before. A door that was open
      // all the time does not open again.
      const onceOn = effect === 'keeps' ? undefined : await given(token, asks);
      await off(whileOff.world);
      // An end of sessions takes what is given in the rest of its second, too, so what stays open is tried in the next one.
      await later(effect === 'keeps' ? SECOND : 0, async () => {
        expect(await isOpen(whileOff.doors)).toEqual(all(whileOff.doors, effect === 'keeps'));
      });
      if (!onceOn) return;
      // The setting of the deployment is one for both.
      if (name !== 'GATEHOUSE_SESSIONS_SINCE') await off(onceOn.world);
      // A token says in which second it was issued, so the switch is on in a later one.
      await later(2 * SECOND, async () => {
        await on(onceOn.world);
        expect(await isOpen(onceOn.doors)).toEqual(all(onceOn.doors, effect !== 'ends'));
      });
    },
  );
});
