// Tests GET /.well-known/change-password.
import { expect, test } from '@jest/globals';
import { useService } from '../../support/service.ts';

const service = useService();

test('GET /.well-known/change-password 302 leads a password manager to the account page, and other names do not', async () => {
  const { status, headers, text } = await service.get('/.well-known/change-password');
  expect([status, headers.location, text]).toEqual([302, `${service.baseUrl}/account/security#password`, '']);
  // The manager asks for this name, to see that not every one is there (W3C, Detecting the reliability of HTTP status codes).
  const other = await service.get('/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200');
  expect(other.status).toBe(404);
});
