// Serves what users do in their own tenant whose roles let them manage it, and people with a setup link.
import { fail } from '../lib/contract/errors.ts';
import { organization } from '../lib/contract/groups/organization.ts';
import * as applications from '../lib/domain/organization/applications.ts';
import * as audit from '../lib/domain/organization/audit.ts';
import { type Door, doorOf, openDoor, type UserDoor } from '../lib/domain/organization/door.ts';
import * as invitations from '../lib/domain/organization/invitations.ts';
import * as joinRequests from '../lib/domain/organization/join-requests.ts';
import * as members from '../lib/domain/organization/members.ts';
import * as providers from '../lib/domain/organization/providers.ts';
import * as roles from '../lib/domain/organization/roles.ts';
import * as setupLinks from '../lib/domain/organization/setup-links.ts';
import * as setup from '../lib/domain/organization/setup-session.ts';
import { tenantDoor } from '../lib/domain/organization/tenant-door.ts';
import { usage } from '../lib/domain/organization/usage.ts';
import * as scim from '../lib/domain/scim/connections.ts';
import { drift } from '../lib/domain/scim/drift.ts';
import * as scimGroups from '../lib/domain/scim/mapping.ts';
import type { Actor, SetupSession } from '../lib/domain/sessions/caller.ts';
import { testProvider } from '../lib/domain/sso/provider-test.ts';
import * as decisions from '../lib/domain/users/join-requests.ts';
import { check } from '../lib/domain/verified-domains/checks.ts';
import * as domains from '../lib/domain/verified-domains/domains.ts';
import { sentWith } from '../lib/http/request.ts';
import { type Rows, serve } from '../lib/http/serve.ts';

type Group = typeof organization;
type Call<R extends keyof Group> = Parameters<Rows<Group>[R]>[0];

type Needed = { permissions?: Parameters<typeof openDoor>[1] };

/** Returns the row of an operation for users alone: it gets what the door lets in, and its call. */
const row =
  <R extends keyof Group, T>(route: R, work: (door: UserDoor, call: Call<R>) => Promise<T>) =>
  async (call: Call<R> & { actor: Actor }): Promise<T> =>
    work(await openDoor(call.actor, (organization[route] as Needed).permissions), call);

/** The same, for an operation that setup links open as well. */
const openRow =
  <R extends keyof Group, T>(route: R, work: (door: Door, call: Call<R>) => Promise<T>) =>
  async (call: Call<R> & { actor: Actor | SetupSession }): Promise<T> =>
    work(await doorOf(call.actor, (organization[route] as Needed).permissions), call);

