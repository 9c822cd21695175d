// Issues logout tokens: each tells one application that one of its sessions has ended (OpenID Connect Back-Channel
// Logout 1.0 2.4).
import type { EventDetail, LOGOUT_EVENT } from '../../contract/events.ts';
import { signLogoutToken } from '../../crypto/own-id-token.ts';
import { seconds } from '../../platform/clock.ts';
import { config } from '../../platform/settings/config.ts';
import { keys } from '../keys/signing-keys.ts';

/** Two minutes, as the standard recommends. Each try has a token of its own. */
const LIFETIME_SECONDS = 120;
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** Returns the token. `id` is that of the event, so that the application recognises a repetition by `jti`. */
export async function newLogoutToken(id: string, ended: EventDetail<typeof LOGOUT_EVENT>): Promise<string> {
  const { signer } = await keys();
  const iat = seconds();
  return signLogoutToken(signer, {
    iss: config().baseUrl,
    aud: ended.applicationId,
    iat,
    exp: iat + LIFETIME_SECONDS,
    jti: id,
    sub: ended.userId,
    sid: ended.sessionId,
    events: { [EVENT]: {} },
  });
}
