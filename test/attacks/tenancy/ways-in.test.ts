// Threat: an attacker who gets into an account of one tenant gets into the account of the same person in another tenant,
// because the person has changed between the two. Walks every way into an account of tenant E, and looks at what it opens
// in tenant V. The default is nothing. The compiler asks for a row of each pathway.
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { PathwayName } from '../../../lib/contract/pathways.ts';
import { advance, now } from '../../../lib/platform/clock.ts';
import { ALLOWED, acting } from '../../support/acting.ts';
import { createUser, USERS } from '../../support/admin-users.ts';
import { claimsOf } from '../../support/api.ts';
import { newPhone } from '../../support/factors.ts';
import { type Person, startIdentityProvider } from '../../support/identity-provider.ts';
import { createJar } from '../../support/jar.ts';
import { codeTo, messagesTo } from '../../support/messages.ts';
import { complete, EMAIL_VERIFIED, enrol, loginTrusted, prove } from '../../support/mfa.ts';
import { passwordGrantOf } from '../../support/migration.ts';
import { ask, newServer } from '../../support/oauth-browser.ts';
import * as passkeys from '../../support/passkeys.ts';
import { scopedAdmin } from '../../support/scoped-admins.ts';
import {
  bearer,
  deferred,
  newEmail,
  newPassword,
  prepared,
  type Service,
  startService,
  type Tenant,
  type User,
} from '../../support/service.ts';
import { codeIn, exchange, HOME, newNonce, PROVIDER, roundTrip, stranger } from '../../support/sso.ts';

const CORPORATE = 'corporate';

let started: Service | undefined;
const service = deferred('the service', () => started);
const idp = prepared(() => startIdentityProvider());
const realm = prepared(() => idp.realm());
beforeAll(async () => {
  const { name: _, ...provider } = realm.settings(CORPORATE, { trustEmail: true }) as Record<string, unknown>;
  started = await startService({ ...ALLOWED, GATEHOUSE_SSO_PROVIDERS: JSON.stringify({ [CORPORATE]: provider }) });
});
// Codes of authenticators move the clock, and id tokens expire by then.
afterEach(() => advance(Date.now() - now()));
afterAll(async () => {
  await started?.stop();
  await idp.stop();
});

type Tokens = User['tokens'];
/** The secrets of the accounts that have an authenticator, by id. */
const secrets = new Map<string, string>();
/** The authenticators of the accounts that have a passkey, by id. */
const authenticators = new Map<string, passkeys.Authenticator>();
const authenticatorOf = ({ id }: Account) => authenticators.get(id) as passkeys.Authenticator;
type Account = User & { id: string };
/** A person with an account in either tenant, whose sessions have linked the two. */
type Scene = { e: Account; v: Account };

const tenantE = () =>
  service.tenant({
    acting: { enabled: true },
    redirectUris: [HOME],
    ssoProviders: [realm.settings(PROVIDER, { trustEmail: true })],
  });

async function account(tenant: Tenant, more: Record<string, unknown> = EMAIL_VERIFIED): Promise<Account> {
  const user = await createUser(service, tenant, more);
  return { ...user, tokens: (await service.login(user)).body };
}

const changeTo = (from: Pick<User, 'tokens'>, { tenant }: Account, refreshToken?: string) =>
  service.post('/auth/switch-tenant', { tenantId: tenant.id, refreshToken }, { headers: bearer(from.tokens) });

async function link(from: Account, to: Account): Promise<void> {
  const reply = await changeTo(from, to, to.tokens.refreshToken);
  const secret = secrets.get(to.id);
  const full = secret ? await prove(service, reply.body, secret) : reply;
  expect([full.status, full.body.isRequiresMfa ?? false]).toEqual([200, false]);
  to.tokens = full.body;
}

const DIRECTIONS = {
  'from E to V': ({ e, v }: Scene) => link(e, v),
  'from V to E': ({ e, v }: Scene) => link(v, e),
};

/** What the session opens in other tenants: at the API, and in a browser that has it. */
async function openedBy(tokens: Tokens, { v }: Scene) {
  const own = claimsOf(tokens.accessToken).tid;
  const byApi = (await changeTo({ tokens }, v)).status;
  const browser = () =>
    createJar(
      service,
      new Map([
        ['svc_access', tokens.accessToken],
        ['svc_refresh', tokens.refreshToken],
      ]),
    );
  const known = await newServer({ tenantIds: [v.tenant.id as never] });
  const { query } = await ask(browser(), known, { prompt: 'none' });
  const { accounts } = (await browser().get('/auth/accounts')).body;
  const slots = await Promise.all([1, 2, 3, 4].map((slot) => browser().post('/auth/refresh-token', { slot })));
  return {
    changesTenant: byApi === 200,
    withoutAWord: query.code !== undefined,
    otherAccounts: accounts.filter(({ tenantId }: { tenantId: string }) => tenantId !== own).length,
    slots: slots.filter(({ status }) => status === 200).length,
  };
}

