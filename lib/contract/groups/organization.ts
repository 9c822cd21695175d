// Declares what users do in their own tenant whose roles let them manage it. The tenant is that of the session.
import * as z from 'zod/mini';
import { auditFilters, auditPage, PAGE_DOCS, PERIOD_DOCS } from '../audit.ts';
import { documented, named, ROLE, TENANT, USER } from '../documentation.ts';
import { contract } from '../operation.ts';
import { dateTime, message, nullableDateTime } from '../shapes.ts';
import { DOMAIN_PATH, DOMAIN_WORDS, domainShapes, domainsOfOrganization } from './parts/domains.ts';
import { joinDecisionShapes, joinRequestsOfTenant, ownJoinRequestOperations } from './parts/join-requests.ts';
import { applicationOperations, applicationShapes, applicationsOfTenant } from './parts/organization-applications.ts';
import { organizationPermissions } from './parts/organization-permissions.ts';
import { providerOperations, providerShapes, providersOfTenant } from './parts/organization-providers.ts';
import { organizationUsage, usageOperations, usageShapes } from './parts/organization-usage.ts';
import {
  INVITATION_ID,
  INVITEE,
  invitationExample,
  invitationFields,
  invitationStatus,
  invitationWords,
  invitedRoleIds,
  inviteeFields,
  inviteeWords,
} from './parts/personal-invitation.ts';
import {
  ownScimConnectionOperations,
  scimConnectionsOfOrganization,
  scimDriftOfOrganization,
} from './parts/scim-connections.ts';
import { setupLinkOperations, setupLinkShapes, setupLinksOfTenant } from './parts/setup-links.ts';

const organizationReply = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  permissions: z.array(z.enum(organizationPermissions)),
});

const memberRole = z.object({ id: z.string(), name: z.string() });
const member = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  name: z.nullable(z.string()),
  isActive: z.boolean(),
  emailVerifiedAt: nullableDateTime,
  phoneVerifiedAt: nullableDateTime,
  roles: z.array(memberRole),
  createdAt: dateTime,
});
const memberReply = z.object({ member });

const memberInvitation = z.object({ ...invitationFields, invitedBy: z.nullable(z.string()) });
const memberInvitationReply = z.object({ invitation: memberInvitation });

const givableRole = z.object({
  id: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  permissions: z.array(z.string()),
  mayGive: z.boolean(),
});

const { tenantId, ...filters } = auditFilters;
const limit = z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/)));
const cursor = z.optional(z.string().check(z.maxLength(2048)));

