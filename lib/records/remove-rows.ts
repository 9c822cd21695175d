// Lets the change feed delete the rows of a tenant, without knowing what rows are.
import type { TenantId } from '../platform/ids.ts';
import { resources } from './resources/index.ts';
import { removeSome } from './store/remove.ts';

/** Deletes some rows of every declared resource. Returns whether there may be more: then call it again. */
export const removeRows = (tenantId: TenantId): Promise<boolean> => removeSome(tenantId, Object.values(resources));
