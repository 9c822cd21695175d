// Validates and seals what a tenant says of its earlier service.
import { fail } from '../../contract/errors.ts';
import type { TenantSettings } from '../../contract/fields/settings.ts';
import type { RootsOf } from '../../crypto/purpose-keys.ts';
import { seal } from '../../crypto/seal.ts';
import { now } from '../../platform/clock.ts';
import type { TenantId } from '../../platform/ids.ts';

export type Migration = NonNullable<TenantSettings['migration']>;

/**
 * A year. While it lasts, a guess at an address without an account is sent to another service: that must not be forgotten.
 */
const LONGEST_MS = 366 * 86_400_000;

/** Standard Webhooks 1.0.0: a key of 24 to 64 bytes in base64. */
const HOOK_KEY = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/;

const invalid = (field: string, reason: string): never =>
  fail('INVALID_INPUT', { message: `settings.migration.${field}: ${reason}` });

/** Throws INVALID_INPUT, which names the field, unless the migration ends within a year and has what its kind needs. */
export function requireMigration(migration: Migration | null | undefined): void {
  if (!migration) return;
  const { kind, clientId, clientSecret, userinfoUrl, endsAt } = migration;
  const left = Date.parse(endsAt) - now();
  if (left <= 0 || left > LONGEST_MS) invalid('endsAt', 'must be in the future, and at most a year away');
  if (kind !== 'hook' && clientId === undefined) invalid('clientId', 'is required');
  if (kind !== 'oauth' && userinfoUrl !== undefined) invalid('userinfoUrl', 'is only for oauth');
  if (kind === 'hook' && clientSecret !== undefined && !HOOK_KEY.test(clientSecret))
    invalid('clientSecret', 'must be whsec_ and 24 to 64 bytes in base64');
}

/** The service that the secret is bound to. */
export const migrationSealContext = (id: TenantId): string => `migration|${id}`;

/**
 * Returns the migration with its secret sealed, bound to the tenant. A secret that is not sent again stays, but only for the
 * same client of the same service: it must not be sent to another one. Throws INVALID_INPUT for a hook without a key.
 */
export function withSealedMigration(
  roots: RootsOf<'seal'>,
  id: TenantId,
  migration: Migration,
  before: Migration | undefined,
): Migration {
  const { kind, url, clientId, clientSecret: sent } = migration;
  const isSame = before?.kind === kind && before.url === url && before.clientId === clientId;
  const kept = isSame ? before.clientSecret : undefined;
  const clientSecret = sent === undefined ? kept : seal(roots, migrationSealContext(id), sent);
  if (kind === 'hook' && clientSecret === undefined) invalid('clientSecret', 'is required');
  return { ...migration, clientSecret };
}
