// Gives a directory a token for its SCIM connection by client credentials (RFC 6749 4.4). The connection is the client and its token the
// secret: a person who connects a directory needs no application, and each secret is in one list.
import { fail } from '../../../contract/errors.ts';
import { type ScimConnectionId, scimConnectionId } from '../../../platform/ids.ts';
import { recordRefusedClient } from '../../credentials/failure-record.ts';
import * as limits from '../../credentials/limits.ts';
import { canonicalUri } from '../../protected-resource-rights.ts';
import { ACCESS_SECONDS, newAccessToken } from '../../scim/access-tokens.ts';
import { baseOf } from '../../scim/address.ts';
import { countRefusal, findCaller, shownIn } from '../../scim/authenticate.ts';
import type { Proof } from '../client-authentication.ts';
import { UNKNOWN_TARGET } from '../target.ts';
import type { TokenReply } from '../token-reply.ts';
import type { TokenForm } from './grant-rule.ts';

/** All that such a token opens. A client that asks for another scope learns which one it got (RFC 6749 3.3). */
const SCOPE = 'scim';

type Directory = { id: ScimConnectionId; proof: Proof };

/** Returns the connection that the client says it is; `undefined` if it is none. */
export function directoryIn(proof: Proof | string): Directory | undefined {
  if (typeof proof === 'string') return undefined;
  const id = scimConnectionId(proof.id);
  return id && { id, proof };
}

/**
 * Returns an access token for the connection. A paused one gets it, and 403 for its requests. Throws INVALID_CLIENT for a wrong or an ended
 * secret, UNAUTHORIZED_CLIENT for another grant or tenant, INVALID_TARGET for another resource, and RATE_LIMITED.
 */
export async function directoryToken({ id, proof }: Directory, form: TokenForm, ip: string): Promise<TokenReply> {
  const shown = 'secret' in proof ? shownIn(proof.secret) : undefined;
  const caller = shown?.id === id ? await findCaller(shown) : undefined;
  if (!shown || !caller) {
    await recordRefusedClient(await countRefusal(id, ip), undefined, proof.method);
    return fail('INVALID_CLIENT');
  }
  const { grant_type: type, tenant, resource } = form;
  if (type !== 'client_credentials') fail('UNAUTHORIZED_CLIENT');
  if (tenant !== undefined && tenant !== caller.connection.tenantId) fail('UNAUTHORIZED_CLIENT');
  if (resource !== undefined && canonicalUri(resource) !== canonicalUri(baseOf({ id })))
    fail('INVALID_TARGET', { message: UNKNOWN_TARGET });
  await limits.consume('machine-token', id);
  return {
    access_token: await newAccessToken(shown),
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
    scope: SCOPE,
  };
}