const NOTHING = { changesTenant: false, withoutAWord: false, otherAccounts: 0, slots: 0 };

type Way = {
  /** Gets into the account of E, and returns the tokens of the session. */
  walk: (scene: Scene) => Promise<Tokens>;
  /** The account of E, if it is not one with a password and a verified address. */
  begin?: (tenant: Tenant) => Promise<Account>;
  /** The way needs a recent login, so the session that uses it has not come from V. */
  isFresh?: boolean;
  /** Why it opens the account in V. */
  exception?: string;
};

const login = async (user: Pick<User, 'tenant' | 'email' | 'password'>): Promise<Tokens> =>
  (await service.login(user)).body;

async function byCode({ tenant }: Account, channel: 'email' | 'sms', identifier: string): Promise<Tokens> {
  await service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier, channel });
  const code = await codeTo(service, 'svc.passwordless_code_requested', identifier);
  const credentials = { identifier, channels: [channel], code };
  const body = { tenantId: tenant.id, providerName: 'passwordless', credentials };
  return (await service.post('/auth/login', body)).body;
}

async function byProvider({ tenant }: Account, person: Person, provider = PROVIDER): Promise<Tokens> {
  const code = codeIn(await roundTrip(service, tenant, realm, person, {}, provider));
  return (await exchange(service, tenant, { code }, { providerName: provider })).body;
}

async function byIdToken({ tenant }: Account, person: Person): Promise<Tokens> {
  const token = realm.idToken(person, { nonce: await newNonce(service, tenant) });
  return (await exchange(service, tenant, { token })).body;
}

/** Links an identity at the account page, in the browser of this session. */
async function linkIdentity({ tokens }: Account): Promise<Person> {
  const jar = createJar(service, new Map([['svc_access', tokens.accessToken]]));
  const person = stranger();
  const { pathname, search } = realm.logIn(
    (await jar.post('/auth/identities', { provider: PROVIDER })).body.location,
    person,
  );
  expect((await jar.get(pathname + search)).headers.location).toBe(`${service.baseUrl}/account/security`);
  return person;
}

const same = ({ email }: Account): Person => stranger({ email });
const patch = async ({ id }: Account, body: unknown): Promise<void> => {
  expect((await service.admin('PATCH', `${USERS}/${id}`, body)).status).toBe(200);
};

async function setPassword(account: Account, token: string): Promise<Tokens> {
  account.password = newPassword();
  const reply = await service.post('/auth/reset-password', { token, newPassword: account.password });
  expect(reply.status).toBe(200);
  return login(account);
}

async function byLink({ tenant }: Account, token: string): Promise<Tokens> {
  const authenticator = passkeys.authenticatorFor(service);
  expect((await passkeys.addByLink(service, token, authenticator)).status).toBe(200);
  return (await passkeys.login(service, tenant, authenticator)).body;
}

async function inviter(tenant: Tenant): Promise<Record<string, string>> {
  await service.admin('POST', '/auth/admin/api/permissions', { name: 'users.invite' });
  const body = { name: 'Host', tenantId: tenant.id, permissions: ['users.invite'] };
  const { role } = (await service.admin('POST', '/auth/admin/api/roles', body)).body;
  return bearer(await login(await createUser(service, tenant, { roleIds: [role.id] })));
}

/** An account without a password, whose owner logs in with codes. */
async function withoutPassword(tenant: Tenant): Promise<Account> {
  const made = await createUser(service, tenant, { ...EMAIL_VERIFIED, password: undefined });
  const user = { ...made, password: '', tokens: {} as Tokens };
  return { ...user, tokens: await byCode(user, 'email', made.email) };
}

/** An account with an authenticator, and a session with both factors. */
async function withFactor(tenant: Tenant): Promise<Account> {
  const user = await account(tenant);
  const { secret } = await enrol(service, user);
  secrets.set(user.id, secret);
  return { ...user, tokens: await complete(service, { ...user, secret }) };
}

/** An account with a passkey. */
async function withPasskey(tenant: Tenant): Promise<Account> {
  const user = await account(tenant);
  const authenticator = passkeys.authenticatorFor(service);
  await passkeys.addPasskey(service, user, authenticator);
  authenticators.set(user.id, authenticator);
  return user;
}

