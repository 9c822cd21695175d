// Issues id tokens (OpenID Connect Core 2), and reads them back as hints.
import type { OpenedClaim } from '../../contract/groups/oauth-browser.ts';
import { accessTokenHash, openIdToken, signIdToken } from '../../crypto/own-id-token.ts';
import { clientId } from '../../platform/client-ids.ts';
import { seconds } from '../../platform/clock.ts';
import { type ApplicationId, type SessionId, sessionId, type UserId, userId } from '../../platform/ids.ts';
import { config } from '../../platform/settings/config.ts';
import { keys } from '../keys/signing-keys.ts';
import type { Actor } from '../sessions/caller.ts';
import { claimsOf } from './claims.ts';

/** The application reads it once, when it gets it. */
const LIFETIME_SECONDS = 60 * 60;

type About = {
  accessToken: string;
  scope: readonly string[];
  claims?: readonly OpenedClaim[] | undefined;
  nonce?: string | undefined;
  acr?: string | undefined;
};

/** Returns the id token of an application's session. `claims`, `nonce` and `acr` are those of the authorization request. */
export async function newIdToken({ user, tenant, session }: Actor, about: About): Promise<string> {
  const { signer } = await keys();
  const { accessToken, scope, claims, nonce, acr } = about;
  const iat = seconds();
  return signIdToken(signer, {
    ...claimsOf(user, scope, claims),
    iss: config().baseUrl,
    aud: session.application?.id,
    iat,
    exp: iat + LIFETIME_SECONDS,
    auth_time: seconds(session.authAt),
    amr: session.amr,
    sid: session.id,
    tid: tenant.id,
    at_hash: accessTokenHash(signer.alg, accessToken),
    nonce,
    acr,
  });
}

export type Hint = { application: ApplicationId; user: UserId; session: SessionId };

/** Returns whom an id token of ours is about, also after it has expired; `undefined` for anything else. */
export async function readHint(token: string): Promise<Hint | undefined> {
  const { verifiers } = await keys();
  const claims = await openIdToken(token, (kid) => verifiers.get(kid));
  if (claims?.iss !== config().baseUrl) return undefined;
  const [application, user, session] = [clientId(claims.aud), userId(claims.sub), sessionId(claims.sid)];
  return application && user && session && { application, user, session };
}

/** Returns the user of an id token that was issued to this application. */
export async function subjectOf(application: ApplicationId, token: string): Promise<UserId | undefined> {
  const hint = await readHint(token);
  return hint?.application === application ? hint.user : undefined;
}
