// Serves the users of all tenants, for admins.
import { adminUsers } from '../lib/contract/groups/admin-users.ts';
import { actAs } from '../lib/domain/admins/acting.ts';
import { ownerOf, repeatable } from '../lib/domain/repeats.ts';
import { bulk } from '../lib/domain/users/bulk.ts';
import * as grants from '../lib/domain/users/grants-for-admins.ts';
import { list } from '../lib/domain/users/list.ts';
import * as passkeys from '../lib/domain/users/passkeys-for-admins.ts';
import * as recoveryLinks from '../lib/domain/users/recovery-links.ts';
import * as sessions from '../lib/domain/users/sessions-for-admins.ts';
import { signInStatus, unlock } from '../lib/domain/users/sign-in-status.ts';
import * as users from '../lib/domain/users/users.ts';
import { sentWith } from '../lib/http/request.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(adminUsers, {
  'GET /auth/admin/api/users': ({ actor, query }) => list(actor.admin.id, query),
  'POST /auth/admin/api/users': ({ actor, body, request }) =>
    repeatable(sentWith(request), ownerOf(body.tenantId, actor.admin.id), (keep) => users.create(actor, body, keep)),
  'GET /auth/admin/api/users/{id}': ({ params }) => sessions.get(params.id),
  'PATCH /auth/admin/api/users/{id}': ({ actor, params, body }) => users.update(actor, params.id, body),
  'DELETE /auth/admin/api/users/{id}': ({ actor, params }) => users.remove(actor, params.id),
  'GET /auth/admin/api/users/{id}/sessions': ({ params }) => sessions.sessions(params.id),
  'DELETE /auth/admin/api/users/{id}/sessions': ({ actor, params }) => sessions.revokeSessions(actor, params.id),
  'DELETE /auth/admin/api/users/{id}/sessions/{sessionId}': ({ actor, params }) =>
    sessions.revokeSession(actor, params.id, params.sessionId),
  'GET /auth/admin/api/users/{id}/grants': ({ params }) => grants.list(params.id),
  'DELETE /auth/admin/api/users/{id}/grants/{grantId}': ({ actor, params }) =>
    grants.revoke(actor, params.id, params.grantId),
  'DELETE /auth/admin/api/users/{id}/totp-devices/{deviceId}': ({ actor, params }) =>
    sessions.removeDevice(actor, params.id, params.deviceId),
  'GET /auth/admin/api/users/{id}/passkeys': ({ params }) => passkeys.list(params.id),
  'DELETE /auth/admin/api/users/{id}/passkeys/{passkeyId}': ({ actor, params }) =>
    passkeys.remove(actor, params.id, params.passkeyId),
  'DELETE /auth/admin/api/users/{id}/identities/{identityId}': ({ actor, params }) =>
    sessions.unlinkIdentity(actor, params.id, params.identityId),
  'POST /auth/admin/api/users/bulk': ({ actor, body }) => bulk(actor, body),
  'GET /auth/admin/api/users/{id}/sign-in-status': ({ params }) => signInStatus(params.id),
  'POST /auth/admin/api/users/{id}/act': ({ actor, params, body, client }) => actAs(actor, params.id, body, client),
  'POST /auth/admin/api/users/{id}/recovery-links': ({ actor, params, body }) =>
    recoveryLinks.create(actor, params.id, body),
  'POST /auth/admin/api/users/{id}/unlock': ({ actor, params }) => unlock(actor, params.id),
});
