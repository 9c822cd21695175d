// Declares the invitations of all tenants, as admins manage them.
import * as z from 'zod/mini';
import { documented, EMAIL, METADATA, named, PHONE, ROLE, TENANT, USER } from '../documentation.ts';
import { contract } from '../operation.ts';
import { dateTime, email, locale, message, metadata, name, nullableDateTime, phone } from '../shapes.ts';

const DAY = 86_400;

const inviter = z.object({ type: z.enum(['admin', 'user', 'application']), id: z.string() });

const invitation = z.object({
  id: z.string(),
  tenantId: z.string(),
  status: z.enum(['pending', 'expired', 'accepted', 'revoked']),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  name: z.nullable(z.string()),
  roleIds: z.array(z.string()),
  locale: z.nullable(z.string()),
  invitedBy: inviter,
  sends: z.int(),
  createdAt: dateTime,
  sentAt: dateTime,
  expiresAt: dateTime,
  closedAt: nullableDateTime,
});
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
      status: z.optional(z.enum(['pending', 'expired', 'accepted', 'revoked'])),
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
      email: z.optional(email),
      phone: z.optional(phone),
      name: z.optional(z.nullable(name)),
      locale: z.optional(z.nullable(locale)),
      roleIds: z.optional(z.array(z.string().check(z.maxLength(128))).check(z.maxLength(20))),
      // Invitations live at most 7 days, as those of GATEHOUSE_INVITE_TTL.
      expiresInSeconds: z.optional(z.int().check(z.minimum(300), z.maximum(7 * DAY))),
      metadata: z.optional(metadata),
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
});

const INVITATION_ID = { id: 'The id of the invited user, prefix `usr_`. A user has at most one invitation.' };
const NAME = 'The name of the person.';
const LOCALE = 'The language of messages (BCP 47). `null`: that of the tenant.';

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
        {
          ...INVITATION_ID,
          tenantId: 'The id of the tenant.',
          status:
            '`pending`: the link works. `accepted`: the user has a password. `revoked`: it was revoked, or the sessions of the user were ended since.',
          email: 'The email address that the message went to. `null`: it was an SMS.',
          phone: 'The phone number that the message went to. `null`: it was an e-mail.',
          name: NAME,
          roleIds: 'The roles that the user got with it.',
          locale: LOCALE,
          invitedBy: 'Who invited.',
          sends: 'How many messages were sent.',
          createdAt: 'When the person was first invited.',
          sentAt: 'When the last message was sent.',
          expiresAt: 'Until when the link of the last message works.',
          closedAt: 'When it was accepted or revoked.',
        },
        {
          id: USER,
          phone: null,
          name: 'Ada Lovelace',
          locale: null,
          roleIds: [ROLE],
          sends: 1,
          closedAt: null,
        },
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
        'The person to invite. An email address or a phone number is required. The message goes to the email address if there is one.',
        {
          tenantId: 'The id of the tenant. Required.',
          email: EMAIL,
          phone: PHONE,
          name: NAME,
          locale: LOCALE,
          roleIds: 'The ids of the roles that the user gets, at most 20.',
          expiresInSeconds: 'How long the link works: 5 minutes to 7 days. Default: `GATEHOUSE_INVITE_TTL`.',
          metadata: `${METADATA} Stored on a new user and repeated in the event.`,
        },
        { tenantId: TENANT, email: 'ada@example.com', roleIds: [ROLE] },
      ),
    ],
  });
