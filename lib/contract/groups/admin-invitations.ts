// Declares the invitations of all tenants, as admins manage them.
import * as z from 'zod/mini';
import { documented, named, ROLE, TENANT } from '../documentation.ts';
import { contract } from '../operation.ts';
import { message } from '../shapes.ts';
import { adminJoinRequestOperations, joinRequestsForAdmins } from './parts/join-requests.ts';
import {
  INVITATION_ID,
  INVITEE,
  invitationExample,
  invitationFields,
  invitationStatus,
  invitationWords,
  inviteeFields,
  inviteeWords,
} from './parts/personal-invitation.ts';

const inviter = z.object({ type: z.enum(['admin', 'user', 'application']), id: z.string() });

const invitation = z.object({ ...invitationFields, tenantId: z.string(), invitedBy: inviter });
const invitationPage = z.object({ nextCursor: z.nullable(z.string()) });
const invitationReply = z.object({ invitation });

export const adminInvitations = contract({
  'GET /auth/admin/api/invitations': {
    name: 'list',
    summary: 'List invitations, those that expire last first',
    duty: { needs: 'readUsers', tenant: 'query' },
    shows: 'people',
    input: { knownQuery: true },
    query: z.object({
      tenantId: z.optional(z.string().check(z.maxLength(128))),
      status: z.optional(invitationStatus),
      limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/))),
      cursor: z.optional(z.string().check(z.maxLength(2048))),
    }),
    reply: z.object({ data: z.array(invitation), meta: invitationPage }),
    errors: ['CURSOR_INVALID'],
    extension: true,
  },
  'POST /auth/admin/api/invitations': {
    name: 'create',
    summary: 'Invite a person into a tenant, with roles',
    input: { idempotent: true },
    duty: { needs: 'operate', tenant: 'body' },
    body: z.object({
      tenantId: z.optional(z.string().check(z.maxLength(128))),
      ...inviteeFields,
    }),
    // Only the owner of the address gets in. Roles are what they may do then.
    stepUp: {
      tenantId: false,
      email: false,
      phone: false,
      name: false,
      locale: false,
      roleIds: true,
      expiresInSeconds: false,
      metadata: false,
    },
    reply: invitationReply,
    status: 201,
    errors: [
      'TENANT_ID_REQUIRED',
      'TENANT_NOT_FOUND',
      'EMAIL_OR_PHONE_REQUIRED',
      'USER_ALREADY_EXISTS',
      'PHONE_ALREADY_EXISTS',
      'EMAIL_DOMAIN_NOT_ALLOWED',
      'ROLE_NOT_FOUND',
      'GUARD_MISMATCH',
      'RATE_LIMITED',
    ],
    extension: true,
  },
  'POST /auth/admin/api/invitations/{id}/resend': {
    name: 'resend',
    summary: 'Send an invitation again, with a new link',
    duty: { needs: 'help', tenant: 'path' },
    // The link goes to the address that was invited.
    stepUp: false,
    reply: invitationReply,
    status: 201,
    errors: ['USER_NOT_FOUND', 'INVITATION_NOT_FOUND', 'RATE_LIMITED'],
    extension: true,
  },
  'DELETE /auth/admin/api/invitations/{id}': {
    name: 'revoke',
    summary: 'Revoke an invitation',
    duty: { needs: 'operate', tenant: 'path' },
    stepUp: false,
    reply: message,
    errors: ['USER_NOT_FOUND', 'INVITATION_NOT_FOUND'],
    extension: true,
  },
  ...joinRequestsForAdmins(invitationReply),
});

/** Describes this group for openapi.json. */
export const adminInvitationsDocs = () =>
  documented(adminInvitations, {
    description: 'Invitations of all tenants, those of POST /auth/invite included.',
    operations: {
      'GET /auth/admin/api/invitations': {
        description:
          'An invitation is listed until 90 days after it was accepted, was revoked or expired. A page may have fewer entries than `limit`.',
        query: {
          tenantId: 'Only invitations into this tenant.',
          status: 'Only invitations of this status.',
          limit: 'The number of invitations per page, 1 to 100. Default: 20.',
          cursor: 'The `nextCursor` of the previous page.',
        },
      },
      'POST /auth/admin/api/invitations': {
        description:
          'Creates the account, without a password, and sends a link that sets the first one at POST /auth/reset-password. ' +
          'A person who was invited before gets a new link, and the roles in addition. An account with a password, or a ' +
          'disabled one, is USER_ALREADY_EXISTS.',
      },
      'POST /auth/admin/api/invitations/{id}/resend': {
        description:
          'The link that was sent before stops working. An expired invitation is open again, and so is a revoked one if the admin has the duty `operate`. Within a minute of ' +
          'the last message, no further one is sent.',
        path: INVITATION_ID,
      },
      'DELETE /auth/admin/api/invitations/{id}': {
        description: 'The link stops working at once. The account stays, without a password.',
        path: INVITATION_ID,
      },
      ...adminJoinRequestOperations(),
    },
    shapes: [
      named(
        inviter,
        'Inviter',
        'Who invited.',
        {
          type: 'An admin, a user of the tenant, or an application that administers.',
          id: 'The id of the admin, user or application.',
        },
        { type: 'admin', id: 'adm_5nQ8tW1zC4fI7lO0rU3xA6' },
      ),
      named(
        invitation,
        'PersonalInvitation',
        'The invitation of a person into a tenant.',
        { ...invitationWords(), tenantId: 'The id of the tenant.', invitedBy: 'Who invited.' },
        invitationExample(),
      ),
      named(
        invitationPage,
        'InvitationPage',
        'Where this page is in the list.',
        {
          nextCursor: 'The `cursor` of the next page. `null`: this is the last one.',
        },
        { nextCursor: null },
      ),
      named(adminInvitations['GET /auth/admin/api/invitations'].reply, 'InvitationList', 'A page of invitations.', {
        data: 'The invitations of this page.',
        meta: 'Where this page is in the list.',
      }),
      named(invitationReply, 'InvitationResponse', 'An invitation.', { invitation: 'The invitation.' }),
      named(
        adminInvitations['POST /auth/admin/api/invitations'].body,
        'CreateInvitationRequest',
        INVITEE,
        { ...inviteeWords(), tenantId: 'The id of the tenant. Required.' },
        { tenantId: TENANT, email: 'ada@example.com', roleIds: [ROLE] },
      ),
    ],
  });
