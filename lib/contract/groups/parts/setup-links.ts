// Declares setup links: a person without an account sets up a tenant with one. The operations are parts of the groups
// organization and admin-tenants.
import * as z from 'zod/mini';
import { named, TENANT } from '../../documentation.ts';
import { contract } from '../../operation.ts';
import { dateTime, email, locale, message, nullableDateTime } from '../../shapes.ts';
import { organizationPermissions, setupIntents } from './organization-permissions.ts';

const intents = z.array(z.enum(setupIntents)).check(
  z.minLength(1),
  z.maxLength(setupIntents.length),
  z.refine((all) => new Set(all).size === all.length, 'must not have duplicates'),
);

const setupLink = z.object({
  id: z.string(),
  intents: z.array(z.enum(setupIntents)),
  email: z.nullable(z.string()),
  status: z.enum(['open', 'active', 'ended', 'expired', 'revoked']),
  createdBy: z.nullable(z.string()),
  createdAt: dateTime,
  expiresAt: dateTime,
  usedAt: nullableDateTime,
  sessionExpiresAt: nullableDateTime,
});
const list = z.object({ setupLinks: z.array(setupLink) });
const newLink = z.object({ intents, email: z.optional(email), locale: z.optional(locale) });
const made = z.object({ setupLink, url: z.nullable(z.string()) });
const begun = z.object({
  tenant: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  permissions: z.array(z.enum(organizationPermissions)),
  expiresAt: dateTime,
  csrfToken: z.optional(z.string()),
});

export const setupLinksOfTenant = contract({
  'GET /auth/organization/setup-links': {
    name: 'setupLinks',
    summary: 'List the setup links of the own tenant, newest first',
    access: 'user',
    permissions: ['organization.sso', 'organization.domains'],
    reply: list,
    extension: true,
  },
  'POST /auth/organization/setup-links': {
    name: 'createSetupLink',
    summary: 'Make a link with which a person without an account sets up the own tenant',
    access: 'user',
    permissions: ['organization.sso', 'organization.domains'],
    needsDeviceKey: true,
    stepUp: true,
    body: newLink,
    reply: made,
    status: 201,
    errors: ['RATE_LIMITED'],
    extension: true,
  },
  'DELETE /auth/organization/setup-links/{id}': {
    name: 'revokeSetupLink',
    summary: 'Revoke a setup link of the own tenant, and end its session',
    access: 'user',
    permissions: ['organization.sso', 'organization.domains'],
    stepUp: true,
    reply: message,
    errors: ['SETUP_LINK_NOT_FOUND'],
    extension: true,
  },
  'POST /auth/organization/setup/begin': {
    name: 'beginSetup',
    summary: 'Use a setup link up and begin its session',
    access: 'public',
    rate: 'credential',
    body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(256)) }),
    reply: begun,
    errors: ['SETUP_LINK_INVALID', 'RATE_LIMITED'],
    browser: { cookies: 'start-setup' },
    extension: true,
  },
  'POST /auth/organization/setup/end': {
    name: 'endSetup',
    summary: 'End the session of a setup link',
    access: 'user',
    admits: { setup: true },
    reply: message,
    browser: { cookies: 'end-setup' },
    extension: true,
  },
});

export const setupLinksForAdmins = contract({
  'GET /auth/admin/api/tenants/{id}/setup-links': {
    name: 'setupLinks',
    summary: 'List the setup links of a tenant, newest first',
    duty: { needs: 'read', tenant: 'path' },
    reply: list,
    errors: ['TENANT_NOT_FOUND'],
    extension: true,
  },
  'POST /auth/admin/api/tenants/{id}/setup-links': {
    name: 'createSetupLink',
    summary: 'Make a link with which a person without an account sets up a tenant',
    duty: { needs: 'operate', tenant: 'path' },
    // It opens the tenant to the holder of the link: a machine makes none.
    stepUp: true,
    body: newLink,
    reply: made,
    status: 201,
    errors: ['TENANT_NOT_FOUND', 'RATE_LIMITED'],
    extension: true,
  },
  'DELETE /auth/admin/api/tenants/{id}/setup-links/{linkId}': {
    name: 'revokeSetupLink',
    summary: 'Revoke a setup link of a tenant, and end its session',
    duty: { needs: 'operate', tenant: 'path' },
    // It only takes access away.
    stepUp: false,
    reply: message,
    errors: ['TENANT_NOT_FOUND', 'SETUP_LINK_NOT_FOUND'],
    extension: true,
  },
});

