// Declares the invitations of admins. They are a part of the group admin-console.
import * as z from 'zod/mini';
import { EMAIL, NEW_PASSWORD, named } from '../../documentation.ts';
import { adminRole, adminTenants } from '../../duties.ts';
import { contract, PASSWORD_POLICY } from '../../operation.ts';
import { dateTime, email, locale, message, name, password } from '../../shapes.ts';

const adminInvitation = z.object({
  id: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  role: adminRole,
  tenants: z.nullable(z.array(z.string())),
  status: z.enum(['pending', 'expired', 'void']),
  invitedBy: z.string(),
  createdAt: dateTime,
  sentAt: dateTime,
  expiresAt: dateTime,
});
const invitationReply = z.object({ invitation: adminInvitation });
const token = z.string().check(z.minLength(1), z.maxLength(256));

export const invitationsOfAdmins = contract({
  'POST /auth/admin/invitations': {
    name: 'inviteAdmin',
    summary: 'Invite a person to become an admin',
    duty: { needs: 'own', tenant: 'deployment' },
    stepUp: true,
    body: z.object({
      email,
      role: adminRole,
      tenants: z.optional(adminTenants),
      name: z.optional(name),
      locale: z.optional(locale),
    }),
    reply: invitationReply,
    status: 201,
    errors: ['ADMIN_USER_EXISTS', 'ADMIN_INVITATION_EXISTS', 'TENANT_NOT_FOUND', 'RATE_LIMITED'],
    extension: true,
  },
  'GET /auth/admin/invitations': {
    name: 'listInvitations',
    summary: 'List the invitations of admins, newest first',
    duty: { needs: 'read', tenant: 'deployment' },
    input: { knownQuery: true },
    reply: z.object({ data: z.array(adminInvitation) }),
    extension: true,
  },
  'POST /auth/admin/invitations/{id}/resend': {
    name: 'resendInvitation',
    summary: 'Send the invitation of an admin again',
    duty: { needs: 'own', tenant: 'deployment' },
    stepUp: true,
    reply: invitationReply,
    status: 201,
    errors: ['ADMIN_INVITATION_NOT_FOUND', 'RATE_LIMITED'],
    extension: true,
  },
  'DELETE /auth/admin/invitations/{id}': {
    name: 'revokeInvitation',
    summary: 'Revoke the invitation of an admin',
    duty: { needs: 'own', tenant: 'deployment' },
    // It only takes access away.
    stepUp: false,
    reply: message,
    errors: ['ADMIN_INVITATION_NOT_FOUND'],
    extension: true,
  },
  'POST /auth/admin/invitations/preview': {
    name: 'previewInvitation',
    summary: 'Look at the invitation of an admin without using it up',
    access: 'public',
    rate: 'credential',
    body: z.object({ token }),
    reply: z.object({ address: z.string(), name: z.nullable(z.string()), role: adminRole, expiresAt: dateTime }),
    status: 201,
    errors: ['ADMIN_INVITATION_INVALID', 'RATE_LIMITED'],
    extension: true,
  },
  'POST /auth/admin/invitations/accept': {
    name: 'acceptInvitation',
    summary: 'Become an admin by an invitation',
    access: 'public',
    rate: 'credential',
    body: z.object({ token, password, name: z.optional(name) }),
    reply: z.object({ ...message.shape, email: z.string() }),
    status: 201,
    errors: ['ADMIN_INVITATION_INVALID', 'RATE_LIMITED', ...PASSWORD_POLICY],
    extension: true,
  },
});

export const invitationOperations = () => {
  const path = { id: 'The id of the invitation, prefix `adi_`.' };
  return {
    'POST /auth/admin/invitations': {
      description:
        'Sends a link to `<base URL>/console/accept#token=…`, which works once and for 7 days by default. The invitation ' +
        'is void when the owner who sent it last is no longer one.',
    },
    'GET /auth/admin/invitations': {
      description: 'An expired one is listed for 30 days. Accepted and revoked ones are in the audit log alone.',
    },
    'POST /auth/admin/invitations/{id}/resend': {
      description: 'The new link is valid from now. The one before it no longer works.',
      path,
    },
    'DELETE /auth/admin/invitations/{id}': { description: 'Its link no longer works.', path },
    'POST /auth/admin/invitations/preview': { description: 'The token still works afterwards.' },
    'POST /auth/admin/invitations/accept': {
      description: 'Address, role and tenants are those of the invitation. The new admin then logs in.',
    },
  };
};

export const invitationShapes = () => {
  const example = { email: 'ada@example.com', name: 'Ada Lovelace', role: 'support', tenants: null } as const;
  const scope = {
    role: 'What the admin will be able to do, as in `Admin`.',
    tenants: 'The ids of the tenants that the admin will be limited to, at most 50. `null`: the whole deployment.',
  };
  const addressee = 'The display name that the new admin may change when they accept.';
  return [
    named(
      adminInvitation,
      'AdminInvitation',
      'An invitation of an admin.',
      {
        id: 'The id of the invitation, prefix `adi_`. It belongs to the address.',
        email: 'The address that was invited.',
        name: addressee,
        ...scope,
        status: '`pending`, `expired`, or `void`: the owner who sent it is no longer one. Send it again.',
        invitedBy: 'The id of the owner who sent it last.',
        createdAt: 'When it was created.',
        sentAt: 'When it was last sent.',
        expiresAt: 'When its link ends.',
      },
      { id: 'adi_4hT7wZ0cF3iL6oR9uX2aD5', ...example, status: 'pending', invitedBy: 'adm_5nQ8tW1zC4fI7lO0rU3xA6' },
    ),
    named(invitationReply, 'AdminInvitationResponse', 'An invitation of an admin.', {
      invitation: 'The invitation.',
    }),
    named(invitationsOfAdmins['GET /auth/admin/invitations'].reply, 'AdminInvitationList', 'Every invitation.', {
      data: 'The invitations.',
    }),
    named(
      invitationsOfAdmins['POST /auth/admin/invitations'].body,
      'InviteAdminRequest',
      'The person to invite.',
      {
        email: EMAIL,
        ...scope,
        name: addressee,
        locale: 'The language of the message, as a BCP 47 tag. Default: `en`.',
      },
      { ...example, locale: 'en' },
    ),
    named(
      invitationsOfAdmins['POST /auth/admin/invitations/preview'].body,
      'AdminInvitationPreviewRequest',
      'The token of the link.',
      { token: 'The token of the invitation.' },
    ),
    named(
      invitationsOfAdmins['POST /auth/admin/invitations/preview'].reply,
      'AdminInvitationPreview',
      'What an invitation is about.',
      {
        address: 'The invited address, masked.',
        name: addressee,
        role: scope.role,
        expiresAt: 'When the link ends.',
      },
      { address: 'a•••@example.com', name: example.name, role: example.role },
    ),
    named(
      invitationsOfAdmins['POST /auth/admin/invitations/accept'].body,
      'AcceptAdminInvitationRequest',
      'The token of the link, and the new admin.',
      {
        token: 'The token of the invitation.',
        password: NEW_PASSWORD,
        name: 'The display name. Default: that of the invitation.',
      },
      { name: example.name },
    ),
    named(
      invitationsOfAdmins['POST /auth/admin/invitations/accept'].reply,
      'AcceptAdminInvitationResponse',
      'A person who became an admin.',
      { message: 'Text for people. It may change.', email: 'The address to log in with.' },
      { message: 'You are an admin now. Please log in.', email: example.email },
    ),
  ];
};
