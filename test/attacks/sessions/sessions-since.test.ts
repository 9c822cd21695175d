// Threat: GATEHOUSE_SESSIONS_SINCE, set in an emergency, leaves something from before that begins or replaces a
// session.
// Every type of item in the table is listed here: what it is, or how a moved setting is seen to end it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { advance, now } from '../../../lib/platform/clock.ts';
import { config } from '../../../lib/platform/settings/config.ts';
import { callers } from '../../support/admins.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { keyUser, newKey } from '../../support/api-keys.ts';
import { basic, postForm } from '../../support/applications.ts';
import { VERIFIER } from '../../support/binding.ts';
import { allow, codesOf, deviceTenant, newTerminal, poll } from '../../support/devices.ts';
import type { Reply } from '../../support/http.ts';
import { loggedIn } from '../../support/oauth-browser.ts';
import { directoryOf } from '../../support/scim.ts';
import { bearer, newPassword, type User } from '../../support/service.ts';
import { newSetupLink, tokenIn } from '../../support/setup-links.ts';
import {
  codeIn,
  comeBack,
  exchange,
  leave,
  newToken,
  PROVIDER,
  roundTrip,
  stranger,
  useSso,
} from '../../support/sso.ts';
import { codeBefore, totp } from '../../support/totp.ts';

const { service, realm, tenant: ssoTenant } = useSso();

const STORE = join(import.meta.dirname, '../../../lib/store');

/** What cannot begin a session by itself, or is a credential: it proves a person anew, whenever it was made. */
const OTHERS = {
  credential: [
    'user',
    'admin',
    'identity',
    'admin-identity',
    'totp-device',
    'recovery-codes',
    'passkey',
    'admin-passkey',
  ],
  /** Ends with the epoch of its admin, and only a session of theirs can complete it. */
  noSession: [
    'tenant',
    'tenant-head',
    'slug',
    'origin',
    'logo',
    'join-request',
    'application',
    'application-grant',
    'application-count',
    'protected-resource',
    'client-document',
    'api-key-use',
    'used-assertion',
    'used-code',
    'stored-reply',
    'directory',
    'address-claim',
    'identity-claim',
    'passkey-claim',
    'admin-passkey-claim',
    'import-claim',
    'left-address',
    'disuse',
    'tenant-domain',
    'domain-claim',
    'scim-user',
    'scim-claim',
    'scim-group',
    'scim-group-claim',
    'scim-member',
    'scim-refusals',
    'used-challenge',
    'role',
  ],
  counters: [
    'domain-count',
    'scim-connection-count',
    'scim-group-count',
    'scim-count',
    'role-name',
    'permission',
    'permission-name',
    'permissions-epoch',
    'blocked-domains',
    'admin-email',
  ],
  /** It only names a session, which ends. */
  acting: ['acting'],
  platform: [
    'admin-bootstrap',
    'admin-count',
    'limiter',
    'count',
    'counter',
    'job',
    'message-claim',
    'heartbeat',
    'audit-archive',
  ],
  keys: ['key-ring', 'public-keys'],
  outbox: ['outbox', 'outbox-decoy'],
  /** What became of a link token, which ends. */
  invitations: ['invitation'],
  audit: ['audit-entry', 'audit-mention', 'audit-block'],
  /** test/api/admin-console/sso.test.ts, whose service has a provider of admins. */
  elsewhere: ['admin-flow'],
};

const settings = config as () => { sessionsSince: number };
const moveSetting = () => {
  advance(2);
  settings().sessionsSince = now();
};
afterEach(() => {
  settings().sessionsSince = 0;
});

const newUser = async (): Promise<User> => service.signup(await service.tenant());
const codeLogin = ({ tenant, email }: User, code: string) =>
  service.post('/auth/login', {
    tenantId: tenant.id,
    providerName: 'passwordless',
    credentials: { identifier: email, channels: ['email'], code },
  });
const sendCode = ({ tenant, email }: User, path: string) =>
  service.post(path, { tenantId: tenant.id, identifier: email, channel: 'email', email });
