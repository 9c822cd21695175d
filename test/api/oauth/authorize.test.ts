import { describe, expect, test } from '@jest/globals';
import { randomSecret } from '../../../lib/crypto/secrets.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { later, MINUTE } from '../../support/api.ts';
import { newMachine } from '../../support/applications.ts';
import { createJar } from '../../support/jar.ts';
import {
  ask,
  CALLBACK,
  exchange,
  loggedIn,
  newServer,
  pathOf,
  requestOf,
  signedIn,
  targetOf,
} from '../../support/oauth-browser.ts';
import { prepared, useService } from '../../support/service.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const known = prepared(() => newServer());
const browser = prepared(() => signedIn(service, tenant));
const login = () => `${service.baseUrl}/login`;
const errors = () => `${service.baseUrl}/login/error`;

describe('302 of GET /oauth2/authorize', () => {
  test('brings a code, the state and the issuer to a browser with a session', async () => {
    const { reply, to, query } = await ask(browser.jar, known);
    expect([reply.status, to]).toEqual([302, CALLBACK]);
    expect(query).toEqual({ code: expect.any(String), state: 'the-state', iss: service.baseUrl });
  });

  test('goes to the login page without a session, and back after a login', async () => {
    const jar = createJar(service);
    const { to, query, verifier } = await ask(jar, known);
    expect([to, Object.keys(query)]).toEqual([login(), ['resume']]);
    await loggedIn(service, browser.user, jar);
    const back = targetOf(await jar.get(`/oauth2/authorize?resume=${query.resume}`));
    expect([back.to, back.query.state]).toEqual([CALLBACK, 'the-state']);
    const reply = await exchange(service, known, { code: back.query.code as string, verifier });
    expect(reply.status).toBe(200);
  });

  test('knows a browser by its refresh cookie when the access cookie has expired, with prompt none as well', async () => {
    const { jar } = await signedIn(service, tenant);
    jar.cookies.delete('svc_access');
    const { to, query } = await ask(jar, known, { prompt: 'none' });
    expect([to, query.code]).toEqual([CALLBACK, expect.any(String)]);
  });

  test('loads the page again for a browser from another site that lacks its access cookie, but not in a frame', async () => {
    const { jar } = await signedIn(service, tenant);
    const path = pathOf(requestOf(known, randomSecret()));
    const from = (dest: string) => ({ headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': dest } });
    expect(targetOf(await jar.get(path, from('document'))).to).toBe(CALLBACK);
    jar.cookies.delete('svc_access');
    const page = await jar.get(path, from('document'));
    expect([page.status, page.headers.refresh]).toEqual([200, expect.stringContaining('again=1')]);
    expect(targetOf(await jar.get(`${path}&again=1`, from('document'))).to).toBe(CALLBACK);
    expect((await jar.get(path, from('iframe'))).status).toBe(302);
  });

  test.each([
    ['no session', {}, 'login_required'],
    ['another tenant', { tenant: 'another' }, 'login_required'],
  ])('says login_required for prompt none with %s', async (what, more, error) => {
    const jar = what === 'no session' ? createJar(service) : browser.jar;
    const { to, query } = await ask(jar, known, { prompt: 'none', ...more });
    expect([to, query.error, query.state, query.iss]).toEqual([CALLBACK, error, 'the-state', service.baseUrl]);
  });

  test('says interaction_required for prompt none while the password must be changed', async () => {
    const { jar, user } = await signedIn(service, tenant);
    const { id } = (await jar.get('/auth/me')).body;
    await service.admin('PATCH', `/auth/admin/api/users/${id}`, { mustChangePassword: true });
    await loggedIn(service, user, jar);
    jar.cookies.delete('svc_access');
    expect((await ask(jar, known, { prompt: 'none' })).query.error).toBe('interaction_required');
    expect((await ask(jar, known)).to).toBe(login());
  });

  test.each(['login', 'create'])('wants a login after the request for prompt %s', async (prompt) => {
    const { jar, user } = await signedIn(service, tenant);
    advance(2000);
    const { to, query } = await ask(jar, known, { prompt });
    expect(to).toBe(login());
    expect(targetOf(await jar.get(`/oauth2/authorize?resume=${query.resume}`)).to).toBe(login());
    await loggedIn(service, user, jar);
    expect(targetOf(await jar.get(`/oauth2/authorize?resume=${query.resume}`)).to).toBe(CALLBACK);
  });

  test('asks once which account, for prompt select_account', async () => {
    const { to, query } = await ask(browser.jar, known, { prompt: 'select_account' });
    expect(to).toBe(login());
    expect(targetOf(await browser.jar.get(`/oauth2/authorize?resume=${query.resume}`)).to).toBe(CALLBACK);
  });

  test('wants a login that is as recent as max_age says', async () => {
    const { jar, user } = await signedIn(service, tenant);
    advance(10_000);
    expect((await ask(jar, known, { max_age: '60' })).to).toBe(CALLBACK);
    const { to, query } = await ask(jar, known, { max_age: '5' });
    expect(to).toBe(login());
    expect((await ask(jar, known, { max_age: '5', prompt: 'none' })).query.error).toBe('login_required');
    await loggedIn(service, user, jar);
    expect(targetOf(await jar.get(`/oauth2/authorize?resume=${query.resume}`)).to).toBe(CALLBACK);
  });

  test('takes an id token as a hint of the user', async () => {
    const { code, verifier } = await (async () => {
      const { query, verifier } = await ask(browser.jar, known);
      return { code: query.code as string, verifier };
    })();
    const { id_token: hint } = (await exchange(service, known, { code, verifier })).body;
    expect((await ask(browser.jar, known, { id_token_hint: hint })).to).toBe(CALLBACK);
    const other = await signedIn(service, tenant);
    expect((await ask(other.jar, known, { id_token_hint: hint })).to).toBe(login());
    expect((await ask(other.jar, known, { id_token_hint: 'x' })).query.error).toBe('invalid_request');
    const another = await newServer();
    expect((await ask(browser.jar, another, { id_token_hint: hint })).query.error).toBe('invalid_request');
  });

  test('takes the tenant by its id and by its slug', async () => {
    expect((await ask(browser.jar, known, { tenant: tenant.id })).to).toBe(CALLBACK);
    expect((await ask(browser.jar, known, { tenant: tenant.slug })).to).toBe(CALLBACK);
    expect((await ask(browser.jar, known, { tenant: 'another' })).to).toBe(login());
  });

  test('leaves offline_access out for an application without the grant', async () => {
    const online = await newServer({ grants: ['authorization_code'] });
    const { query, verifier } = await ask(browser.jar, online);
    const { body } = await exchange(service, online, { code: query.code as string, verifier });
    expect([body.scope, body.refresh_token]).toEqual(['openid email', undefined]);
  });

  test.each<[string, Record<string, string | undefined>, string]>([
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['an implicit response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['a hybrid response type', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['another response mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['scopes that are joined by a comma', { scope: 'openid,email' }, 'invalid_scope'],
    ['a scope with a character that none has', { scope: 'openid "email"' }, 'invalid_scope'],
    ['no scope that is known', { scope: 'read write' }, 'invalid_scope'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['no challenge method', { code_challenge_method: undefined }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a malformed challenge', { code_challenge: 'short' }, 'invalid_request'],
    ['an unknown prompt', { prompt: 'maybe' }, 'invalid_request'],
    ['prompt none beside another', { prompt: 'none login' }, 'invalid_request'],
    ['a malformed max_age', { max_age: '-1' }, 'invalid_request'],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['an address of a request object', { request_uri: 'https://app.example.com/r' }, 'request_uri_not_supported'],
    ['a registration', { registration: '{}' }, 'registration_not_supported'],
    ['a long state', { state: 'x'.repeat(1025) }, 'invalid_request'],
  ])('tells the application of %s', async (_, more, error) => {
    const { to, query } = await ask(browser.jar, known, more);
    expect([to, query.error, query.iss]).toEqual([CALLBACK, error, service.baseUrl]);
    expect(query.code).toBeUndefined();
  });

  test('tells the application of a parameter that was sent twice', async () => {
    const parameters: [string, string][] = [...requestOf(known, randomSecret()), ['nonce', 'a'], ['nonce', 'b']];
    const { to, query } = targetOf(await browser.jar.get(pathOf(parameters)));
    expect([to, query.error, query.state]).toEqual([CALLBACK, 'invalid_request', 'the-state']);
  });

  test('tells an application of a grant that it does not have', async () => {
    const without = await newServer({ grants: ['refresh_token'] });
    expect((await ask(browser.jar, without)).query.error).toBe('unauthorized_client');
  });

  test.each<[string, Record<string, string | undefined>]>([
    ['an unknown application', { client_id: `app_${'1'.repeat(22)}` }],
    ['a malformed application', { client_id: 'x' }],
    ['no application', { client_id: undefined }],
    ['no address', { redirect_uri: undefined }],
    ['an address that is not registered', { redirect_uri: 'https://evil.example.com/' }],
  ])('goes to the error page for %s', async (_, more) => {
    const { to, query } = await ask(browser.jar, known, more);
    expect([to, query.code]).toEqual([errors(), 'invalid_request']);
  });

  test('goes to the error page for an address or application that was sent twice', async () => {
    for (const name of ['redirect_uri', 'client_id']) {
      const value = name === 'client_id' ? known.application.id : CALLBACK;
      const parameters: [string, string][] = [...requestOf(known, randomSecret()), [name, value]];
      expect(targetOf(await browser.jar.get(pathOf(parameters))).to).toBe(errors());
    }
  });

  test('goes to the error page for a disabled application and a machine', async () => {
    const disabled = await newServer({ status: 'disabled' });
    const machine = await newMachine(tenant);
    expect((await ask(browser.jar, disabled)).to).toBe(errors());
    expect((await ask(browser.jar, machine)).to).toBe(errors());
  });

  test('goes to the error page for a sealed request that is altered or over', async () => {
    const { query } = await ask(createJar(service), known);
    const resume = query.resume as string;
    const path = (text: string) => `/oauth2/authorize?resume=${text}`;
    expect(targetOf(await browser.jar.get(path(`${resume.slice(0, -2)}AA`))).to).toBe(errors());
    const late = await later(61 * MINUTE, () => browser.jar.get(path(resume)));
    expect(targetOf(late).query.code).toBe('request_expired');
  });
});

test('303 of POST /oauth2/authorize brings the browser to the same request by GET', async () => {
  const raw = new URLSearchParams(requestOf(known, randomSecret())).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await browser.jar.send('POST', '/oauth2/authorize', { raw, headers });
  expect([reply.status, targetOf(reply).to]).toEqual([303, `${service.baseUrl}/oauth2/authorize`]);
  const { pathname, search } = targetOf(reply).url;
  const jar = await loggedIn(service, browser.user);
  expect(targetOf(await jar.get(`${pathname}${search}`)).to).toBe(CALLBACK);
});

test('400 of GET /oauth2/authorize for a session cookie that was sent twice', async () => {
  const cookie = `${browser.jar.header('svc_access')}; svc_access=x`;
  const reply = await service.get(pathOf(requestOf(known, randomSecret())), { headers: { cookie } });
  expect([reply.status, reply.body.code, reply.body.error]).toEqual([
    400,
    'CONFLICTING_CREDENTIALS',
    'invalid_request',
  ]);
});

test('the code of a session leads to claims of that session', async () => {
  const { query, verifier } = await ask(browser.jar, known, { nonce: 'n-1', scope: 'openid email phone profile' });
  const reply = await exchange(service, known, { code: query.code as string, verifier });
  expect(claimsOf(reply.body.id_token)).toMatchObject({ nonce: 'n-1', email: browser.user.email });
});

test.each(['/oauth2/authorize', '/oauth2/logout'])(
  '400 and 413 of POST %s for a field sent twice, a long form, and one that makes a long address',
  async (path) => {
    const send = (raw: string) =>
      service.send('POST', path, { raw, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    const forms = ['state=a&state=b', `state=${'x'.repeat(70_000)}`, `state=${'%E2%82%AC'.repeat(3000)}`];
    const codes = await Promise.all(forms.map(async (form) => (await send(form)).body.code));
    expect(codes).toEqual(['INVALID_INPUT', 'PAYLOAD_TOO_LARGE', 'PAYLOAD_TOO_LARGE']);
  },
);
