// Tells an application whether a token is good now, and what it says (RFC 7662). An inactive token says nothing, so that
// callers cannot learn why.
import { decodeJwt } from 'jose';
import { fail } from '../../contract/errors.ts';
import type { Form, Reply } from '../../contract/index.ts';
import { applicationId, type TenantId, tenantId } from '../../platform/ids.ts';
import { note } from '../../platform/request-context.ts';
import * as store from '../../store/applications/applications.ts';
import * as assertions from '../../store/applications/assertions.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { headFrom, headKey, type TenantHead } from '../../store/tenants/tenants.ts';
import { isBoundAsRequired } from '../application-rights.ts';
import { isUsable, serves } from '../application-standing.ts';
import { canKeepSecrets } from '../applications/kinds.ts';
import { actorOf } from '../sessions/authenticate.ts';
import * as tokens from '../sessions/tokens.ts';
import { isSinceActive } from '../still-counts.ts';
import { authenticateClient } from './client-authentication.ts';
import { tokenType } from './token-reply.ts';

type Introspection = Reply<'POST /oauth2/introspect'>;

const INACTIVE: Introspection = { active: false };

/**
 * Returns what an access token says if it is good now: its session lives, its application is active and its tenant is
 * one that the caller serves. Throws what `authenticateClient` throws, and UNAUTHORIZED_CLIENT for an application that
 * cannot prove itself (RFC 7662 2.1).
 */
export async function introspect(
  authorization: readonly string[],
  form: Form<'POST /oauth2/introspect'>,
  ip: string,
): Promise<Introspection> {
  const caller = await authenticateClient({ ...form, authorization }, ip);
  if (!canKeepSecrets(caller.kind)) return fail('UNAUTHORIZED_CLIENT');
  const claims = (await liveMachine(form.token)) ?? (await liveUser(form.token));
  if (!claims || !serves(caller, claims.tid as TenantId)) return INACTIVE;
  note({ tenant: claims.tid });
  const { iss, sub, aud, tid, jti, iat, exp, roles, permissions, cnf } = claims;
  // The signature was checked. These claims are read nowhere else.
  type Unread = { scope?: string; sid?: string; client_id?: string; act?: { sub: string } };
  const { scope, sid, client_id, act } = decodeJwt<Unread>(form.token);
  return {
    active: true,
    ...{ iss, sub, aud, tid, jti, iat, exp, roles, permissions },
    token_type: tokenType(cnf?.jkt),
    ...(cnf && { cnf }),
    ...(client_id !== undefined && { client_id }),
    ...(scope !== undefined && { scope }),
    ...(sid !== undefined && { sid }),
    ...(act && { act }),
  };
}

/** Returns the claims of a machine's token if the machine may still get one for the tenant. */
async function liveMachine(token: string) {
  const claims = await tokens.readMachine(token);
  const tenant = tenantId(claims?.tid);
  if (!claims || !tenant) return undefined;
  const [machine, isRevoked, head] = await Promise.all([
    store.find(applicationId(claims.sub)),
    assertions.isUsed(claims.sub, claims.jti),
    headOf(tenant),
  ]);
  // `iat` is in seconds: a token of the second in which the machine was switched on may be of after it.
  const issuedAt = claims.iat * 1000 + 999;
  const isLive =
    isUsable(machine, tenant, issuedAt) && isBoundAsRequired(machine, claims) && isServed(head, issuedAt) && !isRevoked;
  return isLive ? claims : undefined;
}

const isServed = (head: TenantHead | undefined, at: number): boolean =>
  head?.status === 'active' && isSinceActive(at, head);

async function liveUser(token: string) {
  const claims = await tokens.readAccess(token);
  if (typeof claims === 'string' || !('aud' in claims)) return undefined;
  return (await actorOf(claims)) && claims;
}

async function headOf(id: TenantId) {
  const [copy] = await getMany([headKey(id)]);
  return headFrom(id, copy);
}
