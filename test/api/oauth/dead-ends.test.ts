// Ends requests in every way that the OpenID provider knows. Each cause says three things: the page or the error that
// the person or the application gets, the way back, and the line of the log. A new cause does not compile without a row.
import { describe, expect, test } from '@jest/globals';
import { randomSecret } from '../../../lib/crypto/secrets.ts';
import { LIMITS } from '../../../lib/domain/credentials/limit-table.ts';
import { attempt } from '../../../lib/domain/credentials/limits.ts';
import type { AuthorizationError } from '../../../lib/domain/oauth/authorization-request.ts';
import { type ClientProblem, DEAD_ENDS, type DeadEnd } from '../../../lib/domain/oauth/dead-ends.ts';
import { seconds } from '../../../lib/platform/clock.ts';
import { newApplicationId, type TenantId } from '../../../lib/platform/ids.ts';
import { HOUR, later, MINUTE } from '../../support/api.ts';
import {
  assertionForm,
  basic,
  basicOf,
  type Known,
  newMachine,
  newSigner,
  newSigningKey,
  postForm,
  proofForm,
} from '../../support/applications.ts';
import { exchangeAs, type Serving, tokenAs, useDocuments } from '../../support/client-documents.ts';
import type { Reply } from '../../support/http.ts';
import { createJar } from '../../support/jar.ts';
import { type Line, logged, ofEvent } from '../../support/logs.ts';
import {
  agree,
  ask,
  CALLBACK,
  codeOf,
  loggedIn,
  newServer,
  pathOf,
  type Query,
  requestOf,
  type SignedIn,
  signedIn,
  targetOf,
  tokensOf,
} from '../../support/oauth-browser.ts';
import { secretsIn } from '../../support/secret-shapes.ts';
import { prepared, type Tenant, useService } from '../../support/service.ts';

const service = useService();
const documents = useDocuments();
const tenant = prepared(() => service.tenant());
const other = prepared(() => service.tenant());
const known = prepared(() => newServer());
const browser = prepared(() => signedIn(service, tenant));
const of = ({ application }: Known) => application.id;
const only = (served: Tenant) => newServer({ tenantIds: [served.id as TenantId] });
const resumeFor = async (to: Known, more: Query = {}, jar = createJar(service)): Promise<string> =>
  (await ask(jar, to, more)).query.resume as string;
const resumed = (jar: SignedIn['jar'], resume: string, more: Record<string, string> = {}) =>
  jar.get(`/oauth2/authorize?${new URLSearchParams({ resume, ...more })}`);
const authorize = (more: Query) => browser.jar.get(pathOf(requestOf(known, randomSecret(), more)));
const logout = (query: [string, string][]) => browser.jar.get(`/oauth2/logout?${new URLSearchParams(query)}`);
const pushed = async (): Promise<Query> => {
  const form = new URLSearchParams(requestOf(known, randomSecret()));
  const { body } = await postForm(service, '/oauth2/par', form, { headers: basicOf(known) });
  return { client_id: of(known), request_uri: body.request_uri };
};

/** Asks for a client that is not registered, as a user whose tenant lets it in, or as a stranger. */
async function unregistered(client: Known, isKnown = true, more: Query = {}) {
  const settings = { unregisteredClients: { policy: 'any' } };
  const jar = isKnown ? (await signedIn(service, await service.tenant(settings))).jar : createJar(service);
  return { reply: (await ask(jar, client, more)).reply, line: { application: of(client) } };
}

/** The reply, and what the line of the request says beside it. */
type Ended = { reply: Reply; line?: object; query?: object };

