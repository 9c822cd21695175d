// Stores the applications of one tenant: those that serve it alone, of which its own people make some.
import type { TenantId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { allEntries } from '../dynamo/index-query.ts';
import * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import { requireTenantWrite } from '../tenants/tenants.ts';
import { type Application, asApplication, creation, type Page, pageOf, removal, type Told } from './applications.ts';
import { joinWrite, onlyTenantOf, removeCountOf } from './tenant-list.ts';

/**
 * A page of the applications that serve this tenant alone, newest first, after the position of the last one. A new one may take a
 * moment to appear. One that was stored before this list existed appears when it is next changed.
 */
export async function page(tenant: TenantId, limit: number, after?: string): Promise<Page> {
  const found = await pageOf(keys.tenantApplications(tenant), limit, after);
  return { ...found, applications: found.applications.filter((each) => onlyTenantOf(each) === tenant) };
}

/**
 * Creates an application that people of the tenant make, as `create` does. `'full'`: there are fifty of these. `'no-tenant'`: the tenant
 * is deleted. `'refused'`: another one was made or deleted meanwhile, or a condition failed.
 */
export async function create(
  tenant: TenantId,
  application: Application,
  told: Told,
): Promise<'done' | 'full' | 'no-tenant' | 'refused'> {
  const count = await joinWrite(tenant);
  if (!count) return 'full';
  const live = requireTenantWrite(tenant);
  const result = await table.transact({ ...creation(application), count, tenant: live, ...told });
  if (result === 'done') return 'done';
  return result.has('tenant') ? 'no-tenant' : 'refused';
}

/**
 * Deletes the applications that people of a deleted tenant made, without events; its API keys are gone before. Those of admins stay: they
 * are the deployment's.
 */
export async function removeApplicationsOf(tenant: TenantId): Promise<void> {
  for (const { key } of await allEntries(keys.tenantApplications(tenant)))
    await retryOnConflict('an application', async () => {
      const application = asApplication(await table.get<Application>(key, 'application'));
      if (application?.madeIn !== tenant) return true;
      const { application: item, copies } = removal(application);
      return (await table.transact({ application: item, copies })) === 'done' || undefined;
    });
  await removeCountOf(tenant);
}
