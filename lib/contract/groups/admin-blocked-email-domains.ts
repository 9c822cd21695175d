// Declares the list of email domains whose addresses cannot have an account.
import * as z from 'zod/mini';
import { documented, named } from '../documentation.ts';
import { contract } from '../operation.ts';
import { dateTime, message } from '../shapes.ts';

const MAX_DOMAINS = 1000;

const blockedDomain = z.object({
  id: z.string(),
  domain: z.string(),
  source: z.enum(['manual', 'default']),
  createdAt: dateTime,
});

const count = z.int().check(z.gte(0));

export const adminBlockedEmailDomains = contract({
  'GET /auth/admin/api/blocked-email-domains': {
    name: 'list',
    summary: 'List blocked email domains, in alphabetical order',
    duty: { needs: 'read', tenant: 'deployment' },
    input: { knownQuery: true },
    query: z.object({
      search: z.optional(z.string().check(z.maxLength(253))),
      page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))),
      pageSize: z.optional(z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/))),
    }),
    reply: z.object({ data: z.array(blockedDomain), total: count, page: z.int(), pageSize: z.int() }),
  },
  'GET /auth/admin/api/blocked-email-domains/stats': {
    name: 'stats',
    summary: 'Get the number of blocked domains and the size of the built-in list',
    duty: { needs: 'read', tenant: 'deployment' },
    reply: z.object({ count, defaultCount: count }),
  },
  'POST /auth/admin/api/blocked-email-domains': {
    name: 'add',
    summary: 'Block email domains with all their subdomains',
    duty: { needs: 'operate', tenant: 'deployment' },
    body: z.object({
      domains: z
        .array(z.string().check(z.minLength(1), z.maxLength(253)))
        .check(z.minLength(1), z.maxLength(MAX_DOMAINS)),
    }),
    // It keeps people out and lets none in.
    stepUp: { domains: false },
    input: { bounds: { entries: MAX_DOMAINS } },
    reply: z.object({ added: count, skipped: count }),
    status: 201,
  },
  'POST /auth/admin/api/blocked-email-domains/import-defaults': {
    name: 'importDefaults',
    summary: 'Block the domains of the built-in list of disposable email addresses',
    duty: { needs: 'operate', tenant: 'deployment' },
    stepUp: false,
    reply: z.object({ imported: count, total: count }),
    status: 201,
  },
  'DELETE /auth/admin/api/blocked-email-domains/{idOrDomain}': {
    name: 'remove',
    summary: 'Unblock an email domain',
    duty: { needs: 'operate', tenant: 'deployment' },
    stepUp: true,
    reply: message,
    errors: ['BLOCKED_DOMAIN_NOT_FOUND'],
  },
});

/** Describes this group for openapi.json. */
export const adminBlockedEmailDomainsDocs = () =>
  documented(adminBlockedEmailDomains, {
    description: 'Email domains whose addresses cannot have an account. Subdomains are included.',
    operations: {
      'GET /auth/admin/api/blocked-email-domains/stats': {
        description: 'If `count` is below `defaultCount`, the built-in list was not imported, or not as a whole.',
      },
      'POST /auth/admin/api/blocked-email-domains/import-defaults': {
        description: 'Entries that exist stay as they are. After a failure half-way, the next call adds the rest.',
      },
      'GET /auth/admin/api/blocked-email-domains': {
        description: 'An entry also blocks its subdomains. `total` counts every match, not only this page.',
        query: {
          search: 'Part of a domain.',
          page: 'The page, from 1.',
          pageSize: 'The number of entries per page, 1 to 200. Default: 50.',
        },
      },
      'POST /auth/admin/api/blocked-email-domains': {
        description: 'Applies to signup, invitations, users that admins create, and logins with an identity provider.',
      },
      'DELETE /auth/admin/api/blocked-email-domains/{idOrDomain}': {
        description: 'Removes this entry alone. An entry of a parent domain still blocks the domain.',
        path: { idOrDomain: 'The id of the entry, prefix `dom_`, or its domain.' },
      },
    },
    shapes: [
      named(
        blockedDomain,
        'BlockedDomain',
        'A blocked email domain.',
        {
          id: 'The id of the entry, prefix `dom_`.',
          domain: 'The domain. Its subdomains are blocked, too.',
          source: 'Whether an admin added it (`manual`), or the import of the built-in list (`default`).',
          createdAt: 'When it was created.',
        },
        { id: 'dom_7hT2kQ9vXbL4mN8pR1sW5c' },
      ),
      named(
        adminBlockedEmailDomains['GET /auth/admin/api/blocked-email-domains'].reply,
        'BlockedDomainList',
        'A page of blocked domains in alphabetical order.',
        {
          data: 'The entries of this page.',
          total: 'The number of entries on all pages.',
          page: 'The page, from 1.',
          pageSize: 'The number of entries per page.',
        },
      ),
      named(
        adminBlockedEmailDomains['GET /auth/admin/api/blocked-email-domains/stats'].reply,
        'BlockedDomainStats',
        'The size of the list.',
        { count: 'The number of blocked domains.', defaultCount: 'The number of domains in the built-in list.' },
      ),
      named(
        adminBlockedEmailDomains['POST /auth/admin/api/blocked-email-domains'].body,
        'BlockDomainsRequest',
        'The domains to block.',
        { domains: 'Up to 1 000 domains.' },
        { domains: ['mailinator.com'] },
      ),
      named(
        adminBlockedEmailDomains['POST /auth/admin/api/blocked-email-domains'].reply,
        'BlockDomainsResponse',
        'The result of the change.',
        { added: 'The number of new entries.', skipped: 'The number of domains that were already blocked.' },
      ),
      named(
        adminBlockedEmailDomains['POST /auth/admin/api/blocked-email-domains/import-defaults'].reply,
        'ImportDefaultsResponse',
        'The result of the import.',
        { imported: 'The number of new entries.', total: 'The number of blocked domains.' },
      ),
    ],
  });
