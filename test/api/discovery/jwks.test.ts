// Tests GET /.well-known/jwks.json.

import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { rotateKeys } from '../../../lib/domain/keys/signing-keys.ts';
import { headerOf } from '../../support/api.ts';
import { bearer, useService } from '../../support/service.ts';

const service = useService();

type Key = JsonWebKey & { kid: string };
const fetchKeys = async (): Promise<Key[]> => (await service.get('/.well-known/jwks.json')).body.keys;

/** Verifies a token with the published keys only, as another service would. */
async function verifiesOffline(token: string): Promise<boolean> {
  const key = (await fetchKeys()).find(({ kid }) => kid === headerOf(token).kid);
  const [header, payload, signature] = token.split('.');
  const signed = Buffer.from(`${header}.${payload}`);
  return verify('sha256', signed, createPublicKey({ key: key!, format: 'jwk' }), Buffer.from(signature!, 'base64url'));
}

describe('GET /.well-known/jwks.json 200', () => {
  test('has no key before the first token of a deployment', async () => {
    expect(await service.get('/.well-known/jwks.json')).toMatchObject({ status: 200, body: { keys: [] } });
  });

  test('publishes public RSA keys without private parts', async () => {
    await service.signup(await service.tenant());
    const { status } = await service.get('/.well-known/jwks.json');
    const keys = await fetchKeys();
    expect(status).toBe(200);
    expect(keys.length).toBeGreaterThanOrEqual(2);
    for (const key of keys) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
      expect(key).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' });
      expect(Buffer.from(key.n!, 'base64url').length).toBeGreaterThanOrEqual(256);
    }
  });

  test('publishes keys that verify tokens from before and after a rotation', async () => {
    const user = await service.signup(await service.tenant());
    expect(await verifiesOffline(user.tokens.accessToken)).toBe(true);
    const known = (await fetchKeys()).map(({ kid }) => kid);
    expect(await rotateKeys()).toBe(true);
    const { body } = await service.login(user);
    expect(headerOf(body.accessToken).kid).not.toBe(headerOf(user.tokens.accessToken).kid);
    expect(known).toContain(headerOf(body.accessToken).kid);
    for (const { accessToken } of [user.tokens, body]) {
      expect(await verifiesOffline(accessToken)).toBe(true);
      expect((await service.get('/auth/me', { headers: bearer(accessToken) })).status).toBe(200);
    }
  });
});
