// Verifies tokens of a running service with libraries of other authors, as their documentation says. Each accepts access
// tokens. None accepts a login whose second factor is outstanding.
import { verify as verifySignature } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { JwtVerifier } from 'aws-jwt-verify';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import express from 'express';
import { auth, requiredScopes } from 'express-oauth2-jwt-bearer';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import {
  allowInsecureRequests,
  discoveryRequest,
  processDiscoveryResponse,
  validateJwtAccessToken,
} from 'oauth4webapi';
import { enrol, freshCode, pendingLogin, verify as proveFactor } from '../../support/factors.ts';
import { holder, newPermission } from '../../support/grants.ts';
import { bearer, useService } from '../../support/service.ts';
import { headerOf } from '../../support/tokens.ts';

const service = useService();
const PERMISSION = 'invoices.read';
/** Of a user with a permission, of one without, and of one whose second factor is outstanding and then proved. */
let token = '';
let plain = '';
let pending = '';
let completed = '';
beforeAll(async () => {
  await newPermission(service, { name: PERMISSION });
  token = (await service.login((await holder(service, [PERMISSION])).user)).body.accessToken;
  const tenant = await service.tenant();
  plain = (await service.signup(tenant)).tokens.accessToken;
  const person = await enrol(service, tenant);
  const login = await pendingLogin(service, person);
  pending = login.accessToken;
  completed = (await proveFactor(service, login, freshCode(person.secret))).body.accessToken;
});

const jwksUri = () => `${service.baseUrl}/.well-known/jwks.json`;
/** Fails with what the library says, or returns the subject. */
type Verify = (token: string) => Promise<unknown>;

/** Each made as for an API in production; http in place of https is all that differs. */
const libraries: Record<string, () => Promise<Verify>> = {
  jose: async () => {
    const keys = createRemoteJWKSet(new URL(jwksUri()));
    const rules = { issuer: service.baseUrl, audience: service.baseUrl, typ: 'at+jwt' };
    return async (jwt) => (await jwtVerify(jwt, keys, rules)).payload.sub;
  },
  'jose without issuer, audience and type': async () => {
    const keys = createRemoteJWKSet(new URL(jwksUri()));
    return async (jwt) => (await jwtVerify(jwt, keys)).payload.sub;
  },
  'aws-jwt-verify': async () => {
    const verifier = JwtVerifier.create(
      { issuer: service.baseUrl, audience: service.baseUrl, jwksUri: jwksUri() },
      { jwksCache: overHttp() },
    );
    return async (jwt) => (await verifier.verify(jwt)).sub;
  },
  'aws-jwt-verify without audience': async () => {
    const verifier = JwtVerifier.create(
      { issuer: service.baseUrl, audience: null, jwksUri: jwksUri() },
      { jwksCache: overHttp() },
    );
    return async (jwt) => (await verifier.verify(jwt)).sub;
  },
  oauth4webapi: async () => {
    const issuer = new URL(service.baseUrl);
    const http = { [allowInsecureRequests]: true };
    const as = await processDiscoveryResponse(issuer, await discoveryRequest(issuer, http));
    return async (jwt) => {
      const request = new Request('https://api.example', { headers: bearer(jwt) });
      return (await validateJwtAccessToken(as, request, service.baseUrl, http)).sub;
    };
  },
  'express-oauth2-jwt-bearer, strict': async () => async (jwt) => {
    const { status, body } = await throughExpress(jwt, []);
    if (status !== 200) throw new Error(`${status} ${body}`);
    return JSON.parse(body).sub;
  },
  'the signature alone, by every key of the set': async () => async (jwt) => {
    const { keys } = await (await fetch(jwksUri())).json();
    const [header, payload, signature] = jwt.split('.') as [string, string, string];
    const isSigned = keys.some((key: object) =>
      verifySignature(
        'sha256',
        Buffer.from(`${header}.${payload}`),
        { key: key as never, format: 'jwk' },
        Buffer.from(signature, 'base64url'),
      ),
    );
    if (!isSigned) throw new Error('no key of the set has signed it');
    return JSON.parse(Buffer.from(payload, 'base64url').toString()).sub;
  },
};

/** The library fetches by https only, which a service on this machine does not have. */
const overHttp = () => new SimpleJwksCache({ fetcher: { fetch: async (uri) => (await fetch(uri)).arrayBuffer() } });

/** The response of an API with this middleware. `scopes` are required beside the token. */
async function throughExpress(jwt: string, scopes: string[]): Promise<{ status: number; body: string }> {
  const app = express();
  app.use(auth({ issuerBaseURL: service.baseUrl, audience: service.baseUrl, strict: true, tokenSigningAlg: 'RS256' }));
  if (scopes.length) app.use(requiredScopes(scopes));
  app.get('/', (request, response) => void response.json(request.auth?.payload));
  app.use((error: { status: number; message: string }, _: unknown, response: express.Response, __: unknown) => {
    response.status(error.status).send(error.message);
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const response = await fetch(url, { headers: bearer(jwt) });
  const body = await response.text();
  server.close();
  return { status: response.status, body };
}

describe.each(Object.entries(libraries))('%s', (_, make) => {
  test('accepts access tokens, also after a second factor', async () => {
    const verify = await make();
    for (const jwt of [token, plain, completed]) expect(await verify(jwt)).toMatch(/^usr_/);
  });

  test('rejects a login whose second factor is outstanding', async () => {
    const verify = await make();
    await expect(verify(pending)).rejects.toThrow();
  });

  test('rejects a refresh token and a token that was changed', async () => {
    const verify = await make();
    const { body } = await service.login(await service.signup(await service.tenant()));
    await expect(verify(body.refreshToken)).rejects.toThrow();
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const other = Buffer.from(payload, 'base64url').toString().replace('invoices.read', 'invoices.rule');
    await expect(verify(`${header}.${Buffer.from(other).toString('base64url')}.${signature}`)).rejects.toThrow();
  });
});

describe('scopes', () => {
  test('requiredScopes of express-oauth2-jwt-bearer reads permissions', async () => {
    expect((await throughExpress(token, [PERMISSION])).status).toBe(200);
    expect((await throughExpress(plain, [PERMISSION])).status).toBe(403);
    expect((await throughExpress(token, ['invoices.delete'])).status).toBe(403);
  });

  test('the scope of aws-jwt-verify reads permissions', async () => {
    const verifier = JwtVerifier.create(
      { issuer: service.baseUrl, audience: service.baseUrl, jwksUri: jwksUri(), scope: PERMISSION },
      { jwksCache: overHttp() },
    );
    expect(await verifier.verify(token)).toMatchObject({ scope: PERMISSION });
    await expect(verifier.verify(plain)).rejects.toThrow(/scope/i);
  });
});

test('a pending login carries no key id of the key set', async () => {
  const { keys } = await (await fetch(jwksUri())).json();
  const ids = keys.map(({ kid }: { kid: string }) => kid);
  expect(ids).toContain(headerOf(token).kid);
  expect(ids).not.toContain(headerOf(pending).kid);
});
