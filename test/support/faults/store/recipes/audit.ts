// Makes calls about the audit log succeed.
import type { adminAudit } from '../../../../../lib/contract/groups/admin-audit.ts';
import { asAdmin, type Call, type Recipes, signUp, type World } from '../recipe.ts';

/** A call of the admin's. */
const asked = (call: (world: World) => Promise<Omit<Call, 'headers'>>) => async (world: World) => {
  const made = await call(world);
  return { ...made, ...(await asAdmin(world)) };
};

export const recipes = {
  'GET /auth/admin/api/audit': {
    deployment: asked(async () => ({ query: { limit: '1' } })),
    tenant: asked(async ({ tenant }) => ({ query: { limit: '1', tenantId: tenant.id } })),
  },
  'GET /auth/admin/api/users/{id}/audit': asked(async (world) => ({ params: { id: (await signUp(world)).id } })),
  'GET /auth/admin/api/audit/anchors': asked(async () => ({})),
  'GET /auth/admin/api/audit/export': asked(async () => ({ query: { limit: '1' } })),
} satisfies Record<keyof typeof adminAudit, Recipes>;
