// Makes calls about protected resources succeed.
import type { adminProtectedResources } from '../../../lib/contract/groups/admin-protected-resources.ts';
import { about, admin, newName, type Recipes, type World } from '../recipe.ts';

const body = ({ tenant }: World) => ({
  uri: `https://${newName()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')}.example/api`,
  name: newName(),
  scopes: [{ name: 'notes:read', text: 'Read your notes' }],
  tenantIds: [tenant.id],
});
const resource = async (world: World): Promise<string> =>
  (await admin(world, 'POST', 'api/protected-resources', body(world))).protectedResource.id;

export const recipes = {
  'GET /auth/admin/api/protected-resources': about(async () => ({ query: { limit: '1' } })),
  'POST /auth/admin/api/protected-resources': about(async (world) => ({ body: body(world) })),
  'GET /auth/admin/api/protected-resources/{id}': about(async (world) => ({ params: { id: await resource(world) } })),
  'PATCH /auth/admin/api/protected-resources/{id}': about(async (world) => ({
    params: { id: await resource(world) },
    body: { name: newName(), isActive: false },
  })),
  'DELETE /auth/admin/api/protected-resources/{id}': about(async (world) => ({
    params: { id: await resource(world) },
  })),
} satisfies Record<keyof typeof adminProtectedResources, Recipes>;
