// Attacks on tokens that are bound to a key (RFC 9449): theft of a token or a proof, forged proofs, and downgrades.
import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import { type Known, newMachine, postForm } from '../../support/applications.ts';
import { callWith, hashOf, newProofKey, type ProofKey, tokenWith } from '../../support/dpop.ts';
import { CALLBACK, codeOf, newServer, type SignedIn, signedIn } from '../../support/oauth-browser.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, type Tenant, useService } from '../../support/service.ts';

const service = useService();
const CREDENTIALS = { grant_type: 'client_credentials' };
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
let tenant: Tenant;
let machine: Known;
let app: Known;
let browser: SignedIn;
let [key, other]: ProofKey[] = [];
beforeAll(async () => {
  tenant = await service.tenant();
  machine = await newMachine(tenant);
  app = await newServer({ kind: 'browser', secrets: [] });
  browser = await signedIn(service, tenant);
  [key, other] = [await newProofKey(), await newProofKey()];
});
const mine = () => key as ProofKey;
const thief = () => other as ProofKey;
const endpoint = () => `${service.baseUrl}/oauth2/token`;

async function codeForm(more: Record<string, string> = {}): Promise<Record<string, string>> {
  const { code, verifier } = await codeOf(browser.jar, app, more);
  return { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: CALLBACK };
}
/** The tokens of a session that is bound to the key. */
async function boundTokens(): Promise<{ access_token: string; refresh_token: string }> {
  const reply = await tokenWith(service, app, mine(), await codeForm({ scope: 'openid email offline_access account' }));
  expect([reply.status, reply.body.token_type]).toEqual([200, 'DPoP']);
  return reply.body;
}

describe('a proof', () => {
  test('works once at the token endpoint, if twenty callers show it together or one shows it later', async () => {
    const proof = await mine().prove('POST', endpoint());
    const ask = () => tokenWith(service, machine, proof, CREDENTIALS);
    expect(outcomes(await race(20, ask))).toEqual({ '200': 1, '400 INVALID_DPOP_PROOF': 19 });
    expect(answerOf(await ask())).toEqual(refusal('INVALID_DPOP_PROOF'));
    expect(answerOf(await later(MINUTE, ask))).toEqual(refusal('INVALID_DPOP_PROOF'));
  });

  test.each<[string, (now: number) => Record<string, unknown>, Record<string, unknown>]>([
    ['another method', () => ({ htm: 'GET' }), {}],
    ['another case of the method', () => ({ htm: 'post' }), {}],
    ['no method', () => ({ htm: undefined }), {}],
    ['another address', () => ({ htu: 'https://evil.example/oauth2/token' }), {}],
    ['another path', () => ({ htu: `${service.baseUrl}/oauth2/userinfo` }), {}],
    ['an address that is none', () => ({ htu: 'token' }), {}],
    ['no address', () => ({ htu: undefined }), {}],
    ['a time two minutes ago', (now) => ({ iat: now - 120 }), {}],
    ['a time in two minutes', (now) => ({ iat: now + 120 }), {}],
    ['no time', () => ({ iat: undefined }), {}],
    ['a time that is no number', () => ({ iat: 'now' }), {}],
    ['an expiry in the past', (now) => ({ exp: now - 120 }), {}],
    ['no id', () => ({ jti: undefined }), {}],
    ['an empty id', () => ({ jti: '' }), {}],
    ['a long id', () => ({ jti: 'x'.repeat(257) }), {}],
    ['another type', () => ({}), { typ: 'JWT' }],
    ['no type', () => ({}), { typ: undefined }],
    ['no key', () => ({}), { jwk: undefined }],
    ['a key that is no object', () => ({}), { jwk: 'key' }],
    ['a symmetric key', () => ({}), { jwk: { kty: 'oct', k: 'AAAA' } }],
    ['an unknown extension', () => ({}), { crit: ['x'], x: 1 }],
  ])('with %s is refused', async (_, over, header) => {
    const proof = await mine()
      .prove('POST', endpoint(), over(Math.floor(Date.now() / 1000)), header)
      .catch(() => 'x');
    const reply = await tokenWith(service, machine, proof, CREDENTIALS);
    expect([...answerOf(reply), reply.body.error]).toEqual([...refusal('INVALID_DPOP_PROOF'), 'invalid_dpop_proof']);
  });

  test('with the private part of its key, or the key of another one, is refused', async () => {
    for (const jwk of [mine().privateJwk, thief().jwk]) {
      const proof = await mine().prove('POST', endpoint(), {}, { jwk });
      expect(answerOf(await tokenWith(service, machine, proof, CREDENTIALS))).toEqual(refusal('INVALID_DPOP_PROOF'));
    }
  });

  test('without a signature, or with that of a secret, is refused', async () => {
    const [, body = ''] = (await mine().prove('POST', endpoint())).split('.');
    const head = (alg: string) => part({ alg, typ: 'dpop+jwt', jwk: mine().jwk });
    const mac = createHmac('sha256', JSON.stringify(mine().jwk))
      .update(`${head('HS256')}.${body}`)
      .digest('base64url');
    const forged = [`${head('none')}.${body}.`, `${head('HS256')}.${body}.${mac}`, `${head('ES384')}.${body}.AAAA`];
    for (const proof of [...forged, 'x', 'a.b.c', 'x'.repeat(5000)])
      expect(answerOf(await tokenWith(service, machine, proof, CREDENTIALS))).toEqual(refusal('INVALID_DPOP_PROOF'));
  });

  test('beside a second one is refused', async () => {
    const dpop = [await mine().prove('POST', endpoint()), await mine().prove('POST', endpoint())];
    const reply = await postForm(
      service,
      '/oauth2/token',
      { ...CREDENTIALS, client_id: machine.application.id, client_secret: machine.secret },
      { headers: { dpop } },
    );
    expect(answerOf(reply)).toEqual(refusal('INVALID_DPOP_PROOF'));
  });

  test('may have a query, a fragment and a default port in its address', async () => {
    const proof = await mine().prove('POST', `${endpoint()}?a=b#c`);
    expect((await tokenWith(service, machine, proof, CREDENTIALS)).status).toBe(200);
  });
});

