// Serves tenants, for admins.
import { adminTenants } from '../lib/contract/groups/admin-tenants.ts';
import * as setupLinks from '../lib/domain/organization/setup-links.ts';
import * as scim from '../lib/domain/scim/connections.ts';
import { drift } from '../lib/domain/scim/drift.ts';
import * as scimGroups from '../lib/domain/scim/mapping.ts';
import { testProvider } from '../lib/domain/sso/provider-test.ts';
import { adminDoor } from '../lib/domain/tenants/door.ts';
import * as logos from '../lib/domain/tenants/logo.ts';
import * as tenants from '../lib/domain/tenants/tenants.ts';
import { check } from '../lib/domain/verified-domains/checks.ts';
import * as domains from '../lib/domain/verified-domains/domains.ts';
import { serve } from '../lib/http/serve.ts';

export const handler = serve(adminTenants, {
  'GET /auth/admin/api/tenants': ({ actor }) => tenants.list(actor.admin),
  'POST /auth/admin/api/tenants': ({ actor, body }) => tenants.create(actor, body),
  'PATCH /auth/admin/api/tenants/{id}': ({ actor, params, body }) => tenants.update(actor, params.id, body),
  'DELETE /auth/admin/api/tenants/{id}': ({ actor, params }) => tenants.remove(actor, params.id),
  'DELETE /auth/admin/api/tenants/{id}/sessions': ({ actor, params }) => tenants.endSessions(actor, params.id),
  'DELETE /auth/admin/api/sessions': ({ actor }) => tenants.endAllSessions(actor),
  'PUT /auth/admin/api/tenants/{id}/logo': ({ actor, params, body }) => logos.setLogo(actor, params.id, body.image),
  'DELETE /auth/admin/api/tenants/{id}/logo': ({ actor, params }) => logos.removeLogo(actor, params.id),
  'POST /auth/admin/api/tenants/{id}/identity-providers/{provider}/test': ({ params }) =>
    testProvider(params.id, params.provider),
  'GET /auth/admin/api/tenants/{id}/domains': async ({ actor, params }) =>
    domains.list(await adminDoor(actor, params.id)),
  'POST /auth/admin/api/tenants/{id}/domains': async ({ actor, params, body }) =>
    domains.add(await adminDoor(actor, params.id), body),
  'POST /auth/admin/api/tenants/{id}/domains/{domain}/check': async ({ actor, params }) =>
    check(await adminDoor(actor, params.id), params.domain),
  'PATCH /auth/admin/api/tenants/{id}/domains/{domain}': async ({ actor, params, body }) =>
    domains.change(await adminDoor(actor, params.id), params.domain, body),
  'DELETE /auth/admin/api/tenants/{id}/domains/{domain}': async ({ actor, params }) =>
    domains.remove(await adminDoor(actor, params.id), params.domain),
  'GET /auth/admin/api/tenants/{id}/setup-links': ({ params }) => setupLinks.listForAdmin(params.id),
  'POST /auth/admin/api/tenants/{id}/setup-links': ({ actor, params, body }) =>
    setupLinks.createForAdmin(actor, params.id, body),
  'DELETE /auth/admin/api/tenants/{id}/setup-links/{linkId}': ({ actor, params }) =>
    setupLinks.revokeForAdmin(actor, params.id, params.linkId),
  'GET /auth/admin/api/tenants/{id}/scim-connections': async ({ actor, params }) =>
    scim.list(await adminDoor(actor, params.id)),
  'POST /auth/admin/api/tenants/{id}/scim-connections': async ({ actor, params, body }) =>
    scim.create(await adminDoor(actor, params.id), body),
  'PATCH /auth/admin/api/tenants/{id}/scim-connections/{connectionId}': async ({ actor, params, body }) =>
    scim.update(await adminDoor(actor, params.id), params.connectionId, body),
  'POST /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/rotate': async ({ actor, params, body }) =>
    scim.rotate(await adminDoor(actor, params.id), params.connectionId, body),
  'DELETE /auth/admin/api/tenants/{id}/scim-connections/{connectionId}': async ({ actor, params }) =>
    scim.remove(await adminDoor(actor, params.id), params.connectionId),
  'GET /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/groups': async ({ actor, params }) =>
    scimGroups.list(await adminDoor(actor, params.id), params.connectionId),
  'GET /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/drift': async ({ actor, params, query }) =>
    drift(await adminDoor(actor, params.id), params.connectionId, query),
  'PUT /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/groups/{groupId}': async ({
    actor,
    params,
    body,
  }) => scimGroups.map(await adminDoor(actor, params.id), params.connectionId, params.groupId, body),
});
