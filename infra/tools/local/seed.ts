// Creates a demo tenant, an admin and two users at the first start, through the API. One of the users manages the tenant.

import { organizationPermissions } from '../../../lib/contract/groups/parts/organization-permissions.ts';
import { randomSecret } from '../../../lib/crypto/secrets.ts';
import { createClient, GatehouseError } from '../../../lib/packages/client/node.ts';

export type Account = { email: string; password: string };
export type Seed = { tenant: { id: string; slug: string }; admin: Account; users: Account[] };

const account = (name: string): Account => ({ email: `${name}@demo.example`, password: randomSecret(12) });

/** There is an admin already, or a rehearsal has a key that is too short to create one. */
const NOT_FIRST_START: readonly string[] = ['ADMIN_BOOTSTRAP_CLOSED', 'SECRET_KEY_NOT_CONFIGURED'];

/** Creates and returns the demo data on an empty store; returns `undefined` if this is not the first start. */
export async function seed(baseUrl: string, secretKey: string): Promise<Seed | undefined> {
  const client = createClient({ baseUrl });
  const admin = account('admin');
  try {
    await client.adminConsole.signup({ ...admin, secretKey, name: 'Demo admin' });
  } catch (error) {
    if (error instanceof GatehouseError && NOT_FIRST_START.includes(error.code)) return undefined;
    throw error;
  }
  await client.adminConsole.login(admin);
  const { tenant } = await client.adminTenants.create({
    name: 'Demo',
    slug: 'demo',
    // For a login with curl: the inbox has no use for the code in its address.
    settings: { redirectUris: [`${baseUrl}/__inbox`] },
  });
  const permissions = [...organizationPermissions];
  const { role } = await client.adminRoles.create({ name: 'Owner', tenantId: tenant.id, permissions });
  const [ann, bob] = [account('ann'), account('bob')];
  // The list of a person's organizations goes to proved addresses alone.
  const known = { tenantId: tenant.id, emailVerifiedAt: new Date().toISOString() };
  await Promise.all([
    client.adminUsers.create({ ...known, ...ann, roleIds: [role.id] }),
    client.adminUsers.create({ ...known, ...bob }),
  ]);
  // The first token makes the signing keys: an application that verifies tokens finds them from the start.
  await createClient({ baseUrl }).authentication.login({ tenantId: tenant.id, credentials: ann });
  return { tenant, admin, users: [ann, bob] };
}

/** Returns what to print: the accounts, and a command that logs in. */
export function describeSeed(baseUrl: string, { tenant, admin, users }: Seed): string {
  const body = JSON.stringify({ tenantId: tenant.id, credentials: users[0] });
  return [
    `The demo tenant ${tenant.slug} (${tenant.id}) was created with these accounts:`,
    `  admin  ${admin.email}  ${admin.password}`,
    ...users.map(({ email, password }) => `  user   ${email}  ${password}`),
    'Log in from a terminal:',
    `  curl -s ${baseUrl}/auth/login -H 'content-type: application/json' -d '${body}'`,
    `Log in from a browser: ${baseUrl}/login?tenant=${tenant.slug}`,
    `The first user manages the tenant there: ${baseUrl}/organization`,
    `Log in to the console as the admin: ${baseUrl}/console`,
    '',
  ].join('\n');
}
