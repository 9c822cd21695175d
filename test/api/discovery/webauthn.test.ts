// Tests GET /.well-known/webauthn.
import { expect, test } from '@jest/globals';
import { useService } from '../../support/service.ts';

const service = useService({
  GATEHOUSE_PASSKEY_RP_ID: 'localhost',
  GATEHOUSE_PASSKEY_ORIGINS: 'https://app.acme.example',
});

test('GET /.well-known/webauthn 200 lists our own origin and those that were configured, for every page', async () => {
  const { status, body, headers } = await service.get('/.well-known/webauthn', {
    headers: { origin: 'https://other.example' },
  });
  expect([status, body]).toEqual([200, { origins: [new URL(service.baseUrl).origin, 'https://app.acme.example'] }]);
  expect(headers['content-type']).toContain('application/json');
  expect(headers['cache-control']).toContain('max-age=300');
});
