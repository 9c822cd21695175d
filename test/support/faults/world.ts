// Starts a deployment with what all flows share: the first admin, two tenants, a role that may invite, and a client for
// each lane.
import { permissionsOf } from '../resources.ts';
import { type Client, demand, isGood, mustAdmin, newEmail, newLedger, newPassword, word } from './client.ts';
import { type Deployment, startDeployment } from './deployment.ts';
import { newTenant } from './flows/admin.ts';

export type World = { deployment: Deployment; clients: readonly Client[]; stop: () => Promise<void> };

export async function startWorld(lanes: number): Promise<World> {
  const deployment = await startDeployment(lanes);
  const ledger = newLedger();
  const admin = { email: newEmail(), password: newPassword(), cookie: '', since: 0 };
  const lane = deployment.lanes[0]!;
  const nothing = { id: '', slug: '' };
  const first: Client = { lane, deployment, ledger, tenant: nothing, other: nothing, ownerRole: '', admin };
  const body = { email: admin.email, password: admin.password, secretKey: deployment.adminKey };
  const signup = await lane.send('POST', '/auth/admin/signup', { body });
  demand(isGood(signup), 'the first admin', signup);
  first.tenant = await newTenant(first);
  first.other = await newTenant(first);
  const permissions = ['users.invite', ...permissionsOf(['projects'])];
  for (const name of permissions) await mustAdmin(first, 'POST', '/auth/admin/api/permissions', { name });
  const role = { name: `Owner ${word()}`, tenantId: first.tenant.id, permissions };
  first.ownerRole = (await mustAdmin(first, 'POST', '/auth/admin/api/roles', role)).body.role.id;
  const clients = [first];
  for (const further of deployment.lanes.slice(1)) {
    const account = { email: newEmail(), password: newPassword() };
    await mustAdmin(first, 'POST', '/auth/admin/admins', account);
    clients.push({ ...first, lane: further, admin: { ...account, cookie: '', since: 0 } });
  }
  return { deployment, clients, stop: deployment.stop };
}