const ways: Record<PathwayName, Readonly<Record<string, Way>>> = {
  password: { 'the password': { walk: ({ e }) => login(e) } },
  earlierPassword: {
    'a new account of the same tenant, which moves people': {
      walk: async ({ e }) => {
        const [email, password] = [newEmail(), newPassword()];
        realm.passwords.set(email, password);
        const settings = { migration: passwordGrantOf(realm) };
        await service.admin('PATCH', `/auth/admin/api/tenants/${e.tenant.id}`, { settings });
        return login({ tenant: e.tenant, email, password });
      },
    },
  },
  loginCode: {
    'a code by e-mail': { walk: ({ e }) => byCode(e, 'email', e.email) },
    'a code by SMS': {
      begin: async (tenant) =>
        account(tenant, { ...EMAIL_VERIFIED, phone: newPhone(), phoneVerifiedAt: '2026-01-01T00:00:00Z' }),
      walk: ({ e }) => byCode(e, 'sms', (e as unknown as { phone: string }).phone),
    },
  },
  signupCode: {
    'a new account of the same tenant': { walk: async ({ e }) => (await service.signup(e.tenant)).tokens },
  },
  verificationCode: {
    'the linking session, after it has verified an address': {
      begin: (tenant) => account(tenant, {}),
      walk: async ({ e }) => {
        const headers = bearer(e.tokens);
        await service.post('/auth/send-email-verification', {}, { headers });
        const code = await codeTo(service, 'svc.email_verification_requested', e.email);
        expect((await service.post('/auth/verify-email', { code }, { headers })).status).toBe(200);
        return e.tokens;
      },
    },
  },
  addressChange: {
    'the linking session, after it has changed the address': {
      isFresh: true,
      walk: async ({ e }) => {
        const [headers, address] = [bearer(e.tokens), { email: newEmail() }];
        await service.post('/auth/address', address, { headers });
        const code = await codeTo(service, 'svc.email_verification_requested', address.email);
        expect((await service.post('/auth/address/confirm', { ...address, code }, { headers })).status).toBe(200);
        return e.tokens;
      },
    },
  },
  reset: {
    'a reset, and the new password': {
      walk: async ({ e }) => {
        const { tenant, email } = e;
        await service.post('/auth/forgot-password', { tenantId: tenant.id, email });
        const code = await codeTo(service, 'svc.password_reset_requested', email);
        const { body } = await service.post('/auth/verify-forgot-password-otp', { tenantId: tenant.id, email, code });
        return setPassword(e, body.resetToken);
      },
    },
  },
  invitation: {
    'an invitation that sets the first password': {
      begin: withoutPassword,
      walk: async ({ e }) => {
        await service.post('/auth/invite', { email: e.email }, { headers: await inviter(e.tenant) });
        const [{ token }] = await messagesTo(service, 'svc.user_invited', e.email);
        return setPassword(e, token);
      },
    },
  },
  invitationPasskey: {
    'an invitation that adds the first passkey': {
      begin: withoutPassword,
      walk: async ({ e }) => {
        await service.post('/auth/invite', { email: e.email }, { headers: await inviter(e.tenant) });
        const [{ token }] = await messagesTo(service, 'svc.user_invited', e.email);
        return byLink(e, token);
      },
    },
  },
  recoveryLink: {
    'a link that an admin made, and its passkey': {
      walk: async ({ e }) => byLink(e, await passkeys.recoveryLink(service, e.id)),
    },
    'a link that an admin made, and its password': {
      walk: async ({ e }) => setPassword(e, await passkeys.recoveryLink(service, e.id)),
    },
  },
  identity: {
    'an identity that the linking session adds': {
      isFresh: true,
      walk: async ({ e }) => byProvider(e, await linkIdentity(e)),
    },
    'the linking session, after it has added an identity': {
      isFresh: true,
      walk: async ({ e }) => {
        await linkIdentity(e);
        return e.tokens;
      },
    },
    'an id token of an identity that was added': {
      isFresh: true,
      walk: async ({ e }) => byIdToken(e, await linkIdentity(e)),
    },
  },
  providerAddress: {
    'the address at a provider of the tenant': { walk: ({ e }) => byProvider(e, same(e)) },
    'the address at a provider of the deployment': { walk: ({ e }) => byProvider(e, same(e), CORPORATE) },
    'the address in an id token': { walk: ({ e }) => byIdToken(e, same(e)) },
    'the linking session, after a login with the address at a provider': {
      walk: async ({ e }) => {
        expect(await byProvider(e, same(e))).toHaveProperty('accessToken');
        return e.tokens;
      },
    },
  },
  admin: {
    'a password that an admin sets': {
      walk: async ({ e }) => {
        const password = newPassword();
        await patch(e, { password, mustChangePassword: false });
        return login({ ...e, password });
      },
    },
    'an address that an admin sets': {
      walk: async ({ e }) => {
        const email = newEmail();
        await patch(e, { email, emailVerifiedAt: '2026-01-01T00:00:00Z' });
        return byCode(e, 'email', email);
      },
    },
  },
  otherTenant: {
    'a session that the link has opened': {
      walk: async ({ e, v }) => (await changeTo(v, e)).body,
      exception: 'The link opened it, so it is of use to the link: people go back and forth.',
    },
    'another session of the account that changes from V': {
      walk: async ({ e, v }) => {
        const third = await account(await service.tenant());
        const reply = await changeTo(third, e, (await login(e)).refreshToken);
        expect(v.tenant.id).not.toBe(third.tenant.id);
        return reply.body;
      },
    },
  },
  secondFactor: {
    'a password and a second factor': {
      begin: withFactor,
      walk: ({ e }) => complete(service, { ...e, secret: secrets.get(e.id) as string }),
    },
  },
  firstSecondFactor: {
    'the linking session, after it has set up its first factor': {
      isFresh: true,
      walk: async ({ e }) => {
        await enrol(service, e);
        return e.tokens;
      },
    },
  },
  passkey: {
    'a passkey': {
      begin: withPasskey,
      walk: async ({ e }) => (await passkeys.login(service, e.tenant, authenticatorOf(e))).body,
    },
  },
  secondPasskey: {
    'the linking session, after a fresh proof by a passkey': {
      begin: withPasskey,
      isFresh: true,
      walk: async ({ e }) => {
        const options = await passkeys.optionsFor(service, e.tokens, '/verify-options');
        return (await passkeys.sendProof(service, e.tokens, authenticatorOf(e).get(options))).body;
      },
      exception: 'It is the session that made the link, with a fresh proof.',
    },
  },
  firstPasskey: {
    'the linking session, after it has added its first passkey': {
      isFresh: true,
      walk: async ({ e }) => {
        await passkeys.addPasskey(service, e, passkeys.authenticatorFor(service));
        return e.tokens;
      },
    },
  },
  trustedDevice: {
    'a password on a trusted device': {
      begin: withFactor,
      walk: async ({ e }) => {
        const secret = secrets.get(e.id) as string;
        const { trustToken = '' } = await complete(service, { ...e, secret }, { trustDevice: true });
        return (await loginTrusted(service, e, trustToken)).body;
      },
    },
  },
  acting: {
    'an admin who acts as the user': {
      walk: async ({ e }) => (await acting(await scopedAdmin(service, 'operator', [e.tenant.id]), e)).tokens,
    },
  },
  refreshToken: {
    'the next tokens of the linking session': {
      walk: async ({ e }) => (await service.post('/auth/refresh-token', { refreshToken: e.tokens.refreshToken })).body,
      exception: 'It is the session that made the link.',
    },
  },
};

