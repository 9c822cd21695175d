// Exports the users of a tenant in the form of an import, page by page. What opens their accounts is sealed for the recipient
// (docs/decisions/0106-export.md).
import { fail } from '../../contract/errors.ts';
import type { Body, Reply } from '../../contract/index.ts';
import { mapConcurrently } from '../../platform/concurrency.ts';
import { tenantId } from '../../platform/ids.ts';
import { newest } from '../../store/people/directory.ts';
import * as users from '../../store/people/users.ts';
import { listOf } from '../../store/tenants/roles.ts';
import { find as findTenant } from '../../store/tenants/tenants.ts';
import { exportedLine } from './exported-line.ts';
import { sealerFor } from './sealed-part.ts';

type Route = 'POST /auth/admin/api/transfers/export';

/** A user has up to 40 KB of what is exported, and a reply of Lambda at most 6 MB. */
const PAGE = 50;
const READERS = 10;
const ALL_BUCKETS = [0, 1, 2, 3] as const;

/**
 * Returns a page of users, newest first. Throws TENANT_ID_REQUIRED, TENANT_NOT_FOUND, and INVALID_INPUT for a key that nothing
 * can be sealed for.
 */
export async function exportUsers({ tenantId: named, recipient, after }: Body<Route>): Promise<Reply<Route>> {
  if (!named) fail('TENANT_ID_REQUIRED');
  const id = tenantId(named);
  const tenant = id && (await findTenant(id));
  if (!tenant || tenant.status === 'deleted') return fail('TENANT_NOT_FOUND');
  const seal = await sealerFor(recipient);
  const [listed, owned] = await Promise.all([newest({ tenantId: id }, ALL_BUCKETS, PAGE + 1, after), listOf(id)]);
  const roles = new Map(owned.flatMap(({ role }) => (role.tenantId === id ? [[role.id, role.name] as const] : [])));
  const page = listed.slice(0, PAGE);
  const lines = await mapConcurrently(page, READERS, async (each) =>
    exportedLine(await users.everything(id, each.id), roles, seal),
  );
  const last = listed.length > PAGE ? page.at(-1) : undefined;
  return { data: lines.filter((line) => line !== undefined), meta: { next: last?.position ?? null } };
}
