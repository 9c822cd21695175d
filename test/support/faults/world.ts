// Starts a deployment with what all flows share: the first admin, two tenants, a role that may invite, and a client for
// each lane.
import { permissionsOf } from '../resources.ts';
import { type Client, demand, isGood, makerFor, newEmail, newLedger, newPassword, word } from './client.ts';
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
  const maker = makerFor(first);
  await maker.permissions(permissions);
  first.ownerRole = (await maker.role({ name: `Owner ${word()}`, tenantId: first.tenant.id, permissions })).id;
  const clients = [first];
  for (const further of deployment.lanes.slice(1)) {
    const { email, password } = await maker.admin();
    clients.push({ ...first, lane: further, admin: { email, password, cookie: '', since: 0 } });
  }
  return { deployment, clients, stop: deployment.stop };
}