export const handler = serve(
  organization,
  {
    'GET /auth/organization': openRow(
      'GET /auth/organization',
      async ({ tenant: { id, slug, name }, permissions }) => ({
        id,
        slug,
        name,
        permissions: [...permissions],
      }),
    ),
    'GET /auth/organization/members': row('GET /auth/organization/members', (door, { query }) =>
      members.list(door, query),
    ),
    'PATCH /auth/organization/members/{id}': row('PATCH /auth/organization/members/{id}', (door, { params, body }) =>
      members.update(door, params.id, body),
    ),
    'DELETE /auth/organization/members/{id}': row('DELETE /auth/organization/members/{id}', (door, { params }) =>
      members.remove(door, params.id),
    ),
    'PUT /auth/organization/members/{id}/roles': row(
      'PUT /auth/organization/members/{id}/roles',
      (door, { params, body }) => members.setRoles(door, params.id, body),
    ),
    'GET /auth/organization/invitations': row('GET /auth/organization/invitations', (door, { query }) =>
      invitations.list(door, query),
    ),
    'POST /auth/organization/invitations': row('POST /auth/organization/invitations', (door, { body, request }) =>
      invitations.create(door, body, sentWith(request)),
    ),
    'POST /auth/organization/invitations/{id}/resend': row(
      'POST /auth/organization/invitations/{id}/resend',
      (door, { params }) => invitations.resend(door, params.id),
    ),
    'DELETE /auth/organization/invitations/{id}': row(
      'DELETE /auth/organization/invitations/{id}',
      (door, { params }) => invitations.revoke(door, params.id),
    ),
    'GET /auth/organization/join-requests': row('GET /auth/organization/join-requests', (door) => decisions.list(door)),
    'POST /auth/organization/join-requests/{id}/accept': row(
      'POST /auth/organization/join-requests/{id}/accept',
      (door, { params, body }) => joinRequests.accept(door, params.id, body),
    ),
    'POST /auth/organization/join-requests/{id}/refuse': row(
      'POST /auth/organization/join-requests/{id}/refuse',
      (door, { params }) => decisions.refuse(door, params.id),
    ),
    'GET /auth/organization/roles': row('GET /auth/organization/roles', (door) => roles.list(door)),
    'GET /auth/organization/audit': row('GET /auth/organization/audit', (door, { query }) => audit.list(door, query)),
    'GET /auth/organization/usage': row('GET /auth/organization/usage', (door) => usage(door)),
    'GET /auth/organization/domains': openRow('GET /auth/organization/domains', (door) => domains.list(door)),
    'POST /auth/organization/domains': openRow('POST /auth/organization/domains', (door, { body }) =>
      domains.add(tenantDoor(door), body),
    ),
    'POST /auth/organization/domains/{domain}/check': openRow(
      'POST /auth/organization/domains/{domain}/check',
      (door, { params }) => check(tenantDoor(door), params.domain),
    ),
    'PATCH /auth/organization/domains/{domain}': openRow(
      'PATCH /auth/organization/domains/{domain}',
      (door, { params, body }) => domains.change(tenantDoor(door), params.domain, body),
    ),
    'DELETE /auth/organization/domains/{domain}': openRow(
      'DELETE /auth/organization/domains/{domain}',
      (door, { params }) => domains.remove(tenantDoor(door), params.domain),
    ),
    'GET /auth/organization/providers': openRow('GET /auth/organization/providers', (door) => providers.list(door)),
    'POST /auth/organization/providers': openRow('POST /auth/organization/providers', (door, { body }) =>
      providers.add(door, body),
    ),
    'PATCH /auth/organization/providers/{name}': openRow(
      'PATCH /auth/organization/providers/{name}',
      (door, { params, body }) => providers.update(door, params.name, body),
    ),
    'DELETE /auth/organization/providers/{name}': openRow(
      'DELETE /auth/organization/providers/{name}',
      (door, { params }) => providers.remove(door, params.name),
    ),
    'POST /auth/organization/providers/{name}/test': openRow(
      'POST /auth/organization/providers/{name}/test',
      (door, { params }) => testProvider(door.tenant.id, params.name),
    ),
    'GET /auth/organization/applications': row('GET /auth/organization/applications', (door, { query }) =>
      applications.list(door, query),
    ),
    'POST /auth/organization/applications': row('POST /auth/organization/applications', (door, { body }) =>
      applications.create(door, body),
    ),
    'PATCH /auth/organization/applications/{id}': row(
      'PATCH /auth/organization/applications/{id}',
      (door, { params, body }) => applications.update(door, params.id, body),
    ),
    'DELETE /auth/organization/applications/{id}': row(
      'DELETE /auth/organization/applications/{id}',
      (door, { params }) => applications.remove(door, params.id),
    ),
    'POST /auth/organization/applications/{id}/secrets': row(
      'POST /auth/organization/applications/{id}/secrets',
      (door, { params }) => applications.addSecret(door, params.id),
    ),
    'DELETE /auth/organization/applications/{id}/secrets/{secretId}': row(
      'DELETE /auth/organization/applications/{id}/secrets/{secretId}',
      (door, { params }) => applications.revokeSecret(door, params.id, params.secretId),
    ),
    'GET /auth/organization/scim-connections': openRow('GET /auth/organization/scim-connections', (door) =>
      scim.list(tenantDoor(door)),
    ),
    'POST /auth/organization/scim-connections': openRow('POST /auth/organization/scim-connections', (door, { body }) =>
      scim.create(tenantDoor(door), body),
    ),
    'PATCH /auth/organization/scim-connections/{id}': openRow(
      'PATCH /auth/organization/scim-connections/{id}',
      (door, { params, body }) => scim.update(tenantDoor(door), params.id, body),
    ),
    'POST /auth/organization/scim-connections/{id}/rotate': openRow(
      'POST /auth/organization/scim-connections/{id}/rotate',
      (door, { params, body }) => scim.rotate(tenantDoor(door), params.id, body),
    ),
    'DELETE /auth/organization/scim-connections/{id}': openRow(
      'DELETE /auth/organization/scim-connections/{id}',
      (door, { params }) => scim.remove(tenantDoor(door), params.id),
    ),
    'GET /auth/organization/scim-connections/{id}/groups': openRow(
      'GET /auth/organization/scim-connections/{id}/groups',
      (door, { params }) => scimGroups.list(tenantDoor(door), params.id),
    ),
    'GET /auth/organization/scim-connections/{id}/drift': row(
      'GET /auth/organization/scim-connections/{id}/drift',
      (door, { params, query }) => drift(tenantDoor(door), params.id, query),
    ),
    'PUT /auth/organization/scim-connections/{id}/groups/{groupId}': openRow(
      'PUT /auth/organization/scim-connections/{id}/groups/{groupId}',
      (door, { params, body }) => scimGroups.map(tenantDoor(door), params.id, params.groupId, body),
    ),
    'GET /auth/organization/setup-links': row('GET /auth/organization/setup-links', (door) => setupLinks.list(door)),
    'POST /auth/organization/setup-links': row('POST /auth/organization/setup-links', (door, { body }) =>
      setupLinks.create(door, body),
    ),
    'DELETE /auth/organization/setup-links/{id}': row(
      'DELETE /auth/organization/setup-links/{id}',
      (door, { params }) => setupLinks.revoke(door, params.id),
    ),
    'POST /auth/organization/setup/begin': ({ body, client }) => setup.begin(body.token, client),
    'POST /auth/organization/setup/end': ({ actor }) => ('link' in actor ? setup.end(actor) : fail('FORBIDDEN')),
  },
  { authenticateSetup: setup.authenticate },
);
