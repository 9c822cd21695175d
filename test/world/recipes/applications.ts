// Makes calls about applications succeed.
import type { adminApplications } from '../../../lib/contract/groups/admin-applications.ts';
import { about, admin, newName, type Recipes, type World } from '../recipe.ts';
import { adminRecipes } from './api-keys.ts';

const body = ({ tenant }: World) => ({ name: newName(), kind: 'machine', tenantIds: [tenant.id] });
const application = async (world: World): Promise<string> =>
  (await admin(world, 'POST', 'api/applications', body(world))).application.id;
const secret = async (world: World): Promise<{ id: string; secretId: string }> => {
  const id = await application(world);
  return { id, secretId: (await admin(world, 'POST', `api/applications/${id}/secrets`)).secret.id };
};

export const recipes = {
  ...adminRecipes,
  'GET /auth/admin/api/applications': about(async () => ({ query: { limit: '1' } })),
  'POST /auth/admin/api/applications': about(async (world) => ({ body: body(world) })),
  'GET /auth/admin/api/applications/{id}': about(async (world) => ({ params: { id: await application(world) } })),
  'PATCH /auth/admin/api/applications/{id}': about(async (world) => ({
    params: { id: await application(world) },
    body: { name: newName(), isActive: false },
  })),
  'DELETE /auth/admin/api/applications/{id}': about(async (world) => ({ params: { id: await application(world) } })),
  'DELETE /auth/admin/api/applications/{id}/sessions': about(async (world) => ({
    params: { id: await application(world) },
  })),
  'POST /auth/admin/api/applications/{id}/secrets': about(async (world) => ({
    params: { id: await application(world) },
  })),
  'DELETE /auth/admin/api/applications/{id}/secrets/{secretId}': about(async (world) => ({
    params: await secret(world),
  })),
} satisfies Record<keyof typeof adminApplications, Recipes>;
