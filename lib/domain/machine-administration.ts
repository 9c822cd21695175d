// Decides whether a machine administers now, and gives it a token for that. Everything is read from the application with each
// call, so what is taken away counts on the next one.
import {
  MAX_MACHINE_ADMIN_TTL,
  type MachineAdminClaims,
  signMachineAdminToken,
} from '../crypto/machine-admin-token.ts';
import { rootSecret } from '../platform/aws/secrets.ts';
import { seconds } from '../platform/clock.ts';
import { newTokenId, type TenantId } from '../platform/ids.ts';
import { config } from '../platform/settings/config.ts';
import type { Application } from '../store/applications/applications.ts';
import type { MachineActor } from './administrator.ts';
import { isBoundAsRequired } from './application-rights.ts';
import { hasHad, serves } from './application-standing.ts';
import { adminApi } from './protected-resource-rights.ts';
import { afterThisSecond, isOfNow, whenCounting } from './still-counts.ts';

/** The times before which given tokens have ended. */
const endsOf = ({ activeSince, administersSince }: Application) => [{ activeSince }, { activeSince: administersSince }];

/**
 * Returns a token for operations of admins, which lives five minutes at most, and its lifetime in seconds. `undefined` for
 * an application that does not administer. `jkt`: the key that it is bound to.
 */
export async function issueMachineAdminToken(application: Application, jkt: string | undefined) {
  if (!actorOf(application)) return undefined;
  await whenCounting(...endsOf(application));
  const lifetime = Math.min(application.accessTtlSeconds ?? MAX_MACHINE_ADMIN_TTL, MAX_MACHINE_ADMIN_TTL);
  const iat = seconds();
  const token = signMachineAdminToken(await rootSecret('session'), {
    iss: config().baseUrl,
    aud: adminApi(),
    sub: application.id,
    jti: newTokenId(),
    iat,
    exp: iat + lifetime,
    ...(jkt !== undefined && { cnf: { jkt } }),
  });
  return { token, lifetime };
}

/**
 * Returns the machine whose token this is; `undefined` if what the token rests on has ended since. `iat` is in seconds: a token
 * of the second in which something was switched on may be of after it.
 */
export function machineFor({ iat, cnf }: MachineAdminClaims, application: Application): MachineActor | undefined {
  const issuedAt = iat * 1000 + 999;
  const isGood =
    endsOf(application).every(({ activeSince = 0 }) => issuedAt >= activeSince) &&
    isOfNow(issuedAt) &&
    isBoundAsRequired(application, { ...(cnf && { cnf }) }) &&
    hasHad(application, 'client_credentials', issuedAt);
  return isGood ? actorOf(application) : undefined;
}

/** Returns the machine as it may act now; `undefined` if it may not. One that serves some tenants administers no other. */
function actorOf(application: Application): MachineActor | undefined {
  const { id, kind, status, grants, administers } = application;
  if (!administers || kind !== 'machine' || status !== 'active' || !grants.includes('client_credentials'))
    return undefined;
  const { role, tenants } = administers;
  return isWithin(application) ? { admin: { id, role, tenants } } : undefined;
}

type Reach = Pick<Application, 'administers' | 'tenantIds'>;

/** Whether the application administers none but tenants that it serves: one of a tenant never gets all. */
export function isWithin({ administers, tenantIds }: Reach): boolean {
  if (!administers || tenantIds === null) return true;
  return administers.tenants?.every((tenant: TenantId) => serves({ tenantIds }, tenant)) ?? false;
}

const credentialsOf = ({ secrets, jwks, jwksUri, refusesSecrets }: Application): string[] => [
  ...secrets.map(({ id }) => id),
  ...jwks.map((key) => JSON.stringify(key)),
  ...(jwksUri === null ? [] : [jwksUri]),
  ...(refusesSecrets ? [] : ['secrets']),
];

/**
 * Returns the changed application. If it lost the right or a credential, tokens of before end with it. Which credential gave
 * a token is not known, so all end: the machine asks for the next one with another credential. `at` in ms.
 */
export function withAdministration(before: Application, after: Application, at: number): Application {
  const kept = credentialsOf(after);
  const hasLost =
    before.administers !== null && (!after.administers || credentialsOf(before).some((each) => !kept.includes(each)));
  return hasLost ? { ...after, administersSince: afterThisSecond(at) } : after;
}
