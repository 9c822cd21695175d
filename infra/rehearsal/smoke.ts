// One request for each function, made as a client would, so that every one of them has answered something.
import { createClient } from '../../lib/client/index.ts';
import { type Seed, seed } from '../local/seed.ts';
import type { Rehearsal } from './run.ts';

const PATIENCE_MS = 10_000;
const LOOK_MS = 20;

/** Takes an empty rehearsal with the provider `local`. Throws when a function doesn't answer as it should. */
export async function tour(rehearsal: Rehearsal): Promise<void> {
  const { baseUrl, adminSecretKey } = rehearsal;
  const { tenant, admin, users } = (await seed(baseUrl, adminSecretKey)) as Seed;
  const [user] = users as [Seed['admin']];
  const staff = createClient({ baseUrl });
  const client = createClient({ baseUrl });
  await client.discovery.jwks();
  await client.authentication.login({ tenantId: tenant.id, credentials: user });
  await client.authentication.sendEmailVerification();
  await client.authentication.me();
  await client.mfa.status();
  await startSso(baseUrl, tenant.id);
  await staff.adminConsole.login(admin);
  await staff.adminConsole.me();
  await staff.adminTenants.list();
  await staff.adminUsers.list();
  await staff.adminRoles.list();
  await staff.adminPermissions.list();
  await staff.adminBlockedEmailDomains.stats();
  await rehearsal.clock();
  await arrival(() => rehearsal.outbound.messages(user.email).length > 0);
}

/** As far as the redirect. */
async function startSso(baseUrl: string, tenantId: string): Promise<void> {
  const query = new URLSearchParams({ tenantId, redirectUri: `${baseUrl}/__example` });
  const { status } = await fetch(`${baseUrl}/auth/sso/local?${query}`, { redirect: 'manual' });
  if (status !== 302) throw new Error(`a login by an identity provider begins with ${status}`);
}

async function arrival(isThere: () => boolean): Promise<void> {
  for (const started = Date.now(); !isThere(); ) {
    if (Date.now() - started > PATIENCE_MS) throw new Error('no message has arrived');
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
