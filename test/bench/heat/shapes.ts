// Names the shape of a key of the table: what it is without ids, whose requests share it, and over how many keys a random
// choice spreads them. It follows the list in lib/store/keys.ts; a key without a shape fails the recording.

import { limitOf, type Scope } from '../../../lib/domain/credentials/limit-table.ts';
import { SHARDS as LIMIT_SHARDS } from '../../../lib/domain/credentials/limits.ts';
import { SHARDS as ROW_COUNT_SHARDS } from '../../../lib/records/store/counters.ts';
import { COPIES } from '../../../lib/store/copies.ts';
import {
  AUDIT_SHARDS,
  COUNTER_SHARDS,
  LIST_SHARDS,
  TENANT_AUDIT_SHARDS,
  TENANT_TERM_SHARDS,
  TERM_SHARDS,
} from '../../../lib/store/keys.ts';
import { EPOCH_COPIES } from '../../../lib/store/tenants/permissions.ts';
import { HEAD_COPIES } from '../../../lib/store/tenants/tenant-heads.ts';

/**
 * Who shares a key. `domain`: accounts with addresses of one e-mail domain. `request`: a key that one request makes, and
 * no other one uses.
 */
export const HOLDERS = [
  'deployment',
  'application',
  'domain',
  'tenant',
  'address',
  'user',
  'admin',
  'request',
] as const;
export type Holder = (typeof HOLDERS)[number];

export type Shape = {
  name: string;
  holder: Holder;
  /** The items of an account have one partition key: they share a partition until a split by heat. */
  isOfAccount?: true;
  /** Keys among which a caller chooses at random. */
  keys: number;
  /** `tail`: many items, and new ones come last, so no split spreads the writes. `range`: a split by heat can spread them. */
  items?: 'tail' | 'range';
};

/** Whose requests a limit counts. */
const LIMITER_HOLDERS: Record<Scope, Holder> = {
  'setup-link': 'tenant',
  'client-document-account': 'user',
  'client-document-host': 'deployment',
  'client-document': 'deployment',
  'login-account': 'user',
  'login-reserve': 'user',
  'admin-account': 'admin',
  'admin-row': 'admin',
  'admin-email-code': 'admin',
  'admin-reserve': 'admin',
  'admin-otp': 'admin',
  'admin-current-password': 'admin',
  'admin-failure-event': 'admin',
  'acting-admin': 'admin',
  'unlock-account': 'user',
  'failure-record-each': 'address',
  'failure-record': 'tenant',
  'login-ip': 'address',
  'admin-ip': 'address',
  'sso-ip': 'address',
  'signup-ip': 'address',
  'signup-collision': 'address',
  'lookup-ip': 'address',
  'domain-check': 'tenant',
  'secret-ip': 'address',
  'secret-reset-ip': 'address',
  'secret-alarm': 'deployment',
  'code-address': 'user',
  'code-bound-row': 'user',
  'code-alarm': 'tenant',
  'code-ip': 'address',
  'token-ip': 'address',
  'mfa-account': 'user',
  'recovery-account': 'user',
  'switch-account': 'user',
  'token-exchange': 'user',
  'token-exchange-noted': 'user',
  'account-change': 'user',
  'refresh-session': 'user',
  'refresh-ip': 'address',
  'refresh-grace': 'user',
  'client-ip': 'address',
  'machine-token': 'application',
  'device-start': 'address',
  'device-ip': 'address',
  'device-account': 'user',
  'api-key-use': 'user',
  'provider-test': 'tenant',
  'send-gap': 'user',
  'send-ip': 'address',
  'email-burst': 'user',
  'email-day': 'user',
  'email-tenant-day': 'tenant',
  'sms-burst': 'user',
  'sms-day': 'user',
  'sms-prefix': 'tenant',
  'sms-tenant-day': 'tenant',
  'sms-share': 'address',
  'send-reserve': 'user',
  'send-reserve-account': 'user',
  'guessing-notice': 'user',
};

/** The key of the table, or of an index, as it is stored. An index has no second part. */
type Named = [RegExp, string, Holder, number?, Shape['items']?];

const T = 'T#ten_\\w+';
const U = `${T}#U#usr_\\w+`;
const at = (pk: string, sk: string): RegExp => new RegExp(`^${pk}\\n${sk}$`);

