// Tells an API of the product whether a key that it was shown is good now. An inactive key says nothing, so that callers
// cannot learn why. The key is read beside the caller, so a verdict is one trip, and a second one for permissions.
import type { Body, Reply } from '../../contract/index.ts';
import { iso } from '../../platform/clock.ts';
import { note } from '../../platform/request-context.ts';
import { serves } from '../application-standing.ts';
import { authenticateClient } from '../oauth/client-authentication.ts';
import { liveKey } from '../sessions/live-key.ts';
import { permissionsOf } from '../sessions/permissions-of.ts';
import { used } from './authenticate.ts';

/** RFC 7523 2.2. */
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Throws what `authenticateClient` throws: INVALID_CLIENT also for an application that cannot prove itself, and RATE_LIMITED. */
export async function verify(
  authorization: readonly string[],
  { key, ip, clientAssertion }: Body<'POST /auth/api-keys/verify'>,
  callerIp: string,
): Promise<Reply<'POST /auth/api-keys/verify'>> {
  const assertion = { client_assertion: clientAssertion, client_assertion_type: clientAssertion && ASSERTION_TYPE };
  const [caller, actor] = await Promise.all([
    authenticateClient({ authorization, ...assertion }, callerIp, 'registered'),
    liveKey(key, ip),
  ]);
  if (!actor || !serves(caller, actor.tenant.id)) return { active: false };
  note({ tenant: actor.tenant.id });
  await used(actor);
  const { id, expiresAt } = actor.key;
  return {
    active: true,
    id,
    tenantId: actor.tenant.id,
    ownerId: actor.owner.id,
    scopes: await permissionsOf(actor),
    expiresAt: iso(expiresAt),
  };
}
