// Signs out with every client, after every way in. A session is refreshed and ended the way it began: after the sign-out
// its tokens open nothing, at the operations of users and at the endpoints of applications.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { groups } from '../../../lib/contract/index.ts';
import type { Operation } from '../../../lib/contract/operation.ts';
import { cookieFetch } from '../../../lib/packages/client/cookie-jar.ts';
import * as library from '../../../lib/packages/client/node.ts';
import {
  createClient,
  createRedirectClient,
  createUserClient,
  type UserClient,
} from '../../../lib/packages/client/node.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { newApplication, postForm } from '../../support/applications.ts';
import { enrol, freshCode, type Person, recoveryCodes } from '../../support/factors.ts';
import { createJar } from '../../support/jar.ts';
import { CALLBACK, loggedIn } from '../../support/oauth-browser.ts';
import { addPasskey, authenticatorFor } from '../../support/passkeys.ts';
import { newEmail, newPassword, prepared, type User, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const service = useService();
let applicationId: string;
const tenant = prepared(() => service.tenant());
const other = prepared(() => service.tenant());
const strict = prepared(() => service.tenant({ mfa: { policy: 'required' } }));
const user = prepared(() => service.signup(tenant));
beforeAll(async () => {
  const { application } = await newApplication({ kind: 'browser', redirectUris: [CALLBACK] });
  applicationId = application.id;
});

type Client = Pick<UserClient, 'authentication' | 'account' | 'mfa' | 'passkeys' | 'tokens'>;
const CLIENTS: Record<string, () => Client> = {
  createClient: () => createClient({ baseUrl: service.baseUrl }),
  createUserClient: () => createUserClient({ baseUrl: service.baseUrl }),
  createRedirectClient: () => redirecting().client,
};

/** A client by redirect, and where it sent the browser. */
function redirecting() {
  const went: string[] = [];
  const navigate = (url: string) => went.push(url);
  const options = { baseUrl: service.baseUrl, applicationId, redirectUri: CALLBACK, navigate };
  const client = createRedirectClient(options);
  return { client, path: () => (went.at(-1) as string).slice(service.baseUrl.length) };
}

const logIn = (client: Client, { tenant, email, password }: User) =>
  client.authentication.login({ tenantId: tenant.id, credentials: { email, password } });
/** A login that waits for its second factor. */
async function waiting(client: Client): Promise<Person> {
  const person = await enrol(service, tenant);
  await logIn(client, person);
  return person;
}

/** The passkey of the user. */
const device = prepared(async () => {
  const authenticator = authenticatorFor(service);
  await addPasskey(service, user, authenticator);
  return authenticator;
});

/** Route that begins a session -> how a client uses it. */
const WAYS: Record<string, (client: Client) => Promise<unknown>> = {
  'POST /auth/signup': (client) =>
    client.authentication.signup({ tenantId: tenant.id, email: newEmail(), password: newPassword() }),
  'POST /auth/login': (client) => logIn(client, user),
  'POST /auth/refresh-token': async (client) => {
    await logIn(client, user);
    await client.authentication.refreshToken();
  },
  'POST /auth/switch-tenant': async (client) => {
    const { tokens } = await service.signup(other);
    await logIn(client, user);
    await client.authentication.switchTenant({ tenantId: other.id, refreshToken: tokens.refreshToken });
  },
  'POST /auth/mfa/verify': async (client) => {
    const { secret } = await waiting(client);
    await client.mfa.verify({ method: 'totp', otp: freshCode(secret) });
  },
  'POST /auth/mfa/verify-recovery-code': async (client) => {
    const person = await waiting(client);
    const [code = ''] = await recoveryCodes(service, person.tokens);
    await client.mfa.verifyRecoveryCode({ code });
  },
  'POST /auth/mfa/enrol': async (client) => {
    await client.authentication.signup({ tenantId: strict.id, email: newEmail(), password: newPassword() });
    const { deviceId, secret } = await client.mfa.setupTotp();
    await client.mfa.enrol({ deviceId, otp: totp(secret) });
  },
  'POST /auth/passkeys/login': async (client) => {
    const { options } = await client.passkeys.loginOptions({ tenantId: tenant.id });
    await client.passkeys.login({ tenantId: tenant.id, credential: device.get(options) });
  },
  'POST /auth/passkeys/verify': async (client) => {
    await logIn(client, user);
    const { options } = await client.passkeys.verifyOptions();
    await client.passkeys.verify({ credential: device.get(options) });
  },
  'POST /auth/passkeys/enrol': async (client) => {
    await client.authentication.signup({ tenantId: strict.id, email: newEmail(), password: newPassword() });
    const { options } = await client.passkeys.options();
    await client.passkeys.enrol({ credential: authenticatorFor(service).create(options) });
  },
};

const beginning = Object.entries(groups)
  .filter(([group]) => !group.startsWith('admin'))
  .flatMap(([, operations]) => Object.entries<Operation>(operations))
  .flatMap(([route, { browser }]) => (browser?.cookies === 'start-session' ? [route] : []));

test('every operation that begins a session of a user is a way in here', () => {
  expect(Object.keys(WAYS).sort()).toEqual(beginning.sort());
});

test('every client of users that the library has is one here', () => {
  const clients = Object.keys(library).filter((name) => /^create\w*Client$/.test(name) && name !== 'createAdminClient');
  expect(clients.sort()).toEqual(Object.keys(CLIENTS).sort());
});

/** Fails if the tokens still open anything. */
async function expectEnded({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }) {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: applicationId };
  const replies = [
    await service.get('/auth/me', { headers: { authorization: `Bearer ${accessToken}` } }),
    await service.post('/auth/refresh-token', { refreshToken }),
    await postForm(service, '/oauth2/token', form),
  ];
  expect(replies.map(({ status }) => status)).toEqual([401, 401, 400]);
}

