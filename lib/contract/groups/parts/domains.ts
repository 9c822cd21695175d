// Declares the domains of tenants, which users who manage one and admins see and change alike.
import * as z from 'zod/mini';
import { named, ROLE } from '../../documentation.ts';
import { contract } from '../../operation.ts';
import { dateTime, message, nullableDateTime } from '../../shapes.ts';

export const joinPolicy = z.object({
  policy: z.enum(['invitation', 'role', 'request', 'sso']),
  roleId: z.optional(z.string().check(z.maxLength(64))),
  provider: z.optional(z.string().check(z.maxLength(32))),
});
const record = z.object({ type: z.literal('TXT'), name: z.string(), value: z.string() });
const lastCheck = z.object({ at: dateTime, finding: z.enum(['found', 'missing', 'unreachable']) });
const domain = z.object({
  domain: z.string(),
  state: z.enum(['pending', 'verified', 'lost']),
  record,
  join: joinPolicy,
  lastCheck: z.nullable(lastCheck),
  failures: z.int(),
  verifiedAt: nullableDateTime,
  createdAt: dateTime,
});
export type DomainView = z.infer<typeof domain>;
export type JoinPolicyInput = z.infer<typeof joinPolicy>;

const one = z.object({ domain });
const all = z.object({ domains: z.array(domain) });
const body = z.object({ domain: z.string().check(z.minLength(1), z.maxLength(255)) });
const patch = z.object({ join: joinPolicy });

const byUsers = {
  access: 'user',
  permissions: ['organization.domains'],
  admits: { setup: true },
  extension: true,
} as const;
const byAdmins = { duty: { needs: 'operate', tenant: 'path' }, extension: true } as const;
const ADD = ['DOMAIN_NOT_ALLOWED', 'DOMAIN_ALREADY_EXISTS', 'DOMAIN_LIMIT_REACHED'] as const;
const CHANGE = ['DOMAIN_NOT_FOUND', 'ROLE_NOT_FOUND', 'GUARD_MISMATCH', 'PROVIDER_NOT_FOUND'] as const;

export const domainsOfOrganization = contract({
  'GET /auth/organization/domains': {
    ...byUsers,
    name: 'domains',
    summary: 'List the domains of the own tenant, by name',
    reply: all,
  },
  'POST /auth/organization/domains': {
    ...byUsers,
    name: 'addDomain',
    summary: 'Add a domain to the own tenant, to be proved by a DNS record',
    stepUp: true,
    body,
    reply: one,
    status: 201,
    errors: ADD,
  },
  'POST /auth/organization/domains/{domain}/check': {
    ...byUsers,
    name: 'checkDomain',
    summary: 'Look for the DNS record of a domain of the own tenant now',
    stepUp: true,
    reply: one,
    errors: ['DOMAIN_NOT_FOUND', 'RATE_LIMITED'],
  },
  'PATCH /auth/organization/domains/{domain}': {
    ...byUsers,
    name: 'updateDomain',
    summary: 'Set how people with an address of a domain join the own tenant',
    needsDeviceKey: true,
    stepUp: true,
    body: patch,
    reply: one,
    errors: CHANGE,
  },
  'DELETE /auth/organization/domains/{domain}': {
    ...byUsers,
    name: 'removeDomain',
    summary: 'Remove a domain from the own tenant',
    stepUp: true,
    reply: message,
    errors: ['DOMAIN_NOT_FOUND'],
  },
});