const rows = Object.values(ways).flatMap((all) => Object.entries(all));

describe.each(Object.entries(DIRECTIONS))('for accounts that were linked %s', (direction, linkBoth) => {
  const walked = rows.filter(([, { isFresh }]) => !isFresh || direction === 'from E to V');
  test.each(walked)('%s opens in the other tenant what its row says', async (_, way) => {
    const scene = { e: await (way.begin ?? account)(await tenantE()), v: await account(await service.tenant()) };
    await linkBoth(scene);
    const tokens = await way.walk(scene);
    // The way leads into the account of E: otherwise the row proves nothing.
    expect((await service.get('/auth/me', { headers: bearer(tokens) })).status).toBe(200);
    const expected = way.exception ? { ...NOTHING, changesTenant: true } : NOTHING;
    expect(await openedBy(tokens, scene)).toEqual(expected);
  });
});

test('a login by a provider of the tenant leaves no link when the other account is shown, and one of the deployment does', async () => {
  for (const [provider, again] of [
    [PROVIDER, 403],
    [CORPORATE, 200],
  ] as const) {
    const [e, v] = [await account(await tenantE()), await account(await service.tenant())];
    const tokens = await byProvider(e, same(e), provider);
    const shown = await login(v);
    expect((await changeTo({ tokens }, v, shown.refreshToken)).status).toBe(200);
    expect((await changeTo({ tokens }, v)).status).toBe(again);
    // The other way round, and with what the switch made of it.
    const own = await login(v);
    const back = await changeTo({ tokens: own }, e, tokens.refreshToken);
    expect(back.status).toBe(200);
    expect((await changeTo({ tokens: own }, e)).status).toBe(again);
    expect((await changeTo({ tokens: back.body }, v)).status).toBe(again);
  }
});

test('a pending login by a provider of the tenant leaves no link once its second factor is proved', async () => {
  const [e, v] = [await withFactor(await tenantE()), await account(await service.tenant())];
  const pending = await byProvider(e, same(e));
  const { body: tokens } = await prove(service, pending, secrets.get(e.id) as string);
  expect((await changeTo({ tokens }, v, (await login(v)).refreshToken)).status).toBe(200);
  expect((await changeTo({ tokens }, v)).status).toBe(403);
});