const PAGES: Readonly<Record<DeadEnd, () => Promise<Ended>>> = {
  request_too_long: async () => ({ reply: await authorize({ state: 'x'.repeat(4096) }) }),
  parameter_repeated: async () => ({
    reply: await browser.jar.get(pathOf([...requestOf(known, randomSecret()), ['redirect_uri', CALLBACK]])),
    line: { value: of(known) },
  }),
  client_id_missing: async () => ({ reply: await authorize({ client_id: undefined }) }),
  client_id_malformed: async () => ({ reply: await authorize({ client_id: 'shop' }), line: { value: 'shop' } }),
  application_unknown: async () => {
    const id = newApplicationId();
    return { reply: await authorize({ client_id: id }), line: { application: id, value: CALLBACK } };
  },
  application_disabled: async () => {
    const disabled = await newServer({ status: 'disabled' });
    return { reply: await authorize({ client_id: of(disabled) }), line: { application: of(disabled) } };
  },
  client_unread: async () => unregistered(documents.publish(), false, { prompt: 'none' }),
  client_not_listed: async () => {
    const back = { redirect_uri: documents.callback, response_type: 'token' };
    return unregistered(documents.publish(), true, back);
  },
  client_document_failed: async () => unregistered(documents.publish({}, { status: 500 })),
  client_document_invalid: async () => unregistered(documents.publish({}, { body: 'x' })),
  client_document_limit: async () => {
    const { max } = LIMITS['client-document-host'];
    for (let round = 0; round < max; round++) await attempt('client-document-host', 'localhost');
    return unregistered(documents.publish());
  },
  redirect_uri_missing: async () => ({
    reply: await authorize({ redirect_uri: undefined }),
    line: { value: of(known) },
  }),
  redirect_uri_not_registered: async () => ({
    reply: await authorize({ redirect_uri: 'https://app.example.com/other?next=me@example.com' }),
    line: { application: of(known), value: 'https://app.example.com/other?…' },
  }),
  client_id_not_of_hint: async () => {
    const { id_token } = await tokensOf(service, browser.jar, known);
    const id = of(await newServer());
    return {
      reply: await logout([
        ['id_token_hint', id_token],
        ['client_id', id],
      ]),
      line: { value: id },
    };
  },
  state_too_long: async () => ({ reply: await logout([['state', 'x'.repeat(1025)]]) }),
  post_logout_redirect_uri_not_registered: async () => ({
    reply: await logout([
      ['client_id', of(known)],
      ['post_logout_redirect_uri', 'https://app.example.com/x'],
    ]),
    line: { application: of(known), value: 'https://app.example.com/x' },
  }),
  resume_invalid: async () => ({ reply: await resumed(browser.jar, 'x') }),
  request_uri_invalid: async () => {
    const query = await pushed();
    const path = `/oauth2/authorize?${new URLSearchParams(query as Record<string, string>)}`;
    return { reply: await later(2 * MINUTE, () => browser.jar.get(path)), line: { value: of(known) } };
  },
  request_uri_used: async () => {
    const path = `/oauth2/authorize?${new URLSearchParams((await pushed()) as Record<string, string>)}`;
    await browser.jar.get(path);
    return { reply: await browser.jar.get(path) };
  },
  tenant_not_served: async () => {
    const to = await only(other);
    const resume = await resumeFor(to);
    return {
      reply: await resumed(browser.jar, resume),
      line: { application: of(to), tenant: tenant.id },
      query: { resume, tenant: tenant.slug },
    };
  },
  tenant_not_asked: async () => {
    const resume = await resumeFor(known, { tenant: other.slug });
    const jar = await loggedIn(service, browser.user);
    return { reply: await resumed(jar, resume), query: { resume, tenant: tenant.slug } };
  },
  user_not_asked: async () => {
    const { id_token } = await tokensOf(service, browser.jar, known);
    const resume = await resumeFor(known, { id_token_hint: id_token });
    const { jar } = await signedIn(service, tenant);
    return { reply: await resumed(jar, resume), query: { resume, tenant: tenant.slug } };
  },
};

/** Ends a request, and returns the one line of it. */
async function ended<T extends { reply: Reply }>(end: () => Promise<T>): Promise<T & { line: Line; asked: T }> {
  let asked: T | undefined;
  const lines = ofEvent(await logged(async () => (asked = await end())), 'request');
  const found = asked as T;
  const id = found.reply.headers['x-amzn-requestid'];
  const [line, ...more] = lines.filter(({ requestId }) => requestId === id);
  expect([line === undefined, more]).toEqual([false, []]);
  expect(secretsIn(JSON.stringify(line))).toEqual([]);
  return { ...found, line: line as Line, asked: found };
}

