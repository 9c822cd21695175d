// Declares requests to join a tenant: people ask with an address of its domain, and those who may invite decide. The operations are
// parts of the groups authentication, organization and admin-invitations.
import * as z from 'zod/mini';
import { EMAIL, named, ROLE, TENANT, TENANT_ID } from '../../documentation.ts';
import { contract } from '../../operation.ts';
import { tenantSummary } from '../../records.ts';
import { dateTime, email, locale, message } from '../../shapes.ts';
import { invitedRoleIds } from './personal-invitation.ts';

const joinRequest = z.object({
  id: z.string(),
  email: z.string(),
  domain: z.string(),
  createdAt: dateTime,
  expiresAt: dateTime,
});
export type JoinRequestView = z.infer<typeof joinRequest>;

const list = z.object({ joinRequests: z.array(joinRequest) });
const acceptance = z.object({ roleIds: z.optional(invitedRoleIds) });
const asked = z.object({ tenantId: z.string().check(z.maxLength(128)), email, locale: z.optional(locale) });
const link = z.object({ token: z.string().check(z.minLength(1), z.maxLength(1024)) });
const sent = z.object({
  tenant: tenantSummary,
  status: z.enum(['open', 'accepted', 'refused']),
  expiresAt: dateTime,
});

const DECIDED = [
  'JOIN_REQUEST_NOT_FOUND',
  'USER_ALREADY_EXISTS',
  'EMAIL_DOMAIN_NOT_ALLOWED',
  'ROLE_NOT_FOUND',
  'GUARD_MISMATCH',
  'RATE_LIMITED',
] as const;

export const joinRequestsOfPeople = contract({
  'POST /auth/join-requests': {
    name: 'askToJoin',
    summary: 'Send the link with which a person asks to join a tenant to their address',
    access: 'public',
    rate: 'credential',
    body: asked,
    reply: message,
    extension: true,
  },
  'POST /auth/join-requests/confirm': {
    name: 'confirmJoinRequest',
    summary: 'Ask to join a tenant with the link that proves the address',
    access: 'public',
    rate: 'credential',
    body: link,
    reply: sent,
    errors: ['JOIN_LINK_INVALID', 'USER_ALREADY_EXISTS', 'RATE_LIMITED'],
    extension: true,
  },
});

const byUsers = { access: 'user', permissions: ['organization.invite'], extension: true } as const;

/** The invitation that accepts a request is the one that the group shows. */
export const joinRequestsOfTenant = <I extends z.ZodMiniType>(invitation: I) =>
  contract({
    'GET /auth/organization/join-requests': {
      ...byUsers,
      name: 'joinRequests',
      summary: 'List the open requests to join the own tenant, oldest first',
      reply: list,
    },
    'POST /auth/organization/join-requests/{id}/accept': {
      ...byUsers,
      name: 'acceptJoinRequest',
      summary: 'Accept a request to join the own tenant: invite the person, with roles',
      needsDeviceKey: true,
      stepUp: true,
      body: acceptance,
      reply: invitation,
      status: 201,
      errors: DECIDED,
    },
    'POST /auth/organization/join-requests/{id}/refuse': {
      ...byUsers,
      name: 'refuseJoinRequest',
      summary: 'Refuse a request to join the own tenant',
      stepUp: true,
      reply: message,
      errors: ['JOIN_REQUEST_NOT_FOUND'],
    },
  });

export const joinRequestsForAdmins = <I extends z.ZodMiniType>(invitation: I) =>
  contract({
    'GET /auth/admin/api/tenants/{id}/join-requests': {
      name: 'joinRequests',
      summary: 'List the open requests to join a tenant, oldest first',
      duty: { needs: 'readUsers', tenant: 'path' },
      shows: 'people',
      reply: list,
      errors: ['TENANT_NOT_FOUND'],
      extension: true,
    },
    'POST /auth/admin/api/join-requests/{id}/accept': {
      name: 'acceptJoinRequest',
      summary: 'Accept a request to join a tenant: invite the person, with roles',
      duty: { needs: 'operate', tenant: 'path' },
      body: acceptance,
      // Only the owner of the address gets in. Roles are what they may do then.
      stepUp: { roleIds: true },
      reply: invitation,
      status: 201,
      errors: ['TENANT_NOT_FOUND', ...DECIDED],
      extension: true,
    },
    'POST /auth/admin/api/join-requests/{id}/refuse': {
      name: 'refuseJoinRequest',
      summary: 'Refuse a request to join a tenant',
      duty: { needs: 'operate', tenant: 'path' },
      // It gives no access.
      stepUp: false,
      reply: message,
      status: 201,
      errors: ['TENANT_NOT_FOUND', 'JOIN_REQUEST_NOT_FOUND'],
      extension: true,
    },
  });

