// Serves the protected resources that tokens can be for, for admins.
import { adminProtectedResources } from '../lib/contract/groups/admin-protected-resources.ts';
import * as resources from '../lib/domain/applications/protected-resources.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(adminProtectedResources, {
  'GET /auth/admin/api/protected-resources': ({ actor, query }) => resources.list(actor, query),
  'POST /auth/admin/api/protected-resources': ({ actor, body }) => resources.create(actor, body),
  'GET /auth/admin/api/protected-resources/{id}': ({ params }) => resources.get(params.id),
  'PATCH /auth/admin/api/protected-resources/{id}': ({ actor, params, body }) =>
    resources.update(actor, params.id, body),
  'DELETE /auth/admin/api/protected-resources/{id}': ({ actor, params }) => resources.remove(actor, params.id),
});