describe('a request that ends at the error page', () => {
  test.each(Object.keys(DEAD_ENDS) as DeadEnd[])('for %s has a reference, and a line with the cause', async (cause) => {
    const { reply, line, asked } = await ended(PAGES[cause]);
    const { to, query } = targetOf(reply);
    expect(to).toBe(`${service.baseUrl}/login/error`);
    // The cause is there because this is a local run.
    expect(query).toEqual({ code: DEAD_ENDS[cause], reference: line.requestId, cause, ...asked.query });
    expect(line).toMatchObject({ outcome: 'refused', status: 302, code: null, cause, ...asked.line });
  });
});

const ERRORS: Readonly<Record<AuthorizationError, () => Promise<Reply>>> = {
  access_denied: async () => resumed(createJar(service) as SignedIn['jar'], await resumeFor(known), { cancel: '1' }),
  invalid_request: () => authorize({ code_challenge: undefined }),
  unauthorized_client: async () => authorize({ client_id: of(await newServer({ grants: ['refresh_token'] })) }),
  unsupported_response_type: () => authorize({ response_type: 'token' }),
  invalid_scope: () => authorize({ scope: 'nothing-known' }),
  invalid_target: () => authorize({ resource: 'https://nowhere.example/' }),
  unmet_authentication_requirements: () =>
    authorize({ claims: '{"id_token":{"acr":{"essential":true,"value":"urn:unknown"}}}' }),
  login_required: async () => authorize({ client_id: of(await only(other)), prompt: 'none' }),
  interaction_required: async () => {
    const { jar, user } = await signedIn(service, tenant);
    const { id } = (await jar.get('/auth/me')).body;
    await service.admin('PATCH', `/auth/admin/api/users/${id}`, { mustChangePassword: true });
    await loggedIn(service, user, jar);
    jar.cookies.delete('svc_access');
    return jar.get(pathOf(requestOf(known, randomSecret(), { prompt: 'none' })));
  },
  consent_required: async () => authorize({ client_id: of(await newServer({ party: 'third' })), prompt: 'none' }),
  request_not_supported: () => authorize({ request: 'e30.e30.' }),
  request_uri_not_supported: () => authorize({ request_uri: 'https://app.example.com/r' }),
  registration_not_supported: () => authorize({ registration: '{}' }),
};

describe('a request that ends at the application', () => {
  test.each(Object.keys(ERRORS) as AuthorizationError[])('with %s has a line with it', async (error) => {
    const { reply, line } = await ended(async () => ({ reply: await ERRORS[error]() }));
    const { to, query } = targetOf(reply);
    expect([to, query.error, query.state, query.iss]).toEqual([CALLBACK, error, 'the-state', service.baseUrl]);
    expect(line).toMatchObject({ outcome: 'refused', status: 302, cause: error, value: query.error_description });
    expect(line.application).toMatch(/^app_/);
  });
});

const clientCredentials = { grant_type: 'client_credentials' };
const shown = (fields: Record<string, string> | URLSearchParams, headers: Record<string, string> = {}) =>
  postForm(service, '/oauth2/token', fields, { headers });
/** Sends an assertion with these claims and this header. */
async function asserted(claims: object, header: object = {}, more: Record<string, string> = {}) {
  const { application, sign } = await newSigner(tenant);
  const assertion = await sign(application.id, `${service.baseUrl}/oauth2/token`, { ...claims }, { ...header });
  const form = assertionForm(assertion);
  for (const [name, value] of Object.entries(more)) form.set(name, value);
  return { reply: await shown(form), form, application: application.id };
}