const OF_TABLE: readonly Named[] = [
  [at(T, '(?:TENANT|\\*)'), 'tenant', 'tenant'],
  [at(`${T}#HEAD#\\d+`, 'HEAD'), 'head of a tenant', 'tenant', HEAD_COPIES],
  [at(`${T}#LOGO`, 'LOGO'), 'logo of a tenant', 'tenant'],
  [at('P#SLUG#.+', 'SLUG'), 'slug', 'tenant'],
  [at('P#ORIGIN#.+', 'ORIGIN'), 'listed origin', 'tenant'],
  [at(U, 'USER'), 'user', 'user'],
  [at(U, 'SES#\\*'), 'sessions and user, by query', 'user'],
  [at(U, '(?:SES|SAP)#.+'), 'session', 'user'],
  [at(`${U}#PEN`, '.+'), 'pending login', 'user'],
  [at(U, 'USER#APIKEY#\\d'), 'API key of a user', 'user'],
  [at(`${T}#MACHINE#.+`, 'APIKEY#\\d'), 'API key of a machine', 'application'],
  [at(`${T}#KEYUSE#.+`, 'USE'), 'last use of an API key', 'user'],
  [at(U, 'USER#.+'), 'directory entries of a user', 'user', 1, 'range'],
  [at(U, '.+'), 'factors, codes and links of a user', 'user', 1, 'range'],
  [at(`${T}#(?:EMAIL|PHONE)#.+`, 'CLAIM'), 'address of a user', 'user'],
  [at(`${T}#IDP#.+`, 'CLAIM'), 'identity of a user', 'user'],
  [at(`${T}#(?:FLOW|CODE|USED|NONCE)#.+`, '.+'), 'flow, code or nonce', 'request'],
  [at(`${T}#ROLES`, 'ROLE#.+'), 'role of a tenant', 'tenant'],
  [at('P#ROLES', 'ROLE#.+'), 'role of all tenants', 'deployment'],
  [at(`${T}#ROLES#COPY#\\d+`, '.+'), 'copy of a role of a tenant', 'tenant', COPIES],
  [at('P#ROLES#COPY#\\d+', '.+'), 'copy of a role of all tenants', 'deployment', COPIES],
  [at(`${T}#ROLES`, '.+'), 'roles of a tenant, by name', 'tenant', 1, 'range'],
  [at('P#ROLES', '.+'), 'roles of all tenants, by name', 'deployment', 1, 'range'],
  [at(`${T}#C#[^#]+#N`, '\\d+'), 'number of rows', 'tenant', ROW_COUNT_SHARDS],
  [at(`${T}#C#[^#]+#X#[^#]+`, '[^]*'), 'index of rows', 'tenant', 1, 'range'],
  [at(`${T}#C#[^#]+#U`, '.+'), 'unique values of rows', 'tenant', 1, 'range'],
  [at(`${T}#C#[^#]+(?:#TRASH)?`, '.+'), 'rows', 'tenant', 1, 'tail'],
  [at('P#PERMS#EPOCH#\\d+', 'EPOCH'), 'epoch of permissions', 'deployment', EPOCH_COPIES],
  [at('P#PERMS', '.+'), 'permissions', 'deployment', 1, 'range'],
  [at('P#BLK#\\d+', 'DOMAINS'), 'blocked domains', 'domain'],
  [at('P#ADMINS', '.+'), 'admins', 'admin', 1, 'range'],
  [at('P#ADM(?:#|INV|FLOW).*', '.+'), 'session of an admin', 'admin'],
  [at('P#CIMD#.+', 'DOC'), 'document of a client', 'application'],
  [at('P#APP#.+#COPY#\\d+', 'APP'), 'copy of an application', 'application', COPIES],
  [at('P#APP#.+', 'APP'), 'application', 'application'],
  [at('P#ASR#.+', 'ASR'), 'used assertion', 'request'],
  [at('P#DAR#.+', 'DAR'), 'device request', 'request'],
  [at('P#COUNT#.+', 'COUNT'), 'number of roles or tenants', 'deployment'],
  [at(`(?:P|${T})#OUT#.+`, 'EVENT'), 'outbox', 'request'],
  [at(`${T}#AUD#.+`, '.+'), 'audit entries of a user', 'user', 1, 'tail'],
  [at('P#AUD#.+', '.+'), 'audit entries of the deployment', 'admin', 1, 'tail'],
  [at('P#AUDIT#\\d+', '.*'), 'audit chain', 'deployment', AUDIT_SHARDS, 'tail'],
  [at(`${T}#CNT#\\d+`, '(?:USERS|MEMBERS#.+)'), 'counters of a tenant: users', 'tenant', COUNTER_SHARDS],
  [at(`${T}#CNT#\\d+`, '.+'), 'counters of a tenant: by day', 'tenant', COUNTER_SHARDS],
  [at('P#CNT#\\d+', '(?:USERS|MEMBERS#.+)'), 'counters of the deployment: users', 'deployment', COUNTER_SHARDS],
  [at('P#CNT#\\d+', '.+'), 'counters of the deployment: by day', 'deployment', COUNTER_SHARDS],
  [at('P#MSG#.+', 'CLAIM'), 'message', 'request'],
  [at('P#JOB#.+', 'JOB'), 'job', 'request'],
  [at('P#(?:KEYS|JWKS)', '.+'), 'signing keys', 'deployment'],
  [at('P#BEAT', 'BEAT'), 'heartbeat', 'deployment'],
];

