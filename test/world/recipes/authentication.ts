// Makes calls of accounts, sessions, passwords, codes and invitations succeed.
import type { authentication } from '../../../lib/contract/groups/authentication.ts';
import { COOKIES, cookieSession } from '../../support/api.ts';
import { newPhone } from '../../support/factors.ts';
import { cookieHeader } from '../../support/http.ts';
import { PNG } from '../../support/images.ts';
import { verifiedDomain } from '../../support/join-requests.ts';
import { complete, enrol, TRUST_HEADER } from '../../support/mfa.ts';
import { passwordGrantOf } from '../../support/migration.ts';
import { newEmail, newPassword } from '../../support/service.ts';
import { stranger } from '../../support/sso.ts';
import {
  type Account,
  account,
  admin,
  asUser,
  type Call,
  codeFor,
  good,
  invitationOf,
  makerFor,
  type Recipes,
  signUp,
  VERIFIED,
  type World,
} from '../recipe.ts';
import { closedTenant, joinLink } from './joining.ts';
import { newToken, providerCode, withVerifier } from './providers.ts';

/** Calls an operation on the way to the one that is meant. */
const first = async ({ service }: World, path: string, user: Account, body: unknown = {}) =>
  good(await service.post(`/auth/${path}`, body, asUser(user)), path);

const addressOf = ({ tenant, email }: Account) => ({ tenantId: tenant.id, email });
const withPassword = ({ tenant, email, password }: Account) => ({
  tenantId: tenant.id,
  credentials: { email, password },
});

export async function owner(world: World): Promise<Account> {
  const { tenant, service } = world;
  await service.admin('POST', '/auth/admin/api/permissions', { name: 'users.invite' });
  const grant = { tenantId: tenant.id, permissions: ['users.invite'] };
  const role = await makerFor(world).role(grant);
  return account(world, { roleIds: [role.id] });
}

/** A user, and the token of a device that they trust. */
export async function trusting(world: World): Promise<Account & { trustToken: string }> {
  const user = await signUp(world);
  const { secret } = await enrol(world.service, user);
  const { trustToken = '', ...tokens } = await complete(world.service, { ...user, secret }, { trustDevice: true });
  return { ...user, tokens, trustToken };
}

async function withTrust(world: World): Promise<Call> {
  const user = await trusting(world);
  return { body: withPassword(user), headers: { [TRUST_HEADER]: user.trustToken } };
}

async function codeToLogIn(world: World): Promise<Call> {
  const user = await account(world, VERIFIED);
  const { tenantId, email: identifier } = addressOf(user);
  await first(world, 'passwordless/send', user, { tenantId, identifier, channel: 'email' });
  const credentials = { identifier, channels: ['email'], code: await codeFor(world, user.id) };
  return { body: { tenantId, providerName: 'passwordless', credentials } };
}

async function inCookies(world: World): Promise<string> {
  return cookieHeader(await cookieSession(world.service, await signUp(world)));
}

