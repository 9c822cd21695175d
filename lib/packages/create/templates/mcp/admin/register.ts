import type { Client } from '@gatehouse-auth/client';
import { scopes } from '../server/scopes.ts';

/** Where clients on the user's machine get the code. Any port of it is accepted (RFC 8252 7.3). */
const LOOPBACK = ['http://127.0.0.1/callback', 'http://localhost/callback', 'http://127.0.0.1/oauth/callback'];

/**
 * Tells Gatehouse about the MCP server, and registers an application for the clients on a user's machine, unless both are there.
 * Returns the client id.
 */
export async function register(admin: Client, { resource, tenantId }: { resource: string; tenantId: string }) {
  const resources = await admin.adminProtectedResources.list({ limit: '100' });
  if (!resources.data.some(({ uri }) => uri === resource))
    await admin.adminProtectedResources.create({ uri: resource, name: 'My App', scopes, isFirstPartyOnly: false });
  const name = 'Clients of My App';
  const applications = await admin.adminApplications.list({ limit: '100' });
  const known = applications.data.find((each) => each.name === name);
  if (known) return known.id;
  const { application } = await admin.adminApplications.create({
    name,
    kind: 'native',
    party: 'third',
    redirectUris: LOOPBACK,
    scopes: ['openid', 'offline_access', ...scopes.map((scope) => scope.name)],
    tenantIds: [tenantId],
  });
  return application.id;
}