export const domainsOfTenants = contract({
  'GET /auth/admin/api/tenants/{id}/domains': {
    name: 'domains',
    summary: 'List the domains of a tenant, by name',
    duty: { needs: 'read', tenant: 'path' },
    reply: all,
    errors: ['TENANT_NOT_FOUND'],
    extension: true,
  },
  'POST /auth/admin/api/tenants/{id}/domains': {
    ...byAdmins,
    name: 'addDomain',
    summary: 'Add a domain to a tenant, to be proved by a DNS record',
    stepUp: true,
    body,
    reply: one,
    status: 201,
    errors: ['TENANT_NOT_FOUND', ...ADD],
  },
  'POST /auth/admin/api/tenants/{id}/domains/{domain}/check': {
    ...byAdmins,
    name: 'checkDomain',
    summary: 'Look for the DNS record of a domain of a tenant now',
    stepUp: true,
    reply: one,
    status: 201,
    errors: ['TENANT_NOT_FOUND', 'DOMAIN_NOT_FOUND', 'RATE_LIMITED'],
  },
  'PATCH /auth/admin/api/tenants/{id}/domains/{domain}': {
    ...byAdmins,
    name: 'updateDomain',
    summary: 'Set how people with an address of a domain join a tenant',
    stepUp: true,
    body: patch,
    reply: one,
    errors: ['TENANT_NOT_FOUND', ...CHANGE],
  },
  'DELETE /auth/admin/api/tenants/{id}/domains/{domain}': {
    ...byAdmins,
    name: 'removeDomain',
    summary: 'Remove a domain from a tenant',
    stepUp: true,
    reply: message,
    errors: ['TENANT_NOT_FOUND', 'DOMAIN_NOT_FOUND'],
  },
});

export const DOMAIN_PATH = { domain: 'The domain, in Unicode or with A-labels (`xn--…`).' };

/** Descriptions of the operations for openapi.json. */
export const DOMAIN_WORDS = {
  list: 'A domain is of no one until its record is found.',
  add: 'The reply has the TXT record to create. It is looked for every hour for a week, and at once on request. DOMAIN_NOT_ALLOWED for services that give mailboxes or names to anyone. A sub-domain is a domain of its own. At most 20.',
  check:
    'If the record is there, the tenant owns the domain from now on, and a tenant that owned it before loses it. `lastCheck` says what was found.',
  update:
    'It counts once the domain is verified, and for people who have no account yet. Existing accounts stay as they are.',
  remove: 'Existing accounts stay as they are.',
};

/** The shapes of this file, for openapi.json. */
export const domainShapes = () => [
  named(
    joinPolicy,
    'JoinPolicy',
    'What becomes of people with an address of the domain who have no account in the tenant.',
    {
      policy:
        '`invitation`: nothing. `role`: who signs up and proves the address by a code gets the role. `request`: they ask to join, and a person decides; for tenants whose sign-up is closed. `sso`: they sign in with the identity provider, and cannot sign up otherwise while the tenant has it.',
      roleId: 'With `role`: the id of the role, prefix `rol_`.',
      provider: "With `sso`: the name of one of the tenant's identity providers.",
    },
    { policy: 'role', roleId: ROLE },
  ),
  named(
    record,
    'DomainRecord',
    'The DNS record that proves a domain.',
    {
      type: 'The type of the record.',
      name: 'The full name of the record.',
      value: 'Its text. It changes when the domain is lost.',
    },
    { name: '_gatehouse-challenge.example.com', value: 'gatehouse-domain=Q2xvdWR5IG1vcm5pbmcgYW2e' },
  ),
  named(lastCheck, 'DomainCheck', 'The last look at the DNS.', {
    at: 'When it was.',
    finding: '`missing`: there is no such record. `unreachable`: no server of the domain gave a usable reply.',
  }),
  named(
    domain,
    'TenantDomain',
    'A domain of a tenant.',
    {
      domain: 'The domain, in lower-case A-labels.',
      state: '`pending`: not proved yet. `lost`: it was verified, and is no more.',
      record: 'The record to create.',
      join: 'How people with an address of the domain join.',
      lastCheck: 'What was found last. `null`: it was not looked for yet.',
      failures: 'Daily checks in a row without the record. The seventh ends the verification.',
      verifiedAt: 'Since when the domain is verified. `null`: it is not.',
      createdAt: 'When it was added.',
    },
    { domain: 'example.com' },
  ),
  named(one, 'TenantDomainResponse', 'A domain.', { domain: 'The domain.' }),
  named(all, 'TenantDomainList', 'Domains by name.', { domains: 'The domains.' }),
  named(
    body,
    'AddDomainRequest',
    'A domain to be proved.',
    { domain: 'The domain, such as `example.com`.' },
    { domain: 'example.com' },
  ),
  named(patch, 'UpdateDomainRequest', 'How people join.', { join: 'The policy.' }),
];
