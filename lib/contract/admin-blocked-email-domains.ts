// Domains whose addresses get no account, seen and changed by admins.
import * as z from 'zod/mini';
import { contract } from './operation.ts';
import { dateTime, message } from './shapes.ts';

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
    summary: 'List blocked e-mail domains, in alphabetical order',
    access: 'admin',
    rate: 'read',
    query: z.object({
      /** Part of a domain, as it stands. */
      search: z.optional(z.string().check(z.maxLength(253))),
      /** From 1. */
      page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))),
      /** 1 to 200, default 50. */
      pageSize: z.optional(z.string().check(z.regex(/^([1-9]\d?|1\d\d|200)$/))),
    }),
    reply: z.object({ data: z.array(blockedDomain), total: count, page: z.int(), pageSize: z.int() }),
    status: 200,
    errors: [],
  },
  'GET /auth/admin/api/blocked-email-domains/stats': {
    name: 'stats',
    summary: 'How many domains are blocked, and how many the built-in list has',
    access: 'admin',
    rate: 'read',
    reply: z.object({ count, defaultCount: count }),
    status: 200,
    errors: [],
  },
  'POST /auth/admin/api/blocked-email-domains': {
    name: 'add',
    summary: 'Block e-mail domains with all their sub-domains',
    access: 'admin',
    rate: 'write',
    body: z.object({
      domains: z
        .array(z.string().check(z.minLength(1), z.maxLength(253)))
        .check(z.minLength(1), z.maxLength(MAX_DOMAINS)),
    }),
    maxEntries: MAX_DOMAINS,
    reply: z.object({ added: count, skipped: count }),
    status: 201,
    errors: [],
  },
  'POST /auth/admin/api/blocked-email-domains/import-defaults': {
    name: 'importDefaults',
    summary: 'Block the domains of the built-in list of disposable addresses',
    access: 'admin',
    rate: 'write',
    reply: z.object({ imported: count, total: count }),
    status: 201,
    errors: [],
  },
  'DELETE /auth/admin/api/blocked-email-domains/{idOrDomain}': {
    name: 'remove',
    summary: 'Unblock an e-mail domain',
    access: 'admin',
    rate: 'write',
    reply: message,
    status: 200,
    errors: ['BLOCKED_DOMAIN_NOT_FOUND'],
  },
});
