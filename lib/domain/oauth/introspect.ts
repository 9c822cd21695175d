// Tells an application whether a token is good now, and what it says (RFC 7662). An inactive token says nothing, so that
// callers cannot learn why.
import { decodeJwt } from 'jose';
import { fail } from '../../contract/errors.ts';
import type { Form, Reply } from '../../contract/index.ts';
import type { Act } from '../../crypto/act.ts';
import type { AccessClaims } from '../../crypto/jwt.ts';
import { apiKeyId, type TenantId } from '../../platform/ids.ts';
import { note } from '../../platform/request-context.ts';
import type { Application } from '../../store/applications/applications.ts';
import { scopesOf } from '../application-rights.ts';
import { serves } from '../application-standing.ts';
import { canKeepSecrets } from '../applications/kinds.ts';
import { actorOf } from '../sessions/authenticate.ts';
import { isLiveKey } from '../sessions/live-key.ts';
import * as tokens from '../sessions/tokens.ts';
import { authenticateClient } from './client-authentication.ts';
import { liveAtResource } from './live/at-resource.ts';
import { issuedAtOf, liveMachine } from './live/machine.ts';
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
  const claims = (await ofMachine(form.token)) ?? (await ofUser(form.token)) ?? (await atResource(form.token));
  if (!claims || !serves(caller, claims.tid as TenantId)) return INACTIVE;
  note({ tenant: claims.tid });
  const { iss, sub, aud, tid, jti, iat, exp, cnf, scope } = claims;
  // The signature was checked. These claims are read nowhere else.
  type Unread = { sid?: string; client_id?: string; act?: Act; owner?: string };
  const { sid, client_id, act, owner } = decodeJwt<Unread>(form.token);
  const isOwn = 'roles' in claims;
  return {
    active: true,
    ...{ iss, sub, aud, tid, jti, iat, exp },
    ...(isOwn && { roles: claims.roles, permissions: claims.permissions }),
    token_type: tokenType(cnf?.jkt),
    ...(cnf && { cnf }),
    ...(client_id !== undefined && { client_id }),
    ...(scope !== undefined && { scope }),
    ...(sid !== undefined && { sid }),
    ...(act && { act }),
    ...(owner !== undefined && { owner }),
  };
}

/** Returns the claims of a machine's token if the machine, or the API key, may still get one for the tenant. */
async function ofMachine(token: string) {
  const claims = await tokens.readMachine(token);
  if (!claims) return undefined;
  const key = apiKeyId(claims.sub);
  return (await (key ? isLiveKey(key, issuedAtOf(claims), claims.secret_at) : liveMachine(claims)))
    ? claims
    : undefined;
}

const atResource = async (token: string) => (await liveAtResource(await tokens.readOfResource(token)))?.claims;

async function ofUser(token: string) {
  const claims = await tokens.readAccess(token);
  if (typeof claims === 'string' || !('aud' in claims)) return undefined;
  const actor = await actorOf(claims);
  return actor && (actor.application ? ofApplication(claims, actor.application) : claims);
}

/** Returns what the token of an application still says, after what the application has lost. */
function ofApplication({ scope: said, ...claims }: AccessClaims, application: Application): AccessClaims {
  const isThird = application.party === 'third';
  const [roles, permissions] = isThird ? [[], []] : [claims.roles, claims.permissions];
  const named = (said ?? '').split(' ').filter((each) => permissions.includes(each));
  const scope = [...scopesOf(application, { scope: said }), ...named].join(' ');
  return { ...claims, roles, permissions, ...(scope !== '' && { scope }) };
}
