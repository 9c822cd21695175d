// Runs every path through the function `sso` that needs different actions on the table.

import type { Client } from '../../lib/packages/client/index.ts';
import { createClient } from '../../lib/packages/client/node.ts';
import { send } from './http.ts';
import { type Person, type Realm, startIdentityProvider } from './identity-provider.ts';

const HOME = 'https://app.example.com/';

/** Logs in a new person in each mode, twice, and a person whose login is linked to an existing account. */
export async function runSsoFlows(admin: Client, baseUrl: string): Promise<void> {
  const idp = await startIdentityProvider();
  try {
    const realm = idp.realm();
    const settings = { redirectUris: [HOME], ssoProviders: [realm.settings('acme') as never] };
    const { tenant } = await admin.adminTenants.create({ name: 'Federated', slug: 'federated', settings });
    await admin.adminUsers.create({ email: 'known@example.com', tenantId: tenant.id });
    const logIn = async (person: Person, mode: string) => {
      const query = new URLSearchParams({
        tenantId: tenant.id,
        redirectUri: HOME,
        mode,
        codeChallenge: 'c'.repeat(43),
      });
      const { headers, setCookies } = await send(baseUrl, 'GET', `/auth/sso/acme?${query}`);
      const back = realm.logIn(headers.location as string, person);
      const cookie = setCookies.map((line) => line.split(';')[0]).join('; ');
      const reply = await send(baseUrl, 'GET', back.pathname + back.search, { headers: { cookie } });
      if (reply.status !== 302) throw new Error(`callback: ${reply.status} ${reply.text}`);
    };
    const person = (name: string): Person => ({ sub: name, email: `${name}@example.com`, email_verified: true });
    for (const mode of ['header', 'cookie']) {
      for (let round = 0; round < 2; round++) await logIn(person(`new-${mode}`), mode);
    }
    await logIn(person('known'), 'cookie');
    await unlinkOne(baseUrl, tenant.id, realm);
  } finally {
    await idp.stop();
  }
}

/** Logs in a person with an id token, unlinks their identity and allows it again. */
async function unlinkOne(baseUrl: string, tenantId: string, realm: Realm): Promise<void> {
  const app = createClient({ baseUrl });
  const { nonce } = await app.sso.nonce({ provider: 'acme', tenantId });
  const token = realm.idToken({ sub: 'app', email: 'app@example.com', email_verified: true }, { nonce });
  await app.authentication.login({ tenantId, providerName: 'acme', credentials: { token } });
  const { identities } = await app.sso.identities();
  const { id } = identities[0]!;
  await app.sso.unlink({ id });
  await app.sso.allow({ id });
}
