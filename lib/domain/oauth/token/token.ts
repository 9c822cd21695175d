// Exchanges grants for tokens: authenticates the application and finds the grant's rule.
import { DEVICE_GRANT, type Grant, JWT_BEARER, TOKEN_EXCHANGE } from '../../../contract/applications.ts';
import { ApiError, fail } from '../../../contract/errors.ts';
import type { Application } from '../../../store/applications/applications.ts';
import { canKeepSecrets } from '../../applications/kinds.ts';
import * as limits from '../../credentials/limits.ts';
import { type ProvedKey, provedKey, type SentProofs } from '../../sessions/bound-tokens.ts';
import type { Client } from '../../sessions/caller.ts';
import { authenticateClient, proofIn } from '../client-authentication.ts';
import type { TokenReply } from '../token-reply.ts';
import { authorizationCode } from './authorization-code.ts';
import { clientCredentials } from './client-credentials.ts';
import { deviceCode } from './device-code.ts';
import { directoryIn, directoryToken } from './directory.ts';
import type { GrantRule, TokenForm } from './grant-rule.ts';
import { identityAssertion } from './identity-assertion.ts';
import { refreshToken } from './refresh-token.ts';
import { tokenExchange } from './token-exchange.ts';

/** A rule for each grant that works. */
const RULES: Readonly<Partial<Record<Grant, GrantRule>>> = {
  authorization_code: authorizationCode,
  refresh_token: refreshToken,
  client_credentials: clientCredentials,
  [DEVICE_GRANT]: deviceCode,
  [TOKEN_EXCHANGE]: tokenExchange,
  [JWT_BEARER]: identityAssertion,
};

const isGrant = (type: string): type is Grant => Object.hasOwn(RULES, type);

/**
 * Returns the tokens of a grant. Throws INVALID_CLIENT first, then UNSUPPORTED_GRANT_TYPE, UNAUTHORIZED_CLIENT for a
 * grant that the application does not have, INVALID_DPOP_PROOF, RATE_LIMITED, and what the grant's
 * rule throws.
 */
export async function token(
  authorization: readonly string[],
  form: TokenForm,
  client: Client,
  proofs: SentProofs,
): Promise<TokenReply> {
  const sent = { ...form, authorization };
  const directory = directoryIn(proofIn(sent));
  if (directory) return directoryToken(directory, form, client.ip);
  const application = await authenticateClient(sent, client.ip);
  const { grant_type: type } = form;
  const rule = isGrant(type) ? RULES[type] : undefined;
  if (!rule) return fail('UNSUPPORTED_GRANT_TYPE');
  if (!application.grants.includes(type as Grant)) return fail('UNAUTHORIZED_CLIENT');
  try {
    return await rule(application, form, client, await keyOf(application, proofs));
  } catch (error) {
    if (type === 'authorization_code' || type === DEVICE_GRANT) await countRefusal(application, error, client);
    throw error;
  }
}

/** Returns the key that the application proves to have. Throws INVALID_DPOP_PROOF if it must prove one (RFC 9449 5.2). */
async function keyOf({ requiresDpop }: Application, proofs: SentProofs): Promise<ProvedKey> {
  const key = await provedKey(proofs);
  return requiresDpop && key.jkt === undefined
    ? fail('INVALID_DPOP_PROOF', { message: 'This application must send a DPoP proof.' })
    : key;
}

/** What a device hears that polls as it should, or too often: its code was right. */
const PATIENT: readonly string[] = [
  'AUTHORIZATION_PENDING',
  'SLOW_DOWN',
  'AUTHORIZATION_DENIED',
  'DEVICE_CODE_EXPIRED',
];

/**
 * Counts a refused code of an application without a credential by network, as a wrong credential counts. Throws
 * RATE_LIMITED after many. A refused refresh has a limit of its own.
 */
async function countRefusal({ kind }: Application, error: unknown, { ip }: Client): Promise<void> {
  if (canKeepSecrets(kind) || !(error instanceof ApiError) || error.body.statusCode >= 500) return;
  if (PATIENT.includes(error.body.code)) return;
  await limits.consume('client-ip', limits.network(ip));
}
