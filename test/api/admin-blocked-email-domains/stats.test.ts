// Tests GET /auth/admin/api/blocked-email-domains/stats.
import { describe, expect, test } from '@jest/globals';
import { callers, newDomains } from '../../support/blocked-domains.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
const call = prepared(() => callers(service));

describe('GET /auth/admin/api/blocked-email-domains/stats 200', () => {
  test('counts the blocked domains and those of the built-in list', async () => {
    const first = await call.stats();
    expect([first.status, first.body]).toEqual([200, { count: 0, defaultCount: expect.any(Number) }]);
    expect(first.body.defaultCount).toBeGreaterThanOrEqual(8000);
    const domains = newDomains(3);
    await call.add(domains);
    expect((await call.stats()).body.count).toBe(3);
    await call.remove(domains[0] as string);
    expect((await call.stats()).body).toEqual({ count: 2, defaultCount: first.body.defaultCount });
  });
});
