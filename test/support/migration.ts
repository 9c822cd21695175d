// Sets up tenants that move people from an earlier service at their first login.
import { now } from '../../lib/platform/clock.ts';
import { type EarlierService, type Kind, type Realm, type Resident, startEarlierService } from './earlier-service.ts';
import type { Reply } from './http.ts';
import type { Realm as IdentityRealm } from './identity-provider.ts';
import { newEmail, newPassword, running, type Service, type Tenant, useService } from './service.ts';

export type Migrating = { service: Service; earlier: EarlierService };

/** Runs a service and the imitations of earlier services for the tests of a file. */
export const useMigration = (env: Record<string, string> = {}): Migrating => ({
  service: useService(env),
  earlier: running(startEarlierService),
});

export const KINDS: readonly Kind[] = ['oauth', 'cognito', 'hook'];

/** A tenant that moves people from a new realm. `more` replaces members of `settings.migration`. */
export async function migratingTenant(
  { service, earlier }: Migrating,
  kind: Kind = 'oauth',
  { more, ...settings }: Record<string, unknown> & { more?: Record<string, unknown> } = {},
): Promise<{ realm: Realm; tenant: Tenant }> {
  const realm = earlier.realm(kind);
  return { realm, tenant: await service.tenant({ migration: realm.settings(more), ...settings }) };
}

export type Person = { email: string; password: string };
/** A person who has an account at the earlier service, and none here. */
export function resident(realm: Realm, given: Partial<Resident> = {}, email = newEmail()): Person {
  const password = given.password ?? newPassword();
  realm.people.set(email, { claims: { sub: email, email, email_verified: true }, ...given, password });
  return { email, password };
}

export const logIn = (service: Service, tenant: Tenant, { email, password }: Person): Promise<Reply> =>
  service.login({ tenant, email, password });

/** Returns the count of people who were moved. */
export async function movedPeople(service: Service, tenant: Tenant): Promise<number> {
  const { body } = await service.admin('GET', `/auth/admin/api/stats?tenantId=${tenant.id}`);
  return body.stats.migratedUsers;
}

/** `settings.migration` for an identity provider of the tests, with its password grant. */
export const passwordGrantOf = ({ issuer, clientId, clientSecret }: IdentityRealm) => {
  const endsAt = new Date(now() + 30 * 86_400_000).toISOString();
  return { kind: 'oauth', url: `${issuer}/token`, clientId, clientSecret, authMethod: 'basic', endsAt };
};