const LINK_ID = 'The id of the link, prefix `stl_`.';
const NEW =
  'Without `email`, the reply has the link: it works once, for 5 minutes. With `email`, it is sent there and works once, for 7 days. It is void when its maker may no longer do what it is for.';
const REVOKES = 'The link no longer works, and a session that it opened ends with the next request.';

export const setupLinkOperations = () => ({
  'GET /auth/organization/setup-links': {
    description:
      'Needs `organization.sso` or `organization.domains`. Links whose intents the caller lacks are left out. A link is listed for 30 days.',
  },
  'POST /auth/organization/setup-links': {
    description: `Each intent needs its permission: MISSING_REQUIRED_PERMISSIONS. ${NEW}`,
  },
  'DELETE /auth/organization/setup-links/{id}': { description: REVOKES, path: { id: LINK_ID } },
  'POST /auth/organization/setup/begin': {
    description:
      'The session is in a cookie of its own, lives 60 minutes and has no user. A request is made in it with the header `X-Access-Token-Type: setup`; it opens the operations of its intents and nothing else.',
  },
  'POST /auth/organization/setup/end': {
    description: 'Needs the header `X-Access-Token-Type: setup`. The link does not work again.',
  },
});

export const adminSetupLinkOperations = () => ({
  'GET /auth/admin/api/tenants/{id}/setup-links': {
    description: 'A link is listed for 30 days.',
    path: { id: 'The id of the tenant, prefix `ten_`.' },
  },
  'POST /auth/admin/api/tenants/{id}/setup-links': {
    description: NEW,
    path: { id: 'The id of the tenant, prefix `ten_`.' },
  },
  'DELETE /auth/admin/api/tenants/{id}/setup-links/{linkId}': {
    description: REVOKES,
    path: { id: 'The id of the tenant, prefix `ten_`.', linkId: LINK_ID },
  },
});

export const setupLinkShapes = () => {
  const words = {
    intents: 'What it is for: `sso` opens the identity providers, `domains` the domains of the tenant.',
    email: 'The address that it is sent to.',
  };
  return [
    named(
      setupLink,
      'SetupLink',
      'A link with which a person without an account sets up a tenant.',
      {
        id: LINK_ID,
        ...words,
        status:
          '`open`: it can be used. `active`: its session lives. `ended`, `expired` or `revoked`: it opens nothing any more.',
        createdBy: 'The id of its maker. `null`: an admin made it, and the reader is a user.',
        createdAt: 'When it was made.',
        expiresAt: 'Until when it can be used.',
        usedAt: 'When it was used.',
        sessionExpiresAt: 'When its session ends at the latest.',
      },
      { id: `stl_${TENANT.slice(4)}4hT7wZ0cF3iL6oR9uX2aD5`, intents: ['sso'], status: 'open', usedAt: null },
    ),
    named(list, 'SetupLinkList', 'Setup links.', { setupLinks: 'The links.' }),
    named(
      newLink,
      'CreateSetupLinkRequest',
      'A new setup link.',
      { ...words, locale: 'The language of the message, as a BCP 47 tag. Default: that of the tenant.' },
      { intents: ['sso'], email: 'it@example.com', locale: 'en' },
    ),
    named(
      made,
      'SetupLinkResponse',
      'A new setup link.',
      { setupLink: 'The link.', url: 'Its address, shown once. `null`: it was sent by email.' },
      { url: 'https://auth.example.com/setup#token=stl_…' },
    ),
    named(
      setupLinksOfTenant['POST /auth/organization/setup/begin'].body,
      'BeginSetupRequest',
      'The token of a setup link.',
      { token: 'The token in the address of the link, behind `#token=`.' },
    ),
    named(
      begun.shape.tenant,
      'SetupTenant',
      'The tenant that is set up.',
      { id: 'The id of the tenant, prefix `ten_`.', slug: 'The unique short name.', name: 'The display name.' },
      { id: TENANT },
    ),
    named(
      begun,
      'SetupSession',
      'The session of a setup link.',
      {
        tenant: 'The tenant that is set up.',
        permissions: 'What the session opens.',
        expiresAt: 'When it ends at the latest.',
        csrfToken: 'The CSRF token of the session.',
      },
      { permissions: ['organization.sso'] },
    ),
  ];
};
