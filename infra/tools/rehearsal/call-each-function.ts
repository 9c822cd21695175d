// Calls every function at least once through the client, so that each has served an event.
import { createClient } from '../../../lib/packages/client/node.ts';
import { type Seed, seed } from '../local/seed.ts';
import type { Rehearsal } from './run.ts';

const TIMEOUT_MS = 10_000;
const POLL_MS = 20;

/** Needs an empty rehearsal with the provider `local`. Throws when a function does not respond as expected. */
export async function callEachFunction(rehearsal: Rehearsal): Promise<void> {
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
  await openPages(baseUrl);
  await staff.adminConsole.login(admin);
  await staff.adminConsole.me();
  await staff.adminTenants.list();
  await staff.adminUsers.list();
  await staff.adminRoles.list();
  await staff.adminPermissions.list();
  await staff.adminBlockedEmailDomains.stats();
  await rehearsal.clock();
  await waitFor(() => rehearsal.outbound.messages(user.email).length > 0);
}

/** Loads a page with the script that it names, as a browser finds it: relative to the document's base. */
async function openPages(baseUrl: string): Promise<void> {
  const page = await fetch(`${baseUrl}/login`);
  const text = await page.text();
  const [, base] = /<base href="([^"]*)">/.exec(text) ?? [];
  const [, script] = /<script type="module" src="([^"]*)">/.exec(text) ?? [];
  const { status } = await fetch(new URL(`${base}${script}`, page.url));
  if (page.status !== 200 || status !== 200) throw new Error(`/login responds ${page.status}, its script ${status}`);
}

/** Starts a login by an identity provider, up to the redirect. */
async function startSso(baseUrl: string, tenantId: string): Promise<void> {
  const query = new URLSearchParams({ tenantId, redirectUri: `${baseUrl}/login/back`, mode: 'cookie' });
  const { status } = await fetch(`${baseUrl}/auth/sso/local?${query}`, { redirect: 'manual' });
  if (status !== 302) throw new Error(`expected a redirect to the identity provider, got ${status}`);
}

async function waitFor(isThere: () => boolean): Promise<void> {
  for (const started = Date.now(); !isThere(); ) {
    if (Date.now() - started > TIMEOUT_MS) throw new Error('no message arrived');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
