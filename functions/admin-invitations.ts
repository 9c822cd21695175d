// Serves the invitations of all tenants, for admins.
import { adminInvitations } from '../lib/contract/groups/admin-invitations.ts';
import { ownerOf, repeatable } from '../lib/domain/repeats.ts';
import * as invitations from '../lib/domain/users/invitations-for-admins.ts';
import * as requests from '../lib/domain/users/join-requests.ts';
import { sentWith } from '../lib/http/request.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(adminInvitations, {
  'GET /auth/admin/api/invitations': ({ actor, query }) => invitations.list(actor.admin.id, query),
  'POST /auth/admin/api/invitations': ({ actor, body, request }) =>
    repeatable(sentWith(request), ownerOf(body.tenantId, actor.admin.id), (keep) =>
      invitations.create(actor, body, keep),
    ),
  'POST /auth/admin/api/invitations/{id}/resend': ({ actor, params }) => invitations.resend(actor, params.id),
  'DELETE /auth/admin/api/invitations/{id}': ({ actor, params }) => invitations.revoke(actor, params.id),
  'GET /auth/admin/api/tenants/{id}/join-requests': async ({ actor, params }) =>
    requests.list(await requests.adminDecisions(actor, params.id)),
  'POST /auth/admin/api/join-requests/{id}/accept': async ({ actor, params, body }) =>
    requests.accept(await requests.adminDecisionsOn(actor, params.id), params.id, body),
  'POST /auth/admin/api/join-requests/{id}/refuse': async ({ actor, params }) =>
    requests.refuse(await requests.adminDecisionsOn(actor, params.id), params.id),
});