const enrol = async ({ tokens }: User): Promise<string> => {
  const headers = bearer(tokens);
  const { secret } = (await service.post('/auth/mfa/setup-totp', {}, { headers })).body;
  await service.post('/auth/mfa/verify-totp-setup', { otp: codeBefore(secret) }, { headers });
  return secret;
};

/** Makes an item, and returns how it is used and what it is refused with. The setting is moved in between. */
type Scenario = () => Promise<{ use: () => Promise<Reply>; refusal: unknown }>;
const scenarios: Record<string, Scenario> = {
  session: async () => {
    const { tokens } = await newUser();
    return { use: () => service.get('/auth/me', { headers: bearer(tokens) }), refusal: refusal('SESSION_NOT_FOUND') };
  },
  link: async () => {
    const [from, to] = [await newUser(), await newUser()];
    const body = { tenantId: to.tenant.id };
    const { refreshToken } = to.tokens;
    await service.post('/auth/switch-tenant', { ...body, refreshToken }, { headers: bearer(from.tokens) });
    // A link counts for the session that made it, which ends too.
    const use = () => service.post('/auth/switch-tenant', body, { headers: bearer(from.tokens) });
    return { use, refusal: refusal('SESSION_NOT_FOUND') };
  },
  'one-time-code': async () => {
    const user = await newUser();
    await sendCode(user, '/auth/passwordless/send');
    const code = await service.code(user.email);
    return { use: () => codeLogin(user, code), refusal: refusal('VERIFICATION_CODE_INVALID') };
  },
  'link-token': async () => {
    const user = await newUser();
    await sendCode(user, '/auth/forgot-password');
    const body = { tenantId: user.tenant.id, email: user.email, code: await service.code(user.email) };
    const { resetToken } = (await service.post('/auth/verify-forgot-password-otp', body)).body;
    const use = () => service.post('/auth/reset-password', { token: resetToken, newPassword: newPassword() });
    return { use, refusal: refusal('PASSWORD_RESET_TOKEN_INVALID') };
  },
  'sso-flow': async () => {
    const trip = await leave(service, ssoTenant);
    const back = realm.logIn(trip.location, stranger());
    return { use: () => comeBack(service, back, trip), refusal: refusal('SSO_STATE_INVALID') };
  },
  'sso-code': async () => {
    const code = codeIn(await roundTrip(service, ssoTenant, realm, stranger()));
    return { use: () => exchange(service, ssoTenant, { code }), refusal: refusal('SSO_TOKEN_INVALID') };
  },
  'sso-nonce': async () => {
    const token = await newToken(service, ssoTenant, realm, stranger());
    const credentials = { token, codeVerifier: VERIFIER };
    const use = () => service.post('/auth/login', { tenantId: ssoTenant.id, providerName: PROVIDER, credentials });
    return { use, refusal: refusal('SSO_TOKEN_INVALID') };
  },
  'trusted-device': async () => {
    const user = await newUser();
    const secret = await enrol(user);
    const { body: pending } = await service.login(user);
    const proof = { method: 'totp', otp: totp(secret), trustDevice: true };
    const { trustToken } = (await service.post('/auth/mfa/verify', proof, { headers: bearer(pending) })).body;
    const headers = { 'x-svc-device-trust': trustToken };
    // Its refusal is a login that needs the second factor.
    const use = async () => {
      const reply = await service.login(user, { headers });
      return { ...reply, status: reply.body.isRequiresMfa ? 401 : 200 };
    };
    return { use, refusal: [401, undefined] };
  },
  'totp-setup': async () => {
    const user = await newUser();
    const { secret } = (await service.post('/auth/mfa/setup-totp', {}, { headers: bearer(user.tokens) })).body;
    const use = async () => {
      const headers = bearer((await service.login(user)).body);
      return service.post('/auth/mfa/verify-totp-setup', { otp: totp(secret) }, { headers });
    };
    return { use, refusal: refusal('MFA_CODE_INVALID') };
  },
  'api-key': async () => {
    const { key } = await newKey(await keyUser(service));
    const use = () => service.post('/auth/api-keys/token', {}, { headers: bearer(key) });
    return { use, refusal: refusal('INVALID_TOKEN') };
  },
  'device-request': async () => {
    const [known, user] = [await newTerminal(), await service.signup(await deviceTenant(service))];
    const codes = await codesOf(service, known);
    await allow(await loggedIn(service, user), codes);
    return { use: () => poll(service, known, codes), refusal: refusal('INVALID_GRANT') };
  },
  'setup-link': async () => {
    const { url } = await newSetupLink(service, await service.tenant());
    const use = () => service.post('/auth/organization/setup/begin', { token: tokenIn(url) });
    return { use, refusal: refusal('SETUP_LINK_INVALID') };
  },
  'scim-connection': async () => {
    const { ask } = await directoryOf(service, await service.tenant());
    return { use: () => ask('GET', '/Users'), refusal: [401, undefined] };
  },
  'admin-invitation': async () => {
    const { token } = await callers(service).invited();
    return { use: () => callers(service).accept({ token }), refusal: refusal('ADMIN_INVITATION_INVALID') };
  },
  'admin-session': async () => {
    await service.adminCookie();
    const { headers } = await service.send('POST', '/auth/admin/login', {
      body: service.adminLogin,
    });
    const cookie = (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
    return { use: () => service.get('/auth/admin/me', { headers: { cookie } }), refusal: refusal('SESSION_INVALID') };
  },
};

test('every type of item in lib/store is listed here', () => {
  const sources = readdirSync(STORE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const types = sources.flatMap((name) =>
    [...readFileSync(join(STORE, name), 'utf8').matchAll(/\btype: '([a-z-]+)'/g)].map(([, type]) => type),
  );
  const listed = [...Object.keys(scenarios), ...Object.values(OTHERS).flat()];
  expect([...new Set(types)].filter((type) => !listed.includes(type as string))).toEqual([]);
});

test.each(Object.entries(scenarios))('a moved GATEHOUSE_SESSIONS_SINCE ends an item of type %s', async (_, prepare) => {
  const before = await prepare();
  expect((await before.use()).status).toBeLessThan(400);
  const after = await prepare();
  moveSetting();
  expect(answerOf(await after.use()).slice(0, 2)).toEqual(after.refusal);
});

test('a moved GATEHOUSE_SESSIONS_SINCE ends the access token of a directory', async () => {
  const { id, token, base } = await directoryOf(service, await service.tenant());
  const form = { grant_type: 'client_credentials' };
  const { body } = await postForm(service, '/oauth2/token', form, { headers: basic(id, token) });
  const use = () => service.get(`${base}/Users`, { headers: { authorization: `Bearer ${body.access_token}` } });
  expect((await use()).status).toBe(200);
  await moveSetting();
  expect((await use()).status).toBe(401);
  const again = await postForm(service, '/oauth2/token', form, { headers: basic(id, token) });
  expect(answerOf(again)).toEqual(refusal('INVALID_CLIENT'));
});

test('a moved GATEHOUSE_SESSIONS_SINCE ends a pending login and a session by a switch', async () => {
  const [from, to] = [await newUser(), await newUser()];
  const pending = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
  const { refreshToken } = to.tokens;
  const body = { tenantId: to.tenant.id, refreshToken };
  const { body: switched } = await service.post('/auth/switch-tenant', body, { headers: bearer(from.tokens) });
  moveSetting();
  for (const tokens of [pending.tokens, switched]) {
    expect(answerOf(await service.get('/auth/mfa/status', { headers: bearer(tokens) }))).toEqual(
      refusal('SESSION_NOT_FOUND'),
    );
    expect(answerOf(await service.post('/auth/refresh-token', { refreshToken: tokens.refreshToken }))).toEqual(
      refusal('SESSION_NOT_FOUND'),
    );
  }
});
