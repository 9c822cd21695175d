// Tests GET /auth/health.
import { describe, expect, test } from '@jest/globals';
import { useService } from '../../support/service.ts';

const service = useService();

describe('GET /auth/health 200', () => {
  test('returns ok with security headers and forbids caching', async () => {
    const { status, body, headers } = await service.get('/auth/health');
    expect([status, body]).toEqual([200, { status: 'ok' }]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.stringContaining('max-age=31536000'),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });
});
