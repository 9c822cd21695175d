// Exchanges an authorization code for the tokens of a session of the application.
import { fail } from '../../../contract/errors.ts';
import { digest, sameSecret } from '../../../crypto/secrets.ts';
import { note } from '../../../platform/request-context.ts';
import type { Application } from '../../../store/applications/applications.ts';
import { mayOmitChallenge } from '../../applications/kinds.ts';
import { type Code, openCode } from '../code.ts';
import type { CodeProblem } from '../dead-ends.ts';
import { requireSameTarget } from '../target.ts';
import { tokenReply } from '../token-reply.ts';
import { begin, refuse } from './begin.ts';
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
  const begun = await begin(application, code, { hash: digest(sent.code), key }, client);
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