describe.each(['/oauth2/userinfo', '/auth/me'])('a stolen bound token at %s', (path) => {
  test('is no bearer token, and needs a proof', async () => {
    const { access_token } = await boundTokens();
    const bare = await service.send('GET', path, { headers: { authorization: `DPoP ${access_token}` } });
    const asBearer = await service.send('GET', path, { headers: bearer(access_token) });
    const dpop = await mine().prove('GET', `${service.baseUrl}${path}`, { ath: hashOf(access_token) });
    const downgraded = await service.send('GET', path, { headers: { ...bearer(access_token), dpop } });
    for (const reply of [bare, asBearer, downgraded]) expect(answerOf(reply)).toEqual(refusal('INVALID_TOKEN'));
    expect((await callWith(service, mine(), access_token, path)).status).toBe(200);
  });

  test('is refused with the proof of another key, token, method, address or time', async () => {
    const { access_token } = await boundTokens();
    const now = Math.floor(Date.now() / 1000);
    const altered = [
      { ath: hashOf('x') },
      { ath: undefined },
      { htm: 'POST' },
      { htu: endpoint() },
      { iat: now - 120 },
    ];
    for (const over of altered)
      expect(answerOf(await callWith(service, mine(), access_token, path, over))).toEqual(refusal('INVALID_TOKEN'));
    expect(answerOf(await callWith(service, thief(), access_token, path))).toEqual(refusal('INVALID_TOKEN'));
  });

  test('is refused an hour later with the same proof', async () => {
    const { access_token } = await boundTokens();
    const dpop = await mine().prove('GET', `${service.baseUrl}${path}`, { ath: hashOf(access_token) });
    const call = () => service.send('GET', path, { headers: { authorization: `DPoP ${access_token}`, dpop } });
    expect((await call()).status).toBe(200);
    expect(answerOf(await later(3 * MINUTE, call))).toEqual(refusal('INVALID_TOKEN'));
  });

  test('an unbound token is refused as a bound one', async () => {
    const { tokens } = browser.user;
    expect(answerOf(await callWith(service, mine(), tokens.accessToken, path))).toEqual(refusal('INVALID_TOKEN'));
  });
});

test('a bound token is refused in a cookie', async () => {
  const { access_token } = await boundTokens();
  const headers = { cookie: `svc_access=${access_token}`, 'x-access-token-type': 'cookie' };
  const reply = await service.send('GET', '/auth/me', { headers });
  expect(reply.status).toBe(401);
});

describe('a refresh token of a public application', () => {
  const refresh = (refresh_token: string) => ({ grant_type: 'refresh_token', refresh_token });

  test('works with its key alone, and a thief does not use it up', async () => {
    const { refresh_token } = await boundTokens();
    const fields = { client_id: app.application.id, ...refresh(refresh_token) };
    expect(answerOf(await postForm(service, '/oauth2/token', fields))).toEqual(refusal('INVALID_GRANT'));
    expect(answerOf(await tokenWith(service, app, thief(), refresh(refresh_token)))).toEqual(refusal('INVALID_GRANT'));
    const renewed = await tokenWith(service, app, mine(), refresh(refresh_token));
    expect([renewed.status, renewed.body.token_type]).toEqual([200, 'DPoP']);
    const again = renewed.body.refresh_token;
    expect(answerOf(await tokenWith(service, app, thief(), refresh(again)))).toEqual(refusal('INVALID_GRANT'));
    expect((await tokenWith(service, app, mine(), refresh(again))).status).toBe(200);
  });
});

describe('a code that is bound to a key by dpop_jkt', () => {
  test('is exchanged with its key alone', async () => {
    const form = await codeForm({ dpop_jkt: mine().jkt });
    const fields = { client_id: app.application.id, ...form };
    expect(answerOf(await postForm(service, '/oauth2/token', fields))).toEqual(refusal('INVALID_GRANT'));
    expect(answerOf(await tokenWith(service, app, thief(), form))).toEqual(refusal('INVALID_GRANT'));
    expect((await tokenWith(service, app, mine(), form)).status).toBe(200);
  });

  test('is not given for a thumbprint that is none', async () => {
    await expect(codeOf(browser.jar, app, { dpop_jkt: 'x' })).rejects.toThrow('invalid_request');
  });
});
