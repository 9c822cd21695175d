// Exchanges an authorization code for the tokens of a session of the application. One transaction uses up the code and
// begins the session; a second use of the code ends that session (RFC 6749 4.1.2).
import { fail } from '../../../contract/errors.ts';
import { digest, sameSecret } from '../../../crypto/secrets.ts';
import { log } from '../../../platform/log.ts';
import { count } from '../../../platform/metrics.ts';
import { note } from '../../../platform/request-context.ts';
import { isLocalRun } from '../../../platform/settings/config.ts';
import type { Application } from '../../../store/applications/applications.ts';
import { findUsed } from '../../../store/applications/authorization-codes.ts';
import { protectedResourceFrom, protectedResourceKey } from '../../../store/applications/protected-resources.ts';
import * as table from '../../../store/dynamo/table.ts';
import { end, isSameLineage } from '../../../store/people/sessions.ts';
import { findWithHeld } from '../../../store/people/users.ts';
import { headFrom, headKey } from '../../../store/tenants/tenants.ts';
import { mayAct } from '../../application-standing.ts';
import { canKeepSecrets, mayOmitChallenge } from '../../applications/kinds.ts';
import { isUsableFor } from '../../protected-resource-rights.ts';
import type { ProvedKey } from '../../sessions/bound-tokens.ts';
import type { Actor, Client } from '../../sessions/caller.ts';
import { beginForApplication } from '../../sessions/of-applications.ts';
import { type Code, openCode } from '../code.ts';
import { placeOf } from '../consent.ts';
import { type CodeProblem, noteRefusal } from '../dead-ends.ts';
import { requireSameTarget, targetFor, UNKNOWN_TARGET } from '../target.ts';
import { tokenReply } from '../token-reply.ts';
import type { GrantRule, TokenForm } from './grant-rule.ts';

/**
 * Returns the tokens of a new session. Throws INVALID_INPUT if a field is missing, and INVALID_GRANT alike for a code that
 * is unknown, expired, used, of another application, redirect URI or key, shown without its verifier, or whose browser
 * session has ended; APPLICATION_SESSION_LIMIT_REACHED, INVALID_TARGET and INVALID_SCOPE, which use up nothing.
 */
export const authorizationCode: GrantRule = async (application, form, client, key) => {
  const { jkt } = key;
  const sent = required(form, application);
  const code = await openCode(sent.code);
  if (!code) return refuse('code_unknown', application);
  const problem = problemOf(code, application, sent, jkt);
  if (problem) return refuse(problem, application);
  requireSameTarget(form.resource, code.resource);
  note({ tenant: code.tenant, actor: code.user });
  const hash = digest(sent.code);
  const begun = await begin(application, code, { hash, key }, client);
  if (begun === 'used') await endReplayed(code, hash);
  if (typeof begun === 'string') return refuse(CAUSES[begun], application);
  const { scope, claims, nonce, acr } = code;
  return tokenReply(application, begun.actor, {
    scope,
    claims: claims?.idToken,
    nonce,
    acr,
    jkt,
    target: begun.target,
  });
};

const CAUSES = { used: 'code_used', ended: 'code_session_ended', revoked: 'code_grant_revoked' } as const;

type Sent = { code: string; redirectUri: string | undefined; verifier: string | undefined };

/** PKCE proves more than a repeated address does, which may be absent then (OAuth 2.1, 10.2). */
function required({ code, redirect_uri, code_verifier }: TokenForm, application: Application): Sent {
  const missing = (name: string): never => fail('INVALID_INPUT', { message: `${name}: is required` });
  if (code_verifier === undefined && !mayOmitChallenge(application)) missing('code_verifier');
  if (code_verifier === undefined && redirect_uri === undefined) missing('redirect_uri');
  return { code: code ?? missing('code'), redirectUri: redirect_uri, verifier: code_verifier };
}

/** RFC 7636 4.1. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** Returns why the code is not one that this request may use; `undefined` if it is. */
function problemOf(code: Code, application: Application, sent: Sent, jkt: string | undefined): CodeProblem | undefined {
  const { redirectUri, verifier } = sent;
  if (code.application !== application.id) return 'code_of_another_application';
  if (redirectUri !== undefined && !sameSecret(code.redirectUri, digest(redirectUri))) return 'redirect_uri_differs';
  return verifierProblem(code, application, verifier) ?? ((code.jkt ?? jkt) === jkt ? undefined : 'key_differs');
}

/** A verifier without a challenge shows that someone has removed the challenge on its way (RFC 9700 4.8.2). */
function verifierProblem({ challenge }: Code, application: Application, verifier: string | undefined) {
  if (challenge === undefined && verifier !== undefined) return 'verifier_unexpected';
  if (challenge === undefined) return mayOmitChallenge(application) ? undefined : 'verifier_missing';
  if (verifier === undefined) return 'verifier_missing';
  return VERIFIER.test(verifier) && sameSecret(challenge, digest(verifier)) ? undefined : 'verifier_wrong';
}

/** OAuth has one code for all of it (RFC 6749 5.2). The log says the cause, and so does the reply in the local run. */
function refuse(cause: CodeProblem, { id }: Application): never {
  noteRefusal(cause, { application: id });
  return fail('INVALID_GRANT', isLocalRun() ? { message: `The grant is not valid: ${cause}.` } : {});
}

type Shown = { hash: string; key: ProvedKey };

async function begin(application: Application, code: Code, { hash, key }: Shown, client: Client) {
  const [{ user, held }, [headItem, copy]] = await Promise.all([
    findWithHeld(code.tenant, code.user, true),
    table.getMany([headKey(code.tenant), ...(code.resource ? [protectedResourceKey(code.resource)] : [])]),
    key.use(),
  ]);
  const tenant = await headFrom(code.tenant, headItem);
  const isOpen = tenant?.status === 'active' && user?.isActive && !user.mustChangePassword;
  if (!isOpen || !mayAct(application, tenant, code.at)) return 'ended';
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
  };
  const parentOf = { user, tenant, session: parent };
  const begun = await beginForApplication(parentOf, application, granted, held.sessions, client);
  return typeof begun === 'string' ? begun : { actor: begun, target };
}

/** Throws INVALID_TARGET for a resource that was switched off since, and INVALID_SCOPE. Both use nothing up. */
async function targetOf(application: Application, code: Code, copy: table.Item | undefined, actor: Actor) {
  if (!code.resource) return undefined;
  const resource = await protectedResourceFrom(code.resource, copy);
  if (!isUsableFor(resource, application, actor.tenant.id, code.at))
    return fail('INVALID_TARGET', { message: UNKNOWN_TARGET });
  return targetFor(application, resource, code.scope, actor.user, actor.session);
}

/** Two parties had the code, and the service cannot tell which is the application. */
async function endReplayed({ tenant, user, application }: Code, hash: string): Promise<void> {
  log.warn('authorization_code_reuse', { tenant, user, application });
  count('RefreshTokenReuse');
  const used = await findUsed(tenant, hash);
  if (used) await end({ tenant, user, session: used.session });
}
