// Tests which audiences assertions may name, and keys that an application publishes at an address.
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { close, listen } from '../../../infra/tools/local/ports.ts';
import { oauth } from '../../../lib/contract/groups/oauth.ts';
import { type Operation, pathOf } from '../../../lib/contract/operation.ts';
import { randomSecret } from '../../../lib/crypto/secrets.ts';
import { seconds } from '../../../lib/platform/clock.ts';
import { assertionForm, newMachine, newSigner, postForm } from '../../support/applications.ts';
import { CALLBACK, newServer } from '../../support/oauth-browser.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

/** The endpoints that an application calls: a new one is in the matrix by itself. */
const ENDPOINTS = Object.entries<Operation>(oauth)
  .filter(([, { access }]) => access === 'client')
  .map(([route]) => pathOf(route));
const FIELDS = { token: 'x', redirect_uri: CALLBACK, response_type: 'code', grant_type: 'client_credentials' };

describe.each(ENDPOINTS)('an assertion at %s', (endpoint) => {
  const shown = async (audience: string | string[]) => {
    const { sign, publicKey } = await newSigner(tenant);
    const { application } = await newServer({ jwks: [publicKey], secrets: [] });
    const form = assertionForm(await sign(application.id, '', { aud: audience }));
    for (const [name, value] of Object.entries(FIELDS)) form.set(name, value);
    const { body } = await postForm(service, endpoint, form);
    return body.error === 'invalid_client' ? 'refused' : 'accepted';
  };

  test.each(['', ...ENDPOINTS])('may name the service by its address followed by "%s"', async (path) => {
    expect(await shown(`${service.baseUrl}${path}`)).toBe('accepted');
  });

  test('names no other service, no other path and no spelling of its own', async () => {
    const own = service.baseUrl;
    const others = [`${own}/`, `${own}/oauth2/authorize`, `${own}/oauth2/userinfo`, 'https://other.example.com', ''];
    const results = await Promise.all([...others, [own, 'https://other.example.com'], []].map(shown));
    expect(results).toEqual(results.map(() => 'refused'));
  });
});

describe('keys at an address', () => {
  let published: unknown;
  let calls = 0;
  let server: Server;
  let jwksUri: string;
  beforeAll(async () => {
    server = createServer((_, response) => {
      calls++;
      response.setHeader('content-type', 'application/jwk-set+json');
      response.end(JSON.stringify(published));
    });
    jwksUri = `http://127.0.0.1:${await listen(server, 0)}/jwks.json`;
  });
  afterAll(() => close(server));

  const pair = async (kid: string) => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, x5t: 'ignored', extra: [1] } as JWK };
  };
  const show = async (id: string, key: CryptoKey, kid: string) => {
    const claims = { iss: id, sub: id, aud: service.baseUrl, exp: seconds() + 60, jti: randomSecret() };
    const assertion = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(key);
    return (await postForm(service, '/oauth2/token', assertionForm(assertion))).status;
  };

  test('are used, loaded once, and loaded again for forged key ids at most once in thirty seconds', async () => {
    const [one, two] = [await pair('one'), await pair('two')];
    published = { keys: [one.jwk] };
    const address = `${jwksUri}?rotation`;
    const { id } = (await newMachine(tenant, { jwksUri: address, secrets: [] })).application;
    calls = 0;
    expect(await show(id, one.privateKey, 'one')).toBe(200);
    expect(await show(id, one.privateKey, 'one')).toBe(200);
    expect(
      await Promise.all(Array.from({ length: 20 }, (_, at) => show(id, two.privateKey, `forged-${at}`))),
    ).not.toContain(200);
    expect(await show(id, two.privateKey, 'one')).toBe(401);
    expect(calls).toBe(1);
  });

  test.each<[string, unknown]>([
    ['that is not a key set', { key: 'x' }],
    ['with a symmetric key alone', { keys: [{ kty: 'oct', k: 'AAAA', kid: 'one' }] }],
    ['that is longer than 64 KB', { keys: [], padding: 'x'.repeat(70_000) }],
  ])('in a document %s are refused', async (name, document) => {
    const one = await pair('one');
    published = document;
    const { id } = (await newMachine(tenant, { jwksUri: `${jwksUri}?${encodeURIComponent(name)}`, secrets: [] }))
      .application;
    expect(await show(id, one.privateKey, 'one')).toBe(401);
  });
});

test('keys may be sent as a set, with members that are ignored', async () => {
  const { jwk } = await (async () => {
    const { publicKey } = await generateKeyPair('ES256', { extractable: true });
    return {
      jwk: { ...(await exportJWK(publicKey)), kid: 'one', x5c: ['MIIB'], x5t: 'x', 'x5t#S256': 'y', nonsense: {} },
    };
  })();
  const body = { name: 'A', kind: 'machine', jwks: { keys: [jwk], extra: 1 } };
  const made = await service.admin('POST', '/auth/admin/api/applications', body);
  expect([made.status, Object.keys(made.body.application.jwks[0]).sort()]).toEqual([
    201,
    ['crv', 'kid', 'kty', 'x', 'y'],
  ]);
  const path = `/auth/admin/api/applications/${made.body.application.id}`;
  expect((await service.admin('PATCH', path, { jwksUri: 'https://a.example.com/jwks' })).status).toBe(400);
  expect((await service.admin('PATCH', path, { jwks: [], jwksUri: 'https://a.example.com/jwks' })).status).toBe(200);
});
