// Checks when a user is asked, what an agreement is worth, and for whom.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { needsConsent } from '../../../lib/domain/oauth/consent.ts';
import { config } from '../../../lib/platform/settings/config.ts';
import { find as findGrant } from '../../../lib/store/people/application-grants.ts';
import { auditedAction, later, MINUTE, publishedAbout } from '../../support/api.ts';
import { basicOf, type Known, newApplication, postForm } from '../../support/applications.ts';
import type { Jar } from '../../support/jar.ts';
import {
  agree,
  ask,
  CALLBACK,
  codeOf,
  exchange,
  loggedIn,
  newServer,
  type Query,
  refreshAs,
  requestOf,
  type SignedIn,
  signedIn,
  targetOf,
  tokensOf,
  userinfo,
} from '../../support/oauth-browser.ts';
import { newResource } from '../../support/protected-resources.ts';
import { race } from '../../support/race.ts';
import { type Tenant, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
let tenant: Tenant;
let third: Known;
beforeAll(async () => {
  tenant = await service.tenant();
  third = await newServer({ party: 'third', name: 'Invoices' });
});
const page = () => `${service.baseUrl}/consent`;
const own = () => ({ headers: { origin: new URL(service.baseUrl).origin, 'sec-fetch-site': 'same-origin' } });
/** The sealed request of an application that the user has not agreed to. */
const resumeOf = async (jar: Jar, known: Known, more: Query = {}): Promise<string> => {
  const { to, query } = await ask(jar, known, more);
  expect(to).toBe(page());
  return query.resume as string;
};
const userOf = async (jar: Jar): Promise<string> => (await jar.get('/auth/me')).body.id;
const post = (jar: Jar, resume: string, userId: string, headers = own().headers) =>
  jar.post('/oauth2/consent', { resume, userId }, { headers });
const grantsOf = async (jar: Jar) => (await jar.get('/auth/grants')).body.grants;
const resumed = async (jar: Jar, resume: string, more = '') =>
  targetOf(await jar.get(`/oauth2/authorize?resume=${resume}${more}`));

const LOCAL = 'http://127.0.0.1:49152/callback';
const RULES: [string, Parameters<typeof newApplication>[0], Query, 'silent' | 'once' | 'always'][] = [
  ['a first party', { kind: 'server' }, {}, 'silent'],
  ['a page of a first party', { kind: 'browser' }, {}, 'silent'],
  ['prompt consent', { kind: 'server' }, { prompt: 'consent' }, 'always'],
  ['a third party', { kind: 'server', party: 'third' }, {}, 'once'],
  ['a page of a third party', { kind: 'browser', party: 'third' }, {}, 'once'],
  ['a native application at an address of its own', { kind: 'native' }, {}, 'once'],
  ['a native application at a port', { kind: 'native', redirectUris: [LOCAL] }, { redirect_uri: LOCAL }, 'always'],
  [
    'a native application at a scheme',
    { kind: 'native', redirectUris: ['com.example.app:/callback'] },
    { redirect_uri: 'com.example.app:/callback' },
    'always',
  ],
  [
    'a page in development, in a local run',
    { kind: 'browser', redirectUris: [LOCAL] },
    { redirect_uri: LOCAL },
    'silent',
  ],
  ['a server at a port', { kind: 'server', redirectUris: [LOCAL] }, { redirect_uri: LOCAL }, 'silent'],
];

describe('the user is asked', () => {
  test.each(RULES)('for %s: %#', async (_, given, more, asked) => {
    const { jar } = await signedIn(service, tenant);
    const known = await newApplication({ redirectUris: [CALLBACK], ...given });
    const first = await ask(jar, known, more);
    expect(first.to === page()).toBe(asked !== 'silent');
    if (first.to === page()) expect((await agree(jar, first.query.resume as string)).query.code).toMatch(/./);
    expect((await ask(jar, known, more)).to === page()).toBe(asked === 'always');
    if (more.prompt) return;
    const { query } = await ask(jar, known, { ...more, prompt: 'none' });
    expect([query.error, query.code !== undefined]).toEqual(
      asked === 'always' ? ['consent_required', false] : [undefined, true],
    );
  });

  test('for a page at a port that every program could take, where the service is at https', async () => {
    const { application } = await newApplication({ kind: 'browser', redirectUris: [LOCAL, CALLBACK] });
    const settings = config as () => { baseUrl: string };
    const before = settings().baseUrl;
    settings().baseUrl = 'https://auth.example.com';
    const asked = [LOCAL, CALLBACK].map((redirectUri) =>
      needsConsent(application, { redirectUri, prompt: [], scope: [] }),
    );
    settings().baseUrl = before;
    expect(asked).toEqual([true, false]);
  });

  test('not without interaction: prompt none fails with consent_required', async () => {
    const { jar } = await signedIn(service, tenant);
    const { to, query } = await ask(jar, third, { prompt: 'none' });
    expect([to, query.error, query.state]).toEqual([CALLBACK, 'consent_required', 'the-state']);
  });

  test('again for more scopes, and what was allowed before stays', async () => {
    const { jar } = await signedIn(service, tenant);
    await codeOf(jar, third, { scope: 'openid email' });
    expect((await ask(jar, third, { scope: 'openid' })).to).toBe(CALLBACK);
    await codeOf(jar, third, { scope: 'openid profile' });
    expect((await ask(jar, third, { scope: 'openid email profile' })).to).toBe(CALLBACK);
    expect(await grantsOf(jar)).toMatchObject([{ scopes: ['openid', 'email', 'profile'] }]);
  });

  test('again for another host', async () => {
    const { jar } = await signedIn(service, tenant);
    const redirectUris = [CALLBACK, 'https://other.example.com/callback'];
    const known = await newServer({ party: 'third', redirectUris });
    await codeOf(jar, known);
    expect((await ask(jar, known, { redirect_uri: redirectUris[1] })).to).toBe(page());
  });

  test('after a login for prompt login, and once', async () => {
    const { jar, user } = await signedIn(service, tenant);
    const { to, query } = await ask(jar, third, { prompt: 'login consent', max_age: '60' });
    expect(to).toBe(`${service.baseUrl}/login`);
    await loggedIn(service, user, jar);
    const { to: next, query: asked } = await resumed(jar, query.resume as string);
    expect(next).toBe(page());
    expect((await agree(jar, asked.resume as string)).to).toBe(CALLBACK);
  });

  test('for a pushed request, which gives one code', async () => {
    const { jar } = await signedIn(service, tenant);
    const form = requestOf(third, 'x'.repeat(43));
    const { body } = await postForm(service, '/oauth2/par', form, { headers: basicOf(third) });
    const pushed = `/oauth2/authorize?${new URLSearchParams({ client_id: third.application.id, request_uri: body.request_uri })}`;
    const { to, query } = targetOf(await jar.get(pushed));
    expect(to).toBe(page());
    const { body: agreed } = await post(jar, query.resume as string, await userOf(jar));
    expect((await resumed(jar, agreed.resume)).to).toBe(CALLBACK);
    expect((await resumed(jar, agreed.resume)).to).toBe(`${service.baseUrl}/login/error`);
  });

  test('for form_post, and the code comes in a form', async () => {
    const { jar } = await signedIn(service, tenant);
    const resume = await resumeOf(jar, third, { response_mode: 'form_post' });
    const { body } = await post(jar, resume, await userOf(jar));
    const reply = await jar.get(`/oauth2/authorize?resume=${body.resume}`);
    expect([reply.status, reply.text.includes('name="code"')]).toEqual([200, true]);
  });
});

describe('the consent page', () => {
  let browser: SignedIn;
  let resume: string;
  let userId: string;
  beforeAll(async () => {
    browser = await signedIn(service, tenant);
    resume = await resumeOf(browser.jar, third);
    userId = await userOf(browser.jar);
  });

  test('learns what is asked, by whom, and of whom', async () => {
    const { body } = await browser.jar.get(`/oauth2/consent?resume=${resume}`);
    expect(body).toMatchObject({
      application: { id: third.application.id, name: 'Invoices' },
      isThirdParty: true,
      destination: 'app.example.com',
      resource: null,
      scopes: ['openid', 'email', 'offline_access'].map((name) => ({ name, text: null })),
      account: { id: userId, address: browser.user.email },
      tenant: { id: tenant.id },
    });
  });

  test('names the protected resource and its scopes, and the grant is of that resource alone', async () => {
    const { jar } = await signedIn(service, tenant);
    const notes = await newResource({ isFirstPartyOnly: false });
    const asking = { scope: 'openid notes:read', resource: notes.uri };
    const { body } = await jar.get(`/oauth2/consent?resume=${await resumeOf(jar, third, asking)}`);
    expect(body).toMatchObject({
      resource: { name: 'Notes', uri: notes.uri },
      scopes: [
        { name: 'openid', text: null },
        { name: 'notes:read', text: 'To notes:read' },
      ],
    });
    const { access_token } = await tokensOf(service, jar, third, asking);
    expect(claimsOf(access_token)).toMatchObject({ aud: notes.uri, scope: 'notes:read' });
    expect(await grantsOf(jar)).toMatchObject([{ resource: notes.uri, scopes: ['openid', 'notes:read'] }]);
    // Neither this service nor another resource is allowed by it.
    const other = await newResource({ isFirstPartyOnly: false });
    for (const more of [{ scope: 'openid' }, { ...asking, resource: other.uri }])
      expect((await ask(jar, third, { ...more, prompt: 'none' })).query.error).toBe('consent_required');
    expect((await ask(jar, third, { ...asking, prompt: 'none' })).query.code).toBeDefined();
  });

  test('names the scope of each claim that is asked for one by one, and asks again for a new one', async () => {
    const { jar } = await signedIn(service, tenant);
    await tokensOf(service, jar, third, { scope: 'openid' });
    const email = JSON.stringify({ id_token: { email: null } });
    expect((await ask(jar, third, { scope: 'openid', claims: email, prompt: 'none' })).query.error).toBe(
      'consent_required',
    );
    const { body } = await jar.get(
      `/oauth2/consent?resume=${await resumeOf(jar, third, { scope: 'openid', claims: email })}`,
    );
    expect(body.scopes.map(({ name }: { name: string }) => name)).toEqual(['openid', 'email']);
    const { id_token } = await tokensOf(service, jar, third, { scope: 'openid', claims: email });
    expect(claimsOf(id_token).email).toBeDefined();
  });

  test('asks again for a resource that was deleted and registered anew', async () => {
    const { jar } = await signedIn(service, tenant);
    const notes = await newResource({ isFirstPartyOnly: false });
    const asking = { scope: 'openid notes:read', resource: notes.uri };
    await tokensOf(service, jar, third, asking);
    await service.admin('DELETE', `/auth/admin/api/protected-resources/${notes.id}`);
    await later(MINUTE, async () => {
      await newResource({ uri: notes.uri, isFirstPartyOnly: false });
      expect((await ask(jar, third, { ...asking, prompt: 'none' })).query.error).toBe('consent_required');
      await tokensOf(service, jar, third, asking);
      expect((await ask(jar, third, { ...asking, prompt: 'none' })).query.code).toBeDefined();
      expect(await grantsOf(jar)).toHaveLength(1);
    });
  });

  test('leads back with access_denied, and leaves no grant', async () => {
    const { to, query } = await resumed(browser.jar, resume, '&cancel=1');
    expect([to, query.error, query.state]).toEqual([CALLBACK, 'access_denied', 'the-state']);
    expect(await grantsOf(browser.jar)).toEqual([]);
  });

  test('agrees for the account that it showed, not for the one that is signed in by now', async () => {
    const { jar } = await signedIn(service, tenant);
    const reply = await post(jar, resume, userId);
    expect([reply.status, reply.body.code]).toEqual([403, 'FORBIDDEN']);
    expect(await grantsOf(jar)).toEqual([]);
  });

  test('gives an agreement that is worth nothing to another user', async () => {
    const { body } = await post(browser.jar, resume, userId);
    const { jar } = await signedIn(service, tenant);
    expect((await resumed(jar, body.resume)).to).toBe(page());
  });

  test('gives an agreement that counts for a minute where the user is always asked', async () => {
    const { jar } = await signedIn(service, tenant);
    const sealed = await resumeOf(jar, third, { prompt: 'consent' });
    const { body } = await post(jar, sealed, await userOf(jar));
    expect((await resumed(jar, body.resume)).to).toBe(CALLBACK);
    jar.cookies.delete('svc_access');
    await later(2 * MINUTE, async () => expect((await resumed(jar, body.resume)).to).toBe(page()));
  });

  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a site beside this one', { origin: 'https://app.example.com', 'sec-fetch-site': 'same-site' }],
    ['no site that says its name', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('is the only one that may agree, not %s, with the token against forgery or without', async (_, headers) => {
    const { jar } = await signedIn(service, tenant);
    const sealed = await resumeOf(jar, third);
    const { csrfToken } = (await jar.get('/auth/csrf')).body;
    for (const more of [{}, { 'x-csrf-token': csrfToken as string }] as Record<string, string>[]) {
      const { status, body } = await post(jar, sealed, await userOf(jar), { ...headers, ...more } as never);
      expect([status, body.code]).toEqual([403, 'CSRF_ORIGIN_REJECTED']);
    }
    expect(await grantsOf(jar)).toEqual([]);
  });

  test('is for people: a token of an application opens nothing of it', async () => {
    const { jar } = await signedIn(service, tenant);
    const { access_token } = await tokensOf(service, jar, await newServer(), { scope: 'openid account' });
    const headers = { authorization: `Bearer ${access_token}` };
    const sealed = await resumeOf(jar, third);
    for (const reply of [
      await service.get(`/oauth2/consent?resume=${sealed}`, { headers }),
      await service.post('/oauth2/consent', { resume: sealed, userId: await userOf(jar) }, { headers }),
    ])
      expect([reply.status, reply.body.code]).toEqual([403, 'FORBIDDEN']);
  });

  test('refuses an altered text, and one for a tenant that is not asked', async () => {
    const { query } = await ask(browser.jar, third, { tenant: (await service.tenant()).slug });
    for (const sealed of ['x', `${resume}x`, query.resume as string])
      expect((await post(browser.jar, sealed, userId)).body.code).toBe('SSO_STATE_INVALID');
  });
});

test('of twenty agreements at once one is written, and all go on', async () => {
  const { jar, user } = await signedIn(service, tenant);
  const resume = await resumeOf(jar, third);
  const userId = await userOf(jar);
  const replies = await race(20, () => post(jar, resume, userId));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  const place = { tenant: user.tenant.id, user: userId, application: third.application.id, resource: '' };
  expect(await findGrant(place as never)).toMatchObject({ version: 1 });
  const targets = await Promise.all(replies.map(({ body }) => resumed(jar, body.resume)));
  expect(targets.every(({ query }) => query.code)).toBe(true);
});

describe('a grant', () => {
  test('is listed, and revoking it ends what the application has of this user', async () => {
    const { jar } = await signedIn(service, tenant);
    const userId = await userOf(jar);
    const other = await newServer();
    const [mine, kept] = [await tokensOf(service, jar, third), await tokensOf(service, jar, other)];
    const code = await codeOf(jar, third);
    const [grant] = await grantsOf(jar);
    expect(grant).toMatchObject({
      application: { name: 'Invoices' },
      isThirdParty: true,
      destinations: ['app.example.com'],
    });
    const revoked = await jar.send('DELETE', `/auth/grants/${grant.id}`);
    expect([revoked.status, await grantsOf(jar)]).toEqual([200, []]);
    expect((await userinfo(service, mine.access_token)).status).toBe(401);
    expect((await refreshAs(service, third, mine.refresh_token)).status).toBe(400);
    expect((await exchange(service, third, code)).body.error).toBe('invalid_grant');
    expect((await userinfo(service, kept.access_token)).status).toBe(200);
    expect((await ask(jar, third)).to).toBe(page());
    const again = await jar.send('DELETE', `/auth/grants/${grant.id}`);
    expect([again.status, again.body.code]).toEqual([404, 'GRANT_NOT_FOUND']);
    const about = { grantId: grant.id, applicationId: third.application.id, userId };
    expect(await publishedAbout(service, 'svc.application_allowed', { ...about, resource: null })).toHaveLength(1);
    expect(await publishedAbout(service, 'svc.application_access_revoked', about)).toHaveLength(1);
    expect(await publishedAbout(service, 'svc.application_session_ended', { userId })).toHaveLength(1);
  });

  test('of another person is not found', async () => {
    const [one, two] = [await signedIn(service, tenant), await signedIn(service, tenant)];
    await codeOf(one.jar, third);
    const [{ id }] = await grantsOf(one.jar);
    expect((await two.jar.send('DELETE', `/auth/grants/${id}`)).body.code).toBe('GRANT_NOT_FOUND');
    expect(await grantsOf(one.jar)).toHaveLength(1);
  });

  test('of an application that is deleted is in no list', async () => {
    const { jar } = await signedIn(service, tenant);
    const known = await newServer({ party: 'third' });
    await codeOf(jar, known);
    await service.admin('DELETE', `/auth/admin/api/applications/${known.application.id}`);
    expect(await grantsOf(jar)).toEqual([]);
  });

  test('is seen and revoked by an admin, who is named in the audit log', async () => {
    const { jar } = await signedIn(service, tenant);
    const { access_token } = await tokensOf(service, jar, third);
    const { sub } = claimsOf(access_token);
    const path = `/auth/admin/api/users/${sub}/grants`;
    const [{ id }] = (await service.admin('GET', path)).body.data;
    expect((await service.admin('DELETE', `${path}/${id}`)).status).toBe(200);
    expect((await service.admin('DELETE', `${path}/${id}`)).body.code).toBe('GRANT_NOT_FOUND');
    expect(await auditedAction(service, 'user.grant_revoked', tenant.id)).toMatchObject([
      { targetId: sub, before: { grantId: id } },
    ]);
    expect((await userinfo(service, access_token)).status).toBe(401);
    expect((await service.admin('GET', path)).body.data).toEqual([]);
  });

  test('does not survive twenty exchanges that race with its end', async () => {
    const { jar } = await signedIn(service, tenant);
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(jar, third)));
    const [{ id }] = await grantsOf(jar);
    const replies = await race(21, (caller) => {
      const sent = codes[caller];
      return sent ? exchange(service, third, sent) : jar.send('DELETE', `/auth/grants/${id}`);
    });
    expect(replies.at(-1)?.status).toBe(200);
    const tokens = replies.flatMap(({ body }) => body.access_token ?? []);
    const opened = await Promise.all(tokens.map(async (token) => (await userinfo(service, token)).status));
    expect(opened.filter((status) => status !== 401)).toEqual([]);
  });
});
