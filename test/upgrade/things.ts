// Lists what people hold while a deployment changes its version: each is made by one version and used by another.
import { scene } from '../support/acting.ts';
import { callers } from '../support/admins.ts';
import { claimsOf, later, MINUTE } from '../support/api.ts';
import { basic, postForm } from '../support/applications.ts';
import { newName } from '../support/grants.ts';
import { cookieHeader } from '../support/http.ts';
import type { IdentityProvider } from '../support/identity-provider.ts';
import { PNG } from '../support/images.ts';
import { codeTo, messagesTo } from '../support/messages.ts';
import { act, enrol, nextCode, person, TRUST_HEADER } from '../support/mfa.ts';
import { bearer, newEmail, newPassword, type Service, unique } from '../support/service.ts';
import { codeIn, comeBack, exchange, leave, logIn, newToken, roundTrip, stranger, tenantWith } from '../support/sso.ts';
import { until } from '../support/until.ts';

/** Made by one version of the code; the returned function uses it with another and throws if it does not work. */
export type Thing = (service: Service, idp: IdentityProvider) => Promise<() => Promise<void>>;

const TENANTS = '/auth/admin/api/tenants';
const PERMISSIONS = '/auth/admin/api/permissions';
const USERS = '/auth/admin/api/users';

/** Throws unless the response has the status, and the code if one is given. Returns the response. */
function require(reply: Awaited<ReturnType<Service['send']>>, status: number, code?: string) {
  if (reply.status !== status || (code && reply.body.code !== code))
    throw new Error(`expected ${status} ${code ?? ''}: ${reply.status} ${reply.text}`);
  return reply;
}

const me = (service: Service, tokens: { accessToken: string }) =>
  service.get('/auth/me', { headers: bearer(tokens.accessToken) });

