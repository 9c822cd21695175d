// Tenants, seen and changed by admins.
import { adminTenants } from '../lib/contract/admin-tenants.ts';
import * as tenants from '../lib/domain/tenants.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(adminTenants, {
  'GET /auth/admin/api/tenants': () => tenants.list(),
  'POST /auth/admin/api/tenants': ({ body }) => tenants.create(body),
  'PATCH /auth/admin/api/tenants/{id}': ({ params, body }) => tenants.update(params.id, body),
  'DELETE /auth/admin/api/tenants/{id}': ({ params }) => tenants.remove(params.id),
});