const held = (client: Client) => client.tokens() ?? Promise.reject(new Error('no session'));

describe.each(Object.keys(CLIENTS))('a session of %s', (name) => {
  test.each(Object.keys(WAYS))('that %s began ends with the logout', async (way) => {
    const client = (CLIENTS[name] as () => Client)();
    await WAYS[way]?.(client);
    const tokens = await held(client);
    await client.authentication.logout();
    expect(client.tokens()).toBeUndefined();
    await expectEnded(tokens);
  });

  test('that a form began is refreshed', async () => {
    const client = (CLIENTS[name] as () => Client)();
    await logIn(client, user);
    const { refreshToken } = await held(client);
    await client.authentication.refreshToken();
    expect((await held(client)).refreshToken).not.toBe(refreshToken);
    expect((await client.authentication.me()).email).toBe(user.email);
  });
});

/** Clients of a browser that keeps the tokens in cookies. A client by redirect keeps none there. */
const IN_COOKIES = { createClient, createUserClient };

/** A client in cookie mode, and the cookies that its browser got last. */
function inCookies(name: keyof typeof IN_COOKIES) {
  const cookies = new Map<string, string>();
  const shared = cookieFetch(service.baseUrl, async (input, init) => {
    const response = await fetch(input, init);
    for (const line of response.headers.getSetCookie()) {
      const [, cookie = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(cookie, value);
    }
    return response;
  });
  const client: Client = IN_COOKIES[name]({ baseUrl: service.baseUrl, delivery: 'cookie', fetch: shared });
  return { client, cookies };
}

describe.each(Object.keys(IN_COOKIES) as (keyof typeof IN_COOKIES)[])('a session of %s in cookies', (name) => {
  test.each(Object.keys(WAYS))('that %s began ends with the logout: its old cookies open nothing', async (way) => {
    const { client, cookies } = inCookies(name);
    await WAYS[way]?.(client);
    expect(client.tokens()).toBeUndefined();
    expect((await client.authentication.me()).id).toMatch(/^usr_/);
    const old = createJar(service, new Map(cookies));
    expect((await old.copy().get('/auth/me')).status).toBe(200);
    await client.authentication.logout();
    const [accessToken = '', refreshToken = ''] = ['svc_access', 'svc_refresh'].map((cookie) =>
      old.cookies.get(cookie),
    );
    expect([accessToken, refreshToken]).not.toContain('');
    expect((await old.copy().get('/auth/me')).status).toBe(401);
    expect(answerOf(await old.copy().post('/auth/refresh-token'))).toEqual(refusal('SESSION_NOT_FOUND'));
    await expectEnded({ accessToken, refreshToken });
  });
});

describe('a session that a redirect began', () => {
  /** A client whose user signed in on the pages of the service, in a browser of their own. */
  const signedIn = async () => {
    const { client, path } = redirecting();
    const jar = await loggedIn(service, user);
    const visit = async () => (await jar.get(path())).headers.location as string;
    await client.signIn();
    expect(await client.handleRedirect(await visit())).toBe(true);
    return { client, visit };
  };
  type Client = Awaited<ReturnType<typeof signedIn>>['client'];

  test.each<[string, (client: Client) => Promise<unknown>]>([
    ['logout', (client) => client.authentication.logout()],
    ['signOut of this application alone', (client) => client.signOut({ everywhere: false })],
  ])('ends with %s, and a silent sign-in begins another', async (_, end) => {
    const { client, visit } = await signedIn();
    const tokens = await held(client);
    await end(client);
    await expectEnded(tokens);
    await client.signIn({ prompt: 'none' });
    expect(await client.handleRedirect(await visit())).toBe(true);
  });

  test('ends with signOut before the page leaves, and the browser is signed out too', async () => {
    const { client, visit } = await signedIn();
    const tokens = await held(client);
    await client.signOut();
    await expectEnded(tokens);
    await visit();
    await client.signIn({ prompt: 'none' });
    await expect(client.handleRedirect(await visit())).rejects.toMatchObject({ code: 'SIGN_IN_REFUSED' });
  });

  test('is not mixed up with one that a form began later: signOut ends that, and stays on the page', async () => {
    const { client } = await signedIn();
    await logIn(client, user);
    const tokens = await held(client);
    await client.signOut();
    expect(client.tokens()).toBeUndefined();
    await expectEnded(tokens);
  });
});
