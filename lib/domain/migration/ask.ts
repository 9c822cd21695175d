// Asks the earlier service of a tenant about a password. The caller has counted the attempt. Nothing is cached or retried.
import { Unavailable } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import { open } from '../keys/sealed.ts';
import { type Migration, migrationSealContext } from '../tenants/migration-settings.ts';
import { askCognito } from './cognito.ts';
import { askHook } from './hook.ts';
import { askTokenEndpoint } from './oauth.ts';
import type { Typed, Verdict } from './verdict.ts';

/** For all calls to the service together. */
const SERVICE_MS = 4500;

/** Returns what the earlier service says. Throws `Unavailable`, after the cause was logged, if it says nothing clear. */
export async function askEarlierService(tenant: Tenant, migration: Migration, typed: Typed): Promise<Verdict> {
  try {
    const sealed = migration.clientSecret;
    const secret = sealed === undefined ? undefined : await open(migrationSealContext(tenant.id), sealed);
    return await askBy(tenant, migration, secret, typed, AbortSignal.timeout(SERVICE_MS));
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    // The message is our own. Its cause may quote the service.
    log.error('migration_unavailable', { tenant: tenant.id, source: sourceOf(migration), reason: error.message });
    throw error;
  }
}

const askBy = (
  tenant: Tenant,
  migration: Migration,
  secret: string | undefined,
  typed: Typed,
  signal: AbortSignal,
): Promise<Verdict> => {
  switch (migration.kind) {
    case 'oauth':
      return askTokenEndpoint(migration, secret, typed, signal);
    case 'cognito':
      return askCognito(migration, secret, typed, signal);
    case 'hook':
      return askHook(tenant, migration, secret, typed, signal);
  }
};

/** Returns the name of the service in events and logs: its kind and its host. */
export const sourceOf = ({ kind, url }: Migration): string => `${kind} ${new URL(url).host}`;