/** Refreshes as a client whose document has changed after it was read. */
async function refreshedAfter(serving: Serving) {
  const { sign, publicKey } = await newSigningKey();
  const known = documents.publish({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [publicKey] } });
  const { jar } = await signedIn(service, await service.tenant({ unregisteredClients: { policy: 'any' } }));
  const proof = async () => proofForm(await sign(of(known), service.baseUrl));
  const code = await codeOf(jar, known, { redirect_uri: documents.callback });
  const { body } = await exchangeAs(service, known, code, await proof());
  documents.change(known, {}, serving);
  return later(10 * MINUTE, async () => {
    const form = { grant_type: 'refresh_token', refresh_token: body.refresh_token, ...(await proof()) };
    return { reply: await tokenAs(service, known, form), application: of(known) };
  });
}

/** A client whose document cannot be fetched for a while is told so. */
type Counted = Exclude<ClientProblem, 'client_document_limit'>;
const CLIENTS: Readonly<Record<Counted, () => Promise<{ reply: Reply; application?: string; value?: string }>>> = {
  credentials_missing: async () => ({ reply: await shown(clientCredentials) }),
  credentials_malformed: async () => ({ reply: await shown(clientCredentials, { authorization: 'Basic e30=' }) }),
  application_unknown: async () => {
    const value = newApplicationId();
    return { reply: await shown(clientCredentials, basic(value, known.secret)), value };
  },
  application_disabled: async () => {
    const machine = await newMachine(tenant, { status: 'disabled' });
    return { reply: await shown(clientCredentials, basicOf(machine)), application: of(machine) };
  },
  method_not_of_kind: async () => ({
    reply: await shown({ ...clientCredentials, client_id: of(known) }),
    application: of(known),
  }),
  secret_refused: async () => {
    const machine = await newMachine(tenant, { refusesSecrets: true });
    return { reply: await shown(clientCredentials, basicOf(machine)), application: of(machine) };
  },
  secret_wrong: async () => ({
    reply: await shown(clientCredentials, basic(of(known), 'gcs_x')),
    application: of(known),
  }),
  assertion_type_wrong: () => asserted({}, {}, { client_assertion_type: 'jwt' }).then(({ reply }) => ({ reply })),
  assertion_malformed: async () => {
    const { application } = await newSigner(tenant);
    const claims = Buffer.from(JSON.stringify({ sub: application.id })).toString('base64url');
    return { reply: await shown(assertionForm(`x.${claims}.x`)), application: application.id };
  },
  assertion_alg_wrong: async () => {
    const { application } = await newSigner(tenant);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const assertion = `${part({ alg: 'HS256', kid: 'one' })}.${part({ sub: application.id })}.${randomSecret()}`;
    return { reply: await shown(assertionForm(assertion)), application: application.id };
  },
  assertion_kid_unknown: () => asserted({}, { kid: 'two' }),
  assertion_signature_wrong: async () => {
    const [one, two] = [await newSigner(tenant), await newSigner(tenant)];
    const assertion = await two.sign(one.application.id, service.baseUrl);
    return { reply: await shown(assertionForm(assertion)), application: one.application.id };
  },
  assertion_iss_wrong: () => asserted({ iss: 'someone' }),
  assertion_sub_wrong: () => asserted({}, {}, { client_id: of(known) }).then(({ reply }) => ({ reply })),
  assertion_aud_wrong: () => asserted({ aud: 'https://other.example.com' }),
  assertion_exp_wrong: () => asserted({ exp: seconds() + 7200 }),
  assertion_expired: () => asserted({ exp: seconds() - 60 }),
  assertion_not_yet_valid: () => asserted({ nbf: seconds() + 120 }),
  assertion_jti_wrong: () => asserted({ jti: '' }),
  jwks_uri_failed: async () => {
    const { application } = await newMachine(tenant, { jwksUri: 'http://127.0.0.1:1/jwks.json', secrets: [] });
    const { sign } = await newSigner(tenant);
    const assertion = await sign(application.id, service.baseUrl);
    return { reply: await shown(assertionForm(assertion)), application: application.id };
  },
  assertion_used: async () => {
    const { form, application } = await asserted({});
    return { reply: await shown(form), application };
  },
  client_document_failed: () => later(HOUR, () => refreshedAfter({ status: 500 })),
  client_document_invalid: () => later(HOUR, () => refreshedAfter({ body: '{' })),
};

