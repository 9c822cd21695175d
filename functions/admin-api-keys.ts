// Serves the API keys of users and machines, for admins.
import { adminApiKeys } from '../lib/contract/groups/admin-api-keys.ts';
import * as apiKeys from '../lib/domain/api-keys/for-admins.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(adminApiKeys, {
  'GET /auth/admin/api/api-keys': ({ actor, query }) => apiKeys.list(actor, query),
  'GET /auth/admin/api/users/{id}/api-keys': ({ params }) => apiKeys.ofUser(params.id),
  'POST /auth/admin/api/api-keys': ({ actor, body }) => apiKeys.create(actor, body),
  'POST /auth/admin/api/api-keys/{id}/rotate': ({ actor, params, body }) => apiKeys.rotate(actor, params.id, body),
  'DELETE /auth/admin/api/api-keys/{id}': ({ actor, params }) => apiKeys.revoke(actor, params.id),
});
