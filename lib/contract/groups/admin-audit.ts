// Declares the audit log, for admins.
import * as z from 'zod/mini';
import {
  anchor,
  auditEntry,
  auditFilters,
  auditLink,
  auditPage,
  auditShapes,
  exportPage,
  PAGE_DOCS,
  PERIOD_DOCS,
  pageQuery,
  periodQuery,
  personalPart,
} from '../audit.ts';
import { documented, named } from '../documentation.ts';
import { contract } from '../operation.ts';

export const adminAudit = contract({
  'GET /auth/admin/api/audit': {
    name: 'list',
    summary: 'List entries of the audit log, newest first',
    duty: { needs: 'read', tenant: 'query' },
    shows: 'log',
    input: { knownQuery: true },
    query: z.object(auditFilters),
    reply: auditPage,
    errors: ['CURSOR_INVALID'],
    extension: true,
  },
  'GET /auth/admin/api/audit/{id}': {
    name: 'get',
    summary: 'Get an entry of the audit log',
    duty: { needs: 'read', tenant: 'listed' },
    shows: 'log',
    reply: auditEntry,
    errors: ['AUDIT_ENTRY_NOT_FOUND'],
    extension: true,
  },
  'GET /auth/admin/api/users/{id}/audit': {
    name: 'ofUser',
    summary: 'List what happened to a user, newest first',
    duty: { needs: 'readUsers', tenant: 'path' },
    shows: 'log',
    input: { knownQuery: true },
    query: z.object({ ...periodQuery, ...pageQuery }),
    reply: auditPage,
    errors: ['CURSOR_INVALID', 'USER_NOT_FOUND'],
    extension: true,
  },
  'GET /auth/admin/api/audit/anchors': {
    name: 'anchors',
    summary: 'Get the last entry of each shard of the audit log, to be kept elsewhere',
    duty: { needs: 'read', tenant: 'deployment' },
    reply: z.object({ data: z.array(anchor) }),
    extension: true,
  },
  'GET /auth/admin/api/audit/export': {
    name: 'export',
    summary: 'Export the audit log with its hashes, oldest first',
    duty: { needs: 'read', tenant: 'deployment' },
    shows: 'log',
    input: { knownQuery: true },
    query: z.object(pageQuery),
    reply: exportPage,
    errors: ['CURSOR_INVALID'],
    extension: true,
  },
});

/** Describes this group for openapi.json. */
export const adminAuditDocs = () =>
  documented(adminAudit, {
    description: 'The audit log: who did what, to whom, when and from where.',
    operations: {
      'GET /auth/admin/api/audit/anchors': {
        description:
          'Keep them outside of the deployment. `npm run audit:verify` compares an export with them, and reports a log that was altered since.',
      },
      'GET /auth/admin/api/audit': {
        description:
          'A page examines at most 400 entries. A page of a rare action or actor may be short, or empty, although ' +
          '`nextCursor` is not `null`: continue with it. With `targetId`, or `tenantId`, only entries of these are examined.',
        query: {
          tenantId: 'Only entries of this tenant.',
          actorId: 'Only entries that this admin, user or application caused.',
          targetId:
            'Only entries that concern this id. With the id of anything but a user, also send `tenantId` if it has one.',
          action: 'Only entries with this action.',
          ...PERIOD_DOCS,
          ...PAGE_DOCS,
        },
      },
      'GET /auth/admin/api/audit/{id}': {
        description:
          'An entry of a tenant that is not yours is AUDIT_ENTRY_NOT_FOUND. A new entry can be found within seconds.',
        path: { id: 'The id of the entry, prefix `evt_`.' },
      },
      'GET /auth/admin/api/users/{id}/audit': {
        description: 'Also of a user who was deleted, without their personal data.',
        path: { id: 'The id of the user, prefix `usr_`.' },
        query: { ...PERIOD_DOCS, ...PAGE_DOCS },
      },
      'GET /auth/admin/api/audit/export': {
        description:
          'Each element is one line of an export. `npm run audit:verify` checks a file of them. A shard that is done is ' +
          'followed by the next one.',
        query: PAGE_DOCS,
      },
    },
    shapes: [
      ...auditShapes(),
      named(
        anchor,
        'AuditAnchor',
        'The last entry of a shard.',
        {
          shard: 'The number of the shard.',
          seq: 'The number of the entry in its shard, from 1.',
          hash: 'Its hash, which covers all entries before it.',
          recordedAt: 'When it was recorded.',
        },
        { shard: 0, seq: 4711 },
      ),
      named(adminAudit['GET /auth/admin/api/audit/anchors'].reply, 'AuditAnchors', 'The anchors.', {
        data: 'One anchor for each shard that has entries.',
      }),
      named(
        auditLink,
        'AuditLink',
        'An entry with its place in the chain.',
        {
          shard: 'The number of the shard.',
          seq: 'The number of the entry in its shard, from 1.',
          prev: 'The hash of the entry before it in the shard; empty for the first one.',
          recordedAt: 'When it was recorded.',
          keptUntil: 'When the retention of the tenant ends. The entry may be missing from then on.',
          id: 'The id of the entry.',
          occurredAt: 'When it happened.',
          tenantId: 'Its tenant.',
          targetId: 'Whom or what it concerns.',
          actorId: 'Who caused it.',
          action: 'What happened.',
          content: 'The hash of the entry.',
          hash: 'The hash of this link.',
          entry:
            'The entry as canonical JSON (RFC 8785): its facts, and the hash of its personal data. `null`: its retention has ended.',
          personal:
            'What is personal to a user, and its salt. `null`: there is none, or it was erased, which is an entry of its own: `user.erased`.',
        },
        { shard: 0, seq: 4711 },
      ),
      named(personalPart, 'AuditPersonalData', 'The personal data of an entry.', {
        salt: 'The salt of its hash.',
        values: 'The data as canonical JSON (RFC 8785).',
      }),
      named(exportPage, 'AuditExportPage', 'A page of an export.', {
        data: 'The links.',
        meta: 'How to go on.',
      }),
    ],
  });
