// Which tokens of a running service the server package accepts. Refused are all but access tokens of this deployment.
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { MAX_ACCESS_TTL } from '../../../lib/domain/keys/signing-keys.ts';
import { createVerifier } from '../../../lib/packages/server/index.ts';
import { MAX_TOKEN_AGE } from '../../../lib/packages/server/verifier.ts';
import { advance, now, seconds } from '../../../lib/platform/clock.ts';
import { ALLOWED, scene } from '../../support/acting.ts';
import { enrol, freshCode, pendingLogin, verify as proveFactor } from '../../support/factors.ts';
import { prepared, useService } from '../../support/service.ts';
import { claimsOf, forge, headerOf, hs256, rs256, signedByService, unsigned } from '../../support/tokens.ts';
import { refusal, verifierOf } from '../../support/verifier.ts';

const service = useService(ALLOWED);
const user = prepared(async () => service.signup(await service.tenant()));

const INVALID = '401 INVALID_TOKEN';
const token = () => user.tokens.accessToken;
const keysUrl = () => new URL(`${service.baseUrl}/.well-known/jwks.json`);

test('an access token yields the typed claims of its user', async () => {
  const { sub, sid, tid, exp, iat, jti } = claimsOf(token());
  const claims = await verifierOf(service).verify(token());
  expect(claims).toEqual({
    kind: 'user',
    userId: sub,
    tenantId: user.tenant.id,
    sessionId: sid,
    applicationId: null,
    boundTo: null,
    scopes: [],
    roles: [],
    permissions: [],
    methods: ['pwd'],
    authenticatedAt: expect.any(Date),
    actorId: null,
    actors: [],
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date(exp * 1000),
    tokenId: jti,
  });
  expect(tid).toBe(claims.tenantId);
});

test('the address of the keys is the one that discovery names', async () => {
  const { body } = await service.get('/.well-known/openid-configuration');
  expect(body).toMatchObject({ issuer: service.baseUrl, jwks_uri: keysUrl().href });
});

test('a verifier may accept several audiences, and a narrower list of algorithms', async () => {
  const audience = ['https://other.example', service.baseUrl];
  expect(await verifierOf(service, { audience, algorithms: ['RS256'] }).verify(token())).toHaveProperty('userId');
  expect(await refusal(verifierOf(service, { algorithms: ['ES256'] }).verify(token()))).toBe(INVALID);
});

describe('refused', () => {
  test('a token for another audience or of another issuer', async () => {
    expect(await refusal(verifierOf(service, { audience: 'https://api.example' }).verify(token()))).toBe(INVALID);
    const other = createVerifier({
      issuer: 'https://other.example',
      audience: service.baseUrl,
      // The keys are the right ones: only the issuer differs.
      fetch: () => fetch(keysUrl()),
      now,
    });
    expect(await refusal(other.verify(token()))).toBe(INVALID);
  });

  test('a refresh token', async () => {
    expect(await refusal(verifierOf(service).verify(user.tokens.refreshToken))).toBe(INVALID);
  });

  test('an ID token and any other token that the same key signed, unless it says at+jwt', async () => {
    const claims = claimsOf(token());
    const header = headerOf(token());
    for (const typ of [undefined, 'JWT', 'id+jwt', 'rt+jwt', 'logout+jwt'])
      expect(await refusal(verifierOf(service).verify(await signedByService({ ...header, typ }, claims)))).toBe(
        INVALID,
      );
    expect(await verifierOf(service).verify(await signedByService(header, claims))).toHaveProperty('userId');
  });

  test('a token without a signature, and one that uses the public key as a secret', async () => {
    const { keys } = await (await fetch(keysUrl())).json();
    const [header, claims] = [headerOf(token()), claimsOf(token())];
    const forged = [
      forge({ ...header, alg: 'none' }, claims, unsigned),
      forge({ ...header, alg: 'None' }, claims, unsigned),
      forge(header, claims, unsigned),
      ...keys.flatMap((key: { n: string }) =>
        [key.n, JSON.stringify(key), Buffer.from(key.n, 'base64url')].map((secret) =>
          forge({ ...header, alg: 'HS256' }, claims, hs256(secret)),
        ),
      ),
    ];
    for (const each of forged) expect(await refusal(verifierOf(service).verify(each))).toBe(INVALID);
  });

  test('a token that the key of another deployment signed, under a known or an unknown key id', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = publicKey.export({ format: 'jwk' });
    const [header, claims] = [headerOf(token()), claimsOf(token())];
    for (const more of [
      {},
      { kid: 'other' },
      { kid: undefined },
      { jwk },
      { kid: 'other', jwk, jku: 'https://x.example' },
    ])
      expect(await refusal(verifierOf(service).verify(forge({ ...header, ...more }, claims, rs256(privateKey))))).toBe(
        INVALID,
      );
  });

  test.each([
    ['tid', undefined],
    ['sid', ''],
    ['sub', 7],
    ['jti', null],
    ['roles', 'admin'],
    ['permissions', [1]],
    ['exp', 1e308],
    ['exp', undefined],
    ['auth_time', '0'],
    ['nbf', 99_999_999_999],
  ])('a signed token whose claim %s is %j', async (name, value) => {
    const claims = { ...claimsOf(token()), [name]: value };
    expect(await refusal(verifierOf(service).verify(await signedByService(headerOf(token()), claims)))).toBe(INVALID);
  });

  test.each([
    ['is of the next hour', 3600, 4500],
    ['expires in ten years', 0, 315_360_000],
    ['is older than any access token, and expires in ten years', -3601 - 5, 315_360_000],
  ])('a signed token that %s', async (_, issued, expires) => {
    const at = seconds();
    const claims = { ...claimsOf(token()), iat: at + issued, exp: at + expires };
    expect(await refusal(verifierOf(service).verify(await signedByService(headerOf(token()), claims)))).toBe(INVALID);
  });

  test('the token of an admin who acts as the user, unless the API allows it', async () => {
    const { session, admin } = await scene(service);
    const { accessToken } = session.tokens;
    expect(await refusal(verifierOf(service).verify(accessToken))).toBe('403 FORBIDDEN');
    expect(await verifierOf(service, { acting: true }).verify(accessToken)).toMatchObject({ actorId: admin.id });
  });

  test.each(['', 'x', 'a.b.c', '..', 'x'.repeat(9000)])('text that is no token: %j', async (text) => {
    expect(await refusal(verifierOf(service).verify(text))).toBe(INVALID);
  });

  test('a value that is no text', async () => {
    expect(await refusal(verifierOf(service).verify(undefined as never))).toBe(INVALID);
  });
});