export const organization = contract({
  'GET /auth/organization': {
    name: 'get',
    summary: 'Get the own tenant, and what the caller may do there',
    access: 'user',
    admits: { setup: true },
    reply: organizationReply,
    extension: true,
  },
  'GET /auth/organization/members': {
    name: 'members',
    summary: 'List and search the members of the own tenant, newest first',
    access: 'user',
    permissions: ['organization.members', 'organization.roles'],
    input: { knownQuery: true },
    query: z.object({
      limit,
      cursor,
      search: z.optional(z.string().check(z.maxLength(254), z.regex(/^[^\p{Cc}]*$/u))),
      status: z.optional(z.enum(['active', 'inactive', 'verified', 'unverified'])),
    }),
    reply: z.object({
      members: z.array(member),
      total: z.int(),
      totalCapped: z.boolean(),
      nextCursor: z.nullable(z.string()),
    }),
    errors: ['CURSOR_INVALID'],
    extension: true,
  },
  'PATCH /auth/organization/members/{id}': {
    name: 'updateMember',
    summary: 'Disable or enable a member of the own tenant',
    access: 'user',
    needsDeviceKey: true,
    permissions: ['organization.members'],
    stepUp: true,
    body: z.object({ isActive: z.boolean() }),
    reply: memberReply,
    errors: ['USER_NOT_FOUND'],
    extension: true,
  },
  'DELETE /auth/organization/members/{id}': {
    name: 'removeMember',
    summary: 'Delete a member of the own tenant',
    access: 'user',
    permissions: ['organization.members'],
    stepUp: true,
    reply: message,
    errors: ['USER_NOT_FOUND'],
    extension: true,
  },
  'PUT /auth/organization/members/{id}/roles': {
    name: 'setRoles',
    summary: 'Replace the roles of a member of the own tenant',
    access: 'user',
    needsDeviceKey: true,
    permissions: ['organization.roles'],
    stepUp: true,
    body: z.object({ roleIds: invitedRoleIds }),
    reply: memberReply,
    errors: ['USER_NOT_FOUND', 'ROLE_NOT_FOUND', 'GUARD_MISMATCH'],
    extension: true,
  },
  'GET /auth/organization/invitations': {
    name: 'invitations',
    summary: 'List the invitations into the own tenant, those that expire last first',
    access: 'user',
    permissions: ['organization.invite'],
    input: { knownQuery: true },
    query: z.object({
      status: z.optional(invitationStatus),
      limit,
      cursor,
    }),
    reply: z.object({ invitations: z.array(memberInvitation), nextCursor: z.nullable(z.string()) }),
    errors: ['CURSOR_INVALID'],
    extension: true,
  },
  'POST /auth/organization/invitations': {
    name: 'invite',
    summary: 'Invite a person into the own tenant, with roles',
    access: 'user',
    needsDeviceKey: true,
    permissions: ['organization.invite'],
    input: { idempotent: true },
    stepUp: true,
    body: z.object(inviteeFields),
    reply: memberInvitationReply,
    status: 201,
    errors: [
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
  'POST /auth/organization/invitations/{id}/resend': {
    name: 'resend',
    summary: 'Send an invitation into the own tenant again, with a new link',
    access: 'user',
    needsDeviceKey: true,
    permissions: ['organization.invite'],
    stepUp: true,
    reply: memberInvitationReply,
    status: 201,
    errors: ['USER_NOT_FOUND', 'INVITATION_NOT_FOUND', 'RATE_LIMITED'],
    extension: true,
  },
  'DELETE /auth/organization/invitations/{id}': {
    name: 'revoke',
    summary: 'Revoke an invitation into the own tenant',
    access: 'user',
    permissions: ['organization.invite'],
    stepUp: true,
    reply: message,
    errors: ['USER_NOT_FOUND', 'INVITATION_NOT_FOUND'],
    extension: true,
  },
  'GET /auth/organization/roles': {
    name: 'roles',
    summary: 'List the roles that members of the own tenant can have, by name',
    access: 'user',
    permissions: ['organization.roles', 'organization.invite'],
    reply: z.object({ roles: z.array(givableRole) }),
    extension: true,
  },
  'GET /auth/organization/audit': {
    name: 'audit',
    summary: 'List entries of the audit log of the own tenant, newest first',
    access: 'user',
    permissions: ['organization.audit'],
    input: { knownQuery: true },
    query: z.object(filters),
    reply: auditPage,
    errors: ['CURSOR_INVALID'],
    extension: true,
  },
  ...joinRequestsOfTenant(memberInvitationReply),
  ...organizationUsage,
  ...domainsOfOrganization,
  ...providersOfTenant,
  ...applicationsOfTenant,
  ...scimConnectionsOfOrganization,
  ...scimDriftOfOrganization,
  ...setupLinksOfTenant,
});

const MEMBER_ID = { id: 'The id of the member, prefix `usr_`.' };
const NAME = 'The name of the person.';
const MANAGES =
  'MISSING_REQUIRED_PERMISSIONS also if the member has a role that the caller could not give (GET /auth/organization/roles). FORBIDDEN for the own account.';
const NEXT = 'The `cursor` of the next page. `null`: this is the last one.';

/** Describes this group for openapi.json. */
export const organizationDocs = () =>
  documented(organization, {
    description:
      'What users do in their own tenant whose roles have the permissions `organization.*`, and people with a setup link. The tenant is that of the session.',
    operations: {
      'GET /auth/organization': { description: 'Every user may call it. Most have no such permission.' },
      'GET /auth/organization/members': {
        description: 'Needs `organization.members` or `organization.roles`.',
        query: {
          limit: 'The number of members per page, 1 to 100. Default: 20.',
          cursor: 'The `nextCursor` of the page before.',
          search: 'The beginning of a word in the address, number or name, or a whole user id.',
          status: 'Only members of this status.',
        },
      },
      'PATCH /auth/organization/members/{id}': {
        description: `Needs \`organization.members\`. Both end every session of the member. ${MANAGES}`,
        path: MEMBER_ID,
      },
      'DELETE /auth/organization/members/{id}': {
        description: `Needs \`organization.members\`. ${MANAGES}`,
        path: MEMBER_ID,
      },
      'PUT /auth/organization/members/{id}/roles': {
        description: `Needs \`organization.roles\`. ${MANAGES} The same for a role in \`roleIds\`.`,
        path: MEMBER_ID,
      },
      'GET /auth/organization/invitations': {
        description:
          'Needs `organization.invite`. It lists all invitations into the tenant, those of admins included. A page may have fewer entries than `limit`.',
        query: {
          status: 'Only invitations of this status.',
          limit: 'The number of invitations per page, 1 to 100. Default: 20.',
          cursor: 'The `nextCursor` of the page before.',
        },
      },
      'POST /auth/organization/invitations': {
        description:
          'Needs `organization.invite`. MISSING_REQUIRED_PERMISSIONS also for a role that the caller could not give. Otherwise as the invitation of an admin.',
      },
      'POST /auth/organization/invitations/{id}/resend': {
        description: `Needs \`organization.invite\`. The link that was sent before stops working. Within a minute of the last message, no further one is sent. ${MANAGES}`,
        path: INVITATION_ID,
      },
      'DELETE /auth/organization/invitations/{id}': {
        description: `Needs \`organization.invite\`. The link stops working at once. The account stays, without a password. ${MANAGES}`,
        path: INVITATION_ID,
      },
      'GET /auth/organization/roles': {
        description:
          'Needs `organization.roles` or `organization.invite`. The roles of the tenant and those of all tenants.',
      },
      'GET /auth/organization/audit': {
        description:
          'Needs `organization.audit`. It does not tell which admin of the deployment did something, nor from where. A page examines at most 400 entries: it may be short although `nextCursor` is not `null`.',
        query: {
          actorId: 'Only entries that this user or application caused.',
          targetId: 'Only entries that concern this id.',
          action: 'Only entries with this action.',
          ...PERIOD_DOCS,
          ...PAGE_DOCS,
        },
      },
      ...ownJoinRequestOperations(),
      ...usageOperations(),
      'GET /auth/organization/domains': { description: `Needs \`organization.domains\`. ${DOMAIN_WORDS.list}` },
      'POST /auth/organization/domains': { description: `Needs \`organization.domains\`. ${DOMAIN_WORDS.add}` },
      'POST /auth/organization/domains/{domain}/check': {
        description: `Needs \`organization.domains\`. ${DOMAIN_WORDS.check}`,
        path: DOMAIN_PATH,
      },
      'PATCH /auth/organization/domains/{domain}': {
        description: `Needs \`organization.domains\`. ${DOMAIN_WORDS.update} MISSING_REQUIRED_PERMISSIONS also for a role that the caller could not give.`,
        path: DOMAIN_PATH,
      },
      'DELETE /auth/organization/domains/{domain}': {
        description: `Needs \`organization.domains\`. ${DOMAIN_WORDS.remove}`,
        path: DOMAIN_PATH,
      },
      ...providerOperations(),
      ...applicationOperations(),
      ...ownScimConnectionOperations(),
      ...setupLinkOperations(),
    },
    shapes: [
      ...joinDecisionShapes(),
      ...usageShapes(),
      ...domainShapes(),
      ...providerShapes(),
      ...applicationShapes(),
      ...setupLinkShapes(),
      named(
        organizationReply,
        'Organization',
        'The tenant of the caller.',
        {
          id: 'The id of the tenant, prefix `ten_`.',
          slug: 'The unique short name.',
          name: 'The display name.',
          permissions: 'What the caller may do there beyond their own account.',
        },
        { id: TENANT, permissions: ['organization.members'] },
      ),
      named(
        memberRole,
        'MemberRole',
        'A role of a member.',
        { id: 'The id of the role, prefix `rol_`.', name: 'The name.' },
        { id: ROLE, name: 'editor' },
      ),
      named(
        member,
        'Member',
        'A user of the tenant, as those see them who manage it.',
        {
          ...MEMBER_ID,
          email: 'The email address.',
          phone: 'The phone number in E.164 form.',
          name: NAME,
          isActive: 'Whether the member can log in.',
          emailVerifiedAt: 'When the email address was verified.',
          phoneVerifiedAt: 'When the phone number was verified.',
          roles: 'The roles of the member.',
          createdAt: 'When the account was created.',
        },
        { id: USER, phone: null, phoneVerifiedAt: null, name: 'Ada Lovelace' },
      ),
      named(memberReply, 'MemberResponse', 'A member.', { member: 'The member.' }),
      named(
        organization['GET /auth/organization/members'].reply,
        'MemberList',
        'A page of members.',
        {
          members: 'The members of this page.',
          total: 'How many match.',
          totalCapped: 'Whether there are more than were counted.',
          nextCursor: NEXT,
        },
        { nextCursor: null },
      ),
      named(
        organization['PATCH /auth/organization/members/{id}'].body,
        'UpdateMemberRequest',
        'The status of a member.',
        { isActive: 'Whether the member can log in.' },
        { isActive: false },
      ),
      named(
        organization['PUT /auth/organization/members/{id}/roles'].body,
        'SetMemberRolesRequest',
        'The roles of a member.',
        { roleIds: 'The ids of all roles that the member has from now on, at most 20.' },
        { roleIds: [ROLE] },
      ),
      named(
        memberInvitation,
        'MemberInvitation',
        'The invitation of a person into the tenant.',
        { ...invitationWords(), invitedBy: 'The user who invited. `null`: an admin of the deployment.' },
        { ...invitationExample(), invitedBy: USER },
      ),
      named(memberInvitationReply, 'MemberInvitationResponse', 'An invitation.', { invitation: 'The invitation.' }),
      named(
        organization['GET /auth/organization/invitations'].reply,
        'MemberInvitationList',
        'A page of invitations.',
        {
          invitations: 'The invitations of this page.',
          nextCursor: NEXT,
        },
        { nextCursor: null },
      ),
      named(organization['POST /auth/organization/invitations'].body, 'InviteMemberRequest', INVITEE, inviteeWords(), {
        email: 'ada@example.com',
        roleIds: [ROLE],
      }),
      named(
        givableRole,
        'GivableRole',
        'A role that members of the tenant can have.',
        {
          id: 'The id of the role, prefix `rol_`.',
          name: 'The name.',
          isActive: 'Whether the role grants its permissions.',
          permissions: 'The names of its permissions.',
          mayGive:
            'Whether the caller has it, or has all that it grants. Without it they cannot give it, nor manage a member who has it.',
        },
        { id: ROLE, name: 'editor', permissions: ['posts.edit'] },
      ),
      named(organization['GET /auth/organization/roles'].reply, 'GivableRoleList', 'Roles by name.', {
        roles: 'The roles.',
      }),
    ],
  });
