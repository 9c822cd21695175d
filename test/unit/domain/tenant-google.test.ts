// Checks that the rule for addresses of Google holds for the client of a tenant, too.
import { expect, test } from '@jest/globals';
import { providerOf } from '../../../lib/domain/sso/providers.ts';
import type { Tenant } from '../../../lib/store/tenants/tenants.ts';

test.each([
  ['https://accounts.google.com', 'google'],
  ['https://accounts.google.com.example', 'oidc'],
])('a provider of a tenant with the issuer %s is of the kind %s', async (issuer, kind) => {
  const settings = { ssoProviders: [{ name: 'own', issuer, clientId: 'x', trustEmail: true }] };
  expect(await providerOf({ settings } as Tenant, 'own')).toMatchObject({ kind, issuer, trustEmail: true });
});
