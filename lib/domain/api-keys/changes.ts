// Makes, changes and revokes API keys, for users and for admins: each change with its events, all or nothing.

import { fail } from '../../contract/errors.ts';
import type { EventDetail } from '../../contract/events.ts';
import { apiKeyText } from '../../crypto/api-key.ts';
import { digest } from '../../crypto/secrets.ts';
import { iso, now } from '../../platform/clock.ts';
import { type ApiKeyId, apiKeyId, isUserId, newApiKeySecret, type TenantId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import * as store from '../../store/api-keys.ts';
import { event, type NewEvent, outboxWrite } from '../../store/outbox.ts';
import { type Grants, grantsOf, type Holder } from '../access/grants.ts';
import { type AuditActor, auditEvent } from '../audit.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** NIST SP 800-57 part 1, 5.3, wants the shortest practical period; GitHub and Google recommend up to 90 days. */
const DEFAULT_DAYS = 90;
/** Long enough to put a new key everywhere that has the old one. */
const DEFAULT_OVERLAP_HOURS = 24;
const HINT = 4;

/** A key, and its text, which is shown only now. */
export type Shown = { key: store.ApiKey; text: string };
type Given = { name: string; scopes: string[]; expiresInDays?: number | undefined; networks?: string[] | undefined };
/** The admin who makes the change. Absent: the user who owns the key. */
type By = AuditActor | undefined;

type Name = 'created' | 'rotated' | 'updated' | 'revoked';

/** `told`: the address that is told of a new secret. */
type More = { updatedFields?: string[]; told?: string | null };

/** The write of the events of a change, that of the audit log among them if an admin made it. */
function eventsWrite(by: By, name: Name, key: store.ApiKey, { updatedFields = [], told = null }: More = {}) {
  const { tenantId, owner, id, scopes } = key;
  const isOfUser = isUserId(owner);
  const of: EventDetail<'svc.api_key_revoked'> = {
    tenantId,
    userId: isOfUser ? owner : null,
    applicationId: isOfUser ? null : owner,
    keyId: id,
  };
  const secret = { ...of, email: told, name: key.name, scopes, expiresAt: iso(store.expiryOf(key)) };
  const events: Record<Name, NewEvent> = {
    created: event('svc.api_key_created', secret),
    rotated: event('svc.api_key_rotated', secret),
    updated: event('svc.api_key_updated', { ...of, updatedFields }),
    revoked: event('svc.api_key_revoked', of),
  };
  const target = { type: isOfUser ? ('user' as const) : ('application' as const), id: owner, tenantId };
  const views = name === 'revoked' ? ([{ keyId: id }, {}] as const) : ([{}, { keyId: id }] as const);
  const audit = by ? [auditEvent(by, `${target.type}.api_key_${name}`, target, ...views)] : [];
  return outboxWrite(tenantId, [events[name], ...audit], now());
}

/** Returns a new secret, and the text of the key with it. */
function newSecret(id: ApiKeyId, lifetimeMs: number, at: number): { text: string; secret: store.ApiKeySecret } {
  const random = newApiKeySecret();
  const text = apiKeyText(id, random);
  const secret = { digest: digest(random), hint: text.slice(-HINT), createdAt: at, expiresAt: at + lifetimeMs };
  return { text, secret };
}

/** Throws INVALID_SCOPE unless each scope is a permission that the owner has now. */
function requireGranted(scopes: readonly string[], { permissions }: Grants): void {
  const missing = scopes.find((each) => !permissions.includes(each));
  if (missing !== undefined) fail('INVALID_SCOPE', { message: 'A scope is no permission that the owner has.' });
}

/**
 * Makes a key for the owner. Throws INVALID_SCOPE and API_KEY_LIMIT_REACHED; `ownerGone` throws for an owner who was removed
 * or disabled meanwhile.
 */
export async function make(
  by: By,
  holder: Holder & { id: store.ApiKeyOwner; sourcesSince?: number; told: string | null },
  { name, scopes, expiresInDays = DEFAULT_DAYS, networks = [] }: Given,
  ownerGone: () => never,
): Promise<Shown> {
  requireGranted(scopes, await grantsOf(holder));
  const lifetimeMs = expiresInDays * DAY_MS;
  const { id: owner, tenantId, sourcesSince = 0, told } = holder;
  const given = { tenantId, owner, name, scopes: [...new Set(scopes)], networks, lifetimeMs };
  return retryOnConflict('the API keys of an owner', async () => {
    const at = now();
    let text = '';
    const made = await store.create(given, at, sourcesSince, (id) => {
      const fresh = newSecret(id, lifetimeMs, at);
      text = fresh.text;
      return { secret: fresh.secret, events: (key) => eventsWrite(by, 'created', key, { told }) };
    });
    if (made === 'full') return fail('API_KEY_LIMIT_REACHED');
    if (made === 'owner-gone') return ownerGone();
    return made && { key: made, text };
  });
}

/** Returns the key of this id if the owner has it. Throws API_KEY_NOT_FOUND. */
export async function requireKey(text: string, isAllowed: (key: store.ApiKey) => boolean): Promise<store.ApiKey> {
  const id = apiKeyId(text);
  const key = id && (await store.find(id));
  return key && isAllowed(key) ? key : fail('API_KEY_NOT_FOUND');
}

/** Whether it is a key of this owner, in this tenant. */
export const isOf =
  (tenant: TenantId, owner: store.ApiKeyOwner) =>
  (key: store.ApiKey): boolean =>
    key.tenantId === tenant && key.owner === owner;

/**
 * Gives the key a new secret. The one before it ends after the overlap; without one, all others end at once. Throws
 * API_KEY_ROTATED while two secrets live, unless there is no overlap, and for all but one of several callers who race.
 */
export async function rotate(
  by: By,
  before: store.ApiKey,
  { overlapHours = DEFAULT_OVERLAP_HOURS }: { overlapHours?: number | undefined },
  told: string | null,
): Promise<Shown> {
  const at = now();
  const live = before.secrets.filter(({ expiresAt }) => expiresAt > at);
  if (live.length > 1 && overlapHours > 0) fail('API_KEY_ROTATED');
  const { text, secret } = newSecret(before.id, before.lifetimeMs, at);
  const until = at + overlapHours * HOUR_MS;
  const kept = overlapHours > 0 ? live.map((each) => ({ ...each, expiresAt: Math.min(each.expiresAt, until) })) : [];
  const key: store.ApiKey = { ...before, secrets: [secret, ...kept], updatedAt: at };
  return (await store.change(before, key, eventsWrite(by, 'rotated', key, { told })))
    ? { key, text }
    : fail('API_KEY_ROTATED');
}

/** Changes name and networks, if they were sent. Throws API_KEY_NOT_FOUND. */
export function update(
  by: By,
  text: string,
  isAllowed: (key: store.ApiKey) => boolean,
  sent: { name?: string | undefined; networks?: string[] | undefined },
): Promise<store.ApiKey> {
  return retryOnConflict('the API key', async () => {
    const before = await requireKey(text, isAllowed);
    const { name = before.name, networks = before.networks } = sent;
    const key = { ...before, name, networks, updatedAt: now() };
    const fields = (['name', 'networks'] as const).filter((each) => `${key[each]}` !== `${before[each]}`);
    if (!fields.length) return before;
    return (await store.change(before, key, eventsWrite(by, 'updated', key, { updatedFields: fields })))
      ? key
      : undefined;
  });
}

/** Revokes the key. Throws API_KEY_NOT_FOUND, also for all but one of several callers who race. */
export function revoke(by: By, text: string, isAllowed: (key: store.ApiKey) => boolean): Promise<{ message: string }> {
  return retryOnConflict('the API key', async () => {
    const key = await requireKey(text, isAllowed);
    const isRemoved = await store.remove(key, eventsWrite(by, 'revoked', key));
    return isRemoved ? { message: 'API key revoked.' } : undefined;
  });
}
