// Serves roles, for admins.
import { adminRoles } from '../lib/contract/groups/admin-roles.ts';
import * as roles from '../lib/domain/access/roles.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(adminRoles, {
  'GET /auth/admin/api/roles': ({ query }) => roles.list(query),
  'POST /auth/admin/api/roles': ({ actor, body }) => roles.create(actor, body),
  'PATCH /auth/admin/api/roles/{id}': ({ actor, params, body }) => roles.update(actor, params.id, body),
  'DELETE /auth/admin/api/roles/{id}': ({ actor, params }) => roles.remove(actor, params.id),
});
