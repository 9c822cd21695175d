// Tests that caches may keep the discovery documents, and nothing else.
import { describe, expect, test } from '@jest/globals';
import { rotateKeys } from '../../../lib/domain/keys/signing-keys.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const JWKS = '/.well-known/jwks.json';
const DOCUMENTS = [JWKS, '/.well-known/openid-configuration'];

test('an empty key set is not cached, because the first login of a deployment ends it', async () => {
  const { body, headers } = await service.get(JWKS);
  expect([body.keys, headers['cache-control'], headers.etag]).toEqual([[], 'no-store', undefined]);
});

describe.each(DOCUMENTS)('GET %s', (path) => {
  test('may be cached for five minutes', async () => {
    await service.signup(await service.tenant());
    const { headers } = await service.get(path);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
      'x-content-type-options': 'nosniff',
    });
  });

  test('returns 304 without a body to a cache that has it', async () => {
    await service.signup(await service.tenant());
    const { etag = '' } = (await service.get(path)).headers;
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, body, headers } = await service.get(path, { headers: { 'if-none-match': sent } });
      expect([sent, status, body]).toEqual([sent, 304, undefined]);
      expect(headers).toMatchObject({ etag, 'cache-control': 'public, max-age=300' });
    }
    for (const sent of ['"other"', 'garbage', '']) {
      expect((await service.get(path, { headers: { 'if-none-match': sent } })).status).toBe(200);
    }
  });
});

test('a rotation of the keys changes the ETag of the key set', async () => {
  await service.signup(await service.tenant());
  const { etag = '' } = (await service.get(JWKS)).headers;
  await rotateKeys();
  const { status, headers } = await service.get(JWKS, { headers: { 'if-none-match': etag } });
  expect(status).toBe(200);
  expect(headers.etag).not.toBe(etag);
});

test('an error of a discovery document is not cached', async () => {
  const { status, headers } = await service.post(JWKS, {});
  expect([status, headers['cache-control'], headers.etag]).toEqual([405, 'no-store', undefined]);
});
