// Tests POST /oauth2/par and the request that it makes.
import { describe, expect, test } from '@jest/globals';
import { answerOf, expectWellFormed, later, MINUTE, refusal } from '../../support/api.ts';
import { basicOf, type Known, newMachine, postForm } from '../../support/applications.ts';
import {
  ask,
  CALLBACK,
  codeOf,
  exchange,
  loggedIn,
  newServer,
  requestOf,
  signedIn,
  targetOf,
} from '../../support/oauth-browser.ts';
import { race } from '../../support/race.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const VERIFIER = 'x'.repeat(43);
const parameters = (known: Known, over: Record<string, string> = {}) => ({
  ...Object.fromEntries(new URLSearchParams(requestOf(known, VERIFIER) as never)),
  ...over,
});
const push = (known: Known, fields: Record<string, string>) =>
  postForm(service, '/oauth2/par', fields, { headers: basicOf(known) });
const authorize = async (query: Record<string, string>, cookie = '') => {
  const headers = { cookie };
  return targetOf(await service.get(`/oauth2/authorize?${new URLSearchParams(query)}`, { headers }));
};

test('201 gives an address of the whole request', async () => {
  const [known, user] = [await newServer(), await service.signup(await service.tenant())];
  const jar = await loggedIn(service, user);
  const reply = await push(known, parameters(known, { state: 'pushed' }));
  expectWellFormed(reply);
  const { request_uri } = reply.body;
  expect([reply.status, reply.body]).toEqual([
    201,
    { request_uri: expect.stringMatching(/^urn:ietf:params:oauth:request_uri:v1\./), expires_in: 90 },
  ]);
  // What the browser adds does not count (RFC 9126 4).
  const query = { client_id: known.application.id, request_uri, state: 'other', scope: 'phone' };
  expect((await authorize(query, jar.header())).query).toMatchObject({ code: expect.any(String), state: 'pushed' });
});

describe('a pushed request', () => {
  test('gives one code, although twenty tabs bring it at once', async () => {
    const [known, { jar }] = [await newServer(), await signedIn(service, await service.tenant())];
    const { request_uri } = (await push(known, parameters(known))).body;
    const query = { client_id: known.application.id, request_uri };
    const pages = await race(20, () => authorize(query, jar.header()));
    expect(pages.filter((page) => page.query.code !== 'request_expired')).toHaveLength(1);
    expect(pages.filter(({ to }) => to === CALLBACK)).toHaveLength(1);
  });

  test('gives one code, with a login between and beside it', async () => {
    const known = await newServer();
    const { jar, user } = await signedIn(service, await service.tenant());
    const { request_uri } = (await push(known, parameters(known))).body;
    const query = { client_id: known.application.id, request_uri };
    // A browser that has to log in first does not use it up.
    const { resume = '' } = (await authorize(query)).query;
    const other = await loggedIn(service, user);
    expect((await authorize({ resume }, other.header())).to).toBe(CALLBACK);
    // A minute later the login would still be open, and so it is an hour later.
    for (const wait of [0, MINUTE, 59 * MINUTE])
      expect((await later(wait, () => authorize({ resume }, other.header()))).query).toMatchObject({
        code: 'request_expired',
      });
    expect((await authorize(query, jar.header())).query).toMatchObject({ code: 'request_expired' });
    // What it says is not used up with it.
    expect((await ask(jar, known)).to).toBe(CALLBACK);
  });
});

describe('authorize shows its error page for', () => {
  test('a request of another application, an altered one and one that is over', async () => {
    const [known, other] = [await newServer(), await newServer()];
    const { request_uri } = (await push(known, parameters(known))).body;
    const client_id = known.application.id;
    const pages = [
      await authorize({ client_id: other.application.id, request_uri }),
      await authorize({ client_id, request_uri: `${request_uri}x` }),
      await later(2 * MINUTE, () => authorize({ client_id, request_uri })),
    ];
    for (const page of pages) expect(page.query).toMatchObject({ code: 'request_expired' });
    for (const page of pages) expect(JSON.stringify(page)).not.toContain('app.example.com');
  });
});

test.each<[string, Record<string, string>]>([
  ['an address that is not registered', { redirect_uri: 'https://evil.example/' }],
  ['no challenge', { code_challenge: '' }],
  ['another response', { response_type: 'token' }],
  ['a request in a request', { request_uri: 'urn:ietf:params:oauth:request_uri:x' }],
  ['a request that is too long', { id_token_hint: 'x'.repeat(5000) }],
])('400 invalid_request for %s', async (_, over) => {
  const known = await newServer();
  const reply = await push(known, parameters(known, over));
  expectWellFormed(reply);
  expect([...answerOf(reply), reply.body.error]).toEqual([...refusal('INVALID_INPUT'), 'invalid_request']);
});

test.each(['openid,email', 'openid email\\', 'read'])('400 invalid_scope for %s', async (scope) => {
  const known = await newServer();
  const reply = await push(known, parameters(known, { scope }));
  expectWellFormed(reply);
  expect([...answerOf(reply), reply.body.error]).toEqual([...refusal('INVALID_SCOPE'), 'invalid_scope']);
});

test('an unknown scope beside a known one is ignored, and the tokens say what was granted', async () => {
  const { jar } = await signedIn(service, await service.tenant());
  const known = await newServer();
  const { scope } = (await exchange(service, known, await codeOf(jar, known, { scope: 'openid read email' }))).body;
  expect(scope).toBe('openid email');
});

test('400 unauthorized_client for a machine', async () => {
  const machine = await newMachine(await service.tenant());
  expect(answerOf(await push(machine, { response_type: 'code' }))).toEqual(refusal('UNAUTHORIZED_CLIENT'));
});

test('400 for a proof of a key that is none', async () => {
  const known = await newServer();
  const headers = { ...basicOf(known), dpop: 'x.y.z' };
  const reply = await postForm(service, '/oauth2/par', parameters(known), { headers });
  expect([...answerOf(reply), reply.body.error]).toEqual([...refusal('INVALID_DPOP_PROOF'), 'invalid_dpop_proof']);
});
