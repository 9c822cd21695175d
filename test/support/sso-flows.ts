// Runs every path through the function `sso` that needs different actions on the table.
import type { Client } from '../../lib/client/index.ts';
import { send } from './http.ts';
import { type Person, startIdentityProvider } from './identity-provider.ts';

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
  } finally {
    await idp.stop();
  }
}
