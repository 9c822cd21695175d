// Which tokens of applications an API accepts with the server package: by application, scope, age and strength of the login,
// and with the proof of the key that they are bound to.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { isAuthError } from '../../../lib/packages/server/index.ts';
import { type ApiEvent, withAuth } from '../../../lib/packages/server/lambda.ts';
import { later, MINUTE } from '../../support/api.ts';
import type { Known } from '../../support/applications.ts';
import { hashOf, newProofKey, type ProofKey, tokenWith } from '../../support/dpop.ts';
import { CALLBACK, codeOf, newServer, type SignedIn, signedIn, tokensOf } from '../../support/oauth-browser.ts';
import { bearer, useService } from '../../support/service.ts';
import { verifierOf } from '../../support/verifier.ts';

const service = useService();
const ORIGIN = 'https://api.example.com';
let browser: SignedIn;
let known: Known;
let key: ProofKey;
let bound: string;
let plain: string;
beforeAll(async () => {
  browser = await signedIn(service, await service.tenant());
  known = await newServer();
  key = await newProofKey();
  const { code, verifier } = await codeOf(browser.jar, known, { scope: 'openid email' });
  const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: CALLBACK };
  bound = (await tokenWith(service, known, key, form)).body.access_token;
  plain = (await tokensOf(service, browser.jar, known, { scope: 'openid email' })).access_token;
});

type Options = Parameters<typeof verifierOf>[1];
type Rules = Parameters<typeof withAuth>[2];
/** Calls `GET /things?page=2` of an API in a function, and returns the status, the code and the challenge. */
async function call(headers: Record<string, string>, options: Options = {}, rules: Rules = {}) {
  const handler = withAuth(
    verifierOf(service, options),
    async () => ({ statusCode: 200, headers: {}, body: '{}' }),
    rules,
  );
  const event: ApiEvent = { rawPath: '/things', headers, requestContext: { http: { method: 'GET' } } };
  const reply = await handler(event, {});
  return [reply.statusCode, JSON.parse(reply.body).code, (reply.headers as Record<string, string>)['www-authenticate']];
}
const OK = [200, undefined, undefined];
const INVALID = [401, 'INVALID_TOKEN', 'Bearer error="invalid_token"'];

test('the claims say which application has the token, and its scopes', async () => {
  const claims = await verifierOf(service).verify(plain);
  expect(claims).toMatchObject({ applicationId: known.application.id, scopes: ['openid', 'email'], boundTo: null });
});

test('an application passes unless the API accepts none, or others', async () => {
  expect(await call(bearer(plain))).toEqual(OK);
  expect(await call(bearer(plain), { applications: [known.application.id] })).toEqual(OK);
  for (const applications of [false, ['app_other']])
    expect(await call(bearer(plain), { applications })).toEqual([403, 'FORBIDDEN', undefined]);
  expect(await call(bearer(browser.user.tokens), { applications: false })).toEqual(OK);
});

test('a scope that is missing is named', async () => {
  expect(await call(bearer(plain), {}, { scope: 'email openid' })).toEqual(OK);
  const challenge = 'Bearer error="insufficient_scope", scope="openid tools:call"';
  expect(await call(bearer(plain), {}, { scope: 'openid tools:call' })).toEqual([403, 'INSUFFICIENT_SCOPE', challenge]);
});

test('a login that is too old or too weak is asked for again in the words of RFC 9470', async () => {
  expect(await call(bearer(plain), {}, { maxAge: 300 })).toEqual(OK);
  const [status, code, challenge] = await call(bearer(plain), {}, { maxAge: 300, secondFactor: true });
  expect([status, code]).toEqual([401, 'STEP_UP_REQUIRED']);
  expect(challenge).toMatch(/^Bearer error="insufficient_user_authentication", max_age="300", acr_values="http\S+"$/);
});

test('a token may live no longer than the API says', async () => {
  expect(await call(bearer(plain), { maxLifetime: 60 })).toEqual(INVALID);
});

describe('a token that is bound to a key', () => {
  const proved = (claims: object = {}, by = key) =>
    by.prove('GET', `${ORIGIN}/things`, { ath: hashOf(bound), ...claims });
  const dpop = (proof: string) => ({ authorization: `DPoP ${bound}`, dpop: proof });

  test('passes with a proof of the key', async () => {
    expect(await call(dpop(await proved()), { origin: ORIGIN })).toEqual(OK);
  });

  test('is refused as a bearer token, without a proof, and by an API that has not named its origin', async () => {
    expect(await call(bearer(bound), { origin: ORIGIN })).toEqual(INVALID);
    expect(await call({ authorization: `DPoP ${bound}` }, { origin: ORIGIN })).toEqual(INVALID);
    expect((await call(dpop(await proved())))[0]).toBe(401);
    const refusal = await verifierOf(service, { origin: ORIGIN })
      .verify(bound)
      .catch((error) => error);
    expect(isAuthError(refusal)).toBe(true);
  });

  test('is refused with a proof of another key, method, address, token or time', async () => {
    const others = [
      await proved({}, await newProofKey()),
      await proved({ htm: 'POST' }),
      await proved({ htu: `${ORIGIN}/others` }),
      await proved({ htu: 'https://elsewhere.example.com/things' }),
      await proved({ ath: hashOf(plain) }),
      await proved({ iat: Math.floor(Date.now() / 1000) - 130 }),
      await proved({ jti: '' }),
      'x.y.z',
    ];
    for (const proof of others) expect(await call(dpop(proof), { origin: ORIGIN })).toEqual(INVALID);
    const unbound = { authorization: `DPoP ${plain}`, dpop: await proved({ ath: hashOf(plain) }) };
    expect(await call(unbound, { origin: ORIGIN })).toEqual(INVALID);
  });

  test('is refused with a proof that the API has kept', async () => {
    const kept = new Set<string>();
    const useProof = (id: string) => kept.size < kept.add(id).size;
    const proof = await proved();
    const options = { origin: ORIGIN, useProof };
    expect(await call(dpop(proof), options)).toEqual(OK);
    expect(await call(dpop(proof), options)).toEqual(INVALID);
    expect(await later(3 * MINUTE, () => call(dpop(proof), { origin: ORIGIN }))).toEqual(INVALID);
  });
});
