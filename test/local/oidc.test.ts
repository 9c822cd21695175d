// Checks what the identity provider `local` rejects. The journeys cover successful logins.
import { expect, test } from '@jest/globals';
import { type LocalProvider, localProvider, withLocal } from '../../infra/tools/local/pages/local-provider.ts';
import { createProvider } from '../../infra/tools/local/pages/oidc.ts';
import { digest, randomSecret } from '../../lib/crypto/secrets.ts';
import { useService } from '../support/service.ts';

const service = useService({}, { changeFeed: false, identityProvider: true });

const host = () => `127.0.0.1:${new URL(service.baseUrl).port}`;
const verifier = randomSecret();
const authorize = (more: Record<string, string> = {}, headers: Record<string, string> = {}) => {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'gatehouse',
    redirect_uri: `${service.baseUrl}/auth/callback/local`,
    code_challenge: digest(verifier),
    state: '"><script>alert(1)</script>',
    ...more,
  });
  return service.get(`/__oidc/authorize?${query}`, { headers: { host: host(), ...headers } });
};

test('the provider redirects only to the callback, and rejects unknown clients', async () => {
  const wrong: Record<string, string>[] = [
    { redirect_uri: 'https://evil.example/' },
    { redirect_uri: `${service.baseUrl}/auth/callback/local/` },
    { client_id: 'other' },
    { response_type: 'token' },
    { code_challenge: '' },
  ];
  for (const more of wrong) {
    const { status, headers } = await authorize({ person: 'ida', ...more });
    expect([status, headers.location]).toEqual([400, undefined]);
  }
  expect(await authorize({}, { host: 'rebound.example' })).toMatchObject({ status: 403 });
});

test('the page uses the request’s query only inside links', async () => {
  const { status, text, headers } = await authorize();
  expect(status).toBe(200);
  expect(text).not.toContain('alert(1)<');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'nonce-/);
});

test('no person or an unknown person gives access_denied', async () => {
  for (const person of ['', 'eve', 'constructor']) {
    const { status, headers } = await authorize({ person });
    expect([status, new URL(headers.location as string).searchParams.get('error')]).toEqual([302, 'access_denied']);
  }
});

test('a code works once, only for the client and with its verifier', async () => {
  const local = localProvider(3000, undefined);
  const pages = createProvider(local, 'http://localhost:3000');
  const redirect = { redirect_uri: 'http://localhost:3000/auth/callback/local' };
  const call = async (path: string, sent: Record<string, string>) => {
    const sentAs = new URLSearchParams({ ...redirect, client_id: local.clientId, ...sent });
    return pages[path]!({ headers: {}, query: sentAs, form: async () => sentAs });
  };
  const newCode = async () => {
    const asked = { response_type: 'code', code_challenge: digest(verifier), person: 'leo' };
    const { headers } = await call('GET /__oidc/authorize', asked);
    return new URL(headers.location as string).searchParams.get('code') as string;
  };
  const right = async () => ({
    code: await newCode(),
    client_secret: local.clientSecret,
    code_verifier: verifier,
  });
  const token = async (sent: Record<string, string>) => JSON.parse((await call('POST /__oidc/token', sent)).body);
  expect(await token({ ...(await right()), client_secret: 'guess' })).toEqual({ error: 'invalid_client' });
  expect(await token({ ...(await right()), code_verifier: randomSecret() })).toEqual({ error: 'invalid_grant' });
  expect(await token({ ...(await right()), redirect_uri: 'http://localhost:3000/' })).toEqual({
    error: 'invalid_grant',
  });
  const once = await right();
  expect(await token(once)).toMatchObject({ id_token: expect.any(String) });
  expect(await token(once)).toEqual({ error: 'invalid_grant' });
});

test('the provider is added to the given ones, does not replace one of the same name, and keeps invalid JSON', () => {
  const local: LocalProvider = localProvider(3000, undefined);
  expect(local.issuer).toBe('http://127.0.0.1:3000/__oidc');
  expect(localProvider(3000, '::1').issuer).toBe('http://[::1]:3000/__oidc');
  expect(JSON.parse(withLocal(local))).toEqual({ local });
  expect(JSON.parse(withLocal(local, '{"corp":{}}'))).toEqual({ local, corp: {} });
  expect(JSON.parse(withLocal(local, '{"local":{"issuer":"x"}}'))).toEqual({ local: { issuer: 'x' } });
  expect(withLocal(local, '{corp')).toBe('{corp');
});
