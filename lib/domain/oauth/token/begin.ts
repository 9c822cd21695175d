// Begins the session of an application for what its user granted: an authorization code, or the request of a device. One
// transaction uses it up and begins the session; a second use of it ends that session (RFC 6749 4.1.2).
import { fail } from '../../../contract/errors.ts';
import { log } from '../../../platform/log.ts';
import { count } from '../../../platform/metrics.ts';
import { isLocalRun } from '../../../platform/settings/config.ts';
import type { Application } from '../../../store/applications/applications.ts';
import { findUsed } from '../../../store/applications/authorization-codes.ts';
import { protectedResourceFrom, protectedResourceKey } from '../../../store/applications/protected-resources.ts';
import * as table from '../../../store/dynamo/table.ts';
import { end, isSameLineage } from '../../../store/people/sessions.ts';
import { findWithHeld } from '../../../store/people/users.ts';
import { headFrom, headKey } from '../../../store/tenants/tenants.ts';
import { isUsableIn } from '../../application-standing.ts';
import { canKeepSecrets } from '../../applications/kinds.ts';
import { isDeviceGrantOn } from '../../device-grant.ts';
import { isUsableFor } from '../../protected-resource-rights.ts';
import type { ProvedKey } from '../../sessions/bound-tokens.ts';
import type { Actor, Client } from '../../sessions/caller.ts';
import { beginForApplication } from '../../sessions/of-applications.ts';
import type { Code } from '../code.ts';
import { placeOf } from '../consent.ts';
import { type CodeProblem, noteRefusal } from '../dead-ends.ts';
import { targetFor, UNKNOWN_TARGET } from '../target.ts';

/** What was granted, by whom, in which session of a browser, and when. */
export type Granted = Pick<
  Code,
  'tenant' | 'user' | 'session' | 'application' | 'at' | 'scope' | 'claims' | 'grant' | 'resource'
>;
/** `hash`: of the code that is used up. `isDevice`: it is that of a device. */
type Shown = { hash: string; key: ProvedKey; isDevice?: true };

/**
 * Returns the session and what its tokens are for. Throws INVALID_GRANT if the code was used before, which ends the session
 * that it began, if the browser's session has ended, or the user's grant; APPLICATION_SESSION_LIMIT_REACHED, INVALID_TARGET and
 * INVALID_SCOPE, which use up nothing.
 */
export async function begin(application: Application, granted: Granted, shown: Shown, client: Client) {
  const begun = await beginOnce(application, granted, shown, client);
  if (begun === 'used') await endReplayed(granted, shown.hash);
  return typeof begun === 'string' ? refuse(CAUSES[begun], application) : begun;
}

const CAUSES = { used: 'code_used', ended: 'code_session_ended', revoked: 'code_grant_revoked' } as const;

/** OAuth has one code for all of it (RFC 6749 5.2). The log says the cause, and so does the reply in the local run. */
export function refuse(cause: CodeProblem, { id }: Application): never {
  noteRefusal(cause, { application: id });
  return fail('INVALID_GRANT', isLocalRun() ? { message: `The grant is not valid: ${cause}.` } : {});
}

async function beginOnce(application: Application, code: Granted, { hash, key, isDevice }: Shown, client: Client) {
  const [{ user, held }, [headItem, copy]] = await Promise.all([
    findWithHeld(code.tenant, code.user, true),
    table.getMany([headKey(code.tenant), ...(code.resource ? [protectedResourceKey(code.resource)] : [])]),
    key.use(),
  ]);
  const tenant = await headFrom(code.tenant, headItem);
  const isOpen = tenant?.status === 'active' && user?.isActive && !user.mustChangePassword;
  if (!isOpen || (isDevice && !isDeviceGrantOn(tenant, code.at)) || !isUsableIn(application, tenant, code.at))
    return 'ended';
  const parent = held.sessions.find(({ id }) => isSameLineage(id, code.session));
  // The browser's session may have made room for another one since the code was used.
  if (!parent) return (await findUsed(code.tenant, hash)) ? 'used' : 'ended';
  const target = await targetOf(application, code, copy, { user, tenant, session: parent }).catch(async (error) => {
    // A second use ends the session, also if the user has lost the scopes since the first one.
    if (await findUsed(code.tenant, hash)) return 'used' as const;
    throw error;
  });
  if (target === 'used') return target;
  // An application with a credential proves itself at each refresh. Any other one has nothing but the key.
  const bound = canKeepSecrets(application.kind) ? undefined : key.jkt;
  const grant = code.grant && { place: placeOf(application, { user, tenant }, code.resource), id: code.grant };
  const granted = {
    hash,
    grant,
    scope: code.scope,
    claims: code.claims?.userinfo,
    jkt: bound,
    resource: code.resource,
    isDevice,
  };
  const parentOf = { user, tenant, session: parent };
  const begun = await beginForApplication(parentOf, application, granted, held.sessions, client);
  return typeof begun === 'string' ? begun : { actor: begun, target };
}

/** Throws INVALID_TARGET for a resource that was switched off since, and INVALID_SCOPE. Both use nothing up. */
async function targetOf(application: Application, code: Granted, copy: table.Item | undefined, actor: Actor) {
  if (!code.resource) return undefined;
  const resource = await protectedResourceFrom(code.resource, copy);
  if (!isUsableFor(resource, application, actor.tenant.id, code.at))
    return fail('INVALID_TARGET', { message: UNKNOWN_TARGET });
  return targetFor(application, resource, code.scope, actor.user, actor.session);
}

/** Two parties had the code, and the service cannot tell which is the application. */
async function endReplayed({ tenant, user, application }: Granted, hash: string): Promise<void> {
  log.warn('authorization_code_reuse', { tenant, user, application });
  count('RefreshTokenReuse');
  const used = await findUsed(tenant, hash);
  if (used) await end({ tenant, user, session: used.session });
}
