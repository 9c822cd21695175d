// Serves permissions, for admins.
import { adminPermissions } from '../lib/contract/groups/admin-permissions.ts';
import * as permissions from '../lib/domain/access/permissions.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(adminPermissions, {
  'GET /auth/admin/api/permissions': ({ query }) => permissions.list(query),
  'GET /auth/admin/api/permissions/{id}': ({ params }) => permissions.get(params.id),
  'GET /auth/admin/api/permissions/categories': () => permissions.categories(),
  'GET /auth/admin/api/permissions/guards': () => permissions.guards(),
  'GET /auth/admin/api/permissions/search': ({ query }) => permissions.search(query),
  'POST /auth/admin/api/permissions': ({ actor, body }) => permissions.create(actor, body),
  'PATCH /auth/admin/api/permissions/{id}': ({ actor, params, body }) => permissions.update(actor, params.id, body),
  'DELETE /auth/admin/api/permissions/{id}': ({ actor, params }) => permissions.remove(actor, params.id),
});
