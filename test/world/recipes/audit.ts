// Makes calls about the audit log succeed.
import type { adminAudit } from '../../../lib/contract/groups/admin-audit.ts';
import { about, alone, type Recipes, signUp } from '../recipe.ts';

export const recipes = {
  'GET /auth/admin/api/audit': {
    deployment: about(async () => ({ query: { limit: '1' } })),
    tenant: about(async ({ tenant }) => ({ query: { limit: '1', tenantId: tenant.id } })),
  },
  'GET /auth/admin/api/users/{id}/audit': about(async (world) => ({ params: { id: (await signUp(world)).id } })),
  'GET /auth/admin/api/audit/anchors': alone,
  'GET /auth/admin/api/audit/export': about(async () => ({ query: { limit: '1' } })),
} satisfies Record<keyof typeof adminAudit, Recipes>;
