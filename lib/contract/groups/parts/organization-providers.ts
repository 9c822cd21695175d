// Declares how those who manage a tenant manage its identity providers. It is a part of the group organization.
import * as z from 'zod/mini';
import { named } from '../../documentation.ts';
import { ssoProviderInput } from '../../fields/settings.ts';
import { contract } from '../../operation.ts';
import { dateTime, message, nullableDateTime } from '../../shapes.ts';
import { providerTest } from './provider-test.ts';

/** The fields that a manager decides. Whether its addresses are trusted, and whether it admits agents, is for admins. */
const { name, issuer, clientId, clientSecret, secretExpiresAt, scopes, allowSignup, enabled } = ssoProviderInput.shape;
const optional = { clientSecret, scopes, allowSignup, enabled };

const provider = z.object({
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  hasClientSecret: z.boolean(),
  secretExpiresAt: nullableDateTime,
  scopes: z.array(z.string()),
  allowSignup: z.boolean(),
  trustEmail: z.boolean(),
  admitsAgents: z.boolean(),
  enabled: z.boolean(),
  redirectUri: z.string(),
});
const reply = z.object({ provider });
const own = {
  access: 'user',
  permissions: ['organization.sso'],
  admits: { setup: true },
  extension: true,
} as const;

export const providersOfTenant = contract({
  'GET /auth/organization/providers': {
    ...own,
    name: 'providers',
    summary: 'List the identity providers of the own tenant',
    reply: z.object({ providers: z.array(provider) }),
  },
  'POST /auth/organization/providers': {
    ...own,
    name: 'addProvider',
    needsDeviceKey: true,
    summary: 'Add an identity provider to the own tenant',
    stepUp: true,
    body: z.object({ name, issuer, clientId, secretExpiresAt, ...optional }),
    reply,
    status: 201,
    errors: ['PROVIDER_ALREADY_EXISTS', 'PROVIDER_LIMIT_REACHED'],
  },
  'PATCH /auth/organization/providers/{name}': {
    ...own,
    name: 'updateProvider',
    needsDeviceKey: true,
    summary: 'Change an identity provider of the own tenant, or switch it on or off',
    stepUp: true,
    body: z.object({
      issuer: z.optional(issuer),
      clientId: z.optional(clientId),
      secretExpiresAt: z.optional(z.nullable(dateTime)),
      ...optional,
    }),
    reply,
    errors: ['PROVIDER_NOT_FOUND'],
  },
  'DELETE /auth/organization/providers/{name}': {
    ...own,
    name: 'removeProvider',
    summary: 'Remove an identity provider from the own tenant',
    stepUp: true,
    reply: message,
    errors: ['PROVIDER_NOT_FOUND'],
  },
  'POST /auth/organization/providers/{name}/test': {
    ...own,
    name: 'testProvider',
    summary: 'Test an identity provider of the own tenant',
    // It changes nothing, and calls only what a login would call.
    stepUp: false,
    reply: providerTest,
    errors: ['PROVIDER_NOT_FOUND', 'RATE_LIMITED'],
  },
});

export const providerOperations = () => {
  const path = { name: 'The name of the provider.' };
  return {
    'GET /auth/organization/providers': {
      description: 'Needs `organization.sso`. No reply has a secret.',
    },
    'POST /auth/organization/providers': {
      description:
        'Needs `organization.sso`. Its addresses prove nothing here until an admin trusts them: the person who runs the provider could otherwise open the account of any address.',
    },
    'PATCH /auth/organization/providers/{name}': {
      description:
        'Needs `organization.sso`. Absent fields stay. Another issuer or client id ends the trust that an admin gave, and needs its secret again.',
      path,
    },
    'DELETE /auth/organization/providers/{name}': {
      description: 'Needs `organization.sso`. No login works with it any more. Sessions stay.',
      path,
    },
    'POST /auth/organization/providers/{name}/test': {
      description:
        "Needs `organization.sso`. Fetches the provider's metadata and keys as a login would, and says in words what is wrong.",
      path,
    },
  };
};

export const providerShapes = () => {
  const words = {
    name: 'The name in addresses: lowercase letters, digits and hyphens, at most 32 characters.',
    issuer: 'The OpenID Connect issuer, an https address without query.',
    clientId: 'The client id at the provider.',
    scopes: 'The scopes to request, at most 20.',
    allowSignup: 'Whether a login may create an account.',
    enabled: 'Whether people can log in with it. One that is off can be tested and tried.',
  };
  const ends =
    'When the provider stops accepting the client secret. `svc.provider_secret_expiring` is published 30, 7 and 1 days before.';
  const secret = {
    clientSecret: 'The client secret. Write-only: encrypted at rest, never in a reply.',
    secretExpiresAt: ends,
  };
  const example = { name: 'acme-id', issuer: 'https://id.acme.example', clientId: 'gatehouse', scopes: ['openid'] };
  return [
    named(
      provider,
      'OrganizationProvider',
      'An identity provider of the tenant, as those see it who manage the tenant.',
      {
        ...words,
        hasClientSecret: 'Whether a client secret is set.',
        secretExpiresAt: ends,
        trustEmail: 'Whether a verified address of this provider proves the address here. Admins decide it.',
        admitsAgents: 'Whether it may admit applications in the name of its people. Admins decide it.',
        redirectUri: 'The address that must be allowed at the provider.',
      },
      { ...example, redirectUri: 'https://auth.example.com/auth/callback/acme-id' },
    ),
    named(reply, 'OrganizationProviderResponse', 'An identity provider.', { provider: 'The identity provider.' }),
    named(
      providersOfTenant['GET /auth/organization/providers'].reply,
      'OrganizationProviderList',
      'The identity providers of the tenant.',
      { providers: 'The identity providers.' },
    ),
    named(
      providersOfTenant['POST /auth/organization/providers'].body,
      'AddProviderRequest',
      'A new identity provider.',
      { ...words, ...secret },
      { ...example, enabled: false },
    ),
    named(
      providersOfTenant['PATCH /auth/organization/providers/{name}'].body,
      'UpdateProviderRequest',
      'The fields to change.',
      (({ name: _, ...changeable }) => ({
        ...changeable,
        ...secret,
        secretExpiresAt: `${ends} \`null\`: not known. Another secret without it ends it, too.`,
      }))(words),
      { enabled: true },
    ),
  ];
};