test('no access token lives longer than a verifier expects', () => {
  expect(MAX_TOKEN_AGE).toBe(MAX_ACCESS_TTL);
});

test('claims that a later version adds are no reason to refuse', async () => {
  const more = { ...claimsOf(token()), client_id: 'gatehouse', scope: 'a b' };
  expect(await verifierOf(service).verify(await signedByService(headerOf(token()), more))).toHaveProperty('userId');
});

describe('a login whose second factor is outstanding', () => {
  test('is refused by every verifier, and its completed login is accepted', async () => {
    const person = await enrol(service, user.tenant);
    const pending = await pendingLogin(service, person);
    const keys = createRemoteJWKSet(keysUrl());
    // It has the right issuer, tenant and user; only its kind and its key differ.
    expect(claimsOf(pending.accessToken)).toMatchObject({ iss: service.baseUrl, sub: person.id });

    expect(await refusal(verifierOf(service).verify(pending.accessToken))).toBe(INVALID);
    expect(await refusal(verifierOf(service).checkOnline(pending.accessToken))).toBe(INVALID);
    // jose with nothing but the keys: no issuer, no audience, no type.
    await expect(jwtVerify(pending.accessToken, keys)).rejects.toThrow();

    const completed = (await proveFactor(service, pending, freshCode(person.secret))).body;
    expect(await verifierOf(service).verify(completed.accessToken)).toMatchObject({ userId: person.id });
    expect((await jwtVerify(completed.accessToken, keys)).payload.sub).toBe(person.id);
  });
});

describe('time', () => {
  test('a token expires, and a clock may differ by the tolerance only', async () => {
    const other = await service.signup(user.tenant);
    const { exp } = claimsOf(other.tokens.accessToken);
    const at = (seconds: number, clockTolerance?: number) =>
      verifierOf(service, { now: () => (exp + seconds) * 1000, clockTolerance }).verify(other.tokens.accessToken);
    expect(await at(-1, 0)).toHaveProperty('userId');
    expect(await refusal(at(0, 0))).toBe(INVALID);
    expect(await at(4)).toHaveProperty('userId');
    expect(await refusal(at(5))).toBe(INVALID);
    expect(await at(59, 60)).toHaveProperty('userId');
    expect(await refusal(at(60, 60))).toBe(INVALID);
    advance(20 * 60_000);
    expect(await refusal(verifierOf(service).verify(other.tokens.accessToken))).toBe(INVALID);
  });
});