const ID = { id: 'The id of the request, prefix `jrq_`.' };
const LIST =
  'A request is listed until it is decided, for 30 days at most, and while its domain is verified. A mailbox has one: a tag (`name+tag@`) makes no second one.';
const ACCEPT =
  'The person gets an invitation, whose link opens the account: the roles are theirs then. USER_ALREADY_EXISTS if the address has got an account meanwhile.';
const REFUSE = 'The person is told by email, and may ask again 30 days after they asked.';

export const joinRequestOperations = () => ({
  'POST /auth/join-requests': {
    description:
      'For domains with the join policy `request`, while the sign-up of the tenant is closed: `isRequestOpen` of POST /auth/tenants/discover says so. The reply is the same for every address, and nothing is recorded. The link is valid for a day.',
  },
  'POST /auth/join-requests/confirm': {
    description:
      'Those who may invite see the request from now on, and the person gets a message when they have decided. A link that is used again shows what became of the request. USER_ALREADY_EXISTS: the address has an account in the tenant.',
  },
});

export const ownJoinRequestOperations = () => ({
  'GET /auth/organization/join-requests': { description: `Needs \`organization.invite\`. ${LIST}` },
  'POST /auth/organization/join-requests/{id}/accept': {
    description: `Needs \`organization.invite\`. ${ACCEPT} MISSING_REQUIRED_PERMISSIONS also for a role that the caller could not give. FORBIDDEN for the own account.`,
    path: ID,
  },
  'POST /auth/organization/join-requests/{id}/refuse': {
    description: `Needs \`organization.invite\`. ${REFUSE}`,
    path: ID,
  },
});

export const adminJoinRequestOperations = () => ({
  'GET /auth/admin/api/tenants/{id}/join-requests': { description: LIST, path: { id: TENANT_ID } },
  'POST /auth/admin/api/join-requests/{id}/accept': { description: ACCEPT, path: ID },
  'POST /auth/admin/api/join-requests/{id}/refuse': { description: REFUSE, path: ID },
});

/** The shapes of this file, for openapi.json. */
export const joinRequestShapes = () => [
  named(
    asked,
    'AskToJoinRequest',
    'The person who asks.',
    {
      tenantId: TENANT_ID,
      email: EMAIL,
      locale: 'The language of messages, as a BCP 47 tag. Default: that of the tenant.',
    },
    { tenantId: TENANT, email: 'ada@example.com', locale: 'en' },
  ),
  named(link, 'ConfirmJoinRequest', 'The token of the message.', {
    token: 'The token in the address of the link, behind `#token=`.',
  }),
  named(sent, 'SentJoinRequest', 'A request as its person sees it.', {
    tenant: 'The tenant.',
    status: '`open`: it waits. `accepted`: an invitation was sent.',
    expiresAt: 'Until when it waits. The person may ask again then.',
  }),
];

/** Those of the decision, which two groups share. */
export const joinDecisionShapes = () => [
  named(
    joinRequest,
    'JoinRequest',
    'A person who asks to join the tenant.',
    {
      ...ID,
      email: 'The address, which the person has proved.',
      domain: 'Its domain, in lower-case A-labels.',
      createdAt: 'When they asked.',
      expiresAt: 'Until when it waits.',
    },
    { id: `jrq_${TENANT.slice(4)}4hT7wZ0cF3iL6oR9uX2aD5`, email: 'ada@example.com', domain: 'example.com' },
  ),
  named(list, 'JoinRequestList', 'Open requests.', { joinRequests: 'The requests.' }),
  named(
    acceptance,
    'AcceptJoinRequest',
    'What the person gets.',
    { roleIds: 'The ids of the roles that the user gets, at most 20.' },
    { roleIds: [ROLE] },
  ),
];