describe('an application that does not authenticate', () => {
  test.each(Object.keys(CLIENTS) as Counted[])('has a line that says %s', async (cause) => {
    const { reply, line, asked } = await ended(CLIENTS[cause]);
    expect([reply.status, reply.body.error, reply.body.code]).toEqual([401, 'invalid_client', 'INVALID_CLIENT']);
    // The reply says so because this is a local run.
    expect(reply.body.error_description).toBe(`The application did not authenticate: ${cause}.`);
    expect(line).toMatchObject({ outcome: 'refused', code: 'INVALID_CLIENT', cause });
    expect([line.application, line.value]).toEqual([asked.application, asked.value]);
  });
});

describe('a login for an application', () => {
  test('by a user whose tenant it does not serve ends at a page with a way back, and never in a circle', async () => {
    const to = await only(other);
    const resume = await resumeFor(to);
    const jar = await loggedIn(service, browser.user);
    for (let at = 0; at < 3; at++) {
      expect(targetOf(await resumed(jar, resume)).query.code).toBe('tenant_not_served');
    }
    const back = targetOf(await resumed(jar, resume, { cancel: '1' }));
    expect([back.to, back.query]).toEqual([
      CALLBACK,
      expect.objectContaining({ error: 'access_denied', state: 'the-state', iss: service.baseUrl }),
    ]);
    // Another organization: the same request goes on with an account that the application serves.
    const user = await service.signup(other);
    expect(targetOf(await resumed(await loggedIn(service, user), resume)).query.code).toMatch(/./);
  });

  test('asks for a login as before, if the session is older than the request', async () => {
    for (const more of [{ tenant: other.slug }, { prompt: 'login' }]) {
      const resume = await resumeFor(known, more, browser.jar);
      expect(targetOf(await resumed(browser.jar, resume)).to).toBe(`${service.baseUrl}/login`);
    }
  });

  test('cannot be cancelled without the text of its page', async () => {
    expect(targetOf(await authorize({ cancel: '1' })).query.code).toMatch(/./);
    expect(targetOf(await resumed(browser.jar, 'x', { cancel: '1' })).to).toBe(`${service.baseUrl}/login/error`);
  });

  test('goes on with each parameter at its greatest length, and a hint', async () => {
    const { id_token } = await tokensOf(service, browser.jar, known);
    const longest = {
      ...{ state: 'x'.repeat(1024), nonce: 'x'.repeat(512), login_hint: 'x'.repeat(254), tenant: tenant.id },
      ...{
        ui_locales: 'x'.repeat(100),
        acr_values: 'x'.repeat(256),
        scope: 'openid profile email phone offline_access',
      },
      ...{ max_age: '999999999', prompt: 'select_account create consent login', dpop_jkt: randomSecret() },
      id_token_hint: id_token,
    };
    const { to, query: sent } = await ask(createJar(service), known, longest);
    expect(to).toBe(`${service.baseUrl}/login`);
    expect(JSON.stringify(sent)).not.toContain(id_token.slice(0, 40));
    const jar = await loggedIn(service, browser.user);
    const asked = targetOf(await resumed(jar, sent.resume as string));
    expect(asked.to).toBe(`${service.baseUrl}/consent`);
    expect((await agree(jar, asked.query.resume as string)).query).toMatchObject({ state: longest.state });
    const reply = await postForm(service, '/oauth2/par', requestOf(known, randomSecret(), longest), {
      headers: basicOf(known),
    });
    expect(reply.status).toBe(201);
    const query = new URLSearchParams({ client_id: known.application.id, request_uri: reply.body.request_uri });
    expect(targetOf(await createJar(service).get(`/oauth2/authorize?${query}`)).to).toBe(`${service.baseUrl}/login`);
  });
});
