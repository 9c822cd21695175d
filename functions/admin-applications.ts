// Serves the applications of the OpenID provider, and API keys, for admins.
import { adminApplications } from '../lib/contract/groups/admin-applications.ts';
import * as apiKeys from '../lib/domain/api-keys/for-admins.ts';
import * as applications from '../lib/domain/applications/applications.ts';
import { deploymentDoor } from '../lib/domain/applications/door.ts';
import * as secrets from '../lib/domain/applications/secrets.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(adminApplications, {
  'GET /auth/admin/api/tenants/{id}/api-keys': ({ actor, params, query }) => apiKeys.list(actor, params.id, query),
  'GET /auth/admin/api/users/{id}/api-keys': ({ params }) => apiKeys.ofUser(params.id),
  'POST /auth/admin/api/tenants/{id}/api-keys': ({ actor, params, body }) => apiKeys.create(actor, params.id, body),
  'POST /auth/admin/api/api-keys/{id}/rotate': ({ actor, params, body }) => apiKeys.rotate(actor, params.id, body),
  'PATCH /auth/admin/api/api-keys/{id}': ({ actor, params, body }) => apiKeys.rename(actor, params.id, body),
  'DELETE /auth/admin/api/api-keys/{id}': ({ actor, params }) => apiKeys.revoke(actor, params.id),
  'GET /auth/admin/api/applications': ({ actor, query }) => applications.list(actor, query),
  'POST /auth/admin/api/applications': ({ actor, body }) => applications.create(deploymentDoor(actor), body),
  'GET /auth/admin/api/applications/{id}': ({ params }) => applications.get(params.id),
  'PATCH /auth/admin/api/applications/{id}': ({ actor, params, body }) =>
    applications.update(deploymentDoor(actor), params.id, body),
  'DELETE /auth/admin/api/applications/{id}': ({ actor, params }) =>
    applications.remove(deploymentDoor(actor), params.id),
  'DELETE /auth/admin/api/applications/{id}/sessions': ({ actor, params }) =>
    applications.endSessions(deploymentDoor(actor), params.id),
  'POST /auth/admin/api/applications/{id}/secrets': ({ actor, params }) =>
    secrets.add(deploymentDoor(actor), params.id),
  'DELETE /auth/admin/api/applications/{id}/secrets/{secretId}': ({ actor, params }) =>
    secrets.revoke(deploymentDoor(actor), params.id, params.secretId),
});