const OF_INDEXES: readonly Named[] = [
  [/^USERS#\d+$/, 'index1: users', 'deployment', LIST_SHARDS, 'tail'],
  [/^MEMBERS#\d+#.+$/, 'index1: members of a role', 'deployment', LIST_SHARDS, 'tail'],
  [/^INVITATIONS#\w+$/, 'index1: invitations', 'deployment', 1, 'tail'],
  [/^FIND#\d+$/, 'index1: search terms', 'deployment', TERM_SHARDS, 'range'],
  [/^(?:TENANTS|ROLES|APPLICATIONS)$/, 'index1: tenants, roles, applications', 'deployment', 1, 'tail'],
  [/^T#ten_\w+#USERS#\d+$/, 'index2: users of a tenant', 'tenant', LIST_SHARDS, 'tail'],
  [/^T#ten_\w+#MEMBERS#\d+#.+$/, 'index2: members of a role', 'tenant', LIST_SHARDS, 'tail'],
  [/^T#ten_\w+#INVITATIONS#\w+$/, 'index2: invitations of a tenant', 'tenant', 1, 'tail'],
  [/^T#ten_\w+#APIKEYS$/, 'index2: API keys of a tenant', 'tenant', 1, 'tail'],
  [/^T#ten_\w+#FIND#\d+$/, 'index2: search terms of a tenant', 'tenant', TENANT_TERM_SHARDS, 'range'],
  [/^T#ten_\w+#AUDIT#\d+$/, 'index2: audit entries of a tenant', 'tenant', TENANT_AUDIT_SHARDS, 'tail'],
  // Each entry has a key of its own.
  [/^(?:P|T#ten_\w+)#AUD#evt_\w+$/, 'index1: an audit entry', 'user', 1, 'range'],
];

const LIMITER = /^L#([a-z-]+)#.+\nBUCKET$/;

/** Returns the shape of a key of the table (`pk`, a line break, `sk`), or of a partition of an index. Throws for an unknown one. */
export function shapeOf(key: string): Shape {
  const scope = LIMITER.exec(key)?.[1] as Scope | undefined;
  if (scope) {
    return { name: `limit ${scope}`, holder: LIMITER_HOLDERS[scope], keys: limitOf(scope).isSplit ? LIMIT_SHARDS : 1 };
  }
  const named = [...OF_TABLE, ...OF_INDEXES].find(([pattern]) => pattern.test(key));
  if (!named) throw new Error(`no shape for the key ${JSON.stringify(key)}`);
  return shapeIn(named);
}

const shapeIn = ([pattern, name, holder, keys = 1, items]: Named): Shape => ({
  name,
  holder,
  keys,
  ...(items && { items }),
  ...(pattern.source.startsWith(at(U, '').source.slice(0, -1)) && { isOfAccount: true }),
});

/** Every shape, by its name. */
export const SHAPES: ReadonlyMap<string, Shape> = new Map(
  [
    ...[...OF_TABLE, ...OF_INDEXES].map(shapeIn),
    ...(Object.keys(LIMITER_HOLDERS) as Scope[]).map((scope) => shapeOf(`L#${scope}#x\nBUCKET`)),
  ].map((shape) => [shape.name, shape]),
);
