// Exchanges an authorization code for the tokens of a session of the application. One transaction uses up the code and
// begins the session; a second use of the code ends that session (RFC 6749 4.1.2).
import { fail } from '../../../contract/errors.ts';
import { digest, sameSecret } from '../../../crypto/secrets.ts';
import { log } from '../../../platform/log.ts';
import { count } from '../../../platform/metrics.ts';
import { note } from '../../../platform/request-context.ts';
import type { Application } from '../../../store/applications/applications.ts';
import { findUsed } from '../../../store/applications/authorization-codes.ts';
import * as table from '../../../store/dynamo/table.ts';
import { end, isSameLineage } from '../../../store/people/sessions.ts';
import { findWithHeld } from '../../../store/people/users.ts';
import { headFrom, headKey } from '../../../store/tenants/tenants.ts';
import { isUsable } from '../../application-standing.ts';
import { canKeepSecrets, mayOmitChallenge } from '../../applications/kinds.ts';
import type { ProvedKey } from '../../sessions/bound-tokens.ts';
import type { Client } from '../../sessions/caller.ts';
import { beginForApplication } from '../../sessions/of-applications.ts';
import { type Code, openCode } from '../code.ts';
import { tokenReply } from '../token-reply.ts';
import type { GrantRule, TokenForm } from './grant-rule.ts';

/**
 * Returns the tokens of a new session. Throws INVALID_INPUT if a field is missing, and INVALID_GRANT alike for a code that
 * is unknown, expired, used, of another application, redirect URI or key, shown without its verifier, or whose browser
 * session has ended; APPLICATION_SESSION_LIMIT_REACHED, which uses up nothing.
 */
export const authorizationCode: GrantRule = async (application, form, client, key) => {
  const { jkt } = key;
  const sent = required(form, application);
  const code = await openCode(sent.code);
  if (!code || !isOwn(code, application, sent) || (code.jkt ?? jkt) !== jkt) return fail('INVALID_GRANT');
  note({ tenant: code.tenant, actor: code.user });
  const hash = digest(sent.code);
  const begun = await begin(application, code, { hash, key }, client);
  if (begun === 'used') await endReplayed(code, hash);
  if (typeof begun === 'string') return fail('INVALID_GRANT');
  const { scope, claims, nonce, acr } = code;
  return tokenReply(application, begun, { scope, claims: claims?.idToken, nonce, acr, jkt });
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

const isOwn = (code: Code, application: Application, { redirectUri, verifier }: Sent): boolean =>
  code.application === application.id &&
  (redirectUri === undefined || sameSecret(code.redirectUri, digest(redirectUri))) &&
  isVerified(code, application, verifier);

/** A verifier without a challenge shows that someone has removed the challenge on its way (RFC 9700 4.8.2). */
function isVerified({ challenge }: Code, application: Application, verifier: string | undefined): boolean {
  if (challenge === undefined) return verifier === undefined && mayOmitChallenge(application);
  return verifier !== undefined && VERIFIER.test(verifier) && sameSecret(challenge, digest(verifier));
}

type Shown = { hash: string; key: ProvedKey };

async function begin(application: Application, code: Code, { hash, key }: Shown, client: Client) {
  const [{ user, held }, [headItem]] = await Promise.all([
    findWithHeld(code.tenant, code.user, true),
    table.getMany([headKey(code.tenant)]),
    key.use(),
  ]);
  const tenant = await headFrom(code.tenant, headItem);
  const isOpen = tenant?.status === 'active' && user?.isActive && !user.mustChangePassword;
  if (!isOpen || !isUsable(application, tenant.id, code.at)) return 'ended';
  const parent = held.sessions.find(({ id }) => isSameLineage(id, code.session));
  // The browser's session may have made room for another one since the code was used.
  if (!parent) return (await findUsed(code.tenant, hash)) ? 'used' : 'ended';
  // An application with a credential proves itself at each refresh. Any other one has nothing but the key.
  const bound = canKeepSecrets(application.kind) ? undefined : key.jkt;
  const granted = { hash, scope: code.scope, claims: code.claims?.userinfo, jkt: bound };
  return beginForApplication({ user, tenant, session: parent }, application, granted, held.sessions, client);
}

/** Two parties had the code, and the service cannot tell which is the application. */
async function endReplayed({ tenant, user, application }: Code, hash: string): Promise<void> {
  log.warn('authorization_code_reuse', { tenant, user, application });
  count('RefreshTokenReuse');
  const used = await findUsed(tenant, hash);
  if (used) await end({ tenant, user, session: used.session });
}
