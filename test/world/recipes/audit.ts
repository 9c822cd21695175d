// Makes calls about the audit log succeed.
import type { adminAudit } from '../../../lib/contract/groups/admin-audit.ts';
import { record } from '../../../lib/domain/audit-log/record.ts';
import { iso, now } from '../../../lib/platform/clock.ts';
import { newEventId } from '../../../lib/platform/ids.ts';
import { about, alone, type Recipes, signUp } from '../recipe.ts';

/** The id of an entry of the tenant. */
async function recorded(tenant: string): Promise<string> {
  const id = newEventId();
  const target = { type: 'tenant', id: tenant };
  const concerning = { tenantId: tenant, action: 'tenant.updated', outcome: 'success', target, via: null } as const;
  const cause = { actor: { type: 'system', id: null }, requestId: null, operation: null } as const;
  const body = { id, occurredAt: iso(now()), ...concerning, ...cause, events: [] };
  await record([{ body, content: {}, mentions: [] }]);
  return id;
}

export const recipes = {
  'GET /auth/admin/api/audit': {
    deployment: about(async () => ({ query: { limit: '1' } })),
    tenant: about(async ({ tenant }) => ({ query: { limit: '1', tenantId: tenant.id } })),
  },
  'GET /auth/admin/api/audit/{id}': about(async ({ tenant }) => ({ params: { id: await recorded(tenant.id) } })),
  'GET /auth/admin/api/users/{id}/audit': about(async (world) => ({ params: { id: (await signUp(world)).id } })),
  'GET /auth/admin/api/audit/anchors': alone,
  'GET /auth/admin/api/audit/export': about(async () => ({ query: { limit: '1' } })),
} satisfies Record<keyof typeof adminAudit, Recipes>;