export const THINGS: Readonly<Record<string, Thing>> = {
  'a session verifies and refreshes': async (service) => {
    const { tokens } = await service.signup(await service.tenant());
    return async () => {
      require(await me(service, tokens), 200);
      const { body } = require(await service.post('/auth/refresh-token', { refreshToken: tokens.refreshToken }), 200);
      require(await me(service, body), 200);
    };
  },
  'a password opens the account': async (service) => {
    const user = await service.signup(await service.tenant());
    return async () => void require(await service.login(user), 200);
  },
  'a wrong password counts towards the lock of the account': async (service) => {
    const user = await person(service, await service.tenant());
    const guess = () => service.login({ ...user, password: newPassword() });
    for (let count = 0; count < 5; count += 1) require(await guess(), 401);
    return async () => {
      for (let count = 0; count < 5; count += 1) require(await guess(), 401);
      require(await guess(), 429, 'ACCOUNT_LOCKED');
    };
  },
  'an e-mail address is taken': async (service) => {
    const user = await service.signup(await service.tenant());
    const again = { tenantId: user.tenant.id, email: user.email.toUpperCase(), password: newPassword() };
    return async () => void require(await service.post('/auth/signup', again), 400, 'EMAIL_ALREADY_EXISTS');
  },
  'a one-time code opens a session': async (service) => {
    const user = await person(service, await service.tenant());
    const request = { tenantId: user.tenant.id, identifier: user.email, channel: 'email' };
    require(await service.post('/auth/passwordless/send', request), 200);
    const code = await codeTo(service, 'svc.passwordless_code_requested', user.email);
    const credentials = { identifier: user.email, channels: ['email'], code };
    const login = { tenantId: user.tenant.id, providerName: 'passwordless', credentials };
    return async () => void require(await service.post('/auth/login', login), 200);
  },
  'a code for the password sets a new one': async (service) => {
    const user = await person(service, await service.tenant());
    require(await service.post('/auth/forgot-password', { tenantId: user.tenant.id, email: user.email }), 200);
    require(await service.post('/auth/forgot-password', { tenantId: user.tenant.id, email: newEmail() }), 200);
    const code = await codeTo(service, 'svc.password_reset_requested', user.email);
    return async () => {
      const proof = { tenantId: user.tenant.id, email: user.email, code };
      const { body } = require(await service.post('/auth/verify-forgot-password-otp', proof), 200);
      const password = newPassword();
      const token = body.token ?? body.resetToken;
      require(await service.post('/auth/reset-password', { token, newPassword: password }), 200);
      require(await service.login({ ...user, password }), 200);
      require(await me(service, user.tokens), 401);
    };
  },
  'an invitation is accepted': async (service) => {
    const tenant = await service.tenant();
    const permission = 'users.invite';
    await service.admin('POST', PERMISSIONS, { name: permission });
    const role = { name: unique('role'), tenantId: tenant.id, permissions: [permission] };
    const made = require(await service.admin('POST', '/auth/admin/api/roles', role), 201);
    const inviter = await person(service, tenant, { roleIds: [made.body.role.id] });
    const email = newEmail();
    require(await service.post('/auth/invite', { email }, { headers: bearer(inviter.tokens) }), 201);
    const [event] = await messagesTo(service, 'svc.user_invited', email);
    return async () => {
      const password = newPassword();
      require(await service.post('/auth/reset-password', { token: event.token, newPassword: password }), 200);
      require(await service.login({ tenant, email, password }), 200);
    };
  },
  'an authenticator completes a login': async (service) => {
    const user = await person(service, await service.tenant(), {});
    const { secret } = await enrol(service, user);
    return async () => {
      const { body } = require(await service.login(user), 200);
      require(await me(service, body), 401);
      const done = require(await act(service, body, 'verify', { method: 'totp', otp: nextCode(secret) }), 200);
      require(await me(service, done.body), 200);
    };
  },
  'a pending login takes a recovery code, and each code works once': async (service) => {
    const user = await person(service, await service.tenant(), {});
    await enrol(service, user);
    const { codes } = require(await act(service, user.tokens, 'generate-recovery-code'), 200).body;
    const [first, second] = [(await service.login(user)).body, (await service.login(user)).body];
    return async () => {
      require(await act(service, first, 'verify-recovery-code', { code: codes[0] }), 200);
      require(await act(service, second, 'verify-recovery-code', { code: codes[0] }), 400);
    };
  },
  'an authenticator that is being set up is confirmed': async (service) => {
    const user = await person(service, await service.tenant(), {});
    const { secret, deviceId } = require(await act(service, user.tokens, 'setup-totp'), 200).body;
    return async () => {
      const proof = { otp: nextCode(secret), deviceId };
      require(await act(service, user.tokens, 'verify-totp-setup', proof), 200);
    };
  },
  'a trusted device needs no second factor': async (service) => {
    const user = await person(service, await service.tenant(), {});
    const { secret } = await enrol(service, user);
    const pending = (await service.login(user)).body;
    const factor = { method: 'totp', otp: nextCode(secret), rememberDevice: true, trustDevice: true };
    const { headers, body } = require(await act(service, pending, 'verify', factor), 200);
    const trust = (headers[TRUST_HEADER] ?? body.trustToken ?? body.deviceTrustToken) as string;
    return async () => {
      const reply = require(await service.login(user, { headers: { [TRUST_HEADER]: trust } }), 200);
      require(await me(service, reply.body), 200);
    };
  },
  'an admin session reads users': async (service) => {
    const tenant = await service.tenant();
    const account = { email: newEmail(), password: newPassword() };
    require(await service.admin('POST', '/auth/admin/admins', account), 201);
    const cookie = cookieHeader(require(await service.post('/auth/admin/login', account), 201));
    return async () => void require(await service.get(`${USERS}?tenantId=${tenant.id}`, { headers: { cookie } }), 200);
  },
  'a tenant requires second factors from its next login on': async (service) => {
    const tenant = await service.tenant();
    const user = await person(service, tenant);
    return async () => {
      const settings = { mfa: { policy: 'required' } };
      require(await service.admin('PATCH', `${TENANTS}/${tenant.id}`, { settings }), 200);
      const { body } = require(await service.login(user), 200);
      if (body.isRequiresMfa !== true) throw new Error(`no second factor: ${JSON.stringify(body)}`);
    };
  },
  'a deactivated user is out with the next request': async (service) => {
    const user = await person(service, await service.tenant());
    return async () => {
      require(await service.admin('PATCH', `${USERS}/${user.id}`, { isActive: false }), 200);
      for (let count = 0; count < 4; count += 1) require(await me(service, user.tokens), 401);
    };
  },
  'a deactivated tenant is out with the next request': async (service) => {
    const user = await service.signup(await service.tenant());
    return async () => {
      const { id } = user.tenant;
      require(await service.admin('PATCH', `${TENANTS}/${id}`, { isActive: false }), 200);
      for (let count = 0; count < 4; count += 1) require(await me(service, user.tokens), 401);
      require(await service.admin('PATCH', `${TENANTS}/${id}`, { isActive: true }), 200);
      require(await me(service, user.tokens), 401);
      require(await service.login(user), 200);
    };
  },
  'a role grants and stops granting a permission': async (service) => {
    const tenant = await service.tenant();
    const name = newName();
    const { permission } = require(await service.admin('POST', PERMISSIONS, { name: newName() }), 201).body;
    require(await service.admin('PATCH', `${PERMISSIONS}/${permission.id}`, { name }), 200);
    const role = { name: unique('role'), tenantId: tenant.id, permissions: [name] };
    const { id } = require(await service.admin('POST', '/auth/admin/api/roles', role), 201).body.role;
    const user = await person(service, tenant, { roleIds: [id] });
    const permissions = async () => require(await me(service, user.tokens), 200).body.permissions as string[];
    return async () => {
      if (!(await permissions()).includes(name)) throw new Error('the permission is lost');
      require(await service.admin('PATCH', `/auth/admin/api/roles/${id}`, { permissions: [] }), 200);
      if ((await permissions()).includes(name)) throw new Error('the permission stays');
    };
  },
  'linked accounts open each other': async (service) => {
    const [from, to] = [await service.signup(await service.tenant()), await service.signup(await service.tenant())];
    const body = { tenantId: to.tenant.id, refreshToken: to.tokens.refreshToken };
    require(await service.post('/auth/switch-tenant', body, { headers: bearer(from.tokens) }), 200);
    return async () => {
      const again = { tenantId: to.tenant.id };
      const reply = require(await service.post('/auth/switch-tenant', again, { headers: bearer(from.tokens) }), 200);
      if (claimsOf(reply.body.accessToken).tid !== to.tenant.id) throw new Error('another tenant');
    };
  },
  'a page of a listed origin may call the service': async (service) => {
    const origin = `https://${unique('app')}.example`;
    const tenant = await service.tenant({ allowedOrigins: [origin] });
    const allowed = async () => {
      const preflight = { origin, 'access-control-request-method': 'POST' };
      const { headers } = await service.send('OPTIONS', '/auth/login', { headers: preflight });
      return headers['access-control-allow-origin'];
    };
    return async () => {
      if ((await allowed()) !== origin) throw new Error('the origin is refused');
      require(await service.admin('PATCH', `${TENANTS}/${tenant.id}`, { settings: { allowedOrigins: [] } }), 200);
      // Functions remember the origins that they allowed for a minute.
      await later(10 * MINUTE, async () => {
        if ((await allowed()) === origin) throw new Error('the origin is still allowed');
      });
    };
  },
  'an account of a provider opens the same account again': async (service, idp) => {
    const realm = idp.realm();
    const tenant = await tenantWith(service, realm);
    const who = stranger();
    const first = require(await logIn(service, tenant, realm, who), 200);
    return async () => {
      const again = require(await logIn(service, tenant, realm, who), 200);
      if (claimsOf(again.body.accessToken).sub !== claimsOf(first.body.accessToken).sub)
        throw new Error('a second account');
    };
  },
  'a browser that left for a provider comes back': async (service, idp) => {
    const realm = idp.realm();
    const tenant = await tenantWith(service, realm);
    const trip = await leave(service, tenant);
    const back = realm.logIn(trip.location, stranger());
    return async () => {
      const code = codeIn(await comeBack(service, back, trip));
      require(await exchange(service, tenant, { code }), 200);
    };
  },
  'the code of a provider login is exchanged for tokens': async (service, idp) => {
    const realm = idp.realm();
    const tenant = await tenantWith(service, realm);
    const code = codeIn(await roundTrip(service, tenant, realm, stranger()));
    return async () => void require(await exchange(service, tenant, { code }), 200);
  },
  'an id token with a nonce opens a session': async (service, idp) => {
    const realm = idp.realm();
    const tenant = await tenantWith(service, realm);
    const token = await newToken(service, tenant, realm, stranger());
    return async () => void require(await exchange(service, tenant, { token }), 200);
  },
  'a blocked domain is refused': async (service) => {
    const domain = `${unique('blocked')}.example`;
    require(await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: [domain] }), 201);
    const tenant = await service.tenant();
    const body = { tenantId: tenant.id, email: `a@${domain}`, password: newPassword() };
    // A list of domains is cached for a minute.
    return () =>
      later(
        2 * MINUTE,
        async () => void require(await service.post('/auth/signup', body), 403, 'EMAIL_DOMAIN_NOT_ALLOWED'),
      );
  },
  'a user is listed, found and counted': async (service) => {
    const tenant = await service.tenant();
    const email = `${unique('findme')}@example.com`;
    await person(service, tenant, { email });
    return () =>
      until(async () => {
        const found = await service.admin('GET', `${USERS}?tenantId=${tenant.id}&search=${email.slice(0, 12)}`);
        return found.body.data?.some((user: { email: string }) => user.email === email);
      }, `${email} in the list`).then(() => undefined);
  },
  'the users of a deleted tenant are removed': async (service) => {
    const user = await service.signup(await service.tenant());
    return async () => {
      require(await service.admin('DELETE', `${TENANTS}/${user.tenant.id}`), 200);
      require(await me(service, user.tokens), 401);
      const { sub } = claimsOf(user.tokens.accessToken);
      await until(async () => (await service.admin('GET', `${USERS}/${sub}`)).status === 404, 'the user is gone');
    };
  },
  'an invited admin accepts': async (service) => {
    const { token } = await callers(service).invited();
    return async () => void require(await callers(service).accept({ token, password: newPassword() }), 201);
  },
  'an admin acts as a user': async (service) => {
    const { session } = await scene(service);
    return async () => {
      require(await service.get('/auth/me', { headers: session.headers }), 200);
      require(await service.post('/auth/refresh-token', { refreshToken: session.tokens.refreshToken }), 200);
    };
  },
  'an application gets tokens until it is disabled': async (service) => {
    const api = '/auth/admin/api/applications';
    const tenant = await service.tenant();
    const given = { name: 'Shop', kind: 'machine', redirectUris: [], tenantIds: [tenant.id] };
    const { id } = require(await service.admin('POST', api, given), 201).body.application;
    const { secret } = require(await service.admin('POST', `${api}/${id}/secrets`, {}), 201).body.secret;
    const token = () =>
      postForm(service, '/oauth2/token', { grant_type: 'client_credentials' }, { headers: basic(id, secret) });
    require(await token(), 200);
    return async () => {
      require(await token(), 200);
      require(await service.admin('PATCH', `${api}/${id}`, { isActive: false }), 200);
      for (let count = 0; count < 4; count += 1) require(await token(), 401);
    };
  },
  'a logo is shown': async (service) => {
    const { id } = await service.tenant();
    const { tenant } = require(await service.admin('PUT', `${TENANTS}/${id}/logo`, { image: PNG }), 200).body;
    return async () => void require(await service.get(tenant.logo.url.slice(service.baseUrl.length)), 200);
  },
  'a repeated request creates nothing new': async (service) => {
    const tenant = await service.tenant();
    const body = { email: newEmail(), password: newPassword(), tenantId: tenant.id };
    const headers = { 'idempotency-key': unique('key') };
    const create = async () => require(await service.admin('POST', USERS, body, { headers }), 201).body.user.id;
    const first = await create();
    return async () => {
      if ((await create()) !== first) throw new Error('a second user');
    };
  },
};
