// Threat: a client that describes itself by a document makes this service call what it should not, or says more than it may.
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { LIMITS } from '../../../lib/domain/credentials/limit-table.ts';
import * as limits from '../../../lib/domain/credentials/limits.ts';
import { documentOf, freshMs, parsed } from '../../../lib/domain/oauth/client/document.ts';
import { clientId } from '../../../lib/platform/client-ids.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { mapConcurrently } from '../../../lib/platform/concurrency.ts';
import type { ApplicationId, UserId } from '../../../lib/platform/ids.ts';
import { config } from '../../../lib/platform/settings/config.ts';
import { ALLOWED, scene } from '../../support/acting.ts';
import { DAY, HOUR, later, MINUTE } from '../../support/api.ts';
import { type Known, postForm } from '../../support/applications.ts';
import { clientAt, type Serving, useDocuments } from '../../support/client-documents.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { agree, ask, loggedIn, type Query, signedIn } from '../../support/oauth-browser.ts';
import { race, tally } from '../../support/race.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService(ALLOWED);
const documents = useDocuments();
const tenant = prepared(() => service.tenant({ unregisteredClients: { policy: 'any' } }));
const back = (): Query => ({ redirect_uri: documents.callback });
const ERROR = '/login/error';

// All documents have one host, whose budget is that of a minute.
let ahead = 0;
beforeEach(() => {
  ahead += MINUTE;
  advance(MINUTE);
});
afterAll(() => advance(-ahead));

/** Where a browser is sent that asks for the client: the page, and why it ends there. */
async function asked(known: Known, more: Query = back(), jar?: Jar) {
  const { to, query } = await ask(jar ?? (await signedIn(service, tenant)).jar, known, more);
  return [to.replace(service.baseUrl, ''), query.cause ?? query.error];
}
const CONSENT = ['/consent', undefined];

describe('the address of a document', () => {
  test.each<[string, (host: string) => string]>([
    ['http', (host) => `http://${host}/c.json`],
    ['no path', (host) => `https://${host}`],
    ['an empty path', (host) => `https://${host}/`],
    ['a segment of a dot', (host) => `https://${host}/./c.json`],
    ['a segment of two dots', (host) => `https://${host}/a/../c.json`],
    ['encoded dots', (host) => `https://${host}/a/%2e%2E/c.json`],
    ['a fragment', (host) => `https://${host}/c.json#x`],
    ['an empty fragment', (host) => `https://${host}/c.json#`],
    ['a user', (host) => `https://me@${host}/c.json`],
    ['a user and a password', (host) => `https://me:x@${host}/c.json`],
    ['capitals in its host', (host) => `https://${host.toUpperCase()}/c.json`],
    ['the usual port', () => 'https://client.example.com:443/c.json'],
    ['a backslash', (host) => `https://${host}\\c.json`],
    ['a space', (host) => `https://${host}/c c.json`],
    ['other letters', (host) => `https://${host}/ć.json`],
    ['a line break', (host) => `https://${host}/c\n.json`],
    ['three slashes', (host) => `https:///${host}/c.json`],
    ['257 characters', (host) => `https://${host}/${'x'.repeat(257 - 9 - host.length)}`],
    ['another scheme', () => 'file:///etc/passwd'],
  ])('with %s is none', async (_, make) => {
    expect(await asked(clientAt(make(documents.host)))).toEqual([ERROR, 'client_id_malformed']);
  });

  test('of this service is none', () => {
    const settings = config as () => { baseUrl: string; audience: string };
    const { baseUrl, audience } = settings();
    Object.assign(settings(), { baseUrl: 'https://auth.example.com', audience: 'https://api.example.com/v1' });
    const found = ['auth.example.com/c.json', 'api.example.com/v1', 'api.example.com/c.json'].map(
      (address) => clientId(`https://${address}`) !== undefined,
    );
    Object.assign(settings(), { baseUrl, audience });
    expect(found).toEqual([false, false, true]);
  });

  test('is compared as a text, also where it is encoded', async () => {
    const [plain, encoded] = [documents.publish({}, {}, '/a/b.json'), documents.publish({}, {}, '/a%2Fb.json')];
    expect(await asked(plain)).toEqual(CONSENT);
    expect(await asked(encoded)).toEqual(CONSENT);
    documents.publish({ client_id: plain.application.id }, {}, '/c%2Fb.json');
    documents.publish({ client_id: `https://${documents.host}/d%2fb.json` }, {}, '/d%2Fb.json');
    for (const path of ['/c%2Fb.json', '/d%2Fb.json'])
      expect(await asked(clientAt(`https://${documents.host}${path}`))).toEqual([ERROR, 'client_document_invalid']);
  });
});

