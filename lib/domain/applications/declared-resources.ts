// Keeps protected resources as a file declares them. Only the local run has such a file.
import { isDeepStrictEqual } from 'node:util';
import type { Body } from '../../contract/index.ts';
import { protectedResourceIdOf } from '../../platform/ids.ts';
import * as store from '../../store/applications/protected-resources.ts';
import type { AuditActor } from '../audit.ts';
import { create, update, validResource } from './protected-resources.ts';

/** What a file declares: what an admin could send. */
export type DeclaredResource = Body<'POST /auth/admin/api/protected-resources'>;

/**
 * Creates the protected resource, or changes the one of its URI; what the file leaves out has its default. Throws INVALID_INPUT
 * and TENANT_NOT_FOUND, as an admin's request would.
 */
export async function keepDeclaredResource(actor: AuditActor, declared: DeclaredResource): Promise<void> {
  const before = await store.findStored(protectedResourceIdOf(declared.uri));
  const { name, scopes, isFirstPartyOnly, tenantIds, accessTtlSeconds, actors, status } = await validResource(
    declared,
    before,
  );
  if (!before) return void (await create(actor, declared));
  const fields = { name, scopes, isFirstPartyOnly, tenantIds, accessTtlSeconds, actors, status };
  if (isDeepStrictEqual({ ...before, ...fields }, before)) return;
  const { actorIds = [] } = declared;
  const patch = { name, scopes, isFirstPartyOnly, tenantIds, accessTtlSeconds, actorIds };
  await update(actor, before.id, { ...patch, isActive: status === 'active' });
}
