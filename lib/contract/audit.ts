// Declares an entry of the audit log, as admins and as users see it.
import * as z from 'zod/mini';
import { named, TENANT, USER } from './documentation.ts';
import { dateTime } from './shapes.ts';

const nullableText = z.nullable(z.string());
const fields = z.record(z.string(), z.unknown());
const outcome = z.enum(['success', 'failure']);

/** Who caused an entry. `stranger`: a caller who proved nothing. `system`: the service itself. */
const actor = z.object({
  type: z.enum(['admin', 'user', 'application', 'setupLink', 'scimConnection', 'secretKey', 'stranger', 'system']),
  id: nullableText,
  name: nullableText,
});
/** Through whom they acted: an application, the user as whom an admin acted, or who made the setup link. */
const via = z.object({ type: z.enum(['application', 'user', 'admin']), id: z.string(), name: nullableText });
const target = z.object({ type: z.string(), id: z.string(), name: nullableText });
const source = z.object({ ipAddress: nullableText, userAgent: nullableText, deviceName: nullableText });

export const auditEntry = z.object({
  id: z.string(),
  occurredAt: dateTime,
  tenantId: nullableText,
  action: z.string(),
  outcome,
  actor,
  via: z.nullable(via),
  target,
  requestId: nullableText,
  operation: nullableText,
  source: z.nullable(source),
  before: fields,
  after: fields,
  detail: fields,
  isErased: z.boolean(),
});

const meta = z.object({ nextCursor: nullableText });
export const auditPage = z.object({ data: z.array(auditEntry), meta });

/** An entry that users see of their own account: no admin, and nothing that only admins may know. */
export const ownEntry = z.object({
  id: z.string(),
  occurredAt: dateTime,
  action: z.string(),
  outcome,
  by: z.enum(['you', 'admin', 'other']),
  ipAddress: nullableText,
  deviceName: nullableText,
});
export const ownPage = z.object({ data: z.array(ownEntry), meta });

/** The last entry of a shard of the chain. */
export const anchor = z.object({ shard: z.int(), seq: z.int(), hash: z.string(), recordedAt: dateTime });

/** The personal data of an entry. Its hash in the entry needs the salt. */
export const personalPart = z.object({ salt: z.string(), values: z.string() });

/** A link of the chain: what its hash covers, and the entry. */
export const auditLink = z.object({
  shard: z.int(),
  seq: z.int(),
  prev: z.string(),
  recordedAt: dateTime,
  keptUntil: dateTime,
  id: z.string(),
  occurredAt: dateTime,
  tenantId: nullableText,
  targetId: z.string(),
  actorId: nullableText,
  action: z.string(),
  content: z.string(),
  hash: z.string(),
  entry: nullableText,
  personal: z.nullable(personalPart),
});
export const exportPage = z.object({ data: z.array(auditLink), meta });

const limit = z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/)));
const cursor = z.optional(z.string().check(z.maxLength(2048)));
const text = z.optional(z.string().check(z.minLength(1), z.maxLength(128)));
export const pageQuery = { limit, cursor };
export const periodQuery = { from: z.optional(dateTime), to: z.optional(dateTime) };
export const auditFilters = {
  tenantId: text,
  actorId: text,
  targetId: text,
  action: text,
  ...periodQuery,
  ...pageQuery,
};

export const PAGE_DOCS = {
  limit: 'The number of entries per page, 1 to 100. Default: 25.',
  cursor: 'The `nextCursor` of the page before.',
};
export const PERIOD_DOCS = { from: 'The earliest time, included.', to: 'The latest time, excluded.' };

const ENTRY = {
  id: 'The id of the entry.',
  occurredAt: 'When it happened.',
  action: 'What happened, such as `session.started` or `user.updated`.',
  outcome: '`success` or `failure`.',
};
const NAME_NOW = 'The address, number or name as it is now. `null`: it was deleted, or is not for the caller to know.';
const PAGE_META = 'How to go on.';

/** What openapi.json says about the shapes of entries. */
export const auditShapes = () => [
  named(
    auditEntry,
    'AuditEntry',
    'An entry of the audit log.',
    {
      ...ENTRY,
      tenantId: 'The tenant. `null`: the entry belongs to no tenant.',
      actor: 'Who caused it.',
      via: 'Through whom they acted: an application, or an admin who acts as the user. `null`: directly.',
      target: 'Whom or what it concerns.',
      requestId: 'The id of the request. `null`: no request caused it, or it is not known.',
      operation: 'The operation of the request.',
      source: 'Where the request came from. `null`: unknown, or erased.',
      before: 'The fields that changed, as they were. Never a secret.',
      after: 'The fields that changed, as they are now. Never a secret.',
      detail: 'More about it, by action.',
      isErased: 'Whether what was personal in it was erased, with the user whom it concerns. Its facts stay.',
    },
    {
      id: 'evt_0aB1cD2eF3gH4iJ5kL6mN7',
      occurredAt: '2026-01-15T09:30:00.000Z',
      tenantId: TENANT,
      action: 'session.started',
      outcome: 'success',
      actor: { type: 'user', id: USER, name: 'ada@example.com' },
      via: null,
      target: { type: 'user', id: USER, name: 'ada@example.com' },
      requestId: 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
      operation: 'login',
      source: { ipAddress: '203.0.113.7', userAgent: 'Mozilla/5.0', deviceName: 'Firefox on Linux' },
      before: {},
      after: {},
      detail: {},
      isErased: false,
    },
  ),
  named(actor, 'AuditActor', 'Who caused an entry.', {
    type: 'The kind of actor. `secretKey`: the holder of the secret key. `stranger`: a caller who proved nothing.',
    id: 'The id of the admin, user, application, setup link or SCIM connection.',
    name: NAME_NOW,
  }),
  named(via, 'AuditVia', 'Through whom an actor acted, or who made the setup link.', {
    type: 'The kind.',
    id: 'The id.',
    name: NAME_NOW,
  }),
  named(
    target,
    'AuditTarget',
    'Whom or what an entry concerns.',
    { type: 'The kind of target, such as `user`.', id: 'The id of the target.', name: NAME_NOW },
    { type: 'user', id: USER, name: 'ada@example.com' },
  ),
  named(source, 'AuditSource', 'Where a request came from.', {
    ipAddress: 'The IP address.',
    userAgent: 'The user agent, at most 100 characters.',
    deviceName: 'A name for the device, such as `Firefox on Linux`.',
  }),
  named(
    meta,
    'AuditPageMeta',
    'How to go on.',
    { nextCursor: 'The cursor of the next page, `null` on the last one.' },
    { nextCursor: null },
  ),
  named(auditPage, 'AuditPage', 'A page of the audit log.', { data: 'The entries, newest first.', meta: PAGE_META }),
  named(
    ownEntry,
    'OwnAuditEntry',
    'Something that happened to the account.',
    {
      ...ENTRY,
      by: '`you`, an `admin`, or `other`: someone who did not prove to be you, or the service.',
      ipAddress: 'The IP address of the request. `null`: unknown, or not yours to know.',
      deviceName: 'A name for the device.',
    },
    { action: 'session.started', by: 'you', ipAddress: '203.0.113.7', deviceName: 'Firefox on Linux' },
  ),
  named(ownPage, 'OwnAuditPage', 'What happened to the account.', {
    data: 'The entries, newest first.',
    meta: PAGE_META,
  }),
];