describe('no document is fetched from', () => {
  test.each([
    'https://10.0.0.1/c.json',
    'https://172.16.0.1/c.json',
    'https://192.168.1.1/c.json',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/c.json',
    'https://0.0.0.0/c.json',
    'https://[fd00::1]/c.json',
    'https://[fe80::1]/c.json',
    'https://[::ffff:10.0.0.1]/c.json'.replace('::ffff:10.0.0.1', '::ffff:a00:1'),
    'https://[64:ff9b::a00:1]/c.json',
    'https://client.invalid/c.json',
  ])('%s', async (url) => {
    expect(await asked(clientAt(url))).toEqual([ERROR, 'client_document_failed']);
  });

  test('this machine, where the service is not on it', async () => {
    const known = documents.publish();
    const settings = config as () => { baseUrl: string };
    const before = settings().baseUrl;
    settings().baseUrl = 'https://auth.example.com';
    const read = await documentOf(known.application.id, 'usr_x' as UserId, undefined);
    settings().baseUrl = before;
    expect([read, documents.fetches(known)]).toEqual(['client_document_failed', 0]);
  });
});

describe('a document is refused, and is not kept,', () => {
  const padded = (bytes: number) => JSON.stringify({ x: 'x'.repeat(bytes) });
  test.each<[string, Serving, string]>([
    ['behind a redirect', { status: 302, headers: { location: 'https://client.example.com/c.json' } }, 'failed'],
    ['behind a redirect to itself', { status: 307, headers: { location: '/client.json' } }, 'failed'],
    ['with another status', { status: 201 }, 'failed'],
    ['with an error', { status: 404 }, 'failed'],
    ['with 6 KB', { body: padded(6 * 1024) }, 'failed'],
    ['as a page', { headers: { 'content-type': 'text/html' } }, 'failed'],
    ['as a text', { headers: { 'content-type': 'text/plain' } }, 'failed'],
    ['compressed', { headers: { 'content-encoding': 'gzip' } }, 'failed'],
    ['that does not come', { isHung: true }, 'failed'],
    ['that is no JSON', { body: '{' }, 'invalid'],
    ['that is no object', { body: '[]' }, 'invalid'],
    ['that is null', { body: 'null' }, 'invalid'],
  ])('%s', async (_, serving, cause) => {
    const known = documents.publish({}, serving);
    const { jar } = await signedIn(service, tenant);
    expect(await asked(known, back(), jar)).toEqual([ERROR, `client_document_${cause}`]);
    documents.change(known, {}, {});
    expect(await asked(known, back(), jar)).toEqual(CONSENT);
  });

  test.each<[string, Record<string, unknown>]>([
    ['of another client', { client_id: 'https://client.example.com/c.json' }],
    ['of no client', { client_id: undefined }],
    ['with a secret', { client_secret: 'x' }],
    ['with the end of a secret', { client_secret_expires_at: 0 }],
    ['with the method client_secret_basic', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['with the method client_secret_post', { token_endpoint_auth_method: 'client_secret_post' }],
    ['with the method client_secret_jwt', { token_endpoint_auth_method: 'client_secret_jwt' }],
    ['with the method private_key_jwt and no keys', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['with the method tls_client_auth', { token_endpoint_auth_method: 'tls_client_auth' }],
    ['without addresses', { redirect_uris: [] }],
    ['with addresses that are no list', { redirect_uris: 'https://client.example.com' }],
    ['with addresses of others alone', { redirect_uris: ['https://evil.example/callback'] }],
    ['with an address of a scheme alone', { redirect_uris: ['com.example.app:/callback'] }],
    ['without the grant of codes', { grant_types: ['refresh_token'] }],
    ['without codes', { response_types: ['token'] }],
  ])('%s', async (_, fields) => {
    const known = documents.publish(fields);
    expect(await asked(known)).toEqual([ERROR, 'client_document_invalid']);
    expect((await ask((await signedIn(service, tenant)).jar, known, back())).query.code).toBe('invalid_request');
    expect(documents.fetches(known)).toBe(2);
  });
});

describe('an address that the document names', () => {
  test.each<[string, (host: string) => string]>([
    ['of another host', () => 'https://evil.example/callback'],
    ['of a host below', (host) => `https://a.${host}/callback`],
    ['of another port', () => 'https://localhost:1/callback'],
    ['with http', (host) => `http://evil.example/?${host}`],
    ['with a user', (host) => `https://me@${host}/callback`],
    ['with a fragment', (host) => `https://${host}/callback#x`],
    ['that looks like loopback', () => 'http://127.0.0.1.evil.example/callback'],
  ])('%s is not one of the client', async (_, make) => {
    const uri = make(documents.host);
    const known = documents.publish({ redirect_uris: [documents.callback, uri] });
    expect(await asked(known, { redirect_uri: uri })).toEqual([ERROR, 'redirect_uri_not_registered']);
    expect(await asked(known)).toEqual(CONSENT);
  });
});

describe('no stranger makes this service fetch a document', () => {
  test.each<[string, (known: Known) => Promise<unknown>]>([
    ['with a request', (known) => ask(createJar(service), known, back())],
    ['with a request without a page', (known) => ask(createJar(service), known, { ...back(), prompt: 'none' })],
    [
      'with the login page, or the way back from it',
      async (known) => {
        const { query } = await ask(createJar(service), known, back());
        await service.get(`/oauth2/request?resume=${query.resume}`);
        await service.get(`/oauth2/consent?resume=${query.resume}`);
        await service.get(`/oauth2/authorize?resume=${query.resume}`);
        await service.get(`/oauth2/authorize?resume=${query.resume}&cancel=1`);
      },
    ],
    ...['authorize', 'par', 'token', 'revoke', 'introspect'].map(
      (path): [string, (known: Known) => Promise<unknown>] => [
        `with a form to ${path}`,
        ({ application: { id } }) =>
          postForm(service, `/oauth2/${path}`, {
            client_id: id,
            token: 'x',
            code: 'x',
            code_verifier: 'x',
            grant_type: 'authorization_code',
            redirect_uri: documents.callback,
          }),
      ],
    ),
    [
      'with a logout',
      ({ application: { id } }) => {
        const query = { client_id: id, post_logout_redirect_uri: documents.callback };
        return service.get(`/oauth2/logout?${new URLSearchParams(query)}`);
      },
    ],
    [
      'as a user of a tenant that does not let it in',
      async (known) => {
        const { jar } = await signedIn(service, await service.tenant());
        const { query } = await ask(jar, known, back());
        await jar.get(`/oauth2/consent?resume=${query.resume}`);
        await jar.get(`/oauth2/authorize?resume=${query.resume}`);
      },
    ],
  ])('%s', async (_, call) => {
    const known = documents.publish();
    await call(known);
    expect(documents.fetches(known)).toBe(0);
  });

  test('as an admin who acts as a user', async () => {
    const known = documents.publish();
    const { session } = await scene(service, { unregisteredClients: { policy: 'any' } });
    const jar = createJar(service, new Map([['svc_access', session.tokens.accessToken]]));
    expect(await asked(known, back(), jar)).toEqual([ERROR, 'client_unread']);
    const { query } = await ask(createJar(service), known, back());
    const question = await service.get(`/oauth2/consent?resume=${query.resume}`, { headers: session.headers });
    expect([question.status, question.body.code]).toEqual([403, 'NOT_WHILE_ACTING']);
    expect(documents.fetches(known)).toBe(0);
  });

  test('as a user who must change the password first', async () => {
    const known = documents.publish();
    const { jar, user } = await signedIn(service, tenant);
    const { id } = (await jar.get('/auth/me')).body;
    await service.admin('PATCH', `/auth/admin/api/users/${id}`, { mustChangePassword: true });
    await loggedIn(service, user, jar);
    const { to, query } = await ask(jar, known, back());
    expect(to).toBe(`${service.baseUrl}/login`);
    const question = await jar.get(`/oauth2/consent?resume=${query.resume}`);
    expect([question.status, question.body.code]).toEqual([403, 'MUST_CHANGE_PASSWORD']);
    expect(await asked(known, { ...back(), prompt: 'none' }, jar)).toEqual([ERROR, 'client_unread']);
    expect(documents.fetches(known)).toBe(0);
  });
});

describe('fetches are bounded', () => {
  const broken = () => documents.publish({}, { status: 500 });
  const LIMITED = [ERROR, 'client_document_limit'];

  test('for an account, and others go on', async () => {
    const [{ jar }, known] = [await signedIn(service, tenant), broken()];
    const { max } = LIMITS['client-document-account'];
    for (let round = 0; round < max; round++) expect((await ask(jar, known, back())).query.code).toBe('unavailable');
    expect(await asked(known, back(), jar)).toEqual(LIMITED);
    expect(documents.fetches(known)).toBe(max);
    await later(MINUTE, async () => expect(await asked(documents.publish())).toEqual(CONSENT));
  });

  test.each(['client-document-host', 'client-document'] as const)('by %s', async (scope) => {
    const part = scope === 'client-document' ? 'all' : 'localhost';
    const known = documents.publish();
    await later(DAY, async () => {
      const { jar } = await signedIn(service, tenant);
      await mapConcurrently(Array.from({ length: LIMITS[scope].max }), 20, () => limits.attempt(scope, part));
      expect(await asked(known, back(), jar)).toEqual(LIMITED);
      expect(documents.fetches(known)).toBe(0);
      await later(2 * MINUTE, async () => expect(await asked(known, back(), jar)).toEqual(CONSENT));
    });
  });

  test('to one for twenty users who ask at the same time', async () => {
    await later(2 * DAY, async () => {
      const known = documents.publish();
      const jars = await mapConcurrently(
        Array.from({ length: 20 }),
        5,
        async () => (await signedIn(service, tenant)).jar,
      );
      const replies = await race(20, (caller) => ask(jars[caller] as Jar, known, back()));
      expect(tally(replies.map(({ to }) => to))).toEqual({ [`${service.baseUrl}/consent`]: 20 });
      expect(documents.fetches(known)).toBe(1);
      const agreed = await race(20, (caller) => agree(jars[caller] as Jar, replies[caller]?.query.resume as string));
      expect(agreed.every(({ query }) => query.code !== undefined)).toBe(true);
      expect(documents.fetches(known)).toBe(1);
    });
  });
});

describe('a document is fresh', () => {
  test.each<[string, Record<string, string>, number]>([
    ['five minutes without a word', {}, 5 * MINUTE],
    ['as long as it says', { 'cache-control': 'public, max-age=3600' }, HOUR],
    ['as long as it says to shared caches', { 'cache-control': 'max-age=60, s-maxage="7200"' }, 2 * HOUR],
    ['shorter by its age', { 'cache-control': 'max-age=3600', age: '600' }, 50 * MINUTE],
    ['five minutes at least', { 'cache-control': 'max-age=1' }, 5 * MINUTE],
    ['five minutes if it must not be stored', { 'cache-control': 'no-store, max-age=3600' }, 5 * MINUTE],
    ['a day at most', { 'cache-control': 'max-age=31536000' }, DAY],
    ['a day at most, by any number', { 'cache-control': 'max-age=9999999999' }, DAY],
    ['until it expires', { date: 'Thu, 26 Nov 2026 00:00:00 GMT', expires: 'Thu, 26 Nov 2026 01:00:00 GMT' }, HOUR],
    ['five minutes with a date that is none', { expires: '0' }, 5 * MINUTE],
  ])('%s', (_, headers, ms) => {
    expect(freshMs(headers)).toBe(ms);
  });

  test('for the time that its headers say, for all users', async () => {
    const known = documents.publish({}, { headers: { 'cache-control': 'max-age=3600' } });
    await asked(known);
    await later(59 * MINUTE, () => asked(known));
    expect(documents.fetches(known)).toBe(1);
    await later(61 * MINUTE, () => asked(known));
    expect(documents.fetches(known)).toBe(2);
  });
});

test('a document takes nothing from the prototype of an object', () => {
  const id = 'https://client.example.com/c.json' as ApplicationId;
  const uris = '"redirect_uris":["https://client.example.com/callback"]';
  expect(parsed(id, `{"__proto__":{"client_id":"${id}"},${uris}}`)).toBeUndefined();
  expect(parsed(id, `{"client_id":"${id}",${uris}}`)).toEqual({
    name: null,
    redirectUris: ['https://client.example.com/callback'],
    grants: ['authorization_code'],
    keys: 'none',
  });
});