export const recipes = {
  'POST /auth/signup': async ({ tenant }) => ({
    body: { tenantId: tenant.id, email: newEmail(), password: newPassword() },
  }),
  'POST /auth/login': {
    password: async (world) => ({ body: withPassword(await signUp(world)) }),
    code: codeToLogIn,
    'second factor due': async (world) => {
      const user = await signUp(world);
      await enrol(world.service, user);
      return { body: withPassword(user) };
    },
    'trusted device': withTrust,
    'code of a provider': async (world) => withVerifier(world, { code: await providerCode(world, stranger()) }),
    'earlier service': async ({ service, realm }) => {
      const [email, password] = [newEmail(), newPassword()];
      realm.passwords.set(email, password);
      const { id: tenantId } = await service.tenant({ migration: passwordGrantOf(realm) });
      return { body: { tenantId, credentials: { email, password } } };
    },
    'id token': async (world) => withVerifier(world, { token: await newToken(world, stranger()) }),
  },
  'POST /auth/logout': async (world) => asUser(await signUp(world)),
  'POST /auth/logout-all': async (world) => asUser(await signUp(world)),
  'POST /auth/refresh-token': async (world) => ({
    body: { refreshToken: (await signUp(world)).tokens.refreshToken },
  }),
  'POST /auth/switch-tenant': async (world) => {
    const there = await world.service.signup(await world.service.tenant());
    const { refreshToken } = there.tokens;
    return { ...asUser(await signUp(world)), body: { tenantId: there.tenant.id, refreshToken } };
  },
  'POST /auth/change-password': async (world) => {
    const user = await signUp(world);
    return { ...asUser(user), body: { currentPassword: user.password, newPassword: newPassword() } };
  },
  'POST /auth/forgot-password': async (world) => ({ body: addressOf(await signUp(world)) }),
  'POST /auth/verify-forgot-password-otp': async (world) => {
    const user = await signUp(world);
    await first(world, 'forgot-password', user, addressOf(user));
    return { body: { ...addressOf(user), code: await codeFor(world, user.id) } };
  },
  'POST /auth/reset-password': {
    reset: async (world) => {
      const user = await signUp(world);
      await first(world, 'forgot-password', user, addressOf(user));
      const body = { ...addressOf(user), code: await codeFor(world, user.id) };
      const { resetToken } = await first(world, 'verify-forgot-password-otp', user, body);
      return { body: { token: resetToken, newPassword: newPassword() } };
    },
    invitation: async (world) => {
      const { userId } = await first(world, 'invite', await owner(world), { email: newEmail() });
      return { body: { token: await invitationOf(world, userId), newPassword: newPassword() } };
    },
  },
  'POST /auth/passwordless/send': async (world) => {
    const { tenantId, email: identifier } = addressOf(await signUp(world));
    return { body: { tenantId, identifier, channel: 'email' } };
  },
  'POST /auth/send-email-verification': async (world) => ({ ...asUser(await signUp(world)), body: {} }),
  'POST /auth/verify-email': async (world) => {
    const user = await signUp(world);
    await first(world, 'send-email-verification', user);
    return { ...asUser(user), body: { code: await codeFor(world, user.id) } };
  },
  'POST /auth/send-phone-verification': async (world) => ({
    ...asUser(await account(world, { phone: newPhone() })),
    body: {},
  }),
  'POST /auth/verify-phone': async (world) => {
    const user = await account(world, { phone: newPhone() });
    await first(world, 'send-phone-verification', user);
    return { ...asUser(user), body: { code: await codeFor(world, user.id) } };
  },
  'POST /auth/invite': async (world) => ({ ...asUser(await owner(world)), body: { email: newEmail() } }),
  'GET /auth/me': async (world) => asUser(await owner(world)),
  'PATCH /auth/me': async (world) => ({ ...asUser(await signUp(world)), body: { name: 'Ada', locale: 'de' } }),
  'DELETE /auth/me': async (world) => asUser(await signUp(world)),
  'GET /auth/user': async (world) => asUser(await signUp(world)),
  'GET /auth/verify-session': async (world) => asUser(await signUp(world)),
  'GET /auth/session': async (world) => asUser(await signUp(world)),
  'GET /auth/client-config': {
    deployment: async () => ({}),
    tenant: async ({ tenant }) => ({ query: { tenantId: tenant.id } }),
  },
  'GET /auth/csrf': async (world) => ({ headers: { ...COOKIES, cookie: await inCookies(world) } }),
  'GET /auth/accounts': async (world) => ({ headers: { ...COOKIES, cookie: await inCookies(world) } }),
  'POST /auth/tenants/discover': async () => ({ body: { email: newEmail() } }),
  'POST /auth/join-requests': async (world) => {
    const { id: tenantId } = await closedTenant(world);
    return { body: { tenantId, email: `ada@${await verifiedDomain({ id: tenantId })}`, locale: 'de' } };
  },
  'POST /auth/join-requests/confirm': async (world) => ({
    body: { token: await joinLink(world, await closedTenant(world)) },
  }),
  'GET /auth/tenants/lookup': async ({ tenant }) => ({ query: { slug: tenant.slug } }),
  'POST /auth/tenants/find': async (world) => ({ body: { email: (await account(world, VERIFIED)).email } }),
  'GET /auth/tenants/{id}/logos/{digest}': async (world) => {
    const { tenant } = await admin(world, 'PUT', `api/tenants/${world.tenant.id}/logo`, { image: PNG });
    return { params: { id: tenant.id, digest: tenant.logo.url.split('/').at(-1) } };
  },
} satisfies Record<keyof typeof authentication, Recipes>;
